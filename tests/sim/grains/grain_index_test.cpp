// The index finds what looking at every grain finds, for any number of grains in worlds of any size.
#include "sim/grains/grain_index.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <set>

#include "core/random.h"

using namespace quicksand;

namespace {

struct Points {
  std::vector<float> x, y;

  size_t size() const { return x.size(); }

  void file_in(GrainIndex& index, int width) const {
    index.build(x, y, std::vector<Disc>(size()), std::vector<uint8_t>(size()), width);
  }
};

// In a world of this width and height, and a little around it; or all in one corner.
Points scattered(uint32_t seed, int count, float width, float height, bool crowded) {
  uint32_t serial = seed << 20;
  const auto fraction = [&] { return static_cast<float>(mix32(++serial) >> 8) / 16777216.0F; };
  Points grains;
  for (int i = 0; i < count; ++i) {
    const float share = crowded ? 0.05F : 1.0F;
    grains.x.push_back((fraction() * (width + 8) - 4) * share);
    grains.y.push_back((fraction() * (height + 8) - 4) * share);
  }
  return grains;
}

// Calls check(grains, index) for worlds of all shapes.
template <class Check>
void for_worlds(const Check& check) {
  uint32_t seed = 0;
  for (const int width : {1, 7, 64, 500, 4096})
    for (const int height : {1, 40, 700})
      for (const int count : {0, 1, 33, 400})
        for (const bool crowded : {false, true}) {
          const Points grains =
              scattered(++seed, count, static_cast<float>(width), static_cast<float>(height), crowded);
          GrainIndex index;
          grains.file_in(index, width);
          INFO(count << " grains in " << width << " x " << height << (crowded ? ", crowded" : ""));
          check(grains, index);
        }
}

// Calls action(place among those filed, whether the range has it) for all that stand in the ranges around.
template <class Action>
void for_each_near(const GrainIndex& index, float x, float y, float reach, const Action& action) {
  int ranges = 0;
  index.for_each_range_near(x, y, reach, [&](const FiledRange& range) {
    for (uint32_t i = range.begin; i < range.end; ++i) action(i, range.has(index.filed().square[i]));
    ++ranges;
  });
  REQUIRE(ranges <= FiledRanges::kMost);
}

}  // namespace

TEST_CASE("every grain that is nearer than the reach is found, once") {
  for (const float reach : {0.3F, 1.25F, 1.7F, 2.5F})
    for_worlds([&](const Points& grains, const GrainIndex& index) {
      INFO("reach " << reach);
      for (size_t i = 0; i < grains.size(); ++i) {
        std::multiset<uint32_t> found;
        for_each_near(index, grains.x[i], grains.y[i], reach, [&](uint32_t at, bool is_around) {
          if (!is_around) return;
          const FiledGrains filed = index.filed();
          REQUIRE(filed.x[at] == grains.x[filed.grain[at]]);
          REQUIRE(filed.y[at] == grains.y[filed.grain[at]]);
          found.insert(filed.grain[at]);
        });
        for (uint32_t k = 0; k < grains.size(); ++k) {
          const float dx = std::abs(grains.x[k] - grains.x[i]);
          const float dy = std::abs(grains.y[k] - grains.y[i]);
          const size_t times = found.count(k);
          REQUIRE(times <= 1);
          if (dx * dx + dy * dy < reach * reach) REQUIRE(times == 1);
          if (times == 1) REQUIRE(std::max(dx, dy) <= reach + kSquareSide);
        }
      }
    });
}

TEST_CASE("of the grains of a square those with lower numbers come first") {
  for_worlds([](const Points& grains, const GrainIndex& index) {
    for (size_t i = 0; i < grains.size(); ++i) {
      const FiledGrains filed = index.filed();
      std::optional<uint32_t> last;
      for_each_near(index, grains.x[i], grains.y[i], 1, [&](uint32_t at, bool) {
        if (last && filed.square[*last] == filed.square[at]) REQUIRE(filed.grain[*last] < filed.grain[at]);
        last = at;
      });
    }
  });
}

TEST_CASE("an index that is built again forgets what it held") {
  GrainIndex index;
  scattered(1, 300, 50, 50, false).file_in(index, 50);
  Points{{25}, {25}}.file_in(index, 50);
  int found = 0;
  for (float y = 0; y < 50; y += kSquareSide)
    for (float x = 0; x < 50; x += kSquareSide)
      for_each_near(index, x, y, 1, [&](uint32_t at, bool) {
        REQUIRE(index.filed().grain[at] == 0);
        ++found;
      });
  CHECK(found > 0);
}
