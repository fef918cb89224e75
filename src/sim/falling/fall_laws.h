// How fast things fall.
//
// A cell that begins to fall moves about one row a tick at once, and gains speed in every tick, up to a terminal speed:
// a parabola, d = v0 t + g t^2 / 2, and then a straight line. Speeds are bytes in kOneRow-ths of a row a tick; a cell
// carries its own in a plane (kSpeedPlane). Rows are whole, so in every tick speeds are rounded up or down, in such
// turns that kOneRow ticks do it evenly. Equal speeds are rounded alike: what falls as one stays one.
//
// The world's gravity and the material's share of it decide: the gain grows with both, the terminal speed with the root
// of gravity and with the share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/cells/material_table.h"

namespace quicksand {

// A speed of one row a tick.
inline constexpr int kOneRow = 32;

// Under gravity 1, of a material that falls by its whole weight.
inline constexpr int kFirstSpeed = kOneRow;
inline constexpr int kSpeedGain = 2;
inline constexpr int kTerminalSpeed = 4 * kOneRow;

// Gravity in 64ths: 0..kMostGravity.
inline constexpr int kGravityUnit = 64;
inline constexpr int kMostGravity = 4 * kGravityUnit;

// However strong gravity is: speeds are bytes, and may be rounded up.
inline constexpr int kMostRowsFallen = (255 + kOneRow - 1) / kOneRow;

// What was falling and has landed has so much left at most, and loses half of it in every tick.
inline constexpr int kMostSpeedAtRest = 2 * kOneRow - 1;

// The largest whole number whose square is at most `square`.
inline int root(int square) {
  int number = 0;
  while ((number + 1) * (number + 1) <= square) ++number;
  return number;
}

// Of one tick.
struct FallLaws {
  FallLaws() = default;
  FallLaws(const MaterialTable& table, int gravity, uint64_t tick);

  // The least speed that moves so many rows in this tick; above 255: none does.
  int least_for(int rows) const { return (rows - 1) * kOneRow + turn + 1; }

  // How many rows the speed moves in this tick.
  int rows_at(int speed) const { return std::max((speed + kOneRow - 1 - turn) / kOneRow, 0); }

  // The speed of what has one of `before` and falls freely.
  int next(MaterialId self, int before) const {
    return std::max<int>(std::min<int>(before + gain[self], top[self]), first[self]);
  }

  // By material; all 0 for what does not fall. first: the speed at which it begins. top: its terminal speed.
  using Table = std::array<uint8_t, 256>;
  alignas(64) Table first{};
  alignas(64) Table gain{};
  alignas(64) Table top{};
  int turn = 0;  // 0..kOneRow - 1
};

}  // namespace quicksand
