#include "dunes/sandpile.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/cases.h"
#include "dunes/fixture.h"

using namespace quicksand;

namespace {

std::vector<int> cells_of(const DuneWorld& world) {
  std::vector<int> heights;
  for (int x = 0; x < world.size().width; ++x) heights.push_back(world.state().height[{x, 0}] / kUnit);
  return heights;
}

// All that can be in a world: rock, wet sand, wind, a ball that moves through it.
DuneWorld busy_world(GridSize size, std::string_view kernel, int neighbours) {
  DuneState state = noise_field(size, 6, 5);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const uint32_t dice = dice_word(row_key(5, 98, 1, y), static_cast<uint32_t>(x));
      if (dice % 11 == 0) state.ground[{x, y}] = std::min(state.height[{x, y}], kUnit);
      if (x > size.width / 2) state.wetness[{x, y}] = static_cast<uint8_t>(dice >> 8);
    }
  DuneSettings settings = sliding(0.7, 0.1, 2);
  settings.pile.neighbours = neighbours;
  settings.pile.wet_threshold = to_units(1.5);
  settings.wind = breeze(Heading::kEast);
  Body ball;
  ball.radius = 6;
  ball.path = {{0, 10, 20, 6}, {80, size.width - 10.0, 30, 5}};
  settings.bodies.push_back(ball);
  return DuneWorld(std::move(state), settings, dune_palette(), kernel);
}

}  // namespace

TEST_CASE("the worked example takes both of its steps and is stable then") {
  for (const DuneRows& rows : dune_rows()) {
    INFO(rows.name);
    DuneState state({9, 1}, 1, false);
    const int start[] = {0, 1, 3, 4, 2, 1, 3, 3, 0};
    for (int x = 0; x < 9; ++x) state.height[{x, 0}] = start[x] * kUnit;
    DuneWorld world(std::move(state), sliding(2, 1), dune_palette(), rows.name);
    run(world, 1);
    CHECK(cells_of(world) == std::vector{0, 2, 2, 3, 3, 2, 2, 2, 1});
    run(world, 1);
    CHECK(cells_of(world) == std::vector{1, 1, 2, 3, 3, 2, 2, 2, 1});
    run(world, 5);
    CHECK(cells_of(world) == std::vector{1, 1, 2, 3, 3, 2, 2, 2, 1});
    CHECK(world.total_sand() == 17 * kUnit);
  }
}

TEST_CASE("dunes are the same with every kernel, on any number of threads, and with or without sleep", "[thorough]") {
  const GridSize size{201, 77};  // no multiple of a tile or a vector
  for (const int neighbours : {4, 8}) {
    INFO(neighbours << " neighbours");
    const auto hash_of = [&](std::string_view kernel, int threads, bool sleeping) {
      DuneWorld world = busy_world(size, kernel, neighbours);
      world.set_sleeping(sleeping);
      Parallel parallel(threads);
      for (int tick = 0; tick < 120; ++tick) {
        if (tick == 40) world.push({{90, 40}, 20, 3, 0, 0});
        world.step(parallel);
      }
      return world.state_hash();
    };
    const uint64_t expected = hash_of("reference", 1, false);
    for (const DuneRows& rows : dune_rows()) {
      INFO(rows.name);
      CHECK(hash_of(rows.name, 1, true) == expected);
    }
    for (const int threads : {2, 7}) CHECK(hash_of("auto", threads, true) == expected);
  }
}

TEST_CASE("what sleeps makes no difference to what is painted, pushed, pressed or dries") {
  const auto hash_of = [](bool sleeping, int neighbours) {
    DuneState state({192, 96}, 1, false);
    for (int y = 0; y < 96; ++y)
      for (int x = 0; x < 192; ++x) {
        state.height[{x, y}] = x > 120 && x < 160 ? 9 * kUnit : 3 * kUnit;
        state.wetness[{x, y}] = x > 100 ? 60 : 0;  // dry by the end, and then the block slides
      }
    DuneSettings settings = sliding(0.6, 0.06);
    settings.pile.wet_threshold = to_units(40);
    settings.pile.neighbours = neighbours;
    Body ball;
    ball.radius = 5;
    ball.path = {{200, 20, 70, 5}, {260, 60, 70, 4}};
    settings.bodies.push_back(ball);
    DuneWorld world(std::move(state), settings, dune_palette());
    world.set_sleeping(sleeping);
    Parallel parallel(1);
    PaintCommand command;
    command.width = 11;
    command.entries = {1};
    for (int tick = 0; tick < 192 * 61; ++tick) {
      // Long pauses, so that all falls asleep in between.
      if (tick == 500) world.push({{40, 40}, 12, 3, 0, 0});
      command.from = command.to = {80, 20};
      if (tick >= 1500 && tick < 1510) world.paint(command);
      world.step(parallel);
    }
    return world.state_hash();
  };
  for (const int neighbours : {4, 8}) CHECK(hash_of(true, neighbours) == hash_of(false, neighbours));
}

