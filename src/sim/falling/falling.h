// What nothing holds up falls as one.
//
// A cell falls when right below it is void, or a cell that falls; unless it is static, a gas, or held by cohesion
// (moisture/wetness.h). So all of a column above a gap comes down in the same tick, and keeps its length; the rows
// (rows/reference_kernel.h) move only what something heavier, or a slope, moves.
//
//   speed     of what falls (fall_laws.h). It gains, but is never faster than what falls right below it: a run that
//             meets a slower one takes its speed
//   waits     what is too slow to move in this tick, and what rests on it
//   lands     what has a speed and does not fall any more; if that is fast, it throws up what it lands on
//             (grains/splash.h)
//
// Columns do not touch each other here: strips of columns are worked on side by side, each from its lowest row up. What
// fell counts as touched for the rows of the same tick.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "core/plane.h"
#include "sim/falling/fall_laws.h"
#include "sim/grains/splash.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class Kernel;

// What a kernel notes about a block.
enum BlockChange : uint8_t {
  kChanged = 1,   // a cell, or whether it is touched
  kHasSpeed = 2,  // cells with a speed are there
  kLookedAt = 4,  // and else there are none
};

// What falls in one tick, for a kernel. Kernels do not mark the map, which strips share: they note what they change.
struct FallWork : PassWork {
  const FallLaws& laws;
  // BlockChange, and which cells fell or were in their way: of strip s and row y at row(s)[y]. So strips that are worked on
  // side by side write to no cache line of each other.
  Plane<uint8_t>& changed;
  Plane<uint64_t>& touched;
  // Of each strip, in any order: of what lands fast in one column at once the lowest cell.
  std::vector<std::vector<Landing>>& landings;

  // Finds the blocks of a row to look at, a bit for each: those that have changed, and those right above them. With wet
  // cells in the world all around them, as whether cohesion holds a cell depends on those beside it. Returns whether
  // there are any.
  bool find_near(int y, uint64_t* blocks) const;
};

class Falling {
 public:
  // Takes a cursor of the map.
  Falling(GridSize size, ActivityMap& activity);

  // Begins the kernel's tick, and lets everything fall. Marks what it changes.
  void run(SandboxState& state, const MaterialTable& table, Kernel& kernel, ActivityMap& activity, Parallel& parallel,
           TickEvents* events);

  // Of the last run, from the top down and from the left to the right.
  std::span<const Landing> landings() const { return landings_; }

 private:
  int find_rows(const FallWork& work);
  void mark_changes(const FallWork& work, Kernel& kernel, Parallel& parallel);
  void gather_landings(const FallWork& work);
  void mark_row(const FallWork& work, Kernel& kernel, int y, int word);

  ActivityMap::Cursor cursor_;
  std::vector<std::vector<int>> rows_;  // of each strip, which is as wide as a block: those to look at, from the top down
  std::vector<uint64_t> near_;  // of a row
  Plane<uint8_t> changed_;
  Plane<uint64_t> touched_;
  std::vector<std::vector<Landing>> landings_of_strip_;
  std::vector<Landing> landings_;
};

}  // namespace quicksand
