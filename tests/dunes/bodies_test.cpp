#include "dunes/bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/cases.h"
#include "dunes/dunes_scene.h"
#include "dunes/fixture.h"
#include "dunes/nearest_free.h"
#include "dunes/slip_faces.h"

using namespace quicksand;

namespace {

DuneState flat_field(GridSize size, int32_t height, uint8_t wetness = 0) {
  DuneState state(size, 1, false);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      state.height[{x, y}] = height;
      state.wetness[{x, y}] = wetness;
    }
  return state;
}

double height_at(const DuneWorld& world, int x, int y) {
  return static_cast<double>(world.state().height[{x, y}]) / kUnit;
}

// By a dice of its own for each use; low to high.
class Lots {
 public:
  explicit Lots(uint32_t seed) : seed_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * dice_word(row_key(seed_, 77, 3, 0), ++drawn_) / 4294967296.0;
  }
  int whole(int low, int high) { return static_cast<int>(between(low, high + 0.999)); }

 private:
  uint32_t seed_;
  uint32_t drawn_ = 0;
};

// `fastest` in cells a tick.
Body any_body(Lots& lots, GridSize size, double fastest = 60) {
  Body body;
  body.shape = std::array{BodyShape::kBall, BodyShape::kSlab, BodyShape::kMap}[static_cast<size_t>(lots.whole(0, 2))];
  body.radius = lots.between(0.5, 24);
  body.length = lots.between(1, 30);
  body.width = lots.between(1, 30);
  body.map.width = lots.whole(1, 40);
  body.map.height = lots.whole(1, 16);
  for (int i = 0; i < body.map.width * body.map.height; ++i)
    body.map.depths.own().push_back(lots.whole(0, 4) == 0 ? 0 : lots.between(0.5, 3));
  uint64_t tick = static_cast<uint64_t>(lots.whole(0, 20));
  const double speed = std::min(std::array{0.2, 1.0, 5.0, 60.0}[static_cast<size_t>(lots.whole(0, 3))], fastest);
  BodyPlace place{tick, lots.between(-10, size.width + 10), lots.between(-10, size.height + 10), 0};
  const double deepest = body.shape == BodyShape::kBall ? body.radius : 0;
  for (int i = lots.whole(1, 6); i > 0; --i) {
    place.z = deepest + lots.between(-12, 12);
    body.path.own().push_back(place);
    tick += static_cast<uint64_t>(lots.whole(1, 40));
    const auto ticks = static_cast<double>(tick - place.tick);
    place = {tick, place.x + lots.between(-1, 1) * speed * ticks, place.y + lots.between(-1, 1) * speed * ticks, 0};
  }
  return body;
}

// The most that a column's sand stands above a neighbour that nothing covers, beyond its own threshold, in cells.
double highest_step(const DuneWorld& world, const DuneSettings& settings) {
  const DuneState& state = world.state();
  Bodies bodies;
  bodies.stand(state, settings);
  double most = 0;
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x)
      for (const CellPos side : {CellPos{-1, 0}, CellPos{1, 0}, CellPos{0, -1}, CellPos{0, 1}}) {
        const CellPos other{x + side.x, y + side.y};
        if (!contains(state.size, other) || bodies.roofs().covers(other)) continue;
        const int32_t step = std::min<int32_t>(
            state.height[{x, y}] - state.height[other] - threshold_at(settings.pile, state.wetness[{x, y}]),
            state.height[{x, y}] - state.ground[{x, y}]);
        most = std::max(most, static_cast<double>(step) / kUnit);
      }
  return most;
}

}  // namespace

TEST_CASE("no body builds a tower, whatever its shape, depth and speed, and however many there are") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(20, 60)); ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    const GridSize size{lots.whole(30, 130), lots.whole(30, 90)};
    const double threshold = lots.between(0.2, 2);
    DuneSettings settings = sliding(threshold, threshold * lots.between(0.02, 0.15), lots.whole(1, 4));
    settings.pile.wet_threshold = to_units(lots.between(0, 3));
    settings.pile.neighbours = seed % 2 == 0 ? 8 : 4;
    for (int i = lots.whole(1, 5); i > 0; --i) settings.bodies.push_back(any_body(lots, size));
    const auto wetness = static_cast<uint8_t>(lots.whole(0, 1) * lots.whole(0, 255));
    DuneWorld world(flat_field(size, to_units(lots.between(0, 12)), wetness), settings, dune_palette());
    const int64_t sand = world.total_sand();
    double worst = 0;
    for (int tick = 0; tick < 150; ++tick) {
      run(world, 1, 1);
      worst = std::max(worst, highest_step(world, settings));
    }
    CHECK(world.total_sand() == sand);
    CHECK(worst <= 1);
  }
}

