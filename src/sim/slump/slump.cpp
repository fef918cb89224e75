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

void Slump::set_materials(const MaterialTable& table) {
  slopes_.clear();
  groups_ = {};
  most_drop_ = std::max(overwet_slope_.repose.drop, damp_slope_.repose.drop);
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
    most_drop_ = std::max<int>(most_drop_, slope.drop);
  }
}

void Slump::find(const SandboxState& state, const MaterialTable& table, const Kernel& kernel, ActivityMap& activity,
                 Parallel& parallel) {
  if (!activity.any_changed(cursor_)) return;
  const Search search{state, table, kernel, activity, state.cells.is_ever_used(kWetnessPlane)};
  share_rows(search, parallel.threads());
  parallel.for_each(part_count_, [&](int part) { find_in_part(search, parts_[static_cast<size_t>(part)]); });
  if (part_count_ > 1) find_again(search);
  int first = height_;
  for (int i = 0; i < part_count_; ++i) first = std::min(first, parts_[static_cast<size_t>(i)].first_differing);
  if (first < height_) differs_.clear_rows(first, height_ - first);
  activity.clear(cursor_);
}

// Of the rows from the lowest up each worker gets so many that all have as many changed blocks.
void Slump::share_rows(const Search& search, int workers) {
  if (static_cast<int>(parts_.size()) < workers) {
    parts_.resize(static_cast<size_t>(workers));
    for (Part& part : parts_) part.groups.resize(static_cast<size_t>(search.activity.blocks()));
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
  const GridSize size{open_[0].words() * 64, most_drop_};
  if (part.firm_before.words() == 0 || part.rows_before != most_drop_) {
    part.rows_before = most_drop_;
    part.firm_before = BitPlane(size);
    for (BitPlane& open : part.open_before) open = BitPlane(size);
  }
  for (int row = 0; row < most_drop_; ++row) {
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
    const bool is_in_reach = part.first_differing <= y + most_drop_ && part.first_differing < height_;
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
  const int last = std::min(y + most_drop_, part.end_row - 1);
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

// Where rows below a part are not as its worker knew them: upward from there.
void Slump::find_again(const Search& search) {
  int lowest = height_;  // of what is late the uppermost row; height_: nothing is
  int first = height_;
  for (int i = 1; i < part_count_; ++i) {
    Part& part = parts_[static_cast<size_t>(i)];
    part.knows_below = true;
    const int end = std::min(part.end_row + most_drop_, height_);
    late_.join_rows(differs_, part.end_row, end - part.end_row);
    for (int y = end - 1; y >= part.end_row; --y)
      if (!is_clear(late_.row(y), late_.words())) lowest = y;
    first = std::min(first, lowest);
    for (int y = part.end_row - 1; y >= part.first_row && lowest < height_ && lowest - y <= most_drop_; --y)
      if (find_again_in_row(search, part, y)) lowest = y;
    first = std::min(first, lowest);
  }
  if (first < height_) late_.clear_rows(first, height_ - first);
}

bool Slump::find_again_in_row(const Search& search, Part& part, int y) {
  const int last = std::min(y + most_drop_, height_ - 1);
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
  uint64_t& giving = giving_.row(y)[block / 64];
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
  Row(const Slump& slump, const SandboxState& state, CellPlanes& cells, Kernel& kernel, ActivityMap& activity, int y)
      : slump_(slump),
        cells_(cells),
        kernel_(kernel),
        queries_(kernel.queries()),
        activity_(activity),
        y_(y),
        material_(cells[kMaterialPlane].row(y)),
        key_(row_key(state.seed, state.tick, kDiceSlump, y)) {}

  void run() {
    const Side first = key_ % 2 == 0 ? kLeft : kRight;
    move_to(first);
    move_to(first == kLeft ? kRight : kLeft);
  }

 private:
  uint64_t empty(int block) const { return ~queries_.nonzero(material_ + block * kBlockCells); }
  uint64_t open(Side side, int block) const { return slump_.open_[side].row(y_)[block]; }
  // Cells that give way, and have not moved since.
  uint64_t gives(Side side, int block) const {
    return block < 0 || block >= activity_.blocks() ? 0
                                                    : open(side, block) & ~empty(block) & ~kernel_.touched(y_, block);
  }
  // Cells that give way to both sides, and would not come down to this one: they would let a gap wander to and fro.
  uint64_t idle(Side side, int block) const {
    const uint64_t* const below = slump_.void_.row(y_ + 1) + block;
    return open(kLeft, block) & open(kRight, block) & ~aside(below, side == kRight, 1);
  }
  uint64_t empty_or_none(int block) const { return block < 0 || block >= activity_.blocks() ? 0 : empty(block); }

  // Those in front first: the others find the place that they have left.
  void move_to(Side side) {
    end_ = side == kRight ? activity_.blocks() * kBlockCells : -1;
    if (side == kRight) {
      for (int word = activity_.words() - 1; word >= 0; --word)
        for (uint64_t rest = ~uint64_t{0}; (rest & blocks(word)) != 0;) {
          const int bit = std::bit_width(rest & blocks(word)) - 1;
          rest = (uint64_t{1} << bit) - 1;
          move_right_in(word * 64 + bit);
        }
    } else {
      for (int word = 0; word < activity_.words(); ++word)
        for (uint64_t rest = ~uint64_t{0}; (rest & blocks(word)) != 0;) {
          const int bit = std::countr_zero(rest & blocks(word));
          rest = bit == 63 ? 0 : ~uint64_t{0} << (bit + 1);
          move_left_in(word * 64 + bit);
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

  void move_right_in(int block) {
    if (!gave_way(kRight, block)) return;
    const int first = block * kBlockCells;
    for (;;) {
      const uint64_t void_here = empty(block);
      const uint64_t ahead = void_here >> 1 | empty_or_none(block + 1) << 63;
      uint64_t fronts = gives(kRight, block) & ahead & ~idle(kRight, block);
      if (end_ < first + kBlockCells) fronts &= end_ <= first ? 0 : ~uint64_t{0} >> (first + kBlockCells - end_);
      if (fronts == 0) return;
      const int place = std::bit_width(fronts) - 1;
      const bool both = (open(kLeft, block) >> place & 1) != 0;
      const uint64_t here = same_kind(kRight, block, both) << (63 - place);
      const uint64_t before = place == 63 ? 0 : same_kind(kRight, block - 1, both) >> (place + 1);
      const int length = std::min(std::countl_one(here | before), kMostInTrain);
      const uint64_t gap =
          place == 63 ? empty(block + 1) : void_here >> (place + 1) | empty_or_none(block + 1) << (63 - place);
      const int x = first + place;
      move(x - length + 1, length, distance(x, std::countr_one(gap)));
      end_ = x - length + 1;
    }
  }

  void move_left_in(int block) {
    if (!gave_way(kLeft, block)) return;
    const int first = block * kBlockCells;
    for (;;) {
      const uint64_t void_here = empty(block);
      const uint64_t ahead = void_here << 1 | empty_or_none(block - 1) >> 63;
      uint64_t fronts = gives(kLeft, block) & ahead & ~idle(kLeft, block);
      if (end_ >= first) fronts &= end_ >= first + 63 ? 0 : ~uint64_t{0} << (end_ - first + 1);
      if (fronts == 0) return;
      const int place = std::countr_zero(fronts);
      const bool both = (open(kRight, block) >> place & 1) != 0;
      const uint64_t here = same_kind(kLeft, block, both) >> place;
      const uint64_t after = place == 0 ? 0 : same_kind(kLeft, block + 1, both) << (64 - place);
      const int length = std::min(std::countr_one(here | after), kMostInTrain);
      const uint64_t gap =
          place == 0 ? empty(block - 1) : void_here << (64 - place) | empty_or_none(block - 1) >> place;
      const int x = first + place;
      move(x, length, -distance(x, std::countl_one(gap)));
      end_ = x + length - 1;
    }
  }

  uint64_t same_kind(Side side, int block, bool both) const {
    const uint64_t cells = gives(side, block);
    if (cells == 0) return 0;
    const uint64_t other = open(side == kLeft ? kRight : kLeft, block);
    return cells & (both ? other : ~other);
  }

  // As far as there is void, at most as the dice let it: always the same distance would let a grain jump to and fro
  // over a pit.
  int distance(int x, int gap) const {
    return std::min(gap, 1 + dice_byte(key_, static_cast<uint32_t>(x)) * kFarthestSlump / 256);
  }

  void move(int first, int count, int columns) {
    cells_.shift(y_, first, count, columns);
    const RowSpan span{y_, std::min(first, first + columns), std::max(first, first + columns) + count - 1};
    kernel_.touch(span);
    activity_.mark(span);
  }

  const Slump& slump_;
  CellPlanes& cells_;
  Kernel& kernel_;
  const BlockQueries& queries_;
  ActivityMap& activity_;
  const int y_;
  const MaterialId* const material_;
  const uint32_t key_;
  int end_ = 0;  // to the right of where, or to the left, trains have been
};

void Slump::run(const SandboxState& state, CellPlanes& cells, Kernel& kernel, ActivityMap& activity,
                Parallel& parallel) {
  rows_to_run_.clear();
  for (int y = 0; y < height_; ++y) {
    uint64_t any = 0;
    for (int word = 0; word < activity.words(); ++word) any |= giving_.row(y)[word] | activity.marked(y)[word];
    if (any != 0) rows_to_run_.push_back(y);
  }
  if (rows_to_run_.empty()) return;
  const auto run_row = [&](int y) {
    Row(*this, state, cells, kernel, activity, y).run();
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
