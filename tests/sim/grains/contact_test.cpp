// Contact of airborne grains: no energy from nothing, no drift, heaps by their friction alone.
#include "sim/grains/contact.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "core/cases.h"
#include "core/random.h"
#include "sim/grains/contact_pairs.h"
#include "sim/grains/disc_motion.h"
#include "sim/grains/discs.h"
#include "sim/grains/near_grains.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

// Numbers in a range, the same ones for the same serial.
class DiscLots {
 public:
  explicit DiscLots(uint32_t serial) : next_(serial) {}
  float between(float low, float high) {
    return low + (high - low) * static_cast<float>(mix32(++next_) % 10'000) / 10'000.0F;
  }
  Disc disc(float x, float y) {
    return {x, y, between(-1, 1), between(-1, 1), between(-4, 4), between(0.4F, 0.5F), between(20, 400), 0};
  }

 private:
  uint32_t next_;
};

}  // namespace

TEST_CASE("what two discs ask of each other keeps their momentum, whatever they weigh and however they move") {
  int touching = 0;
  for (uint32_t serial = 1; serial < 20'000; serial += 20) {
    DiscLots lots(serial);
    const Disc one = lots.disc(0, 0);
    const Disc two = lots.disc(lots.between(-0.7F, 0.7F), lots.between(-0.7F, 0.7F));
    const Roughness roughness{lots.between(0, 1), lots.between(0, 1), lots.between(0, 2)};
    Spring spring{lots.between(-1, 1), lots.between(-3, 3)};
    Spring mirrored{spring.slide, -spring.roll};
    const Substeps steps = substeps_for(lots.between(0, 300));
    const PairFacts facts =
        facts_of(one.mass, two.mass, 0.5F * (one.radius + two.radius), stiffness_for(lots.between(0, 300), steps));
    const ContactPush push = push_between(one, two, facts, steps, roughness, spring);
    // The other way round it is the opposite, and both remember the same, to the last bit.
    const ContactPush back = push_between(two, one, facts, steps, roughness, mirrored);
    CHECK(push.x == -back.x);
    CHECK(push.y == -back.y);
    CHECK(push.pull == back.pull);
    CHECK(push.twist == -back.twist);
    CHECK(spring.slide == mirrored.slide);
    CHECK(spring.roll == -mirrored.roll);
    // What they turn makes up for what their paths do: the moment of momentum about the point where they touch.
    const auto spun = [](const Disc& of, const ContactPush& by) {
      return 0.5F * of.mass * of.radius * of.radius * correction_of(of, by).turn;
    };
    const float distance = std::sqrt(two.x * two.x + two.y * two.y);
    if (push.x == 0 || distance < 0.01F) continue;
    ++touching;
    CHECK(correction_of(one, push).x * one.mass == Approx(push.x));
    // The force acts on both at their faces, so with the arms of both radii.
    const float along = (two.x * push.y - two.y * push.x) / distance;
    CHECK(spun(one, push) + spun(two, back) == Approx(along * (one.radius + two.radius)).margin(1e-3));
    // They go apart, and never slide faster for their friction.
    CHECK(push.x * (one.x - two.x) + push.y * (one.y - two.y) >= -1e-3F);
  }
  CHECK(touching > 300);
}

