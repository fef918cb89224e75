// Contact of airborne grains: no energy from nothing, no drift, heaps by their friction alone.
#include "sim/grains/contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/fixture.h"

using namespace quicksand;

namespace {

constexpr uint8_t kDisc = 2;
constexpr uint8_t kStone = 3;

// Discs and a stone of this friction, in hundredths, standing and sliding alike.
Table discs(int friction, int density = 200) {
  Material disc;
  disc.name = "disc";
  disc.density = density;
  disc.static_friction = disc.kinetic_friction = friction;
  Material stone = disc;
  stone.name = "stone";
  stone.is_static = true;
  return std::make_shared<MaterialTable>(std::vector<Material>{disc, stone});
}

// A world in which grains stay grains, with a floor of stone of so many rows.
constexpr int kFloorRows = 3;
Sandbox world_of_discs(GridSize size, const Table& table, uint64_t seed, int gravity = kGravityUnit) {
  SandboxState state(size, seed, Border::kWall);
  state.deposits = false;
  state.gravity = gravity;
  Sandbox world(std::move(state), table);
  world.paint(rect(0, size.height - kFloorRows, size.width, kFloorRows, {kStone}));
  return world;
}

PaintCommand let_go(PaintCommand command, double down = 0) {
  command.velocity = Velocity{0, down};
  return command;
}

const Grains& grains_of(const Sandbox& world) { return world.state().grains; }

double mean(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Of motion and of height above the floor, for each grain.
double energy(const Sandbox& world) {
  const Grains& grains = grains_of(world);
  double sum = 0;
  for (size_t i = 0; i < grains.size(); ++i) {
    const double squared = double(grains.vx[i]) * grains.vx[i] + double(grains.vy[i]) * grains.vy[i];
    sum += squared / 2 + double(kGrainGravity) * (world.size().height - kFloorRows - grains.y[i]);
  }
  return sum / static_cast<double>(grains.size());
}

// Of a heap: the mean height of a triangle is a third of its height, the spread to both sides of its middle tells half
// its base.
double angle(const Sandbox& world) {
  const Grains& grains = grains_of(world);
  const double middle = mean(grains.x);
  double spread = 0;
  for (const float x : grains.x) spread += (x - middle) * (x - middle) / static_cast<double>(grains.size());
  const double height = world.size().height - kFloorRows - mean(grains.y);
  return std::atan2(3 * height, std::sqrt(6 * spread)) * 180 / std::numbers::pi;
}

Sandbox poured(int friction, int count, uint64_t seed, int drop) {
  Sandbox world = world_of_discs({std::max(200, count / 3), drop + 20}, discs(friction), seed);
  const int middle = world.size().width / 2;
  while (static_cast<int>(grains_of(world).size()) < count) {
    world.paint(let_go(rect(middle - 2, world.size().height - kFloorRows - drop, 4, 1, {kDisc}, 0.1), 0.2));
    run(world, 1);
  }
  run(world, 900, 2);
  return world;
}

}  // namespace

TEST_CASE("what two discs ask of each other keeps their momentum, whatever they weigh and however they move") {
  for (uint32_t serial = 1; serial < 20'000; serial += 20) {
    uint32_t next = serial;
    const auto between = [&](float low, float high) {
      return low + (high - low) * static_cast<float>(mix32(++next) % 10'000) / 10'000.0F;
    };
    const auto disc = [&](float x, float y) {
      return Disc{x, y, between(-1, 1), between(-1, 1), between(-2, 2), between(-2, 2), between(0.4F, 0.5F), 0};
    };
    const Disc one = disc(0, 0);
    const Disc two = disc(between(-0.7F, 0.7F), between(-0.7F, 0.7F));
    const float mass = between(20, 400);
    const float other_mass = between(20, 400);
    const Friction friction{between(0, 1), between(0, 1)};
    ContactSum of_one(one);
    of_one.add(two, other_mass / (mass + other_mass), friction, true);
    ContactSum of_two(two);
    of_two.add(one, mass / (mass + other_mass), friction, false);
    REQUIRE(of_one.count() == of_two.count());
    CHECK(mass * of_one.x() == Approx(-other_mass * of_two.x()).margin(1e-4));
    CHECK(mass * of_one.y() == Approx(-other_mass * of_two.y()).margin(1e-4));
    // They go apart, and never slide faster for their friction.
    const float away_x = one.x - two.x;
    const float away_y = one.y - two.y;
    CHECK(of_one.x() * away_x + of_one.y() * away_y >= -1e-5F);
  }
}

TEST_CASE("a cluster of discs that overlap goes apart without leaving its place") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    INFO("seed " << seed);
    Sandbox world = world_of_discs({120, 120}, discs(static_cast<int>(seed) * 15), seed, 0);
    const int side = 4 + 3 * static_cast<int>(seed);
    for (int i = 0; i < 3; ++i) {  // three in each place
      world.paint(let_go(rect(60 - side / 2, 50 - side / 2, side, side, {kDisc})));
      run(world, 1);
    }
    const double x = mean(grains_of(world).x);
    const double y = mean(grains_of(world).y);
    const double before = energy(world);
    run(world, 60);
    CHECK(mean(grains_of(world).x) == Approx(x).margin(0.02));
    CHECK(mean(grains_of(world).y) == Approx(y).margin(0.02));
    CHECK(std::abs(energy(world) - before) < 0.5 * kMostParting * kMostParting);
  }
}

