#include "ui/panels/ground.h"

#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// Marks the command. Screens know it and do not call it.
void mark_ground(const ImDrawList*, const ImDrawCmd*) {}

}  // namespace

void draw_ground() {
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  ImDrawCmd ground;
  ground.ClipRect = {at.x, at.y, at.x + size.x, at.y + size.y};
  ground.UserCallback = mark_ground;
  ImGui::GetWindowDrawList()->CmdBuffer.push_front(ground);
}

bool is_ground(const ImDrawCmd& command) { return command.UserCallback == mark_ground; }

CellRect ground_pixels(const ImDrawCmd& command, const ImDrawData& data) {
  const auto across = [&](float x) { return static_cast<int>((x - data.DisplayPos.x) * data.FramebufferScale.x); };
  const auto down = [&](float y) { return static_cast<int>((y - data.DisplayPos.y) * data.FramebufferScale.y); };
  const int left = across(command.ClipRect.x);
  const int top = down(command.ClipRect.y);
  return {left, top, across(command.ClipRect.z) - left, down(command.ClipRect.w) - top};
}

Colour ground_colour() {
  const ImVec4 colour = themed(Tint::kWindow);
  return {colour.x, colour.y, colour.z};
}

}  // namespace quicksand
