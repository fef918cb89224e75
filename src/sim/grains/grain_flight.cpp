#include "sim/grains/grain_flight.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/tick/freeze.h"

namespace quicksand {
namespace {

// Grains that one job moves.
constexpr size_t kGrainsAtOnce = 1024;

// Between a grain and the face that stopped it.
constexpr float kGap = 0.01F;

// So often are grains that are near one another brought together in memory.
constexpr uint64_t kOrderTicks = 32;

int jobs_for(size_t grains) { return static_cast<int>((grains + kGrainsAtOnce - 1) / kGrainsAtOnce); }

template <class Action>
void for_each_grain_of(int job, size_t count, const Action& action) {
  const size_t first = static_cast<size_t>(job) * kGrainsAtOnce;
  for (size_t i = first; i < std::min(first + kGrainsAtOnce, count); ++i) action(i);
}

template <class Action>
void for_each_grain(Parallel& parallel, size_t count, const Action& action) {
  parallel.for_each(jobs_for(count), [&](int job) { for_each_grain_of(job, count, action); });
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
    roughness_[place] = {static_cast<float>(table[material].static_friction) / 100.0F,
                         static_cast<float>(table[material].kinetic_friction) / 100.0F,
                         static_cast<float>(table[material].rolling_resistance) / 100.0F};
    wet_threshold_[place] = static_cast<float>(table.wet_threshold(material));
    wet_max_[place] = static_cast<float>(table.wet_max(material));
  }
}

void GrainFlight::make_room(size_t count) {
  for (std::vector<float>* values : {&middle_x_, &middle_y_, &pull_, &held_vx_, &held_vy_}) values->resize(count);
  discs_.resize(count);
  next_discs_.resize(count);
  hits_.resize(count);
  bounces_.resize(count);
  touches_.resize(count);
  stuck_.resize(count);
  ground_.resize(count);
  gone_.assign(count, 0);
  neighbour_count_.resize(count);
  neighbours_.resize(count * kMostNeighbours);
  springs_.resize(count * kMostSprings);
  is_crowded_.resize(count);
  kept_.resize(count);
  is_sprung_.resize(count);
}

void GrainFlight::run(SandboxState& state, const MaterialTable& table, Parallel& parallel, ActivityMap& activity,
                      TickEvents* events) {
  Grains& grains = state.grains;
  if (grains.empty()) return;
  if (table_hash_ != table.hash()) set_materials(table);
  if (state.tick % kOrderTicks == 0) order_by_place(state);
  const size_t count = grains.size();
  make_room(count);
  for_each_grain(parallel, count, [&](size_t i) { begin(state, table, i); });
  index_.build(middle_x_, middle_y_, state.size.width);
  find_contact_starts(grains);
  for_each_grain(parallel, count, [&](size_t i) {
    find_neighbours(grains, i);
    advance(state, discs_[i], i);
  });
  drop_one_sided(parallel);
  for (int step = 1; step <= kContactSubsteps; ++step) {
    for_each_grain(parallel, count, [&](size_t i) {
      correct(state, i);
      if (step < kContactSubsteps) advance(state, next_discs_[i], i);
    });
    std::swap(discs_, next_discs_);
  }
  remember_contacts(grains, parallel);
  if (std::any_of(grains.wetness().begin(), grains.wetness().end(), [](uint8_t wetness) { return wetness > 0; })) {
    for_each_grain(parallel, count, [&](size_t i) { hold_wet(grains, i); });
    grains.vx.assign(held_vx_.begin(), held_vx_.end());
    grains.vy.assign(held_vy_.begin(), held_vy_.end());
  }
  const ClumpCounts clumps = state.unclumps ? unclump(state, parallel) : ClumpCounts{};
  if (events) {
    events->clumps = clumps;
    for (const Hit& hit : hits_)
      if (hit.speed > kLeastBounceSpeed && hit.blocked) events->impacts.add(hit.cell);
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

// What drives the grain in this tick.
void GrainFlight::begin(SandboxState& state, const MaterialTable& table, size_t i) {
  Grains& grains = state.grains;
  const MaterialId material = grains.material()[i];
  const CellPos cell{cell_of(grains.x[i]), cell_of(grains.y[i])};
  const MaterialId medium = material_at(state, cell);
  const bool swims = is_liquid_[medium] != 0;
  const float weight = swims ? 1 - mass_[medium] / mass_[material] : 1.0F;
  const float kept = 1 - (swims ? kLiquidDrag : air_drag_[material]);
  const float gravity = kGrainGravity * static_cast<float>(state.gravity) / kGravityUnit;
  pull_[i] = gravity * std::max(weight, -1.0F);
  float vx = grains.vx[i] * kept;
  float vy = grains.vy[i] * kept;
  borrow_motion(state, table, cell, vx, vy);
  const float speed = std::sqrt(vx * vx + vy * vy);
  if (speed > kMostGrainSpeed) {
    vx *= kMostGrainSpeed / speed;
    vy *= kMostGrainSpeed / speed;
  }
  stuck_[i] = blocks(material, medium) ? 1 : 0;  // cells have closed over it: deposit() finds it a place
  if (stuck_[i] != 0) vx = vy = pull_[i] = 0;
  grains.vx[i] = vx;
  grains.vy[i] = vy;
  middle_x_[i] = grains.x[i] + 0.5F * vx;
  middle_y_[i] = grains.y[i] + 0.5F * vy;
  touches_[i] = swims && weight < 0 ? 1 : 0;  // what floats comes to rest on the surface
  hits_[i].speed = 0;
}

// Where the grain would come in the next substep without contact: gravity, and the way through the cells.
void GrainFlight::advance(SandboxState& state, Disc& disc, size_t i) {
  Grains& grains = state.grains;
  grains.vy[i] += pull_[i] * kSubstep;
  disc = {grains.x[i],
          grains.y[i],
          grains.vx[i],
          grains.vy[i],
          grains.spin[i],
          radius_of(grains.grain_seed()[i], grains.wetness()[i]),
          mass_[grains.material()[i]],
          grains.material()[i]};
  bounces_[i] = {};
  if (stuck_[i] != 0) return;
  disc.x += disc.vx * kSubstep;
  disc.y += disc.vy * kSubstep;
  sweep(state, disc, i);
}

// What is about to move carries along what is just above it, the less the farther above: a landslide takes with it what
// lies on it, and so does the front of a flood.
// Source: Kevin Munns, "Gaseous Particulate Interaction in a 3-Phase Granular Simulation" (2015); cells have no speed,
// so theirs is read off where they can go.
void GrainFlight::borrow_motion(const SandboxState& state, const MaterialTable& table, CellPos cell, float& vx,
                                float& vy) const {
  const auto fills = [&](MaterialId material) { return blocking_[0][material] != 0 || is_liquid_[material] != 0; };
  CellPos surface = cell;
  const int lowest = std::min(cell.y + kBorrowReach, state.size.height - 1);
  while (surface.y <= lowest && !fills(material_at(state, surface))) ++surface.y;
  if (surface.y > lowest || surface.y == cell.y) return;
  const MaterialId flows = material_at(state, surface);
  if (is_loose_[flows] == 0 || !is_active_cell(state, table, surface)) return;
  const bool is_liquid = is_liquid_[flows] != 0;
  const auto is_open = [&](int dx, int dy) {
    const MaterialId there = material_at(state, {surface.x + dx, surface.y + dy});
    return blocking_[is_liquid ? 1 : 0][there] == 0;
  };
  const bool falls = is_open(0, 1);
  // Powders to a side as far as the usual ones reach, liquids on any floor.
  const auto slides = [&](int side) {
    return is_open(side, 0) && (is_liquid || is_open(side, 1) || (is_open(2 * side, 0) && is_open(2 * side, 1)));
  };
  const bool left = slides(-1);
  const bool right = slides(1);
  if (!falls && left == right) return;
  const float flow_x = falls ? 0.0F : left ? -1.0F : 1.0F;
  const float flow_y = falls ? 1.0F : is_liquid ? 0.0F : 0.5F;
  const float share = kBorrowShare * static_cast<float>(kBorrowReach + 1 - (surface.y - cell.y)) / kBorrowReach;
  vx += share * (flow_x - vx);
  vy += share * (flow_y - vy);
}

// From cell to cell along the path, through one face at a time: not even a wall that is one cell thin, or that goes up
// a diagonal, is passed. Source: John Amanatides, Andrew Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing"
// (1987).
void GrainFlight::sweep(const SandboxState& state, Disc& disc, size_t i) {
  constexpr float kNever = 1e9F;
  const auto material = static_cast<MaterialId>(disc.material);
  const float x = state.grains.x[i];
  const float y = state.grains.y[i];
  CellPos cell{cell_of(x), cell_of(y)};
  if (cell_of(disc.x) == cell.x && cell_of(disc.y) == cell.y) return;
  const float dx = disc.x - x;
  const float dy = disc.y - y;
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
    const float speed = std::abs(sideways ? disc.vx : disc.vy);
    const auto normal_x = static_cast<int8_t>(sideways ? -step_x : 0);
    const auto normal_y = static_cast<int8_t>(sideways ? 0 : -step_y);
    note_hit({cell, normal_x, normal_y, blocked, speed}, i);
    if (!blocked) continue;
    disc.x = x + dx * share;
    disc.y = y + dy * share;
    stay_in(before, disc);
    touches_[i] = 1;
    const bool springs = speed > kLeastBounceSpeed && is_liquid_[material] == 0;
    bounces_[i] = {normal_x, normal_y, springs ? speed * kBounce * (1 - bridge_of(state.grains, i)) : 0.0F};
    return;
  }
  if (cell_of(disc.x) != cell.x || cell_of(disc.y) != cell.y) stay_in(cell, disc);
}

// The fastest of a tick counts.
void GrainFlight::note_hit(const Hit& hit, size_t i) {
  if (hit.speed > hits_[i].speed) hits_[i] = hit;
}

// Places are rounded: what the path has not left is not left.
void GrainFlight::stay_in(CellPos cell, Disc& disc) {
  const auto within = [](float place, int first) {
    const auto low = static_cast<float>(first);
    return std::clamp(place, low + kGap, low + 1 - kGap);
  };
  disc.x = within(disc.x, cell.x);
  disc.y = within(disc.y, cell.y);
}

void GrainFlight::find_contact_starts(const Grains& grains) {
  contact_starts_.clear();
  if (grains.contacts.empty()) return;
  contact_starts_.resize(grains.size() + 1);
  for (const GrainContact& contact : grains.contacts) ++contact_starts_[contact.one + 1];
  for (size_t i = 0; i < grains.size(); ++i) contact_starts_[i + 1] += contact_starts_[i];
}

// As the last tick left it.
Spring GrainFlight::spring_between(const Grains& grains, uint32_t i, uint32_t other) const {
  const uint32_t one = std::min(i, other);
  for (uint32_t k = contact_starts_[one]; k < contact_starts_[one + 1]; ++k) {
    const GrainContact& contact = grains.contacts[k];
    if (contact.other == std::max(i, other)) return {contact.slide, one == i ? contact.roll : -contact.roll};
  }
  return {};
}

// The nearest, with their springs, and those of the cells around.
void GrainFlight::find_neighbours(const Grains& grains, size_t i) {
  uint32_t* const found = &neighbours_[i * kMostNeighbours];
  Spring* const springs = &springs_[i * kMostSprings];
  float distances[kMostNeighbours];
  int count = 0;
  int looked_at = 0;
  is_crowded_[i] = 0;
  const float x = middle_x_[i];
  const float y = middle_y_[i];
  index_.for_each_near(x, y, [&](const GrainIndex::Entry& entry) {
    const float dx = x - entry.x;
    const float dy = y - entry.y;
    const float squared = dx * dx + dy * dy;
    if (squared < kContactReach * kContactReach && entry.grain != i) {
      int place = count;
      if (count == kMostNeighbours) {
        is_crowded_[i] = 1;
        place = static_cast<int>(std::max_element(distances, distances + count) - distances);
        if (squared >= distances[place]) return ++looked_at < kMostLookedAt;
      } else {
        ++count;
      }
      distances[place] = squared;
      found[place] = entry.grain;
    }
    return ++looked_at < kMostLookedAt;
  });
  if (looked_at == kMostLookedAt) is_crowded_[i] = 1;
  neighbour_count_[i] = static_cast<uint8_t>(count);
  const bool any = !contact_starts_.empty();
  for (int k = 0; k < count; ++k)
    springs[k] = any ? spring_between(grains, static_cast<uint32_t>(i), found[k]) : Spring{};
  std::fill_n(springs + kMostNeighbours, kFaces, Spring{});
  is_sprung_[i] = 0;
  if (!any) return;
  for (uint32_t k = contact_starts_[i]; k < contact_starts_[i + 1]; ++k) {
    const GrainContact& contact = grains.contacts[k];
    if (contact.other < kFirstFace) continue;
    springs[kMostNeighbours + contact.other - kFirstFace] = {contact.slide, contact.roll};
    is_sprung_[i] = 1;
  }
}

bool GrainFlight::is_neighbour(uint32_t i, uint32_t of) const {
  const auto first = neighbours_.begin() + static_cast<ptrdiff_t>(size_t{of} * kMostNeighbours);
  return std::find(first, first + neighbour_count_[of], i) != first + neighbour_count_[of];
}

// Of two grains both know each other, or neither does: else one would push the other without being pushed.
void GrainFlight::drop_one_sided(Parallel& parallel) {
  if (std::find(is_crowded_.begin(), is_crowded_.end(), uint8_t{1}) == is_crowded_.end()) return;
  const size_t count = neighbour_count_.size();
  for_each_grain(parallel, count, [&](size_t i) {
    kept_[i] = 0;
    for (uint32_t k = 0; k < neighbour_count_[i]; ++k)
      if (is_neighbour(static_cast<uint32_t>(i), neighbours_[i * kMostNeighbours + k]))
        kept_[i] = static_cast<uint16_t>(kept_[i] | 1U << k);
  });
  for_each_grain(parallel, count, [&](size_t i) {
    uint8_t kept = 0;
    for (uint32_t k = 0; k < neighbour_count_[i]; ++k) {
      if ((kept_[i] >> k & 1) == 0) continue;
      neighbours_[i * kMostNeighbours + kept] = neighbours_[i * kMostNeighbours + k];
      springs_[i * kMostSprings + kept++] = springs_[i * kMostSprings + k];
    }
    neighbour_count_[i] = kept;
  });
}

// For the next tick.
void GrainFlight::remember_contacts(Grains& grains, Parallel& parallel) {
  const int jobs = jobs_for(grains.size());
  contacts_found_.resize(std::max(contacts_found_.size(), static_cast<size_t>(jobs)));
  parallel.for_each(jobs, [&](int job) {
    std::vector<GrainContact>& found = contacts_found_[static_cast<size_t>(job)];
    found.clear();
    for_each_grain_of(job, grains.size(), [&](size_t i) {
      const auto one = static_cast<uint32_t>(i);
      const Spring* const springs = &springs_[i * kMostSprings];
      const auto add = [&](uint32_t other, const Spring& spring) {
        if (spring.slide != 0 || spring.roll != 0) found.push_back({one, other, spring.slide, spring.roll});
      };
      for (int k = 0; k < neighbour_count_[i]; ++k) {
        const uint32_t other = neighbours_[i * kMostNeighbours + static_cast<size_t>(k)];
        if (other > one) add(other, springs[k]);
      }
      if (is_sprung_[i] == 0) return;
      for (uint32_t face = 0; face < kFaces; ++face) add(kFirstFace + face, springs[kMostNeighbours + face]);
    });
  });
  grains.contacts.clear();
  for (int job = 0; job < jobs; ++job) {
    const std::vector<GrainContact>& found = contacts_found_[static_cast<size_t>(job)];
    grains.contacts.insert(grains.contacts.end(), found.begin(), found.end());
  }
}

// Contact: where the grain comes in this substep, and how fast.
void GrainFlight::correct(SandboxState& state, size_t i) {
  Grains& grains = state.grains;
  const Disc& disc = discs_[i];
  if (stuck_[i] != 0) return;
  ContactSum sum(disc);
  const uint32_t* const near = &neighbours_[i * kMostNeighbours];
  Spring* const springs = &springs_[i * kMostSprings];
  for (int k = 0; k < neighbour_count_[i]; ++k) {
    const Disc& other = discs_[near[k]];
    sum.add(other, roughness_of(disc.material, other.material), i < near[k], springs[k]);
  }
  const int grains_touched = sum.count();
  touch_cells(state, disc, sum, i);
  if (sum.count() > grains_touched) touches_[i] = 1;
  Disc moved = disc;
  if (sum.count() > 0) move(state, moved, sum);
  // By the correction alone: far from the origin places are too coarse to tell speeds by.
  grains.vx[i] = std::clamp(moved.vx, -kMostSpeedByContact, kMostSpeedByContact);
  grains.vy[i] = std::clamp(moved.vy, -kMostSpeedByContact, kMostSpeedByContact);
  grains.spin[i] = moved.spin;
  // What stopped at a face has nothing left of its speed towards it, but bounces.
  const Bounce& bounce = bounces_[i];
  if (bounce.normal_x != 0) grains.vx[i] = bounce.normal_x * bounce.speed;
  if (bounce.normal_y != 0) grains.vy[i] = bounce.normal_y * bounce.speed;
  grains.x[i] = moved.x;
  grains.y[i] = moved.y;
}

// Faces of the cells around, and corners between two faces that are open.
void GrainFlight::touch_cells(const SandboxState& state, const Disc& disc, ContactSum& sum, size_t i) {
  const CellPos cell{cell_of(disc.x), cell_of(disc.y)};
  const auto material = static_cast<MaterialId>(disc.material);
  const MaterialId* rows[3];
  uint32_t any = 0;
  for (int row = 0; row < 3; ++row) {
    rows[row] = state.material().row(cell.y + row - 1) + cell.x;
    any |= static_cast<uint32_t>(rows[row][-1]) | rows[row][0] | rows[row][1];
  }
  Spring* const springs = &springs_[i * kMostSprings + kMostNeighbours];
  if (any == 0) {
    if (is_sprung_[i] != 0) std::fill_n(springs, kFaces, Spring{});
    is_sprung_[i] = 0;
    return;
  }
  is_sprung_[i] = 1;
  uint32_t touched = 0;
  // What falls past is no wall to be pushed out of: that would fling the grain away.
  const auto stands = [&](int dx, int dy) {
    return blocks(material, rows[dy + 1][dx]) &&
           state.cells[kSpeedPlane].row(cell.y + dy)[cell.x + dx] <= kMostSpeedAtRest;
  };
  const auto add = [&](int dx, int dy, float nx, float ny, float distance) {
    // Row by row, without the grain's own cell.
    const int around = 3 * (dy + 1) + dx + 1;
    const int face = around - (around > 4 ? 1 : 0);
    touched |= 1U << face;
    sum.add_cell(nx, ny, distance, roughness_of(disc.material, rows[dy + 1][dx]), springs[face]);
    const float speed = -(disc.vx * nx + disc.vy * ny);
    const bool sideways = std::abs(nx) > std::abs(ny);
    if (distance < disc.radius && speed > 0)
      note_hit({{cell.x + dx, cell.y + dy},
                static_cast<int8_t>(sideways ? -dx : 0),
                static_cast<int8_t>(sideways ? 0 : -dy),
                true,
                speed},
               i);
  };
  const float from_left = disc.x - static_cast<float>(cell.x);
  const float from_top = disc.y - static_cast<float>(cell.y);
  const bool left = stands(-1, 0);
  const bool right = stands(1, 0);
  const bool above = stands(0, -1);
  const bool below = stands(0, 1);
  if (left) add(-1, 0, 1, 0, from_left);
  if (right) add(1, 0, -1, 0, 1 - from_left);
  if (above) add(0, -1, 0, 1, from_top);
  if (below) add(0, 1, 0, -1, 1 - from_top);
  const auto corner = [&](int dx, int dy) {
    const float away_x = dx < 0 ? from_left : from_left - 1;
    const float away_y = dy < 0 ? from_top : from_top - 1;
    const float squared = away_x * away_x + away_y * away_y;
    if (squared >= disc.radius * disc.radius || squared == 0 || !stands(dx, dy)) return;
    const float distance = std::sqrt(squared);
    add(dx, dy, away_x / distance, away_y / distance, distance);
  };
  if (!left && !above) corner(-1, -1);
  if (!right && !above) corner(1, -1);
  if (!left && !below) corner(-1, 1);
  if (!right && !below) corner(1, 1);
  for (uint32_t face = 0; face < kFaces; ++face)
    if ((touched >> face & 1) == 0) springs[face] = {};
}

// Never by more than a face in x and one in y, and through none: past a corner only where one of the ways is open.
void GrainFlight::move(const SandboxState& state, Disc& disc, const ContactSum& sum) const {
  const auto material = static_cast<MaterialId>(disc.material);
  float share = 1;
  const float length = std::sqrt(sum.x() * sum.x() + sum.y() * sum.y());
  if (length > kMostCorrection) share = kMostCorrection / length;
  const float to_x = disc.x + sum.x() * share;
  const float to_y = disc.y + sum.y() * share;
  disc.vx += sum.x() * share * kContactSubsteps;
  disc.vy += sum.y() * share * kContactSubsteps;
  disc.spin = std::clamp(disc.spin + sum.turn() * share * kContactSubsteps, -kMostSpin, kMostSpin);
  const CellPos cell{cell_of(disc.x), cell_of(disc.y)};
  const CellPos to{cell_of(to_x), cell_of(to_y)};
  if (!(to == cell)) {
    const auto is_blocked = [&](CellPos there) { return blocks(material, material_at(state, there)); };
    const bool past_corner = to.x != cell.x && to.y != cell.y;
    if (is_blocked(to) || (past_corner && is_blocked({to.x, cell.y}) && is_blocked({cell.x, to.y}))) return;
  }
  disc.x = to_x;
  disc.y = to_y;
}

// How strong the bridges of liquid are that a grain makes: 1 at its threshold, 0 where it is dry or as wet as can be.
float GrainFlight::bridge_of(const Grains& grains, size_t i) const {
  const auto wetness = static_cast<float>(grains.wetness()[i]);
  if (wetness == 0) return 0;
  const float threshold = wet_threshold_[grains.material()[i]];
  const float most = wet_max_[grains.material()[i]];
  return wetness <= threshold ? wetness / threshold : std::max(0.0F, (most - wetness) / (most - threshold));
}

// Wet grains drag on one another, and the bridges between them hold back what goes apart. Source: see wetness.h. What
// one gains of momentum the other loses: each pair counts for as much as for the one of the two that has more of them.
void GrainFlight::hold_wet(const Grains& grains, size_t i) {
  float dvx = 0;
  float dvy = 0;
  const float wet = static_cast<float>(grains.wetness()[i]) / 255.0F;
  const float bridge = bridge_of(grains, i);
  const float mass = mass_[grains.material()[i]];
  const uint32_t* const near = &neighbours_[i * kMostNeighbours];
  for (int k = 0; k < neighbour_count_[i]; ++k) {
    const uint32_t j = near[k];
    const float both = wet + static_cast<float>(grains.wetness()[j]) / 255.0F;
    if (both == 0) continue;
    const float apart_x = grains.x[j] - grains.x[i];
    const float apart_y = grains.y[j] - grains.y[i];
    const float relative_x = grains.vx[j] - grains.vx[i];
    const float relative_y = grains.vy[j] - grains.vy[i];
    const float squared = apart_x * apart_x + apart_y * apart_y;
    const float along = squared > 0 ? (relative_x * apart_x + relative_y * apart_y) / squared : 0.0F;
    const float normal_x = along * apart_x;
    const float normal_y = along * apart_y;
    const float other_mass = mass_[grains.material()[j]];
    const int most = std::max(neighbour_count_[i], neighbour_count_[j]);
    const float share = 2 * other_mass / ((mass + other_mass) * static_cast<float>(most));
    const float held = along > 0 ? 0.5F * kBridge * (bridge + bridge_of(grains, j)) : 0.0F;
    const float damping = share * (kWetDamping * (1 + both) + held);
    const float drag = share * (kWetDrag * (1 + both) + held);
    dvx += damping * normal_x + drag * (relative_x - normal_x);
    dvy += damping * normal_y + drag * (relative_y - normal_y);
  }
  held_vx_[i] = grains.vx[i] + dvx;
  held_vy_[i] = grains.vy[i] + dvy;
}

// Displaces grains that have gathered above the ground, along it.
ClumpCounts GrainFlight::unclump(SandboxState& state, Parallel& parallel) {
  Grains& grains = state.grains;
  for_each_grain(parallel, grains.size(), [&](size_t i) {
    const CellPos cell{cell_of(grains.x[i]), cell_of(grains.y[i])};
    ground_[i] =
        contains(state.size, cell) ? SurfaceChain::ground_below(state, blocking_[0], cell) : SurfaceChain::kNoGround;
  });
  return chain_.spread(state, blocking_[0], ground_, [&](uint32_t i, const Place& place, CellPos above) {
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
    const Grain loose{static_cast<float>(before.x) + 0.5F, static_cast<float>(before.y) + 0.5F,
                      nx * out + (nx == 0 ? side + along : 0.0F), ny * out + (ny == 0 ? side + along : 0.0F),
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
    const float limit = is_liquid_[material] != 0 ? kLiquidDepositSpeed
                                                  : kDepositSpeed + kBridgeDepositSpeed * bridge_of(grains, i);
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
  // In the air its speed was its own; as a cell it keeps what its bridges leave of it downward. What has none coheres.
  const float downward = grain.vy * kOneRow * (1 - bridge_of(grains, i));
  grain.cell[kSpeedPlane] = static_cast<uint8_t>(std::clamp(static_cast<int>(downward), 0, kMostSpeedAtRest));
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
