#include "sim/slump/slump.h"

#include <algorithm>
#include <bit>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/tick/kernel.h"

namespace quicksand {
namespace {

// Of the cells so many columns to a side, where `word` is the word of a block in a row of words. 0 <= columns < 64.
uint64_t aside(const uint64_t* word, bool right, int columns) {
  if (columns == 0) return word[0];
  return right ? word[0] >> columns | word[1] << (64 - columns) : word[0] << columns | word[-1] >> (64 - columns);
}

// Less is looked at sooner than other threads are woken.
constexpr int kFewBlocks = 256;

void copy_row(const uint64_t* from, uint64_t* to, int words) { std::copy_n(from - 1, words + 2, to - 1); }

bool is_clear(const uint64_t* row, int words) {
  return std::all_of(row, row + words, [](uint64_t word) { return word == 0; });
}

uint64_t bit_of(int block) { return uint64_t{1} << static_cast<unsigned>(block) % 64; }

}  // namespace

Slump::Slump(GridSize size, ActivityMap& activity)
    : height_(size.height),
      cursor_(activity.add_cursor("slopes")),
      open_{BitPlane(size), BitPlane(size)},
      void_(size),
      firm_(size),
      differs_(blocks_of(size)),
      late_(blocks_of(size)),
      gives_(blocks_of(size)),
      giving_(blocks_of(size)) {
  rows_to_run_.reserve(static_cast<size_t>(size.height));
}

// The line goes from column to column, in each of them down to where the slope is.
Slump::Slope::Slope(const Repose& failing) : repose(failing), near_drop(failing.drop_at(1)) {
  int row = 0;
  for (int column = 1; column <= repose.reach; ++column)
    for (;; ++row) {
      line.push_back({column, row});
      if (row == repose.drop_at(column)) break;
    }
}

void Slump::set_weight(bool has_weight, ActivityMap& activity) const { activity.set_listening(cursor_, has_weight); }

void Slump::set_materials(const MaterialTable& table) {
  slopes_.clear();
  groups_ = {};
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    const Phase phase = table.phase(id);
    if (phase == Phase::kVoid) groups_.of[id] = kVoidCells;
    if (phase == Phase::kStatic) groups_.of[id] = kStaticCells;
    if (phase != Phase::kPowder || table.repose(id).reach == 0) continue;  // without a reach it stands at any slope
    const Repose slope = failing_slope(table.repose(id));
    const bool is_gentler = is_gentler_than_damp(table.repose(id));
    const auto same = std::find_if(slopes_.begin(), slopes_.end(), [&](const Slope& other) {
      return other.repose.reach == slope.reach && other.repose.drop == slope.drop &&
             other.is_gentler_than_damp == is_gentler;
    });
    groups_.of[id] = static_cast<uint8_t>(kFirstSlope + (same - slopes_.begin()));
    if (same == slopes_.end()) slopes_.emplace_back(slope).is_gentler_than_damp = is_gentler;
  }
}

void Slump::find(const SandboxState& state, const MaterialTable& table, const Kernel& kernel, ActivityMap& activity,
                 Parallel& parallel) {
  if (!activity.any_changed(cursor_)) return;
  const Search search{state, table, kernel, activity, state.cells.is_ever_used(kWetnessPlane)};
  share_rows(search, parallel.threads());
  parallel.for_each(part_count_, [&](int part) { find_in_part(search, parts_[static_cast<size_t>(part)]); });
  int first = part_count_ > 1 ? find_again(search) : height_;
  for (int i = 0; i < part_count_; ++i) first = std::min(first, parts_[static_cast<size_t>(i)].first_differing);
  find_trains(search);
  if (first < height_) differs_.clear_rows(first, height_ - first);
  activity.clear(cursor_);
}

