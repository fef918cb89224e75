#include "ui/panels/theme.h"

#include <filesystem>

namespace quicksand {
namespace {

constexpr float kFontPixels = 15;

// Debian's fonts-dejavu-core, of text and of headings; elsewhere ImGui's own bitmap font stands in, enlarged.
constexpr const char* kFontFiles[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                      "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"};

void load_fonts(float scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.FontGlobalScale = 1;
  for (const char* const file : kFontFiles) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    ImFontConfig config;
    config.OversampleH = 2;
    config.PixelSnapH = true;
    io.Fonts->AddFontFromFileTTF(file, kFontPixels * scale, &config);
  }
  if (!io.Fonts->Fonts.empty()) return;
  io.Fonts->AddFontDefault();
  io.FontGlobalScale = scale;
}

ImFont* heading_font() { return ImGui::GetIO().Fonts->Fonts.back(); }

void set_colours(ImVec4* colours) {
  colours[ImGuiCol_Text] = {0.88F, 0.90F, 0.93F, 1};
  colours[ImGuiCol_TextDisabled] = kQuietText;
  colours[ImGuiCol_WindowBg] = {0.075F, 0.085F, 0.11F, 1};
  colours[ImGuiCol_ChildBg] = {0, 0, 0, 0};
  colours[ImGuiCol_PopupBg] = {0.10F, 0.115F, 0.145F, 0.98F};
  colours[ImGuiCol_Border] = {0.17F, 0.19F, 0.24F, 1};
  colours[ImGuiCol_FrameBg] = {0.13F, 0.15F, 0.19F, 1};
  colours[ImGuiCol_FrameBgHovered] = {0.17F, 0.20F, 0.25F, 1};
  colours[ImGuiCol_FrameBgActive] = {0.20F, 0.23F, 0.29F, 1};
  colours[ImGuiCol_TitleBg] = colours[ImGuiCol_TitleBgActive] = {0.10F, 0.115F, 0.145F, 1};
  colours[ImGuiCol_Button] = {0.14F, 0.16F, 0.205F, 1};
  colours[ImGuiCol_ButtonHovered] = {0.20F, 0.23F, 0.29F, 1};
  colours[ImGuiCol_ButtonActive] = {0.26F, 0.29F, 0.36F, 1};
  colours[ImGuiCol_Header] = {0.24F, 0.23F, 0.20F, 1};
  colours[ImGuiCol_HeaderHovered] = {0.20F, 0.23F, 0.29F, 1};
  colours[ImGuiCol_HeaderActive] = {0.26F, 0.29F, 0.36F, 1};
  colours[ImGuiCol_SliderGrab] = {kAccent.x, kAccent.y, kAccent.z, 0.5F};  // the number shows through
  colours[ImGuiCol_SliderGrabActive] = {0.95F, 0.82F, 0.50F, 0.7F};
  colours[ImGuiCol_CheckMark] = kAccent;
  colours[ImGuiCol_Tab] = {0.12F, 0.14F, 0.18F, 1};
  colours[ImGuiCol_TabHovered] = {0.22F, 0.25F, 0.31F, 1};
  colours[ImGuiCol_TabActive] = {0.20F, 0.22F, 0.28F, 1};
  colours[ImGuiCol_ModalWindowDimBg] = {0.02F, 0.02F, 0.03F, 0.6F};
  colours[ImGuiCol_Separator] = {0.17F, 0.19F, 0.24F, 1};
}

}  // namespace

void apply_theme(float scale) {
  ImGuiStyle style;
  style.WindowRounding = 6;
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.GrabRounding = 4;
  style.WindowBorderSize = 0;
  style.WindowPadding = {10, 8};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {6, 5};
  style.ScrollbarSize = 10;
  set_colours(style.Colors);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
  load_fonts(scale);
}

void heading(const char* text, const ImVec4& colour) {
  ImGui::PushFont(heading_font());
  ImGui::TextColored(colour, "%s", text);
  ImGui::PopFont();
}

}  // namespace quicksand
