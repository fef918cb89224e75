#include "sim/liquid/levelling.h"

#include <algorithm>
#include <bit>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"

namespace quicksand {
namespace {

bool is_empty(const LiquidWord& word) { return word.cells == 0; }

int chunks_of(GridSize size) { return (size.height + kChunkRows - 1) / kChunkRows; }

}  // namespace

Levelling::Levelling(GridSize size, ActivityMap& activity)
    : size_(size),
      blocks_(blocks_of(size).width),
      cursor_(activity.add_cursor("levels")),
      support_(size, activity),
      seeds_(static_cast<size_t>(chunks_of(size) + blocks_)),
      visited_(size),
      place_(size),
      seen_pores_(size),
      handed_on_(size),
      weights_(size) {
  // Room for what ticks usually need, so that they seldom have to ask for memory. What is not used costs none.
  const size_t words = static_cast<size_t>(blocks_) * static_cast<size_t>(size.height) + 64;
  for (std::vector<Word>* list : {&visited_words_, &handed_on_words_, &pores_to_go_}) list->reserve(2 * words);
  exchange_.reserve(2 * words);
  for (std::vector<CellPos>* list : {&exits_, &changed_}) list->reserve(4 * words);
  for (std::vector<Seeds>& seeds : seeds_)
    seeds.reserve(4 * std::max(static_cast<size_t>(blocks_) * kChunkRows, static_cast<size_t>(size.height)));
  bodies_.reserve(words);
  moves_.reserve(2 * words);
}

void Levelling::set_materials(const MaterialTable& table) {
  const size_t words = visited_words_.capacity();
  liquids_.clear();
  of_material_.clear();
  of_material_.resize(256);
  all_liquids_ = {};
  lifted_ = {};
  lifting_ = {};
  lifted_is_empty_ = true;
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
    all_liquids_.add(material);
    // What never takes part levels with no other: the step in which all take part would not be the last for a body.
    const auto like = std::ranges::find_if(liquids_, [&](MaterialId other) {
      return table[other].density == table[material].density && table.friction(other) > 0 &&
             table.friction(material) > 0;
    });
    leader_[material] = like == liquids_.end() ? material : *like;
    of_material_[leader_[material]].sets.self.add(material);
    if (like != liquids_.end()) continue;
    liquids_.push_back(material);
    Liquid& liquid = of_material_[material];
    liquid.id = material;
    for (int i = 0; i < table.size(); ++i) {
      const auto other = static_cast<MaterialId>(i);
      const bool is_lighter = table.sink_chance(material, other) > 0;
      const bool is_lifted = table.phase(other) == Phase::kPowder && table[other].density < table[material].density;
      if (is_lighter || is_lifted) liquid.sets.lighter.add(other);
      if (is_lighter) liquid.gives_way.add(other);
      if (is_lifted) {
        lifted_.add(other);
        lifting_.add(material);
        lifted_is_empty_ = false;
      }
      if (table.phase(other) != Phase::kLiquid) continue;
      if (is_lighter) {
        liquid.lighter_liquids.add(other);
        liquid.has_lighter_liquids = true;
      } else if (table.sink_chance(other, material) > 0) {
        liquid.denser.add(other);
        liquid.has_denser = true;
      }
    }
    liquid.seeds.reserve(words);
    liquid.displacement = std::make_unique<Displacement>(size_, table, liquid.sets.lighter);
  }
  std::stable_sort(liquids_.begin(), liquids_.end(),
                   [&](MaterialId a, MaterialId b) { return table[a].density < table[b].density; });
  floods_.resize(liquids_.size());
  for (Flood& at : floods_)
    for (std::vector<Word>* list : {&at.queue, &at.body, &at.surfaces, &at.places, &at.pores, &at.weighed})
      list->reserve(words);
  void_ = {};
  void_.add(kVoid);
  support_.set_materials(table);
}

