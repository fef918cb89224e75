#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/random_table.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

// Closed chambers of two cells with the pair in them.
constexpr int kPairColumns = 80;
constexpr int kPairRows = 80;
constexpr int kPairs = kPairColumns * kPairRows;

enum class Pose { kSolventLeft, kSolventRight, kSolventAbove };

CellPos first_cell(int i, Pose pose) {
  const int pitch_x = pose == Pose::kSolventAbove ? 2 : 3;
  const int pitch_y = pose == Pose::kSolventAbove ? 3 : 2;
  return {1 + i % kPairColumns * pitch_x, 1 + i / kPairColumns * pitch_y};
}

CellPos second_cell(int i, Pose pose) {
  const CellPos first = first_cell(i, pose);
  return pose == Pose::kSolventAbove ? CellPos{first.x, first.y + 1} : CellPos{first.x + 1, first.y};
}

int64_t victims_left(const Table& table, MaterialId solvent, MaterialId victim, Pose pose, int ticks) {
  Sandbox world({3 * kPairColumns + 2, 3 * kPairRows + 2}, 77, Border::kWall, table);
  std::vector<uint8_t> entries(static_cast<size_t>(world.size().cells()), kWall);
  const auto set = [&](CellPos cell, MaterialId id) {
    entries[static_cast<size_t>(cell.y) * world.size().width + cell.x] = id;
  };
  for (int i = 0; i < kPairs; ++i) {
    const bool solvent_first = pose != Pose::kSolventRight;
    set(first_cell(i, pose), solvent_first ? solvent : victim);
    set(second_cell(i, pose), solvent_first ? victim : solvent);
  }
  world.paint_all(entries);
  run(world, ticks);
  return world.count_entries()[victim];
}

}  // namespace

TEST_CASE("each entry of the classic dissolve table holds its rate") {
  const Table table = load_table("classic");
  struct Entry {
    const char* solvent;
    const char* victim;
    int n;
  };
  // As published in 2008.
  constexpr Entry kTable[] = {{"water", "sand", 500}, {"water", "cement", 100}, {"water", "dirt", 300},
                              {"acid", "sand", 100},  {"acid", "water", 50},    {"acid", "concrete", 100},
                              {"acid", "cement", 20}, {"acid", "dirt", 150}};
  int entries = 0;
  for (int id = 0; id < table->size(); ++id)
    entries += static_cast<int>((*table)[static_cast<MaterialId>(id)].dissolves.size());
  CHECK(entries == 8);
  for (const Entry& entry : kTable) {
    for (const Pose pose : {Pose::kSolventLeft, Pose::kSolventRight, Pose::kSolventAbove}) {
      const int ticks = entry.n / 2 / kMeetingTicks * kMeetingTicks;
      const int64_t left = victims_left(table, id_of(table, entry.solvent), id_of(table, entry.victim), pose, ticks);
      INFO(entry.solvent << " on " << entry.victim << ", pose " << static_cast<int>(pose) << ": " << left << " left");
      CHECK(agrees(kPairs - left, kPairs, 1 - std::pow(1 - 1.0 / entry.n, ticks)));
    }
  }
}

TEST_CASE("a solvent also eats what lies above it") {
  const Table table = load_table("classic");
  Sandbox world = drawn(table, {"#c#", "#a#", "###"}, {{'c', "concrete"}, {'a', "acid"}});
  run(world, 2000);  // equally dense: they do not change places
  CHECK(count(world, table, "concrete") == 0);
  CHECK(count(world, table, "acid") == 1);
}

