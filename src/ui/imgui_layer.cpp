#include "ui/imgui_layer.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "app/frame_clock.h"
#include "ui/imgui_versions.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// In the order of ImGui's.
constexpr std::array<uint8_t, 5> kButtons{SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE, SDL_BUTTON_X1,
                                          SDL_BUTTON_X2};

constexpr auto kLongestFrame = static_cast<float>(FrameClock::kLongestFrame);

}  // namespace

ImGuiLayer::ImGuiLayer(const Window& window) : window_(window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // the layout is fixed
  ImGui::GetIO().UserData = &pictures_;
  ImGui_ImplSDL2_InitForOpenGL(window.sdl_window(), window.gl_context());  // the context is not looked at
}

ImGuiLayer::~ImGuiLayer() {
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
}

bool ImGuiLayer::set_scale(float scale) {
  if (scale == scale_) return false;
  scale_ = scale;
  apply_sizes(scale);
  return true;
}

void ImGuiLayer::set_smooth_edges(bool smooth) {
  ImGuiStyle& style = ImGui::GetStyle();
  style.AntiAliasedFill = smooth;
  style.CircleTessellationMaxError = smooth ? 0.3F : 0.5F;  // in pixels; what steps hide needs no more corners
}

void ImGuiLayer::set_theme(Theme theme) {
  if (theme == theme_) return;
  theme_ = theme;
  apply_theme(theme);
}

Point ImGuiLayer::steer(Point way) {
  const GridSize size = window_.size();
  if (!steered_ && pointer_) steered_ = Point{static_cast<double>(pointer_->x), static_cast<double>(pointer_->y)};
  if (!steered_) steered_ = Point{size.width / 2.0, size.height / 2.0};
  steered_ = Point{std::clamp(steered_->x + way.x, 0.0, size.width - 1.0),
                   std::clamp(steered_->y + way.y, 0.0, size.height - 1.0)};
  return *steered_;
}

void ImGuiLayer::press_left(bool down) {
  down_[0] = down;
  put_left_button(down);
}

void ImGuiLayer::scroll(double steps) { put_wheel(static_cast<float>(steps)); }

void ImGuiLayer::handle(const SDL_Event& event) {
  if (event.type == SDL_MOUSEMOTION || event.type == SDL_MOUSEBUTTONDOWN) steered_.reset();
  if (event.type == SDL_MOUSEMOTION) pointer_ = {event.motion.x, event.motion.y};
  if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP) pointer_ = {event.button.x, event.button.y};
  const bool is_down = event.type == SDL_MOUSEBUTTONDOWN;
  if (is_down || event.type == SDL_MOUSEBUTTONUP)
    for (size_t i = 0; i < kButtons.size(); ++i)
      if (event.button.button == kButtons[i]) down_[i] = is_down;
  if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) down_.fill(false);
  ImGui_ImplSDL2_ProcessEvent(&event);
  if (kImGuiQueuesEvents || (event.type != SDL_KEYDOWN && event.type != SDL_KEYUP)) return;
  // The backend asks which modifiers are held now. With Ctrl letters are no text, and Ctrl may have gone down since.
  ImGuiIO& io = ImGui::GetIO();
  const unsigned modifiers = event.key.keysym.mod;
  io.KeyCtrl = (modifiers & KMOD_CTRL) != 0;
  io.KeyShift = (modifiers & KMOD_SHIFT) != 0;
  io.KeyAlt = (modifiers & KMOD_ALT) != 0;
  io.KeySuper = (modifiers & KMOD_GUI) != 0;
}

namespace {

// A field that is opened again would go on with what was done to its text before, which may have been replaced since by
// a shorter one: to take that back ends the program, in Dear ImGui 1.86.
void forget_closed_field() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.ActiveId != context.InputTextState.ID) context.InputTextState.ID = 0;
}

}  // namespace

void ImGuiLayer::begin_frame() {
  forget_closed_field();
  ImGui_ImplSDL2_NewFrame();
  // After a frame that took an hour, messages that nobody can have read are still there.
  ImGui::GetIO().DeltaTime = std::min(ImGui::GetIO().DeltaTime, kLongestFrame);
  if (!kImGuiQueuesEvents) tell_pointer();
  ImGui::GetIO().MouseDrawCursor = steered_.has_value();
  if (steered_) put_pointer({static_cast<float>(steered_->x), static_cast<float>(steered_->y)});
  ImGui::NewFrame();
}

// The backend asks where the pointer is now, and not at all in a window that has no focus, and which buttons are down
// now. A click belongs where the pointer was when the button went down, so both are as the events handled so far say:
// others may wait for the next frame.
void ImGuiLayer::tell_pointer() {
  std::ranges::copy(down_, ImGui::GetIO().MouseDown);
  if (SDL_GetMouseFocus() != window_.sdl_window()) return;
  if (!pointer_) {
    pointer_.emplace();
    SDL_GetMouseState(&pointer_->x, &pointer_->y);
  }
  put_pointer({static_cast<float>(pointer_->x), static_cast<float>(pointer_->y)});
}

ImDrawData& ImGuiLayer::end_frame() {
  ImGui::Render();
  return *ImGui::GetDrawData();
}

// Without its own control by keyboard ImGui leaves them open at Esc, and they keep the keyboard.
bool ImGuiLayer::close_menus() {
  const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
  if (open.empty() || !open.back().Window || (open.back().Window->Flags & ImGuiWindowFlags_Modal) != 0) return false;
  ImGui::ClosePopupsExceptModals();
  return true;
}

PointerInput ImGuiLayer::pointer() {
  const ImGuiIO& io = ImGui::GetIO();
  PointerInput input;
  input.in_window = ImGui::IsMousePosValid();
  input.over_panel = io.WantCaptureMouse;
  input.at = {io.MousePos.x, io.MousePos.y};
  input.moved = {io.MouseDelta.x, io.MouseDelta.y};
  return input;
}

}  // namespace quicksand
