// Grains that rest where they may not become cells sleep, island by island, and wake by whatever could move them.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "core/cases.h"
#include "core/random.h"
#include "sim/grains/discs.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

constexpr GridSize kHeapSize{120, 60};
constexpr int kFloor = kHeapSize.height - kFloorRows;

int lot(uint32_t serial, uint32_t salt, uint32_t below) { return static_cast<int>(mix32(16 * serial + salt) % below); }

Table drawn_table(uint32_t serial) { return discs_of_friction(lot(serial, 0, 101)); }

// A block of drawn size and friction that has been let go on the floor.
Sandbox drawn_heap(uint32_t serial, std::string_view kernel = "auto") {
  const int wide = 1 + lot(serial, 1, 30);
  const int high = 1 + lot(serial, 2, 30);
  SandboxState state(kHeapSize, serial, Border::kWall);
  state.deposits = false;
  Sandbox world(std::move(state), drawn_table(serial), kernel);
  world.paint(rect(0, kFloor, kHeapSize.width, kFloorRows, {kStone}));
  world.paint(let_go(rect(60 - wide / 2, kFloor - high - lot(serial, 3, 6), wide, high, {kDisc})));
  return world;
}

bool all_asleep(const Sandbox& world) {
  const Grains& grains = grains_of(world);
  return std::count(grains.rest_ticks.begin(), grains.rest_ticks.end(), Grains::kAsleep) ==
         static_cast<ptrdiff_t>(grains.size());
}

// The ticks it took, or -1.
int run_until_asleep(Sandbox& world, int most = 4000) {
  for (int ticks = 0; ticks <= most; ++ticks) {
    if (all_asleep(world)) return ticks;
    run(world, 1);
  }
  return -1;
}

// Grains that nothing bears: neither a cell nor another grain below is near enough, nor are they wedged between two: so
// that the line between the points where they touch these is within the friction of both.
// Source: Van-Duc Nguyen, "Constructing Force-Closure Grasps" (1988).
int hanging(const Sandbox& world, const Table& table) {
  constexpr float kNear = 0.05F;
  const float friction = static_cast<float>((*table)[kDisc].static_friction) / 100 *
                         static_cast<float>(world.state().friction) / kFrictionUnit;
  // Of the angle between the directions of two that hold what is between them: 180 degrees less twice that of friction.
  const float holds = -(1 - friction * friction) / (1 + friction * friction);
  const Grains& grains = grains_of(world);
  int count = 0;
  for (size_t i = 0; i < grains.size(); ++i) {
    const float radius = radius_of(grains.grain_seed()[i], 0);
    bool is_borne = false;
    const int below = static_cast<int>(grains.y[i] + radius + kNear);
    for (const float side : {-radius, 0.0F, radius})
      is_borne |= world.state().material()[{static_cast<int>(grains.x[i] + side), below}] != kVoid;
    std::vector<std::array<float, 2>> ways;  // to others that it touches
    for (size_t j = 0; j < grains.size() && !is_borne; ++j) {
      const float reach = radius + radius_of(grains.grain_seed()[j], 0) + kNear;
      const float dx = grains.x[j] - grains.x[i];
      const float dy = grains.y[j] - grains.y[i];
      const float squared = dx * dx + dy * dy;
      if (j == i || squared >= reach * reach) continue;
      is_borne = dy > 0;
      const std::array<float, 2> way{dx / std::sqrt(squared), dy / std::sqrt(squared)};
      for (const std::array<float, 2>& other : ways) is_borne |= way[0] * other[0] + way[1] * other[1] <= holds;
      ways.push_back(way);
    }
    count += is_borne ? 0 : 1;
  }
  return count;
}

}  // namespace

TEST_CASE("heaps of discs of any size and friction fall asleep, borne, and then nothing of them changes") {
  for (uint32_t serial = 1; serial <= 24; ++serial) {
    Sandbox world = drawn_heap(serial);
    INFO("heap " << serial << " of " << grains_of(world).size());
    size_t contacts = 0;  // of the tick before
    int ticks = 0;
    for (; !all_asleep(world) && ticks < 4000; ++ticks) {
      contacts = grains_of(world).contacts.size();
      run(world, 1);
    }
    REQUIRE(all_asleep(world));
    CHECK(ticks > kSleepTicks);
    CHECK(grains_of(world).contacts.size() == contacts);  // what waits to be woken still bears its load
    CHECK(hanging(world, drawn_table(serial)) == 0);
    while (world.state().tick % 32 != 1) run(world, 1);  // grains have just been put into order
    const Grains asleep = grains_of(world);
    world.paint(let_go(rect(2, 2, 1, 1, {kDisc})));  // one that falls elsewhere
    run(world, 20);
    const Grains& now = grains_of(world);
    REQUIRE(now.size() == asleep.size() + 1);
    CHECK(std::equal(asleep.x.begin(), asleep.x.end(), now.x.begin()));
    CHECK(std::equal(asleep.y.begin(), asleep.y.end(), now.y.begin()));
    CHECK(now.contacts == asleep.contacts);
  }
}