TEST_CASE("each of a solvent's four neighbours has its own chance, also where chances add up to more than 1") {
  for (const uint32_t rarity : {1u, 2u, 3u, 4u, 10u}) {
    Material brick;
    brick.name = "brick";
    brick.is_static = true;
    Material eater;
    eater.name = "eater";
    eater.is_static = true;
    eater.dissolves = {{.victim = 2, .rarity = rarity}};
    const Table table = std::make_shared<MaterialTable>(std::vector<Material>{brick, eater});
    constexpr int kSide = 80;
    Sandbox world({4 * kSide, 4 * kSide}, rarity, Border::kWall, table);
    std::vector<uint8_t> entries(static_cast<size_t>(world.size().cells()), 2);
    for (int i = 0; i < kSide * kSide; ++i)
      entries[static_cast<size_t>(i / kSide * 4 + 1) * 4 * kSide + i % kSide * 4 + 1] = 3;
    world.paint_all(entries);
    run(world, kMeetingTicks);
    constexpr CellPos kNeighbours[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (const CellPos direction : kNeighbours) {
      int64_t gone = 0;
      for (int i = 0; i < kSide * kSide; ++i)
        gone += world.entry_at({i % kSide * 4 + 1 + direction.x, i / kSide * 4 + 1 + direction.y}) == kVoid ? 1 : 0;
      INFO("1 in " << rarity << ", direction " << direction.x << "," << direction.y << ": " << gone);
      CHECK(agrees(gone, kSide * kSide, 1 - std::pow(1 - 1.0 / rarity, kMeetingTicks)));
    }
  }
}

TEST_CASE("fading materials disappear at their rate") {
  Material mist;
  mist.name = "mist";
  mist.density = 10;
  mist.fades = 40;
  const Table table = std::make_shared<MaterialTable>(std::vector<Material>{mist});
  Sandbox world({100, 100}, 5, Border::kWall, table);
  world.paint(rect(0, 0, 100, 100, {2}));
  run(world, kMeetingTicks);
  CHECK(agrees(10000 - world.count_entries()[2], 10000, 1 - std::pow(1 - 1 / 40.0, kMeetingTicks)));
}

namespace {

// Static materials of these names, so that nothing but reactions changes anything.
std::vector<Material> solids(const std::vector<std::string>& names) {
  std::vector<Material> materials;
  for (const std::string& name : names) {
    Material& material = materials.emplace_back();
    material.name = name;
    material.is_static = true;
  }
  return materials;
}

constexpr MaterialId kA = 2, kB = 3, kC = 4, kD = 5;

Reaction reaction(const std::string& one, const std::string& other, Products of_one, Products of_other, double rate) {
  Reaction made;
  made.sides = {one, other};
  made.then = {std::move(of_one), std::move(of_other)};
  made.per_second = rate;
  return made;
}

// Many rooms of two cells, side by side or one above the other, with a pair in each.
class Rooms {
 public:
  static constexpr int kRooms = kPairs;

  Rooms(const Table& table, Pose pose, MaterialId first, MaterialId second)
      : pose_(pose), world_({3 * kPairColumns + 2, 3 * kPairRows + 2}, 4711, Border::kWall, table) {
    std::vector<uint8_t> entries(static_cast<size_t>(world_.size().cells()), kWall);
    for (int i = 0; i < kRooms; ++i) {
      entries[index(first_cell(i, pose))] = first;
      entries[index(second_cell(i, pose))] = second;
    }
    world_.paint_all(entries);
  }

  void run(int ticks) { quicksand::run(world_, ticks); }

  // How many rooms have these two.
  int64_t count(MaterialId first, MaterialId second) const {
    int64_t rooms = 0;
    for (int i = 0; i < kRooms; ++i)
      rooms += world_.entry_at(first_cell(i, pose_)) == first && world_.entry_at(second_cell(i, pose_)) == second;
    return rooms;
  }

 private:
  size_t index(CellPos cell) const { return static_cast<size_t>(cell.y) * world_.size().width + cell.x; }

  Pose pose_;
  Sandbox world_;
};

}  // namespace

TEST_CASE(
    "what two that meet become, how fast and in which share, is what the reaction says, on whatever side they are") {
  for (const double rate : {1.0, 12.0, 60.0, 160.0}) {
    const Products drawn{{kC, 3}, {kSame, 1}};
    const Table table = std::make_shared<MaterialTable>(
        solids({"a", "b", "c", "d"}), std::vector<Reaction>{reaction("a", "b", drawn, {{kD, 1}}, rate)});
    for (const Pose pose : {Pose::kSolventLeft, Pose::kSolventAbove}) {
      for (const bool turned : {false, true}) {
        INFO(rate << " a second, pose " << static_cast<int>(pose) << ", turned " << turned);
        Rooms rooms(table, pose, turned ? kB : kA, turned ? kA : kB);
        constexpr int kTicks = 16;
        rooms.run(kTicks);
        const double reacted = 1 - std::pow(1 - rate / 160, kTicks);
        const auto count = [&](MaterialId a, MaterialId b) { return turned ? rooms.count(b, a) : rooms.count(a, b); };
        CHECK(agrees(count(kC, kD), Rooms::kRooms, 0.75 * reacted));
        CHECK(agrees(count(kA, kD), Rooms::kRooms, 0.25 * reacted));
        CHECK(count(kA, kB) + count(kC, kD) + count(kA, kD) == Rooms::kRooms);
      }
    }
  }
}

TEST_CASE("half of those that meet have reacted after a half-life, and half of what decays is left") {
  for (const double half_life : {0.05, 0.3, 1.0}) {
    Reaction slow = reaction("a", "b", {}, {{kC, 1}}, 1);
    slow.per_second.reset();
    slow.half_life = half_life;
    std::vector<Material> materials = solids({"a", "b", "c", "d"});
    materials[kD - 2].decays = Decay{half_life, {{kA, 1}, {kVoid, 3}}};
    const Table table = std::make_shared<MaterialTable>(materials, std::vector<Reaction>{slow});
    const auto ticks = static_cast<int>(half_life * 160 + 0.5);
    INFO(half_life << " s");
    Rooms meeting(table, Pose::kSolventAbove, kA, kB);
    meeting.run(ticks);
    CHECK(agrees(meeting.count(kA, kB), Rooms::kRooms, 0.5));
    Rooms decaying(table, Pose::kSolventAbove, kC, kD);
    decaying.run(ticks);
    CHECK(agrees(decaying.count(kC, kD), Rooms::kRooms, 0.5));
    CHECK(agrees(decaying.count(kC, kA), Rooms::kRooms, 0.125));
  }
}

TEST_CASE("a reaction that says where happens only there") {
  struct Case {
    Where where;
    bool left, right, above, below;  // the first of the two is there
  };
  for (const Case& expected : {Case{Where::kAnywhere, true, true, true, true},
                               {Where::kAbove, false, false, true, false},
                               {Where::kBelow, false, false, false, true},
                               {Where::kBeside, true, true, false, false}}) {
    Reaction local = reaction("a", "b", {{kC, 1}}, {}, 160);
    local.where = expected.where;
    const Table table = std::make_shared<MaterialTable>(solids({"a", "b", "c"}), std::vector<Reaction>{local});
    const auto happens = [&](Pose pose, bool turned) {
      Rooms rooms(table, pose, turned ? kB : kA, turned ? kA : kB);
      rooms.run(kMeetingTicks);
      const int64_t reacted = turned ? rooms.count(kB, kC) : rooms.count(kC, kB);
      CHECK((reacted == 0 || reacted == Rooms::kRooms));
      return reacted > 0;
    };
    INFO("where " << static_cast<int>(expected.where));
    CHECK(happens(Pose::kSolventLeft, false) == expected.left);
    CHECK(happens(Pose::kSolventLeft, true) == expected.right);
    CHECK(happens(Pose::kSolventAbove, false) == expected.above);
    CHECK(happens(Pose::kSolventAbove, true) == expected.below);
  }
}

TEST_CASE("of two that are alike each is as often the first of a reaction") {
  const Table table = std::make_shared<MaterialTable>(
      solids({"a", "b", "c"}), std::vector<Reaction>{reaction("a", "a", {{kB, 1}}, {{kC, 1}}, 160)});
  for (const Pose pose : {Pose::kSolventLeft, Pose::kSolventAbove}) {
    Rooms rooms(table, pose, kA, kA);
    rooms.run(kMeetingTicks);
    CHECK(agrees(rooms.count(kB, kC), Rooms::kRooms, 0.5));
    CHECK(rooms.count(kB, kC) + rooms.count(kC, kB) == Rooms::kRooms);
  }
}

TEST_CASE("members of a tag that both sides have react as often as any two, and either way as often") {
  std::vector<Material> materials = solids({"a", "b", "c", "d"});
  materials[kA - 2].tags = materials[kB - 2].tags = {"t"};
  const Table table =
      std::make_shared<MaterialTable>(materials, std::vector<Reaction>{reaction("#t", "#t", {{kC, 1}}, {{kD, 1}}, 5)});
  const double reacted = 1 - std::pow(1 - 5 / 160.0, 32);
  for (const Pose pose : {Pose::kSolventLeft, Pose::kSolventAbove})
    for (const MaterialId one : {kA, kB})
      for (const MaterialId other : {kA, kB}) {
        INFO("materials " << int{one} << " and " << int{other});
        Rooms rooms(table, pose, one, other);
        rooms.run(32);
        CHECK(agrees(rooms.count(kC, kD), Rooms::kRooms, reacted / 2));
        CHECK(agrees(rooms.count(kD, kC), Rooms::kRooms, reacted / 2));
        CHECK(rooms.count(kC, kD) + rooms.count(kD, kC) + rooms.count(one, other) == Rooms::kRooms);
      }
}

TEST_CASE("several reactions of a pair each keep their chance, as long as there is room for all") {
  const Table table = std::make_shared<MaterialTable>(
      solids({"a", "b", "c", "d"}),
      std::vector<Reaction>{reaction("a", "b", {{kC, 1}}, {}, 4), reaction("b", "a", {}, {{kD, 1}}, 8)});
  Rooms rooms(table, Pose::kSolventLeft, kA, kB);
  rooms.run(kMeetingTicks);
  const auto chance = [](double rate) { return 1 - std::pow(1 - rate / 160, kMeetingTicks); };
  CHECK(agrees(rooms.count(kC, kB), Rooms::kRooms, chance(4)));
  CHECK(agrees(rooms.count(kD, kB), Rooms::kRooms, chance(8)));
}

TEST_CASE("void takes part: what grows into it, and what it takes away") {
  std::vector<Material> materials = solids({"plant", "stem"});
  const Table table = std::make_shared<MaterialTable>(
      materials, std::vector<Reaction>{reaction("plant", "void", {{kB, 1}}, {{kA, 1}}, 160)});
  Sandbox world({9, 5}, 1, Border::kWall, table);
  world.paint(rect(4, 4, 1, 1, {kA}));
  run(world, 4000);
  // It has gone where there was room, until there was none beside it.
  CHECK(world.count_entries()[kA] == 1);
  CHECK(world.count_entries()[kB] > 4);
}

TEST_CASE("what a material becomes keeps the wetness that it takes up, too, and no more than it can") {
  Material water;
  water.name = "water";
  water.density = 100;
  water.liquid = true;
  water.friction = 8;
  Material clay;
  clay.name = "clay";
  clay.is_static = true;
  clay.absorbs = 2;
  clay.wet_threshold = 60;
  clay.wet_max = 255;
  clay.decays = Decay{0.01, {{4, 1}, {5, 1}}};
  Material brick = clay;
  brick.name = "brick";
  brick.decays.reset();
  brick.wet_threshold = 30;
  brick.wet_max = 200;
  Material glass;
  glass.name = "glass";
  glass.is_static = true;
  const Table table = std::make_shared<MaterialTable>(std::vector<Material>{water, clay, brick, glass});
  Sandbox world({40, 40}, 1, Border::kWall, table);
  PaintCommand paint = rect(0, 0, 40, 40, {3});
  paint.wetness = 50;
  world.paint(paint);
  PaintCommand soaked = rect(0, 20, 40, 20, {3});
  soaked.wetness = 240;
  world.paint(soaked);
  run(world, 1);  // before wetness spreads
  while (world.count_entries()[3] > 0) run(world, 1);
  int64_t bricks = 0;
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 40; ++x) {
      const int wetness = world.state().wetness().row(y)[x];
      const bool is_brick = world.entry_at({x, y}) == 4;
      bricks += is_brick;
      REQUIRE(wetness <= (is_brick ? 200 : 0));
    }
  CHECK(agrees(bricks, 1600, 0.5));
}