void Levelling::set_weight(bool has_weight, ActivityMap& activity) const {
  activity.set_listening(cursor_, has_weight && !liquids_.empty());
  support_.set_listening(has_weight && !liquids_.empty(), activity);
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
  for (const MaterialId liquid : liquids_) of_material_[liquid].has_part = false;
  for (int id = 0; id < table.size(); ++id) {
    if (!all_liquids_.has[static_cast<size_t>(id)]) continue;
    // Of kLevelCycle steps it takes part in as many as its friction says, evenly spread, and in the last one.
    const auto liquid = static_cast<MaterialId>(id);
    const uint64_t friction = static_cast<uint64_t>(table.friction(liquid));
    const uint64_t turn = step % kLevelCycle;
    const bool takes_part = (turn + 1) * friction / kLevelCycle != turn * friction / kLevelCycle;
    of_material_[liquid].takes_part = takes_part;
    of_material_[leader_[liquid]].has_part |= takes_part;
  }
  const int chunks = chunks_of(size_);
  parallel.for_each_from_below(chunks, [&](int chunk) { find_seeds(chunk); });
  if (!lifted_is_empty_) parallel.for_each(blocks_, [&](int block) { find_seeds_below_powder(block); });
  for (const std::vector<Seeds>& chunk : seeds_)
    for (const Seeds& seeds : chunk) {
      const Word word{.y = seeds.y, .block = seeds.block, .cells = seeds.cells};
      if (seeds.liquid == kVoid)
        hand_on_through_pores(word, all_liquids_);
      else
        of_material_[seeds.liquid].seeds.push_back(word);
    }
  forget_handed_on();
  for (const MaterialId material : liquids_) {
    // Lighter liquids have added to them, and what is found behind pores does.
    std::vector<Word>& seeds = of_material_[material].seeds;
    for (size_t i = 0; i < seeds.size(); ++i) {
      const Word word = seeds[i];
      const auto left = [&] { return word.cells & ~visited_.row(word.y)[word.block]; };
      for (uint64_t cells = left(); cells != 0; cells = left())
        flood(table, material, {word.block * kBlockCells + std::countr_zero(cells), word.y}, 0);
    }
    seeds.clear();
    forget_handed_on();
  }
  for (const MaterialId material : liquids_)
    if (of_material_[material].network) of_material_[material].network->clear();
  weights_.clear();
  for (const Word& word : visited_words_) visited_.row(word.y)[word.block] = 0;
  visited_words_.clear();
  if (step % kLevelCycle == kLevelCycle - 1) activity.clear(cursor_);
  apply_moves(state, table, activity);
}

// Finds the body that the cell belongs to, what it weighs, and what moves in it. depth: how many bodies are being
// looked at on which it weighs.
void Levelling::flood(const MaterialTable& table, MaterialId material, CellPos first, size_t depth) {
  Liquid& liquid = of_material_[material];
  Flood& at = floods_[depth];
  for (std::vector<Word>* list : {&at.body, &at.surfaces, &at.places, &at.pores, &at.queue}) list->clear();
  at.as_weight = liquid.has_denser ? weights_.add() : LiquidWeights::kNone;
  visit(at, first.y, first.x / kBlockCells, uint64_t{1} << first.x % kBlockCells);
  // Of what is looked at for its weight alone nothing has changed that concerns others: it hands nothing on.
  const bool hands_on = depth == 0;
  while (!at.queue.empty()) spread(liquid, at, hands_on);
  if (hands_on)
    for (const Word& pores : at.pores) hand_on_through_pores(pores, liquid.sets.self);
  if (!at.pores.empty()) find_exits(table, liquid, at);
  for (const Word& word : at.places) place_.row(word.y)[word.block] = 0;

  const bool moves = liquid.has_part && !at.places.empty();
  if (moves || liquid.has_denser) weigh_surfaces(table, liquid, depth);
  if (liquid.has_denser) weigh_body(table, liquid, at);
  if (!moves) return;
  weigh_places(table, liquid, depth);
  find_moves(liquid, at);
}

