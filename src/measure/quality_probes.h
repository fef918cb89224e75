// Small experiments on a set of materials, each with one seed and one number for its outcome.
//
// Most are for sets in which nothing reacts, melts, burns or dries (inert()), so that what is measured is motion. Each is a
// function of its arguments alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/tick/sandbox.h"

namespace quicksand {

using MaterialsPtr = std::shared_ptr<const MaterialTable>;

// What levels later than this, in ticks, does not level.
inline constexpr int kLevelsNever = 20'000;

// The same materials, but nothing reacts, dissolves, fades, decays, melts, burns, explodes, carries charge, diffuses or,
// unless it shall, dries.
MaterialsPtr inert(const MaterialTable& materials, bool dries = false);

struct HeapShape {
  double degrees;  // of the triangle with the heap's area and width
  double lean;     // of its centre to the right, as a share of half its base
};

// A heap of 3,000 grains, poured from a point.
HeapShape pour_heap(const MaterialsPtr& materials, MaterialId powder, uint64_t seed);

// Histories of a slope.
enum class History { kCollapsed, kCut, kBesideWall };

// The angle of its flanks at rest, in degrees: of a line through what lies between a fifth and four fifths of its height.
// Within `around`, which fills the world; void for none. kLevelsNever if it does not come to rest.
double slope_after(const MaterialsPtr& materials, MaterialId powder, History history, int cells, MaterialId around,
                   uint64_t seed);

// Ticks until a block of a powder, 80 wide and 100 high, is at rest, or kLevelsNever.
int collapse_ticks(const MaterialsPtr& materials, MaterialId powder, uint64_t seed);

// The angle of a heap's flanks in degrees while 20 grains a tick have fallen on it for 900 ticks, from a tenth to two thirds
// of its height.
double pouring_degrees(const MaterialsPtr& materials, MaterialId powder, uint64_t seed);

// Cells a tick that run out of a bin, 158 wide and filled so high, through a hole in its floor: when so many have gone as
// stood above the hole, until as many more have. 0 if they never do.
double hole_flow(const MaterialsPtr& materials, MaterialId powder, int hole, int head, uint64_t seed);

// How hole_flow() grows with the width of the hole, from 3 to 24 cells: with this power of it. By Beverloo's law it is 1.5.
// Source: W. A. Beverloo, H. A. Leniger, J. van de Velde, "The flow of granular solids through orifices" (1961).
double hole_exponent(const MaterialsPtr& materials, MaterialId powder, int head, uint64_t seed);

// How it would grow if arches (sim/falling/arching.h), and the powder's terminal speed, were all that there is. About 1.5, and
// less for powders that drift: what cannot fall faster is not slowed down in the middle of a wide hole.
double arch_exponent(const MaterialsPtr& materials, MaterialId powder);

// How many times as much runs out under a head of 160 as under one of 80, or the other way round; the most of four holes.
double hole_head_spread(const MaterialsPtr& materials, MaterialId powder, uint64_t seed);

// Ticks until a dam break of 256x128 cells is flat within `spread` cells, or kLevelsNever.
int dam_break_ticks(const MaterialsPtr& materials, MaterialId liquid, int spread, uint64_t seed);

// Ticks until both arms of a U-tube (20 wide, 100 tall, a connection of 10) are level within 1 cell, or kLevelsNever.
int u_tube_ticks(const MaterialsPtr& materials, MaterialId liquid, uint64_t seed);

// By how many rows a body at rest is uneven at most, in so many caves (caves.h) from this seed on; kLevelsNever if one
// does not come to rest.
int uneven_in_caves(const MaterialsPtr& materials, MaterialId liquid, uint64_t first_seed, int caves);

// By how many rows the weights in the arms of a tube differ at most, at rest, in so many random tubes
// (weighed_tubes.h) from this seed on; kLevelsNever if one does not come to rest.
double imbalance_in_tubes(const MaterialsPtr& materials, MaterialId denser, MaterialId lighter, uint64_t first_seed,
                          int tubes);

// The share of a spreading liquid that lies on the right half, less the half.
double spreading_lean(const MaterialsPtr& materials, MaterialId liquid, uint64_t seed);

// The share of cells, 0..1, that lie in their layer after 5,000 ticks of 256x256 cells of these liquids, shaken. What has
// the same density has one layer.
double sorted_share(const MaterialsPtr& materials, const std::vector<MaterialId>& liquids, uint64_t seed);

// Cells that change in 64 ticks, after a pool of this material has had 6,000 ticks to settle.
int64_t flicker(const MaterialsPtr& materials, MaterialId material, uint64_t seed);

// How unevenly grains that sink in a liquid fill the rows of a band: the largest deviation from the mean row, as a share
// of it.
double band_seam(const MaterialsPtr& materials, MaterialId powder, MaterialId liquid, uint64_t seed);

// The height of a block, 20 wide and 40 tall, after 60 ticks of free fall, as a multiple of its height at rest.
double fall_stretch(const MaterialsPtr& materials, MaterialId material, uint64_t seed);

// How far the ticks in which a cell falls so many rows differ from those of the parabola, and of the straight line that
// follows it, as a share of them.
double fall_time_error(const MaterialsPtr& materials, MaterialId material, int rows, uint64_t seed);

// A stream, 4 wide, that is fed from above all the time: by how much the number of cells in 40 rows differs from what flows
// through them in the time that a cell takes to fall through, as a share of that; the most between rows 20 and 220.
double stream_error(const MaterialsPtr& materials, MaterialId material, uint64_t seed);

// Cells a tick that come out of a tank, 200 wide and filled so deep, through a hole of this height at its foot, in a
// wall so thick; the mean of 100 ticks.
struct Hole {
  int height = 4;
  int wall = 6;
};
double outflow(const MaterialsPtr& materials, MaterialId liquid, int depth, Hole hole, uint64_t seed);

// How outflow() grows with the depth, from 40 to 80 and 120 cells: 0.5 would be its root.
double outflow_exponent(const MaterialsPtr& materials, MaterialId liquid, Hole hole, uint64_t seed);

// The rows above a pool of the liquid that its drops reach, at most, when 16x16 cells of it have fallen into it from so
// high.
int splash_height(const MaterialsPtr& materials, MaterialId liquid, int rows, uint64_t seed);

// Blocks of 24x24 grains of the powder that stay grains are let go on the floor, four of them, for 600 ticks.
struct GrainBlock {
  double energy;  // the most that one of them has, as a share of that at the start
  double drift;   // in cells, to a side that all of them share
};
GrainBlock let_go_grains(const MaterialsPtr& materials, MaterialId powder, uint64_t seed);

// How much of each material there is in cells and in the air, in 255ths of a cell. A liquid that others have absorbed
// counts as that liquid.
std::vector<int64_t> contents(const Sandbox& world, const MaterialTable& materials);

// How much of it appears or disappears, in 255ths of a cell, while all materials are mixed for 500 ticks.
int64_t mass_error(const MaterialsPtr& materials, uint64_t seed);

// The angle of a heap, in degrees, of a triangle as high and wide: poured at that wetness from a tap so many cells wide.
double poured_angle(const MaterialsPtr& materials, MaterialId powder, uint8_t wetness, int tap, uint64_t seed);

// The height of a column of a powder, 20 wide and 60 tall, after 10,000 ticks, as a share of what it was. `wetness`: as
// in PaintCommand. For any set; what dries, dries.
double column_left(const MaterialsPtr& materials, MaterialId powder, uint8_t wetness, uint64_t seed);

}  // namespace quicksand
