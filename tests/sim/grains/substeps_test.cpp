// Into how many steps contact divides a tick, and how stiff contacts are: as the weight needs that lies upon them.
#include "sim/grains/substeps.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/cases.h"
#include "sim/grains/discs.h"
#include "sim/grains/heap_weights.h"

using namespace quicksand;

TEST_CASE(
    "stiffness grows evenly with the weight, in as many substeps as can be so stiff, between the least and the most") {
  for (float most = 0; most < 400; most += 1.75F) {
    const Substeps steps = substeps_for(most);
    CHECK(steps.count >= kLeastSubsteps);
    CHECK(steps.count <= kMostSubsteps);
    CHECK(steps.length * static_cast<float>(steps.count) == Approx(1));
    double before = 0;
    for (float weight = 0; weight <= most; weight += 0.25F) {
      INFO(weight << " of " << most);
      // None gives back more of an overlap than heaps can come to rest with; nor the stiffest much less than it could.
      const float share = stiffness_for(weight, steps);
      CHECK(share <= 1);
      if (weight == most) CHECK(share >= 0.8F);
      // Of the tick as a whole, with as many substeps as the most weight needs.
      const double stiffness = double(share) * steps.count * steps.count;
      if (weight > 0) CHECK(stiffness - before <= 0.25 / kWeightOfLeastSubsteps * 100 * 1.001);
      CHECK(stiffness >= before * 0.99999);
      const double softest = kLeastSubsteps * kLeastSubsteps;
      const double stiffest = kMostSubsteps * kMostSubsteps;
      CHECK(stiffness == Approx(std::clamp(weight / kWeightOfLeastSubsteps * softest, softest, stiffest)));
      before = stiffness;
    }
  }
  CHECK(substeps_for(0).count == kLeastSubsteps);
  CHECK(substeps_for(4 * kWeightOfLeastSubsteps).count == 2 * kLeastSubsteps);
  CHECK(substeps_for(1e9F).count == kMostSubsteps);
}

TEST_CASE("on a grain weighs what lies upon it, whatever is beside it, below it, above a gap or flies") {
  std::mt19937 dice(3);
  for (int round = 0; round < 40; ++round) {
    const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
    const int high = any(1, 100);
    const auto gravity = static_cast<float>(any(1, 4));
    std::vector<Disc> discs;
    std::vector<uint8_t> lies;
    // In the middle of a column, from this row up.
    const auto stack = [&](int column, int lowest, int count, float mass, bool lie) {
      for (int i = 0; i < count; ++i) {
        discs.push_back(
            {static_cast<float>(column) + 0.5F, static_cast<float>(lowest - i) + 0.5F, 0, 0, 0, 0.5F, mass, 0});
        lies.push_back(lie ? 1 : 0);
      }
    };
    constexpr GridSize kSize{40, 250};
    HeapWeights weights;
    const auto measure = [&] { weights.measure(discs, lies, kSize, gravity); };
    stack(20, 240, high, 200, true);
    measure();
    const auto is_as_before = [&] {
      for (int i = 0; i < high; ++i)  // from the foot up
        CHECK(weights.weights()[static_cast<size_t>(i)] == Approx(gravity * static_cast<float>(high - i)));
    };
    is_as_before();
    CHECK(weights.most() == Approx(gravity * static_cast<float>(high)));
    CHECK(weights.most_about(20.5F) == Approx(weights.most()));
    CHECK(weights.most_about(22.5F) == 0);
    // Heaps elsewhere, and above a gap, and what flies; in another order.
    stack(any(0, 18), 240, any(1, 200), 900, true);
    stack(any(22, 39), 240, any(1, 200), 50, true);
    stack(20, 240 - high - kHeapGap - any(1, 9), any(1, 20), 200, true);
    stack(20, 240 - high, any(1, 20), 200, false);
    measure();
    is_as_before();
    std::vector<Disc> turned(discs.rbegin(), discs.rend());
    discs.swap(turned);
    std::reverse(lies.begin(), lies.end());
    const auto most = weights.most();
    measure();
    CHECK(weights.most() == most);
    discs.swap(turned);
    std::reverse(lies.begin(), lies.end());
    // One more on top weighs on all by its own mass, and they on it not at all.
    const int gap = any(0, kHeapGap);
    const auto light = static_cast<float>(any(1, 400));
    lies.resize(static_cast<size_t>(high));
    discs.resize(static_cast<size_t>(high));
    stack(20, 240 - high - gap, 1, light, true);
    measure();
    for (int i = 0; i < high; ++i)
      CHECK(weights.weights()[static_cast<size_t>(i)] ==
            Approx(gravity * (static_cast<float>(high - i) + light / 200)));
    CHECK(weights.weights().back() == Approx(gravity));
  }
}

TEST_CASE("what lies at the foot overlaps no more in a deep heap than in another, whatever gravity", "[thorough]") {
  for (const int high : {12, 40, 70, 100})
    for (const int gravity : {1, 2, 4}) {
      if (high * gravity > 108) continue;  // for which there are substeps enough
      INFO(high << " deep, gravity " << gravity);
      Sandbox world = world_of_discs({12, high + 20}, discs_of_friction(40), 1, gravity * kGravityUnit);
      world.paint(let_go(rect(0, 17, 12, high, {kDisc})));
      run(world, 1500);
      const Grains& grains = grains_of(world);
      float most = 0;
      for (size_t i = 0; i < grains.size(); ++i)
        most = std::max(most, grains.y[i] + radius_of(grains.grain_seed()[i], 0) -
                                  static_cast<float>(world.size().height - kFloorRows));
      // By as much as bears what weighs on it, where all bore alike: no chain of discs bears three times as much.
      const double substeps = kLeastSubsteps * kLeastSubsteps;
      const double alike = 2 * kGrainGravity * kWeightOfLeastSubsteps / (kContactStiffness * substeps);
      CHECK(most < 2.8 * alike);
      CHECK(alike < 0.06);
    }
}

TEST_CASE("however deep they lie and how hard they are drawn, discs in a box come to rest", "[thorough]") {
  std::mt19937 dice(11);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  for (int round = 0; round < cases(5, 40); ++round) {
    const int wide = any(6, 30);
    const int high = any(50, 300);
    const int gravity = any(1, 4);
    const int friction = any(0, 1) * any(0, 200);  // none, often
    INFO(wide << " x " << high << ", friction " << friction << ", gravity " << gravity);
    Sandbox world = world_of_discs({wide, high + 10}, discs_of_friction(friction), static_cast<uint64_t>(round),
                                   gravity * kGravityUnit);
    world.paint(let_go(rect(0, 7, wide, high, {kDisc})));
    const auto speed = [&] {
      const Grains& grains = grains_of(world);
      double sum = 0;
      for (size_t i = 0; i < grains.size(); ++i) sum += std::hypot(grains.vx[i], grains.vy[i]);
      return sum / static_cast<double>(grains.size());
    };
    run(world, 2500);  // between walls without friction a tall one bounces for long
    CHECK(speed() < 0.02);
  }
}