// Takes one word of seeds from the queue.
void Levelling::spread(const Liquid& liquid, Flood& at, bool hands_on) {
  const Word seeds = at.queue.back();
  at.queue.pop_back();
  uint64_t& visited = visited_.row(seeds.y)[seeds.block];
  if ((seeds.cells & ~visited) == 0) return;
  const int y = seeds.y;
  const int b = seeds.block;
  const BlockView view = this->view(y, b, liquid);
  const uint64_t mask = view.self & ~visited & support_.cells(y, b);
  const uint64_t cells = runs_with(seeds.cells, mask);
  if (cells == 0) return;
  if (visited == 0) visited_words_.push_back({.y = y, .block = b});
  visited |= cells;
  at.body.push_back({.y = y, .block = b, .cells = cells});

  const uint64_t tops = cells & ~cells_in(y - 1, b, liquid.sets.self);
  if (tops != 0) at.surfaces.push_back({.y = y, .block = b, .cells = tops});
  const uint64_t open_above = tops & view.lighter_above;
  add_place(at, y - 1, b, open_above);
  visit(at, y - 1, b, cells & ~tops);
  visit(at, y + 1, b, cells);
  add_place(at, y, b, (cells << 1 | cells >> 1) & view.lighter);
  if (any_permeable_) {
    const auto add_pores = [&](int row, int block, uint64_t near) {
      near &= cells_in(row, block, permeable_);
      if (near != 0) at.pores.push_back({.y = row, .block = block, .cells = near});
    };
    for (const int row : {y - 1, y + 1}) add_pores(row, b, cells);
    add_pores(y, b, cells << 1 | cells >> 1);
    add_pores(y, b - 1, cells << 63);
    add_pores(y, b + 1, cells >> 63);
  }
  bool weighs = false;
  if (liquid.has_denser) {
    weighs |= press(y - 1, b, cells, liquid, hands_on);
    weighs |= press(y + 1, b, cells, liquid, hands_on);
    weighs |= press(y, b, cells << 1 | cells >> 1, liquid, hands_on);
  }
  for (const int side : {-1, 1}) {
    const uint64_t beside = side < 0 ? cells << 63 : cells >> 63;
    if (beside == 0) continue;
    visit(at, y, b + side, beside);
    if (liquid.has_denser) weighs |= press(y, b + side, beside, liquid, hands_on);
    add_place(at, y, b + side, beside & cells_in(y, b + side, liquid.sets.lighter));
  }
  if (weighs) weights_.add_cells(at.as_weight, y, b, cells);
}

// Adds the exits of the pores that the body reaches to its places.
void Levelling::find_exits(const MaterialTable& table, Liquid& liquid, Flood& at) {
  const int top = std::min_element(at.surfaces.begin(), at.surfaces.end(), [](const Word& a, const Word& b) {
                    return a.y < b.y;
                  })->y;
  const size_t capacity = capacity_of(table, at.pores);
  if (!liquid.network) liquid.network = std::make_unique<PoreNetwork>(size_);
  PoreNetwork& network = *liquid.network;
  parts_.clear();
  for (const Word& pores : at.pores) {
    if (pores.y <= top) continue;  // what is not lower than the body's surface it does not get through
    for (uint64_t left = pores.cells; left != 0;) {
      const int bit = std::countr_zero(left);
      PoreNetwork::Run run = network.run_at(pores.y, pores.block, bit);
      if (run == PoreNetwork::kNone) {
        add_network(liquid, pores);
        run = network.run_at(pores.y, pores.block, bit);
      }
      parts_.push_back(network.part_below(run, top));
      left &= ~network.cells_of(run);
    }
  }
  std::sort(parts_.begin(), parts_.end());
  parts_.erase(std::unique(parts_.begin(), parts_.end()), parts_.end());
  exits_.clear();
  bool has_exit = false;
  network.for_each_exit(parts_, [&](const PoreNetwork::Exit& exit) {
    const bool is_known = (place_.row(exit.cell.y)[exit.cell.x / kBlockCells] >> exit.cell.x % kBlockCells & 1) != 0;
    has_exit |= !is_known;
    const bool is_new = !is_known && (exits_.empty() || !(exits_.back() == exit.cell));
    if (is_new && exits_.size() < capacity) exits_.push_back(exit.cell);
    return !has_exit || exits_.size() < capacity;
  });
  // As long as there is an exit the body is not at rest.
  if (has_exit) activity_->mark_block(at.surfaces.front().y, at.surfaces.front().block);
  for (const CellPos exit : exits_) add_place(at, exit.y, exit.x / kBlockCells, uint64_t{1} << exit.x % kBlockCells);
}

