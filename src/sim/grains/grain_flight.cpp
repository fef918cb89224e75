#include "sim/grains/grain_flight.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/random.h"
#include "sim/tick/freeze.h"
#include "sim/cells/dice.h"

namespace quicksand {
namespace {

// Grains that one job moves.
constexpr size_t kGrainsAtOnce = 1024;

// Between a grain and the face that stopped it.
constexpr float kGap = 0.01F;

// So often are grains that are near one another brought together in memory.
constexpr uint64_t kOrderTicks = 32;

template <class Action>
void for_each_grain(Parallel& parallel, size_t count, const Action& action) {
  const auto jobs = static_cast<int>((count + kGrainsAtOnce - 1) / kGrainsAtOnce);
  parallel.for_each(jobs, [&](int job) {
    const size_t first = static_cast<size_t>(job) * kGrainsAtOnce;
    for (size_t i = first; i < std::min(first + kGrainsAtOnce, count); ++i) action(i);
  });
}

// Rounds down, with no call of the mathematical library.
int cell_of(float place) {
  const int towards_zero = static_cast<int>(place);
  return towards_zero - (place < static_cast<float>(towards_zero) ? 1 : 0);
}

MaterialId material_at(const SandboxState& state, CellPos cell) { return state.material().row(cell.y)[cell.x]; }

void put(SandboxState& state, CellPos cell, const CellBytes& bytes, ActivityMap& activity) {
  state.cells.put(cell, bytes);
  activity.mark(cell);
}

}  // namespace

void GrainFlight::set_materials(const MaterialTable& table) {
  table_hash_ = table.hash();
  for (int id = 0; id < table.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    const Phase phase = table.phase(material);
    const auto place = static_cast<size_t>(id);
    blocking_[0][place] = phase == Phase::kStatic || phase == Phase::kPowder ? 1 : 0;
    blocking_[1][place] = blocking_[0][place] != 0 || phase == Phase::kLiquid ? 1 : 0;
    is_liquid_[place] = phase == Phase::kLiquid ? 1 : 0;
    is_loose_[place] = can_fly(table, material) ? 1 : 0;
    const int density = std::max(table[material].density, kLeastDragDensity);
    air_drag_[place] = kAirDrag / static_cast<float>(density);
    mass_[place] = static_cast<float>(density);
    static_friction_[place] = static_cast<float>(table[material].static_friction) / 100.0F;
    kinetic_friction_[place] = static_cast<float>(table[material].kinetic_friction) / 100.0F;
  }
}

void GrainFlight::make_room(size_t count) {
  for (std::vector<float>* values : {&from_x_, &from_y_, &at_x_, &at_y_, &next_x_, &next_y_, &bounce_})
    values->resize(count);
  hits_.resize(count);
  touches_.resize(count);
  near_cells_.resize(count);
  ground_.resize(count);
  gone_.assign(count, 0);
  neighbour_count_.resize(count);
  neighbours_.resize(count * kMostNeighbours);
}

void GrainFlight::run(SandboxState& state, const MaterialTable& table, Parallel& parallel, ActivityMap& activity,
                      TickEvents* events) {
  Grains& grains = state.grains;
  if (grains.empty()) return;
  if (table_hash_ != table.hash()) set_materials(table);
  if (state.tick % kOrderTicks == 0) order_by_place(state);
  const size_t count = grains.size();
  make_room(count);
  for_each_grain(parallel, count, [&](size_t i) { fly(state, table, i); });
  index_.build(at_x_, at_y_, state.size.width);
  for_each_grain(parallel, count, [&](size_t i) {
    find_neighbours(state, grains.material()[i], i);
    correct<true>(state, grains, i);
  });
  for_each_grain(parallel, count, [&](size_t i) { move_start(state, grains.material()[i], i); });
  for (int pass = 0; pass < kContactPasses; ++pass) {
    for_each_grain(parallel, count, [&](size_t i) { correct<false>(state, grains, i); });
    std::swap(at_x_, next_x_);
    std::swap(at_y_, next_y_);
  }
  for_each_grain(parallel, count, [&](size_t i) { settle_velocity(grains, i); });
  if (std::any_of(grains.wetness().begin(), grains.wetness().end(), [](uint8_t wetness) { return wetness > 0; })) {
    for_each_grain(parallel, count, [&](size_t i) { hold_wet(grains, i); });
    grains.vx.assign(next_x_.begin(), next_x_.end());
    grains.vy.assign(next_y_.begin(), next_y_.end());
  }
  unclump(state, parallel);
  if (events) {
    for (const Hit& hit : hits_)
      if (hit.speed > 0 && hit.blocked) events->impacts.add(hit.cell);
  }
  eject(state, activity, events);
  deposit(state, activity, events);
}

// Row by row; those in one cell keep their order.
void GrainFlight::order_by_place(SandboxState& state) {
  Grains& grains = state.grains;
  places_.resize(grains.size());
  order_.resize(grains.size());
  for (size_t i = 0; i < grains.size(); ++i)
    places_[i] = {int64_t{cell_of(grains.y[i])} * state.size.width + cell_of(grains.x[i]), static_cast<uint32_t>(i)};
  std::sort(places_.begin(), places_.end());
  for (size_t i = 0; i < places_.size(); ++i) order_[i] = places_[i].second;
  grains.reorder(order_);
}

// Gravity, drag and the way through the cells.
void GrainFlight::fly(const SandboxState& state, const MaterialTable& table, size_t i) {
  const Grains& grains = state.grains;
  const MaterialId material = grains.material()[i];
  const float x = grains.x[i];
  const float y = grains.y[i];
  const MaterialId medium = material_at(state, {cell_of(x), cell_of(y)});
  const bool swims = is_liquid_[medium] != 0;
  const float weight = swims ? 1 - mass_[medium] / mass_[material] : 1.0F;
  const float kept = 1 - (swims ? kLiquidDrag : air_drag_[material]);
  float vx = grains.vx[i] * kept;
  const float gravity = kGrainGravity * static_cast<float>(state.gravity) / kGravityUnit;
  float vy = grains.vy[i] * kept + gravity * std::max(weight, -1.0F);
  borrow_motion(state, table, {cell_of(x), cell_of(y)}, vx, vy);
  const float speed = std::sqrt(vx * vx + vy * vy);
  if (speed > kMostGrainSpeed) {
    vx *= kMostGrainSpeed / speed;
    vy *= kMostGrainSpeed / speed;
  }
  from_x_[i] = at_x_[i] = x;
  from_y_[i] = at_y_[i] = y;
  bounce_[i] = 0;
  touches_[i] = swims && weight < 0 ? 1 : 0;  // what floats comes to rest on the surface
  hits_[i].speed = 0;
  if (blocks(material, medium)) return;  // cells have closed over it: deposit() finds it a place
  at_x_[i] = x + vx;
  at_y_[i] = y + vy;
  sweep(state, material, static_cast<float>(grains.wetness()[i]) / 255.0F, i);
}

// A powder that is about to move carries along what is just above it: a landslide takes with it what lies on it.
// Source: Kevin Munns, "Gaseous Particulate Interaction in a 3-Phase Granular Simulation" (2015); cells have no speed,
// so theirs is read off where they can go.
void GrainFlight::borrow_motion(const SandboxState& state, const MaterialTable& table, CellPos cell, float& vx,
                                float& vy) const {
  const auto& is_solid = blocking_[0];
  CellPos surface = cell;
  const int lowest = std::min(cell.y + kBorrowReach, state.size.height - 1);
  while (surface.y <= lowest && is_solid[material_at(state, surface)] == 0) ++surface.y;
  if (surface.y > lowest || surface.y == cell.y) return;
  if (is_loose_[material_at(state, surface)] == 0 || !is_active_cell(state, table, surface)) return;
  const auto is_open = [&](int dx, int dy) {
    return is_solid[material_at(state, {surface.x + dx, surface.y + dy})] == 0;
  };
  const bool falls = is_open(0, 1);
  // To a side as far as the usual powders reach.
  const auto slides = [&](int side) {
    return is_open(side, 0) && (is_open(side, 1) || (is_open(2 * side, 0) && is_open(2 * side, 1)));
  };
  const bool left = slides(-1);
  const bool right = slides(1);
  if (!falls && left == right) return;
  const float flow_x = falls ? 0.0F : left ? -1.0F : 1.0F;
  vx += kBorrowShare * (flow_x - vx);
  vy += kBorrowShare * ((falls ? 1.0F : 0.5F) - vy);
}

// From cell to cell along the path, through one face at a time: not even a wall that is one cell thin, or that goes up
// a diagonal, is passed. Source: John Amanatides, Andrew Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing"
// (1987).
void GrainFlight::sweep(const SandboxState& state, MaterialId material, float wet, size_t i) {
  constexpr float kNever = 1e9F;
  const float x = from_x_[i];
  const float y = from_y_[i];
  const float dx = at_x_[i] - x;
  const float dy = at_y_[i] - y;
  CellPos cell{cell_of(x), cell_of(y)};
  const int step_x = dx > 0 ? 1 : -1;
  const int step_y = dy > 0 ? 1 : -1;
  const auto column = static_cast<float>(cell.x);
  const auto row = static_cast<float>(cell.y);
  const float each_x = dx != 0 ? 1 / std::abs(dx) : kNever;
  const float each_y = dy != 0 ? 1 / std::abs(dy) : kNever;
  float next_x = dx != 0 ? (dx > 0 ? column + 1 - x : x - column) * each_x : kNever;
  float next_y = dy != 0 ? (dy > 0 ? row + 1 - y : y - row) * each_y : kNever;
  bool swims = is_liquid_[material_at(state, cell)] != 0;
  while (std::min(next_x, next_y) <= 1) {
    const bool sideways = next_x < next_y;
    const float share = sideways ? next_x : next_y;
    const CellPos before = cell;
    (sideways ? cell.x : cell.y) += sideways ? step_x : step_y;
    (sideways ? next_x : next_y) += sideways ? each_x : each_y;
    const MaterialId met = material_at(state, cell);
    const bool enters = is_liquid_[met] != 0 && !swims;
    const bool blocked = blocks(material, met);
    swims = is_liquid_[met] != 0;
    if (!blocked && !enters) continue;
    const float speed = sideways ? std::abs(dx) : std::abs(dy);
    const auto normal_x = static_cast<int8_t>(sideways ? -step_x : 0);
    const auto normal_y = static_cast<int8_t>(sideways ? 0 : -step_y);
    hits_[i] = {cell, normal_x, normal_y, blocked, speed};
    if (!blocked) continue;
    at_x_[i] = x + dx * share;
    at_y_[i] = y + dy * share;
    stay_in(before, i);
    touches_[i] = 1;
    if (speed > kLeastBounceSpeed && is_liquid_[material] == 0)
      bounce_[i] = static_cast<float>(normal_x + normal_y) * speed * kBounce * (1 - wet);
    return;
  }
  if (cell_of(at_x_[i]) != cell.x || cell_of(at_y_[i]) != cell.y) stay_in(cell, i);
}

// Places are rounded: what the path has not left is not left.
void GrainFlight::stay_in(CellPos cell, size_t i) {
  const auto within = [](float place, int first) {
    const auto low = static_cast<float>(first);
    return std::clamp(place, low + kGap, low + 1 - kGap);
  };
  at_x_[i] = within(at_x_[i], cell.x);
  at_y_[i] = within(at_y_[i], cell.y);
}

void GrainFlight::find_neighbours(const SandboxState& state, MaterialId material, size_t i) {
  uint32_t* const found = &neighbours_[i * kMostNeighbours];
  uint8_t count = 0;
  const float x = at_x_[i];
  const float y = at_y_[i];
  index_.for_each_near(x, y, [&](const GrainIndex::Entry& entry) {
    const float dx = x - entry.x;
    const float dy = y - entry.y;
    if (dx * dx + dy * dy >= kContactReach * kContactReach || entry.grain == i || count == kMostNeighbours) return;
    found[count++] = entry.grain;
  });
  neighbour_count_[i] = count;
  // Whether there will be cells to look at: corrections move a grain by less than a cell.
  const CellPos cell{cell_of(x), cell_of(y)};
  uint8_t near_cells = 0;
  const uint8_t* const blocking = blocking_[is_liquid_[material]].data();
  for (int row = cell.y - 2; row <= cell.y + 2; ++row) {
    const MaterialId* const cells = state.material().row(std::clamp(row, -1, state.size.height)) + cell.x - 2;
    uint64_t five = 0;  // the margin is wide enough to read them whatever x is
    std::memcpy(&five, cells, 5);
    if (five == 0) continue;
    for (int k = 0; k < 5; ++k) near_cells |= blocking[cells[k]];
  }
  near_cells_[i] = near_cells;
}

namespace {

// What the contacts of one disc ask for, in one pass.
struct Contacts {
  float x;  // of its middle
  float y;
  float way_x;  // it has come so far in this tick
  float way_y;
  float sum_x = 0;
  float sum_y = 0;
  int count = 0;

