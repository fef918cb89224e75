#include "sim/liquid/displacement.h"

#include <algorithm>

#include "sim/cells/dice.h"
#include "sim/liquid/exchange.h"

namespace quicksand {
namespace {

constexpr CellPos kUp{0, -1};
constexpr CellPos kWays[4] = {{0, 1}, {1, 0}, {-1, 0}, kUp};

CellPos beside(CellPos cell, CellPos way) { return {cell.x + way.x, cell.y + way.y}; }

bool is_in(CellPos cell, GridSize size) {
  return cell.x >= 0 && cell.y >= 0 && cell.x < size.width && cell.y < size.height;
}

}  // namespace

Displacement::Displacement(GridSize size, const MaterialTable& table, const BlockSet& gives)
    : size_(size), gives_(gives) {
  for (int id = 0; id < table.size(); ++id) {
    const Phase phase = table.phase(static_cast<MaterialId>(id));
    is_powder_[static_cast<size_t>(id)] = phase == Phase::kPowder ? 1 : 0;
    if (phase == Phase::kLiquid || phase == Phase::kPowder)
      density_[static_cast<size_t>(id)] = table[static_cast<MaterialId>(id)].density;
  }
}

// Whether what is pushed out of a cell may push what is next to it, which is not void.
bool Displacement::passes_on(MaterialId pushed, MaterialId next, CellPos way) const {
  if (density_[pushed] == 0 || density_[next] == 0) return false;
  if (is_powder_[next] != 0) return way.y < 0 && (is_powder_[pushed] != 0 || density_[next] < density_[pushed]);
  return is_powder_[pushed] == 0 && (next == pushed || density_[next] < density_[pushed]);
}

// Whether what is pushed out of the cell may push what is in the next one, which is in the world and not void.
bool Displacement::gives_way(const SandboxState& state, const Support& support, CellPos from, CellPos way) const {
  const CellPos next = beside(from, way);
  const MaterialId material = state.material()[next];
  return gives_.has[material] != 0 && support.holds(from) && support.holds(next) &&
         passes_on(state.material()[from], material, way);
}

// Leaves the way in way_. Powder that is pushed rises, and goes nowhere else; the first that comes may go aside.
bool Displacement::find_way_up(const SandboxState& state, const Support& support, CellPos place, bool is_first) {
  way_.assign(1, place);
  if (state.material()[place] == kVoid) return true;
  if (gives_.has[kVoid] == 0) return false;
  for (CellPos cell = place;; is_first = false) {
    const bool goes_up_only = !is_first && is_powder_[state.material()[cell]] != 0;
    for (const CellPos way : kWays) {
      const CellPos next = beside(cell, way);
      if ((goes_up_only && way.y >= 0) || !is_in(next, size_) || state.material()[next] != kVoid) continue;
      way_.push_back(next);
      return true;
    }
    if (cell.y == 0 || !gives_way(state, support, cell, kUp)) return false;
    cell = beside(cell, kUp);
    way_.push_back(cell);
  }
}

int Displacement::lift_of_way(const SandboxState& state) const {
  int lift = 0;
  for (size_t i = 0; i + 1 < way_.size(); ++i)
    lift += density_[state.material()[way_[i]]] * (way_[i].y - way_[i + 1].y);
  return lift;
}

void Displacement::push_along_way(SandboxState& state, ActivityMap& activity) {
  for (size_t i = way_.size() - 1; i > 0; --i) {
    state.cells.swap(way_[i - 1], way_[i]);
    activity.mark(way_[i - 1]);
    activity.mark(way_[i]);
  }
}

// Of a cell the number of its body; kNone: it is not known.
int& Displacement::label(CellPos cell) {
  const GridSize blocks = blocks_of(size_);
  if (block_labels_.empty())
    block_labels_.assign(static_cast<size_t>(blocks.width) * static_cast<size_t>(size_.height), kNone);
  const size_t block =
      static_cast<size_t>(cell.y) * static_cast<size_t>(blocks.width) + static_cast<size_t>(cell.x / kBlockCells);
  if (block_labels_[block] == kNone) {
    block_labels_[block] = static_cast<int>(labels_.size());
    labels_.emplace_back().fill(kNone);
    labelled_.push_back(block);
  }
  return labels_[static_cast<size_t>(block_labels_[block])][static_cast<size_t>(cell.x % kBlockCells)];
}

// Labels the body, and adds its sides to the list: cells with a way to something else.
void Displacement::flood(const SandboxState& state, const Support& support, CellPos first, int body) {
  const MaterialId liquid = state.material()[first];
  to_flood_.assign(1, first);
  label(first) = body;
  while (!to_flood_.empty()) {
    const CellPos cell = to_flood_.back();
    to_flood_.pop_back();
    for (const CellPos way : kWays) {
      const CellPos next = beside(cell, way);
      if (!is_in(next, size_)) continue;
      if (state.material()[next] != liquid || !support.holds(next)) {
        sides_.push_back({cell, way});
        continue;
      }
      int& known = label(next);
      if (known != kNone) continue;
      known = body;
      to_flood_.push_back(next);
    }
  }
}

// What it takes that the liquid of a body leaves it by this side of a cell, counted as in Outlet. None: it cannot.
std::optional<int> Displacement::lift_through(const SandboxState& state, const Support& support, CellPos from,
                                              CellPos way) {
  const CellPos to = beside(from, way);
  const MaterialId liquid = state.material()[from];
  const MaterialId material = state.material()[to];
  const int own_lift = -density_[liquid] * to.y;
  if (material == kVoid) return gives_.has[kVoid] != 0 ? std::optional(own_lift) : std::nullopt;
  if (material == liquid || !gives_way(state, support, from, way)) return std::nullopt;
  if (is_powder_[material] != 0)
    return find_way_up(state, support, to, false) ? std::optional(own_lift + lift_of_way(state)) : std::nullopt;
  const int other = body_at(state, support, to);
  return has_outlet(other) ? std::optional(own_lift + least_lift(other, to.y)) : std::nullopt;
}

// The body of a liquid that a supported cell of it belongs to. Each calls for those of lighter liquids beside it, which
// leave the lists at work as long as they were.
int Displacement::body_at(const SandboxState& state, const Support& support, CellPos cell) {
  if (const int known = label(cell); known != kNone) return known;
  const auto number = static_cast<int>(bodies_.size());
  bodies_.push_back({.liquid = state.material()[cell]});
  const size_t first_side = sides_.size();
  const auto first_found = static_cast<std::ptrdiff_t>(found_.size());
  flood(state, support, cell, number);
  const uint32_t dice = row_key(state.seed, state.tick, kDiceLevel, 0);
  for (size_t i = first_side; i < sides_.size(); ++i) {
    const auto [from, way] = sides_[i];
    if (const std::optional<int> lift = lift_through(state, support, from, way))
      found_.push_back({*lift, from, beside(from, way), LevelExchange::rank(beside(from, way), dice)});
  }
  std::sort(found_.begin() + first_found, found_.end(), [](const Outlet& a, const Outlet& b) {
    if (a.lift != b.lift) return a.lift < b.lift;
    if (a.rank != b.rank) return a.rank < b.rank;
    return a.from.x != b.from.x ? a.from.x < b.from.x : a.from.y < b.from.y;
  });
  Body& body = bodies_[static_cast<size_t>(number)];
  body.next_outlet = outlets_.size();
  outlets_.insert(outlets_.end(), found_.begin() + first_found, found_.end());
  body.last_outlet = outlets_.size();
  sides_.resize(first_side);
  found_.erase(found_.begin() + first_found, found_.end());
  return number;
}

bool Displacement::has_outlet(int body) const {
  const Body& of = bodies_[static_cast<size_t>(body)];
  return of.next_outlet < of.last_outlet;
}

// Of a cell of the body in this row.
int Displacement::least_lift(int body, int row) const {
  const Body& of = bodies_[static_cast<size_t>(body)];
  return density_[of.liquid] * row + outlets_[of.next_outlet].lift;
}

int Displacement::lift(const SandboxState& state, const Support& support, CellPos place) {
  if (find_way_up(state, support, place, true)) return lift_of_way(state);
  const MaterialId material = state.material()[place];
  if (density_[material] == 0 || is_powder_[material] != 0 || !support.holds(place)) return kNoRoom;
  const int body = body_at(state, support, place);
  return has_outlet(body) ? least_lift(body, place.y) : kNoRoom;
}

// The outlets were found before others were taken: what has changed since is looked at again.
bool Displacement::push_out(SandboxState& state, const Support& support, int body, CellPos place, int most_lift,
                            ActivityMap& activity) {
  const MaterialId liquid = bodies_[static_cast<size_t>(body)].liquid;
  for (; has_outlet(body); ++bodies_[static_cast<size_t>(body)].next_outlet) {
    const Outlet outlet = outlets_[bodies_[static_cast<size_t>(body)].next_outlet];
    const MaterialId material = state.material()[outlet.to];
    if (state.material()[outlet.from] != liquid || material == liquid) continue;
    const int own_lift = density_[liquid] * (place.y - outlet.to.y);
    if (material != kVoid) {
      const CellPos way{outlet.to.x - outlet.from.x, outlet.to.y - outlet.from.y};
      if (!gives_way(state, support, outlet.from, way)) continue;
      if (is_powder_[material] != 0) {
        if (!find_way_up(state, support, outlet.to, false)) continue;
        if (own_lift + lift_of_way(state) > most_lift) return false;
        push_along_way(state, activity);
      } else {
        const int other = label(outlet.to);
        if (other == kNone || bodies_[static_cast<size_t>(other)].liquid != material || !has_outlet(other)) continue;
        if (own_lift + least_lift(other, outlet.to.y) > most_lift) return false;
        if (!push_out(state, support, other, outlet.to, most_lift - own_lift, activity)) continue;
      }
    } else if (own_lift > most_lift) {
      return false;
    }
    state.cells.swap(place, outlet.to);
    activity.mark(place);
    activity.mark(outlet.to);
    ++bodies_[static_cast<size_t>(body)].next_outlet;
    return true;
  }
  return false;
}

bool Displacement::make_room(SandboxState& state, const Support& support, CellPos place, int most_lift,
                             ActivityMap& activity) {
  if (find_way_up(state, support, place, true)) {
    if (lift_of_way(state) > most_lift) return false;
    push_along_way(state, activity);
    return true;
  }
  const MaterialId material = state.material()[place];
  if (density_[material] == 0 || is_powder_[material] != 0 || !support.holds(place)) return false;
  const int body = body_at(state, support, place);
  // What has come here since the bodies were found is none of them.
  return bodies_[static_cast<size_t>(body)].liquid == material &&
         push_out(state, support, body, place, most_lift, activity);
}

void Displacement::forget() {
  for (const size_t block : labelled_) block_labels_[block] = kNone;
  labelled_.clear();
  labels_.clear();
  bodies_.clear();
  outlets_.clear();
}

}  // namespace quicksand
