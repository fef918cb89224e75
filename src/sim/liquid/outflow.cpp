#include "sim/liquid/outflow.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/falling/fall_laws.h"

namespace quicksand {
namespace {

// Rounded down.
uint32_t root(uint32_t square) {
  uint32_t result = 0;
  for (uint32_t bit = 1U << 15; bit != 0; bit >>= 1)
    if ((result + bit) * (result + bit) <= square) result += bit;
  return result;
}

bool rests(const SandboxState& state, CellPos cell) { return state.cells[kSpeedPlane].row(cell.y)[cell.x] == 0; }

// What stands on a cell of a liquid.
struct Column {
  int head;    // cells of it, with void above them; 0: there is something else, or the uppermost moves
  bool moves;
};
Column column_above(const SandboxState& state, CellPos cell) {
  const MaterialId liquid = state.material()[cell];
  int head = 0;
  while (head < kMostHead && state.material().row(cell.y - head - 1)[cell.x] == liquid) ++head;
  if (state.material().row(cell.y - head - 1)[cell.x] != kVoid) return {0, false};
  const bool moves = !rests(state, {cell.x, cell.y - head});
  return {moves ? 0 : head, moves};
}

// Of the 64 cells from column x on, those that have a speed.
uint64_t moving_cells(const SandboxState& state, int y, int x) {
  if (!state.cells.is_used(kSpeedPlane, {x, y})) return 0;
  const uint8_t* const speed = state.cells[kSpeedPlane].row(y) + x;
  uint64_t moving = 0;
  for (int i = 0; i < kBlockCells; ++i) moving |= uint64_t{speed[i] != 0} << i;
  return moving;
}

// The nearest void on this side of the mouth, with nothing between but what has just come out; the mouth's own column
// if there is none.
int find_room(const SandboxState& state, CellPos mouth, int side) {
  const MaterialId* const row = state.material().row(mouth.y);
  int x = mouth.x + side;
  while (row[x] == row[mouth.x] && !rests(state, {x, mouth.y}) && std::abs(x - mouth.x) < kMostWall) x += side;
  return row[x] == kVoid ? x : mouth.x;
}

}  // namespace

Outflow::Outflow(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor()),
      near_(blocks_of(size)),
      mouths_(static_cast<size_t>((size.height + kChunkRows - 1) / kChunkRows)),
      has_given_(static_cast<size_t>(size.width)) {
  void_.add(kVoid);
  for (std::vector<uint64_t>& window : windows_) window.resize(static_cast<size_t>(near_.words()) + 2);
  givers_.reserve(has_given_.size());
  for (std::vector<CellPos>& mouths : mouths_) mouths.reserve(has_given_.size());
}

void Outflow::set_materials(const MaterialTable& table) {
  liquids_ = {};
  presses_ = {};
  any_liquid_ = false;
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    if (table.phase(id) == Phase::kStatic) presses_.add(id);
    if (table.phase(id) != Phase::kLiquid || table.friction(id) == 0) continue;
    liquids_.add(id);
    presses_.add(id);
    any_liquid_ = true;
  }
}

void Outflow::run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
                  Parallel& parallel) {
  activity.set_listening(cursor_, any_liquid_ && state.gravity > 0);
  if (!any_liquid_ || state.gravity == 0) return;
  activity.gather();
  if (!activity.any_changed(cursor_)) return;
  if (gravity_ != state.gravity) {
    gravity_ = state.gravity;
    // kSpeedGain / kOneRow is what gravity 1 adds to a speed in a tick.
    for (int head = 0; head <= kMostHead; ++head)
      speed_[static_cast<size_t>(head)] = static_cast<uint16_t>(
          root(static_cast<uint32_t>(2 * head * kSpeedGain * 65536 / kOneRow * gravity_ / kGravityUnit)) * kDischarge / 100);
  }
  find_near(activity);
  parallel.for_each(static_cast<int>(mouths_.size()), [&](int chunk) { find_mouths(state, queries, chunk); });
  activity.clear(cursor_);
  // From below: there the pressure is highest.
  const uint64_t key = tick_key(state.seed, state.tick);
  for (auto mouths = mouths_.rbegin(); mouths != mouths_.rend(); ++mouths) {
    for (auto end = mouths->rbegin(); end != mouths->rend();) {
      const int y = end->y;
      const auto begin = std::find_if(end, mouths->rend(), [&](CellPos mouth) { return mouth.y != y; });
      const uint32_t row = row_key(key, kDiceOutflow, y);
      const auto flow_at = [&](CellPos mouth) { flow(state, table, mouth, dice_word(row, static_cast<uint32_t>(mouth.x)), activity); };
      // From either end, as the dice fall: what two mouths want is not always the same one's.
      if (row % 2 == 0)
        std::for_each(end, begin, flow_at);
      else
        std::for_each(std::make_reverse_iterator(begin), std::make_reverse_iterator(end), flow_at);
      end = begin;
    }
  }
  for (const int column : givers_) has_given_[static_cast<size_t>(column)] = 0;
  givers_.clear();
}

