#include "sim/blasts/blasts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/ones.h"
#include "core/random.h"
#include "sim/blasts/breaking.h"
#include "sim/blasts/impact.h"
#include "sim/cells/dice.h"
#include "sim/grains/push.h"
#include "sim/reactions/cell_change.h"

namespace quicksand {
namespace {

template <class Number>
Number square(Number value) {
  return value * value;
}

CellPos place_in(CellPos corner, int bit) { return {corner.x + bit % kBlastSide, corner.y + bit / kBlastSide}; }

}  // namespace

Blasts::Blasts(GridSize size) : size_(size), due_(size), ungrouped_(size), due_rows_(static_cast<size_t>(size.height)) {
  // As much as there usually is, so that hardly any tick asks for memory.
  const auto squares = [](int cells) { return static_cast<size_t>((cells + kBlastSide - 1) / kBlastSide); };
  blasts_.reserve(squares(size.width) * squares(size.height));
  shares_.reserve(static_cast<size_t>(square(2 * (static_cast<int>(kMostBlastRadius * kBlastSide) + 1) + 1)));
}

void Blasts::run(const PassWork& work) {
  find(work);
  choose(work);
  for (const Blast& blast : blasts_) explode(work, blast);
  clear();
}

// From the first charge on, row by row, that belongs to no blast yet.
void Blasts::find(const PassWork& work) {
  blasts_.clear();
  for (int y = 0; y < size_.height; ++y) {
    if (due_rows_[static_cast<size_t>(y)] == 0) continue;
    for (int word = 0; word < due_.words(); ++word)
      for (const int bit : ones(due_.row(y)[word]))
        // What has decayed in the same tick is none.
        if (const CellPos cell{word * 64 + bit, y}; !work.materials.blasts().explodes(work.state.material()[cell]))
          drop(due_, cell);
    std::copy_n(due_.row(y), due_.words(), ungrouped_.row(y));
  }
  for (int y = 0; y < size_.height; ++y) {
    if (due_rows_[static_cast<size_t>(y)] == 0) continue;
    for (int word = 0; word < due_.words(); ++word)
      while (const uint64_t left = ungrouped_.row(y)[word]) find_from(work, {word * 64 + std::countr_zero(left), y});
  }
}

CellPos Blasts::corner_of(CellPos first) const {
  int left = first.x;
  for (int y = first.y; y < std::min(first.y + kBlastSide, size_.height); ++y)
    for (int x = std::max(first.x - kBlastSide + 1, 0); x < left; ++x)
      if (has(ungrouped_, {x, y})) left = x;
  return {left, first.y};
}

// What goes off as one with the charge, or without it, where something stands between them.
void Blasts::find_from(const PassWork& work, CellPos first) {
  Blast blast;
  blast.corner = corner_of(first);
  blast.charges = 0;
  for (int bit = 0; bit < kBlastSide * kBlastSide; ++bit) {
    const CellPos cell = place_in(blast.corner, bit);
    if (contains(size_, cell) && has(ungrouped_, cell)) blast.charges |= uint64_t{1} << bit;
  }
  leave_out_unseen(work, blast);
  for (const int bit : ones(blast.charges)) drop(ungrouped_, place_in(blast.corner, bit));
  blasts_.push_back(blast);
}

// Those that are left have another middle, so it looks again, until it sees them all.
void Blasts::leave_out_unseen(const PassWork& work, Blast& blast) {
  const auto seen = [&] {
    uint64_t charges = 0;
    for (const int bit : ones(blast.charges))
      if (sees(ray_of(work.state, work.materials, blast), blast.middle, place_in(blast.corner, bit)))
        charges |= uint64_t{1} << bit;
    return charges;
  };
  const auto distance = [&](int bit) {
    const CellPos charge = place_in(blast.corner, bit);
    return square(charge.x - blast.middle.x) + square(charge.y - blast.middle.y);
  };
  add_up(work, blast);
  int farthest = 0;
  for (const int bit : ones(blast.charges)) farthest = std::max(farthest, distance(bit));
  // All lines between them lie in the square.
  if (static_cast<float>(farthest) < square(blast.radius) && !has_obstacle(work, blast.corner)) return;
  for (;; add_up(work, blast)) {
    uint64_t charges = seen();
    if (charges == 0) {
      int nearest = std::countr_zero(blast.charges);
      for (const int bit : ones(blast.charges))
        if (distance(bit) < distance(nearest)) nearest = bit;
      blast.middle = place_in(blast.corner, nearest);
      charges = seen();
    }
    if (charges == blast.charges) return;
    blast.charges = charges;
  }
}

// Whether anything in the square may cast a shadow, however little of a blast gets there.
bool Blasts::has_obstacle(const PassWork& work, CellPos corner) {
  for (int y = corner.y; y < std::min(corner.y + kBlastSide, work.state.size.height); ++y)
    for (int x = corner.x; x < std::min(corner.x + kBlastSide, work.state.size.width); ++x)
      if (hardness_against(work.state, work.materials, {x, y}, 0) == kShadow) return true;
  return false;
}

// What its charges come to.
void Blasts::add_up(const PassWork& work, Blast& blast) {
  float area = 0;
  float x_sum = 0;
  float y_sum = 0;
  float power = 0;
  float heat = 0;
  float hottest = 0;
  float widest = 0;
  blast.waited = 0;
  for (const int bit : ones(blast.charges)) {
    const CellPos charge = place_in(blast.corner, bit);
    const ExplosionLaw& law = work.materials.blasts().law(work.state.material()[charge]);
    blast.waited = std::max(blast.waited, work.state.cells[kTimerPlane][charge]);
    area += law.area;
    x_sum += law.area * static_cast<float>(bit % kBlastSide);
    y_sum += law.area * static_cast<float>(bit / kBlastSide);
    power += law.area * law.power;
    heat += law.area * law.heat;
    hottest += law.area * law.hottest;
    if (law.area > widest) blast.flame = law.flame;
    widest = std::max(widest, law.area);
  }
  blast.middle = {blast.corner.x + static_cast<int>(x_sum / area + 0.5F),
                  blast.corner.y + static_cast<int>(y_sum / area + 0.5F)};
  blast.radius = std::sqrt(area);
  blast.reach = static_cast<int>(blast.radius) + 1;
  blast.power = power / area;
  blast.heat = heat / area;
  blast.hottest = hottest / area;
}

// Of too many those that have waited longest, and among equals some by dice. The others wait.
void Blasts::choose(const PassWork& work) {
  if (blasts_.size() <= kMostBlasts) return;
  std::array<size_t, 256> count{};
  for (const Blast& blast : blasts_) ++count[blast.waited];
  size_t older = 0;
  int age = 255;
  for (; older + count[static_cast<size_t>(age)] < kMostBlasts; --age) older += count[static_cast<size_t>(age)];
  const uint64_t wanted = count[static_cast<size_t>(age)];
  const uint64_t room = kMostBlasts - older;
  const uint64_t key = tick_key(work.state.seed, work.state.tick);
  size_t chosen = 0;
  size_t chosen_by_dice = 0;
  for (const Blast& blast : blasts_) {
    const CellPos first = place_in(blast.corner, std::countr_zero(blast.charges));
    const uint32_t dice = dice_word(row_key(key, kDiceBlast, first.y), static_cast<uint32_t>(first.x));
    const bool is_lucky = blast.waited == age && chosen_by_dice < room && (dice * wanted) >> 32 < room;
    if (blast.waited > age || is_lucky) {
      chosen_by_dice += is_lucky ? 1 : 0;
      blasts_[chosen++] = blast;
      continue;
    }
    for (const int bit : ones(blast.charges))
      set_off(work.state, place_in(blast.corner, bit), work.activity, std::min(blast.waited + 1, 255));
  }
  blasts_.resize(chosen);
}

void Blasts::explode(const PassWork& work, const Blast& blast) {
  SandboxState& state = work.state;
  const MaterialTable& table = work.materials;
  const uint64_t key = mix64(tick_key(state.seed, state.tick) ^ static_cast<uint64_t>(blast.middle.y) << 32 ^
                             static_cast<uint64_t>(blast.middle.x));
  const auto dice_at = [&](CellPos cell) {
    return dice_word(row_key(key, kDiceBlast, cell.y), static_cast<uint32_t>(cell.x));
  };
  cast_rays(state, table, blast);  // what the charges leave casts no shadow yet
  for (const int bit : ones(blast.charges)) {
    const CellPos cell = place_in(blast.corner, bit);
    drop(due_, cell);
    const uint32_t dice = dice_at(cell);
    const MaterialId former = state.material()[cell];
    const MaterialId into = table.blasts().law(former).leaves.choose(dice);
    if (into == kSame || into == former)
      state.cells[kTimerPlane][cell] = 0;
    else
      state.cells.put(cell, changed_cell(state, table, cell, into, static_cast<uint8_t>(mix32(dice)), 0));
    work.activity.mark(cell);
    if (work.events && into == kVoid) work.events->removals.add(cell);
  }
  if (work.events) work.events->blasts.push_back({blast.middle, blast.radius});
  push_grains(state, blast);
  const int top = std::max(blast.middle.y - blast.reach, 0);
  const int bottom = std::min(blast.middle.y + blast.reach + 1, size_.height);
  const int left = std::max(blast.middle.x - blast.reach, 0);
  const int right = std::min(blast.middle.x + blast.reach + 1, size_.width);
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) {
      const float share = share_at(blast, {x, y});
      if (share > 0 && !is_going_off({x, y})) reach_cell(work, blast, {x, y}, share, dice_at({x, y}));
    }
}