TEST_CASE("a block of discs gains no energy and goes nowhere, of any size and friction", "[long]") {
  for (const auto& [width, height, friction, seed] :
       {std::tuple{1, 1, 50, 1}, {7, 3, 0, 2}, {20, 20, 50, 3}, {9, 33, 80, 4}, {60, 60, 50, 5}, {30, 12, 100, 7}}) {
    INFO(width << "x" << height << ", friction 0." << friction << ", seed " << seed);
    Sandbox world = world_of_discs({400, 90}, discs(friction), static_cast<uint64_t>(seed));
    world.paint(let_go(rect(200 - width / 2, 90 - kFloorRows - height, width, height, {kDisc})));
    const double x = mean(grains_of(world).x);
    const double before = energy(world);
    double most = 0;
    for (int tick = 0; tick < 1500; ++tick) {
      run(world, 1, 2);
      most = std::max(most, energy(world));
    }
    CHECK(most <= 1.01 * before);
    // Without friction nothing holds what was let go askew.
    if (friction > 0) CHECK(std::abs(mean(grains_of(world).x) - x) < 1);
  }
}

TEST_CASE("blocks of discs fall apart to the left as often as to the right") {
  int to_the_right = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    Sandbox world = world_of_discs({120, 30}, discs(30), seed);
    world.paint(let_go(rect(54, 30 - kFloorRows - 12, 12, 12, {kDisc})));
    run(world, 250);
    if (mean(grains_of(world).x) > 60) ++to_the_right;
  }
  CHECK(agrees(to_the_right, 24, 0.5));
}

TEST_CASE("a column of a hundred discs between two walls comes to rest and creeps no more") {
  Sandbox world = world_of_discs({3, 140}, discs(50), 1);
  world.paint(rect(0, 0, 1, 140, {kStone}));
  world.paint(rect(2, 0, 1, 140, {kStone}));
  world.paint(let_go(rect(1, 30, 1, 100, {kDisc})));
  run(world, 3000);
  const std::vector<float> before = grains_of(world).y;
  run(world, 2000);
  REQUIRE(grains_of(world).y.size() == 100);
  for (size_t i = 0; i < 100; ++i) CHECK(std::abs(grains_of(world).y[i] - before[i]) < 0.05);
}

TEST_CASE("a heap of discs stands by its friction, however many they are, and without any it flows apart", "[long]") {
  double before = 0;
  for (const int friction : {0, 20, 40, 80}) {
    const double few = angle(poured(friction, 400, 1, 50));
    const double many = angle(poured(friction, 1000, 2, 40));
    INFO("friction 0." << friction << ": " << few << " and " << many << " degrees");
    if (friction == 0) CHECK(std::max(few, many) < 3);
    // Rougher ones depend on how they were poured, too: 400 discs of 0.8 stand up to 8 degrees steeper than 2,000.
    if (friction <= 40) CHECK(std::abs(few - many) < 4);
    if (friction > 0) CHECK(std::min(few, many) > before + 2);
    before = std::min(few, many);
  }
}

TEST_CASE("grains keep their shear when they are saved, and older saves have none") {
  Grains grains;
  Grain grain{1, 2, 3, 4, {}, 0.25F, -0.5F};
  grain.cell[kMaterialPlane] = kDisc;
  grains.add(grain);
  const std::optional<Grains> again = unpack_grains(pack_grains(grains, kPlaneRows), kPlaneRows);
  REQUIRE(again);
  CHECK(again->shear_x == grains.shear_x);
  CHECK(again->shear_y == grains.shear_y);
  // As written before there was a shear, without names of planes: four numbers and three bytes.
  std::string old;
  for (const float value : {5.0F, 6.0F, 7.0F, 8.0F}) old.append(reinterpret_cast<const char*>(&value), sizeof value);
  old += {char{kDisc}, '\x11', '\x22'};
  const std::optional<Grains> from_old = unpack_grains(old, kPlaneRows);
  REQUIRE(from_old);
  REQUIRE(from_old->size() == 1);
  CHECK(from_old->vy[0] == 8);
  CHECK(from_old->wetness()[0] == 0x22);
  CHECK(from_old->shear_x[0] == 0);
  // And with names.
  const float names = std::numeric_limits<float>::quiet_NaN();
  std::string named(reinterpret_cast<const char*>(&names), sizeof names);
  named += std::string("\x01\x08material", 10) + old.substr(0, 16) + char{kDisc};
  const std::optional<Grains> from_named = unpack_grains(named, kPlaneRows);
  REQUIRE(from_named);
  REQUIRE(from_named->size() == 1);
  CHECK(from_named->x[0] == 5);
  CHECK(from_named->material()[0] == kDisc);
  CHECK(from_named->shear_y[0] == 0);
}
