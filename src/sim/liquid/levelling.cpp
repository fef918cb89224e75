#include "sim/liquid/levelling.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"

namespace quicksand {
namespace {

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

}  // namespace

Levelling::Levelling(GridSize size, ActivityMap& activity)
    : size_(size),
      blocks_(blocks_of(size).width),
      cursor_(activity.add_cursor()),
      support_(size, activity),
      seeds_(static_cast<size_t>((size.height + kChunkRows - 1) / kChunkRows)),
      visited_(size),
      place_(size),
      seen_pores_(size),
      displacement_(size) {
  // Room for what ticks usually need, so that they seldom have to ask for memory. What is not used costs none.
  const size_t words = static_cast<size_t>(blocks_) * static_cast<size_t>(size.height) + 64;
  for (std::vector<Word>* list : {&visited_words_, &queue_, &body_, &surfaces_, &places_, &pores_, &chosen_})
    list->reserve(2 * words);
  for (std::vector<CellPos>* list : {&row_, &from_, &to_, &exits_, &changed_}) list->reserve(4 * words);
  for (std::vector<Seeds>& seeds : seeds_) seeds.reserve(4 * static_cast<size_t>(blocks_) * kChunkRows);
  bodies_.reserve(words);
  moves_.reserve(2 * words);
}

void Levelling::set_materials(const MaterialTable& table) {
  liquids_.clear();
  of_material_.assign(256, {});
  all_liquids_ = {};
  permeable_ = {};
  any_permeable_ = false;
  for (int id = 0; id < table.size(); ++id) {
    if (table[static_cast<MaterialId>(id)].permeable == 0) continue;
    permeable_.add(static_cast<MaterialId>(id));
    any_permeable_ = true;
  }
  for (int id = 0; id < table.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    if (table.phase(material) != Phase::kLiquid) continue;
    liquids_.push_back(material);
    all_liquids_.add(material);
    Liquid& liquid = of_material_[material];
    liquid.sets.self.add(material);
    liquid.passes = permeable_;
    liquid.passes.add(material);
    liquid.id = material;
    for (int other = 0; other < table.size(); ++other)
      if (table.sink_chance(material, static_cast<MaterialId>(other)) > 0) {
        liquid.sets.lighter.add(static_cast<uint8_t>(other));
      } else if (table.phase(static_cast<MaterialId>(other)) == Phase::kLiquid && other != id) {
        liquid.denser.add(static_cast<uint8_t>(other));
      }
  }
  for (Liquid& liquid : of_material_)
    liquid.has_denser = std::any_of(liquid.denser.has.begin(), liquid.denser.has.end(), [](uint8_t has) { return has != 0; });
  void_ = {};
  void_.add(kVoid);
  displacement_.set_liquids(all_liquids_);
  support_.set_materials(table);
}

uint64_t Levelling::cells_in(int y, int block, const BlockSet& set) const {
  return queries_.cells_in(state_->material().row(y) + block * kBlockCells, set);
}

BlockView Levelling::view(int y, int block, const Liquid& liquid) const {
  const auto row = [&](int row_y) { return state_->material().row(row_y) + block * kBlockCells; };
  return queries_.view(row(y - 1), row(y), liquid.sets);
}

void Levelling::run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
                    Parallel& parallel) {
  const uint64_t step = state.tick / kLevelTicks;
  activity.gather();
  support_.find(state, queries, activity);
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
  for (const std::vector<Seeds>& chunk : seeds_) {
    for (const Seeds& seeds : chunk) {
      uint64_t left = seeds.cells & ~visited_.row(seeds.y)[seeds.block];
      while (left != 0) {
        flood(table, seeds.liquid, {seeds.block * kBlockCells + std::countr_zero(left), seeds.y});
        left &= ~visited_.row(seeds.y)[seeds.block];
      }
    }
  }
  // What lies next to a denser body may have to give way to it, and so on.
  while (!pressed_.empty()) {
    const Word next = pressed_.back();
    pressed_.pop_back();
    const uint64_t left = next.cells & ~visited_.row(next.y)[next.block] & support_.cells(next.y, next.block);
    if (left == 0) continue;
    const int x = next.block * kBlockCells + std::countr_zero(left);
    pressed_.push_back({next.y, next.block, left & (left - 1)});
    flood(table, state.material()[{x, next.y}], {x, next.y});
  }
  for (const Word& word : visited_words_) visited_.row(word.y)[word.block] = 0;
  visited_words_.clear();
  if (step % kLevelCycle == kLevelCycle - 1) activity.clear(cursor_);
  apply_moves(state, activity);
}