float& Blasts::share_at(const Blast& blast, CellPos cell) {
  const int width = 2 * blast.reach + 1;
  const int row = cell.y - blast.middle.y + blast.reach;
  const int column = cell.x - blast.middle.x + blast.reach;
  return shares_[static_cast<size_t>(row) * static_cast<size_t>(width) + static_cast<size_t>(column)];
}

// To all cells of the edge of the square.
void Blasts::cast_rays(const SandboxState& state, const MaterialTable& table, const Blast& blast) {
  shares_.assign(static_cast<size_t>(square(2 * blast.reach + 1)), 0);
  for (int i = -blast.reach; i <= blast.reach; ++i)
    for (const CellPos way :
         {CellPos{i, -blast.reach}, CellPos{i, blast.reach}, CellPos{-blast.reach, i}, CellPos{blast.reach, i}})
      cast_ray(state, table, blast, way);
}

void Blasts::cast_ray(const SandboxState& state, const MaterialTable& table, const Blast& blast, CellPos way) {
  BlastRay ray = ray_of(state, table, blast);
  for (int i = 0; i <= blast.reach; ++i) {
    const CellPos cell = on_line(blast.middle, way, i, blast.reach);
    if (!contains(size_, cell)) return;
    const float share = ray.share_at(cell);
    if (!(share > 0) || !ray.reaches(cell)) return;
    float& most = share_at(blast, cell);
    most = std::max(most, share);
    if (!ray.passes(cell)) return;
  }
}

