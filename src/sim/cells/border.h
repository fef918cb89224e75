// The open border swallows what has reached it.
#pragma once

#include "sim/cells/state.h"

namespace quicksand {

// Removes what is in a cell at the edge; returns whether there was anything to remove. Static cells stay.
inline bool swallow(CellPos cell, SandboxState& state, const MaterialTable& table) {
  const Phase phase = table.phase(state.material[cell]);
  if (phase == Phase::kStatic || phase == Phase::kVoid) return false;
  state.material[cell] = kVoid;
  state.grain_seed[cell] = 0;
  state.wetness[cell] = 0;
  return true;
}

}  // namespace quicksand
