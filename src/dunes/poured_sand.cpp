#include "dunes/poured_sand.h"

namespace quicksand {
namespace {

// So many columns are looked at each time at most: a millisecond or so.
constexpr int64_t kMostLooks = int64_t{1} << 16;

}  // namespace

void PouredSand::look_at(const DuneState& state, const PileSettings& settings, const RowSpan& span) {
  if (settings.chip_firing) return;
  const int64_t limit = settings.threshold + kSourceSlack;
  for (int x = span.first; x <= span.last; ++x) {
    const CellPos cell{x, span.y};
    bool is_steep = false;
    for (const CellPos& side : kBeside)
      is_steep |= int64_t{state.height[cell]} - state.height.row(cell.y + side.y)[cell.x + side.x] >= limit;
    if (is_steep) settling_.look_at(state, cell);
  }
}

void PouredSand::settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, const WakeColumns& wake) {
  settling_.begin_tick(kMostLooks, 1);
  settling_.run(state, settings, roofs, kSourceSlack, wake);
}

}  // namespace quicksand