namespace {

void compare_random_reactions(uint32_t first, uint32_t last) {
  for (uint32_t seed = first; seed <= last; ++seed) {
    const Table table = random_table(seed * 77, seed % 2 == 0 ? 12 : 60);
    // The reference looks at everything, always.
    const auto hash_with = [&](std::string_view kernel, int threads) {
      Sandbox world({150, 90}, seed, Border::kWall, table, kernel);
      world.paint(rect(0, 0, 150, 90, movers(*table), 0.7));
      for (int id = 2; id < table->size(); id += 3)
        world.paint(rect(id * 2 % 130, id * 7 % 80, 14, 8, {static_cast<uint8_t>(id)}));
      run(world, 150, threads);
      return world.state_hash();
    };
    const uint64_t expected = hash_with("reference", 1);
    uint32_t number = seed;
    for (const std::string_view kernel : kernel_names()) {
      const int threads = ++number % 2 == 0 ? 1 : 3;
      INFO("seed " << seed << ", " << kernel << ", " << threads << " threads");
      CHECK(hash_with(kernel, threads) == expected);
    }
  }
}

}  // namespace

TEST_CASE("with random reactions every kernel and any threads give the same world") { compare_random_reactions(1, 1); }

TEST_CASE("with random reactions every kernel and any threads give the same world, often", "[.slow]") {
  compare_random_reactions(2, 24);
}

