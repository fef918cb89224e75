#include "measure/quality_probes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>

#include "core/random.h"
#include "measure/caves.h"
#include "measure/probe_world.h"
#include "measure/weighed_tubes.h"
#include "sim/cells/rules.h"
#include "sim/falling/arching.h"
#include "sim/falling/fall_laws.h"
#include "sim/grains/contact.h"
#include "sim/grains/grain_settings.h"
#include "sim/moisture/wetness.h"

namespace quicksand {
namespace {

// The row of the highest cell of the material in a column; the world's height if there is none.
int surface(const Sandbox& world, int x, MaterialId material) {
  int y = 0;
  while (y < world.size().height && world.entry_at({x, y}) != material) ++y;
  return y;
}

// Highest to lowest surface over columns.
int spread(const Sandbox& world, MaterialId material, std::initializer_list<std::pair<int, int>> columns) {
  int highest = world.size().height;
  int lowest = 0;
  for (const auto& [first, last] : columns) {
    for (int x = first; x <= last; ++x) {
      const int y = surface(world, x, material);
      highest = std::min(highest, y);
      lowest = std::max(lowest, y);
    }
  }
  return lowest - highest;
}

template <class Done>
int ticks_until(Sandbox& world, const Done& done) {
  constexpr int kStep = 10;
  int ticks = 0;
  for (; ticks < kLevelsNever && !done(); ticks += kStep) run(world, kStep);
  return ticks;
}

// The straight line nearest to points.
class FittedLine {
 public:
  void add(double x, double y) {
    ++points_;
    x_ += x;
    y_ += y;
    xx_ += x * x;
    xy_ += x * y;
  }
  double slope() const { return (points_ * xy_ - x_ * y_) / (points_ * xx_ - x_ * x_); }