// Of the rows from the lowest up each worker gets so many that all have as many changed blocks.
void Slump::share_rows(const Search& search, int workers) {
  if (static_cast<int>(parts_.size()) < workers) {
    parts_.resize(static_cast<size_t>(workers));
    const GridSize below{open_[0].words() * 64, kMostFailing};
    for (Part& part : parts_) {
      part.groups.resize(static_cast<size_t>(search.activity.blocks()));
      part.firm_before = BitPlane(below);
      for (BitPlane& open : part.open_before) open = BitPlane(below);
    }
  }
  const auto blocks_in = [&](int y) {
    int blocks = 0;
    if (!search.activity.row_changed(cursor_, y)) return blocks;
    for (int word = 0; word < search.activity.words(); ++word)
      blocks += std::popcount(search.activity.changed(cursor_, y)[word]);
    return blocks;
  };
  int64_t blocks = 0;
  if (workers > 1)
    for (int y = 0; y < height_; ++y) blocks += blocks_in(y);
  part_count_ = blocks > kFewBlocks ? workers : 1;
  int y = height_;
  int64_t counted = 0;
  for (int i = 0; i < part_count_; ++i) {
    Part& part = parts_[static_cast<size_t>(i)];
    part.end_row = y;
    while (y > 0 && counted * part_count_ < blocks * (i + 1)) counted += blocks_in(--y);
    if (i == part_count_ - 1) y = 0;
    part.first_row = y;
    part.knows_below = i == 0;
    if (!part.knows_below) keep_below(part);
  }
}

// While they are looked at by another worker.
void Slump::keep_below(Part& part) {
  for (int row = 0; row < kMostFailing; ++row) {
    const int y = std::min(part.end_row + row, height_);
    copy_row(firm_.row(y), part.firm_before.row(row), firm_.words());
    for (const Side side : kSides) copy_row(open_[side].row(y), part.open_before[side].row(row), firm_.words());
  }
}

// With wet cells in the world what cohesion holds depends on the cells around, too.
bool Slump::is_row_changed(const Search& search, int y) const {
  const auto is_changed = [&](int row) { return search.activity.row_changed(cursor_, row); };
  return is_changed(y) || (search.any_wet && (is_changed(y - 1) || is_changed(y + 1)));
}

uint64_t Slump::changed(const Search& search, int y, int word) const {
  if (!search.any_wet) return search.activity.changed(cursor_, y)[word];
  uint64_t blocks = 0;
  for (int row = y - 1; row <= y + 1; ++row) blocks |= with_neighbours(search.activity.changed(cursor_, row) + word);
  return blocks & search.activity.valid(word);
}

// From below, so that what is open in the rows below is known.
void Slump::find_in_part(const Search& search, Part& part) {
  part.first_differing = height_;
  for (int y = part.end_row - 1; y >= part.first_row; --y) {
    const bool is_in_reach = part.first_differing <= y + kMostFailing && part.first_differing < height_;
    if (!is_row_changed(search, y) && !is_in_reach) continue;
    if (find_in_row(search, part, y)) part.first_differing = y;
  }
}

// Returns whether anything is not as it was.
bool Slump::find_in_row(const Search& search, Part& part, int y) {
  const ActivityMap& activity = search.activity;
  for (int word = 0; word < activity.words(); ++word)
    for (const int bit : ones(changed(search, y, word))) look_at_cells(search, part, y, word * 64 + bit);
  // Cells look aside by less than a block.
  const int last = std::min(y + kMostFailing, part.end_row - 1);
  for (int word = 0; word < activity.words(); ++word) {
    // In those beside changed ones something may have been in a train's way for a while.
    uint64_t look = activity.row_changed(cursor_, y) ? with_neighbours(activity.changed(cursor_, y) + word) : 0;
    for (int row = y; row <= last; ++row) look |= with_neighbours(differs_.row(row) + word);
    look &= activity.valid(word) & ~changed(search, y, word);
    for (const int bit : ones(look)) {
      const int block = word * 64 + bit;
      search.kernel.queries().groups(search.state.material().row(y) + block * kBlockCells, groups_,
                                     part.groups[static_cast<size_t>(block)]);
    }
    for (const int bit : ones(look | changed(search, y, word)))
      if (look_along_slopes(search, part, y, word * 64 + bit)) differs_.row(y)[word] |= uint64_t{1} << bit;
  }
  return !is_clear(differs_.row(y), activity.words());
}

