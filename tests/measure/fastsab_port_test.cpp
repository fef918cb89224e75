#include "measure/fastsab_port.h"

#include <catch2/catch.hpp>

using fastsab::kAcid;
using fastsab::kConcrete;
using fastsab::kSand;
using fastsab::Solver;

namespace {

int count(const Solver& solver, int substance) {
  int cells = 0;
  for (int x = 0; x < solver.width(); ++x)
    for (int y = 0; y < solver.height(); ++y) cells += solver.substance_at(x, y) == substance ? 1 : 0;
  return cells;
}

}  // namespace

TEST_CASE("a grain of the published solver falls one cell a step") {
  Solver solver(20, 20, true, 1);
  solver.put(10, 5, kConcrete);
  for (int step = 1; step <= 8; ++step) {
    solver.physics_step();
    CHECK(solver.substance_at(10, 5 + step) == kConcrete);
  }
}

TEST_CASE("the published solver keeps its grains, and its acid eats them") {
  Solver solver(60, 60, true, 1);
  for (int x = 20; x < 40; ++x)
    for (int y = 10; y < 30; ++y) solver.put(x, y, kSand);
  for (int step = 0; step < 200; ++step) solver.physics_step();
  CHECK(count(solver, kSand) == 400);
  for (int x = 20; x < 40; ++x) solver.put(x, 5, kAcid);
  for (int step = 0; step < 2000; ++step) solver.physics_step();
  CHECK(count(solver, kSand) < 400);
}

TEST_CASE("without borders the published solver loses what reaches the edge") {
  Solver solver(20, 20, false, 1);
  for (int x = 5; x < 15; ++x) solver.put(x, 3, kSand);
  for (int step = 0; step < 40; ++step) solver.physics_step();
  CHECK(count(solver, kSand) == 0);
}
