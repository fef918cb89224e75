#include <array>

#include "ui/tools/blow.h"
#include "ui/tools/body.h"
#include "ui/tools/explosion.h"
#include "ui/tools/inspect.h"
#include "ui/tools/measure.h"
#include "ui/tools/paint.h"
#include "ui/tools/select.h"
#include "ui/tools/shapes.h"
#include "ui/tools/sign.h"
#include "ui/tools/source.h"
#include "ui/tools/suck.h"
#include "ui/tools/text.h"
#include "ui/tools/throw.h"
#include "ui/tools/tool.h"
#include "ui/tools/touch.h"

namespace quicksand {
namespace {

bool is_seen_from_the_side(const World& world) { return !world.seen_from_above(); }

bool takes_patches(const World& world) { return world.takes_patches(); }

}  // namespace

std::span<const Tool> tools() {
  static constexpr std::array kTools{
      Tool{.name = "Paint",
           .key = "B",
           .help = "Draws with the chosen material.",
           .words = "brush pencil draw pen",
           .colour = {0xe8, 0xe8, 0xe8},
           .icon = "M3 13 5 9 12 2 14 4 7 11 Z M5 9 7 11",
           .material = MaterialUse::kSomeOrEraser,
           .draws_lines = true,
           .draws_rectangles = true,
           .cursor = brush_cursor,
           .press = press_paint,
           .hold = hold_paint,
           .release = release_paint},
      Tool{.name = "Fill",
           .key = "D",
           .help = "Fills what is joined to the cell that is clicked: a basin, a room, a whole material.",
           .words = "flood bucket",
           .colour = {0x88, 0xc8, 0xe8},
           .icon = "M2 8 8 2 14 8 8 14 Z M2 8 14 8 D15 12 1.4",
           .material = MaterialUse::kSomeOrEraser,
           .shape = StrokeShape::kFlood,
           .erases = true,
           .cursor = flood_cursor,
           .press = press_flood},
      Tool{.name = "Rectangle",
           .key = "R",
           .help = "Draws a rectangle from corner to corner, filled or as a rim; {straight-line} makes it square.",
           .words = "box square frame",
           .colour = {0xd0, 0xd0, 0xe8},
           .icon = "M2 4 14 4 14 12 2 12 Z",
           .material = MaterialUse::kSomeOrEraser,
           .shape = StrokeShape::kRect,
           .erases = true,
           .draws_lines = true,
           .cursor = shape_cursor,
           .hold = hold_shape,
           .release = release_shape},
      Tool{.name = "Ellipse",
           .key = "C",
           .help = "Draws an ellipse from corner to corner, filled or as a rim; {straight-line} makes it a circle.",
           .words = "circle oval ring disc",
           .colour = {0xd0, 0xe8, 0xd8},
           .icon = "C8 8 6",
           .material = MaterialUse::kSomeOrEraser,
           .shape = StrokeShape::kEllipse,
           .erases = true,
           .draws_lines = true,
           .cursor = shape_cursor,
           .hold = hold_shape,
           .release = release_shape},
      Tool{.name = "Polygon",
           .key = "Q",
           .help = "Fills what its corners enclose: click them, or drag; a click beside the first or the last one "
                   "closes it.",
           .words = "lasso triangle shape",
           .colour = {0xe8, 0xd8, 0xd0},
           .icon = "M3 13 2 5 8 2 14 6 11 13 Z",
           .material = MaterialUse::kSomeOrEraser,
           .shape = StrokeShape::kPolygon,
           .cursor = polygon_cursor,
           .will_change = closes_polygon,
           .press = press_polygon,
           .hold = hold_polygon},
      Tool{.name = "Select",
           .key = "S",
           .help = "Selects a rectangle; with {straight-line} what you go round, with {rectangle} all that is joined. "
                   "Drag it to move it.",
           .words = "copy cut paste move lasso wand stamp clipboard",
           .colour = {0xf0, 0xd0, 0x70},
           .icon =
               "M2 2 5 2 M7 2 9 2 M11 2 14 2 M14 2 14 5 M14 7 14 9 M14 11 14 14 M14 14 11 14 M9 14 7 14 M5 14 2 14 M2 "
               "14 2 11 M2 9 2 7 M2 5 2 2",
           .erases = true,
           .draws_lines = true,
           .draws_rectangles = true,
           .works_in = takes_patches,
           .cursor = select_cursor,
           .will_change = select_changes,
           .press = press_select,
           .hold = hold_select,
           .release = release_select},
      Tool{.name = "Source",
           .key = "A",
           .help = "Sets down a source of the chosen material, or a drain with the eraser; drag one to move it, "
                   "{erase} "
                   "takes it away.",
           .words = "tap faucet spring drain clone emitter rain",
           .colour = {0x80, 0xc0, 0xf0},
           .icon = "M2 3 14 3 14 6 2 6 Z M5 8 5 10 M8 8 8 12 M11 8 11 10 M5 12 5 14 M11 12 11 14",
           .material = MaterialUse::kSomeOrEraser,
           .erases = true,
           .erases_at = source_at_cell,
           .cursor = source_cursor,
           .press = press_source,
           .hold = hold_source,
           .release = release_source},
      Tool{.name = "Text",
           .key = "Shift+T",
           .help = "Writes words in the chosen material where you click; {larger-brush} makes them larger.",
           .words = "write letters font label",
           .colour = {0xe8, 0xe0, 0xd0},
           .icon = "M3 3 13 3 M3 3 3 5 M13 3 13 5 M8 3 8 13 M6 13 10 13",
           .material = MaterialUse::kSomeOrEraser,
           .shape = StrokeShape::kPolygon,
           .cursor = text_cursor,
           .will_change = can_be_written,
           .wheel = grow_letters,
           .press = press_text},
      Tool{.name = "Sign",
           .key = "Shift+N",
           .help = "Sets up a sign with words for people; click one to change it, drag it to move it, {erase} "
                   "takes it away.",
           .words = "note label text comment",
           .colour = {0xd8, 0xb0, 0x78},
           .icon = "M2 3 14 3 14 9 2 9 Z M8 9 8 15 M4 5 12 5 M4 7 9 7",
           .erases = true,
           .erases_at = is_on_sign,
           .cursor = sign_cursor,
           .will_change = changes_later,
           .release = release_sign},
      Tool{.name = "Throw",
           .key = "H",
           .help = "Throws a brush full of the material chosen last: pull, and let go.",
           .colour = {0xe8, 0xd8, 0xa8},
           .icon = "M2 13 5 8 9 5 14 4 M14 4 11 2 M14 4 11.5 6.5 D3 13 2",
           .material = MaterialUse::kSome,
           .cursor = throw_cursor,
           .release = release_throw},
      Tool{.name = "Explosion",
           .key = "K",
           .help = "An explosion at each click, the larger the brush the stronger. Throws what is loose, breaks stone "
                   "and wood, sets off what explodes.",
           .words = "bomb blast grenade dynamite",
           .colour = {0xff, 0x8a, 0x30},
           .icon = "M8 1 9.5 5 14 3 11.5 7 15 9 11 10 12 15 8 11.5 4 15 5 10 1 9 4.5 7 2 3 6.5 5 Z",
           .cursor = explosion_cursor,
           .press = press_explosion},
      Tool{.name = "Blow",
           .key = "V",
           .help = "Wind away from the pointer, and along with it, while the button is held.",
           .words = "fan air push",
           .colour = {0xa8, 0xd8, 0xf0},
           .icon = "M1 5 10 5 12 4 12 2.5 10.5 2 M1 8 13 8 15 9 14.5 11 13 11 M1 11 8 11 9.5 12 9 13.5 8 14",
           .cursor = blow_cursor,
           .hold = hold_blow},
      Tool{.name = "Suck",
           .key = "I",
           .help = "Pulls what is loose towards the pointer while the button is held.",
           .words = "vacuum pull attract",
           .colour = {0x9a, 0x80, 0xd0},
           .icon = "M1 1 6 6 M6 6 6 3 M6 6 3 6 M15 1 10 6 M10 6 10 3 M10 6 13 6 M1 15 6 10 M6 10 6 13 M6 10 3 10 M15 "
                   "15 10 10 M10 10 10 13 M10 10 13 10 D8 8 1.2",
           .cursor = suck_cursor,
           .hold = hold_suck},
      Tool{.name = "Heat",
           .key = "U",
           .help = "Heats what is under the brush while the button is held: melts, boils, lights.",
           .words = "warm hot temperature ignite burn",
           .colour = {0xff, 0x50, 0x28},
           .icon = "M8 1 9 5 12 8 12 11 10.5 14 8 15 5.5 14 4 11 4 8 6 6 7 8 Z M8 10 9 12 8 13.5 7 12 Z",
           .works_in = is_seen_from_the_side,
           .cursor = brush_cursor,
           .hold = hold_warm},
      Tool{.name = "Cool",
           .key = "Y",
           .help = "Cools what is under the brush while the button is held: freezes, puts out.",
           .words = "cold freeze temperature",
           .colour = {0x70, 0xc8, 0xff},
           .icon = "M8 1 8 15 M2 4.5 14 11.5 M14 4.5 2 11.5 M6 2 8 4 10 2 M6 14 8 12 10 14",
           .works_in = is_seen_from_the_side,
           .cursor = brush_cursor,
           .hold = hold_cool},
      Tool{.name = "Press",
           .key = "M",
           .help = "Presses a switch at each click: on, and off again.",
           .words = "switch button electricity",
           .colour = {0x5f, 0xb3, 0x6a},
           .icon = "M2 14 14 14 M4 14 4 11 12 11 12 14 M8 1 8 8 M5.5 5.5 8 8 10.5 5.5",
           .works_in = is_seen_from_the_side,
           .cursor = brush_cursor,
           .press = press_switch},
      Tool{.name = "Body",
           .key = "J",
           .help =
               "In dunes: sets down a ball, plough, foot or what the panel Physics says, as wide as the brush; drags "
               "it. {straight-line} draws its way.",
           .words = "ball plough foot feet walk",
           .colour = {0x9a, 0x9a, 0x98},
           .icon = "C8 8 6 M4 6 7 4 M3.4 9 5 7",
           .draws_lines = true,
           .works_in = has_bodies,
           .cursor = body_cursor,
           .press = press_body,
           .hold = hold_body,
           .release = release_body},
      Tool{.name = "Inspect",
           .key = "F6",
           .help = "Tells all of the cell under the pointer: what it holds, what it does next and why. A click holds "
                   "on to a "
                   "cell, {let-go} lets it go.",
           .words = "why debug look explain info probe",
           .colour = {0xd8, 0xc8, 0x98},
           .icon = "C7 7 5 M10.5 10.5 14 14",
           .cursor = inspect_cursor,
           .will_change = changes_nothing,
           .press = press_inspect},
      Tool{.name = "Measure",
           .key = "F8",
           .help = "Drag: how far it is, how steep, and how much the surface rises from one end to the other.",
           .words = "ruler distance angle slope level height length",
           .colour = {0xb8, 0xd8, 0xb0},
           .icon = "M1 11 11 1 15 5 5 15 Z M4 8 5.5 9.5 M6.5 5.5 8 7 M9 3 10.5 4.5",
           .cursor = measure_cursor,
           .will_change = changes_nothing,
           .press = press_measure,
           .hold = hold_measure,
           .release = release_measure},
  };
  return kTools;
}

const Tool& next_tool(const Tool& tool, const World& world) {
  size_t next = static_cast<size_t>(&tool - tools().data());
  do next = (next + 1) % tools().size();
  while (!works_in(tools()[next], world));
  return tools()[next];
}

const Tool& previous_tool(const Tool& tool, const World& world) {
  size_t previous = static_cast<size_t>(&tool - tools().data());
  do previous = (previous + tools().size() - 1) % tools().size();
  while (!works_in(tools()[previous], world));
  return tools()[previous];
}

}  // namespace quicksand
