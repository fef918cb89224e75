// Grains above grounds of any shape: which ground is theirs, and what becomes of those that have gathered.
#include "sim/grains/surface_chain.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "core/random.h"
#include "sim/grains/grain_settings.h"

using namespace quicksand;

namespace {

constexpr MaterialId kGround = 2;

SurfaceChain::IsGround ground_of() {
  SurfaceChain::IsGround is_ground{};
  is_ground[kWall] = is_ground[kGround] = 1;
  return is_ground;
}

// A ground whose height changes by at most `most_step` from column to column, without overhangs.
SandboxState hills(uint32_t seed, GridSize size, int most_step) {
  SandboxState state(size, 1, Border::kWall);
  int top = size.height / 2;
  for (int x = 0; x < size.width; ++x) {
    const auto step = static_cast<int>(mix32(seed << 16 | static_cast<uint32_t>(x)) % (2 * most_step + 1));
    top = std::clamp(top + step - most_step, 6, size.height - 2);
    for (int y = top; y < size.height; ++y) state.material()[{x, y}] = kGround;
  }
  return state;
}

int top_of(const SandboxState& state, int x) {
  int y = 0;
  while (state.material()[{x, y}] != kGround) ++y;
  return y;
}

void add_clump(SandboxState& state, int column, int count) {
  for (int i = 0; i < count; ++i) {
    const float x = static_cast<float>(column) + (static_cast<float>(i) + 0.5F) / static_cast<float>(count);
    state.grains.add({x, static_cast<float>(top_of(state, column)) - 0.5F, 0, 0, state.cells.empty()});
  }
}

std::vector<int> grounds(const SandboxState& state) {
  std::vector<int> rows;
  for (size_t i = 0; i < state.grains.size(); ++i) {
    const CellPos cell{static_cast<int>(state.grains.x[i]), static_cast<int>(state.grains.y[i])};
    rows.push_back(SurfaceChain::ground_below(state, ground_of(), cell));
  }
  return rows;
}

struct Moved {
  uint32_t grain;
  Place place;
  CellPos face;
};

std::vector<Moved> spread(const SandboxState& state) {
  std::vector<Moved> all;
  SurfaceChain chain;
  chain.spread(state, ground_of(), grounds(state), [&](uint32_t grain, Place place, CellPos face) {
    all.push_back({grain, place, face});
  });
  return all;
}

// Calls check(state, column) for hills with a clump in this column.
template <class Check>
void for_clumps(const Check& check) {
  for (uint32_t seed = 1; seed <= 12; ++seed)
    for (const int most_step : {0, 1, 2})
      for (const int count : {8, 12, 40}) {
        SandboxState state = hills(seed, {90, 50}, most_step);
        const int column = 30 + static_cast<int>(seed * 2);
        add_clump(state, column, count);
        INFO("seed " << seed << ", steps of " << most_step << ", " << count << " grains");
        check(state, column);
      }
}

}  // namespace

TEST_CASE("the ground below a cell is the first within reach, and none from within the ground") {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    const SandboxState state = hills(seed, {60, 40}, 2);
    for (int x = 0; x < 60; ++x) {
      const int top = top_of(state, x);
      for (int y = 0; y < 40; ++y) {
        const bool near = y < top && top - y <= kClumpReach;
        REQUIRE(SurfaceChain::ground_below(state, ground_of(), {x, y}) == (near ? top : SurfaceChain::kNoGround));
      }
    }
  }
}

TEST_CASE("the world's floor is ground") {
  const SandboxState state({5, 9}, 1, Border::kWall);
  CHECK(SurfaceChain::ground_below(state, ground_of(), {2, 8}) == 9);
  CHECK(SurfaceChain::ground_below(state, ground_of(), {2, 8 - kClumpReach}) == SurfaceChain::kNoGround);
}

TEST_CASE("grains for which there is room stay where they are") {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    SandboxState state = hills(seed, {60, 40}, 2);
    for (int x = 0; x < 60; ++x) add_clump(state, x, static_cast<int>(kClumpLimit));
    CHECK(spread(state).empty());
  }
}

TEST_CASE("of a clump some are moved, by rising number, each at most as far as a call may") {
  for_clumps([](const SandboxState& state, int column) {
    const std::vector<Moved> moved = spread(state);
    CHECK_FALSE(moved.empty());
    for (size_t k = 0; k < moved.size(); ++k) {
      if (k > 0) REQUIRE(moved[k].grain > moved[k - 1].grain);
      REQUIRE(std::abs(moved[k].face.x - column) <= kClumpSteps);
    }
  });
}

TEST_CASE("what is moved comes to open cells right above the ground") {
  for_clumps([](const SandboxState& state, int) {
    for (const Moved& one : spread(state)) {
      REQUIRE(one.face.y == top_of(state, one.face.x) - 1);
      REQUIRE(state.material()[one.face] == kVoid);
    }
  });
}

TEST_CASE("a clump on a level ground spreads as far to the left as to the right") {
  for (const int count : {10, 20, 40}) {
    SandboxState state = hills(1, {91, 50}, 0);
    add_clump(state, 45, count);
    std::map<int, int> sides;
    for (const Moved& one : spread(state)) ++sides[one.face.x < 45 ? -1 : one.face.x > 45 ? 1 : 0];
    CHECK(sides[-1] > 0);
    CHECK(std::abs(sides[-1] - sides[1]) <= 1);
  }
}

TEST_CASE("no clump comes down from what juts out over the ground, as there is no way back") {
  SandboxState state = hills(1, {60, 50}, 0);
  const int top = top_of(state, 30);
  state.material()[{30, top - kClumpReach}] = kGround;
  add_clump(state, 30, 20);
  CHECK(spread(state).empty());
  // Where it stands on the ground, there is one.
  for (int y = top - kClumpReach; y < top; ++y) state.material()[{30, y}] = kGround;
  CHECK_FALSE(spread(state).empty());
}

TEST_CASE("no clump crosses a wall or a drop that is higher than the reach") {
  for (const int step : {-kClumpReach - 2, kClumpReach + 2}) {
    SandboxState state = hills(1, {60, 50}, 0);
    const int top = top_of(state, 0);
    for (int x = 31; x < 60; ++x)
      for (int y = 0; y < 50; ++y) state.material()[{x, y}] = y < top + step ? kVoid : kGround;
    add_clump(state, 30, 40);
    const std::vector<Moved> moved = spread(state);
    CHECK_FALSE(moved.empty());
    for (const Moved& one : moved) REQUIRE(one.face.x <= 30);
  }
}
