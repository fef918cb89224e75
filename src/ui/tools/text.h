// Writes words in the chosen material: a click puts them where they show.
#pragma once

#include <algorithm>

#include "core/language.h"
#include "core/letters.h"
#include "ui/tools/paint.h"

namespace quicksand {

// The words with the middle of their capitals at the cell.
inline PaintCommand written_at(const Tooling& tooling, CellPos cell) {
  PaintCommand command = brush_command(tooling.brush, StrokeShape::kPolygon, ink_of(tooling), cell, cell);
  Lettering letters = lettering(tooling.words, tooling.dot);
  command.shape = Shape::kCells;
  command.from = {cell.x - letters.size.width / 2, cell.y - kMiddleOfCapitals * tooling.dot / 2};
  command.cells = std::move(letters.runs);
  return command;
}

inline bool can_be_written(const Tooling& tooling, CellPos) {
  return missing_letter(tooling.words).empty() && !lettering(tooling.words, 1).runs.empty();
}

inline void press_text(const ToolStep& step) {
  Tooling& tooling = step.tooling;
  if (const std::string missing = missing_letter(tooling.words); !missing.empty())
    tooling.complaint = said("There is no letter for {1}: the bar above says what is written", {missing});
  else if (!can_be_written(tooling, step.cell))
    tooling.complaint = said("There are no words yet: the bar above takes them");
  else
    apply_paint(step, written_at(tooling, step.cell));
}

inline void grow_letters(Tooling& tooling, int steps) { tooling.dot = std::clamp(tooling.dot + steps, 1, kMostDot); }

inline Cursor text_cursor(const Tooling& tooling, CellPos cell) {
  return {.outline = written_at(tooling, cell), .erases = ink_of(tooling).entry == 0};
}

}  // namespace quicksand
