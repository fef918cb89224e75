// Into how many steps contact divides a tick: as many as the weight needs that heaps bear.
#include "sim/grains/substeps.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "sim/grains/discs.h"

using namespace quicksand;

TEST_CASE(
    "stiffness grows evenly with the weight, in as many substeps as can be so stiff, between the least and the most") {
  double before = 0;
  for (float weight = 0; weight < 300; weight += 0.25F) {
    INFO(weight);
    const Substeps steps = substeps_for(weight);
    CHECK(steps.count >= kLeastSubsteps);
    CHECK(steps.count <= kMostSubsteps);
    CHECK(steps.length * static_cast<float>(steps.count) == Approx(1));
    // None gives back more of an overlap than heaps can come to rest with, nor much less than they could.
    CHECK(steps.stiffness <= kContactStiffness);
    CHECK(steps.stiffness >= 0.8F * kContactStiffness);
    CHECK(steps.slide_stiffness / steps.stiffness == Approx(kSlideStiffness / kContactStiffness));
    CHECK(steps.roll_stiffness / steps.stiffness == Approx(kRollStiffness / kContactStiffness));
    // Of the tick as a whole.
    const double stiffness = double(steps.stiffness) * steps.count * steps.count;
    if (weight > 0) CHECK(stiffness - before <= 0.25 / kWeightOfLeastSubsteps * 100 * kContactStiffness * 1.001);
    CHECK(stiffness >= before * 0.99999);
    before = stiffness;
  }
  CHECK(substeps_for(0).count == kLeastSubsteps);
  CHECK(substeps_for(4 * kWeightOfLeastSubsteps).count == 2 * kLeastSubsteps);
  CHECK(substeps_for(1e9F).count == kMostSubsteps);
}

TEST_CASE("of heaps that weight counts which lies upon another, whatever their order, and nothing that flies") {
  std::mt19937 dice(3);
  for (int round = 0; round < 20; ++round) {
    Grains grains;
    const auto add = [&](float x, float y) { grains.add({x, y, 0, 0, {}}); };
    const int high = std::uniform_int_distribution(1, 200)(dice);
    for (int i = 0; i < high; ++i) add(7.5F, static_cast<float>(i));
    for (int i = 0; i < 500; ++i) add(static_cast<float>(i % 20), 3);  // these touch nothing
    HeapWeight weight;
    CHECK(weight.measure(grains, 20, 1) == 0);
    for (uint32_t i = 0; i + 1 < static_cast<uint32_t>(high); ++i) grains.contacts.push_back({i, i + 1, 0.1F, 0});
    grains.contacts.push_back({static_cast<uint32_t>(high - 1), kFirstFace + 6, 0.1F, 0});
    const float alone = weight.measure(grains, 20, 1);
    CHECK(alone == static_cast<float>(high));
    CHECK(weight.measure(grains, 20, 2.5F) == Approx(2.5F * alone));
    CHECK(weight.measure(grains, 20, 0) == 0);
    std::vector<uint32_t> order(grains.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::shuffle(order, dice);
    grains.reorder(order);
    CHECK(weight.measure(grains, 20, 1) == alone);
  }
}

TEST_CASE("what lies at the foot overlaps no more in a high column than in a low one, whatever gravity") {
  for (const int high : {10, 40, 70, 100})
    for (const int times : {1, 2, 4}) {
      if (high * times > 108) continue;  // which the most substeps bear
      INFO(high << " discs, gravity " << times);
      Sandbox world = world_of_discs({3, high + 20}, discs_of_friction(40), 1, times * kGravityUnit);
      world.paint(rect(0, 0, 1, high + 20, {kStone}));
      world.paint(rect(2, 0, 1, high + 20, {kStone}));
      world.paint(let_go(rect(1, 17, 1, high, {kDisc})));
      run(world, 1500);
      const Grains& grains = grains_of(world);
      const auto lowest = std::ranges::max_element(grains.y) - grains.y.begin();
      const float radius = radius_of(grains.grain_seed()[static_cast<size_t>(lowest)], 0);
      const float overlap =
          radius - (static_cast<float>(world.size().height - kFloorRows) - grains.y[static_cast<size_t>(lowest)]);
      CHECK(overlap < 0.06);  // 0.03 if it stood straight, and did not lean on the walls
    }
}
