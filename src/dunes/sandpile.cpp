#include "dunes/sandpile.h"

#include <algorithm>

#include "core/random.h"
#include "dunes/dune_dice.h"

namespace quicksand {

Sandpile::Sandpile(GridSize size, const DuneRows& rows)
    : rows_(rows),
      size_(size),
      tiles_{squares_of(size, kTile.width).width, squares_of(size, kTile.height).height},
      marks_(size) {
  const auto tiles = static_cast<size_t>(tiles_.cells());
  awake_.assign(tiles, 1);
  marked_.assign(tiles, 0);
  changed_.assign(tiles, 0);
}

void Sandpile::relax(DuneState& state, const PileSettings& settings, int step, Parallel& parallel) {
  if (!sleeping_) wake_all();
  parallel.for_each(tiles_.height, [&](int band) { mark_band(state, settings, step, band); });
  parallel.for_each(tiles_.height, [&](int band) { move_band(state, settings, band); });
  wake_neighbours();
}

void Sandpile::mark_band(const DuneState& state, const PileSettings& settings, int step, int band) {
  const uint64_t key = tick_key(state.seed, state.tick);
  for (int column = 0; column < tiles_.width; ++column) {
    const size_t tile = static_cast<size_t>(band) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(column);
    marked_[tile] = 0;
    if (awake_[tile] == 0) continue;
    const int first = column * kTile.width;
    const int end = std::min(first + kTile.width, size_.width);
    for (int y = band * kTile.height; y < std::min((band + 1) * kTile.height, size_.height); ++y) {
      const MarkRow row{.above = state.height.row(y - 1),
                        .here = state.height.row(y),
                        .below = state.height.row(y + 1),
                        .ground = state.ground.row(y),
                        .wetness = settings.wet_threshold > 0 ? state.wetness.row(y) : nullptr,
                        .marks = marks_.row(y),
                        .threshold = settings.threshold,
                        .wet_threshold = settings.wet_threshold,
                        .transfer = settings.transfer,
                        .key = row_key(key, kDiceSlide + static_cast<uint32_t>(step) * kDicePurposes, y)};
      marked_[tile] |= rows_.mark(row, first, end) ? 1 : 0;
    }
  }
}

void Sandpile::move_band(DuneState& state, const PileSettings& settings, int band) {
  for (int column = 0; column < tiles_.width; ++column) {
    const size_t tile = static_cast<size_t>(band) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(column);
    changed_[tile] = 0;
    if (!any_near(column, band, [&](size_t other) { return marked_[other] != 0; })) continue;
    const int first = column * kTile.width;
    const int end = std::min(first + kTile.width, size_.width);
    for (int y = band * kTile.height; y < std::min((band + 1) * kTile.height, size_.height); ++y) {
      const MoveRow row{marks_.row(y - 1), marks_.row(y), marks_.row(y + 1), state.height.row(y), settings.transfer};
      changed_[tile] |= rows_.move(row, first, end) ? 1 : 0;
    }
  }
}

// Whether the tile or one that shares a side with it satisfies the test.
template <class Test>
bool Sandpile::any_near(int column, int band, const Test& test) const {
  const auto at = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < tiles_.width && y < tiles_.height &&
           test(static_cast<size_t>(y) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(x));
  };
  return at(column, band) || at(column - 1, band) || at(column + 1, band) || at(column, band - 1) ||
         at(column, band + 1);
}

// A tile with marks is looked at again although its heights may be as before: its marks must go.
void Sandpile::wake_neighbours() {
  for (int band = 0; band < tiles_.height; ++band)
    for (int column = 0; column < tiles_.width; ++column) {
      const size_t tile = static_cast<size_t>(band) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(column);
      const bool changes = any_near(column, band, [&](size_t other) { return changed_[other] != 0; });
      awake_[tile] = changes || marked_[tile] != 0 ? 1 : 0;
    }
}

void Sandpile::wake(const Run& run) {
  for (int y = std::max(run.y - 1, 0); y <= std::min(run.y + 1, size_.height - 1); ++y) {
    const size_t first = tile_of({std::max(run.first - 1, 0), y});
    const size_t last = tile_of({std::min(run.last + 1, size_.width - 1), y});
    std::fill(awake_.begin() + static_cast<ptrdiff_t>(first), awake_.begin() + static_cast<ptrdiff_t>(last) + 1,
              uint8_t{1});
  }
}

void Sandpile::wake_all() { std::fill(awake_.begin(), awake_.end(), uint8_t{1}); }

bool Sandpile::at_rest() const {
  return sleeping_ && std::none_of(awake_.begin(), awake_.end(), [](uint8_t awake) { return awake != 0; });
}

}  // namespace quicksand
