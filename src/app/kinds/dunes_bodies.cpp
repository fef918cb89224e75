#include "app/kinds/dunes_bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

#include "core/check.h"
#include "dunes/body_shapes.h"
#include "dunes/dune_state.h"
#include "dunes/dunes_scene.h"

namespace quicksand {
namespace {

enum Kind : size_t { kBallKind, kSlabKind, kPloughKind, kFootKind, kWheelKind, kHillKind, kFeetKind };
static_assert(kFeetKind == kWalkingKind);

// A hill rises for so many ticks.
constexpr uint64_t kHillTicks = 480;

// How deep bodies are pressed into the sand, of their width.
constexpr double kPressed = 0.12;

// How many cells what is dragged stays behind if it turns with its way. The shorter, the more it swerves.
constexpr double kRope = 5;

const DunesScene* scene_of(const std::shared_ptr<const WorldSettings>& settings) {
  return dynamic_cast<const DunesScene*>(settings.get());
}

// What changes the bodies of the world.
template <class Action>
void change(Session& session, const Action& action) {
  const std::shared_ptr<const WorldSettings> now = session.world().settings();
  const DunesScene* const scene = scene_of(now);
  QS_CHECK(scene, "a world without bodies has none to change");
  auto settings = std::make_shared<DunesScene>(*scene);
  action(settings->settings.bodies);
  session.apply(SetCommand{std::move(settings)});
}

// How high the surface is there, without bodies.
double surface_at(const World& world, CellPos cell) {
  const std::vector<PlaneView> planes = world.planes();
  const GridSize size = world.size();
  return value_at(*find_view(planes, "height"),
                  {std::clamp(cell.x, 0, size.width - 1), std::clamp(cell.y, 0, size.height - 1)});
}

// So large, in columns, with a sole that is deepest under heel and ball.
BodyMap sole(int length) {
  const int width = std::max(length * 2 / 5, 1);
  std::vector<double> depths;
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < length; ++x) {
      const double along = (x + 0.5) / length;
      const double across = std::abs((y + 0.5) / width - 0.5) * 2;
      const double half = along < 0.35 ? 0.7 : along < 0.5 ? 0.55 : 1.0 - std::max(along - 0.85, 0.0) * 4;
      const double depth = along > 0.35 && along < 0.5 ? 0.6 : 1.0;
      depths.push_back(across < half ? depth * std::max(length * kPressed, 0.5) : 0);
    }
  return {length, width, std::move(depths)};
}

// How many changes of size are remembered.
constexpr size_t kMostScaled = 64;

bool is_same(const BodyMap& a, const BodyMap& b) {
  return a.width == b.width && a.height == b.height &&
         std::equal(a.depths.begin(), a.depths.end(), b.depths.begin(), b.depths.end());
}

// No larger than a map may be.
BodyMap scaled_map(const BodyMap& map, double factor) {
  const auto of = [&](int extent) { return std::clamp(static_cast<int>(extent * factor + 0.5), 1, kMostMapExtent); };
  const GridSize size{of(map.width), of(map.height)};
  std::vector<double> depths;
  // Between the middles of columns evenly; beyond the outermost ones as there.
  const auto split = [](int place, int from, int to) {
    const double at = std::clamp((place + 0.5) * from / to - 0.5, 0.0, from - 1.0);
    const int first = std::min(static_cast<int>(at), std::max(from - 2, 0));
    return std::tuple{first, std::min(first + 1, from - 1), at - first};
  };
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const auto [left, right, along] = split(x, map.width, size.width);
      const auto [above, below, across] = split(y, map.height, size.height);
      const auto depth = [&](int column, int row) {
        return map.depths[static_cast<size_t>(row) * static_cast<size_t>(map.width) + static_cast<size_t>(column)];
      };
      const double upper = depth(left, above) * (1 - along) + depth(right, above) * along;
      const double lower = depth(left, below) * (1 - along) + depth(right, below) * along;
      depths.push_back(std::min((upper * (1 - across) + lower * across) * factor, kMostFieldHeight));
    }
  return {size.width, size.height, std::move(depths)};
}

void raise(Body& body, double cells) {
  for (BodyPlace& place : body.path.own()) place.z = std::clamp(place.z + cells, -kHighestPlace, kHighestPlace);
}