TEST_CASE("kernels work out the contacts of pairs alike, to the last bit") {
  constexpr size_t kDiscs = 60;
  constexpr size_t kPairs = 25 * kPairsAtOnce;
  for (uint32_t serial = 1; serial <= 8; ++serial) {
    DiscLots lots(serial * 100'000);
    // From far apart to all in one place.
    const float size = serial == 1 ? 0 : lots.between(0.5F, 6);
    std::vector<Disc> discs;
    for (size_t i = 0; i < kDiscs; ++i) discs.push_back(lots.disc(1000 + lots.between(0, size), lots.between(0, size)));
    std::vector<uint32_t> one;
    std::vector<uint32_t> other;
    std::vector<float> numbers[7];
    std::vector<float> springs[2];
    for (size_t i = 0; i < kPairs; ++i) {
      one.push_back(static_cast<uint32_t>(lots.between(0, kDiscs - 1)));
      other.push_back(static_cast<uint32_t>(lots.between(0, kDiscs - 1)));
      for (std::vector<float>& values : numbers) values.push_back(lots.between(0, 1.5F));
      for (std::vector<float>& values : springs) values.push_back(i % 3 == 0 ? 0 : lots.between(-0.2F, 0.2F));
    }
    struct Result {
      std::vector<ContactPush> pushes;
      std::vector<float> slide, roll;
    };
    const Substeps steps = substeps_for(lots.between(0, 300));
    const auto worked_out = [&](PushPairs push) {
      Result result{std::vector<ContactPush>(kPairs), springs[0], springs[1]};
      const ContactPairs pairs{steps,
                               discs.data(),
                               one.data(),
                               other.data(),
                               numbers[0].data(),
                               numbers[1].data(),
                               numbers[2].data(),
                               numbers[3].data(),
                               numbers[4].data(),
                               numbers[5].data(),
                               numbers[6].data(),
                               result.slide.data(),
                               result.roll.data(),
                               result.pushes.data()};
      push(pairs, 0, kPairs - kPairsAtOnce);  // the last ones are nobody's business
      return result;
    };
    const Result expected = worked_out(push_pairs);
    for (size_t i = kPairs - kPairsAtOnce; i < kPairs; ++i) REQUIRE(expected.slide[i] == springs[0][i]);
    for (const std::string_view name : kernel_names()) {
      INFO(name << ", serial " << serial);
      const std::unique_ptr<Kernel> kernel = make_kernel(name, {64, 64});
      kernel->set_materials(*discs_of_friction(50));
      const Result result = worked_out(kernel->contact_code().push_pairs);
      for (size_t i = 0; i < kPairs; ++i) {
        INFO("pair " << i);
        REQUIRE(std::memcmp(&result.pushes[i], &expected.pushes[i], sizeof(ContactPush)) == 0);
        REQUIRE(result.slide[i] == expected.slide[i]);
        REQUIRE(result.roll[i] == expected.roll[i]);
      }
    }
  }
}

TEST_CASE("kernels find those near a disc alike, in their order, and none that is not of the range") {
  size_t near = 0;
  size_t beside = 0;
  for (uint32_t serial = 1; serial <= 40; ++serial) {
    DiscLots lots(serial * 100'000);
    const auto count = static_cast<uint32_t>(lots.between(0, 90));
    const float spread = lots.between(0.3F, 4);
    const float fastest = serial % 3 == 0 ? 0 : lots.between(0, 4);
    std::vector<uint32_t> grain, square, wetness;
    std::vector<float> x, y, vx, vy, radius;
    for (uint32_t i = 0; i < count + kPairsAtOnce; ++i) {
      grain.push_back(i * 7 % 101);
      square.push_back((70U + static_cast<uint32_t>(lots.between(0, 2))) << 16 |
                       (90U + static_cast<uint32_t>(lots.between(0, 5))));
      wetness.push_back(lots.between(0, 1) < 0.3F ? static_cast<uint32_t>(lots.between(1, 255)) : 0);
      x.push_back(lots.between(-spread, spread));
      y.push_back(lots.between(-spread, spread));
      vx.push_back(lots.between(-fastest, fastest));
      vy.push_back(lots.between(-fastest, fastest));
      radius.push_back(lots.between(0.4F, 0.5F));
    }
    const FiledGrains filed{grain.data(), square.data(), wetness.data(), x.data(),
                            y.data(),     vx.data(),     vy.data(),      radius.data()};
    const auto begin = static_cast<uint32_t>(lots.between(0, static_cast<float>(count)));
    const FiledRanges ranges{2, {{0, begin, 70, 91, 3}, {begin, count, 71, 91, 3}}};
    const NearSearch search{
        grain[count / 2],         serial % 2 == 0 ? 0U : 9U,           0, 0, lots.between(-1, 1), lots.between(-1, 1),
        lots.between(0.4F, 0.5F), lots.between(kNearReach, kMostReach)};
    const auto found = [&](FindNear find) {
      NearGrains all;
      find(filed, ranges, search, all);
      return all;
    };
    const NearGrains expected = found(find_near);
    near += static_cast<size_t>(expected.count);
    beside += static_cast<size_t>(expected.beside);
    for (const std::string_view name : kernel_names()) {
      INFO(name << ", serial " << serial);
      const std::unique_ptr<Kernel> kernel = make_kernel(name, {64, 64});
      kernel->set_materials(*discs_of_friction(50));
      const NearGrains result = found(kernel->contact_code().find_near);
      REQUIRE(result.beside == expected.beside);
      REQUIRE(result.count == expected.count);
      for (int k = 0; k < result.count; ++k) REQUIRE(result.grain[k] == expected.grain[k]);
    }
  }
  CHECK(near > 100);
  CHECK(beside > 100);
}

TEST_CASE("kernels move discs alike, to the last bit, and none that is not in the open") {
  size_t counts[3] = {};
  for (uint32_t serial = 1; serial <= 30; ++serial) {
    DiscLots lots(serial * 100'000);
    const auto first = static_cast<size_t>(lots.between(0, 40));
    const size_t end = first + static_cast<size_t>(lots.between(0, 70));
    // Some pushes are beyond what a correction, a speed or a spin may be.
    const float strength = serial % 3 == 0 ? 1e6F : serial % 3 == 1 ? 20 : 0.5F;
    std::vector<Disc> discs;
    std::vector<DiscCourse> courses;
    std::vector<uint8_t> is_open;
    std::vector<ContactPush> pushes;
    for (size_t i = 0; i < end + 10; ++i) {
      discs.push_back(lots.disc(1000 + lots.between(-1, 1), lots.between(-1, 1)));
      courses.push_back({discs[i].x + lots.between(-1.1F, 1.1F), discs[i].y + lots.between(-1.1F, 1.1F),
                         lots.between(-0.2F, 0.2F), static_cast<uint32_t>(i)});
      is_open.push_back(lots.between(0, 1) < 0.8F ? 1 : 0);
      const auto push = [&] { return lots.between(-strength, strength); };
      pushes.push_back(i % 5 == 0 ? ContactPush{} : ContactPush{push(), push(), push(), push()});
    }
    std::reverse(courses.begin(), courses.end());
    const Substeps steps = substeps_for(lots.between(0, 300));
    for (const bool goes_on : {false, true}) {
      struct Result {
        std::vector<Disc> discs;
        std::vector<MotionLeft> left;
      };
      const auto moved = [&](MoveDiscs move) {
        Result result{discs, std::vector<MotionLeft>(discs.size(), MotionLeft::kAll)};
        move({steps, goes_on, result.discs.data(), courses.data(), is_open.data(), pushes.data(), result.left.data()},
             first, end);
        return result;
      };
      const Result expected = moved(move_discs);
      for (size_t i = 0; i < discs.size(); ++i) {
        const uint32_t disc = courses[i].disc;
        const bool is_moved = std::memcmp(&expected.discs[disc], &discs[disc], sizeof(Disc)) != 0;
        const MotionLeft left = expected.left[i];
        if (left == MotionLeft::kAll) REQUIRE_FALSE(is_moved);
        if (left == MotionLeft::kGoingOn) REQUIRE(goes_on);
        ++counts[static_cast<size_t>(left)];
      }
      for (const std::string_view name : kernel_names()) {
        INFO(name << ", serial " << serial);
        const std::unique_ptr<Kernel> kernel = make_kernel(name, {64, 64});
        kernel->set_materials(*discs_of_friction(50));
        const Result result = moved(kernel->contact_code().move_discs);
        REQUIRE(result.left == expected.left);
        for (size_t i = 0; i < discs.size(); ++i) {
          INFO("disc " << i);
          REQUIRE(std::memcmp(&result.discs[i], &expected.discs[i], sizeof(Disc)) == 0);
        }
      }
    }
  }
  for (const size_t count : counts) CHECK(count > 100);
}

// Taps and strokes, one over the other: a grain comes into the world where it touches none.
TEST_CASE("what is poured, thrown and let go again and again brings no energy but its own") {
  double most = 0;
  for (int i = 0; i < cases(24, 400); ++i) {
    DiscLots lots(static_cast<uint32_t>(i + 1) * 100'000);
    const auto whole = [&](int low, int high) {
      return low + static_cast<int>(lots.between(0, static_cast<float>(high - low) + 0.999F));
    };
    Sandbox world = world_of_discs({120, 120}, discs_of_friction(whole(0, 150)), static_cast<uint64_t>(i), 0);
    const bool taps = i % 2 == 0;
    PaintCommand command;
    const double fastest = lots.between(0.05F, taps ? 2.0F : 0.5F);
    const auto draw = [&] {
      command = rect(whole(40, 70), whole(40, 70), whole(1, taps ? 8 : 20), whole(1, taps ? 2 : 20), {kDisc});
      const double turn = lots.between(0, 6.28F);
      const double speed = taps ? fastest : lots.between(0, static_cast<float>(fastest));
      command.velocity = Velocity{speed * std::cos(turn), speed * std::sin(turn)};
      command.fill_limit = dice_limit(lots.between(0.1F, 1.2F));
      if (whole(0, 2) == 0) command.wetness = whole(0, 255);
    };
    draw();
    double brought = 0;
    for (int tick = 0; tick < 60; ++tick) {
      if (!taps) draw();
      const size_t before = grains_of(world).size();
      world.paint(command);
      const double squared = command.velocity->x * command.velocity->x + command.velocity->y * command.velocity->y;
      brought += squared / 2 * static_cast<double>(grains_of(world).size() - before);
      run(world, 1);
      if (grains_of(world).empty()) continue;
      const double now = motion(world) * static_cast<double>(grains_of(world).size());
      if (brought > 0) most = std::max(most, now / brought);
      INFO("case " << i << ", tick " << tick << ", " << grains_of(world).size() << " grains");
      REQUIRE(now <= 1.01 * brought);
    }
    CHECK(grains_of(world).size() > 3);
  }
  CAPTURE(most);
}

TEST_CASE("a cluster of discs that overlap goes apart without leaving its place") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    INFO("seed " << seed);
    const Table table = discs_of_friction(static_cast<int>(seed) * 15);
    const int side = 4 + 3 * static_cast<int>(seed);
    Sandbox laid_out = world_of_discs({120, 120}, table, seed, 0);
    laid_out.paint(let_go(rect(60 - side / 2, 50 - side / 2, side, side, {kDisc})));
    SandboxState state = laid_out.state();
    for (size_t i = 0; i < state.grains.size(); ++i) {  // so near that each overlaps with those beside it
      state.grains.x[i] = 60 + 0.8F * (state.grains.x[i] - 60);
      state.grains.y[i] = 50 + 0.8F * (state.grains.y[i] - 50);
    }
    Sandbox world(std::move(state), table);
    const double x = mean(grains_of(world).x);
    const double y = mean(grains_of(world).y);
    const double before = energy(world);
    run(world, 60);
    CHECK(mean(grains_of(world).x) == Approx(x).margin(0.02));
    CHECK(mean(grains_of(world).y) == Approx(y).margin(0.02));
    CHECK(std::abs(energy(world) - before) < 0.5 * kMostParting * kMostParting);
  }
}

// By the chance of its discs' sizes a block falls apart now more to one side and now to the other: squares of any size
// by 0.6 cells as a rule, and by 1.8 at times, about their width over the root of their number. On average it goes
// nowhere.
TEST_CASE("a block of discs gains no energy and goes nowhere, of any size and friction", "[thorough]") {
  for (const auto& [width, height, friction, seed, seeds] : {std::tuple{1, 1, 50, 1, 1},
                                                             {7, 3, 0, 2, 1},
                                                             {20, 20, 50, 3, 6},
                                                             {9, 33, 80, 4, 6},
                                                             {60, 60, 50, 5, 6},
                                                             {30, 12, 100, 7, 1}}) {
    double drift = 0;
    for (int i = 0; i < seeds; ++i) {
      INFO(width << "x" << height << ", friction 0." << friction << ", seed " << seed + i);
      Sandbox world = world_of_discs({400, 90}, discs_of_friction(friction), static_cast<uint64_t>(seed + i));
      world.paint(let_go(rect(200 - width / 2, 90 - kFloorRows - height, width, height, {kDisc})));
      const double x = mean(grains_of(world).x);
      const double before = energy(world);
      double most = 0;
      for (int tick = 0; tick < 1500; ++tick) {
        run(world, 1, 2);
        most = std::max(most, energy(world));
      }
      CHECK(most <= 1.01 * before);
      drift += (mean(grains_of(world).x) - x) / seeds;
    }
    INFO(width << "x" << height << ", friction 0." << friction << ", " << seeds << " seeds");
    // By chance one of them may go farther. Without friction nothing holds what was let go askew.
    if (friction > 0) CHECK(std::abs(drift) < 1);
  }
}

// If large discs stood on one side, blocks would lean to it: by a twelfth of a cell in the mean of many.
TEST_CASE("discs that are let go stand to either side of their cells' middles, whatever their size") {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    Sandbox world = world_of_discs({200, 90}, discs_of_friction(50), seed);
    world.paint(let_go(rect(60, 10, 64, 64, {kDisc})));
    const Grains& grains = grains_of(world);
    REQUIRE(grains.size() == 64 * 64);
    double both = 0;
    double of_places = 0;
    double of_sizes = 0;
    for (size_t i = 0; i < grains.size(); ++i) {
      const double place = grains.x[i] - std::floor(grains.x[i]) - 0.5;
      const double size = grains.grain_seed()[i] - 127.5;
      both += place * size;
      of_places += place * place;
      of_sizes += size * size;
    }
    CHECK(of_places > 0);
    CHECK(std::abs(both) < 0.1 * std::sqrt(of_places * of_sizes));
  }
}

TEST_CASE("blocks of discs fall apart to the left as often as to the right") {
  int to_the_right = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    Sandbox world = world_of_discs({120, 30}, discs_of_friction(30), seed);
    world.paint(let_go(rect(54, 30 - kFloorRows - 12, 12, 12, {kDisc})));
    run(world, 250);
    if (mean(grains_of(world).x) > 60) ++to_the_right;
  }
  CHECK(agrees(to_the_right, 24, 0.5));
}

