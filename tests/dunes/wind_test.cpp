#include "dunes/wind.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/cases.h"
#include "dunes/dunes_scene.h"
#include "dunes/fixture.h"

using namespace quicksand;

namespace {

double height_of(const DuneWorld& world, int x, int y) {
  const GridSize size = world.size();
  const CellPos cell{(x + size.width) % size.width, (y + size.height) % size.height};
  return static_cast<double>(world.state().height[cell]) / kUnit;
}

// Slopes from column to column along the rows, steep ones alone: down to the east, and to the west.
struct SteepSlopes {
  int east = 0;
  int west = 0;
};

SteepSlopes steep_slopes(const DuneWorld& world, double least) {
  SteepSlopes slopes;
  for (int y = 0; y < world.size().height; ++y)
    for (int x = 0; x < world.size().width; ++x) {
      const double drop = (height_of(world, x - 2, y) - height_of(world, x + 2, y)) / 4;
      slopes.east += drop > least ? 1 : 0;
      slopes.west += -drop > least ? 1 : 0;
    }
  return slopes;
}

// How far all has moved to the east between two pictures: where they match best.
int shift_between(const Plane<int32_t>& before, const DuneWorld& after, int farthest) {
  const GridSize size = after.size();
  double best = -1;
  int best_shift = 0;
  for (int shift = -farthest; shift <= farthest; ++shift) {
    double match = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        match += static_cast<double>(before[{x, y}]) * height_of(after, x + shift, y);
    if (match <= best) continue;
    best = match;
    best_shift = shift;
  }
  return best_shift;
}

bool is_along_rows(Heading heading) { return heading == Heading::kEast || heading == Heading::kWest; }

// From crest to crest along the wind, in columns: the shift after which heights are most alike again.
double wavelength(const DuneWorld& world, Heading heading, int longest) {
  const GridSize size = world.size();
  double mean = 0;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) mean += height_of(world, x, y) / static_cast<double>(size.cells());
  std::vector<double> likeness(static_cast<size_t>(longest) + 2);
  for (size_t shift = 0; shift < likeness.size(); ++shift) {
    const int dx = is_along_rows(heading) ? static_cast<int>(shift) : 0;
    const int dy = is_along_rows(heading) ? 0 : static_cast<int>(shift);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        likeness[shift] += (height_of(world, x, y) - mean) * (height_of(world, x + dx, y + dy) - mean);
  }
  const auto trough = std::adjacent_find(likeness.begin(), likeness.end(), std::less_equal<>());
  REQUIRE(trough < likeness.end() - 2);
  const auto crest = std::max_element(trough + 1, likeness.end() - 1);
  // Between columns: where the parabola through three of them is highest.
  const double before = *(crest - 1);
  const double after = *(crest + 1);
  return static_cast<double>(crest - likeness.begin()) + (before - after) / (before + after - 2 * *crest) / 2;
}

// How the ground rises and falls between two places so far apart, in the mean of all of them.
double roughness(const DuneWorld& world, int dx, int dy) {
  double sum = 0;
  for (int y = 0; y < world.size().height; ++y)
    for (int x = 0; x < world.size().width; ++x) {
      const double rise = height_of(world, x + dx, y + dy) - height_of(world, x, y);
      sum += rise * rise / static_cast<double>(world.size().cells());
    }
  return sum;
}

// After so long that a player sees them.
double ripples_of(Heading heading, int hop, int lift, uint64_t seed) {
  DuneSettings settings = sliding(0.6, 0.06);
  settings.wind = breeze(heading);
  settings.wind.hop = hop;
  settings.wind.lift = static_cast<uint8_t>(lift);
  settings.wind.slab = to_units(0.08);
  settings.wind.catch_sand = 77;
  DuneState state = noise_field(is_along_rows(heading) ? GridSize{320, 48} : GridSize{48, 320}, 0.6, seed);
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) state.height[{x, y}] += 2 * kUnit;
  DuneWorld world(std::move(state), settings, dune_palette());
  run(world, 500);
  return wavelength(world, heading, 5 * hop / 2);
}

}  // namespace