namespace {

// What may shut columns in: a map with holes, or bodies that touch one another; by the walls, as a rule.
std::vector<Body> any_pockets(Lots& lots, GridSize size, double depth) {
  std::vector<Body> bodies(1);
  std::vector<BodyPlace> middles{{}};
  if (lots.whole(0, 1) == 0) {
    BodyMap& map = bodies[0].map;
    bodies[0].shape = BodyShape::kMap;
    map.width = lots.whole(3, 30);
    map.height = lots.whole(3, 30);
    const double filling = lots.between(0.6, 0.95);
    for (int i = map.width * map.height; i > 0; --i)
      map.depths.own().push_back(lots.between(0, 1) < filling ? lots.between(1, 4) : 0);
  } else {
    const bool are_balls = lots.whole(0, 1) == 0;
    const double radius = lots.between(2, 7);
    for (Body& body : bodies = std::vector<Body>(static_cast<size_t>(lots.whole(2, 6)))) {
      body.shape = are_balls ? BodyShape::kBall : BodyShape::kSlab;
      body.radius = radius;
      body.length = radius * lots.between(0.5, 2);
      body.width = radius * lots.between(0.5, 2);
    }
    while (middles.size() < bodies.size()) {
      const BodyPlace& beside = middles[static_cast<size_t>(lots.whole(0, static_cast<int>(middles.size()) - 1))];
      const double turn = lots.whole(0, 5) * 1.0472;
      middles.push_back({0, beside.x + std::cos(turn) * 1.9 * radius, beside.y + std::sin(turn) * 1.9 * radius, 0});
    }
  }
  // Beside the left wall, the upper one, in the corner, or anywhere.
  const auto first = [&](auto coordinate, double reach) {
    double least = 0;
    for (const BodyPlace& middle : middles) least = std::min(least, middle.*coordinate);
    return reach - least;
  };
  const double reach = bodies[0].shape == BodyShape::kBall ? bodies[0].radius : lots.between(1, 8);
  const double x = lots.whole(0, 1) == 0 ? first(&BodyPlace::x, reach) : lots.between(20, size.width - 20);
  const double y = lots.whole(0, 1) == 0 ? first(&BodyPlace::y, reach) : lots.between(20, size.height - 20);
  const double above = bodies[0].shape == BodyShape::kBall ? bodies[0].radius : 0;
  const double from_z = above + lots.between(0, depth);
  const double to_z = lots.whole(0, 1) == 0 ? from_z : above + lots.between(0, depth);
  const double speed = lots.whole(0, 1) * lots.between(0, 12);
  const double turn = lots.between(0, 6.2832);
  const uint64_t ticks = static_cast<uint64_t>(lots.whole(1, 25));
  const double way = speed * static_cast<double>(ticks);
  for (size_t i = 0; i < bodies.size(); ++i) {
    const double start_x = x + middles[i].x;
    const double start_y = y + middles[i].y;
    bodies[i].stays = true;
    bodies[i].path = {{1, start_x, start_y, from_z},
                      {1 + ticks, start_x + way * std::cos(turn), start_y + way * std::sin(turn), to_z}};
  }
  return bodies;
}

// Whether a tick is more than one of them.
bool takes_strides(const std::vector<Body>& bodies) {
  return std::any_of(bodies.begin(), bodies.end(), [](const Body& body) {
    const BodyPlace& from = body.path[0];
    const BodyPlace& to = body.path[1];
    return std::hypot(to.x - from.x, to.y - from.y) >= stride_of(body) * static_cast<double>(to.tick - from.tick);
  });
}

// Of columns that nothing covers those of the open field: the largest part of them; in an open world, whatever leads
// over the edge.
std::vector<uint8_t> open_field(const DuneState& state, const Roofs& roofs) {
  const int width = state.size.width;
  const auto index = [&](CellPos cell) { return static_cast<size_t>(cell.y * width + cell.x); };
  std::vector<uint8_t> seen(static_cast<size_t>(state.size.cells()), 0);
  std::vector<CellPos> part;
  const auto flood = [&](CellPos start) {
    if (roofs.covers(start) || seen[index(start)] != 0) return;
    size_t done = part.size();
    part.push_back(start);
    seen[index(start)] = 1;
    for (; done < part.size(); ++done)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const CellPos other{part[done].x + dx, part[done].y + dy};
          if (!contains(state.size, other) || roofs.covers(other) || seen[index(other)] != 0) continue;
          seen[index(other)] = 1;
          part.push_back(other);
        }
  };
  std::vector<CellPos> largest;
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < width; ++x) {
      const bool is_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == state.size.height;
      if (state.open && !is_edge) continue;
      if (!state.open) part.clear();
      flood({x, y});
      if (part.size() > largest.size()) largest = part;
    }
  std::vector<uint8_t> is_field(seen.size(), 0);
  for (const CellPos cell : largest) is_field[index(cell)] = 1;
  return is_field;
}

}  // namespace

