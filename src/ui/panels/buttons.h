// Buttons that say what they do, and how wide they are.
#pragma once

#include <imgui.h>

namespace quicksand {

// A tooltip of the last item, where it covers neither the item nor what stands beside it: above or below.
inline void begin_tooltip_beside() {
  const ImVec2 first = ImGui::GetItemRectMin();
  const ImVec2 last = ImGui::GetItemRectMax();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float gap = ImGui::GetStyle().WindowPadding.y;
  const bool is_low = first.y + last.y > screen.y;
  const bool is_right = first.x + last.x > screen.x;
  const ImVec2 at{is_right ? last.x : first.x, is_low ? first.y - gap : last.y + gap};
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, {is_right ? 1.0F : 0.0F, is_low ? 1.0F : 0.0F});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(24 * ImGui::GetFontSize());
}
inline void end_tooltip_beside() {
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}
inline void tooltip_beside(const char* text) {
  begin_tooltip_beside();
  ImGui::TextUnformatted(text);
  end_tooltip_beside();
}

// Whether it is pressed. Its tooltip is shown also while it is not possible.
inline bool button(const char* label, const char* tooltip, bool is_possible = true) {
  ImGui::BeginDisabled(!is_possible);
  const bool pressed = ImGui::Button(label);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip_beside(tooltip);
  return pressed;
}

// With the room before the next one.
inline float button_width(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::CalcTextSize(label, nullptr, true).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
}

// Items one beside the other, as far as they have room in so many pixels, and then below.
class WrappedRow {
 public:
  explicit WrappedRow(float widest) : widest_(widest) {}

  // The next item is so wide, with the gap behind it, as button_width() has it.
  void next(float width) {
    if (used_ > 0 && used_ + width <= widest_) ImGui::SameLine();
    used_ = used_ + width <= widest_ ? used_ + width : width;
  }

 private:
  float widest_;
  float used_ = 0;
};

// The next button stands beside the last item, or below where there is no room for it.
inline void beside_if_it_fits(const char* next) {
  const float end = ImGui::GetItemRectMax().x + button_width(next);
  if (end <= ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x) ImGui::SameLine();
}

}  // namespace quicksand