// Where rows below a part are not as its worker knew them: upward from there. Returns the uppermost row in which
// anything is not as it was; the world's height: none.
int Slump::find_again(const Search& search) {
  int lowest = height_;  // of what is late the uppermost row; height_: nothing is
  int first = height_;
  for (int i = 1; i < part_count_; ++i) {
    Part& part = parts_[static_cast<size_t>(i)];
    part.knows_below = true;
    const int end = std::min(part.end_row + kMostFailing, height_);
    late_.join_rows(differs_, part.end_row, end - part.end_row);
    for (int y = end - 1; y >= part.end_row; --y)
      if (!is_clear(late_.row(y), late_.words())) lowest = y;
    first = std::min(first, lowest);
    for (int y = part.end_row - 1; y >= part.first_row && lowest < height_ && lowest - y <= kMostFailing; --y)
      if (find_again_in_row(search, part, y)) lowest = y;
    first = std::min(first, lowest);
  }
  if (first < height_) {
    differs_.join_rows(late_, first, height_ - first);
    late_.clear_rows(first, height_ - first);
  }
  return first;
}

bool Slump::find_again_in_row(const Search& search, Part& part, int y) {
  const int last = std::min(y + kMostFailing, height_ - 1);
  for (int word = 0; word < late_.words(); ++word) {
    uint64_t look = 0;
    for (int row = y + 1; row <= last; ++row) look |= with_neighbours(late_.row(row) + word);
    for (const int bit : ones(look & search.activity.valid(word))) {
      const int block = word * 64 + bit;
      search.kernel.queries().groups(search.state.material().row(y) + block * kBlockCells, groups_,
                                     part.groups[static_cast<size_t>(block)]);
      if (look_along_slopes(search, part, y, block)) late_.row(y)[word] |= uint64_t{1} << bit;
    }
  }
  return !is_clear(late_.row(y), late_.words());
}

// Where trains may move that could not before: they look farther down than lines do.
void Slump::find_trains(const Search& search) {
  const ActivityMap& activity = search.activity;
  for (int y = 0; y < height_; ++y)
    for (int word = 0; word < activity.words(); ++word) {
      const uint64_t gives = gives_.row(y)[word];
      if (gives == 0) continue;
      uint64_t near = changed(search, y, word);
      if (activity.row_changed(cursor_, y)) near |= with_neighbours(activity.changed(cursor_, y) + word);
      const int last = std::min(y + kDeepestSlump, height_ - 1);
      for (int row = y; row <= last && (gives & ~near) != 0; ++row) near |= with_neighbours(differs_.row(row) + word);
      giving_.row(y)[word] = gives & near;
    }
}

// What is firm.
void Slump::look_at_cells(const Search& search, Part& part, int y, int block) {
  BlockGroups& groups = part.groups[static_cast<size_t>(block)];
  search.kernel.queries().groups(search.state.material().row(y) + block * kBlockCells, groups_, groups);
  uint64_t firm = search.any_wet ? search.kernel.held(y, block) : 0;
  for (int i = 0; i < groups.count; ++i)
    if (groups.group[i] == kStaticCells) firm |= groups.cells[i];
  uint64_t& known = firm_.row(y)[block];
  if (firm == known) return;
  known = firm;
  differs_.row(y)[block / 64] |= bit_of(block);
}

// What is open, of which the rows below are known. Returns whether that is not as it was.
bool Slump::look_along_slopes(const Search& search, const Part& part, int y, int block) {
  const BlockGroups& groups = part.groups[static_cast<size_t>(block)];
  const uint64_t loose = ~firm_.row(y)[block];
  const uint64_t overwet = search.any_wet ? search.kernel.overwet(search.state, search.table, y, block) & loose : 0;
  const uint64_t clinging = search.any_wet ? search.kernel.clings(search.state, search.table, y, block) & loose : 0;
  uint64_t empty = 0;
  uint64_t wet_powder = 0;
  uint64_t damp_powder = 0;
  uint64_t gives[2] = {0, 0};
  const auto look = [&](uint64_t cells, const Slope& slope) {
    if (cells == 0) return;
    for (const Side side : kSides) gives[side] |= leaning(part, side, slope, y, block, cells);
  };
  for (int i = 0; i < groups.count; ++i) {
    if (groups.group[i] == kVoidCells) empty = groups.cells[i];
    if (groups.group[i] < kFirstSlope) continue;
    const Slope& slope = slopes_[groups.group[i] - kFirstSlope];
    const uint64_t damp = slope.is_gentler_than_damp ? clinging : 0;
    look(groups.cells[i] & loose & ~overwet & ~damp, slope);
    wet_powder |= groups.cells[i] & overwet;
    damp_powder |= groups.cells[i] & damp;
  }
  look(wet_powder, overwet_slope_);
  look(damp_powder, damp_slope_);
  // Whether a grain above comes down here depends on this, too.
  bool differs = void_.row(y)[block] != empty;
  void_.row(y)[block] = empty;
  for (const Side side : kSides) {
    uint64_t& known = open_[side].row(y)[block];
    differs |= known != (empty | gives[side]);
    known = empty | gives[side];
  }
  uint64_t& giving = gives_.row(y)[block / 64];
  giving = (gives[kLeft] | gives[kRight]) != 0 ? giving | bit_of(block) : giving & ~bit_of(block);
  return differs;
}

