#include <algorithm>

#include "core/language.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "view/overlay.h"

namespace quicksand {
namespace {

ImU32 colour_of(const OverlayColour& overlay) {
  // Of a material of middling brightness.
  const auto channel = [](uint8_t scale, uint8_t offset) { return std::min(255, scale / 2 + offset); };
  return IM_COL32(channel(overlay.scale.r, overlay.offset.r), channel(overlay.scale.g, overlay.offset.g),
                  channel(overlay.scale.b, overlay.offset.b), 255);
}

}  // namespace

void draw_legend(const GameState& game, const Box& world) {
  const DisplayMode mode = game.view().mode;
  const std::span<const LegendMark> marks = legend(mode);
  if (marks.empty()) return;
  const float scale = game.scale.now;
  const float margin = 10 * scale;
  const ImVec2 bar{std::min(300 * scale, world.size.x - 60 * scale), 9 * scale};
  const float line = ImGui::GetTextLineHeight();
  const ImVec2 size{bar.x + 5.2F * margin, bar.y + line + 1.6F * margin};
  ImGui::SetNextWindowPos({world.at.x + margin, world.at.y + world.size.y - size.y - margin});
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowBgAlpha(kAlphaOverWorld);
  ImGui::Begin("legend", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at{ImGui::GetWindowPos().x + 2.6F * margin, ImGui::GetWindowPos().y + 0.6F * margin};
  const std::array<OverlayColour, 256> colours = overlay_colours(mode);
  const int first = marks.front().value;
  const int last = marks.back().value;
  const auto place = [&](int value) {
    return at.x + bar.x * static_cast<float>(value - first) / static_cast<float>(last - first);
  };
  for (int value = first; value < last; ++value)
    list.AddRectFilled({place(value), at.y}, {place(value + 1), at.y + bar.y},
                       colour_of(colours[static_cast<size_t>(value)]));
  float written = at.x - 2.6F * margin;  // as far as there is text
  for (const LegendMark& mark : marks) {
    const float x = place(mark.value);
    const float width = ImGui::CalcTextSize(said(mark.label)).x;
    if (x - width / 2 < written) continue;
    list.AddLine({x, at.y + bar.y}, {x, at.y + bar.y + 3 * scale}, ImGui::GetColorU32(ImGuiCol_Text));
    list.AddText({x - width / 2, at.y + bar.y + 3 * scale}, ImGui::GetColorU32(ImGuiCol_Text), said(mark.label));
    written = x + width / 2 + 4 * scale;
  }
  ImGui::End();
}

}  // namespace quicksand