// The cells of a block in the world right beside, below or above which is void.
uint64_t Levelling::beside_void(int y, int block) const {
  const MaterialId* const here = state_->material().row(y) + block * kBlockCells;
  const auto voids = [&](const MaterialId* cells) { return ~queries_.nonzero(cells); };
  const ptrdiff_t stride = state_->material().stride();
  const uint64_t in_row = voids(here);
  const uint64_t before = here[-1] == kVoid ? 1 : 0;
  const uint64_t after = here[kBlockCells] == kVoid ? uint64_t{1} << 63 : 0;
  return in_row << 1 | in_row >> 1 | before | after | voids(here - stride) | voids(here + stride);
}

void Levelling::add_network(Liquid& liquid, const Word& pores) {
  const auto ways = [&](int y, int block) { return pores_and(liquid, y, block); };
  const auto list_exits = [&](int y, int block, uint64_t cells, std::vector<PoreNetwork::Exit>& exits) {
    // Most pores have none: they lie deep in a bed.
    for (const int bit : ones(cells & beside_void(y, block)))
      for (const CellPos way : {CellPos{0, 1}, CellPos{1, 0}, CellPos{-1, 0}, CellPos{0, -1}}) {
        const CellPos exit{block * kBlockCells + bit + way.x, y + way.y};
        if (state_->material().row(exit.y)[exit.x] == kVoid) exits.push_back({LevelExchange::rank(exit, dice_), exit});
      }
  };
  liquid.network->add(pores.y, pores.block, pores.cells, ways, list_exits);
}

// How many cells get into the pores in this step. The words may overlap.
size_t Levelling::capacity_of(const MaterialTable& table, const std::vector<Word>& pores) {
  size_t capacity = 0;
  for (const Word& word : pores) {
    uint64_t& counted = seen_pores_.row(word.y)[word.block];
    const uint32_t key = row_key(state_->seed, state_->tick, kDiceSeep, word.y);
    for (const int bit : ones(word.cells & ~counted)) {
      const int x = word.block * kBlockCells + bit;
      const auto permeable = static_cast<uint32_t>(table[state_->material().row(word.y)[x]].permeable);
      if (dice_word(key, static_cast<uint32_t>(x)) % 100 < permeable) ++capacity;
    }
    counted |= word.cells;
  }
  for (const Word& word : pores) seen_pores_.row(word.y)[word.block] = 0;
  return capacity;
}

// What a liquid gets through: pores, and other bodies of it.
uint64_t Levelling::pores_and(const Liquid& liquid, int y, int block) const {
  return cells_in(y, block, permeable_) | (cells_in(y, block, liquid.sets.self) & support_.cells(y, block));
}

// The cells may belong to the body.
void Levelling::visit(Flood& at, int y, int block, uint64_t cells) const {
  cells &= ~visited_.row(y)[block];
  if (cells != 0) at.queue.push_back({.y = y, .block = block, .cells = cells});
}

// Cells with something lighter in them.
void Levelling::add_place(Flood& at, int y, int block, uint64_t cells) {
  uint64_t& known = place_.row(y)[block];
  cells &= ~known;
  if (cells == 0) return;
  known |= cells;
  at.places.push_back({.y = y, .block = block, .cells = cells});
}

// Of the cells those with a body of a lighter liquid in them. Afterwards weights_ knows all of them.
uint64_t Levelling::find_bodies(const MaterialTable& table, const Liquid& liquid, const Word& word, size_t depth) {
  if (!liquid.has_lighter_liquids) return 0;
  const uint64_t cells =
      word.cells & cells_in(word.y, word.block, liquid.lighter_liquids) & support_.cells(word.y, word.block);
  const auto unknown = [&] { return weights_.for_each_body(word.y, word.block, cells, [](uint64_t, int) {}); };
  for (uint64_t left = cells == 0 ? 0 : unknown(); left != 0; left = unknown()) {
    const CellPos first{word.block * kBlockCells + std::countr_zero(left), word.y};
    flood(table, leader_[state_->material()[first]], first, depth + 1);
  }
  return cells;
}