// Those of some powders of a block, with this slope, that give way to the side.
uint64_t Slump::leaning(const Part& part, Side side, const Slope& slope, int y, int block, uint64_t cells) const {
  const bool right = side == kRight;
  const auto& [reach, drop] = slope.repose;
  uint64_t near = cells & aside(open_row(part, side, y + slope.near_drop) + block, right, 1);
  for (int row = y; row < y + slope.near_drop && near != 0; ++row)
    near &= ~aside(firm_row(part, row) + block, right, 1);
  if (reach == 1 || y + drop >= height_) return near;
  const uint64_t far = cells & ~near & aside(open_row(part, side, y + drop) + block, right, reach);
  if (far == 0 || !is_near_firm(part, y, y + drop, block)) return near | far;
  return near | clear_on_the_way(part, side, slope, y, block, far);
}

bool Slump::is_near_firm(const Part& part, int first_row, int last_row, int block) const {
  uint64_t any = 0;
  for (int row = first_row; row <= last_row; ++row) {
    const uint64_t* const firm = firm_row(part, row) + block;
    any |= firm[-1] | firm[0] | firm[1];
  }
  return any != 0;
}

// Of some cells, those with nothing firm on their line.
uint64_t Slump::clear_on_the_way(const Part& part, Side side, const Slope& slope, int y, int block,
                                 uint64_t cells) const {
  for (const auto& [column, row] : slope.line) {
    cells &= ~aside(firm_row(part, y + row) + block, side == kRight, column);
    if (cells == 0) break;
  }
  return cells;
}

// One row whose trains move.
class Slump::Row {
 public:
  Row(const Slump& slump, const SandboxState& state, const MaterialTable& table, CellPlanes& cells, Kernel& kernel,
      ActivityMap& activity, int y)
      : slump_(slump),
        table_(table),
        cells_(cells),
        kernel_(kernel),
        queries_(kernel.queries()),
        activity_(activity),
        y_(y),
        rows_(state, y),
        dice_(row_key(state.seed, state.tick, kDiceSlump, y)),
        in_turn_(kColumnsInTurn << dice_ / 2 % kSlumpTurns) {}

  void run() {
    const Side first = dice_ % 2 == 0 ? kLeft : kRight;
    move_to(first);
    move_to(first == kLeft ? kRight : kLeft);
  }

 private:
  bool is_inside(int block) const { return block >= 0 && block < activity_.blocks(); }
  uint64_t empty(int block) const { return is_inside(block) ? ~queries_.nonzero(rows_.here + block * kBlockCells) : 0; }
  uint64_t touched(int block) const { return is_inside(block) ? kernel_.touched(y_, block) : 0; }
  uint64_t open(Side side, int block) const { return slump_.open_[side].row(y_)[block]; }
  // Cells that give way, and have not moved since.
  uint64_t gives(Side side, int block) const {
    return is_inside(block) ? open(side, block) & ~empty(block) & ~touched(block) : 0;
  }
  // Cells that give way to both sides, and would not come down to this one: they would let a gap wander to and fro.
  uint64_t idle(Side side, int block) const {
    const uint64_t* const below = slump_.void_.row(y_ + 1) + block;
    return open(kLeft, block) & open(kRight, block) & ~aside(below, side == kRight, 1);
  }

