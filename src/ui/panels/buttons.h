// Buttons that say what they do, and how wide they are.
#pragma once

#include <imgui.h>

namespace quicksand {

// Whether it is pressed. Its tooltip is shown also while it is not possible.
inline bool button(const char* label, const char* tooltip, bool is_possible = true) {
  ImGui::BeginDisabled(!is_possible);
  const bool pressed = ImGui::Button(label);
  ImGui::EndDisabled();
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return pressed;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(24 * ImGui::GetFontSize());
  ImGui::TextUnformatted(tooltip);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  return pressed;
}

// With the room before the next one.
inline float button_width(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::CalcTextSize(label, nullptr, true).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
}

// The next button stands beside the last item, or below where there is no room for it.
inline void beside_if_it_fits(const char* next) {
  const float end = ImGui::GetItemRectMax().x + button_width(next);
  if (end <= ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x) ImGui::SameLine();
}

}  // namespace quicksand
