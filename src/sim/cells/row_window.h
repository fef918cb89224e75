// A row of the world that is processed and those around it, as pointers to the same column of each.
#pragma once

#include <cstdint>

#include "sim/cells/material_table.h"
#include "sim/cells/state.h"

namespace quicksand {

struct RowWindow {
  const MaterialId* above;
  const MaterialId* here;
  const MaterialId* below;
  const MaterialId* below_that;
  const uint8_t* grain_seed;  // of `here`
  const uint8_t* wetness;     // of `here`

  RowWindow(const SandboxState& state, int y)
      : above(state.material().row(y - 1)),
        here(state.material().row(y)),
        below(state.material().row(y + 1)),
        below_that(state.material().row(y + 2)),
        grain_seed(state.grain_seed().row(y)),
        wetness(state.wetness().row(y)) {}

  RowWindow at(int x) const {
    RowWindow window = *this;
    for (const MaterialId** row : {&window.above, &window.here, &window.below, &window.below_that}) *row += x;
    window.grain_seed += x;
    window.wetness += x;
    return window;
  }
};

// The same rows of the touched plane: 1 where an event of this tick has taken part already.
struct TouchedWindow {
  const uint8_t* above;
  const uint8_t* here;
  const uint8_t* below;
  const uint8_t* below_that;

  TouchedWindow at(int x) const { return {above + x, here + x, below + x, below_that + x}; }
};

// Of a cell, before anything has been touched in a tick.
inline constexpr uint8_t kNoneTouched[2 * kMaxFriction + 1] = {};
inline constexpr TouchedWindow kUntouched{kNoneTouched + kMaxFriction, kNoneTouched + kMaxFriction,
                                          kNoneTouched + kMaxFriction, kNoneTouched + kMaxFriction};

}  // namespace quicksand
