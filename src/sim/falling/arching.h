// Powder that goes down between powder at rest leans on it, and goes no faster than an arch lets it.
//
// Where grains run out of a hole, or down a shaft in a heap, those at rest on both sides carry them nearly to the end:
// by an arch, about as high above a place as the place is away from the nearest grain at rest. From there they fall
// freely. So what is the n-th from a grain at rest goes as fast as what has fallen n - 1/2 rows, v^2 = 2 g (n - 1/2),
// however much lies above it. The sum over a hole's columns grows with its width to the power 3/2.
//
//   moves     a powder that has void below it, or a speed, and is not held by cohesion
//   at rest   any other powder
//   arch      moving cells side by side in a row, between powder at rest on both sides; or between powder on one side and
//             something static on the other, which is smooth, and carries nothing
//
// Arches are found before anything falls. Of what falls in them, the lowest cell of each column is slowed down
// (falling.h), and the others with it: nothing falls faster than what is below it. What comes to rest a row lower is not
// slowed down: a loose bed settles. What is slower than a row a tick goes,
// or waits, by the dice of its row: so what is farther in goes whenever what is beside it does, and a row with no gaps,
// which is an arch, keeps having none.
//
// Sources: that the flow is as a hole's width to the power 3/2 (in two dimensions), W. A. Beverloo, H. A. Leniger, J. van
// de Velde, "The flow of granular solids through orifices" (1961); the arch from which grains fall freely, R. L. Brown and
// J. C. Richards, "Principles of Powder Mechanics" (1970).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/falling/fall_laws.h"
#include "sim/rows/block_queries.h"

namespace quicksand {

class Kernel;

// The n-th from a grain at rest, n from 1 to this; what is farther in falls as fast as it can. No more than a block has.
inline constexpr int kWidestArch = 63;

// In kOneRow-ths of a row a tick, at least 1, of a powder with this share of its weight, in hundredths.
int arch_speed(int gravity, int share, int n);

// What falling has to know.
struct Arches {
  explicit Arches(GridSize size) : cells(size), ends(size), dice(static_cast<size_t>(size.height)) {}

  BitPlane cells;  // of arches
  BitPlane ends;   // of these, the first from grains at rest
  std::vector<uint8_t> dice;  // of rows that have any
  // By n and material.
  struct alignas(64) Speeds {
    std::array<uint8_t, 256> of{};
  };
  std::array<Speeds, kWidestArch + 1> speeds{};

  bool holds(CellPos cell) const { return (cells.row(cell.y)[cell.x / 64] >> cell.x % 64 & 1) != 0; }
  // Which one from a grain at rest a cell of an arch is; more than kWidestArch: it is too far.
  int place_of(CellPos cell) const;
};

// The speed of what an arch lets go so fast on average, by the dice of its row; least_to_move: that of a row in this tick.
inline int speed_in_arch(int mean, uint8_t dice, int least_to_move) {
  const bool goes = dice / (256 / kOneRow) < mean;
  return goes ? std::max(mean, least_to_move) : std::min(mean, std::max(least_to_move - 1, 1));
}

class Arching {
 public:
  explicit Arching(GridSize size);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table);

  // Call it before run().
  void set_gravity(int gravity);

  // Finds arches in rows [first, end), of which blocks are `near`: in all others nothing moves. Several threads may call
  // it for other rows. There are none before.
  void run(const SandboxState& state, const Kernel& kernel, const BitPlane& near, int first, int end);

  const Arches& arches() const { return arches_; }
  void clear();

 private:
  class Row;

  bool any_powder_ = false;
  LeaningSets sets_;
  std::array<int, 256> shares_{};  // by material
  int gravity_ = 0;                // that speeds are for
  Arches arches_;
  std::vector<uint8_t> has_arches_;  // by row
};

}  // namespace quicksand