TEST_CASE("ripples are one to two hops long, longer in a stronger wind and with a longer hop", "[thorough]") {
  std::mt19937 dice(17);
  const auto whole = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice); };
  for (int i = 0; i < cases(4, 80); ++i) {
    const auto heading = static_cast<Heading>(i % 4);
    const int hop = whole(6, 16);
    const int lift = whole(24, 110);
    const uint64_t seed = dice();
    const double length = ripples_of(heading, hop, lift, seed);
    const double in_stronger = ripples_of(heading, hop, 2 * lift, seed);
    const int long_hop = hop * 3 / 2;
    const double of_longer = ripples_of(heading, long_hop, lift, seed);
    INFO("heading " << i % 4 << ", hop " << hop << ", lift " << lift << ": " << length << ", in a stronger wind "
                    << in_stronger << ", with hop " << long_hop << ": " << of_longer);
    CHECK(length > 0.95 * hop);
    CHECK(in_stronger < 2.05 * hop);
    // Where they are as long as hops ever are, they grow no more.
    CHECK(in_stronger > std::min(length + 0.05 * hop, 1.85 * hop));
    CHECK(of_longer > 1.2 * length);
    CHECK(of_longer < 2.05 * long_hop);
  }
}

// Half a wave along the wind is from a crest to a trough; as far across it the ground is more alike.
TEST_CASE("ripples lie across the wind, wherever it blows", "[thorough]") {
  std::mt19937 dice(29);
  const auto whole = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice); };
  for (int i = 0; i < cases(8, 120); ++i) {
    DuneSettings settings = sliding(0.6, 0.06);
    settings.wind = breeze(static_cast<Heading>(whole(0, 3)));
    settings.wind.turn = whole(0, kMostTurn);
    settings.wind.hop = whole(8, 14);
    settings.wind.lift = static_cast<uint8_t>(whole(48, 96));
    settings.wind.slab = to_units(0.08);
    settings.wind.catch_sand = 77;
    DuneState state = noise_field({128, 128}, 0.6, dice());
    for (int y = 0; y < state.size.height; ++y)
      for (int x = 0; x < state.size.width; ++x) state.height[{x, y}] += 2 * kUnit;
    DuneWorld world(std::move(state), settings, dune_palette());
    run(world, 500);
    const WindWay way = wind_way(settings.wind);
    double most = 0;
    double across = 0;
    for (double half = 0.5 * settings.wind.hop; half <= settings.wind.hop; ++half) {
      const auto dx = static_cast<int>(std::lround(half * way.x));
      const auto dy = static_cast<int>(std::lround(half * way.y));
      const double along = roughness(world, dx, dy);
      if (along <= most) continue;
      most = along;
      across = roughness(world, -dy, dx);
    }
    INFO("heading " << static_cast<int>(settings.wind.heading) << ", turned by " << settings.wind.turn << ", hop "
                    << settings.wind.hop << ": " << most << " along the wind, " << across << " across it");
    CHECK(most > 1.3 * across);
  }
}

// In straight winds a tenth of the ground is bare by then, and what lay there stands in dunes.
TEST_CASE("a thin layer gathers into dunes as soon in any wind", "[thorough]") {
  std::mt19937 dice(31);
  const auto whole = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice); };
  for (int i = 0; i < cases(6, 80); ++i) {
    DuneSettings settings = sliding(0.6, 0.06, 2);
    settings.pile.neighbours = whole(0, 1) == 1 ? 4 : 8;
    settings.wind = breeze(static_cast<Heading>(whole(0, 3)));
    settings.wind.turn = i % 3 == 0 ? whole(40, 50) : whole(0, kMostTurn);
    settings.wind.hop = whole(3, 4);
    DuneWorld world(noise_field({200, 200}, 1.2, dice()), settings, dune_palette());
    run(world, 2500);
    int bare = 0;
    double highest = 0;
    for (int y = 0; y < 200; ++y)
      for (int x = 0; x < 200; ++x) {
        bare += height_of(world, x, y) < 0.05 ? 1 : 0;
        highest = std::max(highest, height_of(world, x, y));
      }
    INFO("heading " << static_cast<int>(settings.wind.heading) << ", turned by " << settings.wind.turn << ", hop "
                    << settings.wind.hop << ": " << bare / 400.0 << " % bare, highest " << highest);
    CHECK(bare > 0.06 * 200 * 200);
    CHECK(highest > 2.5);
  }
}

