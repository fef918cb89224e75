// Into how many steps contact divides a tick: as many as the weight needs that heaps bear.
#include "sim/grains/substeps.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/cases.h"
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
    const int high = std::uniform_int_distribution(1, 200)(dice);
    std::vector<Disc> discs;
    std::vector<uint8_t> lies;
    const auto add = [&](int count, float x, float mass, bool lie) {
      discs.insert(discs.end(), static_cast<size_t>(count), Disc{x, 0, 0, 0, 0, 0.5F, mass, 0});
      lies.resize(discs.size(), lie ? 1 : 0);
    };
    HeapWeight weight;
    for (int i = 0; i < 20; ++i) add(25, static_cast<float>(i), 200, false);
    CHECK(weight.measure(discs, lies, 20, 1) == 0);
    add(high, 7.5F, 200, true);
    const auto expected = static_cast<float>(high);
    CHECK(weight.measure(discs, lies, 20, 1) == Approx(expected));
    CHECK(weight.measure(discs, lies, 20, 2.5F) == Approx(2.5F * expected));
    CHECK(weight.measure(discs, lies, 20, 0) == 0);
    std::ranges::reverse(discs);
    std::ranges::reverse(lies);
    CHECK(weight.measure(discs, lies, 20, 1) == Approx(expected));
    add(high, 2.5F, 50, true);  // as many elsewhere, but lighter
    CHECK(weight.measure(discs, lies, 20, 1) == Approx(expected));
    add(high, 2.5F, 200, true);  // each of which is as four of those below
    CHECK(weight.measure(discs, lies, 20, 1) == Approx((expected + 2 * 5 * expected) / 3));
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
      CHECK(most < 0.1);  // 0.03 if all bore alike
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
