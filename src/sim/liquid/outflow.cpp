#include "sim/liquid/outflow.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/falling/fall_laws.h"

namespace quicksand {
namespace {

// In a row what has just come out is at most so thick, before void.
constexpr int kThickestJet = 24;

// So many mouths of a block are looked at in a tick. Which, goes on by so many columns in every tick, and so through
// all.
constexpr int kMostMouths = 2;
constexpr uint64_t kTurn = 19;

// Rounded down.
uint32_t root(uint32_t square) {
  uint32_t result = 0;
  for (uint32_t bit = 1U << 15; bit != 0; bit >>= 1)
    if ((result + bit) * (result + bit) <= square) result += bit;
  return result;
}

// What falls is at least as fast as what begins to.
using FirstSpeeds = FallLaws::Table;
bool rests(const SandboxState& state, const FirstSpeeds& first, CellPos cell) {
  const uint8_t speed = state.cells[kSpeedPlane].row(cell.y)[cell.x];
  return speed == 0 || speed < first[state.material().row(cell.y)[cell.x]];
}

// What stands on a cell of a liquid.
struct Column {
  int head;      // cells of it; 0: there are none, or the uppermost moves
  bool is_open;  // with void above them
  bool moves;
};
Column column_above(const SandboxState& state, const FirstSpeeds& first, CellPos cell) {
  const MaterialId liquid = state.material()[cell];
  int head = 0;
  while (state.material().row(cell.y - head - 1)[cell.x] == liquid) ++head;
  const bool is_open = state.material().row(cell.y - head - 1)[cell.x] == kVoid;
  const bool moves = !rests(state, first, {cell.x, cell.y - head});
  return {moves ? 0 : head, is_open, moves};
}

// The nearest void on this side of the mouth, with nothing between but what has just come out; the mouth's own column
// if there is none.
int find_room(const SandboxState& state, const FirstSpeeds& first, CellPos mouth, int side) {
  const MaterialId* const row = state.material().row(mouth.y);
  int x = mouth.x + side;
  while (row[x] == row[mouth.x] && !rests(state, first, {x, mouth.y}) && std::abs(x - mouth.x) < kMostWall) x += side;
  return row[x] == kVoid ? x : mouth.x;
}

}  // namespace

Outflow::Outflow(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor("outflow")),
      near_(blocks_of(size)),
      has_mouths_(blocks_of(size)),
      mouths_(static_cast<size_t>((size.height + kChunkRows - 1) / kChunkRows)),
      given_(static_cast<size_t>(size.width)) {
  sets_.lighter.add(kVoid);
  for (std::vector<uint64_t>& window : windows_) window.resize(static_cast<size_t>(near_.words()) + 2);
  givers_.reserve(given_.size());
  for (std::vector<CellPos>& mouths : mouths_)
    mouths.reserve(size_t{kMostMouths} * kChunkRows * static_cast<size_t>(activity.blocks()));
}

void Outflow::set_materials(const MaterialTable& table) {
  sets_.self = {};
  gravity_ = -1;
  any_liquid_ = false;
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    if (table.phase(id) != Phase::kLiquid || table.friction(id) == 0) continue;
    sets_.self.add(id);
    any_liquid_ = true;
  }
}

void Outflow::set_weight(bool has_weight, ActivityMap& activity) const {
  activity.set_listening(cursor_, has_weight && any_liquid_);
}

void Outflow::run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
                  Parallel& parallel) {
  if (!any_liquid_ || state.gravity == 0) return;
  activity.gather();
  if (!activity.any_changed(cursor_)) return;
  if (gravity_ != state.gravity) {
    gravity_ = state.gravity;
    first_ = FallLaws(table, gravity_, 0).first;
    // kSpeedGain / kOneRow is what gravity 1 adds to a speed in a tick.
    for (int head = 0; head <= kMostHead; ++head)
      speed_[static_cast<size_t>(head)] = static_cast<uint16_t>(
          root(static_cast<uint32_t>(2 * head * kSpeedGain * 65536 / kOneRow * gravity_ / kGravityUnit)) * kDischarge /
          100);
  }
  find_near(activity);
  activity.clear(cursor_);
  const int first_chunk = first_near_ / kChunkRows;
  const int end_chunk = (end_near_ + kChunkRows - 1) / kChunkRows;
  parallel.for_each_from_below(end_chunk - first_chunk,
                               [&](int chunk) { find_mouths(state, queries, activity, first_chunk + chunk); });
  near_.clear_rows(first_near_, end_near_ - first_near_);
  // From below: there the pressure is highest.
  const uint64_t key = tick_key(state.seed, state.tick);
  for (int chunk = end_chunk - 1; chunk >= first_chunk; --chunk) {
    const std::vector<CellPos>& mouths = mouths_[static_cast<size_t>(chunk)];
    for (auto end = mouths.rbegin(); end != mouths.rend();) {
      const int y = end->y;
      const auto begin = std::find_if(end, mouths.rend(), [&](CellPos mouth) { return mouth.y != y; });
      const uint32_t row = row_key(key, kDiceOutflow, y);
      const auto flow_out = [&](CellPos mouth) {
        flow(state, table, mouth, dice_word(row, static_cast<uint32_t>(mouth.x)), activity);
      };
      // From either end, as the dice fall: what two mouths want is not always the same one's.
      if (row % 2 == 0)
        std::for_each(end, begin, flow_out);
      else
        std::for_each(std::make_reverse_iterator(begin), std::make_reverse_iterator(end), flow_out);
      end = begin;
    }
  }
  for (const int column : givers_) given_[static_cast<size_t>(column)] = 0;
  givers_.clear();
}