  // Another disc, or a cell as one. `share` of the correction is this disc's; the other's way is what sliding is measured
  // against; where both have the same middle `above` says which goes up.
  void add(float other_x, float other_y, float other_way_x, float other_way_y, float share, float static_friction,
           float kinetic_friction, bool above) {
    constexpr float kTogether = 2 * kGrainRadius;
    const float dx = x - other_x;
    const float dy = y - other_y;
    const float squared = dx * dx + dy * dy;
    if (squared >= (kTogether + kTouchGap) * (kTogether + kTouchGap)) return;
    const float distance = std::sqrt(squared);
    const float nx = distance > 1e-4F ? dx / distance : 0.0F;
    const float ny = distance > 1e-4F ? dy / distance : (above ? -1.0F : 1.0F);
    const float depth = std::max(kTogether - distance, 0.0F);
    // What rests bears at least its own weight.
    const float load = depth + kGrainGravity;
    float move_x = nx * depth;
    float move_y = ny * depth;
    const float slide_x = way_x - other_way_x;
    const float slide_y = way_y - other_way_y;
    const float normal = slide_x * nx + slide_y * ny;
    const float along_x = slide_x - normal * nx;
    const float along_y = slide_y - normal * ny;
    const float along = std::sqrt(along_x * along_x + along_y * along_y);
    float stopped = 1;  // the share of the sliding that friction takes
    if (along >= static_friction * load) stopped = along > 1e-6F ? std::min(kinetic_friction * load / along, 1.0F) : 0.0F;
    move_x -= along_x * stopped;
    move_y -= along_y * stopped;
    sum_x += move_x * share;
    sum_y += move_y * share;
    ++count;
  }
};

}  // namespace

// One pass: the mean of what all contacts of a grain ask for.
template <bool kAtStart>
void GrainFlight::correct(const SandboxState& state, const Grains& grains, size_t i) {
  const float* const places_x = kAtStart ? from_x_.data() : at_x_.data();
  const float* const places_y = kAtStart ? from_y_.data() : at_y_.data();
  const float x = places_x[i];
  const float y = places_y[i];
  next_x_[i] = x;
  next_y_[i] = y;
  // Only heaps have overlaps to begin with that matter: there a grain has several neighbours.
  constexpr int kLeastNeighbours = kAtStart ? 2 : 1;
  if (neighbour_count_[i] < kLeastNeighbours && near_cells_[i] == 0) return;
  const MaterialId material = grains.material()[i];
  Contacts contacts{x, y, x - from_x_[i], y - from_y_[i]};
  const auto friction = [&](const std::array<float, 256>& of, MaterialId other) {
    return 0.5F * (of[material] + of[other]);
  };
  const uint32_t* const near = &neighbours_[i * kMostNeighbours];
  for (int k = 0; k < neighbour_count_[i]; ++k) {
    const uint32_t j = near[k];
    const MaterialId other = grains.material()[j];
    // In heaps the lower grain counts as the heavier one, so that support gets from the floor to the top in few passes.
    const float lower = std::clamp((places_y[j] - y) * kStackStiffness, -1.0F, 1.0F);
    const float mass = mass_[material] * (1 - kStackShare * lower);
    const float other_mass = mass_[other] * (1 + kStackShare * lower);
    const float share = other_mass / (mass + other_mass);
    contacts.add(places_x[j], places_y[j], places_x[j] - from_x_[j], places_y[j] - from_y_[j], share,
                 friction(static_friction_, other), friction(kinetic_friction_, other), i < j);
  }
  const CellPos cell{cell_of(x), cell_of(y)};
  const int neighbours = contacts.count;
  for (int row = cell.y - 1; near_cells_[i] != 0 && row <= cell.y + 1; ++row)
    for (int column = cell.x - 1; column <= cell.x + 1; ++column) {
      const MaterialId other = material_at(state, {column, row});
      // What falls past is no wall to be pushed out of: that would fling the grain away.
      if (!blocks(material, other) || state.cells[kSpeedPlane].row(row)[column] > kMostSpeedAtRest) continue;
      contacts.add(static_cast<float>(column) + 0.5F, static_cast<float>(row) + 0.5F, 0, 0, 1,
                   friction(static_friction_, other), friction(kinetic_friction_, other), true);
    }
  if (!kAtStart && contacts.count > neighbours) touches_[i] = 1;
  if (contacts.count > 0) move_by_mean(state, material, i, cell, contacts.sum_x, contacts.sum_y, contacts.count);
}

// Never by more than a face in x and one in y, and through none: past a corner only where one of the ways is open.
void GrainFlight::move_by_mean(const SandboxState& state, MaterialId material, size_t i, CellPos cell, float sum_x,
                               float sum_y, int count) {
  float each = 1.0F / static_cast<float>(count);
  const float length = std::sqrt(sum_x * sum_x + sum_y * sum_y) * each;
  if (length > kMostCorrection) each *= kMostCorrection / length;
  const float to_x = next_x_[i] + sum_x * each;
  const float to_y = next_y_[i] + sum_y * each;
  const CellPos to{cell_of(to_x), cell_of(to_y)};
  const auto is_blocked = [&](CellPos there) { return blocks(material, material_at(state, there)); };
  const bool past_corner = to.x != cell.x && to.y != cell.y;
  if (is_blocked(to) || (past_corner && is_blocked({to.x, cell.y}) && is_blocked({cell.x, to.y}))) return;
  next_x_[i] = to_x;
  next_y_[i] = to_y;
}

// What overlapped before the tick is moved apart, with where it came from, so that this gives it no speed: heaps would
// burst.
void GrainFlight::move_start(const SandboxState& state, MaterialId material, size_t i) {
  const float to_x = at_x_[i] + next_x_[i] - from_x_[i];
  const float to_y = at_y_[i] + next_y_[i] - from_y_[i];
  from_x_[i] = next_x_[i];
  from_y_[i] = next_y_[i];
  const CellPos cell{cell_of(at_x_[i]), cell_of(at_y_[i])};
  const CellPos to{cell_of(to_x), cell_of(to_y)};
  if (to.x != cell.x && to.y != cell.y) return;
  if (!(to == cell) && blocks(material, material_at(state, to))) return;
  at_x_[i] = to_x;
  at_y_[i] = to_y;
}

void GrainFlight::settle_velocity(Grains& grains, size_t i) {
  grains.vx[i] = at_x_[i] - from_x_[i];
  grains.vy[i] = at_y_[i] - from_y_[i];
  // What stopped at a face has nothing left of its speed towards it, but bounces.
  if (hits_[i].speed > 0 && hits_[i].blocked) (hits_[i].normal_x != 0 ? grains.vx[i] : grains.vy[i]) = bounce_[i];
  grains.x[i] = at_x_[i];
  grains.y[i] = at_y_[i];
}

// Wet grains drag on one another, and the bridges between them hold back what goes apart. Writes new velocities into
// next_x_ and next_y_. Source: see wetness.h.
void GrainFlight::hold_wet(const Grains& grains, size_t i) {
  float dvx = 0;
  float dvy = 0;
  int bridges = 0;
  const float wet = static_cast<float>(grains.wetness()[i]) / 255.0F;
  const uint32_t* const near = &neighbours_[i * kMostNeighbours];
  for (int k = 0; k < neighbour_count_[i]; ++k) {
    const uint32_t j = near[k];
    const float both = wet + static_cast<float>(grains.wetness()[j]) / 255.0F;
    if (both == 0) continue;
    const float apart_x = grains.x[j] - grains.x[i];
    const float apart_y = grains.y[j] - grains.y[i];
    const float relative_x = grains.vx[j] - grains.vx[i];
    const float relative_y = grains.vy[j] - grains.vy[i];
    float strength = kWetDamping * (1 + both);
    const bool parts = relative_x * apart_x + relative_y * apart_y > 0;
    if (parts) strength += kBridge * std::max(0.0F, kBridgeFull - 0.5F * both);
    dvx += relative_x * strength;
    dvy += relative_y * strength;
    ++bridges;
  }
  const float each = bridges > 0 ? 1.0F / static_cast<float>(bridges) : 0.0F;
  next_x_[i] = grains.vx[i] + dvx * each;
  next_y_[i] = grains.vy[i] + dvy * each;
}

// Displaces grains that have gathered above the ground, along it.
void GrainFlight::unclump(SandboxState& state, Parallel& parallel) {
  Grains& grains = state.grains;
  for_each_grain(parallel, grains.size(), [&](size_t i) {
    const CellPos cell{cell_of(grains.x[i]), cell_of(grains.y[i])};
    const bool is_near = near_cells_[i] != 0 && contains(state.size, cell);
    ground_[i] = is_near ? SurfaceChain::ground_below(state, blocking_[0], cell) : SurfaceChain::kNoGround;
  });
  chain_.spread(state, blocking_[0], ground_, [&](uint32_t i, const Place& place, CellPos above) {
    const auto is_open = [&](CellPos cell) {
      return contains(state.size, cell) && !blocks(grains.material()[i], material_at(state, cell));
    };
    if (!is_open(above)) return;
    grains.x[i] = place.x;
    // Steps of the ground may differ from what is between.
    const bool fits = is_open({cell_of(place.x), cell_of(place.y)});
    grains.y[i] = fits ? place.y : static_cast<float>(above.y) + 0.5F;
  });
}

// Fast grains knock loose cells out of their places, one after the other.
void GrainFlight::eject(SandboxState& state, ActivityMap& activity, TickEvents* events) {
  Grains& grains = state.grains;
  const size_t count = grains.size();
  const uint64_t key = tick_key(state.seed, state.tick);
  for (size_t i = 0; i < count; ++i) {
    const Hit& hit = hits_[i];
    if (hit.speed < kEjectSpeed || grains.size() >= kMostGrains) continue;
    const MaterialId material = material_at(state, hit.cell);
    if (is_loose_[material] == 0 || !contains(state.size, hit.cell)) continue;
    const uint32_t dice = dice_word(row_key(key, kDiceEject, hit.cell.y), static_cast<uint32_t>(hit.cell.x));
    const float lot = static_cast<float>(dice >> 16) / 65536.0F;
    const float other_lot = static_cast<float>(dice & 0xffffU) / 65536.0F;
    const auto nx = static_cast<float>(hit.normal_x);
    const auto ny = static_cast<float>(hit.normal_y);
    const float out = kEjectShare * hit.speed * (0.5F + 0.5F * lot);
    const float side = kEjectSpread * hit.speed * (other_lot - 0.5F);
    // Along the face goes a part of what the grain has along it.
    const float along = 0.3F * (nx != 0 ? grains.vy[i] : grains.vx[i]);
    // It starts before the face, or what lies around would close over it.
    const CellPos before{hit.cell.x + hit.normal_x, hit.cell.y + hit.normal_y};
    if (blocks(material, material_at(state, before))) continue;
    const Grain loose{static_cast<float>(before.x) + 0.5F,
                      static_cast<float>(before.y) + 0.5F,
                      nx * out + (nx == 0 ? side + along : 0.0F),
                      ny * out + (ny == 0 ? side + along : 0.0F),
                      state.cells.take(hit.cell)};
    activity.mark(hit.cell);
    grains.add(loose);
    if (events) events->splashes.add(hit.cell);
    // The grain follows into the hole.
    grains.vx[i] = nx != 0 ? -nx * kEjectKept * hit.speed : kEjectKept * grains.vx[i];
    grains.vy[i] = ny != 0 ? -ny * kEjectKept * hit.speed : kEjectKept * grains.vy[i];
    touches_[i] = 0;
  }
}

// Back into cells, one grain after the other; those that have just been knocked out are not asked.
void GrainFlight::deposit(SandboxState& state, ActivityMap& activity, TickEvents* events) {
  Grains& grains = state.grains;
  bool any = false;
  for (size_t i = 0; i < touches_.size(); ++i) {
    const CellPos cell{cell_of(grains.x[i]), cell_of(grains.y[i])};
    const bool outside = !contains(state.size, cell);
    if (state.border == Border::kOpen && hits_[i].speed > 0 && !contains(state.size, hits_[i].cell)) {
      gone_[i] = 1;
      any = true;
      if (events) events->removals.add(hits_[i].cell);
      continue;
    }
    const MaterialId material = grains.material()[i];
    const bool buried = !outside && blocks(material, material_at(state, cell));
    if (!buried && !outside && (touches_[i] == 0 || !state.deposits)) continue;
    const float wet = static_cast<float>(grains.wetness()[i]) / 255.0F;
    const float limit = is_liquid_[material] != 0 ? kLiquidDepositSpeed : kDepositSpeed + kWetDepositSpeed * wet;
    const float squared = grains.vx[i] * grains.vx[i] + grains.vy[i] * grains.vy[i];
    if (!buried && !outside && squared > limit * limit) continue;
    if (!deposit_one(state, i, activity)) continue;
    gone_[i] = 1;
    any = true;
  }
  if (!any) return;
  gone_.resize(grains.size());
  grains.drop(gone_);
}

// Whether the grain has become a cell. What it takes the place of rises to the first empty cell above.
bool GrainFlight::deposit_one(SandboxState& state, size_t i, ActivityMap& activity) {
  Grains& grains = state.grains;
  Grain grain = grains.at(i);
  // In the air its speed was its own; as a cell it keeps what is left of it downward.
  grain.cell[kSpeedPlane] =
      static_cast<uint8_t>(std::clamp(static_cast<int>(grain.vy * kOneRow), 0, kMostSpeedAtRest));
  const CellPos cell{std::clamp(cell_of(grain.x), 0, state.size.width - 1),
                  std::clamp(cell_of(grain.y), 0, state.size.height - 1)};
  const MaterialId here = state.material()[cell];
  if (here == kVoid) {
    put(state, cell, grain.cell, activity);
    return true;
  }
  const auto& is_solid = blocking_[0];
  // Straight up, as far as nothing stands in the way for good.
  CellPos room = cell;
  while (room.y > 0 && cell.y - room.y < kDepositRise && material_at(state, room) != kVoid &&
         (is_solid[material_at(state, room)] == 0 || is_loose_[material_at(state, room)] != 0))
    --room.y;
  if (material_at(state, room) != kVoid) return false;
  const bool sinks = !blocks(grain.material(), here) && mass_[grain.material()] > mass_[here];
  if (!sinks) {
    put(state, room, grain.cell, activity);
    return true;
  }
  put(state, room, state.cells.at(cell), activity);
  put(state, cell, grain.cell, activity);
  return true;
}

}  // namespace quicksand