namespace {

void check_what_wakes_discs(uint32_t first, uint32_t last) {
  for (uint32_t serial = first; serial <= last; ++serial)
    for (const std::string cause : {"nothing", "the floor opens", "some are taken away", "a push", "others land",
                                    "no friction", "more gravity", "a wall is painted"}) {
      Sandbox world = drawn_heap(serial + 40);
      REQUIRE(run_until_asleep(world) >= 0);
      const size_t before = grains_of(world).size();
      const int middle = static_cast<int>(mean(grains_of(world).x));
      const auto set = [&](auto member, int value) {
        auto settings =
            std::dynamic_pointer_cast<SandboxSettings>(std::const_pointer_cast<WorldSettings>(world.settings()));
        (*settings).*member = value;
        world.set(*settings);
      };
      if (cause == "the floor opens") world.paint(rect(middle - 1, kFloor, 3, kFloorRows - 1, {kVoid}));
      if (cause == "some are taken away") world.paint(rect(middle - 1, kFloor - 2, 3, 2, {kVoid}));
      if (cause == "a push") {
        ForceCommand push;
        push.at = {middle, kFloor - 1};
        push.radius = 3;
        push.outward = 0.5;
        world.push(push);
      }
      if (cause == "others land") world.paint(let_go(rect(middle, kFloor - 40, 2, 2, {kDisc}), 1));
      if (cause == "no friction") set(&SandboxSettings::friction, 0);
      if (cause == "more gravity") set(&SandboxSettings::gravity, 4 * kGravityUnit);
      if (cause == "a wall is painted") world.paint(rect(middle - 4, kFloor - 1, 8, 1, {kStone}));
      INFO("heap " << serial << " of " << before << " discs: " << cause);
      Parallel parallel(1);
      bool woke = false;
      for (int tick = 0; tick < 60 && !woke; ++tick) {
        if (cause != "nothing") CHECK(!world.is_at_rest(parallel));  // before anything of it is seen, too
        run(world, 1);
        woke = !all_asleep(world);
      }
      CHECK(woke == (cause != "nothing"));
      REQUIRE(run_until_asleep(world) >= 0);
      run(world, 256);
      CHECK(world.is_at_rest(parallel));
      CHECK(hanging(world, drawn_table(serial + 40)) == 0);
    }
}

}  // namespace

namespace {

struct BoxOfDiscs {
  int wide;
  int high;
  int gap;   // the box is wider by so much
  int fall;  // and they fall so far
  int friction;
  int share;    // of it that the world lets be, in 64ths
  int gravity;  // times the usual
};

}  // namespace

TEST_CASE("discs in a box come to rest and fall asleep, whatever their friction") {
  std::mt19937 dice(5);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  // These trembled for ever while walls drew up what they held, and while un-clumping brought some among others.
  std::vector<BoxOfDiscs> boxes{
      {9, 39, 5, 4, 114, 64, 1}, {7, 62, 7, 5, 134, 121, 2}, {34, 34, 3, 10, 0, 64, 1}, {48, 43, 8, 0, 0, 64, 1}};
  while (std::ssize(boxes) < cases(10, 100)) {
    BoxOfDiscs box{any(2, 60), any(5, 150), any(0, 8), any(0, 10), 0, 64, 1};
    if (any(0, 5) > 0) box.friction = any(0, 200);
    if (any(0, 1) > 0) box.share = any(0, kMostFriction);
    if (any(0, 2) == 0) box.gravity = any(1, 4);
    if (box.wide * box.high <= cases(1000, 4000) && static_cast<float>(box.high * box.gravity) < kMostBorneWeight)
      boxes.push_back(box);
  }
  uint64_t seed = 0;
  for (const BoxOfDiscs& box : boxes) {
    INFO(box.wide << " x " << box.high << ", " << box.gap << " wider, " << box.fall << " above the floor, friction "
                  << box.friction << " times " << box.share << "/64, gravity " << box.gravity);
    Sandbox world = world_of_discs({box.wide + box.gap, box.high + box.fall + kFloorRows},
                                   discs_of_friction(box.friction), ++seed, box.gravity * kGravityUnit);
    auto settings =
        std::dynamic_pointer_cast<SandboxSettings>(std::const_pointer_cast<WorldSettings>(world.settings()));
    settings->friction = box.share;
    world.set(*settings);
    world.paint(let_go(rect(box.gap / 2, 0, box.wide, box.high, {kDisc})));
    CHECK(run_until_asleep(world, 3000) >= 0);
  }
}