// No higher than the highest column that there has been in the open field, and a slope of the threshold from there to
// the middle of the pocket, and a cell. That holds stride by stride; what is seen after a tick of several may have been
// half as high again in between, where bodies drive sand against walls.
TEST_CASE("pockets that bodies shut in are no higher than sand from the field around could be") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(60, 1000)); ++seed) {
    INFO("seed " << seed);
    Lots lots(5000 + seed);
    const GridSize size{lots.whole(80, 130), lots.whole(80, 110)};
    const double depth = lots.between(2, 40);
    const double threshold = lots.between(0.3, 2);
    DuneSettings settings = sliding(threshold, threshold / 10);
    settings.pile.neighbours = lots.whole(1, 2) * 4;
    settings.bodies = any_pockets(lots, size, depth);
    DuneState field = flat_field(size, to_units(depth));
    field.set_border(seed % 3 == 0);
    DuneWorld world(std::move(field), settings, dune_palette());
    const int64_t sand = world.total_sand();
    const double between_ticks = takes_strides(settings.bodies) ? 1.5 : 1;
    double highest = depth;
    double farthest = 0;
    NearestFree nearest;
    for (int tick = 0; tick < 30; ++tick) {
      run(world, 1, 1);
      if (!world.state().open) REQUIRE(world.total_sand() == sand);
      Bodies bodies;
      bodies.stand(world.state(), settings);
      const std::vector<uint8_t> is_field = open_field(world.state(), bodies.roofs());
      nearest.find({0, 0, size.width, size.height}, is_field);
      double highest_pocket = 0;
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
          if (bodies.roofs().covers({x, y})) continue;
          const std::optional<CellPos> outside = nearest.of({x, y});
          if (outside == CellPos{x, y}) {
            highest = std::max(highest, height_at(world, x, y));
          } else {
            highest_pocket = std::max(highest_pocket, height_at(world, x, y));
            if (outside) farthest = std::max(farthest, std::hypot(outside->x - x, outside->y - y));
          }
        }
      INFO("tick " << tick);
      CHECK(highest_pocket <= highest * between_ticks + threshold * farthest + 1);
    }
  }
}

TEST_CASE("where all open columns of a world are in pockets the largest takes what the others cannot") {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    const int width = lots.whole(8, 40);
    const int height = lots.whole(8, 40);
    DuneSettings settings = sliding(0.6, 0.06);
    Body lid;
    lid.shape = BodyShape::kMap;
    lid.map = {width, height, std::vector<double>(static_cast<size_t>(width * height), 1)};
    const auto hole = [&](int x, int y) { lid.map.depths.own()[static_cast<size_t>(y * width + x)] = 0; };
    const int holes = lots.whole(0, 2);  // none, one, or one of four columns besides
    if (holes > 0) hole(1, 1);
    if (holes > 1)
      for (const CellPos cell : {CellPos{4, 4}, CellPos{5, 4}, CellPos{4, 5}, CellPos{5, 5}}) hole(cell.x, cell.y);
    lid.path = {{1, width / 2.0, height / 2.0, 5}};
    settings.bodies.push_back(lid);
    DuneWorld world(flat_field({width, height}, 6 * kUnit), settings, dune_palette());
    const int64_t sand = world.total_sand();
    run(world, 5, 1);
    CHECK(world.total_sand() == sand);
    if (holes == 1) CHECK(height_at(world, 1, 1) == 6 + 2 * (width * height - 1));
    if (holes < 2) continue;
    CHECK(height_at(world, 1, 1) <= 6 + 0.6 * 3 * 1.415 + 1);
    CHECK(height_at(world, 4, 4) > 2 * (width * height - 5) / 4.0);
  }
}

