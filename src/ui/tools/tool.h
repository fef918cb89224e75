// A tool: what the button that draws does over the world.
//
// A tool is a file in this folder and a row of the table in tools.cpp. The palette, the keys, the list that F1 shows
// and README's table of tools follow from the row. Tools change the world through the session alone, and know no
// window.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "app/brush.h"
#include "core/force.h"
#include "core/geometry.h"
#include "core/paint.h"
#include "core/world.h"
#include "view/look.h"

namespace quicksand {

class Session;
struct Stroke;
struct Tooling;

// A step of a stroke. Steps go with the world's ticks, not with the window's pictures: what a tool does in a second of
// world time does not depend on how fast either of them runs.
struct ToolStep {
  Session& session;
  Tooling& tooling;
  Stroke& stroke;
  CellPos cell;                          // under the pointer; may lie outside of the world
  std::span<const CellPos> passed = {};  // since the last step, in order, `cell` included; none: the pointer rests
  double moved_x = 0;                    // since the last step, in cells
  double moved_y = 0;
  bool over_world = true;    // no panel lies below the pointer
  bool time_stands = false;  // the step has no tick: the world is paused, or the button goes down or comes up
  bool shift = false;        // the key is held
  bool control = false;      // the key was held when the stroke began
};

// What shows at the pointer.
struct Cursor {
  std::optional<PaintCommand> outline = {};  // the edge of what this would paint
  bool erases = false;                       // the outline is one of erasing
  std::optional<CellPos> aimed_from = {};    // a line from here to the pointer
  std::span<const CellPos> way = {};         // a line along these
  std::optional<ForceCommand> field = {};    // what it pushes, and which way
};

// Whether the chosen material plays a part.
enum class MaterialUse : uint8_t {
  kNone,
  kSome,         // it needs one: the eraser is none
  kSomeOrEraser  // it is what the tool draws, or erases with
};

struct Tool {
  std::string_view name;        // in the palette, capitalised
  std::string_view key;         // that takes it, by SDL's name
  std::string_view help;        // one line, with keys as in with_keys() of ui/game/key_map.h
  std::string_view words = {};  // more that it is found by
  Rgb colour;                   // of its icon in the palette
  std::string_view icon;        // as in ui/panels/icons.h
  MaterialUse material = MaterialUse::kNone;
  StrokeShape shape = StrokeShape::kFreehand;  // that its strokes have by themselves
  bool erases = false;                         // in its own way, where the button erases; else that erases freehand
  bool (*erases_at)(const Session&, const Tooling&, CellPos) = nullptr;  // in its own way there alone; null: everywhere
  bool draws_lines = false;                                              // {straight-line} means something to it
  bool draws_rectangles = false;                                         // and so does {rectangle}
  bool (*works_in)(const World&) = nullptr;                              // null: in all worlds
  Cursor (*cursor)(const Tooling&, CellPos);

  // Whether a button that goes down there will change the world; null: always. What changes nothing is not to be
  // undone.
  bool (*will_change)(const Tooling&, CellPos) = nullptr;

  void (*wheel)(Tooling&, int steps) = nullptr;  // what grows, or shrinks by -steps; null: the brush

  // What the button does; null: nothing.
  void (*press)(const ToolStep&) = nullptr;    // it goes down over the world
  void (*hold)(const ToolStep&) = nullptr;     // it is down: before each tick; while the world is paused as often
  void (*release)(const ToolStep&) = nullptr;  // it comes up
};

// All of them, in the palette's order; the first is painting.
std::span<const Tool> tools();
inline const Tool& painting_tool() { return tools().front(); }
inline bool works_in(const Tool& tool, const World& world) { return !tool.works_in || tool.works_in(world); }
// Of those that work in the world.
const Tool& next_tool(const Tool& tool, const World& world);
const Tool& previous_tool(const Tool& tool, const World& world);

}  // namespace quicksand