namespace {

// A world of the game's own materials in which grains stay grains, with a floor and a box whose walls stand at `left`
// and `right`.
Sandbox boxed_world(GridSize size, const Table& table, uint64_t seed, int left, int right) {
  SandboxState state(size, seed, Border::kWall);
  state.deposits = false;
  Sandbox world(std::move(state), table);
  world.paint(rect(0, size.height - kFloorRows, size.width, kFloorRows, {id_of(table, "stone")}));
  for (const int x : {left, right}) world.paint(rect(x, 0, 1, size.height - kFloorRows, {id_of(table, "stone")}));
  return world;
}

}  // namespace

// How stiff contacts are goes by what lies upon them: it would lift what has been pressed together if it went by
// anything else, such as the mean of all heaps, or the lightest grain of a column.
TEST_CASE("no heap rises by what is heaped elsewhere, taken away there, or falls lightly on it") {
  const Table table = load_table("core");
  const MaterialId sand = id_of(table, "sand");
  for (int round = 0; round < cases(6, 36); ++round) {
    const auto serial = static_cast<uint32_t>(round + 500);
    const int wide = 8 + lot(serial, 1, 16);
    const int high = 15 + lot(serial, 2, 50);
    const int layer = 100 + lot(serial, 3, 200);
    const int right = 2 + wide + 1;
    const GridSize size{right + 10 + layer + 40, 110};
    const int floor = size.height - kFloorRows;
    Sandbox world = boxed_world(size, table, serial, 1, right);
    world.paint(let_go(rect(2, floor - high, wide, high, {sand})));
    world.paint(let_go(rect(right + 8, floor - 4, layer, 4, {sand})));
    REQUIRE(run_until_asleep(world) >= 0);
    bool is_awake = false;
    const auto height = [&] {
      const Grains& grains = grains_of(world);
      double sum = 0;
      for (size_t i = 0; i < grains.size(); ++i) {
        if (grains.x[i] >= static_cast<float>(right) || grains.material()[i] != sand) continue;
        sum += static_cast<float>(floor) - grains.y[i];
        is_awake = is_awake || !grains.is_asleep(i);
      }
      return sum;
    };
    const double before = height();
    const char* const causes[] = {"a layer is taken away", "a deeper heap is let go", "snow falls on it"};
    const std::string_view cause = causes[round % 3];
    if (cause == causes[0]) world.paint(rect(right + 1, 0, size.width - right - 1, floor, {kVoid}));
    if (cause == causes[1]) world.paint(let_go(rect(size.width - 30, floor - 100, 25, 96, {sand})));
    if (cause == causes[2])
      world.paint(let_go(rect(2, floor - high - 3, wide, 1, {id_of(table, "snow")})));
    else
      world.paint(let_go(rect(2 + wide / 2, 2, 1, 1, {id_of(table, "gravel")})));  // which wakes it
    CHECK_FALSE(is_awake);
    double most = before;
    for (int tick = 0; tick < 250; ++tick) {
      run(world, 1);
      most = std::max(most, height());
    }
    INFO("a box " << wide << " wide of discs " << high << " high: " << cause << ", from " << before << " to " << most);
    CHECK(is_awake);
    CHECK(most <= 1.01 * before);
  }
}

TEST_CASE("discs asleep wake when what they lie on becomes another material") {
  const Table table = load_table("core");
  for (const std::string floor_of : {"glass", "iron", "wood", "concrete"}) {
    SandboxState state(kHeapSize, 4, Border::kWall);
    state.deposits = false;
    Sandbox world(std::move(state), table);
    world.paint(rect(0, kFloor, kHeapSize.width, kFloorRows, {id_of(table, "stone")}));
    world.paint(let_go(rect(50, kFloor - 15, 20, 15, {id_of(table, "sand")})));
    REQUIRE(run_until_asleep(world) >= 0);
    world.paint(rect(0, kFloor, kHeapSize.width, kFloorRows, {id_of(table, "stone")}));  // the same again
    run(world, 2);
    CHECK(all_asleep(world));
    world.paint(rect(0, kFloor, kHeapSize.width, kFloorRows, {id_of(table, floor_of)}));
    run(world, 2);
    INFO(floor_of);
    CHECK_FALSE(all_asleep(world));
  }
}

