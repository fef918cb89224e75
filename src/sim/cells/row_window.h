// A row of the world that is processed and those around it, as pointers to the same column of each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/cells/material_table.h"
#include "sim/cells/state.h"

namespace quicksand {

struct RowWindow {
  const MaterialId* above;
  const MaterialId* here;
  const MaterialId* below;
  const uint8_t* grain_seed;  // of `here`
  const uint8_t* wetness;     // of `here`
  const uint8_t* speed;       // of `here`
  const uint8_t* speed_above;
  const uint8_t* timer;       // of `here`
  ptrdiff_t stride;           // from row to row
  int rows_left;              // so many rows down is the wall below the world

  RowWindow(const SandboxState& state, int y)
      : above(state.material().row(y - 1)),
        here(state.material().row(y)),
        below(state.material().row(y + 1)),
        grain_seed(state.grain_seed().row(y)),
        wetness(state.wetness().row(y)),
        speed(state.cells[kSpeedPlane].row(y)),
        speed_above(state.cells[kSpeedPlane].row(y - 1)),
        timer(state.cells[kTimerPlane].row(y)),
        stride(state.material().stride()),
        rows_left(state.size.height - y) {}

  // The row so many below; of those below the world the first.
  const MaterialId* down(int rows) const { return here + std::min(rows, rows_left) * stride; }

  RowWindow at(int x) const {
    RowWindow window = *this;
    for (const MaterialId** row : {&window.above, &window.here, &window.below}) *row += x;
    window.grain_seed += x;
    for (const uint8_t** row : {&window.wetness, &window.speed, &window.speed_above, &window.timer}) *row += x;
    return window;
  }
};

// The same rows of the touched plane: 1 where an event of this tick has taken part already.
struct TouchedWindow {
  const uint8_t* above;
  const uint8_t* here;
  const uint8_t* below;
  ptrdiff_t stride;
  int rows_left;

  TouchedWindow at(int x) const { return {above + x, here + x, below + x, stride, rows_left}; }

  // As RowWindow::down().
  const uint8_t* down(int rows) const { return here + std::min(rows, rows_left) * stride; }
};

// Of a cell, before anything has been touched in a tick.
inline constexpr uint8_t kNoneTouched[2 * kMaxReach + 1] = {};
inline constexpr TouchedWindow kUntouched{kNoneTouched + kMaxReach, kNoneTouched + kMaxReach,
                                          kNoneTouched + kMaxReach, 0, 0};

}  // namespace quicksand
