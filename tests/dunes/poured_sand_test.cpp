#include "dunes/poured_sand.h"

#include <random>

#include "core/cases.h"
#include "dunes/fixture.h"

using namespace quicksand;

TEST_CASE("what is poured on a place makes a heap and no tower, however much, from however many sources") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(12, 80)); ++seed) {
    std::mt19937 dice(seed);
    const auto between = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(dice);
    };
    const auto whole = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice); };
    const double threshold = between(0.3, 2.5);
    DuneSettings settings = sliding(threshold, threshold * between(0.05, 0.5), whole(1, 3));
    settings.pile.neighbours = seed % 2 == 0 ? 4 : 8;
    const GridSize size{whole(50, 160), whole(40, 120)};
    std::vector<PaintCommand> sources;
    for (int i = whole(1, 3); i > 0; --i) {
      PaintCommand source;
      source.shape = Shape::kRect;
      source.from = {whole(0, size.width - 1), whole(0, size.height - 1)};
      source.to = {source.from.x + whole(0, 20), source.from.y + whole(0, 12)};
      source.entries = {1};
      source.fill_limit = dice_limit(between(0.05, 1));
      if (whole(0, 3) == 0) source.velocity = Velocity{whole(-1, 1) * 0.5F, whole(-1, 1) * 0.5F};
      sources.push_back(source);
    }
    INFO("seed " << seed << ": " << size.width << "x" << size.height << ", T " << threshold << ", M "
                 << settings.pile.transfer << " units, " << sources.size() << " sources");
    DuneWorld world(noise_field(size, threshold / 2, seed), settings, dune_palette());
    double highest = 0;
    for (int tick = 0; tick < 600; ++tick) {
      for (const PaintCommand& source : sources) world.paint(source);
      run(world, 1);
      if (tick % 20 == 0) highest = std::max(highest, highest_step(world));
    }
    // Ordinary sliding may take M from a column in a step in which its neighbour gets it from four others.
    const double sliding_by_chance = 5.0 * settings.pile.transfer / kUnit;
    CHECK(highest <= threshold + static_cast<double>(kSourceSlack) / kUnit + sliding_by_chance);
  }
}

TEST_CASE("what is left steep by the eraser, or was so before, slides as the rule has it") {
  DuneState state({40, 40}, 1, false);
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 40; ++x) state.height[{x, y}] = 10 * kUnit;
  DuneWorld world(std::move(state), sliding(1, 0.25), dune_palette());
  PaintCommand hole;
  hole.from = hole.to = {20, 20};
  hole.width = 9;
  hole.entries = {0};
  world.paint(hole);
  run(world, 1);
  CHECK(highest_step(world) >= 9);
}