// Lists the supported cells, near which something has changed, of a chunk of rows: a body that holds none of them, and
// does not lie below another that does, moves as it did when it was looked at last. Not only surfaces: a hole deep down,
// or a bridge between two bodies, moves them as well.
void Levelling::find_seeds(int chunk) {
  std::vector<Seeds>& seeds = seeds_[static_cast<size_t>(chunk)];
  seeds.clear();
  // A change concerns the bodies of the blocks around, too: it may have made a place or a surface for them.
  for (int y = chunk * kChunkRows; y < std::min((chunk + 1) * kChunkRows, size_.height); ++y) {
    const auto row_changed = [&](int row) { return activity_->row_changed(cursor_, row); };
    if (!row_changed(y - 2) && !row_changed(y - 1) && !row_changed(y) && !row_changed(y + 1)) continue;
    // Two rows up is where a gas may give way to that is right above a surface.
    const uint64_t* const rows[4] = {activity_->changed(cursor_, std::max(y - 2, -1)), activity_->changed(cursor_, y - 1),
                                     activity_->changed(cursor_, y), activity_->changed(cursor_, y + 1)};
    const auto near = [&](int word) { return rows[0][word] | rows[1][word] | rows[2][word] | rows[3][word]; };
    for (int word = 0; word < activity_->words(); ++word) {
      const uint64_t here = near(word);
      const uint64_t blocks = (here | here << 1 | here >> 1 | near(word - 1) >> 63 | near(word + 1) << 63) &
                              activity_->valid(word);
      for (const int bit : ones(blocks)) find_seeds_in_block(y, word * 64 + bit, seeds);
    }
  }
}

void Levelling::find_seeds_in_block(int y, int block, std::vector<Seeds>& seeds) {
  uint64_t left = cells_in(y, block, all_liquids_) & support_.cells(y, block);
  while (left != 0) {
    const MaterialId material = state_->material().row(y)[block * kBlockCells + std::countr_zero(left)];
    const Liquid& liquid = of_material_[material];
    const uint64_t resting = left & cells_in(y, block, liquid.sets.self);
    left &= ~resting;
    seeds.push_back({y, block, resting, material});
  }
}

// Finds the body that the cell belongs to, and what moves in it.
void Levelling::flood(const MaterialTable& table, MaterialId material, CellPos first) {
  const Liquid& liquid = of_material_[material];
  body_.clear();
  surfaces_.clear();
  places_.clear();
  pores_.clear();
  queue_.clear();
  queue_.push_back({first.y, first.x / kBlockCells, uint64_t{1} << first.x % kBlockCells});
  while (!queue_.empty()) spread(liquid);
  if (!pores_.empty() && !surfaces_.empty()) find_exits(table, liquid);
  for (const Word& word : places_) place_.row(word.y)[word.block] = 0;
  if (liquid.takes_part) find_moves(liquid);
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
  const uint64_t mask = view.self & ~visited & support_.cells(y, b);
  const uint64_t cells = runs_with(seeds.cells, mask);
  if (cells == 0) return;
  if (visited == 0) visited_words_.push_back({y, b, 0});
  visited |= cells;
  body_.push_back({y, b, cells});

  const uint64_t open_above = cells & view.lighter_above;
  if (open_above != 0) surfaces_.push_back({y, b, open_above, y});
  add_place(y - 1, b, open_above);
  visit(y - 1, b, cells & ~open_above);
  visit(y + 1, b, cells);
  add_place(y, b, (cells << 1 | cells >> 1) & view.lighter);
  if (any_permeable_) {
    const auto add_pores = [&](int row, int block, uint64_t near) {
      near &= cells_in(row, block, permeable_);
      if (near != 0) pores_.push_back({row, block, near});
    };
    for (const int row : {y - 1, y + 1}) add_pores(row, b, cells);
    add_pores(y, b, cells << 1 | cells >> 1);
    add_pores(y, b - 1, cells << 63);
    add_pores(y, b + 1, cells >> 63);
  }
  press(y - 1, b, cells, liquid);
  press(y + 1, b, cells, liquid);
  press(y, b, cells << 1 | cells >> 1, liquid);
  for (const int side : {-1, 1}) {
    const uint64_t beside = side < 0 ? cells << 63 : cells >> 63;
    if (beside == 0) continue;
    visit(y, b + side, beside);
    press(y, b + side, beside, liquid);
    add_place(y, b + side, beside & cells_in(y, b + side, liquid.sets.lighter));
  }
}

