#include "dunes/slip_faces.h"

#include <random>

#include "core/cases.h"
#include "dunes/fixture.h"

using namespace quicksand;

TEST_CASE("however long the wind blows, and over whatever sand, no slip face is steeper than T and a cell",
          "[thorough]") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(8, 60)); ++seed) {
    std::mt19937 dice(seed);
    const auto between = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(dice);
    };
    const double threshold = between(0.3, 3);
    const double transfer = threshold * between(0.05, 0.5);
    DuneSettings settings = sliding(threshold, transfer, 1 + static_cast<int>(dice() % 3));
    settings.pile.neighbours = seed % 2 == 0 ? 4 : 8;
    settings.wind = breeze(static_cast<Heading>(dice() % 4));
    settings.wind.hop = 1 + static_cast<int>(dice() % 6);
    settings.wind.lift = static_cast<uint8_t>(between(20, 255));
    settings.wind.slab = static_cast<int32_t>(between(0.05, 0.5) * kUnit);
    const GridSize size{40 + static_cast<int>(dice() % 160), 20 + static_cast<int>(dice() % 50)};
    const double depth = between(1, 12);
    INFO("seed " << seed << ": " << size.width << "x" << size.height << ", T " << threshold << ", M " << transfer
                 << ", depth " << depth);
    DuneWorld world(noise_field(size, depth, seed), settings, dune_palette());
    const int64_t sand = world.total_sand();
    for (int i = 0; i < 8; ++i) {
      run(world, 500);
      while (world.tick() % kSlipFaceTicks != 1) run(world, 1);
      CHECK(highest_step(world) <= static_cast<double>(settings.pile.threshold + kSlipFaceSlack) / kUnit);
    }
    CHECK(world.total_sand() == sand);
  }
}
