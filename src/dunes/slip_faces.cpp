#include "dunes/slip_faces.h"

#include <algorithm>
#include <cstdlib>

namespace quicksand {
namespace {

// Of rows that one thread looks at so many columns settle at most at once.
constexpr size_t kMostOfBand = 256;

// So many columns of the world there are for each that may be looked at: hundreds of times what high dunes need. And
// that many looks at least.
constexpr int64_t kColumnsALook = 64;
constexpr int64_t kLeastLooks = 32768;

}  // namespace

SlipFaces::SlipFaces(GridSize size, const DuneRows& rows)
    : rows_(rows), steep_of_band_(static_cast<size_t>((size.height + kBandRows - 1) / kBandRows)) {
  for (std::vector<CellPos>& steep : steep_of_band_) steep.reserve(kMostOfBand);
  settling_.reserve(kMostOfBand * steep_of_band_.size());
}

void SlipFaces::find_steep(const DuneState& state, int32_t limit, int band) {
  std::vector<CellPos>& steep = steep_of_band_[static_cast<size_t>(band)];
  steep.clear();
  const int width = state.size.width;
  const auto add_higher = [&](CellPos a, CellPos b) {
    const int32_t drop = state.height[a] - state.height[b];
    if (std::abs(drop) >= limit && steep.size() < kMostOfBand) steep.push_back(drop > 0 ? a : b);
  };
  const int end = std::min((band + 1) * kBandRows, state.size.height);
  for (int y = band * kBandRows; y < end; ++y) {
    const int32_t* const row = state.height.row(y);
    if (rows_.any_differs(row, row + 1, width - 1, limit))
      for (int x = 0; x + 1 < width; ++x) add_higher({x, y}, {x + 1, y});
    if (y + 1 < state.size.height && rows_.any_differs(row, state.height.row(y + 1), width, limit))
      for (int x = 0; x < width; ++x) add_higher({x, y}, {x, y + 1});
  }
}

void SlipFaces::settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, Parallel& parallel,
                       const WakeColumns& wake) {
  // It stays a little too steep: that is left to ordinary sliding, which makes the slope.
  PileSettings steeper = settings;
  steeper.threshold += kSlipFaceSlack / 2;
  const int32_t limit = settings.threshold + kSlipFaceSlack;
  parallel.for_each(static_cast<int>(steep_of_band_.size()), [&](int band) { find_steep(state, limit, band); });
  settling_.begin_tick(std::max(state.size.cells() / kColumnsALook, kLeastLooks), 1);
  const size_t bands = steep_of_band_.size();
  const size_t first = state.tick / kSlipFaceTicks % bands;  // another one has the first turn each time
  for (size_t i = 0; i < bands; ++i)
    for (const CellPos cell : steep_of_band_[(first + i) % bands]) settling_.look_at(state, cell);
  settling_.run(state, steeper, roofs, kSlipFaceSlack / 2, wake);
}

}  // namespace quicksand
