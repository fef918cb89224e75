#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "core/cases.h"
#include "sim/fixture.h"

using namespace quicksand;

TEST_CASE("fill paints that share of the cells, and a mix splits evenly") {
  const Table table = load_table("classic");
  Sandbox world({300, 200}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 300, 200, {id_of(table, "sand"), id_of(table, "water"), id_of(table, "dirt")}, 0.6));
  CHECK(agrees(60000 - count(world, table, "void"), 60000, 0.6));
  for (const char* name : {"sand", "water", "dirt"}) CHECK(agrees(count(world, table, name), 60000, 0.2));
}

TEST_CASE("painting onto emptiness or one material leaves the others") {
  const Table table = load_table("classic");
  Sandbox world({10, 1}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 5, 1, {id_of(table, "sand")}));
  PaintCommand water = rect(0, 0, 10, 1, {id_of(table, "water")});
  water.onto = Onto::kEmpty;
  world.paint(water);
  CHECK(count(world, table, "sand") == 5);
  CHECK(count(world, table, "water") == 5);
  PaintCommand dirt = rect(0, 0, 10, 1, {id_of(table, "dirt")});
  dirt.onto = Onto::kEntry;
  dirt.onto_entry = id_of(table, "water");
  world.paint(dirt);
  CHECK(count(world, table, "sand") == 5);
  CHECK(count(world, table, "dirt") == 5);
}

TEST_CASE("each grain gets a grain_seed that moves with it") {
  const Table table = load_table("classic");
  Sandbox world({40, 20}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 40, 1, {id_of(table, "cement")}));  // falls straight, and not so far that it splashes
  std::vector<uint8_t> before;
  for (int x = 0; x < 40; ++x) before.push_back(world.state().grain_seed()[{x, 0}]);
  CHECK(std::set<uint8_t>(before.begin(), before.end()).size() > 20);
  run(world, 80);
  for (int x = 0; x < 40; ++x) CHECK(world.state().grain_seed()[{x, 19}] == before[static_cast<size_t>(x)]);
  for (int x = 0; x < 40; ++x) CHECK(world.state().grain_seed()[{x, 0}] == 0);
}

TEST_CASE("painting what is there already changes no grain_seed") {
  const Table table = load_table("classic");
  Sandbox world({40, 1}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 40, 1, {id_of(table, "sand")}));
  const std::vector<uint8_t> before(world.state().grain_seed().row(0), world.state().grain_seed().row(0) + 40);
  world.paint(rect(0, 0, 40, 1, {id_of(table, "sand")}));
  CHECK(std::vector<uint8_t>(world.state().grain_seed().row(0), world.state().grain_seed().row(0) + 40) == before);
}

TEST_CASE("two commands at one place draw different noise") {
  const Table table = load_table("classic");
  Sandbox world({200, 100}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 200, 100, {id_of(table, "sand")}, 0.5));
  PaintCommand water = rect(0, 0, 200, 100, {id_of(table, "water")}, 0.5);
  water.onto = Onto::kEmpty;
  world.paint(water);
  CHECK(agrees(count(world, table, "water"), 20000, 0.25));
}

TEST_CASE("a patch is put down where it lies in the world, and what is outside is lost, however far that is") {
  const Table table = load_table("core");
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    INFO("seed " << seed);
    uint32_t serial = seed << 10;
    const auto below = [&](int limit) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(limit)); };
    const GridSize size{1 + below(200), 1 + below(40)};
    Sandbox world(size, seed, Border::kWall, table);
    const GridSize piece{1 + below(90), 1 + below(20)};
    Patch patch{piece, {"void", "sand", "water"}, {{"material", {}}}};
    for (int64_t i = 0; i < piece.cells(); ++i) patch.planes[0].bytes.push_back(static_cast<uint8_t>(below(3)));
    const int reach = seed % 4 == 0 ? 1'000'000 : 200;
    const CellPos at{below(2 * reach) - reach, below(2 * reach) - reach};
    world.apply(PasteCommand{std::make_shared<const Patch>(patch), at});
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const CellPos from{x - at.x, y - at.y};
        const bool lies_in = from.x >= 0 && from.y >= 0 && from.x < piece.width && from.y < piece.height;
        const auto entry = lies_in ? patch.planes[0].bytes[static_cast<size_t>(from.y * piece.width + from.x)] : 0;
        REQUIRE(world.state().material()[{x, y}] == id_of(table, patch.entry_names[entry]));
      }
    run(world, 20);
  }
}

