// Buttons that say what they do, and how wide they are.
#pragma once

#include <imgui.h>

namespace quicksand {

// Whether it is pressed. Its tooltip is shown also while it is not possible.
inline bool button(const char* label, const char* tooltip, bool is_possible = true) {
  ImGui::BeginDisabled(!is_possible);
  const bool pressed = ImGui::Button(label);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", tooltip);
  return pressed;
}

// With the room before the next one.
inline float button_width(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::CalcTextSize(label).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
}

}  // namespace quicksand
