#include "sim/liquid/displacement.h"

namespace quicksand {
namespace {

// In the order in which they are put aside: the last one is tried first.
constexpr CellPos kWays[4] = {{0, 1}, {1, 0}, {-1, 0}, {0, -1}};

}  // namespace

void Displacement::set_materials(const MaterialTable& table) {
  density_ = {};
  is_powder_ = {};
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

// Returns whether the cell had not been seen.
bool Displacement::see(CellPos cell) {
  uint64_t& word = seen_.row(cell.y)[cell.x / 64];
  const uint64_t bit = uint64_t{1} << cell.x % 64;
  if ((word & bit) != 0) return false;
  word |= bit;
  return true;
}

// Returns the number of the last step, which is at a void place; -1: there is no way out.
int Displacement::find_path(const SandboxState& state, const Support& support, CellPos place, const BlockSet& gives) {
  if (gives_ != &gives) forget();
  gives_ = &gives;
  if (!see(place)) return -1;
  steps_.assign(1, {place, -1});
  open_.assign(1, 0);
  int last = state.material()[place] == kVoid ? 0 : -1;
  while (!open_.empty() && last < 0) {
    const int step = open_.back();
    open_.pop_back();
    const CellPos cell = steps_[static_cast<size_t>(step)].cell;
    const MaterialId pushed = state.material()[cell];
    const bool is_held = support.holds(cell);
    const bool goes_up_only = step > 0 && is_powder_[pushed] != 0;
    for (const CellPos way : kWays) {
      const CellPos next{cell.x + way.x, cell.y + way.y};
      if (next.x < 0 || next.y < 0 || next.x >= state.size.width || next.y >= state.size.height) continue;
      const MaterialId material = state.material()[next];
      if (goes_up_only && way.y >= 0) continue;
      const bool on = material == kVoid || (is_held && passes_on(pushed, material, way) && support.holds(next));
      if (!on || gives.has[material] == 0 || !see(next)) continue;
      steps_.push_back({next, step});
      if (material == kVoid) {
        last = static_cast<int>(steps_.size()) - 1;
        break;
      }
      open_.push_back(static_cast<int>(steps_.size()) - 1);
    }
  }
  for (const Step& step : steps_) {
    if (last < 0)
      closed_in_.push_back(step.cell);
    else
      seen_.row(step.cell.y)[step.cell.x / 64] &= ~(uint64_t{1} << step.cell.x % 64);
  }
  return last;
}

// Of the path that ends with this step.
int Displacement::lift_of(const SandboxState& state, int last) const {
  int lift = 0;
  for (int step = last; steps_[static_cast<size_t>(step)].from >= 0;) {
    const CellPos to = steps_[static_cast<size_t>(step)].cell;
    step = steps_[static_cast<size_t>(step)].from;
    const CellPos from = steps_[static_cast<size_t>(step)].cell;
    lift += density_[state.material()[from]] * (from.y - to.y);
  }
  return lift;
}

int Displacement::lift(const SandboxState& state, const Support& support, CellPos place, const BlockSet& gives) {
  const int last = find_path(state, support, place, gives);
  return last < 0 ? kNoRoom : lift_of(state, last);
}

bool Displacement::make_room(SandboxState& state, const Support& support, CellPos place, const BlockSet& gives,
                             int most_lift, ActivityMap& activity) {
  const int last = find_path(state, support, place, gives);
  if (last < 0 || lift_of(state, last) > most_lift) return false;
  for (int step = last; steps_[static_cast<size_t>(step)].from >= 0; step = steps_[static_cast<size_t>(step)].from) {
    const CellPos to = steps_[static_cast<size_t>(step)].cell;
    const CellPos from = steps_[static_cast<size_t>(steps_[static_cast<size_t>(step)].from)].cell;
    state.cells.swap(from, to);
    activity.mark(from);
    activity.mark(to);
  }
  return true;
}

void Displacement::forget() {
  for (const CellPos cell : closed_in_) seen_.row(cell.y)[cell.x / 64] &= ~(uint64_t{1} << cell.x % 64);
  closed_in_.clear();
}

}  // namespace quicksand