TEST_CASE("however much flies to one column, it is not more than can be in flight, and none is lost") {
  // The ground is such that from each of so many columns upwind sand flies to the same one.
  constexpr int kTarget = 100;
  for (const int32_t each : {kMostAimedFlight - 1, kMostAimedFlight}) {
    for (const Heading heading : {Heading::kEast, Heading::kWest, Heading::kSouth, Heading::kNorth}) {
      for (const DuneRows& rows : dune_rows()) {
        DuneState state({200, 200}, 1, false);
        const auto place = [&](int along) {
          const bool forward = heading == Heading::kEast || heading == Heading::kSouth;
          const int at = forward ? along : 199 - along;
          return is_along_rows(heading) ? CellPos{at, 50} : CellPos{50, at};
        };
        for (int y = 0; y < 200; ++y)
          for (int x = 0; x < 200; ++x) state.height[{x, y}] = state.ground[{x, y}] = 10 * kUnit;
        WindSettings wind = breeze(heading);
        wind.hop = kMostHop;
        wind.lift = kUsualLift;
        wind.catch_rock = 0;
        wind.shadow = kMostSlab * kUnit;
        // A column that rises by a cell over the mean of those one hop from it sends its sand 16 columns farther.
        for (int near = 1; near <= kMostHop; ++near) {
          const double rise = (3.0 * near - 64) / 24;
          const CellPos there = place(kTarget - near);
          const CellPos farther = place(kTarget - near - kMostHop);
          state.height[there] = state.ground[there] += to_units(rise);
          state.height[farther] = state.ground[farther] += to_units(rise / 2 + near / 16.0);
          state.flight[there] = state.flight[farther] = each;
        }
        Wind blowing({200, 200}, rows);
        Parallel parallel(1);
        blowing.blow(state, wind, parallel);
        int64_t all = 0;
        int32_t most = 0;
        for (int y = 0; y < 200; ++y)
          for (int x = 0; x < 200; ++x) {
            all += state.flight[{x, y}];
            most = std::max(most, state.flight[{x, y}]);
          }
        INFO(rows.name << ", heading " << static_cast<int>(heading));
        CHECK(all == int64_t{2 * kMostHop} * each);
        CHECK(state.flight[place(kTarget)] == (each < kMostAimedFlight ? 2 * kMostHop * each : each));
        CHECK(most <= kMostHeight);
      }
    }
  }
}