// The blocks on which a change in a block has a bearing: its own and those beside it, in its row and in kMostHead rows
// below. Changes are gathered in windows of so many rows; a row is near those of its own window and of the one before.
void Outflow::find_near(const ActivityMap& activity) {
  for (std::vector<uint64_t>& window : windows_) std::fill(window.begin(), window.end(), uint64_t{0});
  int rows_to_go = 0;  // in which anything is near
  for (int y = 0; y < activity.height(); ++y) {
    if (y % (kMostHead + 1) == 0) {
      std::swap(windows_[0], windows_[1]);
      std::fill(windows_[0].begin(), windows_[0].end(), uint64_t{0});
    }
    uint64_t* const recent = windows_[0].data() + 1;
    const uint64_t* const before = windows_[1].data() + 1;
    if (activity.row_changed(cursor_, y)) {
      for (int word = 0; word < activity.words(); ++word) recent[word] |= activity.changed(cursor_, y)[word];
      rows_to_go = 2 * (kMostHead + 1);
    }
    uint64_t* const near = near_.row(y);
    const auto column = [&](int i) { return recent[i] | before[i]; };
    for (int word = 0; word < activity.words(); ++word)
      near[word] = rows_to_go == 0 ? 0
                                   : (column(word) | column(word) << 1 | column(word) >> 1 | column(word - 1) >> 63 |
                                      column(word + 1) << 63) &
                                         activity.valid(word);
    if (rows_to_go > 0) --rows_to_go;
  }
}

void Outflow::find_mouths(const SandboxState& state, const BlockQueries& queries, int chunk) {
  std::vector<CellPos>& mouths = mouths_[static_cast<size_t>(chunk)];
  mouths.clear();
  const Plane<MaterialId>& material = state.material();
  for (int y = chunk * kChunkRows; y < std::min((chunk + 1) * kChunkRows, state.size.height); ++y) {
    for (int word = 0; word < near_.words(); ++word) {
      const uint64_t blocks = near_.row(y)[word];
      for (const int bit : ones(blocks)) {
        const int x = (word * 64 + bit) * kBlockCells;
        const MaterialId* const cells = material.row(y) + x;
        const uint64_t liquid = queries.cells_in(cells, liquids_);
        if (liquid == 0) continue;
        const uint64_t open = queries.cells_in(cells, void_) | moving_cells(state, y, x);
        const auto is_open = [&](int column) { return material.row(y)[column] == kVoid || !rests(state, {column, y}); };
        uint64_t candidates =
            liquid & (open << 1 | open >> 1 | (is_open(x - 1) ? 1 : 0) | uint64_t{is_open(x + kBlockCells)} << 63);
        if (candidates != 0) candidates &= queries.cells_in(material.row(y - 1) + x, presses_);
        for (const int i : ones(candidates)) mouths.push_back({x + i, y});
      }
    }
  }
}

void Outflow::flow(SandboxState& state, const MaterialTable& table, CellPos mouth, uint32_t dice, ActivityMap& activity) {
  const int first = dice % 2 == 0 ? 1 : -1;
  for (const int side : {first, -first}) {
    if (find_room(state, mouth, side) == mouth.x) continue;
    const Reservoir reservoir = find_reservoir(state, mouth, -side);
    // Is looked at in the next tick, too. That something has come to rest is not marked by anybody.
    if (reservoir.head > 0 || reservoir.moves) activity.mark(mouth);
    if (reservoir.head == 0) continue;
    const int speed =
        speed_[static_cast<size_t>(reservoir.head)] * table.friction(state.material()[mouth]) / kMaxFriction;
    flow_to(state, mouth, side, reservoir, (speed + static_cast<int>(dice >> 24)) / 256, dice, activity);
  }
}

// The cells of the liquid behind the mouth, in its row, and the head of the nearest open column among them.
Outflow::Reservoir Outflow::find_reservoir(const SandboxState& state, CellPos mouth, int step) const {
  const MaterialId* const row = state.material().row(mouth.y);
  Reservoir reservoir{0, 0, false};
  for (int x = mouth.x; reservoir.columns < kMostWall && row[x] == row[mouth.x]; x += step) {
    reservoir.moves |= !rests(state, {x, mouth.y});
    if (!rests(state, {x, mouth.y})) break;
    const Column column = column_above(state, {x, mouth.y});
    reservoir.moves |= column.moves;
    ++reservoir.columns;
    if (reservoir.head == 0) reservoir.head = column.head;
  }
  return reservoir;
}

// At most so many cells, as far as there is void for them. Which columns give is a matter of dice: those next to a hole
// would be drained, and the head with them.
void Outflow::flow_to(SandboxState& state, CellPos mouth, int side, const Reservoir& reservoir, int cells, uint32_t dice,
                      ActivityMap& activity) {
  int next = static_cast<int>(dice % static_cast<uint32_t>(reservoir.columns));
  int asked = 0;
  for (int x = find_room(state, mouth, side); cells > 0 && state.material().row(mouth.y)[x] == kVoid; x += side, --cells) {
    CellPos from = mouth;
    for (; from.y == mouth.y && asked < reservoir.columns; ++asked, next = (next + 1) % reservoir.columns) {
      from.x = mouth.x - side * next;
      if (has_given_[static_cast<size_t>(from.x)] == 0) from.y -= column_above(state, {from.x, mouth.y}).head;
    }
    if (from.y == mouth.y) return;
    has_given_[static_cast<size_t>(from.x)] = 1;
    givers_.push_back(from.x);
    state.cells.swap(from, {x, mouth.y});
    activity.mark(from);
    activity.mark(CellPos{x, mouth.y});
  }
}

}  // namespace quicksand