// Works out the depths of surfaces, and splits their words by what weighs on them.
void Levelling::weigh_surfaces(const MaterialTable& table, const Liquid& liquid, size_t depth) {
  Flood& at = floods_[depth];
  at.weighed.clear();
  for (Word& word : at.surfaces) {
    word.depth = word.row_depth = word.y * kRowDepth;
    const uint64_t under =
        find_bodies(table, liquid, {.y = word.y - 1, .block = word.block, .cells = word.cells}, depth);
    if (under == 0) continue;
    word.cells &= ~under;
    weights_.for_each_body(word.y - 1, word.block, under, [&](uint64_t cells, int body) {
      Word part = word;
      part.cells = cells;
      part.body = body;
      part.depth = weights_.depth_under(body, word.y, table[liquid.id].density);
      at.weighed.push_back(part);
    });
  }
  at.surfaces.insert(at.surfaces.end(), at.weighed.begin(), at.weighed.end());
  std::erase_if(at.surfaces, is_empty);
}

// Works out the depths of places, and splits their words by what has to be lifted there. Drops those where it cannot
// be.
void Levelling::weigh_places(const MaterialTable& table, const Liquid& liquid, size_t depth) {
  Flood& at = floods_[depth];
  const int density = table[liquid.id].density;
  at.weighed.clear();
  for (Word& word : at.places) {
    word.depth = word.row_depth = word.y * kRowDepth;
    const uint64_t full = word.cells & ~cells_in(word.y, word.block, void_);
    if (full == 0) continue;
    find_bodies(table, liquid, word, depth);
    word.cells &= ~full;
    for (const int bit : ones(full)) {
      const int lift = liquid.displacement->lift(*state_, support_, {word.block * kBlockCells + bit, word.y});
      if (lift == Displacement::kNoRoom) continue;
      Word part = word;
      part.cells = uint64_t{1} << bit;
      part.depth -= static_cast<int>(int64_t{lift} * kRowDepth / density);
      weights_.for_each_body(part.y, part.block, part.cells, [&](uint64_t, int body) {
        part.body = body;
        part.depth = std::min(part.depth, weights_.depth_within(body, word.y, density));
      });
      if (!at.weighed.empty() && at.weighed.back().is_like(part))
        at.weighed.back().cells |= part.cells;
      else
        at.weighed.push_back(part);
    }
  }
  at.places.insert(at.places.end(), at.weighed.begin(), at.weighed.end());
  std::erase_if(at.places, is_empty);
}

// As what weighs on others. Its surfaces have their depths.
void Levelling::weigh_body(const MaterialTable& table, const Liquid& liquid, const Flood& at) {
  LiquidWeights::Body& body = weights_[at.as_weight];
  body.density = table[liquid.id].density;
  body.first = first_of(at.body);
  body.top = at.surfaces.front().depth;
  for (const Word& word : at.surfaces) body.top = std::min(body.top, word.depth);
  int in_row[2] = {0, 0};  // at the top, and a row lower
  for (const Word& word : at.surfaces)
    if (const int row = (word.depth - body.top) / kRowDepth; row < 2) in_row[row] += std::popcount(word.cells);
  body.gives = in_row[0];
  body.takes = in_row[1] > 0 ? in_row[1] : in_row[0];
  body.rises_to = in_row[1] > 0 ? body.top : body.top - kRowDepth;
}

void Levelling::find_moves(const Liquid& liquid, Flood& at) {
  // A place from which the liquid would sink counts as one row lower.
  const size_t resting_places = at.places.size();
  for (size_t i = 0; i < resting_places; ++i) {
    Word& word = at.places[i];
    Word lower = word;
    lower.cells &= cells_in(word.y + 1, word.block, liquid.gives_way);
    if (lower.cells == 0) continue;
    word.cells &= ~lower.cells;
    lower.depth += kRowDepth;
    lower.row_depth += kRowDepth;
    at.places.push_back(lower);
  }
  std::erase_if(at.places, is_empty);
  int first_column = size_.width;
  int last_column = 0;
  for (const Word& word : at.body) {
    const int x = word.block * kBlockCells;
    first_column = std::min(first_column, x + std::countr_zero(word.cells));
    last_column = std::max(last_column, x + 63 - std::countl_zero(word.cells));
  }
  const int width = last_column - first_column + 1;
  exchange_.find(at.surfaces, at.places, weights_, kRowsAtOnce * width, dice_);
  const std::vector<LevelExchange::Move>& moves = exchange_.moves();
  if (moves.empty()) return;
  bodies_.push_back({first_of(at.body), liquid.id, moves_.size(), moves.size()});
  for (LevelExchange::Move move : moves) {
    move.pushed = state_->material()[move.to];
    moves_.push_back(move);
  }
}

