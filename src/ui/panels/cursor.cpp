#include <algorithm>
#include <cmath>
#include <utility>

#include "core/language.h"
#include "ui/game/measuring.h"
#include "ui/game/palette.h"
#include "ui/panels/outline.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "ui/tools/measure.h"
#include "ui/tools/source.h"

namespace quicksand {
namespace {

ImVec2 middle_of(const GameState& game, CellPos cell) {
  const Point pixel = game.camera.pixel_of({cell.x + 0.5, cell.y + 0.5});
  return {static_cast<float>(pixel.x), static_cast<float>(pixel.y)};
}

void draw_aim(const GameState& game, CellPos from, CellPos to) {
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  draw->AddLine(middle_of(game, from), middle_of(game, to), packed(Tint::kWorldAim), 2);
  draw->AddCircleFilled(middle_of(game, to), 4, packed(Tint::kWorldAim));
}

void draw_way(const GameState& game, std::span<const CellPos> way) {
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  // Sand is as bright as the line.
  for (const auto& [colour, width] : {std::pair{packed(Tint::kWorldEdge), 5.0F}, {packed(Tint::kWorldAim), 2.0F}})
    for (size_t i = 1; i < way.size(); ++i)
      draw->AddLine(middle_of(game, way[i - 1]), middle_of(game, way[i]), colour, width);
}

// Which way a field pushes: arrows that move that way, as far as it reaches.
void draw_field(const GameState& game, const ForceCommand& field) {
  constexpr int kArrows = 12;
  constexpr double kRoundsASecond = 1.2;
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const ImVec2 middle = middle_of(game, field.at);
  const float reach = static_cast<float>(field.radius * game.camera.zoom());
  draw->AddCircle(middle, reach, packed(Tint::kWorldShadow), 0, 3);
  draw->AddCircle(middle, reach, packed(Tint::kWorldDraws), 0, 1);
  const auto phase = static_cast<float>(std::fmod(ImGui::GetTime() * kRoundsASecond, 1.0));
  for (int i = 0; i < kArrows; ++i) {
    const float angle = 6.2831853F * static_cast<float>(i) / kArrows;
    const ImVec2 way{std::cos(angle), std::sin(angle)};
    const float share = std::fmod(phase + (i % 2 == 0 ? 0.5F : 0.0F), 1.0F);
    const float at = reach * (0.25F + 0.7F * (field.outward > 0 ? share : 1 - share));
    const float tip = std::min(5.0F + 0.04F * reach, 0.2F * reach) * (field.outward > 0 ? 1.0F : -1.0F);
    const auto place = [&](float along, float across) {
      return ImVec2{middle.x + way.x * along - way.y * across, middle.y + way.y * along + way.x * across};
    };
    const int strength = static_cast<int>(200 * (1 - at / reach)) + 40;
    const ImU32 colour = packed(Tint::kWorldDraws, strength);
    draw->AddLine(place(at, 0), place(at - tip, tip * 0.6F), colour, 1.5F);
    draw->AddLine(place(at, 0), place(at - tip, -tip * 0.6F), colour, 1.5F);
  }
}

// On a ground of its own, within the window.
void draw_text_at(ImDrawList* draw, ImVec2 at, const std::string& text, ImU32 colour) {
  const float margin = ImGui::GetFontSize() * 0.35F;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, 20 * ImGui::GetFontSize());
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  at.x = std::max(margin, std::min(at.x, screen.x - size.x - margin));
  at.y = std::max(margin, std::min(at.y, screen.y - size.y - margin));
  draw->AddRectFilled({at.x - margin, at.y - margin}, {at.x + size.x + margin, at.y + size.y + margin},
                      packed(Tint::kLabelGround), margin);
  draw->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, colour, text.c_str(), nullptr, 20 * ImGui::GetFontSize());
}

// Whether there is one.
bool draw_note(const GameState& game, const PointerInput& pointer) {
  bool is_any = false;
  for (const Toast& toast : game.toasts.shown()) {
    if (!toast.at_pointer) continue;
    is_any = true;
    draw_text_at(ImGui::GetForegroundDrawList(),
                 {static_cast<float>(pointer.at.x) + 18 * game.scale.now,
                  static_cast<float>(pointer.at.y) + 18 * game.scale.now},
                 toast.text, packed(Tint::kAccent));
  }
  return is_any;
}

// The chosen material's own colour, light enough to be seen.
ImU32 ring_colour(const GameState& game, const Cursor& cursor) {
  if (cursor.erases || !cursor.outline || cursor.outline->entries.empty()) return packed(Tint::kWorldErases);
  const Rgb colour = game.look.looks[cursor.outline->entries.front()].colour;
  const auto light = [](uint8_t channel) { return 90 + channel * 165 / 255; };
  return IM_COL32(light(colour.r), light(colour.g), light(colour.b), 230);
}

