#include "ui/panels/theme.h"

#include <algorithm>
#include <iterator>

#include "ui/panels/fonts.h"

namespace quicksand {
namespace {

// What each of ImGui's colours is in the theme: all of them, so that none stays as ImGui has it.
struct StyleRow {
  ImGuiCol style;
  Tint tint;
};

constexpr StyleRow kStyleRows[] = {{ImGuiCol_Text, Tint::kText},
                                   {ImGuiCol_TextDisabled, Tint::kQuiet},
                                   {ImGuiCol_WindowBg, Tint::kWindow},
                                   {ImGuiCol_ChildBg, Tint::kClear},
                                   {ImGuiCol_PopupBg, Tint::kPopup},
                                   {ImGuiCol_Border, Tint::kEdge},
                                   {ImGuiCol_BorderShadow, Tint::kClear},
                                   {ImGuiCol_FrameBg, Tint::kFrame},
                                   {ImGuiCol_FrameBgHovered, Tint::kFrameHovered},
                                   {ImGuiCol_FrameBgActive, Tint::kFrameActive},
                                   {ImGuiCol_TitleBg, Tint::kTitle},
                                   {ImGuiCol_TitleBgActive, Tint::kTitle},
                                   {ImGuiCol_TitleBgCollapsed, Tint::kTitle},
                                   {ImGuiCol_MenuBarBg, Tint::kTitle},
                                   {ImGuiCol_ScrollbarBg, Tint::kScrollGround},
                                   {ImGuiCol_ScrollbarGrab, Tint::kScrollGrab},
                                   {ImGuiCol_ScrollbarGrabHovered, Tint::kScrollGrabActive},
                                   {ImGuiCol_ScrollbarGrabActive, Tint::kScrollGrabActive},
                                   {ImGuiCol_CheckMark, Tint::kAccent},
                                   {ImGuiCol_SliderGrab, Tint::kGrab},
                                   {ImGuiCol_SliderGrabActive, Tint::kGrabActive},
                                   {ImGuiCol_Button, Tint::kButton},
                                   {ImGuiCol_ButtonHovered, Tint::kButtonHovered},
                                   {ImGuiCol_ButtonActive, Tint::kButtonActive},
                                   {ImGuiCol_Header, Tint::kHeader},
                                   {ImGuiCol_HeaderHovered, Tint::kButtonHovered},
                                   {ImGuiCol_HeaderActive, Tint::kButtonActive},
                                   {ImGuiCol_Separator, Tint::kEdge},
                                   {ImGuiCol_SeparatorHovered, Tint::kAccent},
                                   {ImGuiCol_SeparatorActive, Tint::kAccent},
                                   {ImGuiCol_ResizeGrip, Tint::kEdge},
                                   {ImGuiCol_ResizeGripHovered, Tint::kAccent},
                                   {ImGuiCol_ResizeGripActive, Tint::kAccent},
                                   {ImGuiCol_Tab, Tint::kTab},
                                   {ImGuiCol_TabHovered, Tint::kTabActive},
                                   {ImGuiCol_TabActive, Tint::kTabActive},
                                   {ImGuiCol_TabUnfocused, Tint::kTab},
                                   {ImGuiCol_TabUnfocusedActive, Tint::kTabActive},
                                   {ImGuiCol_PlotLines, Tint::kAccent},
                                   {ImGuiCol_PlotLinesHovered, Tint::kText},
                                   {ImGuiCol_PlotHistogram, Tint::kAccent},
                                   {ImGuiCol_PlotHistogramHovered, Tint::kText},
                                   {ImGuiCol_TableHeaderBg, Tint::kTitle},
                                   {ImGuiCol_TableBorderStrong, Tint::kEdge},
                                   {ImGuiCol_TableBorderLight, Tint::kEdge},
                                   {ImGuiCol_TableRowBg, Tint::kClear},
                                   {ImGuiCol_TableRowBgAlt, Tint::kClear},
                                   {ImGuiCol_TextSelectedBg, Tint::kTextMarked},
                                   {ImGuiCol_DragDropTarget, Tint::kAccent},
                                   {ImGuiCol_NavHighlight, Tint::kAccent},
                                   {ImGuiCol_NavWindowingHighlight, Tint::kAccent},
                                   {ImGuiCol_NavWindowingDimBg, Tint::kDim},
                                   {ImGuiCol_ModalWindowDimBg, Tint::kDim}};
static_assert(std::size(kStyleRows) == ImGuiCol_COUNT);

Theme theme_now = Theme::kDark;

}  // namespace

ImVec4 themed(Tint tint) {
  const auto [rgb, alpha] = shade_of(theme_now, tint);
  return ImGui::ColorConvertU32ToFloat4(IM_COL32(rgb.r, rgb.g, rgb.b, alpha));
}

ImU32 packed(Tint tint) { return ImGui::GetColorU32(themed(tint)); }

ImU32 packed(Tint tint, int alpha) {
  ImVec4 colour = themed(tint);
  colour.w = static_cast<float>(alpha) / 255;
  return ImGui::GetColorU32(colour);
}

ImU32 legible(Rgb colour) {
  constexpr int kDarkest = 60;     // on a dark ground
  constexpr int kBrightest = 150;  // on a light one
  const auto channel = [](int value) {
    return theme_now == Theme::kLight ? value * kBrightest / 255 : kDarkest + value * (255 - kDarkest) / 255;
  };
  return ImGui::GetColorU32(IM_COL32(channel(colour.r), channel(colour.g), channel(colour.b), 255));
}

void apply_sizes(float scale) {
  ImGuiStyle style;
  style.WindowRounding = 0;  // as the grounds of panels are (ground.h)
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.GrabRounding = 4;
  style.WindowBorderSize = 0;
  style.WindowPadding = {10, 8};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {6, 5};
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(scale);
  std::ranges::copy(ImGui::GetStyle().Colors, style.Colors);
  ImGui::GetStyle() = style;
  load_fonts(scale);
}

void apply_theme(Theme theme) {
  theme_now = theme;
  for (const StyleRow& row : kStyleRows) ImGui::GetStyle().Colors[row.style] = themed(row.tint);
}

void heading(const char* text, const ImVec4& colour) {
  ImGui::PushFont(heading_font());
  ImGui::TextColored(colour, "%s", text);
  ImGui::PopFont();
}

}  // namespace quicksand
