#include "ui/imgui_layer.h"

#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <imgui.h>

#include "ui/theme.h"

namespace quicksand {

ImGuiLayer::ImGuiLayer(const Window& window) : window_(window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // the layout is fixed
  ImGui_ImplSDL2_InitForOpenGL(window.sdl_window(), window.gl_context());
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiLayer::~ImGuiLayer() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiLayer::set_scale(float scale) {
  if (scale == scale_) return;
  scale_ = scale;
  apply_theme(scale);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImGuiLayer::handle(const SDL_Event& event) { ImGui_ImplSDL2_ProcessEvent(&event); }

void ImGuiLayer::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  // The backend takes the pointer's place from motion events alone and misses a pointer that was moved while the
  // window had no focus: the first click would land where the pointer was before.
  if (SDL_GetMouseFocus() == window_.sdl_window()) {
    int x = 0;
    int y = 0;
    SDL_GetMouseState(&x, &y);
    ImGui::GetIO().MousePos = {static_cast<float>(x), static_cast<float>(y)};
  }
  ImGui::NewFrame();
}

void ImGuiLayer::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace quicksand
