// Sets bodies down in dunes, and drags those that are there.
#pragma once

#include "app/kinds/dunes_bodies.h"
#include "app/session.h"
#include "ui/game/tooling.h"
#include "ui/tools/paint.h"

namespace quicksand {

// A body that is dragged comes to where the pointer is in so many ticks: what passes in a frame of an ordinary screen.
inline constexpr uint64_t kDragTicks = 4;

inline void press_body(const ToolStep& step) {
  if (!has_bodies(step.session.world())) {
    step.tooling.complaint = "Bodies are for dunes: open a scene of dunes (Ctrl+O)";
    return;
  }
  Tooling& tooling = step.tooling;
  tooling.held_body = body_at(step.session.world(), step.cell);
  if (!tooling.held_body)
    tooling.held_body = place_body(step.session, tooling.body_kind, step.cell, tooling.brush.width);
  if (tooling.held_body)
    tooling.chosen_body = *tooling.held_body;
  else
    tooling.complaint = "There are " + std::to_string(kMostPlacedBodies) + " bodies already; take some away first";
}

inline void hold_body(const ToolStep& step) {
  const std::optional<size_t>& body = step.tooling.held_body;
  if (!body || *body >= count_bodies(step.session.world()) || step.cell == step.stroke.last) return;
  move_body(step.session, *body, step.cell, kDragTicks);
  step.stroke.last = step.cell;
}

inline void release_body(const ToolStep& step) {
  hold_body(step);
  step.tooling.held_body.reset();
}

}  // namespace quicksand