// The blocks to look at. A change in a block makes and closes mouths in itself, beside it and right below; and it has a
// bearing on the heads of all mouths that are known in these columns, in kMostHead rows below. Changes are gathered in
// windows of so many rows; a row is near those of its own window and of the one before.
void Outflow::find_near(const ActivityMap& activity) {
  for (std::vector<uint64_t>& window : windows_) std::fill(window.begin(), window.end(), uint64_t{0});
  constexpr int kWindow = kMostHead + 1;
  constexpr int kGroup = ActivityMap::kRowGroup;
  static_assert(kWindow % kGroup == 0);
  first_near_ = activity.height();
  end_near_ = 0;
  int rows_to_go = 0;  // in which anything is near
  for (int y = 0; y < activity.height(); ++y) {
    if (y % kWindow == 0) {
      std::swap(windows_[0], windows_[1]);
      std::fill(windows_[0].begin(), windows_[0].end(), uint64_t{0});
    }
    if (rows_to_go == 0 && y % kGroup == 0 && activity.rows_changed(cursor_, y) == 0) {
      y += kGroup - 1;
      continue;
    }
    uint64_t* const recent = windows_[0].data() + 1;
    const uint64_t* const before = windows_[1].data() + 1;
    if (activity.row_changed(cursor_, y)) {
      for (int word = 0; word < activity.words(); ++word) recent[word] |= activity.changed(cursor_, y)[word];
      rows_to_go = 2 * kWindow;
    }
    if (rows_to_go == 0) continue;
    --rows_to_go;
    first_near_ = std::min(first_near_, y);
    end_near_ = y + 1;
    uint64_t* const near = near_.row(y);
    const uint64_t* const known = has_mouths_.row(y);
    const uint64_t* const changed = activity.changed(cursor_, y);
    const uint64_t* const changed_above = activity.changed(cursor_, y - 1);
    const auto column = [&](int i) { return recent[i] | before[i]; };
    for (int word = 0; word < activity.words(); ++word) {
      uint64_t blocks = with_neighbours(changed + word) | changed_above[word];
      if (known[word] != 0)
        blocks |= known[word] & (column(word) | column(word) << 1 | column(word) >> 1 | column(word - 1) >> 63 |
                                 column(word + 1) << 63);
      near[word] = blocks & activity.valid(word);
    }
  }
  first_near_ = std::min(first_near_, end_near_);
}

void Outflow::find_mouths(const SandboxState& state, const BlockQueries& queries, ActivityMap& activity, int chunk) {
  std::vector<CellPos>& mouths = mouths_[static_cast<size_t>(chunk)];
  mouths.clear();
  for (int y = chunk * kChunkRows; y < std::min((chunk + 1) * kChunkRows, state.size.height); ++y)
    for (int word = 0; word < near_.words(); ++word)
      for (const int bit : ones(near_.row(y)[word]))
        find_mouths_in_block(state, queries, activity, y, word * 64 + bit, mouths);
}

void Outflow::find_mouths_in_block(const SandboxState& state, const BlockQueries& queries, ActivityMap& activity, int y,
                                   int block, std::vector<CellPos>& mouths) {
  uint64_t& known = has_mouths_.row(y)[block / 64];
  const uint64_t bit = uint64_t{1} << static_cast<unsigned>(block) % 64;
  known &= ~bit;
  const int x = block * kBlockCells;
  const MaterialId* const here = state.material().row(y) + x;
  const BlockView view = queries.view(here - state.material().stride(), here, sets_);
  const uint64_t pressed = view.self & ~view.lighter_above;
  if (pressed == 0) return;
  // Room, or what has just come out.
  const uint64_t moving =
      state.cells.is_used(kSpeedPlane, {x, y}) ? queries.nonzero(state.cells[kSpeedPlane].row(y) + x) : 0;
  // That something has come to rest is not marked by anybody.
  if ((pressed & moving) != 0) look_again(activity, y, block);
  if ((pressed & ~moving) == 0) return;
  const auto is_open = [&](int i) {
    return here[i] == kVoid || (sets_.self.has[here[i]] != 0 && !rests(state, first_, {x + i, y}));
  };
  const uint64_t before = is_open(-1) ? 1 : 0;
  const uint64_t after = is_open(kBlockCells) ? uint64_t{1} << 63 : 0;
  const uint64_t passes = moving & view.self;
  uint64_t open = view.lighter;
  if ((pressed & ((open | passes) << 1 | (open | passes) >> 1 | before | after)) == 0) return;
  for (int i = 0; i < kThickestJet; ++i) {
    const uint64_t wider = open | ((open << 1 | open >> 1 | before | after) & passes);
    if (wider == open) break;
    open = wider;
  }
  const uint64_t candidates = pressed & ~moving & (open << 1 | open >> 1 | before | after);
  if (candidates == 0) return;
  known |= bit;
  // Where there are many, as in what has been stirred, they take turns.
  const int first = static_cast<int>(state.tick * kTurn % kBlockCells);
  uint64_t turned = std::rotr(candidates, first);
  for (int i = 0; turned != 0 && i < kMostMouths; ++i, turned &= turned - 1)
    mouths.push_back({x + (std::countr_zero(turned) + first) % kBlockCells, y});
  if (turned != 0) look_again(activity, y, block);
}

