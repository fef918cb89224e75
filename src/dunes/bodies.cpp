#include "dunes/bodies.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace quicksand {
namespace {

// So far beyond a body's edge sand is handed to, in cells: a column that it does not cover.
constexpr double kBeyond = 0.75;

// How thick bodies other than balls are, in cells, in pictures.
constexpr double kDrawnThickness = 1.5;

struct Way {
  double x = 1;  // of length 1
  double y = 0;
};

// Where the body is; none: it is not there.
std::optional<BodyPlace> place_at(const Body& body, uint64_t tick) {
  if (tick < body.path.front().tick) return std::nullopt;
  if (body.path.size() > 1 && tick > body.path.back().tick) return std::nullopt;
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

// Of a map's column.
double mapped_depth(const BodyMap& map, const Offset& offset) {
  const double column = std::floor(offset.along + map.width / 2.0);
  const double row = std::floor(offset.across + map.height / 2.0);
  if (!(column >= 0 && row >= 0 && column < map.width && row < map.height)) return 0;
  return map.depths[static_cast<size_t>(row) * static_cast<size_t>(map.width) + static_cast<size_t>(column)];
}

bool covers(const Body& body, const Offset& offset) {
  switch (body.shape) {
    case BodyShape::kBall:
    case BodyShape::kHill:
      break;
    case BodyShape::kSlab:
      return std::abs(offset.along) < body.length / 2 && std::abs(offset.across) < body.width / 2;
    case BodyShape::kMap:
      return mapped_depth(body.map, offset) > 0;
  }
  return offset.distance < body.radius;
}

// How far its surface is from its middle, up or down.
double depth_of(const Body& body, const Offset& offset) {
  switch (body.shape) {
    case BodyShape::kBall:
      return std::sqrt(std::max(body.radius * body.radius - offset.distance * offset.distance, 0.0));
    case BodyShape::kHill:
      return body.radius - offset.distance;
    case BodyShape::kMap:
      return mapped_depth(body.map, offset);
    case BodyShape::kSlab:
      break;
  }
  return 0;
}

// How far from its middle it covers anything.
double reach_of(const Body& body) {
  if (body.shape == BodyShape::kMap) return (body.map.width + body.map.height) / 2.0;
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
      if (covers(body, offset)) action(CellPos{x, y}, offset);
    }
}

// Straight away from the body's middle the first column that it does not cover; from one that is long to its nearer
// side.
CellPos free_column(const Body& body, const BodyPlace& place, const Way& way, const Offset& offset) {
  const auto cell_at = [&](double along, double across) {
    return CellPos{static_cast<int>(std::floor(place.x + along * way.x - across * way.y)),
                static_cast<int>(std::floor(place.y + along * way.y + across * way.x))};
  };
  if (body.shape == BodyShape::kSlab) {
    const bool is_end = body.length / 2 - std::abs(offset.along) < body.width / 2 - std::abs(offset.across);
    const double half = (is_end ? body.length : body.width) / 2 + kBeyond;
    return is_end ? cell_at(std::copysign(half, offset.along), offset.across)
                  : cell_at(offset.along, std::copysign(half, offset.across));
  }
  const bool is_middle = offset.distance < 0.01;
  const double along = is_middle ? 1 : offset.along / offset.distance;
  const double across = is_middle ? 0 : offset.across / offset.distance;
  double far = body.radius;
  if (body.shape == BodyShape::kMap)
    for (far = offset.distance; mapped_depth(body.map, {along * far, across * far, far}) > 0;) far += 0.5;
  return cell_at(along * (far + kBeyond), across * (far + kBeyond));
}

// Column by column. One that is full takes no more: then the sand stays where it is.
void press(DuneState& state, const Body& body, const BodyPlace& place, const WakeColumns& wake) {
  const Way way = way_at(body, state.tick);
  for_each_covered(body, place, way, state.size, [&](CellPos cell, const Offset& offset) {
    int32_t& height = state.height[cell];
    const int32_t underside = std::max(to_units(place.z - depth_of(body, offset)), state.ground[cell]);
    const int32_t excess = height - underside;
    if (excess <= 0) return;
    const auto pressed =
        static_cast<int32_t>(int64_t{excess} * state.wetness[cell] * kPressedShare / (int64_t{255} * 256));
    state.pressed += pressed;
    height -= pressed;
    wake({cell.y, cell.x, cell.x});
    CellPos to = free_column(body, place, way, offset);
    if (state.open && !contains(state.size, to)) {
      height -= excess - pressed;
      return;
    }
    to = {std::clamp(to.x, 0, state.size.width - 1), std::clamp(to.y, 0, state.size.height - 1)};
    const int32_t handed = std::min(excess - pressed, std::max(kFullHeight - state.height[to], 0));
    height -= handed;
    state.height[to] += handed;
    wake({to.y, to.x, to.x});
  });
}

// `before`: where it was in the tick before; null: it was not there.
void rise(DuneState& state, const Body& body, const BodyPlace* before, const BodyPlace& now, const WakeColumns& wake) {
  const Way way = way_at(body, state.tick);
  for_each_covered(body, now, way, state.size, [&](CellPos cell, const Offset& offset) {
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

}  // namespace

void move_bodies(DuneState& state, const DuneSettings& settings, const WakeColumns& wake) {
  for (const Body& body : settings.bodies) {
    const std::optional<BodyPlace> now = place_at(body, state.tick);
    if (!now) continue;
    if (!body.is_source) {
      press(state, body, *now, wake);
      continue;
    }
    const std::optional<BodyPlace> before = state.tick > 0 ? place_at(body, state.tick - 1) : std::nullopt;
    const BodyPlace place_before = before.value_or(BodyPlace());
    rise(state, body, before ? &place_before : nullptr, *now, wake);
  }
}

void draw_bodies(uint64_t tick, const DuneSettings& settings, uint8_t entry, Plane<int32_t>& surface,
                  Plane<uint8_t>& entries) {
  for (const Body& body : settings.bodies) {
    // Where it was in the tick that has just ended.
    const uint64_t then = tick > 0 ? tick - 1 : 0;
    const std::optional<BodyPlace> place = body.is_source ? std::nullopt : place_at(body, then);
    if (!place) continue;
    for_each_covered(body, *place, way_at(body, then), surface.size(), [&](CellPos cell, const Offset& offset) {
      const double rise = body.shape == BodyShape::kBall ? depth_of(body, offset) : kDrawnThickness;
      const int32_t top = to_units(place->z + rise);
      if (top <= surface[cell]) return;
      surface[cell] = top;
      entries[cell] = entry;
    });
  }
}

}  // namespace quicksand