TEST_CASE("what is painted onto emptiness leaves what is there as warm as it is, damp or not") {
  const Table table = load_table("core");
  const uint8_t sand = id_of(table, "sand");
  for (const bool is_damp : {false, true}) {
    Sandbox world({20, 20}, 1, Border::kWall, table);
    PaintCommand paint = rect(0, 10, 20, 5, {sand});
    paint.wetness = 80;
    paint.temperature = 500 * kUnitsPerKelvin;
    world.paint(paint);
    const auto warmth = [&] {
      const SandboxState& state = world.state();
      return temperature_of(state.cells[kHeatLowPlane][{5, 12}], state.cells[kHeatHighPlane][{5, 12}], state.ambient);
    };
    const uint16_t before = warmth();
    paint.temperature = -50 * kUnitsPerKelvin;
    paint.wetness = is_damp ? std::optional<uint8_t>(50) : std::nullopt;
    paint.onto = Onto::kEmpty;
    world.paint(paint);
    CHECK(warmth() == before);
    CHECK(world.state().wetness()[{5, 12}] == 80);
    paint.onto = Onto::kAny;
    world.paint(paint);
    CHECK(warmth() == temperature_of(-50 * kUnitsPerKelvin));
  }
}

TEST_CASE("what flies where something static is painted comes out of it, and none is lost") {
  const Table table = inert(load_table("core"));
  const MaterialId stone = id_of(table, "stone");
  for (const Onto onto : {Onto::kEmpty, Onto::kAny})
    for (const int side : {1, 8, 60, 130}) {
      Sandbox world({140, 140}, 4, Border::kWall, table);
      world.paint(rect(20, 90, 100, 30, {id_of(table, "sand")}));
      world.push({{70, 120}, 60, 5, 0, 0});
      run(world, 20);
      const auto in_stone = [&] {
        int grains = 0;
        for (size_t i = 0; i < world.state().grains.size(); ++i) {
          const CellPos at{static_cast<int>(world.state().grains.x[i]), static_cast<int>(world.state().grains.y[i])};
          grains += world.state().material()[at] == stone ? 1 : 0;
        }
        return grains;
      };
      const size_t flying = world.state().grains.size();
      REQUIRE(flying > 100);
      PaintCommand lid = rect(70 - side / 2, 70 - side / 2, side, side, {stone});
      lid.onto = onto;
      world.paint(lid);
      INFO(side << " cells wide");
      CHECK(in_stone() == 0);
      CHECK(world.state().grains.size() == flying);
      const int64_t sand = matter(world)[id_of(table, "sand")];
      run(world, 1500);
      CHECK(in_stone() == 0);
      if (side < 100) CHECK(world.state().grains.empty());  // else there is hardly any room
      CHECK(matter(world)[id_of(table, "sand")] == sand);
    }
}

// In a vessel that a wall of drawn place and thickness parts, with discs or powder in the air on the one side of it.
TEST_CASE("what is painted over grains in the air presses none of them past a wall, as long as there is room") {
  const Table table = load_table("core");
  std::mt19937 dice(7);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  for (int round = 0; round < cases(40, 400); ++round) {
    const int wide = any(20, 90);
    const int high = any(20, 90);
    const bool upright = any(0, 1) == 1;
    const int across = upright ? wide : high;
    const int along = upright ? high : wide;
    const int wall = any(8, across - 8);
    const int thick = any(1, std::min(12, across - wall - 4));
    const bool is_before = any(0, 1) == 1;  // the side that the grains are on: above or to the left of the wall
    const auto part = [&](int from, int to) {
      return upright ? rect(from, 0, to - from, along, {kVoid}) : rect(0, from, along, to - from, {kVoid});
    };
    SandboxState state({wide, high}, static_cast<uint64_t>(round), Border::kWall);
    state.deposits = any(0, 1) == 1;
    Sandbox world(std::move(state), table);
    PaintCommand stone = part(wall, wall + thick);
    stone.entries = {id_of(table, "stone")};
    world.paint(stone);
    PaintCommand grains = is_before ? part(0, wall) : part(wall + thick, across);
    grains.entries = {id_of(table, "sand")};
    grains.fill_limit = dice_limit(any(10, 60) / 100.0);
    grains.velocity = Velocity{0, 0};
    world.paint(grains);
    run(world, any(0, 60));
    const Grains& flying = world.state().grains;
    const auto on_their_side = [&] {
      int count = 0;
      for (size_t i = 0; i < flying.size(); ++i) {
        const CellPos at{static_cast<int>(flying.x[i]), static_cast<int>(flying.y[i])};
        const int place = upright ? at.x : at.y;
        const bool is_free = table->phase(world.state().material()[at]) != Phase::kStatic;
        count += (is_before ? place < wall : place >= wall + thick) && is_free ? 1 : 0;
      }
      return count;
    };
    const auto before = static_cast<int>(flying.size());
    const int side = any(1, std::min(wide, high) / 2);
    PaintCommand lid = rect(any(0, wide - side), any(0, high - side), side, side, {id_of(table, "glass")});
    lid.onto = any(0, 1) == 1 ? Onto::kEmpty : Onto::kAny;
    world.paint(lid);
    INFO("round " << round << ": " << wide << " x " << high << ", " << before << " grains, a wall of " << thick
                  << " at " << wall << ", painted " << side << " cells wide");
    int room = 0;  // where they are
    for (int y = 0; y < high; ++y)
      for (int x = 0; x < wide; ++x) {
        const int place = upright ? x : y;
        room += (is_before ? place < wall : place >= wall + thick) && world.state().material()[{x, y}] == kVoid ? 1 : 0;
      }
    CHECK(static_cast<int>(flying.size()) == before);
    if (room >= before) CHECK(on_their_side() == before);
  }
}

