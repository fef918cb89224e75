// How much heat flows between two cells that meet: the definition, a pair at a time. Kernels do 64 cells at a time
// (simd_heat-inl.h), to the same bytes.
//
// Two exchange a share of the difference of their temperatures, the smaller of what each of them conducts, rounded up by
// the dice as often as it takes to be right on average. What one gains the other loses, to the unit. A difference of one
// unit rests: so the sum of squares falls with every unit that flows, and all exchange comes to an end.
//
// Source: the explicit scheme for the heat equation, on pairs instead of neighbourhoods (operator splitting): stable for
// any share up to a half.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/cells/heat_table.h"
#include "sim/cells/material_table.h"

namespace quicksand {

// A run of cells of a row.
struct HeatRun {
  const uint8_t* material;
  uint8_t* low;  // how much warmer than ambient: temperature.h
  uint8_t* high;
};

// Units from the one to the other. Apparent temperatures and real ones; the dice byte of the pair.
struct HeatFlow {
  int units;  // below 0: from the other to the one
  bool may;   // whether any may flow, whatever the dice
};
inline HeatFlow heat_flow(uint16_t one, uint16_t other, uint16_t one_real, uint16_t other_real, uint16_t share,
                          uint8_t dice) {
  const int difference = one > other ? one - other : other - one;
  if (difference < 2 || share == 0) return {0, false};
  const uint32_t product = static_cast<uint32_t>(difference) * share;
  const int up = (product & 0xffff) > static_cast<uint32_t>(dice << 8) ? 1 : 0;
  const int room = kHottest - (one > other ? other_real : one_real);
  const int units = std::min(static_cast<int>(product >> 16) + up, room);
  return {one > other ? units : -units, true};
}

// Lets heat flow between cell i of a run and cell j of another, by the dice byte. Returns whether any may.
inline bool conduct(const HeatRun& a, int i, const HeatRun& b, int j, uint8_t dice, const HeatTable& heat,
                    uint16_t ambient) {
  const uint8_t one = a.material[i];
  const uint8_t other = b.material[j];
  const uint16_t one_real = temperature_of(a.low[i], a.high[i], ambient);
  const uint16_t other_real = temperature_of(b.low[j], b.high[j], ambient);
  const uint16_t share = heat_share(std::min(heat.share_root(one), heat.share_root(other)));
  const HeatFlow flow = heat_flow(heat.apparent(one, one_real), heat.apparent(other, other_real), one_real, other_real,
                                  share, dice);
  const auto set = [&](const HeatRun& run, int place, int temperature) {
    const bool keeps = run.material[place] != kVoid;
    const uint16_t excess = keeps ? excess_of(static_cast<uint16_t>(temperature), ambient) : uint16_t{0};
    run.low[place] = static_cast<uint8_t>(excess);
    run.high[place] = static_cast<uint8_t>(excess >> 8);
  };
  if (!flow.may) return false;
  set(a, i, one_real - flow.units);
  set(b, j, other_real + flow.units);
  return true;
}

}  // namespace quicksand