// In the tick that comes.
std::optional<BodyPlace> place_of(const Body& body, uint64_t tick) {
  const BodyMotion motion = motion_of(body, tick);
  return motion.to ? motion.to : motion.from;
}

// Whether it has been there for the last time. One that stands in a single place stays.
bool is_gone(const Body& body, uint64_t tick) {
  return !body.stays && body.path.size() > 1 && body.path.back().tick + 1 < tick;
}

void forget_gone(std::vector<Body>& bodies, uint64_t tick) {
  std::erase_if(bodies, [&](const Body& body) { return is_gone(body, tick); });
}

bool has_room_for(const World& world, size_t more) {
  return has_bodies(world) && count_bodies_to_see(world) + more <= kMostPlacedBodies;
}

// What does not push up sand first, as in scene files. Where it is then.
size_t add_body(std::vector<Body>& bodies, Body body) {
  const auto end = body.is_source
                       ? bodies.end()
                       : std::find_if(bodies.begin(), bodies.end(), [](const Body& b) { return b.is_source; });
  const auto number = static_cast<size_t>(end - bodies.begin());
  bodies.insert(end, std::move(body));
  return number;
}

// Places along a way, `apart` cells from one to the next.
std::vector<BodyPlace> footfalls_of(std::span<const CellPos> way, double apart) {
  std::vector<BodyPlace> falls;
  double left = 0;  // until the next one
  for (size_t i = 1; i < way.size(); ++i) {
    const double x = way[i].x - way[i - 1].x;
    const double y = way[i].y - way[i - 1].y;
    const double length = std::sqrt(x * x + y * y);
    for (; left <= length && length > 0; left += apart)
      falls.push_back({0, way[i - 1].x + 0.5 + x * left / length, way[i - 1].y + 0.5 + y * left / length, 0});
    left -= length;
  }
  return falls;
}

// Where the tick before left it.
BodyPlace place_before(const Body& body, uint64_t tick) {
  const uint64_t before = tick > 0 ? tick - 1 : 0;
  BodyPlace place = place_of(body, before).value_or(body.path.back());
  place.tick = before;
  return place;
}

// Its path begins anew there; that place is returned.
BodyPlace start_from_here(Body& body, uint64_t tick) {
  const BodyPlace from = place_before(body, tick);
  body.stays = true;
  body.path = {from};
  return from;
}

// What goes from one place to another stays as deep in the sand as it is; but what rises below it keeps its height.
double height_at(const Terrain& terrain, const Body& body, const BodyPlace& from, double x, double y) {
  if (body.is_source) return from.z;
  const double reach = reach_of(body);
  const double rise = terrain.height_below(x, y, reach) - terrain.height_below(from.x, from.y, reach);
  return std::clamp(from.z + rise, -kHighestPlace, kHighestPlace);
}

void move_to(Session& session, size_t body, const WayPoint& place, uint64_t ticks, const Terrain& terrain) {
  change(session, [&](std::vector<Body>& bodies) {
    const BodyPlace from = start_from_here(bodies.at(body), session.world().tick());
    const double z = height_at(terrain, bodies.at(body), from, place.x, place.y);
    bodies.at(body).path.own().push_back({from.tick + std::max(ticks, uint64_t{1}), place.x, place.y, z});
  });
}

// The places of a straight way: its end, and before it some more where the ground between rises or falls otherwise than
// evenly.
std::vector<BodyPlace> places_over(const Terrain& terrain, const Body& body, const BodyPlace& from,
                                   const WayPoint& to) {
  constexpr double kApart = 4;
  constexpr double kEven = 0.1;
  const int parts = std::max(static_cast<int>(std::hypot(to.x - from.x, to.y - from.y) / kApart + 0.5), 1);
  std::vector<BodyPlace> places;
  for (int i = 1; i <= parts; ++i) {
    const double x = i == parts ? to.x : from.x + (to.x - from.x) * i / parts;
    const double y = i == parts ? to.y : from.y + (to.y - from.y) * i / parts;
    places.push_back({0, x, y, height_at(terrain, body, from, x, y)});
  }
  const double rise = places.back().z - from.z;
  for (int i = 1; i < parts; ++i)
    if (std::abs(places[static_cast<size_t>(i - 1)].z - from.z - rise * i / parts) > kEven) return places;
  return {places.back()};
}

}  // namespace