TEST_CASE("roofs that are taken back leave those that were there before") {
  const GridSize size{20, 10};
  const DuneState state = flat_field(size, 0);
  for (uint32_t seed = 1; seed <= 50; ++seed) {
    Lots lots(seed);
    Roofs expected;
    Roofs roofs;
    expected.clear(size);
    roofs.clear(size);
    const auto any_cell = [&] { return CellPos{lots.whole(0, 19), lots.whole(0, 9)}; };
    for (int i = lots.whole(0, 150); i > 0; --i) {
      const CellPos cell = any_cell();
      const int32_t underside = lots.whole(0, 5);
      expected.lower(cell, underside);
      roofs.lower(cell, underside);
    }
    const size_t mark = roofs.mark();
    for (int i = lots.whole(0, 150); i > 0; --i) roofs.lower(any_cell(), lots.whole(0, 5));
    roofs.take_back(mark);
    CHECK(std::equal(roofs.columns().begin(), roofs.columns().end(), expected.columns().begin(),
                     expected.columns().end()));
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) REQUIRE(roofs.over(state, {x, y}) == expected.over(state, {x, y}));
  }
}

// What would need many turns to settle: slopes that reach across the world, strides by the hundred, no way past the
// body.
TEST_CASE("a tick with bodies looks at so many columns at most, and sand stays the same", "[thorough]") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(5, 12)); ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    const GridSize size{lots.whole(60, 150), lots.whole(12, 60)};
    const double threshold = lots.between(0.002, 0.1);
    DuneSettings settings = sliding(threshold, threshold / 2);
    Body ball;
    ball.radius = lots.between(2, seed % 2 == 0 ? 5 : size.height);
    uint64_t tick = 0;
    for (int i = 0; i < 6; ++i)
      ball.path.own().push_back({tick++, (i % 2) * 1.0 * size.width, lots.between(0, size.height), ball.radius});
    settings.bodies.push_back(ball);
    DuneWorld world(flat_field(size, to_units(lots.between(5, 40))), settings, dune_palette());
    DuneState state = world.state();
    Bodies bodies;
    for (int i = 0; i < 6; ++i) {
      int64_t woken = 0;
      bodies.move(state, settings, [&](const RowSpan&) { ++woken; });
      ++state.tick;
      CHECK(woken < 9 * (int64_t{1} << 19));  // a column, and its neighbours, for each that is looked at
    }
    CHECK(DuneWorld(std::move(state), settings, dune_palette()).total_sand() == world.total_sand());
  }
}

TEST_CASE("what sleeps makes no difference to bodies, whatever they do") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(20, 60)); ++seed) {
    INFO("seed " << seed);
    const auto hash_of = [&](bool sleeping) {
      Lots lots(1000 + seed);
      const GridSize size{lots.whole(30, 200), lots.whole(30, 120)};
      const double threshold = lots.between(0.05, 2);
      DuneSettings settings = sliding(threshold, threshold * lots.between(0.02, 0.4), lots.whole(1, 4));
      settings.pile.wet_threshold = to_units(lots.between(0, 3));
      settings.pile.neighbours = seed % 4 == 0 ? 4 : 8;
      for (int i = lots.whole(1, 4); i > 0; --i) settings.bodies.push_back(any_body(lots, size));
      DuneState field = flat_field(size, to_units(lots.between(0, 12)), static_cast<uint8_t>(lots.whole(0, 255)));
      // Hills that stand just as steep as they can, or steeper.
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          if (lots.whole(0, 9) == 0) field.height[{x, y}] += to_units(threshold * lots.between(0, 1.5));
      DuneWorld world(std::move(field), settings, dune_palette());
      world.set_sleeping(sleeping);
      run(world, 260, 1);
      return world.state_hash();
    };
    CHECK(hash_of(true) == hash_of(false));
  }
}

TEST_CASE("what a body held back across a corner slides when it goes, also in a world that slept") {
  const auto after = [](bool sleeping) {
    // A pit under the body has rock at its sides, and sand at its corners alone.
    DuneState field = flat_field({40, 40}, 4 * kUnit);
    for (const CellPos rock : {CellPos{19, 20}, CellPos{21, 20}, CellPos{20, 19}, CellPos{20, 21}})
      field.ground[rock] = 4 * kUnit;
    field.height[{20, 20}] = 0;
    Body post;
    post.shape = BodyShape::kSlab;
    post.length = post.width = 1;
    post.path = {{0, 20.5, 20.5, 0}, {200, 20.5, 20.5, 0}};
    DuneSettings settings = sliding(0.6, 0.06);
    settings.pile.neighbours = 8;
    settings.bodies.push_back(post);
    DuneWorld world(std::move(field), settings, dune_palette());
    world.set_sleeping(sleeping);
    run(world, 190, 1);
    CHECK(height_at(world, 20, 20) == 0);
    run(world, 200, 1);
    return height_at(world, 20, 20);
  };
  CHECK(after(false) > 1);
  CHECK(after(true) == after(false));
}