TEST_CASE("a column of a hundred discs between two walls comes to rest and creeps no more") {
  Sandbox world = world_of_discs({3, 140}, discs_of_friction(50), 1);
  world.paint(rect(0, 0, 1, 140, {kStone}));
  world.paint(rect(2, 0, 1, 140, {kStone}));
  world.paint(let_go(rect(1, 30, 1, 100, {kDisc})));
  run(world, 3000);
  const std::vector<float> before = grains_of(world).y;
  run(world, 2000);
  REQUIRE(grains_of(world).y.size() == 100);
  for (size_t i = 0; i < 100; ++i) CHECK(std::abs(grains_of(world).y[i] - before[i]) < 0.05);
}

// Of any density, on liquid of any depth, alone and many.
TEST_CASE("what floats on a liquid, or sinks in it, comes to rest") {
  for (uint32_t i = 0; i < static_cast<uint32_t>(cases(16, 200)); ++i) {
    const auto lot = [&](uint32_t salt, uint32_t below) { return static_cast<int>(mix32(16 * i + salt) % below); };
    Material water;
    water.name = "water";
    water.liquid = true;
    water.density = 100;
    water.friction = kMaxFriction;
    const int density = 5 + lot(0, 250);
    const Table base = discs_of_friction(lot(1, 100), density);
    const Table table = table_of({(*base)[kDisc], (*base)[kStone], water});
    const int depth = 1 + lot(2, 20);
    const int wide = 1 + lot(3, 12);
    const int high = 1 + lot(4, 6);
    Sandbox world = world_of_discs({40, 60}, table, i);
    world.paint(rect(0, 60 - kFloorRows - depth, 40, depth, {4}));
    world.paint(let_go(rect(20 - wide / 2, 15, wide, high, {kDisc}), 0.1 * lot(5, 10)));
    INFO(wide << "x" << high << " of density " << density << ", depth " << depth << ", case " << i);
    run(world, 6000);
    const Grains& grains = grains_of(world);
    double sum = 0;
    double fastest = 0;
    for (size_t k = 0; k < grains.size(); ++k) {
      if (grains.material()[k] != kDisc) continue;  // water that was thrown up
      const double speed = std::hypot(grains.vx[k], grains.vy[k]);
      sum += speed;
      fastest = std::max(fastest, speed);
    }
    // The surface has steps of a row, on which a raft of discs may sway.
    CHECK(sum < 0.015 * wide * high);
    CHECK(fastest < 0.1);
  }
}

