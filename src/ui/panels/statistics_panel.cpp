// Graphs over the last time, and how much there is of each material.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "core/language.h"
#include "ui/game/palette.h"
#include "ui/panels/ground.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr float kRowsOfBars = 8;  // more of them scroll

struct Curve {
  ImU32 colour;
  std::function<double(const Statistics::Sample&)> value;
};

std::string number_text(double value) {
  char text[32];
  if (value >= 1e6)
    std::snprintf(text, sizeof text, "%.1f M", value / 1e6);
  else if (value >= 1e4)
    std::snprintf(text, sizeof text, "%.0f k", value / 1e3);
  else
    std::snprintf(text, sizeof text, value < 10 && value != std::floor(value) ? "%.2f" : "%.0f", value);
  return text;
}

// From 0 to the largest value that any of them has; the newest sample is at the right edge.
void draw_curves(const Statistics& statistics, const std::vector<Curve>& curves, float height) {
  const ImVec2 size{ImGui::GetContentRegionAvail().x, height};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(Tint::kGraphGround), 3);
  double most = 0;
  for (const Curve& curve : curves)
    for (const Statistics::Sample& sample : statistics.samples()) most = std::max(most, curve.value(sample));
  if (most <= 0) most = 1;
  const size_t count = statistics.samples().size();
  std::vector<ImVec2> points(count);
  for (const Curve& curve : curves) {
    for (size_t i = 0; i < count; ++i) {
      const float across = 1 - static_cast<float>(count - 1 - i) / (Statistics::kMostSamples - 1);
      const auto up = static_cast<float>(curve.value(statistics.samples()[i]) / most);
      points[i] = {at.x + across * size.x, at.y + 1 + (1 - up) * (size.y - 2)};
    }
    list.AddPolyline(points.data(), static_cast<int>(count), curve.colour, 0, 1.5F);
  }
  list.AddText({at.x + 3, at.y + 1}, packed(Tint::kQuiet), number_text(most).c_str());
}

ImU32 line_colour(const GameState& game, uint8_t entry) { return legible(game.look.looks[entry].colour); }

// A row: a click draws its line or leaves it out.
void draw_bar(GameState& game, uint8_t entry, int64_t count, int64_t most) {
  const float scale = game.scale.now;
  ImGui::PushID(entry);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool drawn = game.statistics.is_drawn(entry);
  if (ImGui::InvisibleButton("row", {width, height})) game.statistics.toggle(entry);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetTooltip("%s", drawn ? said("A click leaves its line out") : said("A click draws its line"));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 text = ImGui::GetColorU32(drawn ? ImGui::GetStyle().Colors[ImGuiCol_Text] : themed(Tint::kQuiet));
  const float swatch = height - 4 * scale;
  list.AddRectFilled({at.x, at.y + 2 * scale}, {at.x + swatch, at.y + 2 * scale + swatch}, line_colour(game, entry), 2);
  const std::string name = shown_label_of(game, {.entry = entry});
  const std::string number = number_text(static_cast<double>(count));
  const float name_at = at.x + swatch + 6 * scale;
  const float bar_at = at.x + 0.5F * width;
  const float bar_end = at.x + width - 52 * scale;
  ImGui::PushClipRect(at, {bar_at - 4 * scale, at.y + height}, true);
  list.AddText({name_at, at.y}, text, name.c_str());
  ImGui::PopClipRect();
  const float share = most > 0 ? static_cast<float>(count) / static_cast<float>(most) : 0;
  list.AddRectFilled({bar_at, at.y + height * 0.3F},
                     {bar_at + std::max(2.0F, share * (bar_end - bar_at)), at.y + height * 0.7F},
                     line_colour(game, entry), 2);
  list.AddText({at.x + width - ImGui::CalcTextSize(number.c_str()).x, at.y}, text, number.c_str());
  ImGui::PopID();
}

}  // namespace

void draw_statistics_panel(GameState& game, PanelPlaces& places, const Box& world) {
  if (!game.panels.statistics) return;
  Statistics& statistics = game.statistics;
  statistics.follow(game.session.world(), game.speedometer.tick_ms, ImGui::GetTime());
  const float scale = game.scale.now;
  const float margin = panel_gap(scale);
  const float width = std::min(300 * scale, (world.size.x - 3 * margin) / 2);
  place_next_window(places, WorldPanel::kStatistics, world, scale);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, world.size.y - 2 * margin});
  ImGui::Begin(labelled("Statistics"), &game.panels.statistics,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBackground);
  draw_ground();
  const std::vector<uint8_t> entries = statistics.by_count();
  std::vector<Curve> curves;
  for (const uint8_t entry : entries)
    if (statistics.is_drawn(entry))
      curves.push_back({line_colour(game, entry), [entry](const Statistics::Sample& sample) {
                          return static_cast<double>(sample.counts[entry]);
                        }});
  const Statistics::Sample& now = statistics.samples().back();
  const double seconds = static_cast<double>(now.tick - statistics.samples().front().tick) / kTicksPerSecond;
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(themed(Tint::kQuiet), said("Cells, over the world's last %.0f s"), seconds);
  draw_curves(statistics, curves, 90 * scale);
  ImGui::TextColored(themed(Tint::kQuiet), said("A tick: %.2f ms"), now.tick_ms);
  draw_curves(statistics, {{packed(Tint::kAccent), [](const auto& sample) { return sample.tick_ms; }}}, 40 * scale);
  ImGui::TextColored(themed(Tint::kQuiet), said("The longest picture: %.0f ms"), game.frame_times.longest_ms());
  ImGui::TextColored(themed(Tint::kQuiet), said("Memory: %.0f MB"), now.memory_mb);
  draw_curves(statistics, {{packed(Tint::kAccent), [](const auto& sample) { return sample.memory_mb; }}}, 40 * scale);
  ImGui::PopTextWrapPos();
  const float rows = std::min(static_cast<float>(entries.size()), kRowsOfBars);
  ImGui::BeginChild("bars", {0, rows * ImGui::GetTextLineHeightWithSpacing() + 2 * scale});
  for (const uint8_t entry : entries) draw_bar(game, entry, now.counts[entry], now.counts[entries.front()]);
  ImGui::EndChild();
  places.set_width(WorldPanel::kStatistics, ImGui::GetWindowWidth());
  ImGui::End();
}

}  // namespace quicksand