namespace {

// A ball that has stood in the sand for so long that all is at rest.
Body standing_ball() {
  Body ball;
  ball.radius = 12;
  ball.path = {{0, 30, 40, 12}, {150, 30, 40, 12}};
  return ball;
}

}  // namespace

TEST_CASE("a body that jumps leaves no walls where it was, also in a world that slept there") {
  DuneSettings settings = sliding(0.6, 0.06);
  Body ball = standing_ball();
  ball.path.own().push_back({150, 90, 40, 12});
  ball.path.own().push_back({400, 90, 40, 12});
  settings.bodies.push_back(ball);
  DuneWorld world(flat_field({120, 80}, 10 * kUnit), settings, dune_palette());
  run(world, 150);
  DuneWorld loaded(world.state(), settings, dune_palette());
  for (int tick = 150; tick < 170; ++tick) {
    run(world, 1);
    run(loaded, 1);
    CHECK(highest_step(world, settings) <= 1);
    REQUIRE(world.state_hash() == loaded.state_hash());
  }
}

TEST_CASE("where sand lies between a body that stands and a wall no cliff grows") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(6, 30)); ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    const GridSize size{lots.whole(48, 80), lots.whole(40, 60)};
    const double threshold = lots.between(0.2, 1);
    DuneSettings settings = sliding(threshold, threshold * lots.between(0.1, 0.5));
    settings.pile.neighbours = seed % 2 == 0 ? 8 : 4;
    const double gap = lots.between(0.5, 3);
    Body body;
    body.shape = seed % 3 == 0 ? BodyShape::kSlab : BodyShape::kBall;
    body.radius = lots.between(8, 15);
    body.length = body.width = 2 * body.radius;
    body.stays = true;
    const double depth = lots.between(10, 40);
    body.path.own().push_back({0, size.width - body.radius - gap, size.height - body.radius - gap,
                               body.shape == BodyShape::kBall ? depth - body.radius / 3 : depth / 2});
    settings.bodies.push_back(body);
    DuneWorld world(flat_field(size, to_units(depth)), settings, dune_palette());
    const int64_t sand = world.total_sand();
    for (int i = 0; i < 12; ++i) {
      run(world, 30);
      while (world.tick() % kSlipFaceTicks != 1) run(world, 1);
      CHECK(highest_step(world, settings) <= static_cast<double>(kSlipFaceSlack) / kUnit);
    }
    CHECK(world.total_sand() == sand);
  }
}

// Rock far higher than any sand: a fence of one or more columns, straight or aslant, or a cliff. Each of its sides has
// room.
TEST_CASE("bodies lift no sand over rock that stands higher, whatever they are and however they move") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(12, 200)); ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    const GridSize size{lots.whole(60, 140), lots.whole(60, 140)};
    DuneState state(size, seed, false);
    const double lean = lots.between(-1, 1);
    const double thickness = lots.whole(0, 1) == 0 ? lots.between(2.5, 12) : 1000;
    const double left = size.width * lots.between(0.3, 0.7) - lean * size.height / 2;
    const auto rock = static_cast<int32_t>(lots.between(150, 400) * kUnit);
    const double depths[2] = {lots.between(0, 12), lots.between(0, 12)};
    Plane<int8_t> side(size);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const double past = x - left - lean * y;
        const CellPos cell{x, y};
        side[cell] = past < 0 ? 0 : past < thickness ? 1 : 2;
        state.ground[cell] = side[cell] == 1 ? rock : 0;
        state.height[cell] = state.ground[cell] + (side[cell] == 1 ? 0 : to_units(depths[side[cell] / 2]));
      }
    const auto sand_of = [&](const DuneState& now, int8_t which) {
      int64_t sum = 0;
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          if (side[{x, y}] == which) sum += now.height[{x, y}] - now.ground[{x, y}];
      return sum;
    };
    const int64_t before[3] = {sand_of(state, 0), sand_of(state, 1), sand_of(state, 2)};
    DuneSettings settings = sliding(lots.between(0.3, 1.5), 0.1);
    for (int i = lots.whole(1, 3); i > 0; --i) settings.bodies.push_back(any_body(lots, size, 6));
    DuneWorld world(std::move(state), settings, dune_palette());
    double worst = 0;
    for (int tick = 0; tick < 60; ++tick) {
      run(world, 1);
      INFO("tick " << tick);
      worst = std::max(worst, highest_step(world, settings));
      for (const int8_t which : {0, 1, 2}) {
        INFO("side " << int{which});
        REQUIRE(sand_of(world.state(), which) == before[which]);
      }
    }
    CHECK(worst <= 1);
  }
}