 private:
  double points_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;
};

double degrees_of(double slope) { return std::atan(slope) * 180 / std::numbers::pi; }

// How long what has so large a share of gravity takes to fall so many rows from rest.
double ticks_to_fall(double share, int rows) {
  const double top = kTerminalSpeed * share / kOneRow;
  const double gain = kSpeedGain * share / kOneRow;
  // In a tick it has the speed that it has in its middle.
  const double first = std::min<double>(kFirstSpeed, kTerminalSpeed * share) / kOneRow - gain / 2;
  // Fallen after t ticks, until the speed is the terminal one: first * t + gain * t^2 / 2.
  const double until_top = (top - first) / gain;
  const double rows_until_top = first * until_top + gain * until_top * until_top / 2;
  return rows <= rows_until_top ? (std::sqrt(first * first + 2 * gain * rows) - first) / gain
                                : until_top + (rows - rows_until_top) / top;
}

}  // namespace

MaterialsPtr inert(const MaterialTable& materials, bool dries) {
  std::vector<Material> copies;
  for (int id = 2; id < materials.size(); ++id) {
    Material& material = copies.emplace_back(materials[static_cast<MaterialId>(id)]);
    material.dissolves.clear();
    material.decays.reset();
    material.hot.reset();
    material.cold.reset();
    material.burns.reset();
    material.explodes.reset();
    material.electric.reset();
    material.fades = 0;
    material.diffuses = 0;
    if (!dries) material.dries = 0;
  }
  return std::make_shared<MaterialTable>(std::move(copies));
}

HeapShape pour_heap(const MaterialsPtr& materials, MaterialId powder, uint64_t seed) {
  constexpr GridSize kSize{501, 200};
  constexpr int kCentre = 250;
  Sandbox world(kSize, seed, Border::kWall, materials);
  for (int i = 0; i < 3000; ++i) {
    PaintCommand grain = rect(kCentre, 0, 1, 1, {powder});
    grain.onto = Onto::kEmpty;
    world.paint(grain);
    run(world, 2);
  }
  run(world, 1000);
  double sum = 0;
  double squares = 0;
  double grains = 0;
  for (int y = 0; y < kSize.height; ++y) {
    for (int x = 0; x < kSize.width; ++x) {
      if (world.entry_at({x, y}) != powder) continue;
      sum += x - kCentre;
      squares += (x - kCentre) * (x - kCentre);
      ++grains;
    }
  }
  // A triangle of half base b has variance b^2 / 6 and area b^2 * tan(angle).
  const double base_squared = 6 * squares / grains;
  return {std::atan(grains / base_squared) * 180 / std::numbers::pi, sum / grains / std::sqrt(base_squared)};
}

double slope_after(const MaterialsPtr& materials, MaterialId powder, History history, int cells, MaterialId around,
                   uint64_t seed) {
  const int side = static_cast<int>(std::sqrt(cells));
  const GridSize size{side * 7, side * 2 + 20};
  Sandbox world(size, seed, Border::kWall, materials);
  if (around != kVoid) world.paint(rect(0, 0, size.width, size.height, {around}));
  const int middle = size.width / 2;
  // What is high is on the left: of the collapsed block the right half is looked at.
  const int left = history == History::kCollapsed ? middle - side / 2 : 0;
  const int right = history == History::kBesideWall ? side : history == History::kCut ? middle : left + side;
  world.paint(rect(left, size.height - side, right - left, side, {powder}));
  if (!run_to_rest(world, 10 * kLevelsNever)) return kLevelsNever;
  const auto height = [&](int x) { return size.height - surface(world, x, powder); };
  const int first = history == History::kCollapsed ? middle : 0;
  int highest = 0;
  for (int x = first; x < size.width; ++x) highest = std::max(highest, height(x));
  FittedLine flank;
  for (int x = first; x < size.width; ++x)
    if (const double y = height(x); y >= 0.2 * highest && y <= 0.8 * highest) flank.add(x, y);
  return -degrees_of(flank.slope());
}

double pouring_degrees(const MaterialsPtr& materials, MaterialId powder, uint64_t seed) {
  constexpr int kMiddle = 300;
  constexpr int kWidth = 20;
  Sandbox world({2 * kMiddle, 300}, seed, Border::kWall, materials);
  PaintCommand pour = rect(kMiddle - kWidth / 2, 2, kWidth, 1, {powder});
  pour.onto = Onto::kEmpty;
  for (int tick = 0; tick < 900; ++tick) {
    world.paint(pour);
    run(world, 1);
  }
  // Beside the stream, and up to what lies at rest there: drops in the air are no surface.
  const auto height = [&](int x) {
    int cells = 0;
    while (cells < world.size().height && world.entry_at({x, world.size().height - 1 - cells}) == powder) ++cells;
    return cells;
  };
  double sum = 0;
  for (const int side : {-1, 1}) {
    int highest = 0;
    for (int i = kWidth / 2 + 2; i < kMiddle; ++i) highest = std::max(highest, height(kMiddle + side * i));
    FittedLine flank;
    for (int i = kWidth / 2 + 2; i < kMiddle; ++i)
      if (const double y = height(kMiddle + side * i); y >= 0.1 * highest && y <= 0.67 * highest) flank.add(i, y);
    sum -= degrees_of(flank.slope());
  }
  return sum / 2;
}

double hole_flow(const MaterialsPtr& materials, MaterialId powder, int hole, int head, uint64_t seed) {
  constexpr int kWidth = 160;
  constexpr int kTail = 50;   // below the hole
  constexpr int kSpace = 10;  // above the powder, as at an open border things go
  const int floor = head + kSpace;
  Sandbox world({kWidth, floor + 1 + kTail}, seed, Border::kOpen, materials);
  for (const int x : {0, kWidth - 1}) world.paint(rect(x, 0, 1, floor, {kWall}));
  world.paint(rect(0, floor, kWidth, 1, {kWall}));
  world.paint(rect((kWidth - hole) / 2, floor, hole, 1, {kVoid}));
  world.paint(rect(1, kSpace, kWidth - 2, head, {powder}));
  const auto inside = [&] {
    int cells = 0;
    for (int y = 0; y < floor; ++y)
      for (int x = 1; x < kWidth - 1; ++x) cells += world.entry_at({x, y}) == powder ? 1 : 0;
    return cells;
  };
  const int full = inside();
  int ticks = 0;
  const auto run_until_gone = [&](int cells) {
    int gone = 0;
    for (; (gone = full - inside()) < cells && ticks < kLevelsNever; ++ticks) run(world, 1);
    return gone;
  };
  const int at_first = run_until_gone(hole * head);
  const int start = ticks;
  const int later = run_until_gone(hole * 2 * head);
  return ticks < kLevelsNever ? static_cast<double>(later - at_first) / (ticks - start) : 0;
}

constexpr int kHoles[] = {3, 6, 10, 16, 24};

double hole_exponent(const MaterialsPtr& materials, MaterialId powder, int head, uint64_t seed) {
  FittedLine line;
  for (const int hole : kHoles) line.add(std::log(hole), std::log(hole_flow(materials, powder, hole, head, seed)));
  return line.slope();
}

double arch_exponent(const MaterialsPtr& materials, MaterialId powder) {
  const FallLaws laws(*materials, kGravityUnit, 0);
  FittedLine line;
  for (const int hole : kHoles) {
    int flow = 0;
    for (int column = 1; column <= hole; ++column)
      flow += std::min<int>(laws.top[powder],
                            arch_speed(kGravityUnit, (*materials)[powder].falls, std::min(column, hole + 1 - column)));
    line.add(std::log(hole), std::log(flow));
  }
  return line.slope();
}

double hole_head_spread(const MaterialsPtr& materials, MaterialId powder, uint64_t seed) {
  double most = 1;
  for (const int hole : {3, 6, 10, 16}) {
    const double low = hole_flow(materials, powder, hole, 80, seed);
    const double high = hole_flow(materials, powder, hole, 160, seed);
    most = std::max({most, low / high, high / low});
  }
  return most;
}

int collapse_ticks(const MaterialsPtr& materials, MaterialId powder, uint64_t seed) {
  Sandbox world({420, 120}, seed, Border::kWall, materials);
  world.paint(rect(170, 20, 80, 100, {powder}));
  int last = 0;
  for (int ticks = 0; ticks < 1600; ticks += 10) {
    const Plane<MaterialId> before = world.state().material();
    run(world, 10);
    bool same = true;
    for (int y = 0; y < 120; ++y) same = same && std::ranges::equal(before.cells(y), world.state().material().cells(y));
    if (!same) last = ticks + 10;
  }
  return last;
}

int dam_break_ticks(const MaterialsPtr& materials, MaterialId liquid, int within, uint64_t seed) {
  Sandbox world({256, 128}, seed, Border::kWall, materials);
  world.paint(rect(0, 28, 64, 100, {liquid}));
  return ticks_until(world, [&] { return spread(world, liquid, {{0, 255}}) <= within; });
}

int u_tube_ticks(const MaterialsPtr& materials, MaterialId liquid, uint64_t seed) {
  Sandbox world({100, 120}, seed, Border::kWall, materials);
  world.paint(rect(0, 0, 100, 120, {kWall}));
  for (const int x : {10, 70}) world.paint(rect(x, 10, 20, 100, {kVoid}));
  world.paint(rect(10, 100, 80, 10, {liquid}));
  world.paint(rect(10, 15, 20, 85, {liquid}));
  return ticks_until(world, [&] { return spread(world, liquid, {{10, 29}, {70, 89}}) <= 1; });
}

int uneven_in_caves(const MaterialsPtr& materials, MaterialId liquid, uint64_t first_seed, int caves) {
  int most = 0;
  for (int i = 0; i < caves; ++i) {
    Sandbox cave = flooded_cave(materials, liquid, first_seed + static_cast<uint64_t>(i));
    // Thick liquids drip for a long time.
    const int patience = 8 * kMaxFriction / materials->friction(liquid);
    if (!run_to_rest(cave, patience * kLevelsNever)) return kLevelsNever;
    most = std::max(most, most_uneven(cave, liquid));
  }
  return most;
}

double imbalance_in_tubes(const MaterialsPtr& materials, MaterialId denser, MaterialId lighter, uint64_t first_seed,
                          int tubes) {
  double most = 0;
  for (int i = 0; i < tubes; ++i) {
    WeighedTube tube = weighed_tube(materials, denser, lighter, first_seed + static_cast<uint64_t>(i));
    const int patience = 8 * kMaxFriction / std::min(materials->friction(denser), materials->friction(lighter));
    if (!run_to_rest(tube.world, patience * kLevelsNever)) return kLevelsNever;
    most = std::max(most, imbalance(tube, *materials, denser));
  }
  return most;
}

double spreading_lean(const MaterialsPtr& materials, MaterialId liquid, uint64_t seed) {
  Sandbox world({161, 60}, seed, Border::kWall, materials);
  world.paint(rect(60, 10, 41, 50, {liquid}));
  run(world, 250);
  double right = 0;
  double sides = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 80; ++x) {
      const double here = world.entry_at({160 - x, y}) == liquid ? 1 : 0;
      right += here;
      sides += here + (world.entry_at({x, y}) == liquid ? 1 : 0);
    }
  }
  return sides > 0 ? right / sides - 0.5 : 0;
}

