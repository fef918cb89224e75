#include "measure/disc_probes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "measure/probe_world.h"
#include "sim/tick/sandbox.h"

namespace quicksand {
namespace {

constexpr uint8_t kDisc = 2;
constexpr uint8_t kStone = 3;
constexpr int kFloorRows = 3;

PaintCommand discs(int x, int y, int width, int height, double down) {
  PaintCommand command = rect(x, y, width, height, {kDisc});
  command.velocity = Velocity{0, down};
  return command;
}

std::shared_ptr<const MaterialTable> disc_materials(int friction, int floor_friction) {
  Material disc;
  disc.name = "disc";
  disc.density = 200;
  disc.static_friction = disc.kinetic_friction = friction;
  Material stone = disc;
  stone.name = "stone";
  stone.static_friction = stone.kinetic_friction = floor_friction;
  stone.is_static = true;
  return std::make_shared<MaterialTable>(std::vector<Material>{disc, stone});
}

Sandbox world_of_discs(GridSize size, int friction, uint64_t seed, int floor_friction) {
  SandboxState state(size, seed, Border::kWall);
  state.deposits = false;
  Sandbox world(std::move(state), disc_materials(friction, floor_friction));
  world.paint(rect(0, size.height - kFloorRows, size.width, kFloorRows, {kStone}));
  return world;
}

double mean(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

double disc_heap_degrees(int friction, int count, uint64_t seed) {
  return disc_heap_degrees_on(friction, friction, count, seed);
}

double disc_heap_degrees_on(int floor_friction, int friction, int count, uint64_t seed) {
  // The tap rises with the heap, which is never higher than its grains would be as a square.
  const auto drop_onto = [](int grains) { return 15 + static_cast<int>(std::sqrt(grains)); };
  Sandbox world =
      world_of_discs({std::max(200, 8 * drop_onto(count)), drop_onto(count) + 10}, friction, seed, floor_friction);
  const Grains& grains = world.state().grains;
  const int middle = world.size().width / 2;
  while (static_cast<int>(grains.size()) < count) {
    const int drop = drop_onto(static_cast<int>(grains.size()));
    PaintCommand tap = discs(middle - 2, world.size().height - kFloorRows - drop, 4, 1, 0.2);
    tap.fill_limit = dice_limit(0.2);
    world.paint(tap);
    run(world, 1);
  }
  run(world, 900);
  // The mean height of a triangle is a third of its height, the spread to both sides of its middle tells half its base.
  const double centre = mean(grains.x);
  double spread = 0;
  for (const float x : grains.x) spread += (x - centre) * (x - centre) / static_cast<double>(grains.size());
  const double height = world.size().height - kFloorRows - mean(grains.y);
  return std::atan2(3 * height, std::sqrt(6 * spread)) * 180 / std::numbers::pi;
}

double disc_run_out(int friction, double aspect, int count, uint64_t seed) {
  const int half = static_cast<int>(std::sqrt(count / 2.0 / aspect));
  const int high = static_cast<int>(half * aspect);
  Sandbox world = world_of_discs({60 * half, high + 20}, friction, seed, friction);
  const Grains& grains = world.state().grains;
  const int middle = 30 * half;
  const int floor = world.size().height - kFloorRows;
  for (const int wall : {middle - half - 1, middle + half}) world.paint(rect(wall, 0, 1, floor, {kStone}));
  world.paint(discs(middle - half, floor - high, 2 * half, high, 0));
  run(world, 400);
  const double ratio = (floor - *std::min_element(grains.y.begin(), grains.y.end())) / half;  // they lie closer by now
  for (const int wall : {middle - half - 1, middle + half}) world.paint(rect(wall, 0, 1, floor, {kVoid}));
  run(world, 1200);
  std::vector<float> away;
  for (const float x : grains.x) away.push_back(std::abs(x - static_cast<float>(middle)));
  const auto front = away.begin() + static_cast<ptrdiff_t>(away.size() * 99 / 100);  // single ones roll on
  std::nth_element(away.begin(), front, away.end());
  const double expected = ratio < 2.3 ? 1.2 * ratio : 1.9 * std::pow(ratio, 2.0 / 3);
  return (*front / half - 1) / expected;
}

double disc_hole_rate(int friction, int hole, int high, uint64_t seed) {
  constexpr int kWide = 42;
  constexpr int kDrop = 30;    // below the hole
  constexpr int kWarmUp = 60;  // ticks, until it runs evenly
  SandboxState state({kWide, high + kDrop + kFloorRows}, seed, Border::kOpen);
  state.deposits = false;
  Sandbox world(std::move(state), disc_materials(friction, friction));
  const int floor = high;
  for (const int wall : {0, kWide - 1}) world.paint(rect(wall, 0, 1, floor, {kStone}));
  world.paint(rect(0, floor, kWide, kFloorRows, {kStone}));
  world.paint(discs(1, 0, kWide - 2, high, 0));
  run(world, 300);
  world.paint(rect((kWide - hole) / 2, floor, hole, kFloorRows, {kVoid}));
  const auto left = [&] {
    const std::vector<float>& y = world.state().grains.y;
    return std::count_if(y.begin(), y.end(), [&](float row) { return row < static_cast<float>(floor); });
  };
  run(world, kWarmUp);
  const ptrdiff_t before = left();
  int ticks = 0;
  // Until a third is out, or nothing comes any more.
  while (ticks < 600 && left() > before - before / 3) {
    run(world, 1);
    ++ticks;
  }
  return static_cast<double>(before - left()) / ticks;
}

}  // namespace quicksand
