// Liquids find their level.
//
// The rules of a row move a cell by what lies right around it, so a liquid comes to rest on a slope, and what stands
// higher in one arm of a pipe presses on nothing. Every kLevelTicks ticks, before the rows, this step does what
// pressure does:
//
//   body     the supported cells (support.h) of one liquid, or of several of one density, connected side by side
//   surface  a body's cell with none of the liquid right above it, which a body always has. There is no air that would
//            hold up what is under a roof: void comes to be there
//   place    a cell with something lighter in it, right above or beside a body's cell
//
// Of several in a body the one goes to a place that it is next to, out of the column below the surface, and what is
// above follows: so what is dyed stays beside what it was beside.
//
// From the body's highest surfaces cells move to its lowest places, as long as that lowers them (exchange.h); a place below
// which the liquid would sink counts as one row lower, and what is under a lighter liquid as higher by the weight of that
// (weights.h). The number of cells is limited (kRowsAtOnce), so that levels move by about two rows a step: it flows and
// does not pop. What was in the place is pushed aside (displacement.h). A place of which it cannot be pushed out is none.
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
// nothing has changed for a while are not looked at: they rest. Lighter liquids are looked at first, and hand on to the
// denser ones next to them; pores hand on between all bodies that touch them, and powder to what it lies on. Bodies are moved in order of their first cell.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "sim/liquid/displacement.h"
#include "sim/liquid/exchange.h"
#include "sim/liquid/pore_network.h"
#include "sim/liquid/support.h"
#include "sim/liquid/weights.h"
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

  // Whether anything has a weight in the coming ticks: what does not move is not looked for.
  void set_weight(bool has_weight, ActivityMap& activity) const;

  // Whether there is anything to do before the state's next tick.
  bool is_due(const SandboxState& state) const {
    return !liquids_.empty() && state.gravity != 0 && state.tick % kLevelTicks == 0;
  }

  // The step before tick number state.tick. Looks at the bodies that reach into a changed block or one around it, and
  // marks the cells that it moves. A block counts as changed until all liquids have had their turn (kLevelCycle).
  void run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
           Parallel& parallel);

 private:
  using Word = LiquidWord;
  struct Body {
    CellPos first;  // in order of rows
    MaterialId liquid;
    size_t first_move;  // in moves_
    size_t moves;
  };
  // All liquids of a density that ever level are one to what follows, by the name of the first of them in the table:
  // their leader.
  struct Liquid {
    MaterialId id = kVoid;
    bool takes_part = false;  // in this step
    bool has_part = false;    // one of those of its density does
    LiquidSets sets;
    BlockSet denser;  // other liquids, to which it may have to give way
    bool has_denser = false;
    BlockSet gives_way;  // what it sinks through; powders, which are lifted, are not among them
    BlockSet lighter_liquids;
    bool has_lighter_liquids = false;
    std::vector<Word> seeds;  // where to look for its bodies
    std::unique_ptr<PoreNetwork> network;  // of this step; null: it has not met pores yet
    std::unique_ptr<Displacement> displacement;
  };
  // A body at work.
  struct Flood {
    std::vector<Word> queue;
    std::vector<Word> body;  // its words
    std::vector<Word> surfaces;  // of these its surfaces
    std::vector<Word> places;
    std::vector<Word> pores;
    std::vector<Word> weighed;
    int as_weight = LiquidWeights::kNone;  // as what weighs on other bodies
  };

  // Cells from which to look for bodies.
  struct Seeds {
    int y;
    int block;
    uint64_t cells;
    MaterialId liquid;  // kVoid: they are pores
  };

  void find_seeds(int chunk);
  void find_seeds_below_powder(int block);
  void find_seeds_in_block(int y, int block, std::vector<Seeds>& seeds);
  void flood(const MaterialTable& table, MaterialId liquid, CellPos first, size_t depth);
  void spread(const Liquid& liquid, Flood& at, bool hands_on);
  void visit(Flood& at, int y, int block, uint64_t cells) const;
  void find_exits(const MaterialTable& table, Liquid& liquid, Flood& at);
  void add_network(Liquid& liquid, const Word& pores);
  uint64_t beside_void(int y, int block) const;
  size_t capacity_of(const MaterialTable& table, const std::vector<Word>& pores);
  uint64_t pores_and(const Liquid& liquid, int y, int block) const;
  void hand_on_through_pores(const Word& pores, const BlockSet& liquids);
  void list_seeds(int y, int block, uint64_t cells);
  void forget_handed_on();
  bool press(int y, int block, uint64_t cells, const Liquid& liquid, bool hands_on);
  void add_place(Flood& at, int y, int block, uint64_t cells);
  uint64_t find_bodies(const MaterialTable& table, const Liquid& liquid, const Word& word, size_t depth);
  void weigh_surfaces(const MaterialTable& table, const Liquid& liquid, size_t depth);
  void weigh_places(const MaterialTable& table, const Liquid& liquid, size_t depth);
  void weigh_body(const MaterialTable& table, const Liquid& liquid, const Flood& at);
  void find_moves(const Liquid& liquid, Flood& at);
  static CellPos first_of(const std::vector<Word>& body);
  MaterialId liquid_at(const SandboxState& state, const BlockSet& self, CellPos place) const;
  CellPos giver_of(const SandboxState& state, const BlockSet& self, CellPos surface, MaterialId wanted) const;
  void apply_moves(SandboxState& state, const MaterialTable& table, ActivityMap& activity);
  uint64_t cells_in(int y, int block, const BlockSet& set) const;
  BlockView view(int y, int block, const Liquid& liquid) const;

  GridSize size_;
  int blocks_;
  ActivityMap::Cursor cursor_;
  std::vector<MaterialId> liquids_;  // leaders, the lightest first
  std::array<MaterialId, 256> leader_{};
  std::vector<Liquid> of_material_;
  BlockSet all_liquids_;
  BlockSet permeable_;
  BlockSet lifted_;   // powders that a liquid can lift
  BlockSet lifting_;  // liquids that can lift a powder
  bool lifted_is_empty_ = true;
  bool any_permeable_ = false;
  BlockSet void_;
  Support support_;

  std::vector<std::vector<Seeds>> seeds_;  // of each chunk of rows, and then of each column of blocks

  // Of the step at work.
  const SandboxState* state_ = nullptr;
  ActivityMap* activity_ = nullptr;
  BlockQueries queries_{};
  uint32_t dice_ = 0;
  BitPlane visited_;
  BitPlane place_;
  BitPlane seen_pores_;
  BitPlane handed_on_;  // pores at which bodies have been listed
  std::vector<Word> handed_on_words_;
  std::vector<Word> visited_words_;  // where visited_ has bits
  std::vector<Flood> floods_;        // of a body, of one that weighs on it, and so on
  LiquidWeights weights_;
  LevelExchange exchange_;
  std::vector<Word> pores_to_go_;
  std::vector<PoreNetwork::Run> parts_;  // of the network
  std::vector<CellPos> exits_;
  std::vector<Body> bodies_;  // in which something moves
  std::vector<LevelExchange::Move> moves_;
  std::vector<CellPos> changed_;
};

}  // namespace quicksand
