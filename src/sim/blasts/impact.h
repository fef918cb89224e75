// Blows that set off what explodes when it is struck (Explosive::impact).
#pragma once

#include <span>

#include "sim/cells/state.h"
#include "sim/grains/grain_transfer.h"
#include "sim/grains/splash.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// Of what explodes, in kTimerPlane: it will, in the next round of blasts; or it waits for so many rounds more.
inline constexpr int kSetOff = 1;

// Marks the cell.
void set_off(SandboxState& state, CellPos cell, ActivityMap& activity, int waited = kSetOff);

// Cells that have landed.
void strike_by_landing(SandboxState& state, const MaterialTable& table, std::span<const Landing> landings,
                       ActivityMap& activity);

// Grains, and what they have hit: one hit for each grain. A grain that is set off goes off when it is a cell again.
void strike_by_grains(SandboxState& state, const MaterialTable& table, std::span<const GrainHit> hits,
                      ActivityMap& activity);

}  // namespace quicksand