  // One in kSlumpTurns.
  static constexpr uint64_t kColumnsInTurn = 0x0101010101010101;
  static_assert(kSlumpTurns == 8);

  // Those in front first: the others find the place that they have left.
  void move_to(Side side) {
    end_ = side == kRight ? activity_.blocks() * kBlockCells : -1;
    if (side == kRight) {
      for (int word = activity_.words() - 1; word >= 0; --word)
        for (uint64_t rest = ~uint64_t{0}; (rest & blocks(word)) != 0;) {
          const int bit = std::bit_width(rest & blocks(word)) - 1;
          rest = (uint64_t{1} << bit) - 1;
          move_in(side, word * 64 + bit);
        }
    } else {
      for (int word = 0; word < activity_.words(); ++word)
        for (uint64_t rest = ~uint64_t{0}; (rest & blocks(word)) != 0;) {
          const int bit = std::countr_zero(rest & blocks(word));
          rest = bit == 63 ? 0 : ~uint64_t{0} << (bit + 1);
          move_in(side, word * 64 + bit);
        }
    }
  }

  // Where a train may move: where something gives way in blocks that were looked at, and around all that fell, or moved
  // in this row, since then.
  uint64_t blocks(int word) const {
    return (slump_.giving_.row(y_)[word] | with_neighbours(activity_.marked(y_) + word)) & activity_.valid(word);
  }

  // Whether anything gave way when the tick began. What has come since is touched.
  bool gave_way(Side side, int block) const { return (open(side, block) & ~slump_.void_.row(y_)[block]) != 0; }

  void move_in(Side side, int block) {
    if (gave_way(side, block))
      while (move_first_in(side, block)) {
      }
  }

  // Moves the first train of a block that can. Returns whether there was one.
  bool move_first_in(Side side, int block) {
    const int first = block * kBlockCells;
    const int next = side == kRight ? block + 1 : block - 1;
    const int left_to_move = side == kRight ? end_ - first : first + kBlockCells - 1 - end_;
    const uint64_t giving = gives(side, block) & nearest(side, left_to_move);
    if (giving == 0) return false;
    const uint64_t here = empty(block);
    const uint64_t on = empty(next);
    const uint64_t way = here | touched(block);
    const uint64_t way_on = on | touched(next);
    const uint64_t beside = side == kRight ? way >> 1 | way_on << 63 : way << 1 | way_on >> 63;
    for (uint64_t fronts = giving & beside & ~idle(side, block); fronts != 0;) {
      const int place = side == kRight ? std::bit_width(fronts) - 1 : std::countr_zero(fronts);
      fronts &= ~(uint64_t{1} << place);
      const uint64_t free = ahead(side, place, here, on);
      const uint64_t passed = ahead(side, place, way, way_on) & nearest(side, kMostPassed);
      const uint64_t places = free & nearest(side, run_of(side, free | passed));
      if (places == 0) continue;
      const int face = face_behind(side, block, place, giving);
      const int length = std::min(face, kMostInTrain);
      const int columns = distance(side, block, place, places & room(side, length, free));
      if (columns == 0) continue;
      const int x = first + place;
      end_ = side == kRight ? x - face + 1 : x + face - 1;
      move(side == kRight ? x - length + 1 : x, length, side == kRight ? columns : -columns);
      return true;
    }
    return false;
  }

  // How many cells give way from this one backwards, without a gap; a block's at most.
  int face_behind(Side side, int block, int place, uint64_t giving) const {
    const Side back = side == kRight ? kLeft : kRight;
    const uint64_t behind = ahead(back, place, giving, gives(side, side == kRight ? block - 1 : block + 1));
    return 1 + std::min(run_of(back, behind), kBlockCells - 1);
  }