// The way out of the middle, at the speed that the blast gives there.
Push<float> Blasts::push_of(const Blast& blast, float dx, float dy, float share) {
  const float speed = std::min(share * blast.power, kMostGrainSpeed);
  const float distance = std::sqrt(dx * dx + dy * dy);
  if (!(distance > 0.1F)) return {0, -speed};
  return {dx / distance * speed, dy / distance * speed};
}

void Blasts::push_grains(SandboxState& state, const Blast& blast) {
  Grains& grains = state.grains;
  for (size_t i = 0; i < grains.size(); ++i) {
    const float dx = grains.x[i] - (static_cast<float>(blast.middle.x) + 0.5F);
    const float dy = grains.y[i] - (static_cast<float>(blast.middle.y) + 0.5F);
    const CellPos cell{static_cast<int>(std::floor(grains.x[i])), static_cast<int>(std::floor(grains.y[i]))};
    if (std::max(std::abs(cell.x - blast.middle.x), std::abs(cell.y - blast.middle.y)) > blast.reach) continue;
    const float share = share_at(blast, cell);
    if (!(share > 0)) continue;
    const Push<float> push = push_of(blast, dx, dy, share);
    grains.set_speed(i, grains.vx[i] + push.x, grains.vy[i] + push.y);
  }
}

void Blasts::reach_cell(const PassWork& work, const Blast& blast, CellPos cell, float share, uint32_t dice) {
  SandboxState& state = work.state;
  const MaterialTable& table = work.materials;
  const BlastTable& laws = table.blasts();
  const MaterialId material = state.material()[cell];
  if (material == kVoid) {
    if (blast.flame == kVoid || static_cast<float>(dice >> 8) >= share * static_cast<float>(1 << 24)) return;
    state.cells.put(cell, fresh_cell(state, table, blast.flame, static_cast<uint8_t>(dice)));
    work.activity.mark(cell);
    return;
  }
  if (material == kWall) return;
  const float room = blast.hottest - static_cast<float>(state.temperature(cell));
  const auto heat = static_cast<int>(std::min(share * blast.heat, room));
  if (heat > 0) warm_cell(state, cell, heat, work.activity);
  const float strength = share * blast.power;
  if (laws.explodes(material) &&
      (state.temperature(cell) >= laws.law(material).least || laws.is_set_off(material, strength))) {
    set_off(state, cell, work.activity);
    return;
  }
  if (table.phase(material) == Phase::kStatic) {
    if (!break_cell(state, table, cell, strength, dice, work.activity)) return;
    if (work.events && state.material()[cell] == kVoid) work.events->removals.add(cell);
  }
  const Push<float> push =
      push_of(blast, static_cast<float>(cell.x - blast.middle.x), static_cast<float>(cell.y - blast.middle.y), share);
  push_cell(state, table, cell, push, dice, work.activity);
}

void Blasts::clear() {
  for (int y = 0; y < size_.height; ++y) {
    if (due_rows_[static_cast<size_t>(y)] == 0) continue;
    std::fill_n(due_.row(y), due_.words(), uint64_t{0});
    due_rows_[static_cast<size_t>(y)] = 0;
  }
  any_due_.lower();
}

}  // namespace quicksand
