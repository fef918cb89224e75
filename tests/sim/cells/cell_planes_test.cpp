// A plane is one row: a plane that no rule knows goes wherever its cell goes.
#include "sim/cells/cell_planes.h"

#include "core/cases.h"
#include "sim/cells/remap.h"
#include "sim/fixture.h"
#include "sim/grains/push.h"
#include "sim/tick/tick.h"

using namespace quicksand;

namespace {

// Not 0, so that it shows where somebody takes emptiness for 0.
constexpr uint8_t kNoProbe = 9;

// The game's planes and one more.
constexpr PlaneRow kRowsAndOneMore[] = {kPlaneRows[0],
                                        kPlaneRows[1],
                                        kPlaneRows[2],
                                        kPlaneRows[3],
                                        kPlaneRows[4],
                                        kPlaneRows[5],
                                        kPlaneRows[6],
                                        {.name = "probe",
                                         .former_name = {},
                                         .empty = kNoProbe,
                                         .moves = true,
                                         .saved = true,
                                         .hashed = true,
                                         .dumped = true}};
constexpr int kProbe = static_cast<int>(std::size(kPlaneRows));
static_assert(std::size(kRowsAndOneMore) == std::size(kPlaneRows) + 1);

// What the probe of a cell is to be: it says from what else the cell holds whether it is still with it.
uint8_t probe_of(MaterialId material, uint8_t grain_seed) {
  const uint8_t mixed = static_cast<uint8_t>(mix32(uint32_t{material} << 8 | grain_seed));
  return mixed == kNoProbe ? uint8_t{10} : mixed;
}

void probe_everything(SandboxState& state) {
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) {
      const CellPos cell{x, y};
      if (state.material()[cell] != kVoid)
        state.cells[kProbe][cell] = probe_of(state.material()[cell], state.grain_seed()[cell]);
    }
  state.cells.find_used();
}

// What is wrong with the probes, or with the notes of sparse planes, as text; empty: nothing. What has come into being since (liquid that grains have let
// go) has none.
std::string misplaced(const SandboxState& state) {
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) {
      const CellPos cell{x, y};
      const MaterialId material = state.material()[cell];
      const uint8_t probe = state.cells[kProbe][cell];
      const bool is_right =
          probe == kNoProbe || (material != kVoid && probe == probe_of(material, state.grain_seed()[cell]));
      const std::string place =
          "(" + std::to_string(x) + ", " + std::to_string(y) + ") after " + std::to_string(state.tick);
      if (!is_right) return "a wrong probe at " + place;
      // What is not noted is not looked at either.
      for (int plane = kDensePlanes; plane < state.cells.count(); ++plane)
        if (state.cells[plane][cell] != state.cells.empty()[static_cast<size_t>(plane)] &&
            !state.cells.is_used(plane, cell))
          return "no note of the plane " + std::string(state.cells.rows()[static_cast<size_t>(plane)].name) + " at " +
                 place;
    }
  const Grains& grains = state.grains;
  for (size_t i = 0; i < grains.size(); ++i) {
    const uint8_t probe = grains.bytes(kProbe)[i];
    if (probe != kNoProbe && probe != probe_of(grains.material()[i], grains.grain_seed()[i]))
      return "a wrong probe in the air after " + std::to_string(state.tick);
  }
  return "";
}

int64_t probes(const SandboxState& state) {
  int64_t count = 0;
  for (int y = 0; y < state.size.height; ++y)
    for (const uint8_t probe : state.cells[kProbe].cells(y)) count += probe != kNoProbe ? 1 : 0;
  for (const uint8_t probe : state.grains.bytes(kProbe)) count += probe != kNoProbe ? 1 : 0;
  return count;
}

// A world with a plane more, of all materials and wet in places.
SandboxState mixed_world(const Table& table, GridSize size, uint64_t seed, Border border, double fill) {
  Sandbox world(SandboxState(size, seed, border, kRowsAndOneMore), table);
  world.paint(rect(0, 0, size.width, size.height, movers(*table), fill));
  PaintCommand damp = rect(0, 0, size.width, size.height, movers(*table), 0.2);
  damp.wetness = uint8_t{60};
  world.paint(damp);
  world.paint(rect(0, 0, size.width, size.height, {kWall}, 0.02));
  SandboxState state = world.state();
  probe_everything(state);
  return state;
}

}  // namespace

TEST_CASE("a plane that no rule knows goes with its cell through every kind of move, in every kernel") {
  Combinations combinations(5);
  for (const char* set : {"classic", "core"}) {
    const Table table = load_table(set);
    for (const Border border : {Border::kWall, Border::kOpen}) {
      for (const auto& [size, fill] :
           {std::pair{GridSize{150, 70}, 0.5}, {GridSize{64, 40}, 0.85}, {GridSize{321, 33}, 0.3}}) {
        if (combinations.skips_next()) continue;
        uint64_t hash = 0;
        for (const std::string_view kernel : kernel_names()) {
          SandboxState state = mixed_world(table, size, 5, border, fill);
          Tick passes(size, kernel);
          Parallel parallel(2);
          INFO(set << ", " << kernel << ", " << size.width << "x" << size.height);
          // Falls, sinks, slips, levels, wets, dries, dissolves and fades; is thrown, splashes and lands.
          for (int tick = 0; tick < 260; ++tick) {
            if (tick % 50 == 20)
              push_world(state, *table, {{size.width / 3 + tick / 8, size.height / 2}, 14, 4, 0.5, 0},
                         passes.activity());
            passes.run(state, *table, parallel);
            if (tick % 10 == 0) REQUIRE(misplaced(state) == "");
          }
          CHECK(misplaced(state) == "");
          CHECK(probes(state) > 0);
          const uint64_t now = Sandbox(state, table).state_hash();
          if (hash == 0) hash = now;
          CHECK(now == hash);
        }
      }
    }
  }
}

