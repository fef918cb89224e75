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

Sandbox world_of_discs(GridSize size, int friction, uint64_t seed) {
  Material disc;
  disc.name = "disc";
  disc.density = 200;
  disc.static_friction = disc.kinetic_friction = friction;
  Material stone = disc;
  stone.name = "stone";
  stone.is_static = true;
  SandboxState state(size, seed, Border::kWall);
  state.deposits = false;
  Sandbox world(std::move(state), std::make_shared<MaterialTable>(std::vector<Material>{disc, stone}));
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
  // The tap rises with the heap, which is never higher than its grains would be as a square.
  const auto drop_onto = [](int grains) { return 15 + static_cast<int>(std::sqrt(grains)); };
  Sandbox world = world_of_discs({std::max(200, 8 * drop_onto(count)), drop_onto(count) + 10}, friction, seed);
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
  Sandbox world = world_of_discs({60 * half, high + 20}, friction, seed);
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

}  // namespace quicksand
