// The state of a sandbox: all that its next tick depends on, besides the material table.
#pragma once

#include <cstdint>

#include "core/geometry.h"
#include "core/plane.h"
#include "sim/grains/grains.h"
#include "sim/cells/material_table.h"

namespace quicksand {

enum class Border : uint8_t {
  kWall,  // nothing leaves the world
  kOpen,  // what reaches an outermost row or column is gone at the end of the tick, static cells excepted
};

struct SandboxState {
  SandboxState(GridSize world_size, uint64_t world_seed, Border world_border)
      : size(world_size),
        seed(world_seed),
        border(world_border),
        material(world_size),
        grain_seed(world_size),
        wetness(world_size) {
    material.fill_margin(kWall);
  }

  GridSize size;
  uint64_t seed;
  Border border;
  uint64_t tick = 0;          // ticks run so far; also the number of the tick that runs next
  uint64_t paint_serial = 0;  // paint commands applied so far

  Plane<MaterialId> material;  // the margin is wall
  Plane<uint8_t> grain_seed;         // stamped when a grain is painted, moves with it; 0 where there is void
  Plane<uint8_t> wetness;      // in 255ths of a cell of what the material absorbs, at most its wet_max; moves with it

  Grains grains;         // in the air
  bool deposits = true; // grains that come to rest become cells again
};

}  // namespace quicksand
