// Sets bodies down in dunes, and drags those that are there; with Shift it draws a way for one, which goes there when
// the button comes up.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "app/kinds/dunes_bodies.h"
#include "app/session.h"
#include "core/language.h"
#include "ui/game/tooling.h"
#include "ui/tools/paint.h"

namespace quicksand {

// A body that is dragged comes to where the pointer is in so many ticks: what passes in a frame of an ordinary screen.
inline constexpr uint64_t kDragTicks = 4;

// A way has so many places at most: recordings list them all.
inline constexpr size_t kMostOfWay = 1000;

inline bool walks(const Tooling& tooling) { return body_kinds()[tooling.body_kind].walks; }

// What is beyond the world nobody would find again.
inline CellPos within_world(const ToolStep& step, CellPos cell) {
  const GridSize size = step.session.world().size();
  return {std::clamp(cell.x, 0, size.width - 1), std::clamp(cell.y, 0, size.height - 1)};
}

// With Shift, and always for what walks, unless the button went down over a body.
inline bool draws_way(const ToolStep& step) {
  return step.stroke.shape == StrokeShape::kLine || (walks(step.tooling) && !step.tooling.held_body);
}

// Places are some cells apart: what is nearer says nothing that a player meant.
inline void add_to_way(std::vector<CellPos>& way, CellPos cell) {
  constexpr int kApart = 3;
  const bool is_near =
      !way.empty() && std::max(std::abs(cell.x - way.back().x), std::abs(cell.y - way.back().y)) < kApart;
  if (!is_near && way.size() < kMostOfWay) way.push_back(cell);
}

inline void press_body(const ToolStep& step) {
  if (!has_bodies(step.session.world())) {
    step.tooling.complaint = said("Bodies are for dunes: open a scene of dunes ({worlds})");
    return;
  }
  Tooling& tooling = step.tooling;
  tooling.cancel_stroke_of_body();
  tooling.held_body = body_at(step.session.world(), step.cell);
  if (!tooling.held_body && walks(tooling)) return add_to_way(tooling.drawn_way, step.cell);
  if (!tooling.held_body && !contains(step.session.world().size(), step.cell)) return;
  const World& world = step.session.world();
  tooling.terrain =
      std::make_shared<Terrain>(tooling.held_body ? terrain_without(world, *tooling.held_body) : Terrain(world));
  if (!tooling.held_body)
    tooling.held_body = place_body(step.session, tooling.body_kind, step.cell, tooling.brush.width);
  if (tooling.held_body)
    tooling.chosen_bodies = {*tooling.held_body};
  else
    tooling.complaint = said("There are {1} bodies already; take some away first", {std::to_string(kMostPlacedBodies)});
}

inline void hold_body(const ToolStep& step) {
  const std::optional<size_t>& body = step.tooling.held_body;
  if (!has_bodies(step.session.world()) || step.cell == step.stroke.last) return;
  if (body ? *body >= count_bodies(step.session.world()) : !draws_way(step)) return;
  if (draws_way(step)) {
    std::vector<CellPos>& way = step.tooling.drawn_way;
    for (const CellPos& cell : step.passed) add_to_way(way, within_world(step, cell));
    add_to_way(way, within_world(step, step.cell));
    if (way.size() == kMostOfWay) step.tooling.complaint = said("The way ends here: longer ones cannot be drawn");
    step.stroke.last = step.cell;
    return;
  }
  drag_body(step.session, *body, within_world(step, step.cell), kDragTicks, *step.tooling.terrain);
  step.tooling.drags_body = true;
  step.stroke.last = step.cell;
}

inline void release_body(const ToolStep& step) {
  hold_body(step);
  Tooling& tooling = step.tooling;
  if (!tooling.held_body && walks(tooling) && has_bodies(step.session.world())) {
    const std::optional<BodyRange> feet =
        walk(step.session, tooling.drawn_way, tooling.brush.width, tooling.body_pace);
    if (feet)
      tooling.chosen_bodies = *feet;
    else
      tooling.complaint = count_bodies_to_see(step.session.world()) + 2 > kMostPlacedBodies
                              ? said("There are too many bodies for two feet; take some away first")
                              : said("Draw the way of the feet: hold the button and drag, some steps long");
  }
  const bool holds = tooling.held_body && *tooling.held_body < count_bodies(step.session.world());
  if (holds && !tooling.drawn_way.empty())
    send_body(step.session, *tooling.held_body, smooth_way(tooling.drawn_way), tooling.body_pace, *tooling.terrain);
  else if (holds && tooling.drags_body)
    move_body(step.session, *tooling.held_body, within_world(step, step.cell), kDragTicks, *tooling.terrain);
  tooling.cancel_stroke_of_body();
}

// What a click would set down, pointing to the right as all of them do at first.
inline PaintCommand body_outline(const Tooling& tooling, CellPos cell) {
  const BodyExtent extent = extent_of_body(tooling.body_kind, tooling.brush.width);
  PaintCommand outline;
  if (extent.round) {
    outline.from = outline.to = cell;
    outline.width = extent.length;
    return outline;
  }
  outline.shape = Shape::kRect;
  outline.from = {cell.x - extent.length / 2, cell.y - extent.width / 2};
  outline.to = {outline.from.x + extent.length - 1, outline.from.y + extent.width - 1};
  return outline;
}

inline Cursor body_cursor(const Tooling& tooling, CellPos cell) {
  Cursor cursor;
  if (!tooling.held_body) cursor.outline = body_outline(tooling, cell);
  cursor.way = tooling.drawn_way;
  return cursor;
}

}  // namespace quicksand