void draw_over_world(ImVec2 at, const std::string& text, ImU32 colour) {
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  draw->AddText({at.x + 1, at.y + 1}, packed(Tint::kWorldShadow), text.c_str());
  draw->AddText(at, colour, text.c_str());
}

// What a click does here, below the ring: the material, or the tool.
void draw_name(const GameState& game, const PointerInput& pointer, const Cursor& cursor) {
  const Tool& tool = *game.tooling.tool;
  if (cursor.outline && cursor.outline->shape == Shape::kCells) return;  // words would stand in words
  if (game.tooling.placing) return;                                      // a click puts it down
  const bool uses_material = tool.material != MaterialUse::kNone;
  const std::string name = shown_label_of(game, {.entry = game.tooling.entry, .tool = uses_material ? nullptr : &tool});
  const double reach =
      cursor.outline ? cursor.outline->height.value_or(cursor.outline->width) * game.camera.zoom() / 2 : 0;
  const ImVec2 size = ImGui::CalcTextSize(name.c_str());
  const ImVec2 at{static_cast<float>(pointer.at.x) - size.x / 2,
                  static_cast<float>(pointer.at.y + reach) + 6 * game.scale.now};
  draw_over_world(at, name, cursor.outline ? ring_colour(game, cursor) : packed(Tint::kWorldAim));
}

// Rings of light, one within the other.
void draw_flash(const GameState& game, const Shock& shock) {
  constexpr int kRings = 6;
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const float reach = static_cast<float>(shock.reach * game.camera.zoom());
  for (int i = 1; i <= kRings; ++i) {
    const int alpha = static_cast<int>(60 * shock.strength());
    draw->AddCircleFilled(middle_of(game, shock.at), reach * 1.3F * static_cast<float>(i) / kRings,
                          packed(Tint::kWorldFlash, alpha));
  }
}

// Where the brush's mirrors stand: a stroke that comes a second time elsewhere would be a surprise without them.
void draw_mirrors(const GameState& game, Symmetry symmetry) {
  const GridSize size = game.session.world().size();
  const double middle_x = size.width / 2.0;
  const double middle_y = size.height / 2.0;
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const auto draw_line = [&](Point from, Point to) {
    const Point first = game.camera.pixel_of(from);
    const Point last = game.camera.pixel_of(to);
    for (const auto& [colour, width] : {std::pair{packed(Tint::kWorldEdge), 3.0F}, {packed(Tint::kWorldAim), 1.0F}})
      draw->AddLine({static_cast<float>(first.x), static_cast<float>(first.y)},
                    {static_cast<float>(last.x), static_cast<float>(last.y)}, colour, width);
  };
  if (symmetry == Symmetry::kLeftRight || symmetry == Symmetry::kBoth)
    draw_line({middle_x, 0}, {middle_x, static_cast<double>(size.height)});
  if (symmetry == Symmetry::kUpDown || symmetry == Symmetry::kBoth)
    draw_line({0, middle_y}, {static_cast<double>(size.width), middle_y});
}

// Whether something of what is painted may be within the window.
bool is_in_sight(const GameState& game, const PaintCommand& command) {
  if (command.shape == Shape::kCells) return true;
  CellBox box{command.from.x, command.from.y, command.from.x, command.from.y};
  const auto take_in = [&](CellPos cell) {
    box.left = std::min(box.left, cell.x);
    box.top = std::min(box.top, cell.y);
    box.right = std::max(box.right, cell.x);
    box.bottom = std::max(box.bottom, cell.y);
  };
  take_in(command.to);
  for (const CellPos corner : command.corners) take_in(corner);
  const double reach = std::max(command.width, command.height.value_or(0)) + 1.0;
  const Point first = game.camera.pixel_of({box.left - reach, box.top - reach});
  const Point last = game.camera.pixel_of({box.right + reach, box.bottom + reach});
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  return last.x >= 0 && last.y >= 0 && first.x <= screen.x && first.y <= screen.y;
}

}  // namespace

void draw_flashes(GameState& game) {
  Shocks& shocks = game.tooling.shocks;
  shocks.fade(ImGui::GetIO().DeltaTime);
  if (!game.settings.shakes) return;
  for (const Shock& shock : shocks.shown()) draw_flash(game, shock);
}

