#include "dunes/body_shapes.h"

namespace quicksand {
namespace {

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

BodyPlace place_on(const BodyPlace& a, const BodyPlace& b, uint64_t tick) {
  BodyPlace place =
      place_between(a, b, static_cast<double>(tick - a.tick) / static_cast<double>(b.tick - a.tick));
  place.tick = tick;
  return place;
}

// Of a map's column.
double mapped_depth(const BodyMap& map, const BodyOffset& offset) {
  const double column = std::floor(offset.along + map.width / 2.0);
  const double row = std::floor(offset.across + map.height / 2.0);
  if (!(column >= 0 && row >= 0 && column < map.width && row < map.height)) return 0;
  return map.depths[static_cast<size_t>(row) * static_cast<size_t>(map.width) + static_cast<size_t>(column)];
}

}  // namespace

BodyPlace place_between(const BodyPlace& from, const BodyPlace& to, double share) {
  return {to.tick, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share,
          from.z + (to.z - from.z) * share};
}

BodyMotion motion_of(const Body& body, uint64_t tick) {
  BodyMotion motion{.way = way_at(body, tick)};
  const SharedList<BodyPlace>& path = body.path;
  if (tick < path.front().tick) return motion;
  if (path.size() == 1) {
    motion.to = path.front();
    if (tick > path.front().tick) motion.from = path.front();
    return motion;
  }
  if (tick > path.back().tick) {
    if (body.stays) motion.from = motion.to = path.back();
    else if (tick == path.back().tick + 1) motion.from = path.back();
    return motion;
  }
  if (tick == path.front().tick) {
    motion.to = path.front();
    return motion;
  }
  for (size_t i = 1; i < path.size(); ++i)
    if (path[i - 1].tick < tick && tick <= path[i].tick) {
      motion.from = place_on(path[i - 1], path[i], tick - 1);
      motion.to = place_on(path[i - 1], path[i], tick);
      break;
    }
  return motion;
}

bool has_way_to_go(const Body& body, uint64_t tick) {
  const bool leaves = body.path.size() > 1 && !body.stays;
  return tick <= body.path.back().tick + (leaves ? 1 : 0);
}

BodyOffset offset_of(const BodyPlace& place, const Way& way, double x, double y) {
  const double dx = x - place.x;
  const double dy = y - place.y;
  return {dx * way.x + dy * way.y, dy * way.x - dx * way.y, std::sqrt(dx * dx + dy * dy)};
}

bool covers(const Body& body, const BodyOffset& offset) {
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

double depth_of(const Body& body, const BodyOffset& offset) {
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

double reach_of(const Body& body) {
  if (body.shape == BodyShape::kMap) return (body.map.width + body.map.height) / 2.0;
  return body.shape == BodyShape::kSlab ? (body.length + body.width) / 2 : body.radius;
}

// A quarter of its least extent: what a ball touches is less than what it covers.
double stride_of(const Body& body) {
  const double extent = body.shape == BodyShape::kMap    ? std::min(body.map.width, body.map.height)
                        : body.shape == BodyShape::kSlab ? std::min(body.length, body.width)
                                                         : 2 * body.radius;
  return std::max(extent / 4, 0.5);
}

}  // namespace quicksand
