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

bool may_react(const MaterialTable& table, const RowWindow& rows, int x) {
  const MaterialId self = rows.here[x];
  const auto with = [&](MaterialId other) { return table.reactions().may_react(self, other); };
  return with(rows.below[x]) || with(rows.above[x]) || with(rows.here[x - 1]) || with(rows.here[x + 1]);
}

// is_held(rows): of this row, 0, or the one above, -1.
template <class IsHeld>
bool can_act(const MaterialTable& table, const RowWindow& rows, int x, bool has_weight, const IsHeld& is_held) {
  const MaterialId self = rows.here[x];
  if (self == kVoid) return false;
  if (table.reactions().decay_limit(self) > 0 || rows.timer[x] != 0 || table.charge().is_looked_at(self))
    return true;
  // Inside a body of one material nothing moves, and most cells of most worlds are inside one.
  const bool inside =
      rows.above[x] == self && rows.below[x] == self && rows.here[x - 1] == self && rows.here[x + 1] == self;
  if (inside) return table.reactions().may_react(self, self);
  if (may_react(table, rows, x)) return true;
  if (table.phase(self) == Phase::kStatic || !has_weight) return false;
  if (table.sink_chance(rows.above[x], self) > 0 && !is_held(-1)) return true;
  return (table.sink_chance(self, rows.below[x]) > 0 || can_move_sideways(table, rows, x)) && !is_held(0);
}

bool can_act_in_state(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  return can_act(table, {state, cell.y}, cell.x, state.gravity != 0,
                 [&](int row) { return is_held(table, RowWindow(state, cell.y + row).at(cell.x)); });
}

bool leaves_through_border(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  if (state.border == Border::kWall) return false;
  const bool at_edge = cell.x == 0 || cell.y == 0 || cell.x == state.size.width - 1 || cell.y == state.size.height - 1;
  const Phase phase = table.phase(state.material()[cell]);
  return at_edge && phase != Phase::kVoid && phase != Phase::kStatic;
}

void thaw_at_border(const SandboxState& state, const MaterialTable& table, int y, uint8_t* active) {
  if (state.border == Border::kOpen) {
    const bool edge_row = y == 0 || y == state.size.height - 1;
    const int step = edge_row || state.size.width == 1 ? 1 : state.size.width - 1;
    for (int x = 0; x < state.size.width; x += step)
      if (leaves_through_border(state, table, {x, y})) active[x] = 1;
  }
}

}  // namespace

bool is_active_cell(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  return can_act_in_state(state, table, cell) || leaves_through_border(state, table, cell);
}

void freeze_row(const SandboxState& state, const MaterialTable& table, int y, uint8_t* active) {
  for (int x = 0; x < state.size.width; ++x) active[x] = can_act_in_state(state, table, {x, y}) ? 1 : 0;
  thaw_at_border(state, table, y, active);
}

void freeze_row(const SandboxState& state, const MaterialTable& table, const Plane<uint8_t>& held, int y,
                uint8_t* active) {
  const RowWindow rows(state, y);
  for (int x = 0; x < state.size.width; ++x)
    active[x] = can_act(table, rows, x, state.gravity != 0, [&](int row) { return held.row(y + row)[x] != 0; }) ? 1 : 0;
  thaw_at_border(state, table, y, active);
}

}  // namespace quicksand
