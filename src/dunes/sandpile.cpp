#include "dunes/sandpile.h"

#include <algorithm>

#include "core/random.h"
#include "dunes/dune_dice.h"

namespace quicksand {

MarkRow mark_row(const DuneState& state, const PileSettings& settings, int y) {
  return {.above = state.height.row(y - 1),
          .here = state.height.row(y),
          .below = state.height.row(y + 1),
          .ground = state.ground.row(y),
          .wetness = settings.wet_threshold > 0 ? state.wetness.row(y) : nullptr,
          .marks = nullptr,
          .threshold = settings.threshold,
          .wet_threshold = settings.wet_threshold,
          .transfer = settings.transfer,
          .key = 0};
}

Sandpile::Sandpile(GridSize size, const DuneRows& rows) : rows_(rows), size_(size), tiles_(size), marks_(size) {
  awake_.assign(tiles_.count(), 1);
  marked_.assign(tiles_.count(), 0);
  changed_.assign(tiles_.count(), 0);
}

void Sandpile::relax(DuneState& state, const PileSettings& settings, int step, Parallel& parallel) {
  if (!sleeping_) wake_all();
  parallel.for_each(tiles_.bands(), [&](int band) { mark_band(state, settings, step, band); });
  parallel.for_each(tiles_.bands(), [&](int band) { move_band(state, settings, band); });
  wake_neighbours();
}

void Sandpile::mark_band(const DuneState& state, const PileSettings& settings, int step, int band) {
  const uint64_t key = tick_key(state.seed, state.tick);
  for (int column = 0; column < tiles_.columns(); ++column) {
    const size_t tile = tiles_.at(column, band);
    marked_[tile] = 0;
    if (awake_[tile] == 0) continue;
    const CellBox box = tiles_.box(column, band);
    for (int y = box.top; y < box.bottom; ++y) {
      MarkRow row = mark_row(state, settings, y);
      row.marks = marks_.row(y);
      row.key = row_key(key, kDiceSlide + static_cast<uint32_t>(step) * kDicePurposes, y);
      marked_[tile] |= rows_.mark(row, box.left, box.right) ? 1 : 0;
    }
  }
}

void Sandpile::move_band(DuneState& state, const PileSettings& settings, int band) {
  for (int column = 0; column < tiles_.columns(); ++column) {
    const size_t tile = tiles_.at(column, band);
    changed_[tile] = 0;
    if (!tiles_.any_near(marked_, column, band)) continue;
    const CellBox box = tiles_.box(column, band);
    for (int y = box.top; y < box.bottom; ++y) {
      const MoveRow row{marks_.row(y - 1), marks_.row(y), marks_.row(y + 1), state.height.row(y), settings.transfer};
      changed_[tile] |= rows_.move(row, box.left, box.right) ? 1 : 0;
    }
  }
}

// A tile with marks is looked at again although its heights may be as before: its marks must go.
void Sandpile::wake_neighbours() {
  for (int band = 0; band < tiles_.bands(); ++band)
    for (int column = 0; column < tiles_.columns(); ++column) {
      const size_t tile = tiles_.at(column, band);
      awake_[tile] = tiles_.any_near(changed_, column, band) || marked_[tile] != 0 ? 1 : 0;
    }
}

void Sandpile::wake(const RowSpan& span) {
  for (int y = std::max(span.y - 1, 0); y <= std::min(span.y + 1, size_.height - 1); ++y) {
    const size_t first = tiles_.of({std::max(span.first - 1, 0), y});
    const size_t last = tiles_.of({std::min(span.last + 1, size_.width - 1), y});
    std::fill(awake_.begin() + static_cast<ptrdiff_t>(first), awake_.begin() + static_cast<ptrdiff_t>(last) + 1,
              uint8_t{1});
  }
}

void Sandpile::wake_all() { std::fill(awake_.begin(), awake_.end(), uint8_t{1}); }

bool Sandpile::at_rest() const {
  return sleeping_ && std::none_of(awake_.begin(), awake_.end(), [](uint8_t awake) { return awake != 0; });
}

}  // namespace quicksand