// A pipe full of grains but for one of its ends, with a wall at the other and void behind it: so near, and no way.
TEST_CASE("what is painted over finds the room that there is, however far that is") {
  const Table table = load_table("core");
  std::mt19937 dice(11);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  for (int round = 0; round < cases(30, 300); ++round) {
    const int tall = any(1, 40);
    const int full = any(10, 1500);
    const int free = any(1, 20);
    const int side = any(1, std::min({tall, free, full}));  // there is room for all of it
    const int behind = any(1, 40);
    const bool upright = any(0, 1) == 1;
    const auto part = [&](int from, int length, int aside, int breadth) {
      return upright ? rect(aside, from, breadth, length, {kVoid}) : rect(from, aside, length, breadth, {kVoid});
    };
    const int length = free + full + 1 + behind;
    SandboxState state(upright ? GridSize{tall, length} : GridSize{length, tall}, static_cast<uint64_t>(round),
                       Border::kWall);
    state.deposits = false;
    Sandbox world(std::move(state), table);
    PaintCommand wall = part(free + full, 1, 0, tall);
    wall.entries = {id_of(table, "stone")};
    world.paint(wall);
    PaintCommand grains = part(free, full, 0, tall);
    grains.entries = {id_of(table, "sand")};
    grains.velocity = Velocity{0, 0};
    world.paint(grains);
    const int from = free + any(0, full - side);
    PaintCommand lid = part(from, side, any(0, tall - side), side);
    lid.entries = {id_of(table, "glass")};
    world.paint(lid);
    INFO("round " << round << ": a pipe " << tall << " wide, " << full << " full and " << free << " free, painted "
                  << side << " cells wide at " << from << (upright ? ", upright" : ""));
    const Grains& flying = world.state().grains;
    REQUIRE(flying.size() == static_cast<size_t>(full) * static_cast<size_t>(tall));
    int stuck = 0;
    int beyond = 0;
    std::set<std::pair<int, int>> taken;
    for (size_t i = 0; i < flying.size(); ++i) {
      const CellPos at{static_cast<int>(flying.x[i]), static_cast<int>(flying.y[i])};
      stuck += world.state().material()[at] == kVoid ? 0 : 1;
      beyond += (upright ? at.y : at.x) >= free + full ? 1 : 0;
      taken.insert({at.x, at.y});
    }
    CHECK(taken.size() == flying.size());  // as before: one in a cell
    CHECK(stuck == 0);
    CHECK(beyond == 0);
  }
}

// Each finds room at the end of a way that is one cell wide and has many others on it; nobody waits for minutes.
TEST_CASE("what is painted over in long narrow ways comes out at their ends") {
  const Table table = load_table("core");
  constexpr int kSide = 201;
  SandboxState state({kSide, kSide}, 1, Border::kWall);
  state.deposits = false;
  Sandbox world(std::move(state), table);
  for (int row = 1; row < kSide; row += 2) {  // a way to and fro
    world.paint(rect(row / 2 % 2 == 0 ? 0 : 1, row, kSide - 1, 1, {id_of(table, "stone")}));
  }
  PaintCommand grains = rect(0, 0, kSide, kSide / 2, {id_of(table, "sand")});
  grains.onto = Onto::kEmpty;
  grains.velocity = Velocity{0, 0};
  world.paint(grains);
  const size_t before = world.state().grains.size();
  REQUIRE(before > 9000);
  PaintCommand lid = rect(0, 0, kSide, kSide / 2, {id_of(table, "glass")});
  lid.onto = Onto::kEmpty;
  world.paint(lid);
  REQUIRE(world.state().grains.size() == before);
  for (size_t i = 0; i < before; ++i) {
    const CellPos at{static_cast<int>(world.state().grains.x[i]), static_cast<int>(world.state().grains.y[i])};
    CHECK(world.state().material()[at] == kVoid);
  }
}