// Floods the pores from the body on, and adds their exits to its places.
void Levelling::find_exits(const MaterialTable& table, const Liquid& liquid) {
  const int top = std::min_element(surfaces_.begin(), surfaces_.end(), [](const Word& a, const Word& b) {
                    return a.y < b.y;
                  })->y;
  const size_t capacity = capacity_of(table, pores_);
  std::vector<Word>& flooded = chosen_;
  flooded.clear();
  while (!pores_.empty()) {
    const Word next = pores_.back();
    pores_.pop_back();
    // What is not lower than the body's surface it does not get through.
    if (next.y <= top || next.y >= size_.height || next.block < 0 || next.block >= blocks_) continue;
    uint64_t& seen = seen_pores_.row(next.y)[next.block];
    const uint64_t mask = cells_in(next.y, next.block, liquid.passes) & ~visited_.row(next.y)[next.block];
    const uint64_t cells = runs_with(next.cells & ~seen, mask & ~seen);
    if (cells == 0) continue;
    seen |= cells;
    flooded.push_back({next.y, next.block, cells});
    for (const int row : {next.y - 1, next.y + 1}) pores_.push_back({row, next.block, cells});
    if ((cells & 1) != 0) pores_.push_back({next.y, next.block - 1, uint64_t{1} << 63});
    if (cells >> 63 != 0) pores_.push_back({next.y, next.block + 1, 1});
  }
  exits_.clear();
  for (const Word& word : flooded) {
    seen_pores_.row(word.y)[word.block] = 0;
    list_exits(word);
  }
  // As long as there is an exit the body is not at rest.
  if (!exits_.empty()) activity_->mark_block(surfaces_.front().y, surfaces_.front().block);
  const auto order = [&](CellPos cell) { return std::tuple(rank(cell), cell.x); };
  std::sort(exits_.begin(), exits_.end(), [&](CellPos a, CellPos b) { return order(a) < order(b); });
  exits_.erase(std::unique(exits_.begin(), exits_.end()), exits_.end());
  for (size_t i = 0; i < std::min(exits_.size(), capacity); ++i)
    add_place(exits_[i].y, exits_[i].x / kBlockCells, uint64_t{1} << exits_[i].x % kBlockCells);
}

// How many cells get into the pores in this step.
size_t Levelling::capacity_of(const MaterialTable& table, const std::vector<Word>& pores) const {
  size_t capacity = 0;
  for (const Word& word : pores) {
    const uint32_t key = row_key(state_->seed, state_->tick, kDiceSeep, word.y);
    for (const int bit : ones(word.cells)) {
      const int x = word.block * kBlockCells + bit;
      const auto permeable = static_cast<uint32_t>(table[state_->material().row(word.y)[x]].permeable);
      if (dice_word(key, static_cast<uint32_t>(x)) % 100 < permeable) ++capacity;
    }
  }
  return capacity;
}

// The void next to pores, and next to other bodies behind them.
void Levelling::list_exits(const Word& pores) {
  for (const int bit : ones(pores.cells)) {
    const CellPos pore{pores.block * kBlockCells + bit, pores.y};
    for (const CellPos way : {CellPos{0, 1}, CellPos{1, 0}, CellPos{-1, 0}, CellPos{0, -1}}) {
      const CellPos exit{pore.x + way.x, pore.y + way.y};
      uint64_t& known = place_.row(exit.y)[exit.x / kBlockCells];
      if (state_->material().row(exit.y)[exit.x] == kVoid && (known >> exit.x % kBlockCells & 1) == 0) exits_.push_back(exit);
    }
  }
}

// The cells may belong to denser bodies.
void Levelling::press(int y, int block, uint64_t cells, const Liquid& liquid) {
  if (!liquid.has_denser || y < 0 || y >= size_.height || block < 0 || block >= blocks_) return;
  cells &= cells_in(y, block, liquid.denser) & ~visited_.row(y)[block];
  if (cells != 0) pressed_.push_back({y, block, cells});
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
  drop_full_places(liquid);
  // A place from which the liquid would sink counts as one row lower.
  const size_t resting_places = places_.size();
  for (size_t i = 0; i < resting_places; ++i) {
    Word& word = places_[i];
    const uint64_t sinking = word.cells & cells_in(word.y + 1, word.block, liquid.sets.lighter);
    if (sinking == 0) continue;
    word.cells &= ~sinking;
    const Word lower{word.y, word.block, sinking, word.depth + 1};
    places_.push_back(lower);
  }
  int first_column = size_.width;
  int last_column = 0;
  for (const Word& word : body_) {
    const int x = word.block * kBlockCells;
    first_column = std::min(first_column, x + std::countr_zero(word.cells));
    last_column = std::max(last_column, x + 63 - std::countl_zero(word.cells));
  }
  const int width = last_column - first_column + 1;
  // Both ends of the body towards each other, until they meet, or enough cells are on their way.
  drop_empty(surfaces_);
  drop_empty(places_);
  std::sort(surfaces_.begin(), surfaces_.end(), [](const Word& a, const Word& b) { return a.depth < b.depth; });
  std::sort(places_.begin(), places_.end(), [](const Word& a, const Word& b) { return a.depth > b.depth; });
  int last_top = 0;
  int last_bottom = 0;
  int of_top = 0;
  int of_bottom = 0;
  int left = kRowsAtOnce * width;
  for (size_t high = 0, low = 0; high < surfaces_.size() && low < places_.size() && left > 0;) {
    // What is left of the words at both ends.
    Word& surface = surfaces_[high];
    Word& place = places_[low];
    if (surface.depth >= place.depth) break;
    if (surface.left == 0) surface.left = std::popcount(surface.cells);
    if (place.left == 0) place.left = std::popcount(place.cells);
    const int count = std::min({surface.left, place.left, left});
    left -= count;
    of_top = (of_top > 0 && surface.depth == last_top ? of_top : 0) + count;
    of_bottom = (of_bottom > 0 && place.depth == last_bottom ? of_bottom : 0) + count;
    last_top = surface.depth;
    last_bottom = place.depth;
    if ((surface.left -= count) == 0) ++high;
    if ((place.left -= count) == 0) ++low;
  }
  if (of_top == 0) return;

  from_.clear();
  to_.clear();
  chosen_.clear();
  for (const Word& word : surfaces_)
    if (word.depth <= last_top) chosen_.push_back(word);
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
  bodies_.push_back({first, liquid.id, moves_.size(), from_.size()});
  for (size_t i = 0; i < from_.size(); ++i) moves_.push_back({from_[i], to_[i]});
}

