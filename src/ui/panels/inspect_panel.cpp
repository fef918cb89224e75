#include "ui/panels/inspect_panel.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "ui/tools/inspect.h"

namespace quicksand {
namespace {

// To tell of a cell takes a few ticks' time: at most so often, and no more than this share of all time.
constexpr double kSecondsBetween = 0.1;
constexpr double kLargestShare = 0.05;

// Around the cell, at least so large, so that it is seen where cells are small.
constexpr float kLeastFrame = 9;

// Where cells are so many times as wide as letters are high, there is room in each for a number like 12.5.
constexpr double kRoomForNumber = 2.5;

bool is_in_hand(const GameState& game) { return game.tooling.tool->press == press_inspect; }

// Of the cell on the screen, and some way around it.
Box frame_of(const GameState& game, CellPos cell) {
  const Point at = game.camera.pixel_of({static_cast<double>(cell.x), static_cast<double>(cell.y)});
  const auto side = std::max(static_cast<float>(game.camera.zoom()) + 4, kLeastFrame);
  const auto half = static_cast<float>(game.camera.zoom() / 2);
  return {{static_cast<float>(at.x) + half - side / 2, static_cast<float>(at.y) + half - side / 2}, {side, side}};
}

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  const std::string_view digits = text.data();
  return std::string(digits.ends_with(".0") ? digits.substr(0, digits.size() - 2) : digits);
}

// In a world that is seen from above, how high it stands everywhere, where there is room for the numbers.
void draw_heights(const GameState& game) {
  if (game.camera.zoom() < kRoomForNumber * ImGui::GetFontSize()) return;
  const std::vector<PlaneView> planes = game.session.world().planes();
  const auto surface = std::ranges::find_if(planes, [](const PlaneView& view) { return view.surface; });
  if (surface == planes.end()) return;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const CellRect seen = game.camera.visible_cells(0);
  for (int y = seen.y; y < seen.y + seen.height; ++y)
    for (int x = seen.x; x < seen.x + seen.width; ++x) {
      const std::string number = short_number(value_at(*surface, {x, y}));
      const Point middle = game.camera.pixel_of({x + 0.5, y + 0.5});
      const ImVec2 size = ImGui::CalcTextSize(number.c_str());
      const ImVec2 at{std::floor(static_cast<float>(middle.x) - size.x / 2),
                      std::floor(static_cast<float>(middle.y) - size.y / 2)};
      for (const float dx : {-1.0F, 1.0F})
        for (const float dy : {-1.0F, 1.0F})
          draw.AddText({at.x + dx * game.scale.now, at.y + dy * game.scale.now}, packed(Tint::kWorldEdge),
                       number.c_str());
      draw.AddText(at, packed(Tint::kWorldMark), number.c_str());
    }
}

}  // namespace

void InspectPanel::draw_over_world(const GameState& game) const {
  if ((!is_in_hand(game) && !game.tooling.inspected) || game.panels.hud != Hud::kAll) return;
  draw_heights(game);
  if (!cell_) return;
  const Box frame = frame_of(game, *cell_);
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const ImVec2 end{frame.at.x + frame.size.x, frame.at.y + frame.size.y};
  draw->AddRect(frame.at, end, packed(Tint::kWorldEdge), 0, 0, 3);
  draw->AddRect(frame.at, end, packed(Tint::kWorldMark), 0, 0, 1);
}

void InspectPanel::renew(const GameState& game) {
  const World& world = game.session.world();
  const bool same = told_cell_ == cell_ && told_tick_ == world.tick() && told_changes_ == game.session.changes();
  if (same || ImGui::GetTime() < next_) return;
  const auto start = std::chrono::steady_clock::now();
  told_ = world.inspect(*cell_);
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  next_ = ImGui::GetTime() + std::max(kSecondsBetween, took / kLargestShare);
  told_cell_ = cell_;
  told_tick_ = world.tick();
  told_changes_ = game.session.changes();
}

void InspectPanel::draw(GameState& game, const PointerInput& pointer, const PanelPlaces& places, const Box& world) {
  const GridSize size = game.session.world().size();
  if (game.tooling.inspected && !contains(size, *game.tooling.inspected)) game.tooling.inspected.reset();
  if (!is_in_hand(game) && !game.tooling.inspected) {
    cell_.reset();
    return;
  }
  if (game.tooling.inspected) {
    cell_ = game.tooling.inspected;
  } else if (const CellPos under = game.camera.cell_of(pointer.at);
             is_over_world(game, pointer) && contains(size, under)) {
    cell_ = under;
  }
  if (!cell_ || !contains(size, *cell_)) return;
  renew(game);
  if (!told_cell_) return;

  // On the side where it does not cover what it tells of.
  const float scale = game.scale.now;
  const float margin = panel_gap(scale);
  const float least_width = 200 * scale;
  const float place = frame_of(game, *cell_).at.x - world.at.x;
  // Between other panels, if there is room for it on both sides of what it tells of; else over them.
  const bool is_between = places.free().width >= 2 * least_width + 4 * margin;
  const float most_width = (is_between ? places.free().width - 4 * margin : world.size.x - 3 * margin) / 2;
  const float width = std::min(330 * scale, most_width);
  const PanelPlaces::Free room = is_between ? places.free() : PanelPlaces::Free{margin, world.size.x - 2 * margin};
  const float right = room.left + room.width;
  if (on_right_ && place > right - width - 2 * margin) on_right_ = false;
  if (!on_right_ && place < room.left + width + 2 * margin) on_right_ = true;
  ImGui::SetNextWindowPos({world.at.x + (on_right_ ? right : room.left), world.at.y + margin}, ImGuiCond_Always,
                          {on_right_ ? 1.0F : 0.0F, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, world.size.y - 2 * margin});
  ImGui::SetNextWindowBgAlpha(is_between ? kAlphaOverWorld : 1);
  bool open = true;
  const bool is_held = game.tooling.inspected.has_value();
  // One that follows the pointer is never in its way.
  ImGui::Begin(labelled("Inspect"), is_held ? &open : nullptr,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing | (is_held ? 0 : ImGuiWindowFlags_NoInputs));
  ImGui::PushTextWrapPos(0);
  const uint8_t entry = game.session.world().entry_at(*told_cell_);
  const std::string name = entry == 0 ? said("Nothing") : shown_label_of(game, {.entry = entry});
  ImGui::TextUnformatted(
      said("{1} at {2}, {3}", {name, std::to_string(told_cell_->x), std::to_string(told_cell_->y)}).c_str());
  ImGui::TextColored(
      themed(Tint::kQuiet), "%s",
      is_held ? with_keys(game, said("held; {let-go} lets it go")).c_str() : said("a click holds on to a cell"));
  for (const InspectionSection& section : told_) {
    ImGui::Separator();
    heading(section.title.c_str(), themed(Tint::kQuiet));
    for (const std::string& line : section.lines) ImGui::TextUnformatted(line.c_str());
  }
  ImGui::PopTextWrapPos();
  ImGui::End();
  if (open) return;
  game.tooling.inspected.reset();
  if (is_in_hand(game)) select_tool(game, painting_tool());
}

}  // namespace quicksand