// In the next step.
void Outflow::look_again(ActivityMap& activity, int y, int block) const {
  activity.keep(cursor_, y, block / 64, uint64_t{1} << static_cast<unsigned>(block) % 64);
}

void Outflow::flow(SandboxState& state, const MaterialTable& table, CellPos mouth, uint32_t dice,
                   ActivityMap& activity) {
  const int first = dice % 2 == 0 ? 1 : -1;
  for (const int side : {first, -first})
    if (find_room(state, first_, mouth, side) != mouth.x) flow_at(state, table, mouth, side, dice, activity);
}

void Outflow::flow_at(SandboxState& state, const MaterialTable& table, CellPos mouth, int side, uint32_t dice,
                      ActivityMap& activity) {
  const Reservoir reservoir = find_reservoir(state, mouth, -side);
  if (reservoir.head > 0 || reservoir.moves) look_again(activity, mouth.y, mouth.x / kBlockCells);
  if (reservoir.head == 0) return;
  const int speed = speed_[static_cast<size_t>(std::min(reservoir.head, kMostHead))] *
                    table.friction(state.material()[mouth]) / kMaxFriction;
  const int cells = (speed + static_cast<int>(dice >> 24)) / 256;
  if (cells > 0) flow_to(state, mouth, side, reservoir, cells, dice, activity);
}

// The nearest open column that is higher; where none is, the nearest of the highest closed ones.
Outflow::Reservoir Outflow::find_reservoir(const SandboxState& state, CellPos mouth, int step) const {
  const MaterialId* const row = state.material().row(mouth.y);
  Reservoir closed;
  for (int columns = 0; columns < kMostWall; ++columns) {
    const int x = mouth.x + step * columns;
    if (row[x] == kVoid) return {};
    if (row[x] != row[mouth.x]) break;
    if (!rests(state, first_, {x, mouth.y})) return {.moves = true};
    const Column column = column_above(state, first_, {x, mouth.y});
    if (column.moves) return {.moves = true};
    if (column.is_open && column.head > 0) return {columns, column.head, true};
    if (column.head > closed.head) closed = {columns, column.head};
  }
  return closed;
}

// At most so many cells, as far as there is void for them. Which columns give is a matter of dice: those next to a hole
// would be drained, and the head with them.
void Outflow::flow_to(SandboxState& state, CellPos mouth, int side, const Reservoir& reservoir, int cells,
                      uint32_t dice, ActivityMap& activity) {
  const MaterialId* const row = state.material().row(mouth.y);
  const MaterialId liquid = row[mouth.x];
  const int first = reservoir.first;
  int columns = first;
  while (columns < kMostWall && row[mouth.x - side * columns] == liquid &&
         rests(state, first_, {mouth.x - side * columns, mouth.y}))
    ++columns;
  const int among = columns - first;
  int next = static_cast<int>(dice % static_cast<uint32_t>(among));
  int asked = 0;
  const auto find_next_room = [&](int x) {
    while (row[x] == liquid && !rests(state, first_, {x, mouth.y}) && std::abs(x - mouth.x) < kMostWall) x += side;
    return x;
  };
  for (int x = find_next_room(mouth.x + side); cells > 0 && row[x] == kVoid; x = find_next_room(x + side), --cells) {
    CellPos from = mouth;
    for (; from.y == mouth.y && asked < among; ++asked, next = (next + 1) % among) {
      from.x = mouth.x - side * (first + next);
      if (given_[static_cast<size_t>(from.x)] != 0) continue;
      const Column column = column_above(state, first_, {from.x, mouth.y});
      if (column.is_open == reservoir.is_open) from.y -= column.head;
    }
    if (from.y == mouth.y) return;
    given_[static_cast<size_t>(from.x)] = 1;
    givers_.push_back(from.x);
    state.cells.swap(from, {x, mouth.y});
    activity.mark(from);
    activity.mark(CellPos{x, mouth.y});
  }
}

}  // namespace quicksand
