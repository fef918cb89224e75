#include "dunes/chip_firing.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "dunes/fixture.h"

using namespace quicksand;

namespace {

using Field = std::vector<int>;  // grains of a square world, row-major

DuneSettings firing(int steps = 512) {
  DuneSettings settings = sliding(1, 0.5, steps);
  settings.pile.chip_firing = true;
  return settings;
}

Field stable_by_kernel(const Field& start, int side, std::string_view kernel, int threads) {
  DuneState state({side, side}, 1, true);
  for (int i = 0; i < side * side; ++i) state.height[{i % side, i / side}] = start[static_cast<size_t>(i)] * kUnit;
  DuneWorld world(std::move(state), firing(), dune_palette(), kernel);
  Parallel parallel(threads);
  do {
    world.step(parallel);
  } while (world.count_active(parallel) > 0);
  Field field;
  for (int i = 0; i < side * side; ++i) field.push_back(world.state().height[{i % side, i / side}] / kUnit);
  return field;
}

// The rule in its plainest words: any column that has four fires, one after the other, in an order of its own.
Field stable_one_by_one(Field field, int side, bool last_first) {
  std::vector<int> unstable;
  for (int i = 0; i < side * side; ++i)
    if (field[static_cast<size_t>(i)] >= 4) unstable.push_back(i);
  size_t next = 0;
  while (next < unstable.size()) {
    const int at = last_first ? unstable.back() : unstable[next];
    if (last_first)
      unstable.pop_back();
    else
      ++next;
    int& grains = field[static_cast<size_t>(at)];
    const int times = last_first ? std::min(grains / 4, 1) : grains / 4;
    if (times == 0) continue;
    grains -= 4 * times;
    if (grains >= 4) unstable.push_back(at);
    const int x = at % side;
    const int y = at / side;
    const auto give = [&](int to_x, int to_y) {
      if (to_x < 0 || to_y < 0 || to_x >= side || to_y >= side) return;
      int& other = field[static_cast<size_t>(to_y * side + to_x)];
      if (other < 4 && other + times >= 4) unstable.push_back(to_y * side + to_x);
      other += times;
    };
    give(x - 1, y);
    give(x + 1, y);
    give(x, y - 1);
    give(x, y + 1);
    if (!last_first && next > (1U << 20)) {
      unstable.erase(unstable.begin(), unstable.begin() + static_cast<ptrdiff_t>(next));
      next = 0;
    }
  }
  return field;
}

Field pile(int side, int grains) {
  Field field(static_cast<size_t>(side * side));
  field[static_cast<size_t>(side / 2 * side + side / 2)] = grains;
  return field;
}

void check_symmetric(const Field& field, int side) {
  const auto at = [&](int x, int y) { return field[static_cast<size_t>(y * side + x)]; };
  int unlike = 0;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      unlike += at(x, y) != at(side - 1 - x, y);
      unlike += at(x, y) != at(x, side - 1 - y);
      unlike += at(x, y) != at(y, x);
    }
  CHECK(unlike == 0);
}

}  // namespace

TEST_CASE("where chip-firing ends does not depend on the order") {
  constexpr int kSide = 61;
  Field start(kSide * kSide);
  for (int i = 0; i < kSide * kSide; ++i)
    start[static_cast<size_t>(i)] = static_cast<int>(dice_word(9, static_cast<uint32_t>(i)) % 9);
  start[1000] = 700;  // more than a byte holds
  const Field expected = stable_one_by_one(start, kSide, false);
  CHECK(stable_one_by_one(start, kSide, true) == expected);
  for (const DuneRows& rows : dune_rows()) {
    INFO(rows.name);
    CHECK(stable_by_kernel(start, kSide, rows.name, 1) == expected);
  }
  CHECK(stable_by_kernel(start, kSide, "auto", 7) == expected);
}

TEST_CASE("grains in the middle end in the pattern with all symmetries of the square", "[thorough]") {
  constexpr int kSide = 221;
  const Field start = pile(kSide, 1 << 16);
  const Field field = stable_by_kernel(start, kSide, "auto", 2);
  check_symmetric(field, kSide);
  CHECK(std::accumulate(field.begin(), field.end(), 0) == 1 << 16);  // none has reached the edge
  CHECK(field == stable_one_by_one(start, kSide, false));
}

TEST_CASE("2^20 grains end in the known pattern", "[.slow]") {
  constexpr int kSide = 841;
  const Field field = stable_by_kernel(pile(kSide, 1 << 20), kSide, "auto", 2);
  check_symmetric(field, kSide);
  // As firing them one by one gives them, which the test below takes minutes for.
  CHECK(std::count(field.begin(), field.end(), 1) == 23'580);
  CHECK(std::count(field.begin(), field.end(), 2) == 103'532);
  CHECK(std::count(field.begin(), field.end(), 3) == 272'644);
}

TEST_CASE("2^20 grains end in the pattern that firing one by one gives", "[.slow]") {
  constexpr int kSide = 841;
  const Field start = pile(kSide, 1 << 20);
  const Field field = stable_by_kernel(start, kSide, "auto", 2);
  check_symmetric(field, kSide);
  CHECK(std::accumulate(field.begin(), field.end(), 0) == 1 << 20);
  CHECK(field == stable_one_by_one(start, kSide, false));
}

TEST_CASE("a tick of many steps is many ticks of one") {
  constexpr int kSide = 81;
  const auto after = [&](int steps, int ticks) {
    DuneState state({kSide, kSide}, 1, true);
    state.height[{40, 40}] = 5000 * kUnit + 7;  // and a crumb that never fires
    DuneWorld world(std::move(state), firing(steps), dune_palette());
    run(world, ticks);
    return world.state().height;
  };
  const Plane<int32_t> one = after(1, 96);
  const Plane<int32_t> many = after(32, 3);
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) REQUIRE(one[{x, y}] == many[{x, y}]);
  CHECK(one[{40, 40}] % kUnit == 7);
}

TEST_CASE("rock that no grains lie on is seen among them, as it is elsewhere") {
  const DunePalette palette = dune_palette();
  DuneState state({4, 1}, 1, true);
  for (const int x : {1, 2}) state.ground[{x, 0}] = state.height[{x, 0}] = 3 * kUnit / 2;
  for (const int x : {2, 3}) state.height[{x, 0}] += 2 * kUnit;
  const DuneWorld world(std::move(state), firing(), palette, "auto");
  CHECK(world.entry_at({0, 0}) == 0);
  CHECK(world.entry_at({1, 0}) == palette.rock);
  CHECK(world.entry_at({2, 0}) == palette.sands[std::min(size_t{1}, palette.sands.size() - 1)]);
  CHECK(world.entry_at({3, 0}) == world.entry_at({2, 0}));
  CHECK(world.count_entries()[palette.rock] == 1);
}
