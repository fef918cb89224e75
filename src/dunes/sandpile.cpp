#include "dunes/sandpile.h"

#include <algorithm>

#include "core/bits.h"
#include "core/random.h"
#include "dunes/dune_dice.h"
#include "dunes/dune_reference.h"
#include "dunes/moist_sand.h"

namespace quicksand {

namespace {

using Sides = std::array<CellPos, kSides>;

const Sides& sides_of(bool diagonal) {
  static constexpr Sides kStraight{{kBeside[0], kBeside[1], kBeside[2], kBeside[3]}};
  static constexpr Sides kDiagonal{{{-1, -1}, {1, 1}, {1, -1}, {-1, 1}}};
  return diagonal ? kDiagonal : kStraight;
}

CellPos beside(CellPos cell, CellPos side) { return {cell.x + side.x, cell.y + side.y}; }

bool has_room(const DuneState& state, const PileSettings& settings, const Roofs& roofs, CellPos cell) {
  return !contains(state.size, cell) || roofs.room(state, cell) >= settings.transfer;
}

// Whether that step of the tick is one that goes to the diagonal neighbours.
bool is_diagonal(const DuneState& state, const PileSettings& settings, int step) {
  const uint64_t number = state.tick * static_cast<uint64_t>(settings.steps) + static_cast<uint64_t>(step);
  return settings.neighbours == 8 && number % 2 == 1;
}

// The rows that the rules look at in row y; without marks to write, and without dice.
MarkRow mark_row(const DuneState& state, const PileSettings& settings, bool diagonal, int y) {
  const auto over = [&](int32_t height) { return diagonal ? static_cast<int32_t>(over_diagonal(height)) : height; };
  MarkRow row{.here = state.height.row(y),
              .beside = {},
              .ground = state.ground.row(y),
              .wetness = settings.wet_threshold > 0 ? state.wetness.row(y) : nullptr,
              .marks = nullptr,
              .threshold = over(settings.threshold),
              .wet_threshold = over(settings.wet_threshold),
              .transfer = settings.transfer,
              .key = 0};
  for (size_t side = 0; side < kSides; ++side) {
    const CellPos& to = sides_of(diagonal)[side];
    row.beside[side] = state.height.row(y + to.y) + to.x;
  }
  return row;
}

}  // namespace

Mark mark_under(const DuneState& state, const PileSettings& settings, const Roofs& roofs, bool diagonal, uint32_t key,
                CellPos cell) {
  MarkRow row = mark_row(state, settings, diagonal, cell.y);
  row.key = key;
  if (roofs.empty()) return reference::mark_of(row, cell.x);
  std::array<bool, kSides> is_free;
  for (size_t side = 0; side < kSides; ++side)
    is_free[side] = has_room(state, settings, roofs, beside(cell, sides_of(diagonal)[side]));
  return reference::mark_of(row, cell.x, is_free);
}

Sandpile::Sandpile(GridSize size, const DuneRows& rows)
    : rows_(rows), size_(size), tiles_(size), marks_(size), next_wetness_(size), next_wetness_part_(size) {
  awake_.assign(tiles_.count(), kMostLooks);
  marked_.assign(tiles_.count(), 0);
  changed_.assign(tiles_.count(), 0);
  is_wet_.assign(tiles_.count(), 0);
}

void Sandpile::relax(DuneState& state, const PileSettings& settings, const Roofs& roofs, int step, Parallel& parallel) {
  if (!sleeping_) wake_all();
  diagonal_ = is_diagonal(state, settings, step);
  parallel.for_each(tiles_.bands(), [&](int band) { mark_band(state, settings, step, band); });
  mark_beside_bodies(state, settings, roofs, step);
  parallel.for_each(tiles_.bands(), [&](int band) { move_band(state, settings, band); });
  for (size_t tile = 0; tile < tiles_.count(); ++tile) {
    if (is_wet_[tile] == 0) continue;
    const CellBox box =
        tiles_.box(static_cast<int>(tile) % tiles_.columns(), static_cast<int>(tile) / tiles_.columns());
    for (int y = box.top; y < box.bottom; ++y) {
      std::copy(next_wetness_.row(y) + box.left, next_wetness_.row(y) + box.right, state.wetness.row(y) + box.left);
      std::copy(next_wetness_part_.row(y) + box.left, next_wetness_part_.row(y) + box.right,
                state.wetness_part.row(y) + box.left);
    }
  }
  wake_neighbours();
}

// Rows know of no roofs: marks that point to where there is no room are made again.
void Sandpile::mark_beside_bodies(const DuneState& state, const PileSettings& settings, const Roofs& roofs, int step) {
  remarked_.clear();
  const uint64_t key = tick_key(state.seed, state.tick);
  for (const CellPos full : roofs.columns()) {
    if (has_room(state, settings, roofs, full)) continue;
    for (int side = 0; side < kSides; ++side) {
      const CellPos cell = beside(full, sides_of(diagonal_)[static_cast<size_t>(side)]);
      if (!contains(size_, cell) || marked_[tiles_.of(cell)] == 0 || marks_[cell] != mark_back(side)) continue;
      const uint32_t row = row_key(key, kDiceSlide + static_cast<uint32_t>(step) * kDicePurposes, cell.y);
      marks_[cell] = mark_under(state, settings, roofs, diagonal_, row, cell);
      remarked_.push_back(tiles_.of(cell));
    }
  }
  std::sort(remarked_.begin(), remarked_.end());
  remarked_.erase(std::unique(remarked_.begin(), remarked_.end()), remarked_.end());
  for (const size_t tile : remarked_) {
    const CellBox box =
        tiles_.box(static_cast<int>(tile) % tiles_.columns(), static_cast<int>(tile) / tiles_.columns());
    marked_[tile] = 0;
    for (int y = box.top; y < box.bottom; ++y)
      marked_[tile] |=
          std::any_of(marks_.row(y) + box.left, marks_.row(y) + box.right, [](uint8_t mark) { return mark != kStays; })
              ? 1
              : 0;
  }
}

void Sandpile::mark_band(const DuneState& state, const PileSettings& settings, int step, int band) {
  const uint64_t key = tick_key(state.seed, state.tick);
  for (int column = 0; column < tiles_.columns(); ++column) {
    const size_t tile = tiles_.at(column, band);
    marked_[tile] = 0;
    if (awake_[tile] == 0) continue;
    const CellBox box = tiles_.box(column, band);
    for (int y = box.top; y < box.bottom; ++y) {
      MarkRow row = mark_row(state, settings, diagonal_, y);
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
    is_wet_[tile] = 0;
    if (!tiles_.any_near(marked_, column, band)) continue;
    const CellBox box = tiles_.box(column, band);
    for (int y = box.top; y < box.bottom; ++y) {
      MoveRow row{marks_.row(y), {}, state.height.row(y), settings.transfer};
      for (size_t side = 0; side < kSides; ++side) {
        const CellPos& to = sides_of(diagonal_)[side];
        row.beside[side] = marks_.row(y + to.y) + to.x;
      }
      changed_[tile] |= rows_.move(row, box.left, box.right) ? 1 : 0;
    }
    if (changed_[tile] == 0 || !is_wet_near(state, box)) continue;
    is_wet_[tile] = 1;
    carry_wetness(state, settings.transfer, box);
  }
}

// In the box or beside it, or a little farther: eight columns are looked at at once.
bool Sandpile::is_wet_near(const DuneState& state, const CellBox& box) const {
  uint64_t any = 0;
  for (int y = box.top - 1; y <= box.bottom; ++y)
    for (int x = box.left - 8; x <= box.right; x += 8)
      any |= eight_bytes_at(state.wetness.row(y) + x) | eight_bytes_at(state.wetness_part.row(y) + x);
  return any != 0;
}

// After its heights have moved. Writes the box only, and reads what was before the step.
void Sandpile::carry_wetness(const DuneState& state, int32_t transfer, const CellBox& box) {
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x) {
      const CellPos cell{x, y};
      int64_t comes = 0;
      int64_t wetness = 0;
      for (int side = 0; side < kSides; ++side) {
        const CellPos from = beside(cell, sides_of(diagonal_)[static_cast<size_t>(side)]);
        if (marks_[from] != mark_back(side)) continue;
        comes += transfer;
        wetness += wetness_of(state, from);
      }
      FineWetness now = wetness_of(state, cell);
      if (comes > 0) {
        const auto mean = static_cast<FineWetness>((wetness * transfer + comes / 2) / comes);
        now = mixed_wetness(state, cell, now, comes, mean);
      }
      next_wetness_[cell] = static_cast<uint8_t>(now >> 8);
      next_wetness_part_[cell] = static_cast<uint8_t>(now);
    }
}

// A tile with marks is looked at again although its heights may be as before: its marks must go.
void Sandpile::wake_neighbours() {
  for (int band = 0; band < tiles_.bands(); ++band)
    for (int column = 0; column < tiles_.columns(); ++column) {
      const size_t tile = tiles_.at(column, band);
      if (tiles_.any_near(changed_, column, band) || marked_[tile] != 0)
        awake_[tile] = kMostLooks;
      else if (awake_[tile] > 0)
        --awake_[tile];
    }
}

void Sandpile::wake(const RowSpan& span) {
  const int row = span.y % TileGrid::kTile.height;
  const int column = span.first % TileGrid::kTile.width;
  const bool is_inside = span.first == span.last && row > 0 && row + 1 < TileGrid::kTile.height && column > 0 &&
                         column + 1 < TileGrid::kTile.width;
  if (is_inside) {  // a column whose neighbours are all in its own tile
    awake_[tiles_.of({span.first, span.y})] = kMostLooks;
    return;
  }
  for (int y = std::max(span.y - 1, 0); y <= std::min(span.y + 1, size_.height - 1); ++y) {
    const size_t first = tiles_.of({std::max(span.first - 1, 0), y});
    const size_t last = tiles_.of({std::min(span.last + 1, size_.width - 1), y});
    std::fill(awake_.begin() + static_cast<ptrdiff_t>(first), awake_.begin() + static_cast<ptrdiff_t>(last) + 1,
              kMostLooks);
  }
}

void Sandpile::wake_all() { std::fill(awake_.begin(), awake_.end(), kMostLooks); }

bool Sandpile::at_rest() const {
  return sleeping_ && std::none_of(awake_.begin(), awake_.end(), [](uint8_t awake) { return awake != 0; });
}

}  // namespace quicksand
