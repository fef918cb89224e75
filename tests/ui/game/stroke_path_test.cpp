#include "ui/game/stroke_path.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.h"

using namespace quicksand;

namespace {

double number(uint64_t seed, uint64_t& count, double below) {
  return static_cast<double>(mix64(seed * 7919 + ++count) % 1000) / 1000 * below;
}

}  // namespace

TEST_CASE("the steps of a frame share its way equally, and end where it ends") {
  uint64_t drawn = 0;
  for (int round = 0; round < 200; ++round) {
    INFO("round " << round);
    StrokePath path;
    Point last{number(1, drawn, 100), number(1, drawn, 100)};
    path.begin(last);
    const int steps = 1 + static_cast<int>(number(2, drawn, 30));
    double length = 0;
    path.begin_frame();
    for (int i = static_cast<int>(number(3, drawn, 6)); i > 0; --i) {
      const Point next{number(1, drawn, 100), number(1, drawn, 100)};
      length += std::hypot(next.x - last.x, next.y - last.y);
      path.add(next);
      last = next;
    }
    for (int left = steps; left > 0; --left) {
      const Point before = path.at();
      path.step(left);
      // A chord is no longer than its share of the way.
      CHECK(std::hypot(path.at().x - before.x, path.at().y - before.y) <= length / steps + 1e-9);
    }
    CHECK(path.at().x == last.x);
    CHECK(path.at().y == last.y);
    CHECK(path.step(1).empty());
  }
}

TEST_CASE("a straight way is dealt out evenly") {
  StrokePath path;
  path.begin({0.5, 10.5});
  path.begin_frame();
  path.add({40.5, 10.5});
  for (int step = 1; step <= 8; ++step) {
    const std::vector<CellPos> cells = path.step(9 - step);
    REQUIRE(cells.size() == 1);
    CHECK(cells[0] == CellPos{5 * step, 10});
  }
}

TEST_CASE("what a frame has not come to goes with the first step of the next") {
  StrokePath path;
  path.begin({0.5, 0.5});
  path.begin_frame();
  path.add({30.5, 0.5});
  path.step(3);  // and then its time was up
  CHECK(cell_at(path.at()) == CellPos{10, 0});
  path.begin_frame();
  path.add({50.5, 0.5});
  path.step(2);
  CHECK(cell_at(path.at()) == CellPos{40, 0});
  path.step(1);
  CHECK(cell_at(path.at()) == CellPos{50, 0});
}
