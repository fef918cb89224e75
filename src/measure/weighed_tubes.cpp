#include "measure/weighed_tubes.h"

#include <algorithm>
#include <limits>

#include "measure/probe_world.h"
#include "measure/shape_dice.h"

namespace quicksand {
WeighedTube weighed_tube(const std::shared_ptr<const MaterialTable>& materials, MaterialId denser, MaterialId lighter,
                         uint64_t seed) {
  ShapeDice dice(seed);
  const int channel = dice.between(1, 12);
  const int poured = dice.between(3, 80);
  // As much of the denser liquid as the weight takes down, and more, stands above the channel.
  const int level = (*materials)[lighter].density * poured / (*materials)[denser].density + dice.between(3, 30);
  const int rise = 2 * (poured + level);
  const int count = dice.between(2, 4);
  std::vector<WeighedTube::Arm> arms;
  int width = 1;
  for (int i = 0; i < count; ++i) {
    arms.push_back({width, dice.between(2, 50)});
    width += arms.back().width + dice.between(1, 30);
  }
  const int height = rise + channel + 1;
  WeighedTube tube{Sandbox({width, height}, seed, Border::kWall, materials), std::move(arms)};
  PaintCommand rock;
  rock.shape = Shape::kAll;
  rock.entries = {kWall};
  tube.world.paint(rock);
  const int last = tube.arms.back().left + tube.arms.back().width;
  tube.world.paint(rect(1, rise, last - 1, channel, {denser}));
  const size_t bare = static_cast<size_t>(dice.between(0, count - 1));
  for (size_t i = 0; i < tube.arms.size(); ++i) {
    const WeighedTube::Arm& arm = tube.arms[i];
    tube.world.paint(rect(arm.left, 0, arm.width, rise, {kVoid}));
    tube.world.paint(rect(arm.left, rise - level, arm.width, level, {denser}));
    const bool is_first = i == (bare + 1) % tube.arms.size();
    if (i != bare && (is_first || dice.between(0, 1) == 0))
      tube.world.paint(rect(arm.left, rise - level - poured, arm.width, poured, {lighter}));
  }
  return tube;
}

double imbalance(const WeighedTube& tube, const MaterialTable& materials, MaterialId denser) {
  double least = std::numeric_limits<double>::max();
  double most = 0;
  for (const WeighedTube::Arm& arm : tube.arms) {
    double weight = 0;
    for (int x = arm.left; x < arm.left + arm.width; ++x)
      for (int y = 0; y < tube.world.size().height; ++y) {
        const MaterialId material = tube.world.entry_at({x, y});
        if (materials.phase(material) == Phase::kLiquid) weight += materials[material].density;
      }
    least = std::min(least, weight / arm.width);
    most = std::max(most, weight / arm.width);
  }
  return (most - least) / materials[denser].density;
}

}  // namespace quicksand