double sorted_share(const MaterialsPtr& materials, const std::vector<MaterialId>& liquids, uint64_t seed) {
  constexpr int kSide = 256;
  std::vector<MaterialId> sorted = liquids;
  std::sort(sorted.begin(), sorted.end(),
            [&](MaterialId a, MaterialId b) { return (*materials)[a].density > (*materials)[b].density; });
  Sandbox world({kSide, kSide}, seed, Border::kWall, materials);
  world.paint(rect(0, kSide / 4, kSide, kSide * 3 / 4, liquids));
  run(world, 5000);
  const std::vector<int64_t> counts = world.count_entries();
  const auto weighs_as = [&](MaterialId there, MaterialId liquid) {
    return there != kVoid && (*materials)[there].density == (*materials)[liquid].density ? 1 : 0;
  };
  int64_t in_place = 0;
  int64_t cells = 0;  // from the bottom up, row by row
  for (const MaterialId liquid : sorted) {
    const int64_t end = cells + counts[liquid];
    for (; cells < end; ++cells)
      in_place += weighs_as(
          world.entry_at({static_cast<int>(cells % kSide), kSide - 1 - static_cast<int>(cells / kSide)}), liquid);
  }
  return static_cast<double>(in_place) / static_cast<double>(cells);
}

int64_t flicker(const MaterialsPtr& materials, MaterialId material, uint64_t seed) {
  Sandbox world({200, 100}, seed, Border::kWall, materials);
  world.paint(rect(20, 10, 90, 60, {material}, 0.7));
  run(world, 6000);
  int64_t changed = 0;
  for (int tick = 0; tick < 64; ++tick) {
    const Plane<MaterialId> before = world.state().material();
    run(world, 1);
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 200; ++x) changed += world.entry_at({x, y}) != before[{x, y}] ? 1 : 0;
  }
  return changed;
}

