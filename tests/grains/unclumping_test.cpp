#include "grains/unclumping.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "core/random.h"

using namespace quicksand;

namespace {

constexpr float kLimit = 20;  // grains a face
constexpr int kClusters = 9;
constexpr int kGrains = 10'000;

// Of 0 to 1, from a number.
double lot(uint32_t n) { return dice_word(77, n) / 4294967296.0; }

// About the standard normal distribution.
double bell(uint32_t n) {
  double sum = 0;
  for (uint32_t k = 0; k < 12; ++k) sum += lot(12 * n + k);
  return sum - 6;
}

// Faces of side 1 side by side, `height` rows of them: 1 is a chain.
std::vector<SurfaceFace> mesh(int width, int height) {
  std::vector<SurfaceFace> faces;
  const auto at = [&](int x, int y) {
    const bool inside = x >= 0 && y >= 0 && x < width && y < height;
    return inside ? static_cast<uint32_t>(y * width + x) : kNoFace;
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      faces.push_back({{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F, 0},
                       kLimit,
                       {at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)}});
  return faces;
}

struct Clumps {
  Clumps(int columns, int rows) : width(columns), height(rows), surface(mesh(columns, rows)) {}

  int width;
  int height;
  std::vector<SurfaceFace> surface;
  std::vector<Place> places;
  std::vector<uint32_t> faces;

  void add(double x, double y) {
    x = std::clamp(x, 0.0, width - 0.001);
    y = std::clamp(y, 0.0, height - 0.001);
    places.push_back({static_cast<float>(x), static_cast<float>(y), 0});
    faces.push_back(static_cast<uint32_t>(y) * static_cast<uint32_t>(width) + static_cast<uint32_t>(x));
  }

  std::vector<int> counts() const {
    std::vector<int> count(surface.size());
    for (const uint32_t face : faces) ++count[face];
    return count;
  }

  int densest() const {
    const std::vector<int> count = counts();
    return *std::max_element(count.begin(), count.end());
  }
};

bool same(const Place& a, const Place& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// What the paper's own test asks for, after some passes.
void check_spread(Clumps& clumps, int most_steps, int passes) {
  const std::vector<Place> before = clumps.places;
  const std::vector<uint32_t> start = clumps.faces;
  REQUIRE(clumps.densest() > 2 * kLimit);
  Unclumping unclumping;
  for (int pass = 0; pass < passes; ++pass) unclumping.run(clumps.surface, clumps.places, clumps.faces, most_steps);
  CHECK(clumps.densest() <= kLimit * 1.05F);

  const std::vector<int> count = clumps.counts();
  size_t moved_from_room = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    const Place& now = clumps.places[i];
    const Place& middle = clumps.surface[clumps.faces[i]].middle;  // it is where it says, but for rounding
    REQUIRE(std::max(std::abs(now.x - middle.x), std::abs(now.y - middle.y)) < 0.501F);
    // Grains move only off faces that are full: of one that has room in the end none has gone.
    if (!same(now, before[i]) && static_cast<float>(count[start[i]]) < kLimit * 0.95F) ++moved_from_room;
  }
  CHECK(moved_from_room == 0);
  // And then all is still.
  CHECK(unclumping.run(clumps.surface, clumps.places, clumps.faces, most_steps).moved == 0);
}

Clumps chain_of_clusters(double spread) {
  Clumps clumps(1000, 1);
  for (uint32_t i = 0; i < kGrains; ++i)
    clumps.add(60 + 110 * static_cast<double>(i % kClusters) + spread * bell(i), lot(900'000 + i));
  return clumps;
}

}  // namespace

TEST_CASE("nine clusters on a chain are spread out, and what has room stays where it is") {
  // A spread of 8 faces has 55 grains on the densest, one of 0.1 all 1,111 of a cluster on one or two.
  for (const double spread : {8.0, 3.0, 0.1}) {
    INFO("spread " << spread);
    Clumps clumps = chain_of_clusters(spread);
    check_spread(clumps, 255, 3);
  }
  // In small steps, as in a game.
  Clumps clumps = chain_of_clusters(8);
  check_spread(clumps, 4, 12);
}

TEST_CASE("nine clusters on a mesh are spread out, too") {
  for (const double spread : {1.2, 0.1}) {
    INFO("spread " << spread);
    Clumps clumps(100, 100);
    for (uint32_t i = 0; i < kGrains; ++i)
      clumps.add(20 + 30 * (i % kClusters % 3) + spread * bell(i),
                 20 + 30 * (i % kClusters / 3) + spread * bell(i + kGrains));
    check_spread(clumps, 255, 8);
  }
}

TEST_CASE("a clump spreads over the fewest faces that hold it") {
  Clumps clumps(201, 1);
  for (int i = 0; i < 1'100; ++i) clumps.add(100.5, 0.5);  // all in one place
  Unclumping().run(clumps.surface, clumps.places, clumps.faces, 255);
  const std::vector<int> count = clumps.counts();
  const auto first = std::find_if(count.begin(), count.end(), [](int n) { return n > 0; }) - count.begin();
  const auto end = std::find_if(count.rbegin(), count.rend(), [](int n) { return n > 0; }).base() - count.begin();
  CHECK(end - first == 55);       // 1,100 / 20
  CHECK(first + end - 1 == 200);  // around the middle
}

TEST_CASE("where there is not room for all, grains are spread evenly, and an island keeps its own") {
  Clumps clumps(12, 1);
  for (int i = 0; i < 1'200; ++i) clumps.add(2.5 + 0.1 * lot(static_cast<uint32_t>(i)), 0.5);
  clumps.surface.push_back({{50.5F, 0.5F, 0}, kLimit, {kNoFace, kNoFace, kNoFace, kNoFace}});
  for (int i = 0; i < 60; ++i) {
    clumps.places.push_back({50.5F, 0.5F, 0});
    clumps.faces.push_back(12);
  }
  Unclumping unclumping;
  for (int pass = 0; pass < 5; ++pass) unclumping.run(clumps.surface, clumps.places, clumps.faces, 255);
  const std::vector<int> count = clumps.counts();
  CHECK(count[12] == 60);
  for (size_t i = 0; i < 12; ++i) {
    INFO(i);
    CHECK(count[i] == Approx(100).margin(10));
  }
}

TEST_CASE("of two grains on a face that has room for one, one goes, and to any side alike") {
  constexpr int kSide = 121;
  Clumps clumps(kSide, kSide);
  for (SurfaceFace& face : clumps.surface) face.room = 1;
  uint32_t serial = 0;
  for (int y = 2; y < kSide; y += 5)
    for (int x = 2; x < kSide; x += 5)
      for (int both = 0; both < 2; ++both, ++serial) clumps.add(x + lot(2 * serial), y + lot(2 * serial + 1));
  const std::vector<uint32_t> start = clumps.faces;
  const ClumpCounts counts = Unclumping().run(clumps.surface, clumps.places, clumps.faces, 2);
  CHECK(counts.too_many == serial / 2);
  CHECK(counts.still_too_many == 0);
  std::map<int64_t, int> ways;
  for (size_t i = 0; i < start.size(); ++i) ++ways[int64_t{clumps.faces[i]} - int64_t{start[i]}];
  for (const int64_t way : {-1, 1, -kSide, kSide}) {
    INFO("to " << way << ": " << ways[way] << " of " << serial / 2);
    CHECK(ways[way] > static_cast<int>(serial / 2) / 5);
    CHECK(ways[way] < static_cast<int>(serial / 2) * 3 / 10);
  }
}
