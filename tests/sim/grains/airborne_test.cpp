// Airborne grains: conserved, the same on any number of threads, and stopped by every wall.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/grains/grain_materials.h"
#include "sim/grains/grain_settings.h"
#include "sim/grains/push.h"
#include "sim/grains/surface_chain.h"
#include "sim/tick/tick.h"

using namespace quicksand;

namespace {

// Whole numbers from 0 to `end`, excluded; not evenly, but well enough.
class Lots {
 public:
  explicit Lots(uint64_t seed) : state_(seed) {}
  int below(int end) {
    state_ = mix64(state_ + 0x9e3779b97f4a7c15ULL);
    return static_cast<int>(state_ >> 33) % end;
  }
  double between(double low, double high) { return low + (high - low) * below(1 << 20) / (1 << 20); }

 private:
  uint64_t state_;
};

// Cells and grains of each material; water in 255ths of a cell, and with what grains have taken up.
std::vector<int64_t> contents(const Sandbox& world, const Table& table) {
  std::vector<int64_t> sums = world.count_entries();
  const std::vector<int64_t> airborne = world.count_airborne();
  for (size_t i = 0; i < sums.size(); ++i) sums[i] += airborne[i];
  sums[kVoid] = 0;
  const SandboxState& state = world.state();
  std::vector<int64_t> soaked(sums.size());
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x)
      soaked[table->absorbs(state.material()[{x, y}])] += state.wetness()[{x, y}];
  for (size_t i = 0; i < state.grains.size(); ++i)
    soaked[table->absorbs(state.grains.material()[i])] += state.grains.wetness()[i];
  for (size_t i = 1; i < sums.size(); ++i)
    if (table->phase(static_cast<MaterialId>(i)) == Phase::kLiquid) sums[i] = 255 * sums[i] + soaked[i];
  return sums;
}

PaintCommand thrown(PaintCommand command, double x, double y) {
  command.velocity = Velocity{x, y};
  return command;
}

int airborne(const Sandbox& world) { return static_cast<int>(world.state().grains.size()); }

}  // namespace

namespace {

void check_conserved_through_blasts(int blasts) {
  const Table table = inert(load_table("core"));
  constexpr GridSize kSize{40, 28};
  Sandbox world(kSize, 3, Border::kWall, table);
  const auto id = [&](const char* name) { return id_of(table, name); };
  world.paint(rect(0, 16, 40, 12, {id("sand"), id("gravel"), id("water"), id("oil"), id("ash")}, 0.8));
  world.paint(rect(10, 10, 14, 2, {id("stone")}));
  world.paint(rect(12, 6, 8, 3, {id("smoke")}));
  const std::vector<int64_t> before = contents(world, table);
  Parallel parallel(1);
  Lots lots(7);
  int most = 0;
  for (int blast = 0; blast < blasts; ++blast) {
    ForceCommand force;
    force.at = {lots.below(kSize.width), lots.below(kSize.height)};
    force.radius = 1 + lots.below(9);
    force.outward = lots.between(-5, 7);
    force.x = lots.between(-1, 1);
    world.push(force);
    world.step(parallel);
    most = std::max(most, airborne(world));
    if (blast % 1000 == 0) REQUIRE(contents(world, table) == before);
  }
  CHECK(contents(world, table) == before);
  CHECK(most > 150);
  run(world, 3000);
  CHECK(airborne(world) == 0);  // everything comes down
  CHECK(contents(world, table) == before);
}

}  // namespace

