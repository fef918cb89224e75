// Slopes that are much too steep give way, in depth and not only at their skin.
//
// The skin of a powder's slope slides to its angle of repose by the rows (rows/sideways.h). A bank that is steeper than
// its failing slope (cells/repose.h) moves as a body. Followed down from a grain at that slope, through what is powder,
// a line that comes out into void says that the grain has nothing to lean on: it *gives way* to that side, and so does
// all that lies on the same line further up. So the wedge above the failure plane of a bank moves out, and what is
// above its middle comes down behind it (falling/falling.h).
//
//   open      a cell that is void, or gives way, to one side
//   firm      what a line does not pass: static cells, and grains that cohesion holds (moisture/wetness.h)
//   train     grains side by side in a row that give way to one side, behind void, or behind what falls. They move
//             together
//
// A grain is asked about two cells: the one beside it and as many rows down as the slope takes, and the one a whole
// slope away, `reach` columns to the side and `drop` rows down. It gives way if either is open and nothing firm is on
// the way.
//
// What is open follows from the cells alone. It is kept from one time to the next, and worked out anew where something
// has changed, and upward from there as long as it makes a difference. It is found before anything falls, and trains
// move after that, before the rows; what fell is touched and stays out of it.
//
// Each row needs those below it. Threads that share the rows begin all at once nevertheless: each takes what lies below
// its rows as it was last time, and where that has changed meanwhile, the rows above are looked at once more, upward as
// long as it makes a difference. So what is found does not depend on who looks.
//
// A train moves out to a place with void below it, as far down as its own angle of repose would bring it on the way
// there. So the farther it goes, the deeper it comes down, nothing runs out farther than it would lie, and a bank that
// has failed ends at its repose. Trains move within one row, so threads share rows in any order; what is void below
// they know from before anything fell. Dice decide to which columns the trains of a row may go, and to which side first
// where there are two.
//
// Source: that soil fails in wedges bounded by planes, W. J. M. Rankine, "On the Stability of Loose Earth" (1857). The
// lines, trains and dice are our own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/parallel.h"
#include "sim/cells/repose.h"
#include "sim/moisture/wetness.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class Kernel;

// They do so in one of so many ticks.
inline constexpr uint64_t kSlumpTicks = 2;

// Of a row of a face, grains that move at a time, and rows that they come down, at most. The more both, the flatter a
// heap stays while it is poured on, and the farther a small one that falls in runs out.
inline constexpr int kMostInTrain = 4;
inline constexpr int kDeepestSlump = 48;

// Many rows give way in one tick, and know nothing of each other. So that not all of them come down in one place, each
// has the turn, by its dice, of one in so many columns; and where a train goes there has to be as much room as it would
// need so many columns farther on.
inline constexpr int kSlumpTurns = 8;
inline constexpr int kSpareColumns = 5;

// In columns: a word of cells is looked at.
inline int farthest_slump(const Repose& slope) {
  return std::min(kDeepestSlump * slope.reach / slope.drop, kBlockCells) - kSpareColumns;
}

// What falls along a steep face is no wall: a train passes so many cells that are on the move, at most. With none, a
// face would stand behind a curtain of its own grains.
inline constexpr int kMostPassed = 8;

class Slump {
 public:
  // Takes a cursor of the map.
  Slump(GridSize size, ActivityMap& activity);

  // Whether the tick is one in which slopes give way.
  static bool is_due(const SandboxState& state) { return state.tick % kSlumpTicks == 0 && state.gravity != 0; }

  // Call it when the materials are others, and everything has been marked.
  void set_materials(const MaterialTable& table);
  // Whether anything has a weight in the coming ticks: what does not move is not looked for.
  void set_weight(bool has_weight, ActivityMap& activity) const;

  // Finds what gives way, when the kernel has begun its tick and nothing has fallen yet.
  void find(const SandboxState& state, const MaterialTable& table, const Kernel& kernel, ActivityMap& activity,
            Parallel& parallel);

  // After find(), for who asks why: whether the grain gives way to the right, or to the left.
  bool gives_way(CellPos cell, bool to_right) const {
    const int block = cell.x / kBlockCells;
    const uint64_t gives = open_row(to_right ? kRight : kLeft, cell.y)[block] & ~void_.row(cell.y)[block];
    return (gives >> cell.x % kBlockCells & 1) != 0;
  }

