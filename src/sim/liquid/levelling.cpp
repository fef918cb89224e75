#include "sim/liquid/levelling.h"

#include <algorithm>
#include <bit>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"

namespace quicksand {
namespace {

// Open ends of one run, and more of them than a block can have, or half a block.
constexpr int kOneRun = 2;
constexpr int kNever = 4 * kBlockCells;

bool is_before(CellPos a, CellPos b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

// All runs of ones of `mask` that hold a bit of `seeds`.
uint64_t runs_with(uint64_t seeds, uint64_t mask) {
  if (mask == ~uint64_t{0}) return seeds == 0 ? 0 : mask;
  uint64_t found = 0;
  for (uint64_t rest = seeds & mask; rest != 0; rest &= ~found) {
    const uint64_t below = (rest & (~rest + 1)) - 1;  // the ones below the lowest seed
    const int first = std::bit_width(below & ~mask);
    const uint64_t gaps_above = ~mask & ~below;
    const uint64_t up_to_end = gaps_above == 0 ? ~uint64_t{0} : (gaps_above & (~gaps_above + 1)) - 1;
    found |= up_to_end & (~uint64_t{0} << first);
  }
  return found;
}

// Cells that lie here and there, as rain does, and are no body yet.
bool is_scattered(const BlockView& view, int most_open_ends) {
  const bool crumbs = view.open_ends > kOneRun && view.open_ends > view.cells && most_open_ends < kNever;
  return crumbs || view.open_ends > most_open_ends;
}

// Of a block's surface cells those that are settled; `lighter` are the cells into which the liquid could go. Where a
// surface ends beside such a cell and is short, the rules of a row move it; there is no need to.
uint64_t settled_surfaces(uint64_t surface, uint64_t lighter, int long_run) {
  uint64_t found = surface;
  for (int i = 1; i < long_run; ++i) found &= surface >> i;
  const uint64_t starts = surface & ~(surface << 1) & ~(lighter << 1);
  const uint64_t ends = surface & ~(surface >> 1) & ~(lighter >> 1);
  if (starts != 0 && ends != 0) found |= runs_with(starts, surface) & ends;
  return found;
}

}  // namespace

Levelling::Levelling(GridSize size, ActivityMap& activity)
    : size_(size),
      blocks_(blocks_of(size).width),
      cursor_(activity.add_cursor()),
      seeds_(static_cast<size_t>((size.height + kChunkRows - 1) / kChunkRows)),
      calm_(size),
      looked_at_({blocks_, size.height}),
      visited_(size),
      place_(size),
      surfaces_in_row_(static_cast<size_t>(size.height) + 2),
      places_in_row_(static_cast<size_t>(size.height) + 2) {
  // Room for what ticks usually need, so that they seldom have to ask for memory. What is not used costs none.
  const size_t words = static_cast<size_t>(blocks_) * static_cast<size_t>(size.height) + 64;
  for (std::vector<Word>* list : {&visited_words_, &queue_, &body_, &surfaces_, &places_, &chosen_})
    list->reserve(2 * words);
  for (std::vector<CellPos>* list : {&row_, &from_, &to_, &changed_}) list->reserve(4 * words);
  for (std::vector<Seeds>& seeds : seeds_) seeds.reserve(4 * static_cast<size_t>(blocks_) * kChunkRows);
  bodies_.reserve(words);
  moves_.reserve(2 * words);
}

void Levelling::set_materials(const MaterialTable& table) {
  liquids_.clear();
  of_material_.assign(256, {});
  all_liquids_ = {};
  for (int id = 0; id < table.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    if (table.phase(material) != Phase::kLiquid || table.friction(material) == 0) continue;
    liquids_.push_back(material);
    all_liquids_.add(material);
    Liquid& liquid = of_material_[material];
    liquid.sets.self.add(material);
    liquid.long_run = std::min(table.friction(material) + 1, kLongRun);
    liquid.most_open_ends = table.friction(material) < kThin ? kNever : kMostOpenEnds;
    for (int other = 0; other < table.size(); ++other)
      if (table.sink_chance(material, static_cast<MaterialId>(other)) > 0)
        liquid.sets.lighter.add(static_cast<uint8_t>(other));
  }
  BlockSet nonsolid;
  for (int id = 0; id < table.size(); ++id) {
    const Phase phase = table.phase(static_cast<MaterialId>(id));
    if (phase == Phase::kVoid || phase == Phase::kGas || phase == Phase::kLiquid) nonsolid.add(static_cast<uint8_t>(id));
  }
  for (const MaterialId liquid : liquids_) of_material_[liquid].sets.nonsolid = nonsolid;
}

uint64_t Levelling::cells_in(int y, int block, const BlockSet& set) const {
  return queries_.cells_in(state_->material().row(y) + block * kBlockCells, set);
}

BlockView Levelling::view(int y, int block, const Liquid& liquid) const {
  const auto row = [&](int row_y) { return state_->material().row(row_y) + block * kBlockCells; };
  return queries_.view(row(y - 1), row(y), row(y + 1), liquid.sets);
}

void Levelling::run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
                    Parallel& parallel) {
  const uint64_t step = state.tick / kLevelTicks;
  activity.gather();
  activity_ = &activity;
  changed_.clear();
  moves_.clear();
  bodies_.clear();
  state_ = &state;
  queries_ = queries;
  dice_ = row_key(state.seed, state.tick, kDiceLevel, 0);
  for (const MaterialId liquid : liquids_) {
    // Of kLevelCycle steps it takes part in as many as its friction says, evenly spread, and in the last one.
    const uint64_t friction = static_cast<uint64_t>(table.friction(liquid));
    const uint64_t turn = step % kLevelCycle;
    of_material_[liquid].takes_part = (turn + 1) * friction / kLevelCycle != turn * friction / kLevelCycle;
  }
  const int chunks = static_cast<int>(seeds_.size());
  parallel.for_each(chunks, [&](int chunk) { find_seeds(chunk); });
  parallel.for_each(chunks, [&](int chunk) { drop_lone_runs(seeds_[static_cast<size_t>(chunk)]); });
  for (const std::vector<Seeds>& chunk : seeds_) {
    for (const Seeds& seeds : chunk) {
      uint64_t left = seeds.cells & ~visited_.row(seeds.y)[seeds.block];
      while (left != 0) {
        flood(seeds.liquid, {seeds.block * kBlockCells + std::countr_zero(left), seeds.y});
        left &= ~visited_.row(seeds.y)[seeds.block];
      }
    }
  }
  for (const Word& word : visited_words_) visited_.row(word.y)[word.block] = 0;
  visited_words_.clear();
  if (step % kLevelCycle == kLevelCycle - 1) activity.clear(cursor_);
  apply_moves(state, activity);
}

// Lists the resting cells, near which something has changed, of a chunk of rows: a body that holds none of them moves
// as it did when it was looked at last. Not only surfaces: a hole deep down, or a bridge between two bodies, moves them
// as well.
void Levelling::find_seeds(int chunk) {
  std::vector<Seeds>& seeds = seeds_[static_cast<size_t>(chunk)];
  seeds.clear();
  // A change concerns the bodies of the blocks around, too: it may have made a place or a surface for them.
  for (int y = chunk * kChunkRows; y < std::min((chunk + 1) * kChunkRows, size_.height); ++y) {
    std::fill_n(looked_at_.row(y), looked_at_.words(), uint64_t{0});
    const auto row_changed = [&](int row) { return activity_->row_changed(cursor_, row); };
    if (!row_changed(y - 1) && !row_changed(y) && !row_changed(y + 1)) continue;
    const uint64_t* const rows[3] = {activity_->changed(cursor_, y - 1), activity_->changed(cursor_, y),
                                     activity_->changed(cursor_, y + 1)};
    const auto near = [&](int word) { return rows[0][word] | rows[1][word] | rows[2][word]; };
    for (int word = 0; word < activity_->words(); ++word) {
      const uint64_t here = near(word);
      const uint64_t blocks = (here | here << 1 | here >> 1 | near(word - 1) >> 63 | near(word + 1) << 63) &
                              activity_->valid(word);
      for (const int bit : ones(blocks)) find_seeds_in_block(y, word * 64 + bit, seeds);
    }
  }
}

void Levelling::find_seeds_in_block(int y, int block, std::vector<Seeds>& seeds) {
  calm_.row(y)[block] = 0;
  looked_at_.row(y)[block / 64] |= uint64_t{1} << block % 64;
  uint64_t left = cells_in(y, block, all_liquids_);
  while (left != 0) {
    const MaterialId material = state_->material().row(y)[block * kBlockCells + std::countr_zero(left)];
    const Liquid& liquid = of_material_[material];
    const BlockView view = this->view(y, block, liquid);
    left &= ~view.self;
    const uint64_t resting = view.self & ~view.lighter_below;
    if (!liquid.takes_part || is_scattered(view, liquid.most_open_ends)) continue;
    if (resting == 0) continue;
    calm_.row(y)[block] |= resting;
    seeds.push_back({y, block, resting, settled_cells(view, liquid), material});
  }
}

// A run that touches none of the cells found, in the rows above and below and in the blocks beside it, is a body by
// itself. In a shaken world there are many of them, and most have no settled surface: these are left out here.
void Levelling::drop_lone_runs(std::vector<Seeds>& seeds) const {
  const auto calm = [&](int y, int block) {
    return (looked_at_.row(y)[block / 64] >> block % 64 & 1) != 0 ? calm_.row(y)[block] : ~uint64_t{0};
  };
  std::erase_if(seeds, [&](Seeds& found) {
    const int y = found.y;
    const int b = found.block;
    const uint64_t linked = calm(y - 1, b) | calm(y + 1, b) | (b == 0 ? 0 : calm(y, b - 1) >> 63) |
                            (b + 1 == blocks_ ? 0 : calm(y, b + 1) << 63);
    found.cells = runs_with(linked | found.settled, found.cells);
    return found.cells == 0;
  });
}

// Of a block's cells those that are settled surfaces.
uint64_t Levelling::settled_cells(const BlockView& view, const Liquid& liquid) {
  if (is_scattered(view, liquid.most_open_ends == kNever ? kNever : liquid.most_open_ends / 2)) return 0;
  return settled_surfaces(view.self & ~view.lighter_below & view.lighter_above, view.lighter, liquid.long_run);
}

// Finds the body that the cell belongs to, and what moves in it.
void Levelling::flood(MaterialId material, CellPos first) {
  const Liquid& liquid = of_material_[material];
  body_.clear();
  surfaces_.clear();
  places_.clear();
  queue_.clear();
  queue_.push_back({first.y, first.x / kBlockCells, uint64_t{1} << first.x % kBlockCells});
  settled_ = false;
  while (!queue_.empty()) spread(liquid);
  if (settled_) find_moves(liquid);
  for (const Word& word : places_) place_.row(word.y)[word.block] = 0;
}

// Takes one word of seeds from the queue.
void Levelling::spread(const Liquid& liquid) {
  const Word seeds = queue_.back();
  queue_.pop_back();
  uint64_t& visited = visited_.row(seeds.y)[seeds.block];
  if ((seeds.cells & ~visited) == 0) return;
  const int y = seeds.y;
  const int b = seeds.block;
  const BlockView view = this->view(y, b, liquid);
  if (is_scattered(view, liquid.most_open_ends)) return;
  const uint64_t mask = view.self & ~visited & ~view.lighter_below;
  const uint64_t cells = runs_with(seeds.cells, mask);
  if (cells == 0) return;
  if (visited == 0) visited_words_.push_back({y, b, 0});
  visited |= cells;
  body_.push_back({y, b, cells});

  const uint64_t open_above = cells & view.lighter_above;
  if (open_above != 0) {
    surfaces_.push_back({y, b, open_above});
    settled_ = settled_ || (settled_cells(view, liquid) & cells) != 0;
  }
  add_place(y - 1, b, open_above);
  visit(y - 1, b, cells & ~open_above);
  visit(y + 1, b, cells);
  add_place(y, b, (cells << 1 | cells >> 1) & view.lighter);
  for (const int side : {-1, 1}) {
    const uint64_t beside = side < 0 ? cells << 63 : cells >> 63;
    if (beside == 0) continue;
    visit(y, b + side, beside);
    add_place(y, b + side, beside & cells_in(y, b + side, liquid.sets.lighter));
  }
}

// The cells may belong to the body.
void Levelling::visit(int y, int block, uint64_t cells) {
  cells &= ~visited_.row(y)[block];
  if (cells != 0) queue_.push_back({y, block, cells});
}

// Cells with something lighter in them.
void Levelling::add_place(int y, int block, uint64_t cells) {
  uint64_t& known = place_.row(y)[block];
  cells &= ~known;
  if (cells == 0) return;
  known |= cells;
  places_.push_back({y, block, cells, y});
}

// From the highest surfaces to the lowest places.
void Levelling::find_moves(const Liquid& liquid) {
  if (surfaces_.empty() || places_.empty()) return;
  // A place from which the liquid would sink counts as one row lower.
  const size_t resting_places = places_.size();
  for (size_t i = 0; i < resting_places; ++i) {
    Word& word = places_[i];
    const uint64_t sinking = word.cells & cells_in(word.y + 1, word.block, liquid.sets.lighter);
    if (sinking == 0) continue;
    word.cells &= ~sinking;
    const Word lower{word.y, word.block, sinking, word.y + 1};
    places_.push_back(lower);
  }
  int top = size_.height;
  for (const Word& word : surfaces_) {
    surfaces_in_row_[static_cast<size_t>(word.y)] += std::popcount(word.cells);
    top = std::min(top, word.y);
  }
  int bottom = 0;
  for (const Word& word : places_) {
    if (word.cells == 0) continue;
    places_in_row_[static_cast<size_t>(word.depth)] += std::popcount(word.cells);
    bottom = std::max(bottom, word.depth);
  }
  int first_column = size_.width;
  int last_column = 0;
  for (const Word& word : body_) {
    const int x = word.block * kBlockCells;
    first_column = std::min(first_column, x + std::countr_zero(word.cells));
    last_column = std::max(last_column, x + 63 - std::countl_zero(word.cells));
  }
  const int width = last_column - first_column + 1;
  // Both ends of the body's height towards each other, until they meet, or enough cells are on their way.
  int last_top = top;
  int last_bottom = bottom;
  int of_top = 0;
  int of_bottom = 0;
  int left = kRowsAtOnce * width;
  for (int high = top, low = bottom; high < low && left > 0;) {
    int& surfaces = surfaces_in_row_[static_cast<size_t>(high)];
    int& places = places_in_row_[static_cast<size_t>(low)];
    if (surfaces == 0) {
      ++high;
    } else if (places == 0) {
      --low;
    } else {
      const int count = std::min({surfaces, places, left});
      left -= count;
      of_top = (high == last_top ? of_top : 0) + count;
      of_bottom = (low == last_bottom ? of_bottom : 0) + count;
      last_top = high;
      last_bottom = low;
      surfaces -= count;
      places -= count;
    }
  }
  for (const Word& word : surfaces_) surfaces_in_row_[static_cast<size_t>(word.y)] = 0;
  for (const Word& word : places_) places_in_row_[static_cast<size_t>(word.depth)] = 0;
  if (of_top == 0) return;

  from_.clear();
  to_.clear();
  chosen_.clear();
  for (const Word& word : surfaces_)
    if (word.y <= last_top) chosen_.push_back({word.y, word.block, word.cells, word.y});
  choose(last_top, of_top, from_);
  chosen_.clear();
  for (const Word& word : places_)
    if (word.depth >= last_bottom) chosen_.push_back(word);
  choose(last_bottom, of_bottom, to_);
  CellPos first{size_.width, size_.height};
  for (const Word& word : body_) {
    const CellPos cell{word.block * kBlockCells + std::countr_zero(word.cells), word.y};
    if (is_before(cell, first)) first = cell;
  }
  bodies_.push_back({first, moves_.size(), from_.size()});
  for (size_t i = 0; i < from_.size(); ++i) moves_.push_back({from_[i], to_[i]});
}

// Lists the cells of chosen_, but of those in the row `part` only so many: the ones whose hash is least, so that no
// side is preferred.
void Levelling::choose(int part, int count, std::vector<CellPos>& cells) {
  const auto order = [](const Word& word) {
    return static_cast<uint64_t>(word.y) << 32 | static_cast<uint64_t>(word.block) << 1 |
           static_cast<uint64_t>(word.depth - word.y);
  };
  std::sort(chosen_.begin(), chosen_.end(), [&](const Word& a, const Word& b) { return order(a) < order(b); });
  row_.clear();
  for (size_t i = 0; i < chosen_.size(); ++i) {
    Word word = chosen_[i];
    for (; i + 1 < chosen_.size() && order(chosen_[i + 1]) == order(word); ++i) word.cells |= chosen_[i + 1].cells;
    std::vector<CellPos>& list = word.depth == part ? row_ : cells;
    for (const int bit : ones(word.cells)) list.push_back({word.block * kBlockCells + bit, word.y});
  }
  const auto rank = [&](CellPos cell) {
    return uint64_t{mix32(dice_ ^ static_cast<uint32_t>(cell.x))} << 32 | static_cast<uint32_t>(cell.y);
  };
  if (count < static_cast<int>(row_.size()))
    std::nth_element(row_.begin(), row_.begin() + count, row_.end(), [&](CellPos a, CellPos b) { return rank(a) < rank(b); });
  std::sort(row_.begin(), row_.begin() + count, is_before);
  cells.insert(cells.end(), row_.begin(), row_.begin() + count);
}

void Levelling::apply_moves(SandboxState& state, ActivityMap& activity) {
  // Bodies are found in another order when only a part of the world is looked at.
  std::sort(bodies_.begin(), bodies_.end(), [](const Body& a, const Body& b) { return is_before(a.first, b.first); });
  const auto is_moved = [&](CellPos cell) { return place_.row(cell.y)[cell.x / kBlockCells] >> cell.x % kBlockCells & 1; };
  for (const Body& body : bodies_) {
    for (size_t i = 0; i < body.moves; ++i) {
      const Move& move = moves_[body.first_move + i];
      if (is_moved(move.from) || is_moved(move.to)) continue;
      state.cells.swap(move.from, move.to);
      for (const CellPos cell : {move.from, move.to}) {
        place_.row(cell.y)[cell.x / kBlockCells] |= uint64_t{1} << cell.x % kBlockCells;
        changed_.push_back(cell);
        activity.mark(cell);
      }
    }
  }
  for (const CellPos cell : changed_) place_.row(cell.y)[cell.x / kBlockCells] = 0;
}

}  // namespace quicksand