TEST_CASE("a tall column of discs whose walls are taken away collapses, and falls asleep however long it sinks",
          "[thorough]") {
  for (int round = 0; round < cases(2, 12); ++round) {
    const auto serial = static_cast<uint32_t>(round);
    const int wide = 30 + lot(serial, 71, 31);
    const int high = 100 + lot(serial, 72, 31);
    const GridSize size{wide + 120, high + 20};
    const int floor = size.height - kFloorRows;
    Sandbox world = world_of_discs(size, discs_of_friction(50 + lot(serial, 73, 51)), serial);
    const auto walls = [&](MaterialId material) {
      for (const int x : {60 - 1, 60 + wide}) world.paint(rect(x, 0, 1, floor, {material}));
    };
    walls(kStone);
    world.paint(let_go(rect(60, floor - high, wide, high, {kDisc})));
    run(world, 300);
    walls(kVoid);
    INFO(wide << " x " << high << ", round " << round);
    CHECK(run_until_asleep(world) > 0);
  }
}

TEST_CASE("discs asleep wake by whatever could move them, and rest again without one that hangs") {
  check_what_wakes_discs(1, 2);
}

TEST_CASE("discs asleep wake by whatever could move them, and rest again without one that hangs, often", "[.slow]") {
  check_what_wakes_discs(3, 20);
}

TEST_CASE("what lies on a disc falls when that one is shot away from under it") {
  for (const double speed : {0.3, 2.0, 6.0}) {
    SandboxState state({400, 30}, 3, Border::kWall);
    state.deposits = false;
    Sandbox world(std::move(state), discs_of_friction(60));
    world.paint(rect(0, 27, 400, kFloorRows, {kStone}));
    for (const int wall : {19, 21}) world.paint(rect(wall, 10, 1, 16, {kStone}));  // a shaft that is open at its foot
    world.paint(let_go(rect(20, 26, 1, 1, {kDisc})));
    world.paint(let_go(rect(20, 25, 1, 1, {kDisc})));
    REQUIRE(run_until_asleep(world) >= 0);
    const size_t upper = grains_of(world).y[0] < grains_of(world).y[1] ? 0 : 1;
    REQUIRE(grains_of(world).y[upper] < 26.3F);
    ForceCommand push;
    push.at = {20, 27};  // so that it reaches the lower one alone, and hardly
    push.radius = 1;
    push.x = 20 * speed;
    world.push(push);
    CHECK(grains_of(world).vx[upper] == 0);
    CHECK(grains_of(world).vx[1 - upper] > speed / 4);
    run(world, 40);
    const auto& y = grains_of(world).y;
    INFO("pushed at " << speed);
    CHECK(*std::min_element(y.begin(), y.end()) > 26.3F);
  }
}

TEST_CASE("discs asleep wake when the rules change, and not when they are those of before") {
  for (uint32_t serial = 1; serial <= 6; ++serial) {
    Sandbox heap = world_of_discs({160, 60}, discs_of_friction(50), serial);
    heap.paint(let_go(rect(60, 40, 10 + lot(serial, 81, 20), 14, {kDisc})));
    REQUIRE(run_until_asleep(heap) >= 0);
    const auto farthest = [](const Sandbox& world) {
      const std::vector<float>& x = grains_of(world).x;
      return *std::max_element(x.begin(), x.end());
    };
    INFO("heap " << serial);
    for (const int friction : {50, 0}) {
      Sandbox again({160, 60}, serial, Border::kWall, discs_of_friction(friction));
      REQUIRE(again.restore(*heap.snapshot()));
      CHECK(all_asleep(again) == (friction == 50));
      run(again, 600);
      CHECK((farthest(again) > farthest(heap) + 5) == (friction == 0));
    }
  }
}

TEST_CASE("sleep is the same for every kernel and any number of threads, and goes on where it was saved",
          "[thorough]") {
  // Saved and loaded after this tick, unless it is negative.
  const auto played = [](std::string_view kernel, int threads, int saved_at) {
    Parallel parallel(threads);
    auto world = std::make_unique<Sandbox>(drawn_heap(77, kernel));
    std::vector<uint64_t> hashes;
    bool has_slept = false;
    for (int tick = 0; tick < 1500; ++tick) {
      if (tick % 500 == 470) world->paint(let_go(rect(58, 5, 3, 2, {kDisc}), 2));
      world->step(parallel);
      has_slept |= all_asleep(*world);
      if (tick == saved_at) {
        SandboxState state = world->state();
        std::optional<Grains> grains = unpack_grains(pack_grains(state.grains, state.cells.rows()), state.cells.rows());
        REQUIRE(grains);
        state.grains = std::move(*grains);
        world = std::make_unique<Sandbox>(std::move(state), drawn_table(77), kernel);
      }
      if (tick % 50 == 0) hashes.push_back(world->state_hash());
    }
    CHECK(has_slept);
    return hashes;
  };
  const std::vector<uint64_t> expected = played("reference", 1, -1);
  for (const int saved_at : {30, 200, 460, 700}) CHECK(played("reference", 1, saved_at) == expected);
  for (const std::string_view kernel : kernel_names()) CHECK(played(kernel, 3, -1) == expected);
}
