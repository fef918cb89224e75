// What gives way, and what it takes, against the least of all ways.
#include "sim/liquid/displacement.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/random.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

constexpr MaterialId kCaveRock = 2;
constexpr MaterialId kCaveAsh = 3;  // powder that floats on all liquids

std::shared_ptr<const MaterialTable> made_table() {
  std::vector<Material> materials(6);
  for (size_t i = 0; i < materials.size(); ++i) materials[i].name = "m" + std::to_string(i);
  materials[0].is_static = true;
  materials[1].density = 20;
  materials[2].density = 60;
  materials[3].density = 100;
  materials[4].density = 150;
  materials[5].density = 300;  // powder that sinks
  for (const size_t liquid : {2U, 3U, 4U}) materials[liquid].liquid = true;
  return std::make_shared<MaterialTable>(std::move(materials));
}

class Cave {
 public:
  Cave(uint32_t seed, const MaterialTable& table)
      : dice_(seed << 12),
        state({3 + below(30), 3 + below(24)}, seed, Border::kWall),
        activity(state.size),
        support(state.size, activity),
        kernel_(make_kernel("reference", state.size)) {
    kernel_->set_materials(table);
    support.set_materials(table);
    for (MaterialId id = 0; id < table.size(); ++id)
      if (id != kCaveRock) gives.add(id);
    const int rock = below(40);
    const int voids = below(30);
    // Patches, so that bodies are large.
    for (int patch = 0; patch < 40; ++patch) {
      const CellPos at{below(state.size.width), below(state.size.height)};
      const auto id = static_cast<MaterialId>(kCaveAsh + below(5));
      for (int y = at.y; y < std::min(at.y + 8, state.size.height); ++y)
        for (int x = at.x; x < std::min(at.x + 10, state.size.width); ++x) state.material()[{x, y}] = id;
    }
    for (int y = 0; y < state.size.height; ++y)
      for (int x = 0; x < state.size.width; ++x) {
        if (below(100) < rock) state.material()[{x, y}] = kCaveRock;
        if (below(100) < voids) state.material()[{x, y}] = kVoid;
      }
    activity.mark_all();
    activity.gather();
    support.find(state, kernel_->queries(), activity);
  }

  int below(int limit) { return static_cast<int>(mix32(++dice_) % static_cast<uint32_t>(limit)); }

  bool is_in(CellPos cell) const {
    return cell.x >= 0 && cell.y >= 0 && cell.x < state.size.width && cell.y < state.size.height;
  }

 private:
  uint32_t dice_;

 public:
  SandboxState state;
  ActivityMap activity;
  Support support;
  BlockSet gives;

 private:
  std::unique_ptr<Kernel> kernel_;
};

// The least that it takes to push each cell of a liquid out, over all ways; those that are not there cannot be.
std::map<std::pair<int, int>, int> least_lifts(const Cave& cave, const MaterialTable& table) {
  std::map<std::pair<int, int>, int> least;
  const auto& material = cave.state.material();
  const auto is_powder = [&](MaterialId id) { return table.phase(id) == Phase::kPowder; };
  const auto is_liquid = [&](MaterialId id) { return table.phase(id) == Phase::kLiquid; };
  for (bool is_better = true; is_better;) {
    is_better = false;
    for (int y = 0; y < cave.state.size.height; ++y)
      for (int x = 0; x < cave.state.size.width; ++x) {
        const CellPos cell{x, y};
        const MaterialId pushed = material[cell];
        if (!is_powder(pushed) && !is_liquid(pushed)) continue;
        for (const CellPos way : {CellPos{0, 1}, CellPos{1, 0}, CellPos{-1, 0}, CellPos{0, -1}}) {
          const CellPos next{x + way.x, y + way.y};
          if (!cave.is_in(next) || (is_powder(pushed) && way.y >= 0)) continue;
          const MaterialId other = material[next];
          const bool is_lighter = table[other].density < table[pushed].density;
          bool on = other == kVoid;
          if (!on && cave.support.holds(cell) && cave.support.holds(next)) {
            if (is_powder(other)) on = way.y < 0 && (is_powder(pushed) || is_lighter);
            if (is_liquid(other)) on = !is_powder(pushed) && (other == pushed || is_lighter);
          }
          const auto from_there = least.find({next.x, next.y});
          if (!on || (other != kVoid && from_there == least.end())) continue;
          const int lift = -table[pushed].density * way.y + (other == kVoid ? 0 : from_there->second);
          const auto [here, is_new] = least.try_emplace({x, y}, lift);
          is_better |= is_new || lift < here->second;
          here->second = std::min(here->second, lift);
        }
      }
  }
  return least;
}

}  // namespace

TEST_CASE("a liquid gives way wherever there is a way out, and where it cannot straight up by the way of least lift") {
  const auto table = made_table();
  int straight = 0;
  int aside = 0;
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    Cave cave(seed, *table);
    Displacement displacement(cave.state.size, *table, cave.gives);
    const auto least = least_lifts(cave, *table);
    for (int y = 0; y < cave.state.size.height; ++y)
      for (int x = 0; x < cave.state.size.width; ++x) {
        if (table->phase(cave.state.material()[{x, y}]) != Phase::kLiquid) continue;
        const int lift = displacement.lift(cave.state, cave.support, {x, y});
        const auto found = least.find({x, y});
        REQUIRE((lift == Displacement::kNoRoom) == (found == least.end()));
        if (found == least.end()) continue;
        REQUIRE(lift >= found->second);
        ++(lift > found->second ? straight : aside);
        if (lift == found->second) continue;
        // More than the least is taken only straight up.
        int top = y;
        const auto is_way = [&](CellPos cell) { return cave.is_in(cell) && cave.state.material()[cell] != kCaveRock; };
        while (is_way({x, top - 1}) && cave.state.material()[{x, top}] != kVoid) --top;
        bool meets_void = false;
        for (int row = top; row <= y; ++row)
          for (const int side : {-1, 0, 1})
            meets_void |= cave.is_in({x + side, row}) && cave.state.material()[{x + side, row}] == kVoid;
        meets_void |= cave.is_in({x, y + 1}) && cave.state.material()[{x, y + 1}] == kVoid;
        REQUIRE(meets_void);
      }
  }
  CHECK(straight > 100);
  CHECK(aside > 1000);
}

TEST_CASE("where room is made nothing is lost, and the place is void, as often as there are ways out") {
  const auto table = made_table();
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    Cave cave(seed, *table);
    Displacement displacement(cave.state.size, *table, cave.gives);
    const auto count = [&] {
      std::map<MaterialId, int> counts;
      for (int y = 0; y < cave.state.size.height; ++y)
        for (int x = 0; x < cave.state.size.width; ++x) ++counts[cave.state.material()[{x, y}]];
      return counts;
    };
    const auto before = count();
    for (int i = 0; i < 60; ++i) {
      const CellPos place{cave.below(cave.state.size.width), cave.below(cave.state.size.height)};
      if (table->phase(cave.state.material()[place]) != Phase::kLiquid) continue;
      const int lift = i == 0 ? displacement.lift(cave.state, cave.support, place) : 0;
      if (i == 0) displacement.forget();
      const bool has_room = displacement.make_room(cave.state, cave.support, place, 1 << 20, cave.activity);
      if (i == 0) CHECK(has_room == (lift != Displacement::kNoRoom));
      CHECK((cave.state.material()[place] == kVoid) == has_room);
      REQUIRE(count() == before);
    }
  }
}