std::span<const BodyKind> body_kinds() {
  static constexpr std::array kKinds{
      BodyKind{"Ball", "As wide as the brush; it ploughs a furrow where you drag it"},
      BodyKind{"Slab", "A square with a flat underside"},
      BodyKind{"Plough", "Broad and short: it pushes the sand before it"},
      BodyKind{"Foot", "A sole: set it down and lift it for a print"},
      BodyKind{"Wheel", "Narrow and long: it leaves a track"},
      BodyKind{"Rising hill", "A hidden hill that rises and pushes up new sand"},
      BodyKind{"Walking feet", "Draw their way: they walk along it, leave prints, and are gone", true},
  };
  return kKinds;
}

bool has_bodies(const World& world) { return scene_of(world.settings()) != nullptr; }

size_t count_bodies(const World& world) {
  const std::shared_ptr<const WorldSettings> settings = world.settings();
  const DunesScene* const scene = scene_of(settings);
  return scene ? scene->settings.bodies.size() : 0;
}

size_t count_bodies_to_see(const World& world) {
  const std::shared_ptr<const WorldSettings> settings = world.settings();
  const DunesScene* const scene = scene_of(settings);
  if (!scene) return 0;
  const std::vector<Body>& bodies = scene->settings.bodies;
  return static_cast<size_t>(
      std::count_if(bodies.begin(), bodies.end(), [&](const Body& body) { return !is_gone(body, world.tick()); }));
}

std::optional<BodyRange> bodies_at_hand(const World& world, const BodyRange& wanted) {
  const std::shared_ptr<const WorldSettings> settings = world.settings();
  const DunesScene* const scene = scene_of(settings);
  if (!scene) return std::nullopt;
  const std::vector<Body>& bodies = scene->settings.bodies;
  const auto is_there = [&](size_t body) { return body < bodies.size() && !is_gone(bodies[body], world.tick()); };
  bool are_all_there = true;
  for (size_t i = 0; i < wanted.count; ++i) are_all_there = are_all_there && is_there(wanted.first + i);
  if (are_all_there) return wanted;
  for (size_t i = bodies.size(); i-- > 0;)
    if (is_there(i)) return BodyRange{i, 1};
  return std::nullopt;
}

std::optional<size_t> body_at(const World& world, CellPos cell) {
  const std::shared_ptr<const WorldSettings> settings = world.settings();
  const DunesScene* const scene = scene_of(settings);
  if (!scene) return std::nullopt;
  const std::vector<Body>& bodies = scene->settings.bodies;
  for (size_t i = bodies.size(); i-- > 0;) {
    const BodyMotion motion = motion_of(bodies[i], world.tick());
    if (!motion.to) continue;
    if (covers(bodies[i], offset_of(*motion.to, motion.way, cell.x + 0.5, cell.y + 0.5))) return i;
  }
  return std::nullopt;
}

std::optional<size_t> place_body(Session& session, size_t kind, CellPos cell, int width) {
  QS_CHECK(kind < body_kinds().size(), "there is no such body");
  if (!has_room_for(session.world(), 1)) return std::nullopt;
  const double extent = std::max(width, 1);
  const uint64_t tick = session.world().tick();
  const double surface = surface_at(session.world(), cell);
  Body body;
  body.stays = true;
  BodyPlace place{tick, cell.x + 0.5, cell.y + 0.5, surface - kPressed * extent};
  switch (kind) {
    case kBallKind:
      body.radius = std::max(extent / 2, 0.5);
      place.z += body.radius;
      break;
    case kSlabKind:
      body.shape = BodyShape::kSlab;
      body.length = body.width = extent;
      break;
    case kPloughKind:
      body.shape = BodyShape::kSlab;
      body.length = std::max(extent / 4, 1.0);
      body.width = extent;
      break;
    case kWheelKind:
      body.shape = BodyShape::kSlab;
      body.length = extent;
      body.width = std::max(extent / 3, 1.0);
      break;
    case kFootKind:
    case kFeetKind:
      body.shape = BodyShape::kMap;
      body.map = sole(std::clamp(width, 3, 200));
      place.z = surface;
      break;
    case kHillKind:
      body.shape = BodyShape::kHill;
      body.is_source = true;
      body.radius = std::max(extent, 2.0);
      place.z = surface - body.radius;
      break;
  }
  body.path = {place};
  if (kind == kHillKind) body.path.own().push_back({tick + kHillTicks, place.x, place.y, place.z + 0.8 * body.radius});
  size_t number = 0;
  change(session, [&](std::vector<Body>& bodies) {
    forget_gone(bodies, tick);
    number = add_body(bodies, std::move(body));
  });
  return number;
}