TEST_CASE("where nothing is dissolved and nothing leaves no probe is lost or made") {
  const Table table = inert(load_table("classic"));
  for (const std::string_view kernel : kernel_names()) {
    SandboxState state = mixed_world(table, {200, 90}, 3, Border::kWall, 0.6);
    const int64_t before = probes(state);
    Tick passes(state.size, kernel);
    Parallel parallel(1);
    for (int tick = 0; tick < 400; ++tick) {
      if (tick % 60 == 10) push_world(state, *table, {{40 + tick / 3, 60}, 16, 4, 0, 0}, passes.activity());
      passes.run(state, *table, parallel);
    }
    INFO(kernel);
    CHECK(probes(state) == before);
  }
}

TEST_CASE("a plane more is painted over, hashed, shown, packed with grains and kept under other materials") {
  const Table table = load_table("core");
  SandboxState state = mixed_world(table, {80, 60}, 3, Border::kWall, 0.5);
  const uint64_t hash = Sandbox(state, table).state_hash();
  SandboxState other = state;
  CellPos somewhere{0, 0};
  while (state.material()[somewhere] <= kWall) ++somewhere.x;
  other.cells[kProbe][somewhere] ^= 1;
  CHECK(Sandbox(other, table).state_hash() != hash);

  Sandbox world(state, table);
  CHECK(find_plane(world.planes(), "probe") != nullptr);
  world.push({{40, 30}, 20, 5, 0, 0});
  REQUIRE(!world.state().grains.empty());
  const auto grains = unpack_grains(world.extra_state(), kRowsAndOneMore);
  REQUIRE(grains.has_value());
  CHECK(grains->bytes(kProbe) == world.state().grains.bytes(kProbe));
  CHECK(grains->x == world.state().grains.x);
  // The game without this plane reads what has it, and the game with it what has not.
  const auto fewer = unpack_grains(world.extra_state(), kPlaneRows);
  REQUIRE(fewer.has_value());
  CHECK(fewer->material() == world.state().grains.material());
  const auto again = unpack_grains(pack_grains(*fewer, kPlaneRows), kRowsAndOneMore);
  REQUIRE(again.has_value());
  for (const uint8_t probe : again->bytes(kProbe)) CHECK(probe == kNoProbe);

  std::vector<MaterialId> same;
  for (int id = 0; id < table->size(); ++id) same.push_back(static_cast<MaterialId>(id));
  SandboxState remapped = state;
  CHECK_FALSE(remap_materials(remapped, same, *table).has_value());
  CHECK(Sandbox(remapped, table).state_hash() == hash);

  world.paint(rect(0, 0, 80, 60, {id_of(table, "sand")}));
  const SandboxState& painted = world.state();
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 80; ++x)
      if (state.material()[{x, y}] != id_of(table, "sand")) REQUIRE(painted.cells[kProbe][{x, y}] == kNoProbe);
}

TEST_CASE("under rules by which nothing burns, explodes or is charged, no cell is on fire, set off or charged") {
  const Table table = load_table("core");
  std::vector<MaterialId> same;
  for (int id = 0; id < table->size(); ++id) same.push_back(static_cast<MaterialId>(id));
  SandboxState state({table->size(), 1}, 1, Border::kWall);
  for (const MaterialId id : same) {
    CellBytes bytes = fresh_cell(state, *table, id, 255);
    bytes[kTimerPlane] = id == kVoid ? 0 : 255;
    state.cells.put({id, 0}, bytes);
  }
  REQUIRE_FALSE(remap_materials(state, same, *table).has_value());
  for (const MaterialId id : same) {
    const Material& material = (*table)[id];
    const bool means_something = material.burns || material.explodes || material.electric;
    INFO(material.name);
    CHECK((state.cells[kTimerPlane][{id, 0}] != 0) == means_something);
  }
  // What a world comes to by itself stays.
  const SandboxState once = state;
  REQUIRE_FALSE(remap_materials(state, same, *table).has_value());
  CHECK(Sandbox(state, table).state_hash() == Sandbox(once, table).state_hash());
}

TEST_CASE("grains that were packed before planes had names are read") {
  Grains grains;
  grains.add({3.5F, 4.5F, 0.25F, -1, {2, 77, 30}});
  std::string packed;
  for (const float value : {3.5F, 4.5F, 0.25F, -1.0F}) packed.append(reinterpret_cast<const char*>(&value), 4);
  packed += {2, 77, 30};
  const auto read = unpack_grains(packed, kPlaneRows);
  REQUIRE(read.has_value());
  REQUIRE(read->size() == 1);
  CHECK(read->at(0).cell == grains.at(0).cell);
  CHECK(read->at(0).vy == -1);
  CHECK_FALSE(unpack_grains(packed.substr(1), kPlaneRows).has_value());
}

TEST_CASE("a void cell is empty in all planes, whatever has been there") {
  const Table table = load_table("core");
  for (const std::string_view kernel : kernel_names()) {
    SandboxState state = mixed_world(table, {130, 60}, 8, Border::kOpen, 0.6);
    Tick passes(state.size, kernel);
    Parallel parallel(1);
    for (int tick = 0; tick < 200; ++tick) {
      passes.run(state, *table, parallel);
      for (int y = 0; y < state.size.height; ++y)
        for (int x = 0; x < state.size.width; ++x)
          if (state.material()[{x, y}] == kVoid) REQUIRE(state.cells.at({x, y}) == state.cells.empty());
    }
  }
}
