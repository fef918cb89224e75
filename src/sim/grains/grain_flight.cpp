#include "sim/grains/grain_flight.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "core/random.h"
#include "sim/blasts/impact.h"
#include "sim/cells/dice.h"
#include "sim/grains/for_each_grain.h"
#include "sim/tick/freeze.h"

namespace quicksand {
namespace {

// What GrainFlight::walls_around() is of a grain in a cell.
constexpr uint8_t kWalledIn = 255;

// So often are grains that are near one another brought together in memory.
constexpr uint64_t kOrderTicks = 32;

// 1 as usual.
float gravity_of(const SandboxState& state) { return static_cast<float>(state.gravity) / kGravityUnit; }

}  // namespace

// Whether nothing but grains is near, wherever it has got to in this tick.
inline bool GrainFlight::is_in_the_open(const SandboxState& state, size_t i) const {
  return is_open_[i] != 0 && is_about(discs_[i], state.grains.x[i], state.grains.y[i]);
}

// Gravity, and the way through the cells.
inline void GrainFlight::advance(SandboxState& state, size_t i) {
  Disc& disc = discs_[i];
  if (stuck_[i] != 0) {
    disc.vy += pull_[i] * steps_.length;
    return;
  }
  const float x = disc.x;
  const float y = disc.y;
  go_on(disc, pull_[i], steps_.length);
  if (is_in_the_open(state, i)) return;
  bounces_[i] = {};
  sweep(state, x, y, disc, i);
}

// Contact: where the grain comes in this substep, and how fast.
inline void GrainFlight::correct(const SandboxState& state, const ContactPush& push, size_t i) {
  if (!is_in_the_open(state, i)) return correct_near_cells(state, push, i);
  if (contacts_.has_faces(i) != 0) forget_faces(i);
  quicksand::correct(discs_[i], correction_of(discs_[i], push), static_cast<float>(steps_.count));
}

void GrainFlight::correct_near_cells(const SandboxState& state, ContactPush push, size_t i) {
  if (stuck_[i] != 0) return;
  Disc& disc = discs_[i];
  touch_cells(state, disc, push, i);
  const float x = disc.x;
  const float y = disc.y;
  quicksand::correct(disc, correction_of(disc, push), static_cast<float>(steps_.count));
  if (!may_go(state, static_cast<MaterialId>(disc.material), {cell_of(x), cell_of(y)},
              {cell_of(disc.x), cell_of(disc.y)})) {
    disc.x = x;
    disc.y = y;
  }
  // What stopped at a face has nothing left of its speed towards it, but bounces.
  const Bounce& bounce = bounces_[i];
  if (bounce.normal_x != 0) disc.vx = bounce.normal_x * bounce.speed;
  if (bounce.normal_y != 0) disc.vy = bounce.normal_y * bounce.speed;
}

void GrainFlight::make_room(size_t count) {
  for (std::vector<float>* values : {&middle_x_, &middle_y_, &pull_, &stiffness_, &held_vx_, &held_vy_})
    values->resize(count);
  discs_.resize(count);
  courses_of_.resize(static_cast<size_t>(jobs_for(count)));
  courses_.resize(courses_of_.size() * kGrainsAtOnce);
  course_is_open_.resize(courses_.size());
  hits_.resize(count);
  bounces_.resize(count);
  touches_.resize(count);
  stuck_.resize(count);
  ground_.resize(count);
  is_open_.resize(count);
  woken_.assign(count, 0);
}

void GrainFlight::run(SandboxState& state, const MaterialTable& table, const ContactCode& code,
                      const BlockQueries& queries, Parallel& parallel, ActivityMap& activity, TickEvents* events) {
  Grains& grains = state.grains;
  if (grains.empty()) return;
  materials_.set(table, state.friction);
  if (state.tick % kOrderTicks == 0) order_by_place(state);
  const size_t count = grains.size();
  make_room(count);
  for_each_grain(parallel, count, [&](size_t i) { begin(state, table, i); });
  // What is pushed away from under others may be far from them in the middle of the tick.
  if (std::find(woken_.begin(), woken_.end(), uint8_t{1}) != woken_.end()) grains.wake_around(woken_);
  if (std::count(grains.rest_ticks.begin(), grains.rest_ticks.end(), Grains::kAsleep) ==
      static_cast<ptrdiff_t>(count)) {
    transfer_.run(state, materials_, queries, hits_, touches_, activity, events);  // those that cells have closed over
    return;
  }
  const bool may_fall_asleep = !state.deposits && state.tick % kFallAsleepTicks == 0;
  contacts_.find(grains, discs_, middle_x_, middle_y_, state.size.width, may_fall_asleep, code.find_near, parallel);
  weigh(state, parallel);
  contacts_.fill(grains, discs_, stiffness_, materials_.contact, parallel);
  parallel.for_each(jobs_for(count), [&](int job) { set_out(state, job); });
  for (int step = 1; step <= steps_.count; ++step) {
    contacts_.push(discs_, steps_, code.push_pairs, parallel);
    parallel.for_each(jobs_for(count), [&](int job) { move_all_of(state, job, step < steps_.count, code.move_discs); });
  }
  contacts_.remember(grains, parallel);
  if (std::any_of(grains.wetness().begin(), grains.wetness().end(), [](uint8_t wetness) { return wetness > 0; })) {
    for_each_grain(parallel, count, [&](size_t i) { hold_wet(grains, i); });
    grains.vx.assign(held_vx_.begin(), held_vx_.end());
    grains.vy.assign(held_vy_.begin(), held_vy_.end());
  }
  // Where grains that rest stay grains, contact keeps them apart. What lies close is no clump there: brought among
  // others, it would be flung out again, and heaps would boil for ever.
  const ClumpCounts clumps = state.unclumps && state.deposits ? unclump(state, parallel) : ClumpCounts{};
  if (events) {
    events->clumps = clumps;
    for (const GrainHit& hit : hits_)
      if (hit.speed > kLeastBounceSpeed && hit.blocked) events->impacts.add(hit.cell);
  }
  strike_by_grains(state, table, hits_, activity);
  transfer_.run(state, materials_, queries, hits_, touches_, activity, events);
}

// How stiff contacts are, and with that the substeps; and where their pairs will stand.
void GrainFlight::weigh(const SandboxState& state, Parallel& parallel) {
  // Where what has come to rest becomes cells, nothing ever lies on anything in the air: a dense cloud is no heap.
  if (state.deposits) {
    contacts_.number_pairs();
    steps_ = substeps_for(0);
    std::fill(stiffness_.begin(), stiffness_.end(), stiffness_for(0, steps_));
    return;
  }
  // Neither waits for the other.
  parallel.for_each(2, [&](int job) {
    if (job == 0)
      weights_.measure(discs_, contacts_.lies(), state.size, gravity_of(state));
    else
      contacts_.number_pairs();
  });
  steps_ = substeps_for(weights_.most());
  for_each_grain(parallel, discs_.size(), [&](size_t i) {
    stiffness_[i] = stiffness_for(weights_.weights()[i], steps_);
    if (contacts_.lies()[i] != 0) pull_[i] *= pull_for(weights_.most_about(discs_[i].x));
  });
}

// For move_discs(): not 0, if only discs are near and no cell is remembered.
inline uint8_t GrainFlight::has_discs_alone(size_t i) { return contacts_.has_faces(i) == 0 ? is_open_[i] : 0; }

// The first substep begins, and those that nothing is near go through all of them.
void GrainFlight::set_out(SandboxState& state, int job) {
  Grains& grains = state.grains;
  DiscCourse* next = &courses_[static_cast<size_t>(job) * kGrainsAtOnce];
  uint8_t* is_open = &course_is_open_[static_cast<size_t>(job) * kGrainsAtOnce];
  const DiscCourse* const first = next;
  for_each_grain_of(job, discs_.size(), [&](size_t i) {
    if (grains.is_asleep(i)) {
      stop(grains, i);
      return;
    }
    advance(state, i);
    if (contacts_.is_alone(i)) return finish_alone(state, i);
    *next++ = {grains.x[i], grains.y[i], pull_[i], static_cast<uint32_t>(i)};
    *is_open++ = has_discs_alone(i);
  });
  courses_of_[static_cast<size_t>(job)] = static_cast<uint32_t>(next - first);
}

// A substep of those that others are near.
void GrainFlight::move_all_of(SandboxState& state, int job, bool goes_on, MoveDiscs move_discs) {
  ContactPush pushes[kGrainsAtOnce];
  MotionLeft left[kGrainsAtOnce];
  const DiscCourse* const courses = &courses_[static_cast<size_t>(job) * kGrainsAtOnce];
  uint8_t* const is_open = &course_is_open_[static_cast<size_t>(job) * kGrainsAtOnce];
  const size_t count = courses_of_[static_cast<size_t>(job)];
  for (size_t k = 0; k < count; ++k) pushes[k] = contacts_.push_on(courses[k].disc);
  move_discs({.steps = steps_,
              .goes_on = goes_on,
              .discs = discs_.data(),
              .courses = courses,
              .is_open = is_open,
              .pushes = pushes,
              .left = left},
             0, count);
  for (size_t k = 0; k < count; ++k) {
    if (left[k] == MotionLeft::kNothing && goes_on) continue;
    const size_t i = courses[k].disc;
    if (left[k] == MotionLeft::kAll) {
      correct(state, pushes[k], i);
      is_open[k] = has_discs_alone(i);
    }
    if (goes_on)
      advance(state, i);
    else
      finish(state.grains, i);
  }
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
  is_open_[i] = is_open_around(state, cell) ? 1 : 0;
  const Immersion immersion = is_open_[i] != 0 ? Immersion{} : immersion_of(state, cell.x, grains.y[i]);
  // In the middle of the tick: by where it begins what floats would swing higher and higher.
  const float half_way = 0.5F * grains.vy[i];
  const Immersion lifted =
      is_open_[i] != 0 && std::abs(half_way) < 1 ? Immersion{} : immersion_of(state, cell.x, grains.y[i] + half_way);
  const float lift = materials_.contact.mass[lifted.liquid] / materials_.contact.mass[material];
  const float kept = 1 - immersion.share * kLiquidDrag - (1 - immersion.share) * materials_.air_drag[material];
  pull_[i] = kGrainGravity * gravity_of(state) * std::max(1 - lifted.share * lift, -1.0F);
  float vx = grains.vx[i] * kept;
  float vy = grains.vy[i] * kept;
  borrow_motion(state, table, cell, vx, vy);
  const float speed = std::sqrt(vx * vx + vy * vy);
  if (speed < kLeastGrainSpeed) {
    vx = vy = 0;
  } else if (speed > kMostGrainSpeed) {
    vx *= kMostGrainSpeed / speed;
    vy *= kMostGrainSpeed / speed;
  }
  stuck_[i] = materials_.blocks(material, medium) ? 1 : 0;  // cells have closed over it: GrainTransfer finds it a place
  if (stuck_[i] != 0) vx = vy = pull_[i] = 0;
  discs_[i] = {.x = grains.x[i],
               .y = grains.y[i],
               .vx = vx,
               .vy = vy,
               .spin = grains.spin[i],
               .radius = radius_of(grains.grain_seed()[i], grains.wetness()[i]),
               .mass = materials_.contact.mass[material],
               .material = material};
  if (!state.deposits) rest(state, immersion.share > 0, i);
  middle_x_[i] = grains.x[i] + 0.5F * vx;
  middle_y_[i] = grains.y[i] + 0.5F * vy;
  touches_[i] = immersion.share >= 0.5F && lift > 1 ? 1 : 0;  // what floats comes to rest on the surface
  hits_[i].speed = 0;
}

// Evenly from what flies to what is under the surface: lifted all at once, what floats would bob for ever.
GrainFlight::Immersion GrainFlight::immersion_of(const SandboxState& state, int x, float y) const {
  const auto liquid_in = [&](int row) {
    const MaterialId material = material_at(state, {x, row});
    return materials_.is_liquid[material] != 0 ? material : kVoid;
  };
  const int row = std::clamp(cell_of(y), 0, state.size.height - 1);
  const MaterialId here = liquid_in(row);
  const MaterialId other = here != kVoid ? liquid_in(row - 1) : liquid_in(row + 1);
  if (here != kVoid && other != kVoid) return {here, 1};
  const float below = y - static_cast<float>(here != kVoid ? row : row + 1);  // the surface
  const float share = std::clamp(0.5F + below / (2 * kGrainRadius), 0.0F, 1.0F);
  return here != kVoid || other != kVoid ? Immersion{here != kVoid ? here : other, share} : Immersion{};
}

// Counts how long the grain has been at rest, and where.
void GrainFlight::rest(SandboxState& state, bool is_immersed, size_t i) {
  Grains& grains = state.grains;
  const Disc& disc = discs_[i];
  const auto material = static_cast<MaterialId>(disc.material);
  const auto walls_at = [&](float x, float y) {
    if (is_open_[i] != 0) return uint8_t{0};
    return stuck_[i] != 0 ? kWalledIn : walls_around(state, material, {cell_of(x), cell_of(y)});
  };
  const float dx = disc.x - grains.rest_x[i];
  const float dy = disc.y - grains.rest_y[i];
  const bool is_there = dx * dx + dy * dy <= kRestReach * kRestReach;
  const bool is_moved = grains.is_asleep(i) && (disc.vx != 0 || disc.vy != 0);
  uint8_t& ticks = grains.rest_ticks[i];
  if (is_there && !is_moved && !is_immersed && walls_at(grains.rest_x[i], grains.rest_y[i]) == grains.walls_around[i]) {
    if (ticks < kSleepTicks) ++ticks;
    if (grains.is_asleep(i)) return;
    constexpr float kMostCreep = kRestReach / kSleepTicks;
    const CellPos from{cell_of(grains.rest_x[i]), cell_of(grains.rest_y[i])};
    grains.rest_x[i] += within(dx, kMostCreep);
    grains.rest_y[i] += within(dy, kMostCreep);
    if (CellPos{cell_of(grains.rest_x[i]), cell_of(grains.rest_y[i])} != from)
      grains.walls_around[i] = walls_at(grains.rest_x[i], grains.rest_y[i]);
    return;
  }
  woken_[i] = grains.is_asleep(i) ? 1 : 0;
  ticks = 0;
  grains.rest_x[i] = disc.x;
  grains.rest_y[i] = disc.y;
  grains.walls_around[i] = walls_at(disc.x, disc.y);
}

// What sleeps is as a wall to others.
void GrainFlight::stop(Grains& grains, size_t i) {
  Disc& disc = discs_[i];
  disc.vx = disc.vy = disc.spin = 0;
  finish(grains, i);
}

// Whether all cells are void that a grain of this cell can touch before it is two cells away.
bool GrainFlight::is_open_around(const SandboxState& state, CellPos cell) {
  if (!contains(state.size, cell)) return false;
  uint32_t any = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) any |= state.material().row(cell.y + dy)[cell.x + dx];
  return any == 0;
}