void Levelling::drop_empty(std::vector<Word>& words) {
  std::erase_if(words, [](const Word& word) { return word.cells == 0; });
}

// Leaves only places of which what is in them can give way.
void Levelling::drop_full_places(const Liquid& liquid) {
  for (Word& word : places_) {
    const uint64_t full = word.cells & ~cells_in(word.y, word.block, void_);
    for (const int bit : ones(full))
      if (!displacement_.has_room(*state_, {word.block * kBlockCells + bit, word.y}, liquid.sets.lighter))
        word.cells &= ~(uint64_t{1} << bit);
  }
}

// Lists the cells of chosen_, but of those in the row `part` only so many: the ones whose hash is least, so that no
// side is preferred.
void Levelling::choose(int part, int count, std::vector<CellPos>& cells) {
  const auto order = [](const Word& word) { return std::tuple(word.y, word.block, word.depth); };
  std::sort(chosen_.begin(), chosen_.end(), [&](const Word& a, const Word& b) { return order(a) < order(b); });
  row_.clear();
  for (size_t i = 0; i < chosen_.size(); ++i) {
    Word word = chosen_[i];
    for (; i + 1 < chosen_.size() && order(chosen_[i + 1]) == order(word); ++i) word.cells |= chosen_[i + 1].cells;
    std::vector<CellPos>& list = word.depth == part ? row_ : cells;
    for (const int bit : ones(word.cells)) list.push_back({word.block * kBlockCells + bit, word.y});
  }
  if (count < static_cast<int>(row_.size()))
    std::nth_element(row_.begin(), row_.begin() + count, row_.end(), [&](CellPos a, CellPos b) { return rank(a) < rank(b); });
  std::sort(row_.begin(), row_.begin() + count, is_before);
  cells.insert(cells.end(), row_.begin(), row_.begin() + count);
}

// An order that prefers no side.
uint64_t Levelling::rank(CellPos cell) const {
  return uint64_t{mix32(dice_ ^ static_cast<uint32_t>(cell.x))} << 32 | static_cast<uint32_t>(cell.y);
}

void Levelling::apply_moves(SandboxState& state, ActivityMap& activity) {
  // Bodies are found in another order when only a part of the world is looked at.
  std::sort(bodies_.begin(), bodies_.end(), [](const Body& a, const Body& b) { return is_before(a.first, b.first); });
  const auto is_moved = [&](CellPos cell) { return place_.row(cell.y)[cell.x / kBlockCells] >> cell.x % kBlockCells & 1; };
  displacement_.forget();
  for (const Body& body : bodies_) {
    const Liquid& liquid = of_material_[body.liquid];
    for (size_t i = 0; i < body.moves; ++i) {
      const Move& move = moves_[body.first_move + i];
      if (is_moved(move.from) || is_moved(move.to)) continue;
      // What has been pushed aside may have changed them.
      if (state.material()[move.from] != body.liquid || liquid.sets.lighter.has[state.material()[move.to]] == 0) continue;
      if (!displacement_.make_room(state, move.to, liquid.sets.lighter, activity)) continue;
      state.cells.swap(move.from, move.to);
      for (const CellPos cell : {move.from, move.to}) {
        place_.row(cell.y)[cell.x / kBlockCells] |= uint64_t{1} << cell.x % kBlockCells;
        changed_.push_back(cell);
        activity.mark(cell);
      }
    }
  }
  displacement_.forget();
  for (const CellPos cell : changed_) place_.row(cell.y)[cell.x / kBlockCells] = 0;
}

}  // namespace quicksand