  // Moves trains. Touches and marks what it changes.
  void run(const SandboxState& state, const MaterialTable& table, CellPlanes& cells, Kernel& kernel,
           ActivityMap& activity, Parallel& parallel);

 private:
  enum Side { kLeft, kRight };
  static constexpr Side kSides[] = {kLeft, kRight};

  // What cells are to it: void, static, or powders, a group for each slope.
  static constexpr uint8_t kVoidCells = 1;
  static constexpr uint8_t kStaticCells = 2;
  static constexpr uint8_t kFirstSlope = 3;

  // A slope at which powders fail, with its line: the cells from the one beside a grain to the one a whole slope away.
  struct Slope {
    explicit Slope(const Repose& failing);

    Repose repose;
    int near_drop;
    struct Step {
      int column;
      int row;
    };
    std::vector<Step> line;
    bool is_gentler_than_damp = false;
  };

  // What the search shares.
  struct Search {
    const SandboxState& state;
    const MaterialTable& table;
    const Kernel& kernel;
    const ActivityMap& activity;
    bool any_wet;
  };

  // The rows of one worker, and what it knows of those below.
  struct Part {
    int first_row = 0;
    int end_row = 0;
    int first_differing = 0;  // of its rows; the world's height: none
    bool knows_below = true;  // else it has kMostFailing of them as they were last time, from end_row on:
    BitPlane open_before[2];
    BitPlane firm_before;
    std::vector<BlockGroups> groups;  // of the blocks of the row at work
  };

  void share_rows(const Search& search, int workers);
  void keep_below(Part& part);
  bool is_row_changed(const Search& search, int y) const;
  uint64_t changed(const Search& search, int y, int word) const;
  void find_in_part(const Search& search, Part& part);
  bool find_in_row(const Search& search, Part& part, int y);
  int find_again(const Search& search);
  void find_trains(const Search& search);
  bool find_again_in_row(const Search& search, Part& part, int y);
  void look_at_cells(const Search& search, Part& part, int y, int block);
  bool look_along_slopes(const Search& search, const Part& part, int y, int block);
  uint64_t leaning(const Part& part, Side side, const Slope& slope, int y, int block, uint64_t cells) const;
  uint64_t clear_on_the_way(const Part& part, Side side, const Slope& slope, int y, int block, uint64_t cells) const;
  bool is_near_firm(const Part& part, int first_row, int last_row, int block) const;

  class Row;

  // A word of a plane, of rows below the world, too: nothing there is open.
  const uint64_t* open_row(Side side, int y) const { return open_[side].row(y < height_ ? y : height_); }
  // The same as the worker of a part knows it.
  const uint64_t* open_row(const Part& part, Side side, int y) const {
    return part.knows_below || y < part.end_row ? open_row(side, y) : part.open_before[side].row(y - part.end_row);
  }
  const uint64_t* firm_row(const Part& part, int y) const {
    return part.knows_below || y < part.end_row ? firm_.row(y) : part.firm_before.row(y - part.end_row);
  }

  int height_;
  ActivityMap::Cursor cursor_;
  const Slope overwet_slope_{failing_slope(repose_of_reach(kOverwetReach))};
  const Slope damp_slope_{failing_slope(kDampRepose)};
  MaterialGroups groups_;
  std::vector<Slope> slopes_;  // by group, from kFirstSlope on
  BitPlane open_[2];
  BitPlane void_;
  BitPlane firm_;
  BitPlane differs_;         // blocks of which some of that is not as it was; clear between two searches
  BitPlane late_;            // those that the workers of rows above do not know to differ; the same
  std::vector<Part> parts_;  // from the lowest up
  int part_count_ = 0;       // that are in use
  BitPlane gives_;           // blocks in which anything gives way
  // Of these, where something within reach of a train is not as it was; none between two ticks. In all others no train
  // can move, unless something around has fallen or moved since: it could not when they were looked at last.
  BitPlane giving_;
  std::vector<int> rows_to_run_;
};

}  // namespace quicksand