// What is about to move carries along what is just above it, the less the farther above: a landslide takes with it what
// lies on it, and so does the front of a flood.
// Source: Kevin Munns, "Gaseous Particulate Interaction in a 3-Phase Granular Simulation" (2015); cells have no speed,
// so theirs is read off where they can go.
void GrainFlight::borrow_motion(const SandboxState& state, const MaterialTable& table, CellPos cell, float& vx,
                                float& vy) const {
  const auto fills = [&](MaterialId material) {
    return materials_.blocking[0][material] != 0 || materials_.is_liquid[material] != 0;
  };
  CellPos surface = cell;
  const int lowest = std::min(cell.y + kBorrowReach, state.size.height - 1);
  while (surface.y <= lowest && !fills(material_at(state, surface))) ++surface.y;
  if (surface.y > lowest || surface.y == cell.y) return;
  const MaterialId flows = material_at(state, surface);
  if (materials_.is_loose[flows] == 0 || !is_active_cell(state, table, surface)) return;
  const bool is_liquid = materials_.is_liquid[flows] != 0;
  const auto is_open = [&](int dx, int dy) {
    const MaterialId there = material_at(state, {surface.x + dx, surface.y + dy});
    return materials_.blocking[is_liquid ? 1 : 0][there] == 0;
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
void GrainFlight::sweep(const SandboxState& state, float x, float y, Disc& disc, size_t i) {
  constexpr float kNever = 1e9F;
  const auto material = static_cast<MaterialId>(disc.material);
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
  bool swims = materials_.is_liquid[material_at(state, cell)] != 0;
  while (std::min(next_x, next_y) <= 1) {
    const bool sideways = next_x < next_y;
    const float share = sideways ? next_x : next_y;
    const CellPos before = cell;
    (sideways ? cell.x : cell.y) += sideways ? step_x : step_y;
    (sideways ? next_x : next_y) += sideways ? each_x : each_y;
    const MaterialId met = material_at(state, cell);
    const bool enters = materials_.is_liquid[met] != 0 && !swims;
    const bool blocked = materials_.blocks(material, met);
    swims = materials_.is_liquid[met] != 0;
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
    const bool springs = speed > kLeastBounceSpeed && materials_.is_liquid[material] == 0;
    bounces_[i] = {
        normal_x, normal_y,
        springs ? speed * kBounce * (1 - materials_.bridge(state.grains.material()[i], state.grains.wetness()[i]))
                : 0.0F};
    return;
  }
  if (cell_of(disc.x) != cell.x || cell_of(disc.y) != cell.y) stay_in(cell, disc);
}

// The fastest of a tick counts.
void GrainFlight::note_hit(const GrainHit& hit, size_t i) {
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

// All substeps at once, from the first correction on: it need not wait for others.
void GrainFlight::finish_alone(SandboxState& state, size_t i) {
  for (int step = 1; step < steps_.count; ++step) {
    correct(state, {}, i);
    advance(state, i);
  }
  correct(state, {}, i);
  finish(state.grains, i);
}

// Where the substeps have brought it.
void GrainFlight::finish(Grains& grains, size_t i) const {
  const Disc& disc = discs_[i];
  grains.x[i] = disc.x;
  grains.y[i] = disc.y;
  grains.vx[i] = disc.vx;
  grains.vy[i] = disc.vy;
  grains.spin[i] = disc.spin;
}

void GrainFlight::forget_faces(size_t i) {
  if (contacts_.has_faces(i) != 0) std::fill_n(contacts_.faces(i), kFaces, Spring{});
  contacts_.has_faces(i) = 0;
}

// What falls past is no wall to be pushed out of: that would fling the grain away.
bool GrainFlight::stands(const SandboxState& state, MaterialId grain, CellPos cell) const {
  return materials_.blocks(grain, material_at(state, cell)) &&
         state.cells[kSpeedPlane].row(cell.y)[cell.x] <= kMostSpeedAtRest;
}

// Tells which of the cells around stand and what they are made of from others, as well as a byte can; 0: none stands.
uint8_t GrainFlight::walls_around(const SandboxState& state, MaterialId grain, CellPos cell) const {
  uint32_t walls = 0;
  for (int around = 0; around <= static_cast<int>(kFaces); ++around) {
    const CellPos there{cell.x + around % 3 - 1, cell.y + around / 3 - 1};
    if (around != 4 && stands(state, grain, there))
      walls = mix32(walls + (static_cast<uint32_t>(around) << 8 | material_at(state, there)));
  }
  return walls == 0 ? uint8_t{0} : static_cast<uint8_t>(1 + walls % (kWalledIn - 1));
}

// Faces of the cells around, and corners between two faces that are open.
void GrainFlight::touch_cells(const SandboxState& state, const Disc& disc, ContactPush& push, size_t i) {
  const CellPos cell{cell_of(disc.x), cell_of(disc.y)};
  const auto material = static_cast<MaterialId>(disc.material);
  const MaterialId* rows[3];
  uint32_t any = 0;
  for (int row = 0; row < 3; ++row) {
    rows[row] = state.material().row(cell.y + row - 1) + cell.x;
    any |= static_cast<uint32_t>(rows[row][-1]) | rows[row][0] | rows[row][1];
  }
  if (any == 0) {
    forget_faces(i);
    return;
  }
  Spring* const springs = contacts_.faces(i);
  contacts_.has_faces(i) = 1;
  uint32_t touched = 0;
  Disc before_gravity = disc;
  before_gravity.vy -= pull_[i] * steps_.length;
  const auto stands = [&](int dx, int dy) { return this->stands(state, material, {cell.x + dx, cell.y + dy}); };
  const auto add = [&](int dx, int dy, float nx, float ny, float distance) {
    // Row by row, without the grain's own cell.
    const int around = 3 * (dy + 1) + dx + 1;
    const int face = around - (around > 4 ? 1 : 0);
    touched |= 1U << face;
    const Roughness roughness = materials_.contact.between(disc.material, rows[dy + 1][dx]);
    push += push_of_cell(before_gravity, nx, ny, distance, stiffness_[i], steps_, roughness, springs[face]);
    if (distance >= disc.radius) return;
    touches_[i] = 1;
    const float speed = -(disc.vx * nx + disc.vy * ny);
    const bool sideways = std::abs(nx) > std::abs(ny);
    if (speed > 0)
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

// Contact moves no grain by more than a face in x and one in y, and through none: past a corner only where one of the
// ways is open.
bool GrainFlight::may_go(const SandboxState& state, MaterialId grain, CellPos from, CellPos to) const {
  if (to == from) return true;
  const auto is_blocked = [&](CellPos there) { return materials_.blocks(grain, material_at(state, there)); };
  const bool past_corner = to.x != from.x && to.y != from.y;
  return !is_blocked(to) && !(past_corner && is_blocked({to.x, from.y}) && is_blocked({from.x, to.y}));
}

// Wet grains drag on one another, and the bridges between them hold back what goes apart. Source: see wetness.h. What
// one gains of momentum the other loses: each pair counts for as much as for the one of the two that has more of them.
void GrainFlight::hold_wet(const Grains& grains, size_t i) {
  held_vx_[i] = grains.vx[i];
  held_vy_[i] = grains.vy[i];
  if (grains.is_asleep(i)) return;
  float dvx = 0;
  float dvy = 0;
  const float wet = static_cast<float>(grains.wetness()[i]) / 255.0F;
  const float bridge = materials_.bridge(grains.material()[i], grains.wetness()[i]);
  const float mass = materials_.contact.mass[grains.material()[i]];
  const auto known = contacts_.neighbours(i);
  for (const uint32_t j : known) {
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
    const float other_mass = materials_.contact.mass[grains.material()[j]];
    const size_t most = std::max(known.size(), contacts_.neighbours(j).size());
    const float share = 2 * other_mass / ((mass + other_mass) * static_cast<float>(most));
    const float held =
        along > 0 ? 0.5F * kBridge * (bridge + materials_.bridge(grains.material()[j], grains.wetness()[j])) : 0.0F;
    const float damping = share * (kWetDamping * (1 + both) + held);
    const float drag = share * (kWetDrag * (1 + both) + held);
    dvx += damping * normal_x + drag * (relative_x - normal_x);
    dvy += damping * normal_y + drag * (relative_y - normal_y);
  }
  held_vx_[i] += dvx;
  held_vy_[i] += dvy;
}

// Displaces grains that have gathered above the ground, along it.
ClumpCounts GrainFlight::unclump(SandboxState& state, Parallel& parallel) {
  Grains& grains = state.grains;
  for_each_grain(parallel, grains.size(), [&](size_t i) {
    const CellPos cell{cell_of(grains.x[i]), cell_of(grains.y[i])};
    ground_[i] = contains(state.size, cell) ? SurfaceChain::ground_below(state, materials_.blocking[0], cell)
                                            : SurfaceChain::kNoGround;
  });
  return chain_.spread(state, materials_.blocking[0], ground_, [&](uint32_t i, const Place& place, CellPos above) {
    const auto is_open = [&](CellPos cell) {
      return contains(state.size, cell) && !materials_.blocks(grains.material()[i], material_at(state, cell));
    };
    if (!is_open(above)) return;
    grains.x[i] = place.x;
    // Steps of the ground may differ from what is between.
    const bool fits = is_open({cell_of(place.x), cell_of(place.y)});
    grains.y[i] = fits ? place.y : static_cast<float>(above.y) + 0.5F;
  });
}

}  // namespace quicksand