TEST_CASE("grains keep their spin and contacts when they are saved, and older saves have none") {
  Grains grains;
  Grain grain{1, 2, 3, 4, {}, 0.25F};
  grain.cell[kMaterialPlane] = kDisc;
  grains.add(grain);
  grains.add(grain);
  grains.contacts = {{0, 1, 0.5F, -0.25F}, {1, kFirstFace + 3, -0.5F, 0}};
  const std::optional<Grains> again = unpack_grains(pack_grains(grains, kPlaneRows), kPlaneRows);
  REQUIRE(again);
  CHECK(again->spin == grains.spin);
  CHECK(again->contacts == grains.contacts);
  // What refers to a grain that is not there is no save.
  for (const GrainContact& wrong : {GrainContact{0, 2, 0, 0},
                                    {1, 0, 0, 0},
                                    {0, kFirstFace + kFaces, 0, 0},
                                    {0, 1, 100, 0},
                                    {0, 1, std::numeric_limits<float>::quiet_NaN(), 0}}) {
    Grains damaged = grains;
    damaged.contacts = {wrong};
    CHECK_FALSE(unpack_grains(pack_grains(damaged, kPlaneRows), kPlaneRows));
  }
  // As written before grains slept.
  const uint32_t with_contacts = 0x7fc0'0001;
  std::string waking(reinterpret_cast<const char*>(&with_contacts), sizeof with_contacts);
  waking += std::string("\x01\x08material\0\0\0\0", 14);
  for (const float value : {5.0F, 6.0F, 7.0F, 8.0F, 0.5F})
    waking.append(reinterpret_cast<const char*>(&value), sizeof value);
  waking += char{kDisc};
  const std::optional<Grains> from_waking = unpack_grains(waking, kPlaneRows);
  REQUIRE((from_waking && from_waking->size() == 1));
  CHECK(from_waking->spin[0] == 0.5F);
  CHECK(from_waking->material()[0] == kDisc);
  CHECK(from_waking->rest_ticks[0] == 0);
  // As written before there was more than a speed, without names of planes: four numbers and three bytes.
  std::string old;
  for (const float value : {5.0F, 6.0F, 7.0F, 8.0F}) old.append(reinterpret_cast<const char*>(&value), sizeof value);
  old += {char{kDisc}, '\x11', '\x22'};
  const std::optional<Grains> from_old = unpack_grains(old, kPlaneRows);
  REQUIRE(from_old);
  REQUIRE(from_old->size() == 1);
  CHECK(from_old->vy[0] == 8);
  CHECK(from_old->wetness()[0] == 0x22);
  CHECK(from_old->spin[0] == 0);
  // And with names.
  for (const bool has_shear : {false, true}) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float names = has_shear ? -nan : nan;
    std::string named(reinterpret_cast<const char*>(&names), sizeof names);
    named += std::string("\x01\x08material", 10) + old.substr(0, 16);
    if (has_shear) named += old.substr(0, 8);
    named += char{kDisc};
    const std::optional<Grains> from_named = unpack_grains(named, kPlaneRows);
    REQUIRE(from_named);
    REQUIRE(from_named->size() == 1);
    CHECK(from_named->x[0] == 5);
    CHECK(from_named->material()[0] == kDisc);
    CHECK(from_named->spin[0] == 0);
    CHECK(from_named->contacts.empty());
  }
}