Terrain terrain_without(const World& world, size_t body) {
  Terrain terrain(world);
  const std::shared_ptr<const WorldSettings> settings = world.settings();
  const Body& there = scene_of(settings)->settings.bodies.at(body);
  const BodyPlace place = place_before(there, world.tick());
  terrain.fill_hollow(place.x, place.y, reach_of(there));
  return terrain;
}

void move_body(Session& session, size_t body, CellPos cell, uint64_t ticks, const Terrain& terrain) {
  move_to(session, body, {cell.x + 0.5, cell.y + 0.5}, ticks, terrain);
}

void drag_body(Session& session, size_t body, CellPos cell, uint64_t ticks, const Terrain& terrain) {
  const std::shared_ptr<const WorldSettings> settings = session.world().settings();
  const Body& dragged = scene_of(settings)->settings.bodies.at(body);
  if (dragged.shape != BodyShape::kSlab && dragged.shape != BodyShape::kMap)
    return move_body(session, body, cell, ticks, terrain);
  const BodyPlace now = place_before(dragged, session.world().tick());
  const double x = cell.x + 0.5 - now.x;
  const double y = cell.y + 0.5 - now.y;
  const double distance = std::hypot(x, y);
  if (distance <= kRope) return;
  const double share = (distance - kRope) / distance;
  move_to(session, body, {now.x + share * x, now.y + share * y}, ticks, terrain);
}

void send_body(Session& session, size_t body, std::span<const WayPoint> way, double pace, const Terrain& terrain) {
  change(session, [&](std::vector<Body>& bodies) {
    BodyPlace last = start_from_here(bodies.at(body), session.world().tick());
    const uint64_t start = last.tick;
    std::vector<BodyPlace> path{last};
    double length = 0;
    for (const WayPoint& point : way)
      for (BodyPlace& next : places_over(terrain, bodies.at(body), last, point)) {
        length += std::hypot(next.x - last.x, next.y - last.y);
        next.tick = std::max(start + static_cast<uint64_t>(length / pace + 0.5), start + 1);
        // Two places at one tick would be a jump: of those the last counts.
        if (next.tick == path.back().tick) path.pop_back();
        path.push_back(next);
        last = next;
      }
    bodies.at(body).path = std::move(path);
  });
}

BodyExtent extent_of_body(size_t kind, int width) {
  const int extent = std::max(width, 1);
  switch (kind) {
    case kBallKind:
      return {extent, extent, true};
    case kPloughKind:
      return {std::max(extent / 4, 1), extent};
    case kWheelKind:
      return {extent, std::max(extent / 3, 1)};
    case kFootKind:
    case kFeetKind:
      return {std::clamp(width, 3, 200), std::max(std::clamp(width, 3, 200) * 2 / 5, 1)};
    case kHillKind:
      return {2 * std::max(extent, 2), 2 * std::max(extent, 2), true};
    default:
      return {extent, extent};
  }
}

