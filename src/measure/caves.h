// Random caves with liquid in them, to see whether levels hold whatever the geometry.
#pragma once

#include <cstdint>
#include <memory>

#include "sim/tick/sandbox.h"

namespace quicksand {

// Solid rock in which rooms, shafts, pipes, rubble and slabs have been cut at random, with the liquid poured in at
// several places. Size and shape follow from the seed.
Sandbox flooded_cave(const std::shared_ptr<const MaterialTable>& materials, MaterialId liquid, uint64_t seed);

// Runs the world until nothing changes any more, at most so many ticks. Returns whether it came to rest.
bool run_to_rest(Sandbox& world, int most_ticks);

// Over all bodies, the cells of the liquid that are connected side by side: by how many rows its highest cell, be it
// under a roof, is above its lowest free surface at most: a cell at the top of its column with void above or beside it.
int most_uneven(const Sandbox& world, MaterialId liquid);

}  // namespace quicksand