TEST_CASE("columns can be filled to the brim and nothing is lost") {
  DuneState state({9, 9}, 1, false);
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) state.height[{x, y}] = kMostPaintedHeight;
  DuneSettings settings = sliding(0.6, 0.06);
  settings.wind = breeze(Heading::kEast);
  Body ball;
  ball.radius = 100;
  ball.path = {{0, 4, 4, 0}, {50, 4, 4, 0}};
  settings.bodies.push_back(ball);
  DuneWorld world(std::move(state), settings, dune_palette());
  const int64_t sand = world.total_sand();
  for (int tick = 0; tick < 60; ++tick) {
    run(world, 1);
    REQUIRE(world.total_sand() == sand);
  }
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) CHECK(world.state().height[{x, y}] >= 0);
}

TEST_CASE("no sand is won or lost, whatever moves it") {
  DuneWorld world = busy_world({160, 120}, "auto", 8);
  const int64_t before = world.total_sand();
  Parallel parallel(2);
  for (int tick = 0; tick < 400; ++tick) {
    if (tick % 50 == 10) world.push({{20 + tick / 4, 60}, 18, tick % 100 == 10 ? 3.0 : 0.4, 0.2, 0});
    world.step(parallel);
    REQUIRE(world.total_sand() == before);
  }
  CHECK(world.state().pressed > 0);
}

TEST_CASE("wetness goes with the sand that slides, and mixes with what it meets") {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    INFO("seed " << seed);
    // A wet heap collapses over bare ground, or over thin dry sand.
    const GridSize size{90, 70};
    DuneState state(size, seed, false);
    const bool is_bare = seed % 2 == 0;
    const int radius = 4 + static_cast<int>(seed) % 9;
    const auto wetness = static_cast<uint8_t>(20 * seed);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const bool in_heap = std::hypot(x - 45, y - 35) < radius;
        state.height[{x, y}] = in_heap ? 25 * kUnit : is_bare ? 0 : kUnit;
        if (in_heap) state.wetness[{x, y}] = wetness;
      }
    const auto water_in = [&](const DuneState& of) {
      double sum = 0;
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) sum += double(wetness_of(of, {x, y})) * of.sand({x, y});
      return sum;
    };
    DuneSettings settings = sliding(0.6, 0.06, 4);
    settings.pile.wet_threshold = to_units(1);
    settings.pile.neighbours = seed % 3 == 0 ? 8 : 4;
    const double before = water_in(state);
    DuneWorld world(std::move(state), settings, dune_palette());
    run(world, 190);  // before it begins to dry
    CHECK(water_in(world.state()) == Approx(before).epsilon(0.002));
    double dry = 0;
    double all = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const int32_t sand = world.state().sand({x, y});
        if (!is_bare && world.state().height[{x, y}] == kUnit) continue;
        all += sand;
        if (wetness_of(world.state(), {x, y}) == 0) dry += sand;
        if (is_bare && sand > 0) REQUIRE(world.state().wetness[{x, y}] == wetness);
      }
    CHECK(dry / all < 0.02);
  }
}

TEST_CASE("a heap stands at the threshold's slope, and then sleeps", "[long]") {
  for (const double threshold : cases_of(1, {1.0, 0.5})) {
    DuneState state({161, 161}, 1, false);
    state.height[{80, 80}] = to_units(1200);
    DuneWorld world(std::move(state), sliding(threshold, threshold / 64, 512), dune_palette());
    Parallel parallel(2);
    const auto at_rest = [&] { return world.count_active(parallel) == 0; };
    for (int tick = 0; tick < 4000 && !at_rest(); ++tick) world.step(parallel);
    REQUIRE(at_rest());
    // Along the four axes, but for the tip and the foot.
    double drop = 0;
    int columns = 0;
    const auto height = [&](int x, int y) { return static_cast<double>(world.state().height[{x, y}]) / kUnit; };
    const double tip = height(80, 80);
    for (const CellPos way : {CellPos{1, 0}, CellPos{-1, 0}, CellPos{0, 1}, CellPos{0, -1}})
      for (int k = 0; k < 79; ++k) {
        const double here = height(80 + k * way.x, 80 + k * way.y);
        if (here > 0.85 * tip || here < 0.15 * tip) continue;
        drop += here - height(80 + (k + 1) * way.x, 80 + (k + 1) * way.y);
        ++columns;
      }
    REQUIRE(columns > 25);
    INFO("threshold " << threshold << ", slope " << drop / columns);
    CHECK(drop / columns == Approx(threshold).epsilon(0.02));
    run(world, 2);
    std::vector<Activity> row(161);
    for (int y = 0; y < 161; ++y) {
      world.read_activity(y, row);
      REQUIRE(std::all_of(row.begin(), row.end(), [](Activity one) { return one == Activity::kAsleep; }));
    }
  }
}

