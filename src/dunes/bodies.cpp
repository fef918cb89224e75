#include "dunes/bodies.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/random.h"
#include "dunes/dune_dice.h"
#include "dunes/moist_sand.h"
#include "dunes/sandpile.h"

namespace quicksand {
namespace {

// How thick bodies other than balls are, in cells, in pictures.
constexpr double kDrawnThickness = 1.5;

// So many columns may be covered by the bodies in the strides of a tick; what is very long and thin takes longer ones.
constexpr double kMostCovered = 1 << 24;

// While there are so few strides in a tick all bodies take them all: they pass one another evenly, and sand between
// them is not walled in by one that waits. Slow ones among very fast ones take no more than these.
constexpr int kStridesTogether = 32;

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

// In the tick before; in the first there was none.
BodyMotion motion_before(const Body& body, uint64_t tick) {
  return tick > 0 ? motion_of(body, tick - 1) : BodyMotion{.way = motion_of(body, 0).way};
}

// Whether it is elsewhere after the tick, or there, or not there.
bool is_moving(const BodyMotion& motion) {
  if (!goes(motion)) return motion.from.has_value() != motion.to.has_value();
  return !is_same(*motion.from, *motion.to);
}

// How many columns of the world it may cover.
double area_of(const Body& body, GridSize size) {
  const double extent = 2 * reach_of(body) + 1;
  return std::min(extent, static_cast<double>(size.width)) * std::min(extent, static_cast<double>(size.height));
}

int most_strides(const Body& body, GridSize size, double most_covered) {
  return 1 + static_cast<int>(most_covered / area_of(body, size));
}

int strides_of(const Body& body, const BodyMotion& motion, GridSize size, double most_covered) {
  double first = 0;
  double last = 1;
  if (!goes(motion) || !clip_to_world(motion, reach_of(body), size, first, last)) return 1;
  const double dx = motion.to->x - motion.from->x;
  const double dy = motion.to->y - motion.from->y;
  const double strides = (last - first) * std::sqrt(dx * dx + dy * dy) / stride_of(body);
  return std::min(1 + static_cast<int>(strides), most_strides(body, size, most_covered));
}

// Of its own strides, how many a body has done after so many of all.
int done_after(int stride, int strides, int own) {
  return static_cast<int>((int64_t{stride} * own + strides - 1) / strides);
}

// What the source has grown since the tick before, which left it where `before` ended.
void grow(DuneState& state, const Body& body, const BodyMotion& before, const BodyMotion& motion, Settling& settling,
          const WakeColumns& wake) {
  if (!motion.to) return;
  for_each_covered(body, *motion.to, motion.way, state.size, [&](CellPos cell, const BodyOffset& offset) {
    int32_t was = 0;
    if (before.to) {
      const BodyOffset stood = offset_of(*before.to, before.way, cell.x + 0.5, cell.y + 0.5);
      if (covers(body, stood)) was = std::max(height_in_units(before.to->z + depth_of(body, stood)), 0);
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
  list_strides(state);
  const int strides = sweeps_.empty() ? 1 : sweeps_.back().strides;
  settling_.begin_tick(Settling::budget_for_bodies(state.size), 1 + strides);
  for (const Body& body : settings.bodies)
    if (body.is_source)
      grow(state, body, motion_before(body, state.tick), motion_of(body, state.tick), settling_, wake);
  settle(state, settings, kSourceSlack, wake);
  for (int stride = 1; stride <= strides; ++stride) {
    leave(state, stride, strides, wake);
    set_roofs(state, stride, strides);
    push_out(state, settings.pile, wake);
    settle(state, settings, 0, wake);
  }
}

void Bodies::stand(const DuneState& state, const DuneSettings& settings) {
  sweeps_.clear();
  if (state.tick > 0) list_sweeps(settings, state.tick - 1);
  set_roofs(state, 1, 1);
}

void Bodies::change(DuneState& state, const DuneSettings& settings, const WakeColumns& wake) {
  roofs_before_.clear();
  for (const CellPos cell : roofs_.columns()) roofs_before_.push_back({cell, roofs_.over(state, cell)});
  stand(state, settings);
  for (const RoofBefore& before : roofs_before_)
    if (roofs_.over(state, before.cell) > before.over) look_around(state, before.cell, wake);
  settling_.begin_tick(Settling::budget_for_bodies(state.size), 1);
  settle(state, settings, 0, wake);
}

void Bodies::list_sweeps(const DuneSettings& settings, uint64_t tick) {
  sweeps_.clear();
  for (const Body& body : settings.bodies) {
    if (body.is_source) continue;
    const BodyMotion motion = motion_of(body, tick);
    const BodyMotion before = motion_before(body, tick);
    if (motion.from || motion.to || before.to) sweeps_.push_back({.body = &body, .motion = motion, .before = before});
  }
}

void Bodies::list_strides(const DuneState& state) {
  const double most_covered = kMostCovered / static_cast<double>(sweeps_.size());
  int most = 1;
  for (Sweep& sweep : sweeps_) {
    sweep.strides = strides_of(*sweep.body, sweep.motion, state.size, most_covered);
    most = std::max(most, sweep.strides);
  }
  for (Sweep& sweep : sweeps_)
    sweep.strides = std::clamp(std::min(most, kStridesTogether), sweep.strides,
                               std::max(most_strides(*sweep.body, state.size, most_covered), sweep.strides));
  std::sort(sweeps_.begin(), sweeps_.end(), [](const Sweep& a, const Sweep& b) {
    return a.strides != b.strides ? a.strides < b.strides : a.body < b.body;
  });
}

// Whether it goes away from where it is, or jumps away from where the tick before left it.
bool Bodies::is_leaving(const Sweep& sweep) {
  const std::optional<BodyPlace>& stood = sweep.before.to;
  return is_moving(sweep.motion) || (stood && !(sweep.motion.from && is_same(*stood, *sweep.motion.from)));
}

// Columns that are covered now: what stands beside them may slide when they are left.
void Bodies::leave(const DuneState& state, int stride, int strides, const WakeColumns& wake) {
  for (const Sweep& sweep : sweeps_) {
    if (!is_leaving(sweep) || done_after(stride, strides, sweep.strides) == sweep.done) continue;
    const bool has_begun = sweep.done > 0;
    const std::optional<BodyPlace>& from = has_begun ? sweep.motion.from : sweep.before.to;
    if (!from) continue;
    const BodyPlace place =
        has_begun && goes(sweep.motion)
            ? place_between(*from, *sweep.motion.to, static_cast<double>(sweep.done) / sweep.strides)
            : *from;
    const Way& way = has_begun ? sweep.motion.way : sweep.before.way;
    for_each_covered(*sweep.body, place, way, state.size,
                     [&](CellPos cell, const BodyOffset&) { look_around(state, cell, wake); });
  }
}

// The column has room again, or will have: to settle, and, what settling leaves, to slide.
void Bodies::look_around(const DuneState& state, CellPos cell, const WakeColumns& wake) {
  wake({cell.y, cell.x, cell.x});
  settling_.look_at(state, cell);
  for (const CellPos side : kBeside) settling_.look_at(state, {cell.x + side.x, cell.y + side.y});
}

// Of those that stay where they are in this stride the roofs stay, too.
void Bodies::set_roofs(const DuneState& state, int stride, int strides) {
  if (stride == 1 && !(sweeps_.empty() && roofs_.empty())) roofs_.clear(state.size);
  boxes_.resize(sweeps_.size());
  for (Sweep& sweep : sweeps_) sweep.has_moved = done_after(stride, strides, sweep.strides) != sweep.done;
  auto sweep = std::find_if(sweeps_.begin(), sweeps_.end(), [](const Sweep& one) { return one.has_moved; });
  roofs_kept_.reset();
  if (stride > 1 && sweep != sweeps_.end() && sweep != sweeps_.begin()) roofs_kept_ = sweep->roofs_before;
  if (stride > 1 && sweep != sweeps_.end()) roofs_.take_back(sweep->roofs_before);
  for (; sweep != sweeps_.end(); ++sweep) {
    sweep->done = done_after(stride, strides, sweep->strides);
    boxes_[static_cast<size_t>(sweep - sweeps_.begin())] = lay_roof(state, *sweep);
  }
  list_groups();
}

// A box around what it may touch.
CellBox Bodies::lay_roof(const DuneState& state, Sweep& sweep) {
  sweep.roofs_before = roofs_.mark();
  sweep.first_column = sweep.end_column = roofs_.columns().size();
  const BodyMotion& motion = sweep.motion;
  if (!motion.to) return {};
  const BodyPlace place = motion.from
                              ? place_between(*motion.from, *motion.to, static_cast<double>(sweep.done) / sweep.strides)
                              : *motion.to;
  for_each_covered(*sweep.body, place, motion.way, state.size, [&](CellPos cell, const BodyOffset& offset) {
    roofs_.lower(cell, height_in_units(place.z - depth_of(*sweep.body, offset)));
  });
  sweep.end_column = roofs_.columns().size();
  const int reach = static_cast<int>(reach_of(*sweep.body)) + 2;
  const int x = static_cast<int>(std::floor(place.x));
  const int y = static_cast<int>(std::floor(place.y));
  return {x - reach, y - reach, x + reach + 1, y + reach + 1};
}

void Bodies::list_groups() {
  joined_to_.resize(sweeps_.size());
  std::iota(joined_to_.begin(), joined_to_.end(), 0U);
  joined_ = boxes_;
  while (join_touching()) {
  }
  members_.clear();
  leads_.assign(sweeps_.size(), nullptr);
  for (uint32_t i = 0; i < sweeps_.size(); ++i) {
    if (!sweeps_[i].motion.to) continue;
    members_.push_back(i);
    joined_to_[i] = joined_to_[joined_to_[i]];  // earlier ones are done
    const Body*& lead = leads_[joined_to_[i]];
    if (!lead || sweeps_[i].body < lead) lead = sweeps_[i].body;
  }
  // Not in the order of their strides: which comes first is seen.
  std::sort(members_.begin(), members_.end(), [&](uint32_t a, uint32_t b) {
    const Body* const lead_a = leads_[joined_to_[a]];
    const Body* const lead_b = leads_[joined_to_[b]];
    return lead_a != lead_b ? lead_a < lead_b : sweeps_[a].body < sweeps_[b].body;
  });
  groups_.clear();
  for (size_t k = 0; k < members_.size(); ++k) {
    const uint32_t root = joined_to_[members_[k]];
    if (k == 0 || root != joined_to_[members_[k - 1]]) groups_.push_back({.box = joined_[root], .first = k});
    groups_.back().end = k + 1;
    groups_.back().has_moved |= sweeps_[members_[k]].has_moved;
  }
}

// Of groups whose boxes overlap makes one, as far as one look from left to right finds them. Whether there were any.
bool Bodies::join_touching() {
  by_left_.clear();
  for (uint32_t i = 0; i < sweeps_.size(); ++i)
    if (sweeps_[i].motion.to && joined_to_[i] == i) by_left_.push_back(i);
  std::sort(by_left_.begin(), by_left_.end(), [&](uint32_t a, uint32_t b) {
    return joined_[a].left != joined_[b].left ? joined_[a].left < joined_[b].left : a < b;
  });
  beside_.clear();
  bool any = false;
  for (const uint32_t one : by_left_) {
    uint32_t first = one;
    CellBox box = joined_[one];
    size_t kept = 0;
    for (const uint32_t other : beside_) {
      const CellBox& its = joined_[other];
      if (its.right <= box.left) continue;
      if (its.top >= box.bottom || box.top >= its.bottom) {
        beside_[kept++] = other;
        continue;
      }
      box = {std::min(box.left, its.left), std::min(box.top, its.top), std::max(box.right, its.right),
             std::max(box.bottom, its.bottom)};
      joined_to_[std::max(first, other)] = std::min(first, other);
      first = std::min(first, other);
      any = true;
    }
    beside_.resize(kept);
    beside_.push_back(first);
    joined_[first] = box;
  }
  return any;
}

// Those that its bodies cover, each once.
template <class Action>
void Bodies::for_each_column(const Group& group, const Action& action) const {
  for (size_t member = group.first; member < group.end; ++member) {
    const Sweep& sweep = sweeps_[members_[member]];
    for (size_t k = sweep.first_column; k < sweep.end_column; ++k) action(roofs_.columns()[k]);
  }
}

// Under a roof that is as it was in the stride before there is none: settling leaves it free.
void Bodies::list_too_high(const DuneState& state, const Group& group) {
  too_high_.clear();
  const auto add = [&](CellPos cell) {
    if (state.height[cell] > roofs_.over(state, cell)) too_high_.push_back(cell);
  };
  if (!roofs_kept_) return for_each_column(group, add);
  roofs_.for_each_lowered(*roofs_kept_, [&](CellPos cell) {
    if (contains(group.box, cell)) add(cell);
  });
  std::sort(too_high_.begin(), too_high_.end(),
            [](CellPos a, CellPos b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  too_high_.erase(std::unique(too_high_.begin(), too_high_.end()), too_high_.end());
}

// Of each group by itself: what lies between its bodies is shut in by them together.
void Bodies::push_out(DuneState& state, const PileSettings& pile, const WakeColumns& wake) {
  for (const Group& group : groups_) {
    if (!group.has_moved) continue;
    list_too_high(state, group);
    if (too_high_.empty()) continue;
    covered_.clear();
    for_each_column(group, [&](CellPos cell) { covered_.push_back(cell); });
    displaced_.push_out({state, pile, roofs_, covered_, settling_, wake}, too_high_);
  }
}

// Chips fire by a rule of their own.
void Bodies::settle(DuneState& state, const DuneSettings& settings, int32_t slack, const WakeColumns& wake) {
  if (settings.pile.chip_firing) return settling_.forget();
  settling_.run(state, settings.pile, roofs_, slack, wake);
}

void draw_bodies(uint64_t tick, const DuneSettings& settings, uint8_t entry, Plane<int32_t>& surface,
                 Plane<uint8_t>& entries) {
  for (const Body& body : settings.bodies) {
    // Where it was in the tick that has just ended; one that comes in the next is seen already, also while time stands.
    const uint64_t before = tick > 0 ? tick - 1 : 0;
    const BodyMotion motion = motion_of(body, body.path.front().tick == tick ? tick : before);
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