double band_seam(const MaterialsPtr& materials, MaterialId powder, MaterialId liquid, uint64_t seed) {
  constexpr int kHeight = 24 * kBandRows;
  constexpr int kWidth = 400;
  Sandbox world({kWidth, kHeight}, seed, Border::kWall, materials);
  world.paint(rect(0, 0, kWidth, kHeight, {liquid}));
  world.paint(rect(0, 0, kWidth, kHeight, {powder}, 0.2));
  std::array<double, kBandRows> filled{};
  for (int i = 0; i < 12; ++i) {
    run(world, 10);
    // Leaves out the floor, where grains gather, and the emptying top.
    for (int y = 9 * kBandRows; y < 15 * kBandRows; ++y)
      for (int x = 0; x < kWidth; ++x) filled[static_cast<size_t>(y % kBandRows)] += world.entry_at({x, y}) == powder;
  }
  double mean = 0;
  for (const double row : filled) mean += row / kBandRows;
  double worst = 0;
  for (const double row : filled) worst = std::max(worst, std::abs(row - mean) / mean);
  return worst;
}

double fall_stretch(const MaterialsPtr& materials, MaterialId material, uint64_t seed) {
  constexpr int kHeight = 400;
  Sandbox world({60, kHeight}, seed, Border::kWall, materials);
  world.paint(rect(20, 10, 20, 40, {material}));
  run(world, 60);
  int highest = kHeight;
  int lowest = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < 60; ++x) {
      if (world.entry_at({x, y}) != material) continue;
      highest = std::min(highest, y);
      lowest = std::max(lowest, y);
    }
  }
  return (lowest - highest + 1) / 40.0;
}

double outflow(const MaterialsPtr& materials, MaterialId liquid, int depth, Hole hole, uint64_t seed) {
  constexpr int kWidth = 200;
  constexpr int kTail = 60;  // below the hole
  const int floor = depth + 20;
  const int outside = 1 + kWidth + hole.wall;
  Sandbox world({outside + 150, floor + kTail}, seed, Border::kOpen, materials);
  world.paint(rect(0, 0, 1, floor, {kWall}));
  world.paint(rect(0, floor, outside, 2, {kWall}));
  world.paint(rect(1 + kWidth, 0, hole.wall, floor - hole.height, {kWall}));
  world.paint(rect(1, floor - depth, kWidth, depth, {liquid}));
  const auto inside = [&] {
    int cells = 0;
    for (int y = 0; y < floor; ++y)
      for (int x = 1; x <= kWidth; ++x) cells += world.entry_at({x, y}) == liquid ? 1 : 0;
    return cells;
  };
  run(world, 60);
  const int before = inside();
  run(world, 100);
  return (before - inside()) / 100.0;
}