TEST_CASE("heaps come to rest also where half the threshold slides at once") {
  for (const int threshold : {2, 3, 5, 11, 101, 615, 819, 1025, 4097})
    for (const int neighbours : {4, 8}) {
      DuneSettings settings = sliding(1, 0.1, 8);
      settings.pile.threshold = threshold;
      settings.pile.transfer = settings.pile.most_transfer();
      settings.pile.neighbours = neighbours;
      const double high = 12.0 * threshold / kUnit;
      DuneWorld world(noise_field({24, 24}, high), settings, dune_palette());
      INFO("threshold " << threshold << " units, " << neighbours << " neighbours");
      Parallel parallel(1);
      int ticks = 0;
      for (; ticks < 4000 && !world.is_at_rest(parallel); ticks += 50) run(world, 50);
      CHECK(ticks < 4000);
    }
}

TEST_CASE("where sand slides to eight sides heaps are as steep to all of them, and round", "[long]") {
  for (const double threshold : cases_of(1, {1.2, 0.4})) {
    INFO("threshold " << threshold);
    DuneState state({121, 121}, 1, false);
    state.height[{60, 60}] = to_units(1500);
    DuneSettings settings = sliding(threshold, threshold / 16, 64);
    settings.pile.neighbours = 8;
    DuneWorld world(std::move(state), settings, dune_palette());
    Parallel parallel(2);
    const auto at_rest = [&] { return world.count_active(parallel) == 0; };
    for (int tick = 0; tick < 4000 && !at_rest(); ++tick) world.step(parallel);
    REQUIRE(at_rest());
    const auto height = [&](double x, double y) {
      return static_cast<double>(world.state().height[{static_cast<int>(x + 0.5), static_cast<int>(y + 0.5)}]) / kUnit;
    };
    // How far it is from the middle to where the heap is a third as high.
    std::vector<double> away;
    for (int way = 0; way < 48; ++way) {
      double distance = 1;
      while (height(60 + distance * std::cos(way * 0.1309), 60 + distance * std::sin(way * 0.1309)) >
             height(60, 60) / 3)
        distance += 0.25;
      away.push_back(distance);
    }
    const auto [nearest, farthest] = std::minmax_element(away.begin(), away.end());
    CHECK(*nearest > 5);
    CHECK(*farthest < 1.08 * *nearest + 1);  // an octagon, and a column; a pyramid has 1.41
    // No step is left that would slide.
    const auto& heights = world.state().height;
    for (int y = 1; y < 120; ++y)
      for (int x = 1; x < 120; ++x) {
        REQUIRE(heights[{x, y}] - heights[{x + 1, y}] < settings.pile.threshold);
        REQUIRE(heights[{x, y}] - heights[{x + 1, y + 1}] < settings.pile.threshold * 1.415);
        REQUIRE(heights[{x, y}] - heights[{x - 1, y + 1}] < settings.pile.threshold * 1.415);
      }
  }
}

TEST_CASE("sand that can slide to several sides takes each as often") {
  // Single towers, far enough apart that nothing but the dice decides.
  constexpr int kSide = 400;
  DuneState state({kSide, kSide}, 3, false);
  for (int y = 2; y < kSide; y += 4)
    for (int x = 2; x < kSide; x += 4) state.height[{x, y}] = 4 * kUnit;
  DuneWorld world(std::move(state), sliding(2, 1), dune_palette());
  run(world, 1);
  std::array<int, 4> sides{};
  for (int y = 2; y < kSide - 1; y += 4)
    for (int x = 2; x < kSide - 1; x += 4) {
      const CellPos beside[] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
      for (size_t side = 0; side < 4; ++side) sides[side] += world.state().height[beside[side]] / kUnit;
    }
  // 10,000 lots among four: the standard deviation of each is 43.
  for (const int count : sides) CHECK(std::abs(count - 2500) < 200);
}

TEST_CASE("sand on rock goes only as far as there is any, and wet sand stands steeper") {
  DuneState state({40, 20}, 1, false);
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 40; ++x) {
      const bool is_rock = x < 8;
      const bool is_block = x >= 20 && x < 30;
      state.ground[{x, y}] = is_rock ? 5 * kUnit : 0;
      state.height[{x, y}] = is_rock || is_block ? 5 * kUnit : 0;
      if (is_block && y < 10) state.wetness[{x, y}] = 255;
    }
  DuneSettings settings = sliding(0.5, 0.1);
  settings.pile.wet_threshold = to_units(6);
  DuneWorld world(std::move(state), settings, dune_palette());
  run(world, 800);
  CHECK(world.state().height[{7, 10}] == 5 * kUnit);  // a cliff of rock stays
  CHECK(world.state().height[{8, 10}] < kUnit / 2);
  CHECK(world.state().height[{25, 4}] == 5 * kUnit);  // wet sand, too
  CHECK(world.state().height[{20, 15}] < 4 * kUnit);  // and dry sand does not
}