TEST_CASE("wind makes noise into dunes that wander, with slip faces downwind at the slope of repose") {
  constexpr double kThreshold = 0.6;
  constexpr double kTransfer = 0.06;
  DuneSettings settings = sliding(kThreshold, kTransfer, 2);
  settings.wind = breeze(Heading::kEast);
  const uint64_t seed = GENERATE(range(0, cases(1, 8))) + uint64_t{11};
  INFO("seed " << seed);
  DuneWorld world(noise_field({256, 160}, 1.8, seed), settings, dune_palette());
  const int64_t sand = world.total_sand();
  run(world, 5000);
  CHECK(world.total_sand() == sand);

  double highest = 0;
  int bare = 0;
  for (int y = 0; y < 160; ++y)
    for (int x = 0; x < 256; ++x) {
      highest = std::max(highest, height_of(world, x, y));
      bare += height_of(world, x, y) < 0.1 ? 1 : 0;
    }
  CHECK(highest > 5);           // from a mean of 0.9 and at most 1.8
  CHECK(bare > 256 * 160 / 2);  // it has gathered

  // The slip faces: sand in the wind's shadow, below the brinks, which are round. It goes down with the wind, and to
  // its lowest neighbour at the slope of repose.
  std::vector<double> lee;
  int uphill = 0;
  for (int y = 0; y < 160; ++y)
    for (int x = 0; x < 256; ++x) {
      if (x < 2 || !world.in_wind_shadow({x, y}) || !world.in_wind_shadow({x - 2, y}) || height_of(world, x, y) < 2 ||
          height_of(world, x + 3, y) < 0.5)
        continue;
      const double drop = (height_of(world, x - 2, y) - height_of(world, x + 2, y)) / 4;
      uphill += drop < 0 ? 1 : 0;
      const double lowest = std::min({height_of(world, x - 1, y), height_of(world, x + 1, y),
                                      height_of(world, x, y - 1), height_of(world, x, y + 1)});
      lee.push_back(height_of(world, x, y) - lowest);
    }
  REQUIRE(lee.size() > 100);
  std::nth_element(lee.begin(), lee.begin() + static_cast<ptrdiff_t>(lee.size() / 2), lee.end());
  INFO(lee.size() << " columns of slip faces, median slope " << lee[lee.size() / 2] << ", uphill " << uphill);
  // What has come to rest is less than the threshold above its lowest neighbour, by up to a transfer.
  CHECK(lee[lee.size() / 2] == Approx(kThreshold - kTransfer / 2).epsilon(0.06));
  CHECK(uphill < static_cast<int>(lee.size()) / 10);  // ripples cross it
  // On the other side it is rarely as steep: where the wind digs at the foot of a dune.
  const SteepSlopes steep = steep_slopes(world, kThreshold);
  INFO(steep.east << " places face downwind, " << steep.west << " upwind");
  CHECK(steep.east > 50);
  CHECK(steep.west * 3 < steep.east);

  const Plane<int32_t> before = world.state().height;
  run(world, 200);
  CHECK(shift_between(before, world, 20) > 0);
}

TEST_CASE("wind blows to all four sides, and sand goes with it") {
  for (const Heading heading : {Heading::kEast, Heading::kWest, Heading::kSouth, Heading::kNorth}) {
    DuneState state({120, 120}, 4, false);
    for (int y = 50; y < 70; ++y)
      for (int x = 50; x < 70; ++x) state.height[{x, y}] = 2 * kUnit;
    DuneSettings settings = sliding(0.6, 0.06);
    settings.wind = breeze(heading);
    DuneWorld world(std::move(state), settings, dune_palette());
    const int64_t sand = world.total_sand();
    run(world, 60);
    CHECK(world.total_sand() == sand);
    double x_sum = 0;
    double y_sum = 0;
    double all = 0;
    for (int y = 0; y < 120; ++y)
      for (int x = 0; x < 120; ++x) {
        const double here = height_of(world, x, y);
        x_sum += here * (x - 59.5);
        y_sum += here * (y - 59.5);
        all += here;
      }
    const double along = heading == Heading::kEast    ? x_sum
                         : heading == Heading::kWest  ? -x_sum
                         : heading == Heading::kSouth ? y_sum
                                                      : -y_sum;
    const bool is_row = heading == Heading::kEast || heading == Heading::kWest;
    INFO("heading " << static_cast<int>(heading));
    CHECK(along / all > 2);
    CHECK(std::abs((is_row ? y_sum : x_sum) / all) < 0.5);
  }
}

