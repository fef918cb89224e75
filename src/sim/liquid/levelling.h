// Liquids find their level.
//
// The rules of a row move a cell by what lies right around it, so a liquid comes to rest on a slope, and what stands
// higher in one arm of a pipe presses on nothing. Every kLevelTicks ticks, before the rows, this step does what
// pressure does:
//
//   body     the supported cells of one liquid (support.h) that are connected side by side
//   surface  a body's cell right below something lighter
//   place    a cell with something lighter in it, right above or beside a body's cell
//
// From the body's highest surfaces cells move to its lowest places, as long as that lowers them; a place below which
// the liquid would sink counts as one row lower. Each surface gives, and each place takes, one cell at a time, and the
// number of cells is limited (kRowsAtOnce), so that levels move by about two rows a step: it flows and does not pop.
// What was in the place is pushed aside (displacement.h). A place of which it cannot be pushed out is none.
//
//   pores    permeable powder next to a body, all that is joined with it, and other bodies of the liquid next to that
//   exit     void right beside, below or above pores: a place, too. In a step so many of them are open as cells get into
//            the pores: each cell of powder next to the body lets one in, with its `permeable` as the chance
//
//     |~~~|    |   |        Every move lowers a heavier cell, or puts it where it will sink, and where two of them
//     |~~~|    |   |        contradict each other one is made. So the steps end, and a body at rest stays as it is.
//     |~~~|____|~~~|
//     |~~~~~~~~~~~~|        A viscous liquid (friction below the largest) takes part in fewer steps.
//
// Determinism: what happens to a body is a function of the state, the seed and the tick alone. Bodies near which
// nothing has changed for a while are not looked at: they rest. Bodies are moved in order of their first cell.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "sim/liquid/displacement.h"
#include "sim/liquid/support.h"
#include "sim/rows/block_queries.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// Steps are that many ticks apart. A power of two.
inline constexpr int kLevelTicks = 8;

// In a step move at most as many cells as fill so many rows as wide as the body.
inline constexpr int kRowsAtOnce = 1;

// After so many steps every liquid that can move has taken part.
inline constexpr int kLevelCycle = kMaxFriction;

class Levelling {
 public:
  // Takes a cursor of the map.
  Levelling(GridSize size, ActivityMap& activity);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table);

  // Whether there is anything to do before the state's next tick.
  bool is_due(const SandboxState& state) const { return !liquids_.empty() && state.tick % kLevelTicks == 0; }

  // The step before tick number state.tick. Looks at the bodies that reach into a changed block or one around it, and
  // marks the cells that it moves. A block counts as changed until all liquids have had their turn (kLevelCycle).
  void run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
           Parallel& parallel);

 private:
  // Cells of one block.
  struct Word {
    int y;
    int block;
    uint64_t cells;
    int depth = 0;  // of surfaces and places: the row that they count as; what the liquid sinks to from it is lower
    int left = 0;   // cells that are not on their way yet
  };
  struct Move {
    CellPos from;
    CellPos to;
  };
  struct Body {
    CellPos first;  // in order of rows
    MaterialId liquid;
    size_t first_move;  // in moves_
    size_t moves;
  };
  struct Liquid {
    MaterialId id = kVoid;
    bool takes_part = false;  // in this step
    LiquidSets sets;
    BlockSet passes;  // the liquid itself, and permeable powders
    BlockSet denser;  // other liquids, to which it may have to give way
    bool has_denser = false;
  };

  // Cells from which to look for bodies.
  struct Seeds {
    int y;
    int block;
    uint64_t cells;
    MaterialId liquid;
  };

  void find_seeds(int chunk);
  void find_seeds_in_block(int y, int block, std::vector<Seeds>& seeds);
  void flood(const MaterialTable& table, MaterialId liquid, CellPos first);
  void spread(const Liquid& liquid);
  void visit(int y, int block, uint64_t cells);
  void find_moves(const Liquid& liquid);
  void find_exits(const MaterialTable& table, const Liquid& liquid);
  size_t capacity_of(const MaterialTable& table, const std::vector<Word>& pores) const;
  void list_exits(const Word& pores);
  uint64_t rank(CellPos cell) const;
  void press(int y, int block, uint64_t cells, const Liquid& liquid);
  static void drop_empty(std::vector<Word>& words);
  void drop_full_places(const Liquid& liquid);
  void choose(int part, int count, std::vector<CellPos>& cells);
  void add_place(int y, int block, uint64_t cells);
  void apply_moves(SandboxState& state, ActivityMap& activity);
  uint64_t cells_in(int y, int block, const BlockSet& set) const;
  BlockView view(int y, int block, const Liquid& liquid) const;

  GridSize size_;
  int blocks_;
  ActivityMap::Cursor cursor_;
  std::vector<MaterialId> liquids_;
  std::vector<Liquid> of_material_;
  BlockSet all_liquids_;
  BlockSet permeable_;
  bool any_permeable_ = false;
  BlockSet void_;
  Support support_;

  std::vector<std::vector<Seeds>> seeds_;  // of each chunk of rows

  // Of the step at work.
  const SandboxState* state_ = nullptr;
  ActivityMap* activity_ = nullptr;
  BlockQueries queries_{};
  uint32_t dice_ = 0;
  BitPlane visited_;
  BitPlane place_;
  BitPlane seen_pores_;
  std::vector<Word> visited_words_;  // where visited_ has bits
  std::vector<Word> queue_;
  std::vector<Word> pressed_;  // where denser bodies may have to be looked at
  std::vector<Word> body_;      // its words
  std::vector<Word> surfaces_;  // of these its surfaces
  std::vector<Word> places_;
  std::vector<Word> pores_;
  std::vector<CellPos> exits_;
  Displacement displacement_;
  std::vector<Word> chosen_;
  std::vector<CellPos> row_;
  std::vector<CellPos> from_;
  std::vector<CellPos> to_;
  std::vector<Body> bodies_;  // in which something moves
  std::vector<Move> moves_;
  std::vector<CellPos> changed_;
};

}  // namespace quicksand
