#include "dunes/bodies.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace quicksand {
namespace {

struct Way {
  double x = 1;  // of length 1
  double y = 0;
};

// Where the body is; none: it is not there.
std::optional<BodyPlace> place_at(const Body& body, uint64_t tick) {
  if (tick < body.path.front().tick || tick > body.path.back().tick) return std::nullopt;
  for (size_t i = 1; i < body.path.size(); ++i) {
    const BodyPlace& a = body.path[i - 1];
    const BodyPlace& b = body.path[i];
    if (tick > b.tick || a.tick == b.tick) continue;
    const double share = static_cast<double>(tick - a.tick) / static_cast<double>(b.tick - a.tick);
    return BodyPlace{tick, a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share};
  }
  return body.path.back();
}

// To where it is going.
Way way_at(const Body& body, uint64_t tick) {
  Way way;
  for (size_t i = 1; i < body.path.size(); ++i) {
    const double x = body.path[i].x - body.path[i - 1].x;
    const double y = body.path[i].y - body.path[i - 1].y;
    const double length = std::sqrt(x * x + y * y);
    if (length > 0) way = {x / length, y / length};
    if (tick <= body.path[i].tick) break;
  }
  return way;
}

// A place as the body sees it.
struct Offset {
  double along;
  double across;
  double distance;
};

Offset offset_of(const BodyPlace& place, const Way& way, double x, double y) {
  const double dx = x - place.x;
  const double dy = y - place.y;
  return {dx * way.x + dy * way.y, dy * way.x - dx * way.y, std::sqrt(dx * dx + dy * dy)};
}

bool covers(const Body& body, const Offset& offset) {
  if (body.shape != BodyShape::kSlab) return offset.distance < body.radius;
  return std::abs(offset.along) < body.length / 2 && std::abs(offset.across) < body.width / 2;
}

// How far its surface is from its middle, up or down.
double depth_of(const Body& body, const Offset& offset) {
  switch (body.shape) {
    case BodyShape::kBall:
      return std::sqrt(std::max(body.radius * body.radius - offset.distance * offset.distance, 0.0));
    case BodyShape::kHill:
      return body.radius - offset.distance;
    case BodyShape::kSlab:
      break;
  }
  return 0;
}

// How far from its middle it covers anything.
double reach_of(const Body& body) {
  return body.shape == BodyShape::kSlab ? (body.length + body.width) / 2 : body.radius;
}

template <class Action>
void for_each_covered(const Body& body, const BodyPlace& place, const Way& way, GridSize size, const Action& action) {
  const double reach = reach_of(body);
  const auto first = [](double low) { return std::max(static_cast<int>(std::floor(low)), 0); };
  const auto last = [](double high, int extent) { return std::min(static_cast<int>(std::floor(high)), extent - 1); };
  for (int y = first(place.y - reach); y <= last(place.y + reach, size.height); ++y)
    for (int x = first(place.x - reach); x <= last(place.x + reach, size.width); ++x) {
      const Offset offset = offset_of(place, way, x + 0.5, y + 0.5);
      if (covers(body, offset)) action(Cell{x, y}, offset);
    }
}

// The nearest column that the body does not cover, straight away from its middle; to the sides of what is longer.
Cell free_column(const Body& body, const BodyPlace& place, const Way& way, const Offset& offset) {
  double along = offset.along;
  double across = offset.across;
  if (body.shape == BodyShape::kSlab) {
    const bool is_end = body.length / 2 - std::abs(along) < body.width / 2 - std::abs(across);
    (is_end ? along : across) = std::copysign((is_end ? body.length : body.width) / 2 + 0.75, is_end ? along : across);
  } else {
    const double far = (body.radius + 0.75) / std::max(offset.distance, 0.01);
    along = offset.distance < 0.01 ? body.radius + 0.75 : along * far;
    across *= far;
  }
  return {static_cast<int>(std::floor(place.x + along * way.x - across * way.y)),
          static_cast<int>(std::floor(place.y + along * way.y + across * way.x))};
}

}  // namespace

void Bodies::move(DuneState& state, const DuneSettings& settings, const Wake& wake) {
  for (const Body& body : settings.bodies) {
    const std::optional<BodyPlace> now = place_at(body, state.tick);
    if (!now) continue;
    if (!body.is_source) {
      press(state, body, *now, wake);
      continue;
    }
    const std::optional<BodyPlace> before = state.tick > 0 ? place_at(body, state.tick - 1) : std::nullopt;
    rise(state, body, before, *now, wake);
  }
}

void Bodies::press(DuneState& state, const Body& body, const BodyPlace& place, const Wake& wake) {
  const Way way = way_at(body, state.tick);
  handed_.clear();
  for_each_covered(body, place, way, state.size, [&](Cell cell, const Offset& offset) {
    const int32_t underside = std::max(to_units(place.z - depth_of(body, offset)), state.ground[cell]);
    const int32_t excess = state.height[cell] - underside;
    if (excess <= 0) return;
    const auto pressed =
        static_cast<int32_t>(int64_t{excess} * state.wetness[cell] * kPressedShare / (int64_t{255} * 256));
    state.pressed += pressed;
    state.height[cell] -= excess;
    handed_.push_back({free_column(body, place, way, offset), excess - pressed});
    wake({cell.y, cell.x, cell.x});
  });
  for (const Handed& handed : handed_) {
    if (state.open && !contains(state.size, handed.to)) continue;
    const Cell to{std::clamp(handed.to.x, 0, state.size.width - 1), std::clamp(handed.to.y, 0, state.size.height - 1)};
    state.height[to] += handed.sand;
    wake({to.y, to.x, to.x});
  }
}

void Bodies::rise(DuneState& state, const Body& body, const std::optional<BodyPlace>& before, const BodyPlace& now,
                  const Wake& wake) {
  const Way way = way_at(body, state.tick);
  for_each_covered(body, now, way, state.size, [&](Cell cell, const Offset& offset) {
    int32_t was = 0;
    if (before) {
      const Offset offset_before = offset_of(*before, way, cell.x + 0.5, cell.y + 0.5);
      if (covers(body, offset_before)) was = std::max(to_units(before->z + depth_of(body, offset_before)), 0);
    }
    const int32_t grown = std::max(to_units(now.z + depth_of(body, offset)), 0) - was;
    if (grown <= 0 || state.height[cell] > kMostPaintedHeight - grown) return;
    state.height[cell] += grown;
    wake({cell.y, cell.x, cell.x});
  });
}

}  // namespace quicksand