// In order of rows.
CellPos Levelling::first_of(const std::vector<Word>& body) {
  const auto first_in = [](const Word& word) {
    return CellPos{word.block * kBlockCells + std::countr_zero(word.cells), word.y};
  };
  CellPos first = first_in(body.front());
  for (const Word& word : body)
    if (is_before(first_in(word), first)) first = first_in(word);
  return first;
}

// Of liquids of one density the one that a place is next to.
MaterialId Levelling::liquid_at(const SandboxState& state, const BlockSet& self, CellPos place) const {
  for (const CellPos way : {CellPos{0, 1}, CellPos{-1, 0}, CellPos{1, 0}, CellPos{0, -1}}) {
    const CellPos next{place.x + way.x, place.y + way.y};
    if (contains(size_, next) && self.has[state.material()[next]] != 0) return state.material()[next];
  }
  return kVoid;
}

// The cell that goes where this liquid is wanted: the first of it at a surface, or straight below, as what is above
// follows; else that at the surface.
CellPos Levelling::giver_of(const SandboxState& state, const BlockSet& self, CellPos surface, MaterialId wanted) const {
  for (CellPos cell = surface; cell.y < size_.height && self.has[state.material()[cell]] != 0; ++cell.y)
    if (state.material()[cell] == wanted) return cell;
  return surface;
}

void Levelling::apply_moves(SandboxState& state, const MaterialTable& table, ActivityMap& activity) {
  // Bodies are found in another order when only a part of the world is looked at.
  std::sort(bodies_.begin(), bodies_.end(), [](const Body& a, const Body& b) { return is_before(a.first, b.first); });
  const auto is_moved = [&](CellPos cell) {
    return place_.row(cell.y)[cell.x / kBlockCells] >> cell.x % kBlockCells & 1;
  };
  const auto forget = [&] {
    for (const MaterialId material : liquids_) of_material_[material].displacement->forget();
  };
  forget();
  for (const Body& body : bodies_) {
    const Liquid& liquid = of_material_[body.liquid];
    for (size_t i = 0; i < body.moves; ++i) {
      const LevelExchange::Move& move = moves_[body.first_move + i];
      if (is_moved(move.from) || is_moved(move.to)) continue;
      // What has been pushed aside may have changed them.
      const BlockSet& self = liquid.sets.self;
      if (self.has[state.material()[move.from]] == 0 || liquid.sets.lighter.has[state.material()[move.to]] == 0)
        continue;
      const CellPos giver = giver_of(state, self, move.from, liquid_at(state, self, move.to));
      if (!of_material_[state.material()[giver]].takes_part) continue;
      // Others may have taken the way out that was found for it.
      const int most_lift = (move.lift + 1) * table[body.liquid].density / kRowDepth;
      if (move.swaps && state.material()[move.to] != move.pushed) continue;
      if (!move.swaps && !liquid.displacement->make_room(state, support_, move.to, most_lift, activity)) continue;
      for (CellPos cell = giver; cell.y > move.from.y; --cell.y) {
        state.cells.swap(cell, {cell.x, cell.y - 1});
        activity.mark(cell);
      }
      state.cells.swap(move.from, move.to);
      for (const CellPos cell : {move.from, move.to}) {
        place_.row(cell.y)[cell.x / kBlockCells] |= uint64_t{1} << cell.x % kBlockCells;
        changed_.push_back(cell);
        activity.mark(cell);
      }
    }
  }
  forget();
  for (const CellPos cell : changed_) place_.row(cell.y)[cell.x / kBlockCells] = 0;
}

}  // namespace quicksand
