#include "core/plane.h"

#include <catch2/catch.hpp>
#include <cstdint>

#include "core/bit_plane.h"
#include "core/ones.h"
#include "core/random.h"

using namespace quicksand;

namespace {

const GridSize kSizes[] = {{1, 1}, {63, 3}, {64, 2}, {65, 1}, {200, 50}, {4161, 2}};

}  // namespace

TEST_CASE("rows of bytes are aligned, apart from each other, and start as zeros with their margins") {
  for (const GridSize size : kSizes) {
    Plane<uint8_t> plane(size);
    for (int y = -kMarginRows; y < size.height + kMarginRows; ++y) {
      REQUIRE(reinterpret_cast<uintptr_t>(plane.row(y)) % 64 == 0);
      for (int x = -kMarginColumns; x < size.width + kMarginColumns; ++x) REQUIRE(plane.row(y)[x] == 0);
      std::fill(plane.row(y) - kMarginColumns, plane.row(y) + size.width + kMarginColumns, uint8_t{9});
    }
  }
}

TEST_CASE("filling the margin leaves the cells") {
  for (const GridSize size : kSizes) {
    Plane<uint8_t> plane(size);
    for (int y = 0; y < size.height; ++y)
      for (uint8_t& cell : plane.cells(y)) cell = 5;
    plane.fill_margin(7);
    for (int y = -kMarginRows; y < size.height + kMarginRows; ++y)
      for (int x = -kMarginColumns; x < size.width + kMarginColumns; ++x) {
        const bool inside = y >= 0 && y < size.height && x >= 0 && x < size.width;
        REQUIRE(plane.row(y)[x] == (inside ? 5 : 7));
      }
  }
}

TEST_CASE("a copy of a plane is equal and its own") {
  for (const GridSize size : kSizes) {
    Plane<int32_t> plane(size);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) plane[{x, y}] = y * 10'000 + x;
    Plane<int32_t> copy = plane;
    plane[{0, 0}] = -1;
    CHECK(copy[{0, 0}] == 0);
    copy = plane;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) REQUIRE(copy[{x, y}] == plane[{x, y}]);
  }
}

TEST_CASE("a plane of bits has words for every column, with margins that start as zeros") {
  for (const GridSize size : kSizes) {
    BitPlane bits(size);
    CHECK(bits.words() * 64 >= size.width);
    CHECK(bits.words() * 64 < size.width + 64);
    for (int y = -1; y <= size.height + 1; ++y)
      for (int word = -1; word <= bits.words(); ++word) REQUIRE(bits.row(y)[word] == 0);
  }
}

TEST_CASE("the ones of a word are its bits, from the lowest on") {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const uint64_t word = mix64(seed) & mix64(seed + 1000);
    uint64_t again = 0;
    int last = -1;
    for (const int bit : ones(word)) {
      REQUIRE(bit > last);
      last = bit;
      again |= uint64_t{1} << bit;
    }
    REQUIRE(again == word);
  }
  for (const int bit : ones(0)) FAIL("no bit, but " << bit);
}