TEST_CASE("a body in a pit of rock that it fills leaves no sand in itself, however high the rim is") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(12, 100)); ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    const GridSize size{90, 90};
    DuneState state(size, seed, false);
    const double radius = lots.between(3, 20);
    const double gap = lots.between(-2, 2);
    const auto rim = static_cast<int32_t>(lots.between(1, 60) * kUnit);
    const int32_t depth = to_units(lots.between(1, 12));
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const double away = std::hypot(x - 44.5, y - 44.5) - radius - gap;
        state.ground[{x, y}] = away > 0 && away < 4 ? rim : 0;
        state.height[{x, y}] = std::max(state.ground[{x, y}], depth);
      }
    DuneSettings settings = sliding(lots.between(0.3, 1.5), 0.1);
    Body body;
    body.shape = lots.whole(0, 1) == 0 ? BodyShape::kBall : BodyShape::kSlab;
    body.radius = radius;
    body.length = body.width = 2 * radius;
    body.stays = true;
    const double low = lots.between(0, 1);
    body.path.own().push_back({2, 45, 45, body.shape == BodyShape::kBall ? low + radius : low});
    settings.bodies.push_back(body);
    DuneWorld world(std::move(state), settings, dune_palette());
    const int64_t sand = world.total_sand();
    for (int tick = 0; tick < 6; ++tick) {
      run(world, 1);
      Bodies bodies;
      bodies.stand(world.state(), settings);
      for (const CellPos cell : bodies.roofs().columns())
        REQUIRE(world.state().height[cell] <= bodies.roofs().over(world.state(), cell));
    }
    CHECK(world.total_sand() == sand);
  }
}

TEST_CASE("a body that is taken away, lifted or made smaller leaves no walls") {
  DunesScene scene;
  scene.settings = sliding(0.6, 0.06);
  DuneSettings with_ball = scene.settings;
  with_ball.bodies.push_back(standing_ball());
  with_ball.bodies[0].stays = true;
  SECTION("away") {}
  SECTION("up") {
    scene.settings = with_ball;
    for (BodyPlace& place : scene.settings.bodies[0].path.own()) place.z += 8;
  }
  SECTION("smaller") {
    scene.settings = with_ball;
    scene.settings.bodies[0].radius = 5;
  }
  DuneWorld world(flat_field({120, 80}, 10 * kUnit), with_ball, dune_palette());
  run(world, 200);
  const int64_t sand = world.total_sand();
  world.set(scene);
  CHECK(highest_step(world, scene.settings) <= 1);
  run(world, 1);
  CHECK(highest_step(world, scene.settings) <= 1);
  CHECK(world.total_sand() == sand);
}

TEST_CASE("a ball in the sand hands it on to the columns around and pushes a wave before it") {
  DuneSettings settings = sliding(0.6, 0.15, 8);
  Body ball;
  ball.radius = 10;
  ball.path = {{0, 30, 40, 9}, {400, 130, 40, 9}};
  settings.bodies.push_back(ball);
  DuneWorld world(flat_field({160, 80}, 4 * kUnit), settings, dune_palette());
  const int64_t sand = world.total_sand();
  run(world, 301);
  CHECK(world.total_sand() == sand);
  // It was at x = 105 in the last tick.
  double before = 0;
  for (int x = 113; x < 125; ++x) before = std::max(before, height_at(world, x, 40));
  CHECK(before > 5);                    // the wave
  CHECK(height_at(world, 70, 40) < 3);  // the furrow
  double beside = 0;
  for (int y = 45; y < 62; ++y) beside = std::max(beside, height_at(world, 70, y));
  CHECK(beside > 4.4);  // and its walls
  CHECK(height_at(world, 20, 10) == 4);
}

TEST_CASE("a body leaves no sand where it is") {
  DuneState state = flat_field({80, 80}, 6 * kUnit);
  DuneSettings settings = sliding(0.6, 0.06);
  Body ball;
  ball.radius = 12;
  ball.path = {{0, 40, 40, 10}, {10, 42, 40, 10}};
  settings.bodies.push_back(ball);
  int64_t woken = 0;
  Bodies().move(state, settings, [&](const RowSpan&) { ++woken; });
  CHECK(woken > 100);
  int64_t sum = 0;
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 80; ++x) {
      sum += state.height[{x, y}];
      const double dx = x + 0.5 - 40;
      const double dy = y + 0.5 - 40;
      const double squared = 144 - dx * dx - dy * dy;
      if (squared > 0) CHECK(state.height[{x, y}] <= to_units(std::max(10 - std::sqrt(squared), 0.0)));
    }
  CHECK(sum == int64_t{80} * 80 * 6 * kUnit);
}

