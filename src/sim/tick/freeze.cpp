#include "sim/tick/freeze.h"

#include "sim/rows/sideways.h"

namespace quicksand {
namespace {

bool can_move_sideways(const MaterialTable& table, const RowWindow& rows, int x) {
  const MaterialId self = rows.here[x];
  for (const int side : {-1, 1}) {
    const SideView view = look_sideways(table, rows.at(x), kUntouched, side, 0);
    if (view.drop > 0 || (view.clear > 0 && drifts(table.phase(self)))) return true;
  }
  return false;
}

bool dissolves_a_neighbour(const MaterialTable& table, const RowWindow& rows, int x) {
  const MaterialId self = rows.here[x];
  return table.is_solvent(self) &&
         (table.dissolve_limit(self, rows.below[x]) | table.dissolve_limit(self, rows.above[x]) |
          table.dissolve_limit(self, rows.here[x - 1]) | table.dissolve_limit(self, rows.here[x + 1])) != 0;
}

// `above`: the rows around the one above.
bool can_act(const MaterialTable& table, const RowWindow& above, const RowWindow& rows, int x) {
  const MaterialId self = rows.here[x];
  if (self == kVoid) return false;
  if (table.fade_limit(self) > 0) return true;
  // Inside a body of one material nothing moves, and most cells of most worlds are inside one.
  const bool inside =
      rows.above[x] == self && rows.below[x] == self && rows.here[x - 1] == self && rows.here[x + 1] == self;
  if (inside) return table.dissolve_limit(self, self) > 0;
  if (dissolves_a_neighbour(table, rows, x)) return true;
  if (table.phase(self) == Phase::kStatic) return false;
  if (table.sink_chance(rows.above[x], self) > 0 && !is_held(table, above.at(x), kUntouched)) return true;
  return (table.sink_chance(self, rows.below[x]) > 0 || can_move_sideways(table, rows, x)) &&
         !is_held(table, rows.at(x), kUntouched);
}

bool leaves_through_border(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  if (state.border == Border::kWall) return false;
  const bool at_edge = cell.x == 0 || cell.y == 0 || cell.x == state.size.width - 1 || cell.y == state.size.height - 1;
  const Phase phase = table.phase(state.material()[cell]);
  return at_edge && phase != Phase::kVoid && phase != Phase::kStatic;
}

}  // namespace

bool is_active_cell(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  return can_act(table, {state, cell.y - 1}, {state, cell.y}, cell.x) || leaves_through_border(state, table, cell);
}

void freeze_row(const SandboxState& state, const MaterialTable& table, int y, uint8_t* active) {
  const RowWindow above(state, y - 1);
  const RowWindow rows(state, y);
  for (int x = 0; x < state.size.width; ++x) active[x] = can_act(table, above, rows, x) ? 1 : 0;
  if (state.border == Border::kOpen) {
    const bool edge_row = y == 0 || y == state.size.height - 1;
    const int step = edge_row || state.size.width == 1 ? 1 : state.size.width - 1;
    for (int x = 0; x < state.size.width; x += step)
      if (leaves_through_border(state, table, {x, y})) active[x] = 1;
  }
}

}  // namespace quicksand
