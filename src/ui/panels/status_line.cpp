#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include "app/inspecting.h"
#include "core/language.h"
#include "ui/game/palette.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// "1,234,567".
std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

struct Counts {
  int64_t active = 0;
  int64_t cells = 0;
};

// Counting looks at every cell, so it is done a few times a second only.
const Counts& counts_of(GameState& game) {
  constexpr double kSecondsBetween = 0.25;
  static Counts counts;
  static double next = 0;
  if (ImGui::GetTime() < next) return counts;
  next = ImGui::GetTime() + kSecondsBetween;
  const World& world = game.session.world();
  counts.active = world.count_active(game.session.parallel());
  counts.cells = world.size().cells() - world.count_entries()[0];
  return counts;
}

std::string under_pointer(const GameState& game) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const World& world = game.session.world();
  if (!game.camera.covers({mouse.x, mouse.y})) return "";
  const CellPos cell = game.camera.cell_of({mouse.x, mouse.y});
  if (!contains(world.size(), cell)) return said("outside of the world");
  const uint8_t entry = world.entry_at(cell);
  std::string text = entry == 0 ? said("nothing") : shown_label_of(game, {.entry = entry});
  if (entry == 0) {
    const Point place = game.camera.point_of({mouse.x, mouse.y});
    if (const std::optional<uint8_t> grain = entry_of_grain_at(world, place.x, place.y))
      text = said("{1}, a free grain", {shown_label_of(game, {.entry = *grain})});
  }
  if (game.panels.figures) {
    text = said("{1} at {2}, {3}", {text, std::to_string(cell.x), std::to_string(cell.y)});
    if (entry != 0) text += world.is_active(cell) ? said(", active") : said(", at rest");
  }
  const std::vector<PlaneView> planes = world.planes();
  for (const PlaneView& view : planes) {
    if (!view.fixed || view.name == "surface") continue;  // that one is the height, with what stands there
    char number[32];
    std::snprintf(number, sizeof number, " %.1f", value_at(view, cell));
    text += ", " + std::string(said(view.name)) + number;
  }
  if (const PlaneView* const temperature = find_view(planes, "temperature"); temperature && entry != 0) {
    char number[32];
    std::snprintf(number, sizeof number, ", %.0f °C", value_at(*temperature, cell));
    text += number;
  }
  if (const std::string state = world.state_of(cell); !state.empty()) text += ", " + state;
  const Plane<uint8_t>* const wetness = find_plane(planes, "wetness");
  if (wetness && (*wetness)[cell] > 0) {
    char number[32];
    std::snprintf(number, sizeof number, " %.2f", (*wetness)[cell] / double{UINT8_MAX});
    text += said(", wetness") + std::string(number);
  }
  return text;
}

// What a player wants to know: the world, its size, how fast its time runs.
std::string summary(const GameState& game) {
  const GridSize size = game.session.world().size();
  std::string text =
      world_name(game.session.scene().name) + "   " + std::to_string(size.width) + " x " + std::to_string(size.height);
  if (game.time.stands()) return text + said("   paused");
  if (game.time.paused)
    return text + said("   {1} ticks to go", {grouped(static_cast<int64_t>(game.time.steps_wanted))});
  char speed[32];
  std::snprintf(speed, sizeof speed, game.speedometer.speed < 10 ? "%.2gx" : "%.0fx", game.speedometer.speed);
  return text + said("   speed {1}", {speed});
}

// What its developers, and who measures, want to know.
std::string figures(GameState& game) {
  const Counts& counts = counts_of(game);
  const GridSize size = game.session.world().size();
  const AirborneView grains = game.session.world().airborne();
  std::string flying =
      grains.x.empty() ? "" : said(", {1} in the air", {grouped(static_cast<int64_t>(grains.x.size()))});
  if (grains.is_full) flying += said(" (no more can fly)");
  char text[320];
  std::snprintf(
      text, sizeof text, said("%3.0f fps   %5.2f ms a tick   %s active of %s cells%s   %d x %d   tick %llu%s"),
      game.speedometer.frames_per_second, game.speedometer.tick_ms, grouped(counts.active).c_str(),
      grouped(counts.cells).c_str(), flying.c_str(), size.width, size.height,
      static_cast<unsigned long long>(game.session.world().tick()), game.time.stands() ? said("   paused") : "");
  return text;
}

}  // namespace

void draw_status_line(GameState& game, const Box& box) {
  begin_panel("status", box, ImGuiWindowFlags_NoScrollWithMouse);
  const std::string left = game.panels.figures || game.panels.hud == Hud::kFigures ? figures(game) : summary(game);
  ImGui::TextColored(themed(Tint::kQuiet), "%s", left.c_str());
  const std::string under = under_pointer(game);
  const float width = ImGui::CalcTextSize(under.c_str()).x;
  const float at = std::max(box.size.x - width - 12 * game.scale.now, 0.0F);
  // What lies under the pointer matters more, where there is no room for both.
  if (at < ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + 12 * game.scale.now && !under.empty())
    ImGui::GetWindowDrawList()->AddRectFilled({box.at.x + at - 12 * game.scale.now, box.at.y},
                                              {box.at.x + box.size.x, box.at.y + box.size.y},
                                              ImGui::GetColorU32(ImGuiCol_WindowBg));
  ImGui::SameLine(at);
  ImGui::TextUnformatted(under.c_str());
  ImGui::End();
}

}  // namespace quicksand
