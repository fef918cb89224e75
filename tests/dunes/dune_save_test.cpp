#include "dunes/dune_save.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/cases.h"
#include "dunes/airborne.h"
#include "dunes/dune_rows.h"
#include "dunes/dunes_scene.h"
#include "dunes/fixture.h"
#include "dunes/wind.h"

using namespace quicksand;

namespace {

// Draws worlds that are as extreme as can be opened, and what is done to them.
class Extremes {
 public:
  explicit Extremes(unsigned seed) : dice_(seed) {}

  int whole(int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice_); }
  double real(double least, double most) { return std::uniform_real_distribution<double>(least, most)(dice_); }
  bool one_in(int so_many) { return whole(1, so_many) == 1; }
  int32_t one_of(std::initializer_list<int64_t> values) {
    return static_cast<int32_t>(values.begin()[whole(0, static_cast<int>(values.size()) - 1)]);
  }

  DuneState state() {
    DuneState state({one_in(3) ? whole(64, 140) : whole(1, 40), whole(1, 24)}, static_cast<uint64_t>(whole(1, 999)),
                    one_in(3));
    const int seldom = one_in(2) ? 1 : 40;
    for (int y = 0; y < state.size.height; ++y)
      for (int x = 0; x < state.size.width; ++x) {
        const CellPos cell{x, y};
        if (!one_in(seldom)) continue;
        state.ground[cell] = one_in(4) ? one_of({0, kMostPaintedHeight - 1, kMostGround}) : 0;
        state.height[cell] = state.ground[cell] +
                             one_of({0, 1, kUnit, kFullHeight - 1, kFullHeight, kMostHeight, kMostSand - 1, kMostSand});
        if (one_in(4)) state.flight[cell] = one_of({1, kUnit, kMostAimedFlight - 1, kFullHeight - 1, kMostHeight});
        state.wetness[cell] = static_cast<uint8_t>(one_in(2) ? 0 : whole(0, 255));
      }
    const CellPos crowded{whole(0, state.size.width - 1), whole(0, state.size.height - 1)};
    const bool all_land = one_in(2);
    if (all_land) state.height[crowded] = std::max(kFullHeight - 1, state.ground[crowded]);
    for (int grains = one_in(3) ? whole(0, 20'000) : 0; grains > 0; --grains) {
      FreeGrain grain{};
      grain.x = static_cast<float>(crowded.x) + 0.5F;
      grain.y = static_cast<float>(crowded.y) + 0.5F;
      grain.sand = all_land ? kMostSlab * kUnit : one_of({0, 1, kMostSlab * kUnit});
      if (!all_land) {
        grain.z = one_in(2) ? kHighestFlight : static_cast<float>(whole(-1'000, 1'000'000));
        grain.vx = static_cast<float>(whole(-64, 64));
        grain.vy = static_cast<float>(one_of({0, 64}));
        grain.vz = static_cast<float>(one_of({-64, 0, 64}));
      }
      state.grains.add(grain);
    }
    return state;
  }

  DuneSettings settings() {
    const double threshold = one_in(2) ? real(0.1, 4) : real(4, 1000);
    DuneSettings settings = sliding(threshold, threshold * real(0.05, 0.5), whole(1, 3));
    settings.pile.neighbours = one_in(2) ? 4 : 8;
    settings.pile.chip_firing = one_in(4);
    settings.wind = breeze(static_cast<Heading>(whole(0, 3)));
    settings.wind.blows = !one_in(3);
    settings.wind.hop = one_in(3) ? kMostHop : whole(1, 5);
    settings.wind.lift = static_cast<uint8_t>(whole(0, 255));
    settings.wind.slab = one_in(3) ? kMostSlab * kUnit : whole(1, 2 * kUnit);
    settings.wind.shadow = one_in(3) ? whole(1, kMostSlab * kUnit) : settings.wind.shadow;
    settings.wind.spray = static_cast<uint8_t>(whole(0, 255));
    if (one_in(3)) {
      Body body;
      body.shape = one_in(2) ? BodyShape::kBall : BodyShape::kHill;
      body.radius = whole(1, 12);
      body.is_source = one_in(3);
      body.path = {{0, real(0, 30), real(0, 20), one_in(2) ? 0 : real(-10, 300'000)},
                   {20, real(0, 30), real(0, 20), one_in(2) ? 0 : real(-10, 300'000)}};
      body.stays = one_in(2);
      settings.bodies.push_back(body);
    }
    return settings;
  }

  void do_something(DuneWorld& world) {
    const CellPos at{whole(0, world.size().width - 1), whole(0, world.size().height - 1)};
    if (one_in(2)) {
      PaintCommand paint;
      paint.from = paint.to = at;
      paint.width = whole(1, 8);
      paint.entries = {static_cast<uint8_t>(whole(0, 3))};
      if (one_in(3)) paint.velocity = Velocity{real(-8, 8), real(-8, 8)};
      world.paint(paint);
    } else if (one_in(2)) {
      world.push({at, whole(1, 12), real(-8, 8), real(-8, 8), real(-8, 8)});
    } else if (one_in(3)) {
      DunesScene scene;
      scene.settings = settings();
      scene.open_border = one_in(3);
      world.set(scene);
    }
  }

 private:
  std::mt19937 dice_;
};

}  // namespace

TEST_CASE("however high dunes are, and whatever is done to them, what is saved of them can be opened again",
          "[thorough]") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(25, 20'000)); ++seed) {
    INFO("seed " << seed);
    Extremes draw(seed);
    const DuneState start = draw.state();
    const DuneSettings settings = draw.settings();
    const std::string_view kernel = dune_rows()[seed % (dune_rows().size() - 1)].name;
    INFO(kernel);
    DuneWorld world(start, settings, dune_palette(), kernel);
    DuneWorld scalar(start, settings, dune_palette(), dune_rows().back().name);
    const auto opens = [&] {
      DuneState again(start.size, start.seed, false);
      REQUIRE(unpack_dunes(world.extra_state(), again));
    };
    opens();
    for (int tick = 0; tick < 24; ++tick) {
      Extremes same = draw;
      draw.do_something(world);
      same.do_something(scalar);
      opens();
      run(world, 1, 1);
      run(scalar, 1, 1);
      opens();
      REQUIRE(world.state_hash() == scalar.state_hash());
    }
  }
}

TEST_CASE("a save of dunes is refused that no world comes to") {
  const auto opens = [](int32_t height, int32_t ground, int32_t flight, int32_t sand_of_grain) {
    DuneState state({4, 3}, 1, false);
    state.height[{1, 2}] = height;
    state.ground[{1, 2}] = ground;
    state.flight[{0, 0}] = flight;
    state.grains.add({1, 1, 1, 0, 0, 0, sand_of_grain, 0});
    DuneState again({4, 3}, 1, false);
    return unpack_dunes(pack_dunes(state), again);
  };
  CHECK(opens(kMostGround + kMostSand, kMostGround, kMostHeight, kMostSlab * kUnit));
  CHECK_FALSE(opens(kMostSand + 1, 0, 0, 0));
  CHECK_FALSE(opens(kMostGround + 1, kMostGround + 1, 0, 0));
  CHECK_FALSE(opens(1, 2, 0, 0));
  CHECK_FALSE(opens(0, 0, kMostHeight + 1, 0));
  CHECK_FALSE(opens(0, 0, 0, kMostSlab * kUnit + 1));
  CHECK_FALSE(opens(0, 0, 0, -1));
}