std::optional<BodyRange> walk(Session& session, std::span<const CellPos> way, int length, double pace) {
  constexpr size_t kPartsOfStep = 4;
  constexpr double kApart = 1.35;     // from one foot's print to the other's, in lengths of a foot
  constexpr double kAside = 0.4;      // of each foot from the way
  constexpr double kLift = 0.3;       // how high feet are lifted
  constexpr double kNudge = 0.02;     // cells that a foot goes in each part of a step, so that it points ahead
  constexpr double kLeastTicks = 12;  // from one step to the next
  std::vector<BodyPlace> falls = footfalls_of(way, kApart * length);
  // Each foot has every second of them; farther they do not go.
  falls.resize(std::min(falls.size(), 2 * static_cast<size_t>(kMostPathPlaces) / kPartsOfStep));
  if (falls.size() < 2 || !has_room_for(session.world(), 2)) return std::nullopt;
  const double ticks = std::max(kApart * length / pace, kLeastTicks);
  const auto start = static_cast<double>(session.world().tick());
  const Terrain terrain(session.world());
  Body feet[2];
  for (Body& foot : feet) {
    foot.shape = BodyShape::kMap;
    foot.map = sole(std::clamp(length, 3, 200));
  }
  // Beside the way; the feet point along it.
  std::vector<BodyPlace> prints;
  std::vector<WayPoint> ahead_of;
  for (size_t i = 0; i < falls.size(); ++i) {
    const BodyPlace& behind = falls[i > 0 ? i - 1 : 0];
    const BodyPlace& ahead = falls[std::min(i + 1, falls.size() - 1)];
    const double dx = ahead.x - behind.x;
    const double dy = ahead.y - behind.y;
    const double apart = std::max(std::hypot(dx, dy), 1e-3);
    const double side = (i % 2 == 0 ? -kAside : kAside) * length / apart;
    const double x = falls[i].x - dy * side;
    const double y = falls[i].y + dx * side;
    prints.push_back({0, x, y, terrain.height(x, y)});
    ahead_of.push_back({dx / apart, dy / apart});
  }
  // How high a foot flies from one of its prints to the next: over all that is between.
  const auto flight = [&](size_t from, size_t to) {
    if (to >= prints.size()) return prints[from].z + kLift * length;
    const BodyPlace& a = prints[from];
    const BodyPlace& b = prints[to];
    return std::max(a.z, terrain.most_between(a.x, a.y, b.x, b.y)) + kLift * length;
  };
  for (size_t i = 0; i < prints.size(); ++i) {
    const BodyPlace& print = prints[i];
    // It comes down, stands, and is lifted; then it goes to its next print while the other stands.
    const double comes = i < 2 ? print.z + kLift * length : flight(i - 2, i);
    const std::pair<double, double> parts[kPartsOfStep] = {
        {0, comes}, {0.25, print.z}, {0.9, print.z}, {1.15, flight(i, i + 2)}};
    double nudge = 0;
    for (const auto& [share, z] : parts) {
      const auto tick = static_cast<uint64_t>(start + (static_cast<double>(i) + share) * ticks);
      feet[i % 2].path.own().push_back({tick, print.x + nudge * ahead_of[i].x, print.y + nudge * ahead_of[i].y, z});
      nudge += kNudge;
    }
  }
  BodyRange range{0, 2};
  change(session, [&](std::vector<Body>& bodies) {
    forget_gone(bodies, session.world().tick());
    range.first = add_body(bodies, std::move(feet[0]));
    add_body(bodies, std::move(feet[1]));
  });
  return range;
}

void lift_body(Session& session, size_t body, double cells) {
  change(session, [&](std::vector<Body>& bodies) { raise(bodies.at(body), cells); });
}

BodyMap OriginalMaps::scaled(const BodyMap& map, double factor) {
  Scaled next{{}, map, factor};
  const auto before =
      std::find_if(known_.rbegin(), known_.rend(), [&](const Scaled& one) { return is_same(one.map, map); });
  if (before != known_.rend()) {
    next.original = before->original;
    next.factor = before->factor * factor;
  }
  // Beyond the largest, and the smallest, there is nothing to come back from.
  const double extent = std::max(next.original.width, next.original.height);
  next.factor = std::clamp(next.factor, 1 / extent, kMostMapExtent / extent);
  // Larger and smaller again by the same is as before, whatever the product was rounded to.
  constexpr double kSame = 1e-9;
  next.map = std::abs(next.factor - 1) < kSame ? next.original : scaled_map(next.original, next.factor);
  if (known_.size() == kMostScaled) known_.pop_front();
  known_.push_back(next);
  return next.map;
}

void resize_body(Session& session, size_t body, double factor, OriginalMaps& originals) {
  change(session, [&](std::vector<Body>& bodies) {
    Body& resized = bodies.at(body);
    const auto scaled = [&](double& length) { length = std::clamp(length * factor, 0.5, 1000.0); };
    const double before = resized.radius;
    for (double* length : {&resized.radius, &resized.length, &resized.width}) scaled(*length);
    if (resized.shape == BodyShape::kMap) resized.map = originals.scaled(resized.map, factor);
    if (resized.shape == BodyShape::kBall) raise(resized, resized.radius - before);  // its lowest point stays
  });
}

void remove_body(Session& session, size_t body) {
  change(session, [&](std::vector<Body>& bodies) { bodies.erase(bodies.begin() + static_cast<ptrdiff_t>(body)); });
}

void remove_all_bodies(Session& session) {
  change(session, [](std::vector<Body>& bodies) { bodies.clear(); });
}

}  // namespace quicksand