TEST_CASE("cells and grains together are conserved through random blasts") { check_conserved_through_blasts(10'000); }

TEST_CASE("cells and grains together are conserved through 100,000 random blasts", "[.slow]") {
  check_conserved_through_blasts(100'000);
}

TEST_CASE("grains fly alike on any number of threads and with every kernel", "[thorough]") {
  const Table table = load_table("core");
  const auto hash_of = [&](std::string_view kernel, int threads) {
    Sandbox world({300, 200}, 11, Border::kWall, table, kernel);
    world.paint(rect(0, 120, 300, 80, movers(*table), 0.7));
    world.paint(thrown(rect(20, 10, 200, 60, {id_of(table, "sand"), id_of(table, "water")}, 0.4), 2.5, -1));
    Parallel parallel(threads);
    for (int tick = 0; tick < cases(90, 160); ++tick) {
      if (tick % 40 == 20) world.push({{60 + tick, 130}, 25, 5, 0, 0});
      world.step(parallel);
    }
    CHECK(airborne(world) > 20);
    return world.state_hash();
  };
  const uint64_t one = hash_of("reference", 1);
  for (const std::string_view kernel : kernel_names()) CHECK(hash_of(kernel, 2) == one);
  CHECK(hash_of("auto", 7) == one);
}

TEST_CASE("what sleeps while grains come and go makes no difference", "[thorough]") {
  const Table table = load_table("core");
  const auto state_after = [&](std::string_view kernel_name, bool sleeping) {
    Sandbox world({200, 140}, 3, Border::kWall, table);
    world.paint(rect(0, 90, 200, 50, {id_of(table, "sand")}));
    world.paint(rect(120, 80, 60, 10, {id_of(table, "water")}));
    SandboxState state = world.state();
    Tick passes(state.size, kernel_name);
    passes.set_sleeping(sleeping);
    Parallel parallel(1);
    for (int tick = 0; tick < 400; ++tick) {
      // Long pauses, so that all falls asleep in between.
      if (tick % 130 == 60) push_world(state, *table, {{40 + tick / 4, 92}, 18, 4, 0, 0}, passes.activity());
      passes.run(state, *table, parallel);
    }
    return Sandbox(std::move(state), table).state_hash();
  };
  const uint64_t awake = state_after("reference", false);
  for (const std::string_view kernel : kernel_names()) {
    INFO(kernel);
    CHECK(state_after(kernel, true) == awake);
    CHECK(state_after(kernel, false) == awake);
  }
}

TEST_CASE("nothing flies through a wall of one cell, straight or diagonal, at the highest speed") {
  const Table table = inert(load_table("core"));
  constexpr int kSide = 120;
  Sandbox world({kSide, kSide}, 5, Border::kWall, table);
  const uint8_t stone = id_of(table, "stone");
  // A box, and in it a diamond whose sides step from corner to corner.
  for (const PaintCommand& side : {rect(10, 10, 101, 1, {stone}), rect(10, 110, 101, 1, {stone}),
                                   rect(10, 10, 1, 101, {stone}), rect(110, 10, 1, 101, {stone})})
    world.paint(side);
  for (int i = 0; i <= 40; ++i)
    for (const CellPos at :
         {CellPos{60 + i, 20 + i}, CellPos{60 - i, 20 + i}, CellPos{60 + i, 100 - i}, CellPos{60 - i, 100 - i}})
      world.paint(rect(at.x, at.y, 1, 1, {stone}));
  const auto in_diamond = [](double x, double y) { return std::abs(x - 60.5) + std::abs(y - 60.5) < 40; };
  const auto in_box = [](double x, double y) { return x > 10.5 && y > 10.5 && x < 110.5 && y < 110.5; };
  const uint8_t gravel = id_of(table, "gravel");
  const uint8_t oil = id_of(table, "oil");
  Lots lots(1);
  for (int i = 0; i < 900; ++i) {
    const double angle = lots.between(0, 6.283);
    PaintCommand one = rect(52 + i % 17, 52 + i / 17 % 17, 1, 1, {i % 3 == 0 ? oil : gravel});
    world.paint(thrown(one, 8 * std::cos(angle), 8 * std::sin(angle)));
    if (i % 9 == 0) {
      PaintCommand outer = rect(12 + i % 97, 12 + i % 7, 1, 1, {gravel});
      world.paint(thrown(outer, 8 * std::cos(angle), 8 * std::sin(angle)));
    }
  }
  const SandboxState& state = world.state();
  Parallel parallel(1);
  for (int tick = 0; tick < 400; ++tick) {
    if (tick % 20 == 0) world.push({{60, 60}, 60, 8, 0, 0});
    world.step(parallel);
    int inner = 0;
    for (size_t i = 0; i < state.grains.size(); ++i) {
      REQUIRE(in_box(state.grains.x[i], state.grains.y[i]));
      inner += in_diamond(state.grains.x[i], state.grains.y[i]) ? 1 : 0;
    }
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x) {
        const MaterialId material = state.material()[{x, y}];
        if (material != gravel && material != oil) continue;
        REQUIRE(in_box(x + 0.5, y + 0.5));
        inner += in_diamond(x + 0.5, y + 0.5) ? 1 : 0;
      }
    REQUIRE(inner == 289);  // one for each of the 17x17 cells: where a grain is, none is thrown
    if (tick == 0) REQUIRE(airborne(world) > 200);
  }
}

TEST_CASE("a blast at the surface leaves a crater, and what it threw out lies around it") {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = 2; seed <= 5; ++seed) {
    Sandbox world({300, 160}, seed, Border::kWall, table);
    world.paint(rect(0, 100, 300, 60, {id_of(table, "sand")}));
    world.push({{150, 100}, 26, 4.5, 0, 0});
    CHECK(airborne(world) > 300);
    run(world, 1500);
    CHECK(airborne(world) == 0);
    const auto height = [&](int x) {
      int sum = 0;
      for (int y = 0; y < 160; ++y) sum += world.entry_at({x, y}) != kVoid ? 1 : 0;
      return sum;
    };
    const auto mean = [&](int first, int last) {
      double sum = 0;
      for (int x = first; x <= last; ++x) sum += height(x);
      return sum / (last - first + 1);
    };
    CHECK(mean(140, 160) < 60);
    CHECK(mean(60, 119) + mean(181, 240) > 120);
  }
}

TEST_CASE("a jet of water splashes, a slow drop does not") {
  const Table table = inert(load_table("core"));
  for (const double speed : {5.0, 0.2}) {
    Sandbox world({120, 100}, 4, Border::kWall, table);
    world.paint(rect(0, 60, 120, 40, {id_of(table, "water")}));
    world.paint(thrown(rect(58, 52, 4, 4, {id_of(table, "water")}), 0, speed));
    float highest = 100;
    Parallel parallel(1);
    for (int tick = 0; tick < 60; ++tick) {
      world.step(parallel);
      for (size_t i = 0; i < world.state().grains.size() && tick > 4; ++i)
        highest = std::min(highest, world.state().grains.y[i]);
    }
    if (speed > 1)
      CHECK(highest < 50);
    else
      CHECK(highest > 51);
  }
}

TEST_CASE("a bucket of wet sand sticks to a wall by its wetness: most at its threshold, a soaked or dry one not at all",
          "[thorough]") {
  const Table table = inert(load_table("core"));
  const uint8_t sand = id_of(table, "sand");
  // Of single buckets from none to half of the sand sticks: what comes first holds what comes after it.
  constexpr uint64_t kBuckets = 24;
  const auto on_wall = [&](int wetness) {
    int stuck = 0;
    for (uint64_t seed = 1; seed <= kBuckets; ++seed) {
      Sandbox world({160, 120}, seed, Border::kWall, table);
      PaintCommand bucket = thrown(rect(40, 40, 30, 24, {sand}, 0.8), 4, -0.6);
      bucket.wetness = static_cast<uint8_t>(wetness);
      world.paint(bucket);
      run(world, 400);
      for (int y = 0; y < 80; ++y)
        for (int x = 140; x < 160; ++x) stuck += world.entry_at({x, y}) == sand ? 1 : 0;
    }
    return stuck;
  };
  const int threshold = table->wet_threshold(sand);
  const int little = on_wall(threshold / 10) + on_wall(threshold / 5);
  const int more = on_wall(threshold / 2) + on_wall(threshold * 3 / 4);
  const int most = on_wall(threshold);
  INFO("little " << little << ", more " << more << ", most " << most);
  CHECK(on_wall(0) == 0);
  CHECK(on_wall(1) < 10);
  CHECK(more > 2 * little);
  CHECK(most > more);
  CHECK(most > 40 * static_cast<int>(kBuckets));
  CHECK(on_wall(threshold + (255 - threshold) / 2) < 10);
  CHECK(on_wall(255) == 0);
}

TEST_CASE("what is erased is gone, and what flies out of an open world too") {
  const Table table = inert(load_table("core"));
  const uint8_t sand = id_of(table, "sand");
  Sandbox world({60, 60}, 1, Border::kOpen, table);
  world.paint(thrown(rect(10, 10, 40, 20, {sand}), 0, 0));
  REQUIRE(airborne(world) == 800);
  world.paint(rect(10, 10, 20, 20, {kVoid}));
  CHECK(airborne(world) == 400);
  world.push({{30, 30}, 60, 8, 0, 0});
  run(world, 600);
  CHECK(airborne(world) == 0);
  CHECK(count(world, table, "sand") < 400);
}

TEST_CASE("what is erased in part, or flows into a drain, goes by that part, in the air as on the ground") {
  const Table table = inert(load_table("core"));
  const uint8_t sand = id_of(table, "sand");
  for (const double share : {0.0, 0.1, 0.5, 0.9, 1.0})
    for (const std::vector<uint8_t>& nothing : {std::vector<uint8_t>{kVoid}, {kVoid, kVoid}}) {
      INFO("share " << share);
      Sandbox world({120, 120}, 1, Border::kWall, table);
      world.paint(thrown(rect(10, 10, 100, 40, {sand}), 0, 0));
      world.paint(rect(10, 70, 100, 40, {sand}));
      world.paint(rect(0, 0, 120, 120, nothing, share));
      CHECK(agrees(4000 - airborne(world), 4000, share));
      CHECK(agrees(4000 - count(world, table, "sand"), 4000, share));
    }
}

TEST_CASE("a heap of discs alone stands, the steeper the rougher they are", "[long]") {
  // Where grains do not become cells again, contact and friction must hold the heap.
  double before = 0;
  for (const int friction : {20, 60}) {
    Material disc;
    disc.name = "disc";
    disc.density = 200;
    disc.static_friction = friction;
    disc.kinetic_friction = friction * 7 / 10;
    Material floor = disc;
    floor.name = "floor";
    floor.is_static = true;
    const auto table = std::make_shared<MaterialTable>(std::vector<Material>{disc, floor});
    SandboxState state({160, 90}, 3, Border::kWall);
    state.deposits = false;
    Sandbox world(std::move(state), table);
    world.paint(rect(0, 80, 160, 10, {3}));
    Parallel parallel(1);
    while (airborne(world) < 400) {
      world.paint(thrown(rect(78, 30, 4, 1, {2}, 0.1), 0, 0.2));
      world.step(parallel);
    }
    run(world, 1000);
    // The spread of a triangle's area to both sides of its middle tells half its base, the mean height a third of its
    // height.
    const Grains& grains = world.state().grains;
    const auto angle = [&] {
      double mean = 0;
      double height = 0;
      for (size_t i = 0; i < grains.size(); ++i) {
        mean += grains.x[i] / static_cast<double>(grains.size());
        height += (80 - grains.y[i]) / static_cast<double>(grains.size());
      }
      double spread = 0;
      for (const float x : grains.x) spread += (x - mean) * (x - mean) / static_cast<double>(grains.size());
      return std::atan2(3 * height, std::sqrt(6 * spread)) * 57.29578;
    };
    const double settled = angle();
    run(world, 2500);
    INFO("friction 0." << friction << ": " << settled << " degrees, then " << angle());
    CHECK(std::abs(angle() - settled) < 0.5);
    CHECK(settled > before + 0.5);
    before = settled;
  }
  CHECK(before > 20);
}

TEST_CASE("what flows takes along what is above it, the less the higher it is: powders and liquids, to both sides") {
  const Table table = inert(load_table("core"));
  Parallel parallel(1);
  for (const char* name : {"water", "sand", "stone"})
    for (const int side : {-1, 1}) {
      double before = 1;
      for (int above = 1; above <= kBorrowReach + 1; ++above) {
        INFO(name << ", to side " << side << ", " << above << " above");
        // The edge of a bank that is about to move to that side.
        SandboxState state({40, 30}, 1, Border::kWall);
        Sandbox world(std::move(state), table);
        world.paint(rect(0, 25, 40, 5, {id_of(table, "stone")}));
        world.paint(side > 0 ? rect(0, 20, 20, 5, {id_of(table, name)}) : rect(20, 20, 20, 5, {id_of(table, name)}));
        SandboxState now = world.state();
        now.deposits = false;
        Grain grain{side > 0 ? 19.5F : 20.5F, 20.5F - static_cast<float>(above), 0, 0, {}};
        grain.cell[kMaterialPlane] = id_of(table, "ash");
        now.grains.add(grain);
        ActivityMap activity(now.size);
        GrainFlight().run(now, *table, kContactCode, kScalarQueries, parallel, activity, nullptr);
        if (std::string_view(name) == "stone" || above > kBorrowReach) {
          if (!now.grains.empty()) CHECK(now.grains.vx[0] == 0);
          continue;
        }
        REQUIRE(now.grains.size() == 1);
        const double along = now.grains.vx[0] * side;
        CHECK(along > 0.01);
        CHECK(along < before);
        before = along;
      }
    }
}

TEST_CASE("a landslide takes along what is just above it, a slope at rest does not") {
  const Table table = inert(load_table("core"));
  const uint8_t sand = id_of(table, "sand");
  const uint8_t stone = id_of(table, "stone");
  // Grains are let go just above a slope down to the right, of sand that slides, or of stone: by how many columns the
  // middle of them has gone along when the sand has come to rest.
  const auto drift = [&](uint8_t material) {
    SandboxState state({200, 120}, 9, Border::kWall);
    state.deposits = false;  // they would come down at once
    Sandbox world(std::move(state), table);
    for (int x = 20; x < 100; ++x) world.paint(rect(x, 20 + x, 1, 100 - x, {material}));
    for (int x = 30; x < 90; x += 3) world.paint(thrown(rect(x, 19 + x, 1, 1, {id_of(table, "ash")}), 0, 0));
    const auto middle = [&] {
      double sum = 0;
      for (const float x : world.state().grains.x) sum += x;
      return sum / airborne(world);
    };
    const double before = middle();
    run(world, 200);
    REQUIRE(airborne(world) > 10);  // sand may bury some
    return middle() - before;
  };
  const double sliding = drift(sand);
  const double still = drift(stone);
  INFO("over sand " << sliding << ", over stone " << still);
  CHECK(std::abs(still) < 1);
  CHECK(sliding > 5);
}

namespace {

// Of the grains near the ground the share that is too many there, by what is in the air after each tick.
double share_too_many(const Sandbox& world, const Table& table) {
  const SandboxState& state = world.state();
  GrainMaterials materials;
  materials.set(*table, state.friction);
  std::map<std::pair<int, int>, int> on_face;
  int near = 0;
  for (size_t i = 0; i < state.grains.size(); ++i) {
    const CellPos cell{cell_of(state.grains.x[i]), cell_of(state.grains.y[i])};
    const int ground = SurfaceChain::ground_below(state, materials.blocking[0], cell);
    if (ground == SurfaceChain::kNoGround) continue;
    ++near;
    ++on_face[{cell.x, ground}];
  }
  int too_many = 0;
  for (const auto& [face, count] : on_face) too_many += std::max(count - static_cast<int>(kClumpLimit), 0);
  return near == 0 ? 0 : static_cast<double>(too_many) / near;
}

}  // namespace

TEST_CASE("grains that have gathered on stairs are spread along them, and none goes through a wall") {
  const Table table = inert(load_table("core"));
  constexpr int kGathered = 120;
  double too_many[2] = {};
  for (const bool unclumps : {false, true}) {
    Sandbox world({120, 60}, 5, Border::kWall, table);
    world.paint(rect(0, 50, 120, 10, {id_of(table, "stone")}));
    world.paint(rect(60, 48, 30, 2, {id_of(table, "stone")}));  // a step up
    world.paint(rect(40, 0, 1, 50, {id_of(table, "stone")}));   // a wall to the left
    SandboxState state = world.state();
    state.unclumps = unclumps;
    // Going up, or they would become cells.
    for (int i = 0; i < kGathered; ++i)
      state.grains.add({44.5F + static_cast<float>(i % 24) * 0.6F,
                        49.4F - 0.3F * static_cast<float>(i / 24),
                        0,
                        -0.35F,
                        {id_of(table, "sand"), static_cast<uint8_t>(i), 0}});
    Sandbox clumped(std::move(state), table);
    Parallel parallel(2);
    bool on_step = false;
    for (int tick = 0; tick < 3; ++tick) {
      clumped.step(parallel);
      too_many[unclumps ? 1 : 0] += share_too_many(clumped, table);
      const Grains& grains = clumped.state().grains;
      for (size_t i = 0; i < grains.size(); ++i) {
        CHECK(grains.x[i] > 41);
        on_step = on_step || (grains.x[i] >= 60 && grains.x[i] < 90);
      }
      CHECK(count(clumped, table, "sand") + static_cast<int64_t>(grains.size()) == kGathered);
    }
    CHECK((on_step || !unclumps));  // up the step, too
  }
  INFO(too_many[0] << " without, " << too_many[1] << " with");
  CHECK(too_many[0] > 0);
  CHECK(too_many[1] < 0.95 * too_many[0]);  // none goes farther than two cells in a tick
}

TEST_CASE("dense sprays gather less where they come down than they would without un-clumping") {
  const Table table = load_table("core");
  std::mt19937 dice(4);
  const auto between = [&](double low, double high) { return std::uniform_real_distribution(low, high)(dice); };
  double sum[2] = {};
  for (int i = 0; i < cases(12, 100); ++i) {
    const double slope = between(0, 0.5);
    const int half = static_cast<int>(between(3, 15));
    const int ticks = static_cast<int>(between(10, 60));
    PaintCommand spray = rect(120 - half, 20, 2 * half, 2, {id_of(table, between(0, 1) < 0.5 ? "sand" : "gravel")});
    const double turn = between(-0.6, 0.6);
    const double speed = between(1, 5);
    spray.velocity = Velocity{speed * std::sin(turn), speed * std::cos(turn)};
    spray.fill_limit = dice_limit(between(0.2, 1));
    double of_case[2] = {};
    for (const bool unclumps : {false, true}) {
      Sandbox world({240, 160}, static_cast<uint64_t>(i), Border::kWall, table);
      SandboxState state = world.state();
      state.unclumps = unclumps;
      Sandbox spraying(std::move(state), table);
      for (int x = 0; x < 240; ++x) {
        const int top = 150 - static_cast<int>(slope * x);
        spraying.paint(rect(x, top, 1, 160 - top, {id_of(table, "stone")}));
      }
      for (int tick = 0; tick < 120; ++tick) {
        if (tick < ticks) spraying.paint(spray);
        run(spraying, 1);
        of_case[unclumps ? 1 : 0] += share_too_many(spraying, table) / 120;
      }
    }
    INFO("case " << i << ": " << of_case[0] << " without, " << of_case[1] << " with");
    CHECK(of_case[0] > 0);  // it does gather
    CHECK(of_case[1] < 1.1 * of_case[0]);
    sum[0] += of_case[0];
    sum[1] += of_case[1];
  }
  CHECK(sum[1] < 0.85 * sum[0]);
}

// Who becomes a cell first takes room from the others: it may not always be the one on the left.
TEST_CASE("blocks of grains that land lean to neither side") {
  const Table table = load_table("core");
  Lots lots(11);
  std::vector<double> leans;
  for (int i = 0; i < cases(24, 150); ++i) {
    const int half = lots.below(30) + 10;
    const int high = lots.below(30) + 20;
    const int fall = lots.below(100) + 5;
    const int width = 4 * half + 4 * high;
    const GridSize size{width, high + fall + 10};
    const char* const materials[] = {"sand", "gravel", "salt", "dirt"};
    const MaterialId lands = id_of(table, materials[lots.below(4)]);
    SandboxState state(size, static_cast<uint64_t>(i) + 100, Border::kWall);
    state.unclumps = lots.below(2) == 0;
    Sandbox world(std::move(state), table);
    world.paint(rect(0, size.height - 3, width, 3, {id_of(table, "stone")}));
    world.paint(thrown(rect(width / 2 - half, 5, 2 * half, high, {lands}), 0, 0));
    run(world, 200);
    REQUIRE(airborne(world) == 0);
    double sum = 0;
    int count = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < width; ++x)
        if (world.state().material()[{x, y}] == lands) {
          sum += x + 0.5 - width / 2.0;
          ++count;
        }
    REQUIRE(count == 2 * half * high);
    leans.push_back(sum / count);
  }
  const auto count = static_cast<double>(leans.size());
  const double mean = std::accumulate(leans.begin(), leans.end(), 0.0) / count;
  double squares = 0;
  for (const double lean : leans) squares += (lean - mean) * (lean - mean);
  INFO("they lean by " << mean << " cells in the mean, and scatter by " << std::sqrt(squares / count));
  CHECK(std::abs(mean) < 3.5 * std::sqrt(squares) / count);
}
