// What lands fast throws what it lands on into the air: a crown of drops, a puff of sand.
//
// A cell that lands with a speed brings energy, and a share of it goes into cells around the place: from the nearest
// outward on both sides, loose cells with void above them fly up and away as airborne grains, until the energy is used
// up; at most one for each row a tick of the landing speed. Liquids take much of it. Powders take little, as their grains
// lose most of it in touching each other, and damp ones keep together.
//
// Energies are weighed by density: sand throws more water than water throws sand.
#pragma once

#include <cstdint>
#include <span>

#include "core/geometry.h"
#include "core/tick_events.h"
#include "sim/cells/state.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// A cell that fell and is stopped by what is below it.
struct Landing {
  CellPos cell;
  MaterialId material;
  uint8_t speed;  // in kOneRow-ths of a row a tick (falling/fall_laws.h), kMostSpeedAtRest + 1 or more
};

// `landings`: of one tick, in any order that is a function of the state. Marks the cells that change. `events` may be
// null. Where more land than a world of this size may throw (kCellsPerSplash), dice choose among them.
void splash(SandboxState& state, const MaterialTable& table, std::span<const Landing> landings, ActivityMap& activity,
            TickEvents* events);

}  // namespace quicksand
