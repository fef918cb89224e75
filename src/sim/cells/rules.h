// The numbers behind the sandbox's rules, each with its unit and reason.
#pragma once

#include <cstdint>

namespace quicksand {

// A denser cell sinks into a liquid below it, or slips into one beside it, the faster the more they differ: with a
// chance a tick of this much, in 256ths, and 1/256 more for every kDensityStep of density. For sand (200) in water
// (100) that is 51/256, the 1/5 of FastSAB to within half a percent. Bytes, so that a kernel compares bytes.
inline constexpr int kLiquidChance = 31;
inline constexpr int kDensityStep = 5;

// Of a density, in whole steps; at most 200, so that all chances are below 256.
constexpr int density_steps(int density) { return density / kDensityStep; }

// A certain event, in 256ths.
inline constexpr uint16_t kAlways = 256;

// A gas rises with chance (difference of densities) / kGasRiseScale a tick: lighter gases rise faster.
inline constexpr int kGasRiseScale = 100;

// Rows are processed in bands of this many: all even bands, then all odd ones. A row writes only to the rows next to
// it, and reads kMaxDrop (repose.h) rows below, so bands of one colour never meet and may run at the same time.
inline constexpr int kBandRows = 16;

// Levelling and wetting look at so many rows on one thread at a time. They only have to be enough to be worth a job.
inline constexpr int kChunkRows = 32;

// A flowing cell of liquid or gas keeps its direction for this many ticks before the dice are thrown again.
inline constexpr int kFlowTicks = 16;

}  // namespace quicksand
