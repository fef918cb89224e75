#include "ui/game/stick.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

using namespace quicksand;

namespace {

double length(Point p) { return std::hypot(p.x, p.y); }

Point towards(double angle, double way) { return {way * std::cos(angle), way * std::sin(angle)}; }

}  // namespace

TEST_CASE("a stick that rests anywhere in its dead zone moves nothing, however long") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi);
  std::uniform_real_distribution<double> way(0, kDeadZone);
  Stick stick;
  for (int i = 0; i < 1000; ++i) {
    const Point moved = stick.move(towards(angle(random), way(random)), 1);
    CHECK(length(moved) == 0);
  }
}

TEST_CASE("a tilt has the stick's direction, grows with it from 0 without a leap, and is never more than 1") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> any_angle(0, 2 * std::numbers::pi);
  for (int i = 0; i < 50; ++i) {
    const double angle = any_angle(random);
    double before = 0;
    for (double way = 0; way <= std::numbers::sqrt2; way += 0.01) {
      const Point tilt = tilt_of(towards(angle, way));
      const double now = length(tilt);
      CHECK(now >= before - 1e-9);
      CHECK(now - before < 0.05);
      CHECK(now <= 1 + 1e-9);
      if (now > 0)
        CHECK(std::remainder(std::atan2(tilt.y, tilt.x) - angle, 2 * std::numbers::pi) == Approx(0).margin(1e-9));
      if (way > kDeadZone + 0.02) CHECK(now > 0);
      before = now;
    }
    CHECK(before == Approx(1));
  }
}

TEST_CASE("how far a stick moves something depends on the time, not on the frames") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto between = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
    const Point raw = towards(between(0, 6), between(0, 1.2));
    const double seconds = between(0.1, 3);
    Stick at_once;
    Stick in_frames;
    const Point whole = at_once.move(raw, seconds);
    Point sum;
    for (double left = seconds; left > 0;) {
      const double frame = std::min(left, between(0.001, 0.2));
      const Point part = in_frames.move(raw, frame);
      sum = {sum.x + part.x, sum.y + part.y};
      left -= frame;
    }
    CHECK(sum.x == Approx(whole.x).margin(1e-9));
    CHECK(sum.y == Approx(whole.y).margin(1e-9));
  }
}

TEST_CASE("at its rim a stick gets faster, to a bound, and is slow again after it has been let go") {
  Stick stick;
  const double first = stick.move({1, 0}, 0.1).x;
  double before = first;
  for (int i = 0; i < 30; ++i) {
    const double now = stick.move({1, 0}, 0.1).x;
    CHECK(now >= before - 1e-9);
    CHECK(now <= Stick::kBoost * 0.1 + 1e-9);
    before = now;
  }
  CHECK(before == Approx(Stick::kBoost * 0.1));
  stick.move({0.5, 0}, 0.1);
  CHECK(stick.move({1, 0}, 0.1).x == Approx(first));
  Stick aiming;  // never boosted short of the rim
  aiming.move({0.8, 0}, 5);
  CHECK(aiming.move({0.8, 0}, 0.1).x < 0.1);
}