double outflow_exponent(const MaterialsPtr& materials, MaterialId liquid, Hole hole, uint64_t seed) {
  FittedLine line;
  for (const int depth : {40, 80, 120})
    line.add(std::log(depth), std::log(outflow(materials, liquid, depth, hole, seed)));
  return line.slope();
}

int splash_height(const MaterialsPtr& materials, MaterialId liquid, int rows, uint64_t seed) {
  constexpr int kWidth = 160;
  const int surface = rows + 150;
  Sandbox world({kWidth, surface + 40}, seed, Border::kWall, materials);
  world.paint(rect(0, surface, kWidth, 40, {liquid}));
  world.paint(rect(kWidth / 2 - 8, surface - rows - 16, 16, 16, {liquid}));
  float highest = static_cast<float>(surface);
  for (int tick = 0; tick < rows + 100; ++tick) {
    run(world, 1);
    for (const float y : world.state().grains.y) highest = std::min(highest, y);
  }
  return surface - static_cast<int>(highest);
}

namespace {

// To the right.
GrainBlock let_go_block(const MaterialsPtr& materials, MaterialId powder, uint64_t seed) {
  constexpr GridSize kSize{240, 60};
  constexpr int kSide = 24;
  SandboxState state(kSize, seed, Border::kWall);
  state.deposits = false;
  Sandbox world(std::move(state), materials);
  PaintCommand block = rect((kSize.width - kSide) / 2, kSize.height - kSide, kSide, kSide, {powder});
  block.velocity = Velocity{0, 0};
  world.paint(block);
  const Grains& grains = world.state().grains;
  const auto energy = [&] {
    double sum = 0;
    for (size_t i = 0; i < grains.size(); ++i) {
      const double squared = double{grains.vx[i]} * grains.vx[i] + double{grains.vy[i]} * grains.vy[i];
      const double face = double{grains.spin[i]} * radius_of(grains.grain_seed()[i], 0);
      sum += squared / 2 + face * face / 4 + double{kGrainGravity} * (kSize.height - double{grains.y[i]});
    }
    return sum;
  };
  const auto middle = [&] {
    double sum = 0;
    for (const float x : grains.x) sum += x;
    return sum / static_cast<double>(grains.size());
  };
  const double first = energy();
  const double from = middle();
  double most = 0;
  for (int tick = 0; tick < 600; ++tick) {
    run(world, 1);
    most = std::max(most, energy());
  }
  return {most / first, middle() - from};
}

}  // namespace

GrainBlock let_go_grains(const MaterialsPtr& materials, MaterialId powder, uint64_t seed) {
  constexpr int kBlocks = 4;
  GrainBlock mean{0, 0};
  for (uint64_t k = 0; k < kBlocks; ++k) {
    const GrainBlock block = let_go_block(materials, powder, kBlocks * seed + k);
    mean.energy = std::max(mean.energy, block.energy);
    mean.drift += block.drift / kBlocks;
  }
  mean.drift = std::abs(mean.drift);
  return mean;
}

double fall_time_error(const MaterialsPtr& materials, MaterialId material, int rows, uint64_t seed) {
  Sandbox world({1, rows + 2 * kTerminalSpeed}, seed, Border::kWall, materials);
  world.paint(rect(0, 0, 1, 1, {material}));
  // Between two ticks it is taken to fall evenly.
  double ticks = 0;
  for (int before = 0; before < rows && ticks < kLevelsNever;) {
    run(world, 1);
    const int now = surface(world, 0, material);
    ticks += now < rows ? 1 : double(rows - before) / (now - before);
    before = now;
  }
  return std::abs(ticks / ticks_to_fall((*materials)[material].falls / 100.0, rows) - 1);
}