TEST_CASE("damp sand keeps a print, dry sand loses it, and what is pressed is accounted for") {
  const auto depth_after = [&](uint8_t wetness, int64_t& pressed) {
    DuneSettings settings = sliding(0.5, 0.05);
    settings.pile.wet_threshold = to_units(5);
    Body foot;
    foot.shape = BodyShape::kSlab;
    foot.length = 12;
    foot.width = 6;
    foot.path = {{0, 30, 30, 8}, {10, 30, 30, 3}, {20, 30, 30, 8}};
    settings.bodies.push_back(foot);
    DuneWorld world(flat_field({60, 60}, 5 * kUnit, wetness), settings, dune_palette());
    const int64_t sand = world.total_sand();
    run(world, 600);
    CHECK(world.total_sand() == sand);
    pressed = world.state().pressed;
    return 5 - height_at(world, 30, 30);
  };
  int64_t pressed_wet = 0;
  int64_t pressed_dry = 0;
  CHECK(depth_after(255, pressed_wet) == Approx(2).margin(0.05));
  CHECK(depth_after(0, pressed_dry) < 1.5);  // slopes of 0.5 from the middle of a print that is 6 wide

  CHECK(pressed_dry == 0);
  // 12 x 6 columns lose 2 cells, of which 160/256 is pressed.
  CHECK(static_cast<double>(pressed_wet) / kUnit == Approx(12 * 6 * 2 * 160 / 256.0).epsilon(0.05));
}

TEST_CASE("a body of a map presses its own shape, and one with a single place stays where it is") {
  DuneSettings settings = sliding(0.5, 0.05);
  settings.pile.wet_threshold = to_units(5);
  Body body;
  body.shape = BodyShape::kMap;
  body.map = {4, 3, {1, 1, 0, 1, 2, 2, 2, 2, 1, 0, 1, 1}};
  body.path = {{3, 20, 20.5, 4.5}};
  settings.bodies.push_back(body);
  DuneWorld world(flat_field({40, 40}, 4 * kUnit, 255), settings, dune_palette());
  const int64_t sand = world.total_sand();
  run(world, 3);
  CHECK(height_at(world, 19, 20) == 4);  // it is not there yet
  run(world, 300);
  CHECK(world.total_sand() == sand);
  // Its way is to the right, so that rows are rows: x from 18 to 21, y from 19 to 21.
  const double expected[3][4] = {{3.5, 3.5, 4, 3.5}, {2.5, 2.5, 2.5, 2.5}, {3.5, 4, 3.5, 3.5}};
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x) {
      INFO(x << ", " << y);
      if (expected[y][x] < 4)
        CHECK(height_at(world, 18 + x, 19 + y) == expected[y][x]);
      else
        CHECK(height_at(world, 18 + x, 19 + y) >= 4);
    }
}

TEST_CASE("sand leaves a long body at its long sides") {
  DuneState state = flat_field({90, 60}, 2 * kUnit);
  DuneSettings settings = sliding(0.6, 0.06);
  Body body;
  body.shape = BodyShape::kMap;
  body.map = {40, 4, std::vector<double>(160, 1)};
  body.path = {{0, 45, 30, 2}};
  settings.bodies.push_back(body);
  Bodies().move(state, settings, [](const RowSpan&) {});
  int32_t at_ends = 0;
  int32_t at_sides = 0;
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 90; ++x) {
      const int32_t gained = std::max(state.height[{x, y}] - 2 * kUnit, 0);
      (x < 25 || x >= 65 ? at_ends : at_sides) += gained;
    }
  // Of 160 columns the four corners of 45 degrees at each end are nearer to the end, or as near: 8 of 80 rows of two.
  CHECK(at_ends + at_sides == 160 * kUnit);
  CHECK(at_ends < at_sides / 10);
}

TEST_CASE("a body that stands in the sand lets it rest") {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    DuneSettings settings = sliding(0.6, 0.06, 2);
    Body body = any_body(lots, {60, 50});
    const double depth = body.shape == BodyShape::kBall ? body.radius : 0;
    body.path = {{5, 30.3, 25.2, depth + lots.between(-2, 4)}};
    settings.bodies.push_back(body);
    DuneWorld world(flat_field({60, 50}, 5 * kUnit), settings, dune_palette());
    run(world, 100, 1);
    Parallel parallel(1);
    CHECK(world.count_active(parallel) == 0);
    const DuneState before = world.state();
    run(world, 10, 1);
    for (int y = 0; y < 50; ++y)
      for (int x = 0; x < 60; ++x) REQUIRE(world.state().height[{x, y}] == before.height[{x, y}]);
  }
}

