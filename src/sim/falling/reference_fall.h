// What falls, one cell after another: the plain code that defines it (falling.h).
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/plane.h"
#include "sim/falling/falling.h"

namespace quicksand {

// Of the cell below the one at work, as it was before anything fell.
struct FallingCell {
  bool falls = false;
  bool waits = false;
  bool hits = false;  // lands fast
  bool is_in_arch = false;  // and falls
  uint8_t speed = 0;  // if it falls
};

// Lets the cells of a part fall, and touches what fell and what was in its way. held: what cohesion holds. below: of each
// column.
void fall_by_cells(const FallWork& work, const FallPart& part, const Plane<uint8_t>& held, std::span<FallingCell> below,
                   Plane<uint8_t>& touched);

// Why a cell does not fall.
enum class FallStop : uint8_t {
  kNone,       // it does
  kNever,      // its material does not, or nothing does, without gravity
  kHeld,       // by cohesion
  kSupported,  // what is below it does not fall
};

// What falling decides about one cell, for who asks.
struct FallTrace {
  FallStop stop = FallStop::kNone;
  MaterialId below = kVoid;
  bool on_falling = false;  // what is below it falls, too
  bool waits = false;       // it falls, but not in this tick
  bool is_slowed = false;   // by an arch
  int before = 0;           // its speed, in kOneRow-ths of a row a tick
  int speed = 0;            // and after it
  int least = 0;            // the speed that moves it by a row in this tick
  int rows = 0;             // that it falls
};

// Of a cell before anything falls, by the rule itself, which runs for its column alone. is_held(y): what cohesion holds.
// arches: of the world.
FallTrace trace_fall(const SandboxState& state, const MaterialTable& table, CellPos cell,
                     const std::function<bool(int y)>& is_held, const Arches& arches);

}  // namespace quicksand