double stream_error(const MaterialsPtr& materials, MaterialId material, uint64_t seed) {
  constexpr int kRows = 40;
  constexpr int kFirst = 20;
  constexpr int kEnd = 220;
  constexpr int kTicks = 256;
  Sandbox world({6, kEnd + 2}, seed, Border::kOpen, materials);
  const auto fed = [&] {
    world.paint(rect(1, 1, 4, 1, {material}));
    run(world, 1);
  };
  const double share = (*materials)[material].falls / 100.0;
  for (int tick = 0; tick < ticks_to_fall(share, kEnd); ++tick) fed();
  std::vector<double> cells(kEnd, 0);
  for (int tick = 0; tick < kTicks; ++tick) {
    fed();
    for (int y = kFirst; y < kEnd; ++y)
      for (int x = 1; x < 5; ++x)
        cells[static_cast<size_t>(y)] += world.entry_at({x, y}) == material ? 1.0 / kTicks : 0;
  }
  // As much flows through all rows.
  double flow = 0;
  std::vector<double> ticks;
  std::vector<double> found;
  for (int y = kFirst; y < kEnd; y += kRows) {
    ticks.push_back(ticks_to_fall(share, y - 1 + kRows) - ticks_to_fall(share, y - 1));
    found.push_back(std::accumulate(cells.begin() + y, cells.begin() + y + kRows, 0.0));
    flow += found.back() / ticks.back();
  }
  flow /= static_cast<double>(ticks.size());
  double most = 0;
  for (size_t i = 0; i < ticks.size(); ++i) most = std::max(most, std::abs(found[i] / (flow * ticks[i]) - 1));
  return most;
}

std::vector<int64_t> contents(const Sandbox& world, const MaterialTable& materials) {
  std::vector<int64_t> units = world.count_entries();
  for (int64_t& count : units) count *= kCellWetness;
  const SandboxState& state = world.state();
  const Grains& grains = state.grains;
  for (size_t i = 0; i < grains.size(); ++i) {
    units[grains.material()[i]] += kCellWetness;
    units[materials.absorbs(grains.material()[i])] += grains.wetness()[i];
  }
  for (int y = 0; y < state.size.height; ++y) {
    for (int x = 0; x < state.size.width; ++x) {
      const CellPos cell{x, y};
      if (state.wetness()[cell] == 0) continue;
      units[materials.absorbs(state.material()[cell])] += state.wetness()[cell];
    }
  }
  return units;
}

int64_t mass_error(const MaterialsPtr& materials, uint64_t seed) {
  std::vector<uint8_t> all;
  for (int id = 2; id < materials->size(); ++id) all.push_back(static_cast<uint8_t>(id));
  if (all.empty()) return 0;
  Sandbox world({200, 150}, seed, Border::kWall, materials);
  world.paint(rect(0, 0, 200, 150, all, 0.7));
  const std::vector<int64_t> before = contents(world, *materials);
  run(world, 500);
  const std::vector<int64_t> after = contents(world, *materials);
  int64_t error = 0;
  for (size_t id = 1; id < before.size(); ++id) error += std::abs(after[id] - before[id]);  // void is what is left
  return error;
}

double column_left(const MaterialsPtr& materials, MaterialId powder, uint8_t wetness, uint64_t seed) {
  constexpr GridSize kSize{260, 80};
  constexpr int kHeight = 60;
  Sandbox world(kSize, seed, Border::kWall, materials);
  PaintCommand column = rect(120, kSize.height - kHeight, 20, kHeight, {powder});
  column.wetness = wetness;
  world.paint(column);
  run(world, 10'000);
  int highest = kSize.height;
  for (int x = 0; x < kSize.width; ++x) highest = std::min(highest, surface(world, x, powder));
  return static_cast<double>(kSize.height - highest) / kHeight;
}

double poured_angle(const MaterialsPtr& materials, MaterialId powder, uint8_t wetness, int tap, uint64_t seed) {
  constexpr GridSize kSize{360, 190};
  Sandbox world(kSize, seed, Border::kWall, materials);
  PaintCommand pour = rect((kSize.width - tap) / 2, 2, tap, 1, {powder});
  pour.onto = Onto::kEmpty;
  if (wetness > 0) pour.wetness = wetness;
  const int most = 2500 + 250 * tap;  // cells
  for (int ticks = 0; ticks < 2 * most / tap; ++ticks) {
    if (ticks % 64 == 0 && world.count_entries()[powder] >= most) break;
    world.paint(pour);
    run(world, 1);
  }
  run(world, 500);
  // Single grains that have rolled off are no foot.
  int highest = kSize.height;
  int first = kSize.width;
  int last = 0;
  for (int x = 0; x < kSize.width; ++x) {
    const int top = surface(world, x, powder);
    highest = std::min(highest, top);
    if (top >= kSize.height - 2) continue;
    first = std::min(first, x);
    last = std::max(last, x);
  }
  return std::atan2(kSize.height - 2 - highest, (last - first + 1) / 2.0) * 180 / 3.14159265358979;
}

}  // namespace quicksand
