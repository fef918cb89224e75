#include "dunes/bodies.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/random.h"
#include "dunes/dune_dice.h"
#include "dunes/moist_sand.h"

namespace quicksand {
namespace {

// How thick bodies other than balls are, in cells, in pictures.
constexpr double kDrawnThickness = 1.5;

// Sand that is pushed out goes where there is room for so much, as long as there is such a place: the narrow gap beside
// what a body touches takes little, and sand slides into it anyway.
constexpr int32_t kGoodRoom = kUnit / 2;

// What a source pushes up may stand so much steeper for a while: its edge climbs, and the pile below chases it.
constexpr int32_t kSourceSlack = kUnit / 2;

// In units; what is too high for any column is as high as one gets.
int32_t height_in_units(double cells) {
  constexpr double kMost = kFullHeight / kUnit;
  return to_units(std::clamp(cells, -kMost, kMost));
}

// What part of its way a body can touch a world of that size at all, as shares of it. False: none.
bool clip_to_world(const BodyMotion& motion, double reach, GridSize size, double& first, double& last) {
  first = 0;
  last = 1;
  const auto clip = [&](double from, double to, double extent) {
    const double low = -reach;
    const double high = extent + reach;
    if (from == to) return from >= low && from <= high;
    const double a = (low - from) / (to - from);
    const double b = (high - from) / (to - from);
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
    return true;
  };
  return clip(motion.from->x, motion.to->x, size.width) && clip(motion.from->y, motion.to->y, size.height) &&
         first <= last;
}

bool goes(const BodyMotion& motion) { return motion.from.has_value() && motion.to.has_value(); }

bool is_same(const BodyPlace& a, const BodyPlace& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// Whether it is elsewhere after the tick, or there, or not there.
bool is_moving(const BodyMotion& motion) {
  if (!goes(motion)) return motion.from.has_value() != motion.to.has_value();
  return !is_same(*motion.from, *motion.to);
}

int strides_of(const Body& body, const BodyMotion& motion, GridSize size) {
  double first = 0;
  double last = 1;
  if (!goes(motion) || !clip_to_world(motion, reach_of(body), size, first, last)) return 1;
  const double dx = motion.to->x - motion.from->x;
  const double dy = motion.to->y - motion.from->y;
  return 1 + static_cast<int>((last - first) * std::sqrt(dx * dx + dy * dy) / stride_of(body));
}

// What the source has grown since the tick before.
void grow(DuneState& state, const Body& body, const BodyMotion& motion, Settling& settling, const WakeColumns& wake) {
  if (!motion.to) return;
  for_each_covered(body, *motion.to, motion.way, state.size, [&](CellPos cell, const BodyOffset& offset) {
    int32_t was = 0;
    if (motion.from) {
      const BodyOffset before = offset_of(*motion.from, motion.way, cell.x + 0.5, cell.y + 0.5);
      if (covers(body, before)) was = std::max(height_in_units(motion.from->z + depth_of(body, before)), 0);
    }
    const int32_t grown = std::max(height_in_units(motion.to->z + depth_of(body, offset)), 0) - was;
    if (grown <= 0 || state.height[cell] > kMostPaintedHeight - grown) return;
    add_sand(state, cell, grown, 0);
    wake({cell.y, cell.x, cell.x});
    settling.look_at(state, cell);
  });
}

}  // namespace

void Bodies::move(DuneState& state, const DuneSettings& settings, const WakeColumns& wake) {
  list_sweeps(settings, state.tick);
  int strides = 1;
  bool any_moves = false;
  for (const Sweep& sweep : sweeps_) {
    any_moves = any_moves || is_leaving(sweep);
    strides = std::max(strides, strides_of(*sweep.body, sweep.motion, state.size));
  }
  settling_.begin_tick(state.size, 1 + strides);
  for (const Body& body : settings.bodies)
    if (body.is_source) grow(state, body, motion_of(body, state.tick), settling_, wake);
  settle(state, settings, kSourceSlack, wake);
  for (int k = 1; k <= strides; ++k) {
    if (any_moves) leave(state, static_cast<double>(k - 1) / strides);
    set_roofs(state, static_cast<double>(k) / strides);
    push_out(state, wake);
    settle(state, settings, 0, wake);
  }
}

void Bodies::stand(const DuneState& state, const DuneSettings& settings) {
  roofs_.clear(state.size);
  sweeps_.clear();
  if (state.tick > 0) list_sweeps(settings, state.tick - 1);
  set_roofs(state, 1);
}

void Bodies::change(DuneState& state, const DuneSettings& settings, const WakeColumns& wake) {
  roofs_before_.clear();
  for (const CellPos cell : roofs_.columns()) roofs_before_.push_back({cell, roofs_.over(state, cell)});
  stand(state, settings);
  for (const RoofBefore& before : roofs_before_)
    if (roofs_.over(state, before.cell) > before.over) look_around(state, before.cell);
  settling_.begin_tick(state.size, 1);
  settle(state, settings, 0, wake);
}

void Bodies::list_sweeps(const DuneSettings& settings, uint64_t tick) {
  sweeps_.clear();
  for (const Body& body : settings.bodies) {
    if (body.is_source) continue;
    const BodyMotion motion = motion_of(body, tick);
    const BodyMotion before = tick > 0 ? motion_of(body, tick - 1) : BodyMotion{.way = motion_of(body, 0).way};
    if (motion.from || motion.to || before.to) sweeps_.push_back({&body, motion, before});
  }
}

// Whether it goes away from where it is, or jumps away from where the tick before left it.
bool Bodies::is_leaving(const Sweep& sweep) {
  const std::optional<BodyPlace>& stood = sweep.before.to;
  return is_moving(sweep.motion) || (stood && !(sweep.motion.from && is_same(*stood, *sweep.motion.from)));
}

// Columns that are covered now: what stands beside them may slide when they are left.
void Bodies::leave(const DuneState& state, double share) {
  for (const Sweep& sweep : sweeps_) {
    if (!is_leaving(sweep)) continue;
    const std::optional<BodyPlace>& from = share > 0 ? sweep.motion.from : sweep.before.to;
    if (!from) continue;
    const BodyPlace place = share > 0 && goes(sweep.motion) ? place_between(*from, *sweep.motion.to, share) : *from;
    const Way& way = share > 0 ? sweep.motion.way : sweep.before.way;
    for_each_covered(*sweep.body, place, way, state.size, [&](CellPos cell, const BodyOffset&) {
      look_around(state, cell);
    });
  }
}

void Bodies::look_around(const DuneState& state, CellPos cell) {
  settling_.look_at(state, cell);
  for (const CellPos side : {CellPos{-1, 0}, CellPos{1, 0}, CellPos{0, -1}, CellPos{0, 1}})
    settling_.look_at(state, {cell.x + side.x, cell.y + side.y});
}

void Bodies::set_roofs(const DuneState& state, double share) {
  if (!sweeps_.empty() || !roofs_.empty()) roofs_.clear(state.size);
  groups_.clear();
  for (const Sweep& sweep : sweeps_) {
    if (!sweep.motion.to) continue;
    const BodyPlace place =
        sweep.motion.from ? place_between(*sweep.motion.from, *sweep.motion.to, share) : *sweep.motion.to;
    for_each_covered(*sweep.body, place, sweep.motion.way, state.size, [&](CellPos cell, const BodyOffset& offset) {
      roofs_.lower(cell, height_in_units(place.z - depth_of(*sweep.body, offset)));
    });
    const int reach = static_cast<int>(reach_of(*sweep.body)) + 2;
    const int x = static_cast<int>(std::floor(place.x));
    const int y = static_cast<int>(std::floor(place.y));
    groups_.push_back({x - reach, y - reach, x + reach + 1, y + reach + 1});
  }
  list_groups();
}

void Bodies::list_groups() {
  for (size_t i = 0; i < groups_.size();) {
    CellBox& box = groups_[i];
    bool has_grown = false;
    for (size_t k = i + 1; k < groups_.size(); ++k) {
      const CellBox& other = groups_[k];
      if (other.left >= box.right || box.left >= other.right || other.top >= box.bottom || box.top >= other.bottom)
        continue;
      box = {std::min(box.left, other.left), std::min(box.top, other.top), std::max(box.right, other.right),
             std::max(box.bottom, other.bottom)};
      groups_.erase(groups_.begin() + static_cast<ptrdiff_t>(k--));
      has_grown = true;
    }
    if (!has_grown) ++i;
  }
}

// Until no sand is above a roof, or none has room beside.
void Bodies::push_out(DuneState& state, const WakeColumns& wake) {
  for (const CellBox& group : groups_) {
    too_high_.clear();
    for (const CellPos cell : roofs_.columns())
      if (contains(group, cell) && state.height[cell] > roofs_.over(state, cell)) too_high_.push_back(cell);
    for (const CellPos cell : too_high_) press(state, cell, wake);
    while (!too_high_.empty() && hand_on(state, group, kGoodRoom, wake)) {
    }
    while (!too_high_.empty() && hand_on(state, group, 1, wake)) {
    }
  }
}

void Bodies::press(DuneState& state, CellPos cell, const WakeColumns& wake) {
  const int32_t excess = state.height[cell] - roofs_.over(state, cell);
  const auto pressed = static_cast<int32_t>(int64_t{excess} * state.wetness[cell] * kPressedShare / (255 * 256));
  state.pressed += pressed;
  state.height[cell] -= pressed;
  wake({cell.y, cell.x, cell.x});
}

// The nearest column with room; of what comes from far some goes a little to the side, by dice, or it would gather where
// the edge of what is full has corners.
std::optional<CellPos> Bodies::aside_of(const DuneState& state, const CellBox& box, CellPos cell) const {
  const std::optional<CellPos> nearest = nearest_.of(cell);
  if (!nearest) return nearest;
  const int far = std::max(std::abs(nearest->x - cell.x), std::abs(nearest->y - cell.y));
  const uint32_t dice =
      dice_word(row_key(state.seed, state.tick, kDicePressed, cell.y), static_cast<uint32_t>(cell.x));
  const int most = far / 2;  // as far to one side as to the other
  const auto moved = [&](uint32_t lot) { return static_cast<int>(lot % static_cast<uint32_t>(2 * most + 1)) - most; };
  const CellPos beside{std::clamp(cell.x + moved(dice & 0xffff), box.left, box.right - 1),
                       std::clamp(cell.y + moved(dice >> 16), box.top, box.bottom - 1)};
  return nearest_.of(beside);
}

// Each column that is too high gives to the nearest that has so much room. Whether any did.
bool Bodies::hand_on(DuneState& state, const CellBox& group, int32_t least_room, const WakeColumns& wake) {
  CellBox box{too_high_[0].x, too_high_[0].y, too_high_[0].x + 1, too_high_[0].y + 1};
  for (const CellPos cell : roofs_.columns()) {
    if (!contains(group, cell) || roofs_.room(state, cell) >= least_room) continue;
    box = {std::min(box.left, cell.x), std::min(box.top, cell.y), std::max(box.right, cell.x + 1),
           std::max(box.bottom, cell.y + 1)};
  }
  // Around what is full all is free, but where the world ends in walls.
  box = {box.left - 1, box.top - 1, box.right + 1, box.bottom + 1};
  if (!state.open)
    box = {std::max(box.left, 0), std::max(box.top, 0), std::min(box.right, state.size.width),
           std::min(box.bottom, state.size.height)};
  const auto width = static_cast<size_t>(box.right - box.left);
  is_free_.assign(width * static_cast<size_t>(box.bottom - box.top), 1);
  for (const CellPos cell : roofs_.columns())
    if (contains(box, cell) && roofs_.room(state, cell) < least_room)
      is_free_[static_cast<size_t>(cell.y - box.top) * width + static_cast<size_t>(cell.x - box.left)] = 0;
  nearest_.find(box, is_free_);
  bool any = false;
  size_t kept = 0;
  for (const CellPos cell : too_high_) {
    const int32_t excess = state.height[cell] - roofs_.over(state, cell);
    const std::optional<CellPos> to = aside_of(state, box, cell);
    if (!to) {
      too_high_[kept++] = cell;
      continue;
    }
    if (!contains(state.size, *to)) {  // over the edge
      state.height[cell] -= excess;
      any = true;
      continue;
    }
    const int32_t handed = std::min(excess, roofs_.room(state, *to));
    state.height[cell] -= handed;
    add_sand(state, *to, handed, wetness_of(state, cell));
    wake({to->y, to->x, to->x});
    settling_.look_at(state, *to);
    any = any || handed > 0;
    if (handed < excess) too_high_[kept++] = cell;
  }
  too_high_.resize(kept);
  return any;
}

// Chips fire by a rule of their own.
void Bodies::settle(DuneState& state, const DuneSettings& settings, int32_t slack, const WakeColumns& wake) {
  if (settings.pile.chip_firing) return settling_.forget();
  settling_.run(state, settings.pile, roofs_, slack, wake);
}

void draw_bodies(uint64_t tick, const DuneSettings& settings, uint8_t entry, Plane<int32_t>& surface,
                 Plane<uint8_t>& entries) {
  for (const Body& body : settings.bodies) {
    // Where it was in the tick that has just ended.
    const BodyMotion motion = motion_of(body, tick > 0 ? tick - 1 : 0);
    if (body.is_source || !motion.to) continue;
    for_each_covered(body, *motion.to, motion.way, surface.size(), [&](CellPos cell, const BodyOffset& offset) {
      const double rise = body.shape == BodyShape::kBall ? depth_of(body, offset) : kDrawnThickness;
      const int32_t top = height_in_units(motion.to->z + rise);
      if (top <= surface[cell]) return;
      surface[cell] = top;
      entries[cell] = entry;
    });
  }
}

}  // namespace quicksand