// Where sources and drains are, while the tool that moves them is in the hand.
void draw_sources(const GameState& game) {
  if (game.tooling.tool->release != release_source) return;
  const Session& session = game.session;
  constexpr int kMostShown = 1000;  // more would not be told apart, and a scene may have hundreds of thousands
  int shown = 0;
  std::vector<Box> named;  // where names stand: one over another could not be read
  for (const SceneSource& source : session.director().sources()) {
    if (source.until <= session.world().tick() || !is_in_sight(game, source.command)) continue;
    if (++shown > kMostShown) break;
    const bool drains = source.command.onto == Onto::kAny;
    draw_edge(game, source.command, drains ? packed(Tint::kWorldErases) : packed(Tint::kWorldAim));
    const std::string name = drains ? said("drain") : shown_label_of(game, {.entry = source.command.entries.front()});
    const Point at = game.camera.pixel_of({static_cast<double>(std::min(source.command.from.x, source.command.to.x)),
                                           std::max(source.command.from.y, source.command.to.y) + 1.0});
    const Box place{{static_cast<float>(at.x), static_cast<float>(at.y)}, ImGui::CalcTextSize(name.c_str())};
    const auto overlaps = [&](const Box& other) {
      return place.at.x < other.at.x + other.size.x && other.at.x < place.at.x + place.size.x &&
             place.at.y < other.at.y + other.size.y && other.at.y < place.at.y + place.size.y;
    };
    if (std::ranges::any_of(named, overlaps)) continue;
    named.push_back(place);
    draw_over_world(place.at, name, packed(Tint::kWorldAim));
  }
}

// A line round the world, whose ground and sky go on beyond it.
void draw_world_edge(const GameState& game) {
  const GridSize size = game.session.world().size();
  const Point first = game.camera.pixel_of({0, 0});
  const Point last = game.camera.pixel_of({static_cast<double>(size.width), static_cast<double>(size.height)});
  ImGui::GetBackgroundDrawList()->AddRect(
      {static_cast<float>(std::floor(first.x)) - 1, static_cast<float>(std::floor(first.y)) - 1},
      {static_cast<float>(std::ceil(last.x)) + 1, static_cast<float>(std::ceil(last.y)) + 1},
      packed(Tint::kWorldEdge, 150));
}

void draw_measured(const GameState& game) {
  const Tooling& tooling = game.tooling;
  if (tooling.tool->press != press_measure || !tooling.measured) return;
  const ImVec2 from = middle_of(game, tooling.measured->from);
  const ImVec2 to = middle_of(game, tooling.measured->to);
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const ImVec2 corner{to.x, from.y};
  for (const auto& [colour, width] : {std::pair{packed(Tint::kWorldEdge), 4.0F}, {packed(Tint::kWorldAim), 1.5F}}) {
    draw->AddLine(from, corner, colour, width * 0.6F);
    draw->AddLine(corner, to, colour, width * 0.6F);
    draw->AddLine(from, to, colour, width);
    for (const ImVec2& end : {from, to}) draw->AddCircle(end, 4 * game.scale.now, colour, 0, width);
  }
  // Away from the line.
  const float away = 14 * game.scale.now;
  const std::string words = words_of(game.session.world(), *tooling.measured);
  const float width = ImGui::CalcTextSize(words.c_str()).x;
  draw_text_at(draw,
               {to.x < from.x ? to.x - width - away : to.x + away,
                to.y < from.y ? to.y - 2 * ImGui::GetFontSize() - away : to.y + away},
               words, packed(Tint::kAccent));
}

void draw_cursor(const GameState& game, const PointerInput& pointer) {
  if (!is_over_world(game, pointer)) return;
  const Tooling& tooling = game.tooling;
  const Tool& tool = tooling.stroke ? *tooling.stroke->tool : *tooling.tool;
  const CellPos cell = game.camera.cell_of(pointer.at);
  const Cursor cursor = tool.cursor(tooling, cell);
  if (cursor.aimed_from) draw_aim(game, *cursor.aimed_from, cell);
  draw_way(game, cursor.way);
  if (cursor.field) draw_field(game, *cursor.field);
  if (cursor.outline) {
    const bool draws = tool.material != MaterialUse::kNone;
    const Symmetry symmetry = draws ? tooling.brush.symmetry : Symmetry::kNone;
    draw_mirrors(game, symmetry);
    for (const PaintCommand& command : with_symmetry(*cursor.outline, symmetry, game.session.world().size()))
      draw_edge(game, command, ring_colour(game, cursor));
  }
  const bool shows_measure = tool.press == press_measure && tooling.measured;
  if (!draw_note(game, pointer) && !shows_measure && !pointer.use.held && !pointer.erase.held)
    draw_name(game, pointer, cursor);
}

}  // namespace quicksand
