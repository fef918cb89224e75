// What pressure drives out at the side.
//
//   mouth    a cell of a liquid at rest, with no void above, but with void beside it, or beside what has just come out
//   column   cells of the liquid, one on the other; open, if void is above it
//   head     by how much an open column that is joined with the mouth, in the mouth's row, stands higher than that;
//            where there is none, the highest closed one, as void has no weight that would hold it up
//
// After the rows of a tick the liquid comes out at a mouth, the faster, the higher the head: by Evangelista
// Torricelli's law ("De motu gravium", 1644) its speed is the root of 2 g head, here times kDischarge, which is what a
// sharp-edged hole lets through. What comes out is taken from the tops of such columns, of which each gives a cell a
// tick at most. So a jet is as thick as it is fast, a dam breaks at its foot, and what is poured in a heap runs apart.
// A hole may lead through a wall of kMostWall cells.
//
// Where a block has many mouths they take turns.
//
// Every move lowers a cell, so they come to an end; then no surface has a step of two rows. What stands higher elsewhere
// in the body is for levelling (levelling.h). A viscous liquid (friction below the largest) comes out more slowly.
//
// Determinism: a function of the state alone. Mouths are looked for in and beside all that has changed, and known ones are
// looked at again when anything above them has, as far as a head reaches, and as long as something flows.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/falling/fall_laws.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// The share of the ideal speed, in hundredths.
inline constexpr int kDischarge = 60;

// A higher head counts as this one.
inline constexpr int kMostHead = 255;

// So far behind a mouth open columns are looked for, and so far before it room. At most a block.
inline constexpr int kMostWall = 64;

class Outflow {
 public:
  // Takes a cursor of the map.
  Outflow(GridSize size, ActivityMap& activity);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table);
  // Whether anything has a weight in the coming ticks: what does not move is not looked for.
  void set_weight(bool has_weight, ActivityMap& activity) const;

  // The step of tick number state.tick, after the rows. Marks the cells that it moves, and its mouths.
  void run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
           Parallel& parallel);

 private:
  // The columns behind a mouth that give begin so many columns behind it, and the first is higher by so much.
  struct Reservoir {
    int first = 0;
    int head = 0;          // 0: there is none
    bool is_open = false;  // it is of open columns, else of closed ones
    bool moves = false;    // some of it does, and has to come to rest first
  };

  void find_near(const ActivityMap& activity);
  void find_mouths(const SandboxState& state, const BlockQueries& queries, ActivityMap& activity, int chunk);
  void find_mouths_in_block(const SandboxState& state, const BlockQueries& queries, ActivityMap& activity, int y, int block,
                            std::vector<CellPos>& mouths);
  void look_again(ActivityMap& activity, int y, int block) const;
  void flow(SandboxState& state, const MaterialTable& table, CellPos mouth, uint32_t dice, ActivityMap& activity);
  void flow_at(SandboxState& state, const MaterialTable& table, CellPos mouth, int side, uint32_t dice,
               ActivityMap& activity);
  Reservoir find_reservoir(const SandboxState& state, CellPos mouth, int step) const;
  void flow_to(SandboxState& state, CellPos mouth, int side, const Reservoir& reservoir, int cells, uint32_t dice,
               ActivityMap& activity);

  ActivityMap::Cursor cursor_;
  bool any_liquid_ = false;
  LiquidSets sets_;  // all liquids, and void
  std::array<uint16_t, kMostHead + 1> speed_{};  // by head, in 256ths of a cell a tick
  FallLaws::Table first_{};                      // by material, the speed at which it begins to fall
  int gravity_ = -1;                             // that these are for
  BitPlane near_;                                // the blocks to look at; clear between two ticks
  BitPlane has_mouths_;                          // the blocks in which there are any
  int first_near_ = 0;                           // the rows that have any
  int end_near_ = 0;
  std::vector<uint64_t> windows_[2];             // of find_near()
  std::vector<std::vector<CellPos>> mouths_;     // of each chunk of rows, in their order
  std::vector<uint8_t> given_;                   // by column, in this tick: whether it has
  std::vector<int> givers_;
};

}  // namespace quicksand
