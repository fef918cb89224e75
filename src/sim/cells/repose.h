// The angle of repose of a powder, and how its grains have to move for it.
//
// On a grid the rules have angles of their own: grains that reach r cells to the side to drop come to rest at
// atan(1/r), and grains that move only where they can drop two cells at atan(2). For an angle between two of these some
// grains move in the gentler manner and the others in the steeper one. Which, is fixed by the grain's seed: dice thrown
// anew would let every grain find the gentler one in time. How the share decides the angle was measured, on heaps
// poured from a point (curve in repose.cpp; tests/sim/cells/repose_test.cpp pours such heaps).
#pragma once

#include <cstdint>

namespace quicksand {

inline constexpr int kMinRepose = 10;  // degrees
inline constexpr int kMaxRepose = 63;

struct Repose {
  uint8_t gentle_reach = 0;      // how far to the side grains of small grain seed look for a place to drop
  uint8_t steep_reach = 0;       // the other grains
  bool steep_drops_two = false;  // these move only where they can drop two cells; steep_reach is 1 then
  uint16_t gentle_seeds = 256;   // the grain seed from which on a grain is one of them, 1..256

  bool is_steep(uint8_t grain_seed) const { return grain_seed >= gentle_seeds; }
  int reach(uint8_t grain_seed) const { return is_steep(grain_seed) ? steep_reach : gentle_reach; }
  bool drops_two(uint8_t grain_seed) const { return steep_drops_two && is_steep(grain_seed); }
};

// All grains reach that far: an angle of atan(1/reach).
inline Repose repose_of_reach(int reach) {
  return {static_cast<uint8_t>(reach), static_cast<uint8_t>(reach), false, 256};
}

// `degrees` in kMinRepose..kMaxRepose.
Repose repose_of_angle(int degrees);

// Between two of the grid's own angles, when `gentle_seeds` of 256 grains move in the gentler manner: for calibration.
Repose mixed_repose(int gentle_reach, int gentle_seeds);

}  // namespace quicksand
