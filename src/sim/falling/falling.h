// What nothing holds up falls as one.
//
// A cell falls when right below it is void, or a cell that falls; unless it is static, a gas, or held by cohesion
// (moisture/wetness.h). So all of a column above a gap comes down in the same tick, and keeps its length; the rows
// (rows/reference_kernel.h) move only what something heavier, or a slope, moves.
//
//   speed     of what falls (fall_laws.h). It gains, but is never faster than what falls right below it: a run that
//             meets a slower one takes its speed
//   waits     what is too slow to move in this tick, and what rests on it
//   lands     what has a speed and does not fall any more; if that is fast, and more than what it began with, it throws up
//             what it lands on (grains/splash.h)
//
// What has landed loses its speed by and by. That alone changes nothing for any other pass: it is not marked, but kept in
// the cursor of this one. So while the rows run that cursor names the blocks in which anything has a speed and is not
// touched.
//
// Columns do not touch each other here, and each is worked on from its lowest row up. What fell counts as touched for the
// rows of the same tick.
//
// Several workers share the rows, as they do when the rows run: what a worker has written stays in its core's cache. Each
// has some rows of its own, and goes through them in groups of columns, one group after the other; the worker of the rows
// above takes a group over when the one below is done with it:
//
//     rows of worker 1  |        group 0, group 1, group 2 ...
//     rows of worker 0  | group 0, group 1, group 2 ...
//
// What falls out of the upper rows lands in columns with which the lower worker is done. Only words with a bit for each
// of many blocks are written by both of them, in the few rows that are within reach.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bit_plane.h"
#include "core/parallel.h"
#include "sim/falling/arching.h"
#include "sim/falling/fall_laws.h"
#include "sim/grains/splash.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class Kernel;

// What falls in one tick, for a kernel.
struct FallWork : PassWork {
  const FallLaws& laws;
  const Arches& arches;  // that slow down what falls (arching.h)
  // A bit for each block to look at: those that have changed, and those right above them. With wet cells in the world
  // all around them, as whether cohesion holds a cell depends on those beside it.
  const BitPlane& near;
  int first_near;  // the first row that has any
  // Of each strip, in any order: of what lands fast in one column at once the lowest cell.
  std::vector<std::vector<Landing>>& landings;
};

// Rows of one worker, and a group of columns: strips, which are as wide as a block, of one word. Those right below have
// been worked on; whether something falls there the kernel keeps in mind for each column.
struct FallPart {
  int first_row;
  int end_row;
  int word;
  uint64_t strips;
  bool is_lowest;  // nothing falls in the rows below

  // The following note what a kernel does with blocks of the word: whose cells have changed, or whether they are touched;
  // and of a sparse plane which are used, of those that were looked at (CellPlanes::set_used).
  void mark(const FallWork& work, int y, uint64_t blocks) const {
    if (is_shared(y))
      work.activity.mark_blocks_together(y, word, blocks);
    else
      work.activity.mark_blocks(y, word, blocks);
  }
  void set_used(const FallWork& work, uint8_t plane, int y, uint64_t looked_at, uint64_t used) const {
    if (is_shared(y))
      work.state.cells.set_used_together(plane, y, word, looked_at, used);
    else
      work.state.cells.set_used(plane, y, word, looked_at, used);
  }

  // Blocks whose cells have a speed and do not fall.
  void keep(const FallWork& work, int y, uint64_t blocks) const { work.activity.keep(work.cursor, y, word, blocks); }

  // Whether a worker above or below may note something of the row at the same time.
  bool is_shared(int y) const { return y >= end_row || (first_row > 0 && y < first_row + kMostRowsFallen); }
};

class Falling {
 public:
  // Takes a cursor of the map.
  Falling(GridSize size, ActivityMap& activity);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table) { arching_.set_materials(table); }

  // Begins the kernel's tick, and finds arches, if anything has changed. If not, nothing falls, and nothing was touched in the tick before.
  void begin(SandboxState& state, const MaterialTable& table, Kernel& kernel, ActivityMap& activity, Parallel& parallel,
             TickEvents* events);

  // Lets everything fall, after begin(). Marks what it changes.
  void run(SandboxState& state, const MaterialTable& table, Kernel& kernel, ActivityMap& activity, Parallel& parallel,
           TickEvents* events);

  // The first of the rows that a worker had in the tick in which anything changed last. Rows of worker 0 are the lowest.
  // So that others give the worker the same rows, which are in its core's cache.
  int first_row_of(int worker) const { return rows_[static_cast<size_t>(worker)].first; }

  // After begin().
  const Arches& arches() const { return arching_.arches(); }

  // What has landed fast in the last run, from the top down and from the left to the right.
  std::span<const Landing> landings() const { return landings_; }

 private:
  // The rows of one worker; on a cache line of its own.
  struct alignas(64) Rows {
    int first;
    int end;
    std::atomic<int> groups_done;
  };

  FallWork work_of(SandboxState& state, const MaterialTable& table, ActivityMap& activity, TickEvents* events);
  int find_near(const SandboxState& state, const ActivityMap& activity);
  int find_near_in_row(const ActivityMap& activity, int y, bool any_wet);
  void find_arches(const SandboxState& state, const Kernel& kernel, Parallel& parallel);
  void share_rows(int workers, int blocks);
  void fall_in_rows(const FallWork& work, Kernel& kernel, int worker);
  void gather_landings(TickEvents* events);

  ActivityMap::Cursor cursor_;
  BitPlane near_;                 // clear between two ticks
  std::vector<int> near_in_row_;  // how many blocks; the same
  int blocks_near_ = 0;           // in all rows
  int first_near_ = 0;            // the rows that have any
  int end_near_ = 0;
  FallLaws laws_{};
  Arching arching_;
  std::vector<Rows> rows_;  // of each worker, from the lowest up
  std::vector<std::vector<Landing>> landings_of_strip_;
  std::vector<Landing> landings_;
};

}  // namespace quicksand