TEST_CASE("what is squeezed as hard as can be goes apart to no side, and what falls in a lump leans to none") {
  double lean = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    INFO("seed " << seed);
    // Many more in a place than a grain knows neighbours.
    SandboxState state({120, 120}, seed, Border::kWall);
    state.deposits = false;
    state.gravity = 0;
    for (uint32_t k = 0; k < 1000; ++k) {
      const auto lot = [&](uint32_t of) {
        return static_cast<float>(mix32(of + static_cast<uint32_t>(seed)) % 1000) / 1000;
      };
      Grain grain{56 + 9 * lot(3 * k), 56 + 9 * lot(3 * k + 1), 0, 0, {}};
      grain.cell[kMaterialPlane] = kDisc;
      grain.cell[kGrainSeedPlane] = static_cast<uint8_t>(k);
      state.grains.add(grain);
    }
    Sandbox squeezed(std::move(state), discs_of_friction(50));
    const double x = mean(grains_of(squeezed).x);
    run(squeezed, 15);
    // No disc is corrected by more than kMostCorrection, so that a little of their momentum is lost.
    CHECK(std::abs(mean(grains_of(squeezed).x) - x) < 0.1);
    CHECK(std::abs(mean(grains_of(squeezed).vx)) < 0.05);
    // A ball that hits the floor.
    Sandbox fallen = world_of_discs({240, 90}, discs_of_friction(50), seed);
    PaintCommand ball = let_go(rect(120, 50, 1, 1, {kDisc}), 1.0 + 0.5 * static_cast<double>(seed));
    ball.shape = Shape::kStroke;
    ball.width = 16 + 6 * static_cast<int>(seed);
    fallen.paint(ball);
    const double above = mean(grains_of(fallen).x);
    run(fallen, 60);
    lean += (mean(grains_of(fallen).x) - above) / 4;
    CHECK(std::abs(mean(grains_of(fallen).vx)) < 0.05);
  }
  CHECK(std::abs(lean) < 1);
}