// A world knows whom it has met, and looks only at pairs that may react by what it knows (meeting_filter.h); one that
// was just opened knows nobody. What comes out of what burns is met by whom nobody was asked about.
TEST_CASE(
    "a world that goes on, and one that was opened just now, come to the same in each tick, whatever burns and "
    "reacts") {
  for (uint32_t seed = 0; seed < static_cast<uint32_t>(cases(3, 30)); ++seed) {
    std::mt19937 dice(seed);
    const auto below = [&](int end) { return static_cast<int>(dice() % static_cast<unsigned>(end)); };
    constexpr int kMaterials = 30;
    std::vector<std::string> names;
    for (int i = 0; i < kMaterials; ++i) names.push_back("m" + std::to_string(i));
    std::vector<Material> materials = solids(names);
    const auto any = [&] { return static_cast<MaterialId>(2 + below(kMaterials)); };
    for (int i = 0; i < kMaterials; i += 2)
      materials[static_cast<size_t>(i)].burns =
          Burning{.above = -200 * 8, .lasts = 60, .heat = 0, .flame = any(), .flames = 60, .leaves = {{any(), 1}}};
    names.emplace_back("void");
    std::vector<Reaction> reactions;
    std::set<std::pair<int, int>> known;
    for (int i = 0; i < 90; ++i) {
      const int one = below(kMaterials);
      const int other = below(kMaterials + 1);
      if (!known.emplace(std::minmax(one, other)).second) continue;
      reactions.push_back(reaction(names[static_cast<size_t>(one)], names[static_cast<size_t>(other)], {{any(), 1}},
                                   {{below(3) == 0 ? kVoid : any(), 1}}, 100));
    }
    const Table table = std::make_shared<MaterialTable>(materials, reactions);
    Sandbox world({96, 40}, seed, Border::kWall, table);
    for (int i = 0; i < kMaterials; ++i) world.paint(rect(below(80), below(30), 16, 10, {any(), kVoid}, 0.5));
    for (int tick = 0; tick < 60; ++tick) {
      INFO("seed " << seed << ", tick " << tick);
      Sandbox opened(world.state(), table);
      run(opened, 1);
      run(world, 1);
      REQUIRE(opened.state_hash() == world.state_hash());
    }
  }
}

TEST_CASE("without dissolving, no material is won or lost, in grains or in what they absorb") {
  for (const char* set : {"classic", "core"}) {
    const Table table = inert(load_table(set));
    Sandbox world({131, 97}, 9, Border::kWall, table);
    world.paint(rect(0, 0, 131, 97, movers(*table), 0.8));
    world.paint(rect(20, 50, 70, 2, {kWall}));
    std::vector<int64_t> before = contents(world, *table);
    run(world, 600);
    std::vector<int64_t> after = contents(world, *table);
    after[kVoid] = before[kVoid];  // there is more of it where liquid has been absorbed
    CHECK(after == before);
  }
}
