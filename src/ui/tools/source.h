// Sets down sources of the chosen material, or drains with the eraser; moves and ends them.
#pragma once

#include <algorithm>
#include <vector>

#include "app/session.h"
#include "core/language.h"
#include "ui/tools/paint.h"

namespace quicksand {

inline constexpr size_t kMostSources = 500;     // each costs time in every tick
inline constexpr double kSourceRate = 0.5;      // of each cell, each tick: as much as can fall out of it
inline constexpr int kClickedSourceHeight = 2;  // of a source that is clicked, which is as wide as the brush

// Those that run in the world, of which the last that holds the cell is on top; null: none does.
inline const SceneSource* source_at(const Session& session, CellPos cell) {
  const std::vector<SceneSource>& sources = session.director().sources();
  const auto found = std::find_if(sources.rbegin(), sources.rend(), [&](const SceneSource& one) {
    return one.until > session.world().tick() && has_cell(one, cell);
  });
  return found == sources.rend() ? nullptr : &*found;
}

// Ends the source on top, of which there is one at the cell. Those behind it begin again, as sources paint in their
// order.
inline void take_source(Session& session, CellPos cell) {
  const std::vector<SceneSource>& sources = session.director().sources();
  const auto top = source_at(session, cell) - sources.data();
  const std::vector<SceneSource> behind(sources.begin() + top + 1, sources.end());
  const uint64_t tick = session.world().tick();
  session.apply(KeepSourcesCommand{static_cast<uint64_t>(top)});
  for (const SceneSource& source : behind)
    if (source.until > tick) session.apply(SourceCommand{source.command, source.from, source.until});
}

inline bool source_at_cell(const Session& session, const Tooling&, CellPos cell) {
  return source_at(session, cell) != nullptr;
}

// What a drag from one cell to another sets down; a click is as wide as the brush.
inline PaintCommand source_command(const Brush& brush, uint8_t entry, CellPos from, CellPos to) {
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = from;
  command.to = to;
  if (from == to) {
    command.from.x -= brush.width / 2;
    command.to = {command.from.x + brush.width - 1, from.y + kClickedSourceHeight - 1};
  }
  command.entries = {entry};
  command.fill_limit = entry == 0 ? dice_limit(1) : dice_limit(kSourceRate);
  command.wetness = entry == 0 ? std::nullopt : brush.wetness;
  command.onto = entry == 0 ? Onto::kAny : Onto::kEmpty;
  return command;
}

inline PaintCommand moved_source(PaintCommand command, CellPos from, CellPos to) {
  for (CellPos* const corner : {&command.from, &command.to})
    *corner = {corner->x + to.x - from.x, corner->y + to.y - from.y};
  return command;
}

// For the outline; which source moves is decided where the button comes up.
inline void press_source(const ToolStep& step) {
  const SceneSource* const held = source_at(step.session, step.cell);
  if (held && !step.stroke.erases) step.stroke.held = held->command;
}

inline void hold_source(const ToolStep& step) { step.stroke.last = step.cell; }

inline void release_source(const ToolStep& step) {
  const CellPos start = step.stroke.start;
  const SceneSource* const held = source_at(step.session, start);
  if (step.stroke.erases) {
    if (held) take_source(step.session, start);
    return;
  }
  if (held) {
    if (step.cell == start) {
      step.tooling.complaint = said("Drag a source to move it; {erase} takes it away");
      return;
    }
    const SourceCommand moved{moved_source(held->command, start, step.cell), held->from, held->until};
    take_source(step.session, start);
    step.session.apply(moved);
    return;
  }
  if (step.session.director().sources().size() >= kMostSources) {
    step.tooling.complaint =
        said("There are {1} sources already: take some away first", {std::to_string(kMostSources)});
    return;
  }
  const PaintCommand command = source_command(step.tooling.brush, step.stroke.ink.entry, start, step.cell);
  for (const PaintCommand& drawn : step.session.world().drawn_by_hand(command))
    step.session.apply(SourceCommand{drawn});
}

inline Cursor source_cursor(const Tooling& tooling, CellPos cell) {
  if (tooling.stroke && tooling.stroke->held) {
    const PaintCommand& held = *tooling.stroke->held;
    return {.outline = moved_source(held, tooling.stroke->start, tooling.stroke->last),
            .erases = held.entries.front() == 0};
  }
  const Ink ink = ink_of(tooling);
  const CellPos from = tooling.stroke ? tooling.stroke->start : cell;
  const CellPos to = tooling.stroke ? tooling.stroke->last : cell;
  return {.outline = source_command(tooling.brush, ink.entry, from, to), .erases = ink.entry == 0};
}

}  // namespace quicksand