TEST_CASE("when the wind ends, all that it carries comes down, and lies still then") {
  for (const Heading heading : {Heading::kEast, Heading::kNorth})
    for (const bool is_open : {false, true}) {
      DunesScene scene;
      scene.open_border = is_open;
      scene.settings = sliding(0.6, 0.06);
      scene.settings.wind = breeze(heading);
      DuneState state = noise_field({120, 90}, 1, 3);
      state.open = is_open;
      DuneWorld world(std::move(state), scene.settings, dune_palette());
      run(world, 40);
      const auto in_flight = [&] {
        int64_t sum = 0;
        for (int y = 0; y < 90; ++y)
          for (int x = 0; x < 120; ++x) sum += world.state().flight[{x, y}];
        return sum;
      };
      REQUIRE(in_flight() > 0);
      const int64_t sand = world.total_sand();
      scene.settings.wind.blows = false;
      world.set(scene);
      CHECK(in_flight() == 0);
      CHECK(world.total_sand() == sand);
      run(world, 500);
      CHECK((is_open || world.total_sand() == sand));
      for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 120; ++x) REQUIRE_FALSE(world.is_active({x, y}));
    }
}

TEST_CASE("a wind that lifts nothing throws nothing off brinks") {
  for (const Heading heading : {Heading::kEast, Heading::kWest, Heading::kSouth, Heading::kNorth})
    for (const uint8_t lift : {0, 1}) {
      DuneSettings settings = sliding(0.6, 0.06);
      settings.wind = breeze(heading);
      settings.wind.lift = lift;
      settings.wind.spray = 255;
      DuneState state = noise_field({80, 80}, 3);
      for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 80; ++x)
          state.height[{x, y}] += std::max(0, 12 - std::max(std::abs(x - 40), std::abs(y - 40))) * kUnit / 2;
      DuneWorld world(std::move(state), settings, dune_palette());
      run(world, 100);
      INFO("heading " << static_cast<int>(heading) << ", lift " << int{lift});
      CHECK(world.state().grains.empty() == (lift == 0));
    }
}

TEST_CASE("wind blows to wherever it is turned, and sand goes with it") {
  for (int degrees = 0; degrees < 360; degrees += 15) {
    constexpr Heading kHeadings[] = {Heading::kEast, Heading::kSouth, Heading::kWest, Heading::kNorth};
    DuneState state({120, 120}, 4, false);
    for (int y = 50; y < 70; ++y)
      for (int x = 50; x < 70; ++x) state.height[{x, y}] = 2 * kUnit;
    DuneSettings settings = sliding(0.6, 0.06);
    settings.wind = breeze(kHeadings[degrees / 90]);
    settings.wind.turn = degrees % 90;
    const WindWay way = wind_way(settings.wind);
    const double angle = degrees * 3.14159265358979 / 180;
    CHECK(way.x == Approx(std::cos(angle)).margin(0.004));
    CHECK(way.y == Approx(std::sin(angle)).margin(0.004));
    DuneWorld world(std::move(state), settings, dune_palette());
    const int64_t sand = world.total_sand();
    run(world, 100);
    CHECK(world.total_sand() == sand);
    double x_sum = 0;
    double y_sum = 0;
    for (int y = 0; y < 120; ++y)
      for (int x = 0; x < 120; ++x) {
        x_sum += height_of(world, x, y) * (x - 59.5);
        y_sum += height_of(world, x, y) * (y - 59.5);
      }
    INFO("to " << degrees << ", and the sand to " << x_sum << ", " << y_sum);
    // Within eight degrees.
    const double length = std::sqrt(x_sum * x_sum + y_sum * y_sum);
    CHECK((x_sum * std::cos(angle) + y_sum * std::sin(angle)) / length > 0.99);
  }
}