  // 64 cells to a side of one of a block, from the cells of the block and of the next one. The nearest is, to the
  // right, the lowest bit, and to the left the highest.
  static uint64_t ahead(Side side, int place, uint64_t here, uint64_t next) {
    if (side == kRight) return place == 63 ? next : here >> (place + 1) | next << (63 - place);
    return place == 0 ? next : here << (64 - place) | next >> place;
  }
  static uint64_t farther(Side side, uint64_t cells, int by) { return side == kRight ? cells << by : cells >> by; }
  static uint64_t nearest(Side side, int count) {
    if (count <= 0) return 0;
    const int others = 64 - std::min(count, 64);
    return side == kRight ? ~uint64_t{0} >> others : ~uint64_t{0} << others;
  }
  // How many there are before the first gap.
  static int run_of(Side side, uint64_t cells) {
    return side == kRight ? std::countr_one(cells) : std::countl_one(cells);
  }
  // How far away the nearest and the farthest of them are; there must be one.
  static int distance_of_nearest(Side side, uint64_t cells) {
    return 1 + (side == kRight ? std::countr_zero(cells) : std::countl_zero(cells));
  }
  static int distance_of_farthest(Side side, uint64_t cells) {
    return side == kRight ? std::bit_width(cells) : 64 - std::countr_zero(cells);
  }

  // Of void cells ahead, where the front of a train may stand: it finds void for all of it, or its own place.
  static uint64_t room(Side side, int length, uint64_t free) {
    uint64_t room = free;
    for (int i = 1; i < length; ++i) room &= farther(side, free, i) | nearest(side, i);
    return room;
  }

  // How many columns a train moves, by the grain in front of it, to one of these places ahead; 0: none is deep enough,
  // or its turn has not come. What waits for its turn is marked, and so looked at again: what is not is at rest.
  int distance(Side side, int block, int place, uint64_t places) {
    const int x = block * kBlockCells + place;
    const Repose slope = slope_of(table_, rows_.at(x));
    places &= nearest(side, farthest_slump(slope));
    if (places == 0) return 0;
    const int deepest = slope.drop_at(distance_of_farthest(side, places) + kSpareColumns);
    for (int rows = 1; rows <= deepest && places != 0; ++rows) {
      const uint64_t* const below = slump_.void_.row(std::min(y_ + rows, slump_.height_)) + block;
      const int less_deep = (rows - 1) * slope.reach / slope.drop - kSpareColumns;
      places &= ahead(side, place, below[0], below[side == kRight ? 1 : -1]) | nearest(side, less_deep);
    }
    if (places == 0) return 0;
    places &= ahead(side, place, in_turn_, in_turn_);
    if (places != 0) return distance_of_nearest(side, places);
    activity_.mark({y_, x, x});
    return 0;
  }

  void move(int first, int count, int columns) {
    cells_.shift(y_, first, count, columns);
    const RowSpan span{y_, std::min(first, first + columns), std::max(first, first + columns) + count - 1};
    kernel_.touch(span);
    activity_.mark(span);
  }

  const Slump& slump_;
  const MaterialTable& table_;
  CellPlanes& cells_;
  Kernel& kernel_;
  const BlockQueries& queries_;
  ActivityMap& activity_;
  const int y_;
  const RowWindow rows_;  // no thread but this one changes `here`
  const uint32_t dice_;
  const uint64_t in_turn_;  // columns of a block to which trains of the row may go
  int end_ = 0;             // to the right of where, or to the left, trains have been
};

void Slump::run(const SandboxState& state, const MaterialTable& table, CellPlanes& cells, Kernel& kernel,
                ActivityMap& activity, Parallel& parallel) {
  rows_to_run_.clear();
  for (int y = 0; y < height_; ++y) {
    uint64_t any = 0;
    for (int word = 0; word < activity.words(); ++word) any |= giving_.row(y)[word] | activity.marked(y)[word];
    if (any != 0) rows_to_run_.push_back(y);
  }
  if (rows_to_run_.empty()) return;
  const auto run_row = [&](int y) {
    Row(*this, state, table, cells, kernel, activity, y).run();
    giving_.clear_rows(y, 1);
  };
  const int rows = static_cast<int>(rows_to_run_.size());
  const int chunks = (rows + kChunkRows - 1) / kChunkRows;
  const int in_chunk = (rows + chunks - 1) / chunks;
  parallel.for_each_from_below(chunks, [&](int chunk) {
    for (int i = chunk * in_chunk; i < std::min((chunk + 1) * in_chunk, rows); ++i)
      run_row(rows_to_run_[static_cast<size_t>(i)]);
  });
}

}  // namespace quicksand
