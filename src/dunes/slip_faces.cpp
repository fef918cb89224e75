#include "dunes/slip_faces.h"

#include <algorithm>
#include <cstdlib>

namespace quicksand {
namespace {

// Whether any of the columns differs from that beside it by the limit. Without branches, so that compilers take many at
// once.
bool any_steep(const int32_t* row, const int32_t* other, int columns, int32_t limit) {
  int any = 0;
  for (int x = 0; x < columns; ++x) any |= std::abs(row[x] - other[x]) >= limit ? 1 : 0;
  return any != 0;
}

}  // namespace

SlipFaces::SlipFaces(GridSize size) : steep_of_band_(static_cast<size_t>((size.height + kBandRows - 1) / kBandRows)) {
  // More seldom are.
  for (std::vector<CellPos>& steep : steep_of_band_) steep.reserve(static_cast<size_t>(4 * size.width));
  settling_.reserve(static_cast<size_t>(4 * (size.width + size.height)));
}

void SlipFaces::find_steep(const DuneState& state, int32_t limit, int band) {
  std::vector<CellPos>& steep = steep_of_band_[static_cast<size_t>(band)];
  steep.clear();
  const int width = state.size.width;
  const auto add_higher = [&](CellPos a, CellPos b) {
    const int32_t drop = state.height[a] - state.height[b];
    if (std::abs(drop) >= limit) steep.push_back(drop > 0 ? a : b);
  };
  const int end = std::min((band + 1) * kBandRows, state.size.height);
  for (int y = band * kBandRows; y < end; ++y) {
    const int32_t* const row = state.height.row(y);
    if (any_steep(row, row + 1, width - 1, limit))
      for (int x = 0; x + 1 < width; ++x) add_higher({x, y}, {x + 1, y});
    if (y + 1 < state.size.height && any_steep(row, state.height.row(y + 1), width, limit))
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
  settling_.begin_tick(state.size, 1);
  for (const std::vector<CellPos>& steep : steep_of_band_)
    for (const CellPos cell : steep) settling_.look_at(state, cell);
  settling_.run(state, steeper, roofs, kSlipFaceSlack / 2, wake);
}

}  // namespace quicksand
