#include "core/force.h"

#include <catch2/catch.hpp>

using namespace quicksand;

TEST_CASE("a push is strongest in the middle, falls off evenly and ends at its radius") {
  const ForceCommand command{{0, 0}, 10, 4, 0, 0};
  for (const double distance : {1.0, 2.5, 5.0, 9.9}) {
    const Push<double> push = push_at(command, 0.6 * distance, -0.8 * distance, Push<double>());
    const double strength = 4 * (1 - distance / 10);
    CHECK(push.x == Approx(0.6 * strength));
    CHECK(push.y == Approx(-0.8 * strength));
  }
  CHECK(push_at(command, 0.0, 10.0, Push<double>()).y == 0);
  CHECK(push_at(command, 30.0, 40.0, Push<double>()).x == 0);
}

TEST_CASE("in the very middle a push leads where the kind of world says, and along its own way everywhere") {
  const ForceCommand command{{0, 0}, 8, 2, 3, -1};
  const Push<float> up = push_at(command, 0.0F, 0.0F, Push<float>{0, -1});
  CHECK(up.x == 3);
  CHECK(up.y == -3);
  const Push<float> none = push_at(command, 0.0F, 0.0F, Push<float>{0, 0});
  CHECK(none.x == 3);
  CHECK(none.y == -1);
}

TEST_CASE("a push reaches the square around its radius, cut off at the world's edge") {
  const CellBox inside = reach_of({{50, 40}, 5, 0, 0, 0}, {100, 100});
  CHECK(inside.left == 45);
  CHECK(inside.right == 56);
  CHECK(inside.top == 35);
  CHECK(inside.bottom == 46);
  const CellBox corner = reach_of({{-3, 99}, 5, 0, 0, 0}, {100, 100});
  CHECK(corner.left == 0);
  CHECK(corner.right == 3);
  CHECK(corner.bottom == 100);
  const CellBox outside = reach_of({{-30, 50}, 5, 0, 0, 0}, {100, 100});
  CHECK(outside.left >= outside.right);
}
