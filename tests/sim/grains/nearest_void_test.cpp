#include "sim/grains/nearest_void.h"

#include <catch2/catch.hpp>
#include <random>

#include "sim/cells/material_table.h"
#include "sim/cells/state.h"

using namespace quicksand;

namespace {

// Cell by cell, as the header says it.
std::optional<CellPos> searched(const SandboxState& state, CellPos from) {
  for (int away = 0; away < state.size.width; ++away)
    for (const int x : {from.x - away, from.x + away}) {
      if (x < 0 || x >= state.size.width) continue;
      for (int step = 0; step < state.size.height; ++step)
        for (const int y : {from.y - step, from.y + step})
          if (y >= 0 && y < state.size.height && state.material()[{x, y}] == kVoid) return CellPos{x, y};
    }
  return std::nullopt;
}

constexpr MaterialId kFilled{2};

}  // namespace

TEST_CASE("the nearest void is found as cell by cell, in worlds of any size and fullness") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    const GridSize size{1 + below(seed % 3 == 0 ? 200 : 12), 1 + below(seed % 4 == 0 ? 300 : 12)};
    const int percent = below(101);
    CAPTURE(seed, size.width, size.height, percent);
    SandboxState state(size, 1, Border::kWall);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        if (below(100) < percent) state.material()[{x, y}] = kFilled;
    NearestVoid voids(state.size, [&](CellPos cell) { return state.material()[cell] == kVoid; });
    for (int i = 0; i < 80; ++i) {
      const CellPos from{below(size.width), below(size.height)};
      const std::optional<CellPos> wanted = searched(state, from);
      REQUIRE(voids.take(from) == wanted);
      if (!wanted) break;
      state.material()[*wanted] = kFilled;
    }
  }
}

// 256 million cells: a search through them all for each would not end.
TEST_CASE("a large world that is full says so at once, however often it is asked") {
  SandboxState state({4096, 4096}, 1, Border::kWall);
  for (int y = 0; y < 4096; ++y)
    for (int x = 0; x < 4096; ++x)
      if (x != 4000 || y > 100) state.material()[{x, y}] = kFilled;
  NearestVoid voids(state.size, [&](CellPos cell) { return state.material()[cell] == kVoid; });
  int found = 0;
  for (int i = 0; i < 100'000; ++i)
    if (const std::optional<CellPos> cell = voids.take({10, 4000})) {
      state.material()[*cell] = kFilled;
      ++found;
    }
  CHECK(found == 101);
}