TEST_CASE("what is told of the wind's shadow is what the next tick does, also in a world that was just opened") {
  std::mt19937 dice(23);
  const auto whole = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice); };
  for (int i = 0; i < cases(12, 200); ++i) {
    DuneSettings settings = sliding(0.6, 0.06, 2);
    settings.wind = breeze(static_cast<Heading>(whole(0, 3)));
    settings.wind.turn = whole(0, 1) * whole(0, kMostTurn);
    settings.wind.shadow = whole(1, 2 * kUnit);
    DuneWorld world(noise_field({whole(4, 200), whole(4, 90)}, whole(1, 9), dice()), settings, dune_palette());
    run(world, whole(0, 80));
    DuneWorld opened(world.state(), settings, dune_palette());
    Wind wind(world.size(), dune_rows().front());
    DuneState state = world.state();
    Parallel parallel(2);
    wind.blow(state, settings.wind, parallel);
    INFO("case " << i << ", " << world.size().width << " x " << world.size().height);
    std::vector<Activity> activity(static_cast<size_t>(world.size().width));
    for (int y = 0; y < world.size().height; ++y) {
      opened.read_activity(y, activity);
      for (int x = 0; x < world.size().width; ++x) {
        REQUIRE(world.in_wind_shadow({x, y}) == wind.in_shadow({x, y}));
        REQUIRE(opened.in_wind_shadow({x, y}) == wind.in_shadow({x, y}));
        REQUIRE((activity[static_cast<size_t>(x)] == Activity::kActive) == opened.is_active({x, y}));
      }
    }
  }
}

TEST_CASE("in a wind shadow nothing is lifted and all that arrives lands") {
  const GridSize size{64, 8};
  DuneState state(size, 1, false);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      state.ground[{x, y}] = x == 20 ? 4 * kUnit : 0;
      state.height[{x, y}] = x == 20 ? 4 * kUnit : kUnit;
      state.flight[{x, y}] = 1000;
    }
  Wind wind(size, dune_rows().front());
  WindSettings settings = breeze(Heading::kEast);
  settings.lift = 255;
  Parallel parallel(1);
  wind.blow(state, settings, parallel);
  // Sand hops over three columns; from the crest over twice as many, from the columns a hop before and behind it over
  // one.
  const auto arriving = [](int x) { return x == 20 || x == 23 ? 0 : x == 18 || x == 24 ? 2000 : 1000; };
  // The line comes down 0.27 a column from 4 cells: it meets the sand, 1 cell high, after 11 of them.
  for (int y = 0; y < size.height; ++y) {
    for (int x = 21; x <= 31; ++x) {
      CHECK(wind.in_shadow({x, y}));
      CHECK(state.height[{x, y}] == kUnit + arriving(x));
      CHECK(state.flight[{x, y}] == 0);
    }
    CHECK_FALSE(wind.in_shadow({19, y}));
    CHECK_FALSE(wind.in_shadow({33, y}));
    // Beyond, the share that stays on sand, less the slab.
    const int32_t caught = 1000 * settings.catch_sand / 256;
    const bool is_lifted = state.height[{40, y}] == kUnit + caught - settings.slab;
    CHECK((is_lifted || state.height[{40, y}] == kUnit + caught));
  }
}

TEST_CASE("of what comes down on bare ground a smaller share stays") {
  DuneState state({64, 8}, 1, false);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 64; ++x) state.flight[{x, y}] = 1000;
  Wind wind({64, 8}, dune_rows().front());
  const WindSettings settings = breeze(Heading::kEast);
  Parallel parallel(1);
  wind.blow(state, settings, parallel);
  CHECK(settings.catch_rock < settings.catch_sand);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 64; ++x) CHECK(state.height[{x, y}] == 1000 * settings.catch_rock / 256);
}

TEST_CASE("wet sand stays where it is") {
  DuneState state({64, 16}, 1, false);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 64; ++x) {
      state.height[{x, y}] = kUnit;
      state.wetness[{x, y}] = 200;
    }
  DuneSettings settings = sliding(0.6, 0.06);
  settings.wind = breeze(Heading::kEast);
  DuneWorld world(std::move(state), settings, dune_palette());
  run(world, 100);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 64; ++x) CHECK(world.state().height[{x, y}] == kUnit);
}
