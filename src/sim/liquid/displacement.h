// What gives way to a liquid that comes up below it, or from the side.
//
// What is in the place is pushed straight up, through supported liquids, its like and from there on lighter ones, and
// through lighter powder, to the first void beside the way. Where that does not lead out, a liquid gives way as a body:
// a cell of it leaves by the outlet that takes the least lift, be it void beside the body, lighter powder on it that
// can be lifted straight up, or a body of a lighter liquid that gives way itself. What is not supported, and a gas,
// gives way to void right beside it only. So everything stays in the space that it is in, and where there is no way out
// it does not give way at all.
//
// A body and its outlets are found once, whatever number of its cells are asked for.
//
// So whether something gives way depends on what is right beside it, on the powder in its column, and on bodies of
// which each is next to a denser one: a change is handed on in that direction (levelling.h).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/liquid/support.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class Displacement {
 public:
  // gives: which fluids and powders may be pushed.
  Displacement(GridSize size, const MaterialTable& table, const BlockSet& gives);

  // What it takes to push what is in the place out of it: the sum, over all cells on the way, of their density times
  // the rows by which they rise. kNoRoom where there is no way out.
  static constexpr int kNoRoom = std::numeric_limits<int>::max();
  int lift(const SandboxState& state, const Support& support, CellPos place);

  // Makes the place void, by pushing what is in it. Marks what it changes. Returns false, and changes nothing, where
  // there is no way out, or only one that takes more than most_lift. Between two calls nothing but what they have made
  // room for may be brought into the world's cells, or forget() is called.
  bool make_room(SandboxState& state, const Support& support, CellPos place, int most_lift, ActivityMap& activity);

  // Forgets the bodies. To be called when cells have changed otherwise.
  void forget();

 private:
  static constexpr int kNone = -1;

  struct Side {
    CellPos from;
    CellPos way;
  };
  struct Outlet {
    int lift;  // that of a cell of the body in row 0; its density times its row come to it
    CellPos from;
    CellPos to;
    uint64_t rank;
  };
  struct Body {
    MaterialId liquid;
    size_t next_outlet = 0;  // in outlets_, the least lift first; those before it have been taken
    size_t last_outlet = 0;  // excluded
  };

  bool passes_on(MaterialId pushed, MaterialId next, CellPos way) const;
  bool gives_way(const SandboxState& state, const Support& support, CellPos from, CellPos way) const;
  bool find_way_up(const SandboxState& state, const Support& support, CellPos place, bool is_first);
  int lift_of_way(const SandboxState& state) const;
  void push_along_way(SandboxState& state, ActivityMap& activity);

  int& label(CellPos cell);
  int body_at(const SandboxState& state, const Support& support, CellPos cell);
  void flood(const SandboxState& state, const Support& support, CellPos first, int body);
  std::optional<int> lift_through(const SandboxState& state, const Support& support, CellPos from, CellPos way);
  bool has_outlet(int body) const;
  int least_lift(int body, int row) const;
  bool push_out(SandboxState& state, const Support& support, int body, CellPos place, int most_lift,
                ActivityMap& activity);

  GridSize size_;
  const BlockSet& gives_;
  std::array<int, 256> density_{};  // of liquids and powders; 0: of others
  std::array<uint8_t, 256> is_powder_{};
  std::vector<CellPos> way_;  // that was found last, from the place to void

  std::vector<int> block_labels_;            // of each block of cells its labels, in labels_; kNone: it has none
  std::vector<std::array<int, 64>> labels_;  // of a cell its body
  std::vector<size_t> labelled_;             // blocks that have labels
  std::vector<Body> bodies_;
  std::vector<Outlet> outlets_;
  // At work; a body that is called for by another uses their ends.
  std::vector<CellPos> to_flood_;
  std::vector<Side> sides_;
  std::vector<Outlet> found_;
};

}  // namespace quicksand