// As it is saved and opened: from its state alone, nothing of which sleeps.
TEST_CASE(
    "dunes of any size go on from their state as if nothing had been, at any tick, with four and eight neighbours") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(cases(120, 1500)); ++seed) {
    const auto lot = [&](uint64_t at, int below) {
      return static_cast<int>(mix64(seed * 4099 + at) % static_cast<uint64_t>(below));
    };
    const GridSize size{lot(1, 3) == 0 ? 1 : 1 + lot(2, 150), lot(3, 3) == 0 ? 1 : 1 + lot(4, 60)};
    DuneSettings settings = sliding(0.1 + 0.1 * lot(5, 12), 0.01 + 0.01 * lot(6, 9), 1 + lot(7, 3));
    settings.pile.neighbours = lot(8, 3) == 0 ? 4 : 8;
    if (lot(9, 4) == 0) settings.wind = breeze(Heading::kEast);
    DuneWorld world(noise_field(size, 0.3 + 0.3 * lot(10, 10), seed), settings, dune_palette());
    run(world, lot(11, 24), 1);
    DuneWorld again(world.state(), settings, dune_palette());
    INFO("seed " << seed << ", " << size.width << "x" << size.height << ", " << settings.pile.neighbours
                 << " neighbours, tick " << world.tick());
    for (int tick = 0; tick < 30; ++tick) {
      run(world, 1, 1);
      run(again, 1, 1);
      REQUIRE(again.state_hash() == world.state_hash());
    }
  }
}

TEST_CASE("every stroke of a line adds half a cell where its tip comes for the first time, whatever the tip") {
  for (const Tip tip : {Tip::kRound, Tip::kSquare, Tip::kTriangle})
    for (int width = 1; width <= 16; width += 1 + width / 4)
      for (const int height : {width, 5, 2})
        for (const int step : {1, 3, 6})
          for (const CellPos way : {CellPos{1, 0}, {0, 1}, {-1, 1}}) {
            INFO("tip " << static_cast<int>(tip) << ", " << width << " x " << height << ", step " << step);
            DuneWorld world(DuneState({120, 120}, 1, true), sliding(100, 1), dune_palette());
            PaintCommand stroke;
            stroke.tip = tip;
            stroke.width = width;
            stroke.height = height;
            stroke.entries = {1};
            stroke.from = stroke.to = {60, 40};
            Plane<int32_t> expected({120, 120});
            std::vector<RowSpan> before;
            const auto has = [](const std::vector<RowSpan>& spans, CellPos cell) {
              return std::ranges::any_of(
                  spans, [&](const RowSpan& span) { return span.y == cell.y && span.first <= cell.x && cell.x <= span.last; });
            };
            for (int k = 0; k < 6; ++k) {
              if (k > 0) {
                PaintCommand tip_before = stroke;
                tip_before.from = stroke.to;
                tip_before.to = stroke.to;
                before = rasterise(tip_before, {120, 120});
                stroke.from = stroke.to;
                stroke.to = {stroke.from.x + step * way.x, stroke.from.y + step * way.y};
              }
              for (const RowSpan& span : rasterise(stroke, {120, 120}))
                for (int x = span.first; x <= span.last; ++x)
                  if (!has(before, {x, span.y})) expected[{x, span.y}] += kUnit / 2;
              world.paint(stroke);
            }
            for (int y = 0; y < 120; ++y)
              for (int x = 0; x < 120; ++x) REQUIRE(world.state().height[{x, y}] == expected[{x, y}]);
          }
}

TEST_CASE("what is painted with a speed flies if it is sand, and comes where it is painted if it is not") {
  DuneWorld world(DuneState({40, 40}, 1, true), sliding(1, 0.5), dune_palette());
  PaintCommand paint;
  paint.shape = Shape::kRect;
  paint.from = {5, 5};
  paint.to = {14, 14};
  paint.velocity = Velocity{1, 0};
  paint.entries = {2};
  world.paint(paint);
  CHECK(world.count_entries()[2] == 100);
  paint.entries = {0};
  world.paint(paint);
  CHECK(world.count_entries()[2] == 0);
  paint.entries = {1};
  world.paint(paint);
  CHECK(world.count_entries()[1] == 0);
  CHECK(world.count_airborne()[1] == 100);
}