TEST_CASE("a source that jumps pushes up as much where it arrives as one that appears there") {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    INFO("seed " << seed);
    Lots lots(seed);
    const double radius = lots.between(3, 14);
    const double x = lots.between(80, 100);
    const double y = lots.between(20, 60);
    const double height = lots.between(-radius / 2, radius);
    const BodyPlace start{0, 30, 40, -radius};
    const auto sand_after = [&](std::vector<BodyPlace> path) {
      DuneSettings settings = sliding(0.6, 0.06);
      Body hill;
      hill.shape = BodyShape::kHill;
      hill.is_source = true;
      hill.radius = radius;
      hill.path = std::move(path);
      settings.bodies.push_back(hill);
      DuneWorld world(flat_field({120, 80}, 0), settings, dune_palette());
      run(world, 60, 1);
      return world.total_sand();
    };
    const int64_t rising = sand_after({start, {20, 30, 40, 0}});
    const int64_t appearing = sand_after({{21, x, y, height}, {50, x, y, height}});
    CHECK(appearing > 0);
    CHECK(sand_after({start, {20, 30, 40, 0}, {20, x, y, height}, {50, x, y, height}}) == rising + appearing);
  }
}

TEST_CASE("a rising hill brings new sand, and its edge climbs faster than the pile below follows") {
  DuneSettings settings = sliding(0.6, 0.06, 1);
  Body hill;
  hill.shape = BodyShape::kHill;
  hill.is_source = true;
  hill.radius = 30;
  hill.path = {{0, 60, 60, -30}, {300, 60, 60, 0}};
  settings.bodies.push_back(hill);
  DuneWorld world(flat_field({120, 120}, 0), settings, dune_palette());
  double last = 0;
  for (int tick = 0; tick < 300; tick += 50) {
    run(world, 50);
    const double tip = height_at(world, 60, 60);
    CHECK(tip > last);
    last = tip;
  }
  // What came is a cone 30 high and wide, in columns, but for the rounding of each tick.
  const double cone = 3.14159265 * 30 * 30 * 30 / 3;
  CHECK(static_cast<double>(world.total_sand()) / kUnit == Approx(cone).epsilon(0.02));
  run(world, 1500);
  CHECK(height_at(world, 60, 60) < last);  // a slope of 1 is too steep: it comes down
}

TEST_CASE("a world is at rest when its bodies have come to the ends of their ways, and no sooner") {
  Parallel parallel(1);
  for (const bool stays : {false, true})
    for (const bool is_source : {false, true})
      for (const uint64_t comes : {uint64_t{0}, uint64_t{25}}) {
        INFO((stays ? "stays" : "goes") << (is_source ? ", source" : "") << ", comes in tick " << comes);
        DuneSettings settings = sliding(1, 0.5);
        Body ball;
        ball.radius = 3;
        ball.is_source = is_source;
        ball.stays = stays;
        const double z = is_source ? -50 : 50;  // it touches nothing
        ball.path = {BodyPlace{comes, 10, 10, z}, BodyPlace{comes + 40, 30, 10, z}};
        settings.bodies = {ball};
        DuneWorld world(DuneState({40, 40}, 1, true), settings, dune_palette());
        const uint64_t end = comes + 40 + (stays ? 1 : 2);
        while (world.tick() < end) {
          REQUIRE_FALSE(world.is_at_rest(parallel));
          run(world, 1);
        }
        CHECK(world.is_at_rest(parallel));
      }
}

TEST_CASE("a world in which the wind carries chips is not at rest") {
  Parallel parallel(1);
  DuneSettings settings = sliding(1, 0.5);
  settings.pile.chip_firing = true;
  settings.wind = breeze(Heading::kEast);
  DuneState state({60, 20}, 1, true);
  for (int y = 0; y < 20; ++y)
    for (int x = 5; x < 20; ++x) state.height[{x, y}] = 2 * kUnit;
  DuneWorld world(std::move(state), settings, dune_palette());
  uint64_t before = world.state_hash();
  int still = 0;
  for (int i = 0; i < 400; ++i) {
    const bool rests = world.is_at_rest(parallel);
    run(world, 1);
    still += rests ? 1 : 0;
    REQUIRE((!rests || world.total_sand() == 0));
  }
  CHECK(still < 400);
  CHECK(world.state_hash() != before);
}
