#include "sim/fixture.h"

using namespace quicksand;

namespace {

// Closed chambers of two cells with the pair in them.
constexpr int kColumns = 80;
constexpr int kRows = 80;
constexpr int kPairs = kColumns * kRows;

enum class Pose { kSolventLeft, kSolventRight, kSolventAbove };

CellPos first_cell(int i, Pose pose) {
  const int pitch_x = pose == Pose::kSolventAbove ? 2 : 3;
  const int pitch_y = pose == Pose::kSolventAbove ? 3 : 2;
  return {1 + i % kColumns * pitch_x, 1 + i / kColumns * pitch_y};
}

CellPos second_cell(int i, Pose pose) {
  const CellPos first = first_cell(i, pose);
  return pose == Pose::kSolventAbove ? CellPos{first.x, first.y + 1} : CellPos{first.x + 1, first.y};
}

int64_t victims_left(const Table& table, MaterialId solvent, MaterialId victim, Pose pose, int ticks) {
  Sandbox world({3 * kColumns + 2, 3 * kRows + 2}, 77, Border::kWall, table);
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
      const int ticks = entry.n / 2;
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
    run(world, 1);
    constexpr CellPos kNeighbours[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (const CellPos direction : kNeighbours) {
      int64_t gone = 0;
      for (int i = 0; i < kSide * kSide; ++i)
        gone += world.entry_at({i % kSide * 4 + 1 + direction.x, i / kSide * 4 + 1 + direction.y}) == kVoid ? 1 : 0;
      INFO("1 in " << rarity << ", direction " << direction.x << "," << direction.y << ": " << gone);
      CHECK(agrees(gone, kSide * kSide, 1.0 / rarity));
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
  run(world, 1);
  CHECK(agrees(10000 - world.count_entries()[2], 10000, 1 / 40.0));
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