TEST_CASE("however hard grains are squeezed, they are no faster than a save may hold") {
  SandboxState state({60, 60}, 1, Border::kWall);
  state.deposits = false;
  for (uint32_t k = 0; k < 600; ++k) {
    const auto lot = [&](uint32_t of) { return static_cast<float>(mix32(of) % 1000) / 1000; };
    Grain grain{30 + lot(2 * k), 30 + lot(2 * k + 1), k % 2 == 0 ? 8.0F : -8.0F, 0, {}};
    grain.cell[kMaterialPlane] = kDisc;
    grain.cell[kGrainSeedPlane] = static_cast<uint8_t>(k);
    state.grains.add(grain);
  }
  Sandbox world(std::move(state), discs_of_friction(80));
  for (int tick = 0; tick < 40; ++tick) {
    run(world, 1);
    for (const std::vector<float>* speeds : {&grains_of(world).vx, &grains_of(world).vy})
      for (const float speed : *speeds) REQUIRE(std::abs(speed) <= kMostSpeedBetweenTicks);
    for (const float spin : grains_of(world).spin) REQUIRE(std::abs(spin) <= kMostSpin);
  }
}

TEST_CASE("a world's friction is a share of what the materials say, saved and set while it runs") {
  const auto settled = [](int friction, int of_world, const std::string_view kernel) {
    SandboxState state({160, 60}, 5, Border::kWall);
    state.deposits = false;
    state.friction = of_world;
    Sandbox world(std::move(state), discs_of_friction(friction), kernel);
    world.paint(rect(0, 57, 160, 3, {kStone}));
    world.paint(let_go(rect(70, 37, 20, 20, {kDisc})));
    run(world, 400);
    return world;
  };
  const auto spread = [](const Sandbox& world) {
    const auto [least, most] = std::minmax_element(grains_of(world).x.begin(), grains_of(world).x.end());
    return *most - *least;
  };
  // Half of 0.8 is as good as 0.4, to the last bit; and whoever changes it in the middle has the rest.
  const Sandbox half = settled(80, kFrictionUnit / 2, "auto");
  const Sandbox plain = settled(40, kFrictionUnit, "auto");
  CHECK(grains_of(half).x == grains_of(plain).x);
  CHECK(half.state_hash() != plain.state_hash());
  CHECK(settled(80, kFrictionUnit / 2, "reference").state_hash() == half.state_hash());
  Sandbox ice = settled(80, kFrictionUnit, "auto");
  const float before = spread(ice);
  auto settings = std::make_shared<SandboxSettings>(static_cast<const SandboxSettings&>(*ice.settings()));
  CHECK(settings->friction == kFrictionUnit);
  settings->friction = 0;
  ice.set(*settings);
  run(ice, 400);
  CHECK(spread(ice) > before + 30);
}
