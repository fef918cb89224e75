#include "sim/cells/cell_planes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "core/check.h"
#include "core/ones.h"

namespace quicksand {

CellPlanes::CellPlanes(GridSize size, std::span<const PlaneRow> rows) : rows_(rows) {
  QS_CHECK(rows.size() >= std::size(kPlaneRows) && rows.size() <= kMostPlanes,
           "a world has too many or too few planes");
  for (int plane = 0; plane < count(); ++plane) {
    const PlaneRow& row = rows[static_cast<size_t>(plane)];
    Plane<uint8_t>& cells = planes_.emplace_back(size);
    empty_[static_cast<size_t>(plane)] = row.empty;
    if (row.empty != 0) {  // else nobody writes, and the system need not find memory for it
      for (int y = 0; y < size.height; ++y) std::fill_n(cells.row(y), size.width, row.empty);
      cells.fill_margin(row.empty);
    }
    const bool sparse = plane >= kDensePlanes;
    used_.push_back(sparse ? BitPlane(blocks_of(size)) : BitPlane());
    if (sparse && row.moves) moving_sparse_[static_cast<size_t>(moving_sparses_++)] = static_cast<uint8_t>(plane);
  }
  planes_[kMaterialPlane].fill_margin(kWall);
}

CellBytes CellPlanes::at(CellPos cell) const {
  CellBytes bytes = empty_;
  for (size_t plane = 0; plane < kDensePlanes; ++plane) bytes[plane] = planes_[plane][cell];
  for (const uint8_t plane : moving_sparse()) bytes[plane] = sparse(plane, cell);
  return bytes;
}

CellBytes CellPlanes::take(CellPos cell) {
  const CellBytes bytes = at(cell);
  clear(cell);
  return bytes;
}

bool CellPlanes::holds_anything(int plane) const {
  if (!is_ever_used(plane)) return false;
  const Plane<uint8_t>& cells = planes_[static_cast<size_t>(plane)];
  const uint8_t empty = empty_[static_cast<size_t>(plane)];
  for (int y = 0; y < cells.size().height; ++y)
    for (int word = 0; word < used(plane).words(); ++word)
      for (const int bit : ones(used(plane).row(y)[word])) {
        const int x = (word * 64 + bit) * kBlockCells;
        const uint8_t* const block = cells.row(y) + x;
        const int count = std::min(kBlockCells, cells.size().width - x);
        if (std::any_of(block, block + count, [&](uint8_t value) { return value != empty; })) return true;
      }
  return false;
}

void CellPlanes::find_used() {
  for (int plane = kDensePlanes; plane < count(); ++plane) {
    const Plane<uint8_t>& cells = planes_[static_cast<size_t>(plane)];
    const uint8_t empty = empty_[static_cast<size_t>(plane)];
    ever_used_[static_cast<size_t>(plane)].lower();
    for (int y = 0; y < cells.size().height; ++y) {
      uint64_t* const used_row = used(plane).row(y);
      std::fill_n(used_row, used(plane).words(), uint64_t{0});
      const uint8_t* const row = cells.row(y);
      for (int x = 0; x < cells.size().width; x += kBlockCells) {
        const int end = std::min(x + kBlockCells, cells.size().width);
        const bool any = std::any_of(row + x, row + end, [&](uint8_t value) { return value != empty; });
        if (any) note_used(plane, {x, y});
      }
    }
  }
}

void CellPlanes::swap_with_above(int y, int block, uint64_t cells) {
  constexpr int kFew = 16;
  if (std::popcount(cells) < kFew) {
    for (const int bit : ones(cells)) swap({block * kBlockCells + bit, y}, {block * kBlockCells + bit, y - 1});
    return;
  }
  // A byte for each cell, so that the compiler makes vectors of the rest.
  std::array<uint8_t, kBlockCells> swaps;
  for (size_t i = 0; i < swaps.size(); ++i) swaps[i] = (cells >> i & 1) != 0 ? 0xff : 0;
  const CellPos lower{block * kBlockCells, y};
  const CellPos upper{lower.x, y - 1};
  const auto swap_in = [&](int plane) {
    uint8_t* const below = planes_[static_cast<size_t>(plane)].row(lower.y) + lower.x;
    uint8_t* const above = planes_[static_cast<size_t>(plane)].row(upper.y) + upper.x;
    for (size_t i = 0; i < swaps.size(); ++i) {
      const auto differs = static_cast<uint8_t>((below[i] ^ above[i]) & swaps[i]);
      below[i] ^= differs;
      above[i] ^= differs;
    }
  };
  for (int plane = 0; plane < kDensePlanes; ++plane) swap_in(plane);
  for (const uint8_t plane : moving_sparse()) {
    if (!is_used(plane, lower) && !is_used(plane, upper)) continue;
    swap_in(plane);
    note_used(plane, lower);
    note_used(plane, upper);
  }
}

void CellPlanes::shift(int y, int first, int count, int columns) {
  const int left = columns > 0 ? first : std::max(first + count + columns, first);
  const int left_behind = std::min(count, std::abs(columns));
  const auto shift_in = [&](int plane) {
    uint8_t* const row = planes_[static_cast<size_t>(plane)].row(y);
    std::memmove(row + first + columns, row + first, static_cast<size_t>(count));
    std::fill_n(row + left, left_behind, empty_[static_cast<size_t>(plane)]);
  };
  for (int plane = 0; plane < kDensePlanes; ++plane) shift_in(plane);
  for (const uint8_t plane : moving_sparse()) {
    bool any = false;
    for (int block = first / kBlockCells; block <= (first + count - 1) / kBlockCells; ++block)
      any |= is_used(plane, {block * kBlockCells, y});
    if (!any) continue;
    shift_in(plane);
    note_used(plane, {first + columns, y});
    note_used(plane, {first + columns + count - 1, y});
  }
}

}  // namespace quicksand
