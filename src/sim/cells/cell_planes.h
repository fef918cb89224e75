// What a cell holds: one byte for each plane of one list, kPlaneRows.
//
// The list is the only place that knows which planes there are. Made from it: swapping, emptying and filling a cell, the
// grain that a cell becomes in the air (grains/grains.h), the state hash, saves, dumps, snapshots, and what the vector
// kernel moves. A property that moves with its cell is one row, and the rule that uses it.
//
// Planes are of bytes, so that a vector moves 64 at a time. The first two are dense: every kernel knows them, and nearly
// all cells that are not void have values of their own in them. All others are sparse: most cells hold the plane's
// `empty` value. For each sparse plane there is a map of blocks, 64 cells of a row, that may hold anything else. Kernels
// leave out the others, so a sparse plane that nothing uses costs no time; and if its empty value is 0, no memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/plane.h"
#include "core/shared_flag.h"
#include "sim/cells/material_table.h"

namespace quicksand {

struct PlaneRow {
  std::string_view name;  // of dumps and saves
  std::string_view former_name;  // by which older dumps and saves know it; empty: none
  uint8_t empty;                 // what a void cell holds, and a cell of which nothing else is known
  bool moves;                    // with what is in the cell; else it belongs to the place
  bool saved;
  bool hashed;  // a part of the state hash
  bool dumped;  // --dump takes its name
};

// The numbers of the planes. Rows are appended; the order is the one in which planes are hashed and saved.
enum PlaneNumber : uint8_t {
  kMaterialPlane,   // MaterialId; the margin is wall
  kGrainSeedPlane,  // stamped when a cell is painted: what a grain decides by for as long as it exists
  kWetnessPlane,    // in 255ths of a cell of what the material absorbs, at most its wet_max
  kSpeedPlane,      // of what falls, or has just landed: falling/fall_laws.h
  kHeatLowPlane,    // how much warmer than its surroundings it is: heat/temperature.h
  kHeatHighPlane,
  kTimerPlane,      // of what burns: how much of it is left (BurningLaw); of what explodes: whether it will; of
                    // what is electric: its charge (charge/charge.h); 0: none
};
inline constexpr PlaneRow kPlaneRows[] = {
    {.name = "material", .former_name = {}, .empty = kVoid, .moves = true, .saved = true, .hashed = true, .dumped = true},
    {.name = "grain_seed", .former_name = "tint", .empty = 0, .moves = true, .saved = true, .hashed = true, .dumped = true},
    {.name = "wetness", .former_name = {}, .empty = 0, .moves = true, .saved = true, .hashed = true, .dumped = true},
    {.name = "speed", .former_name = {}, .empty = 0, .moves = true, .saved = true, .hashed = true, .dumped = true},
    {.name = "heat_low", .former_name = {}, .empty = 0, .moves = true, .saved = true, .hashed = true, .dumped = false},
    {.name = "heat_high", .former_name = {}, .empty = 0, .moves = true, .saved = true, .hashed = true, .dumped = false},
    {.name = "timer", .former_name = {}, .empty = 0, .moves = true, .saved = true, .hashed = true, .dumped = true},
};
// Planes from this one on count in hashes, and stand in saves, only where they hold anything: so worlds that do without have
// the hashes and saves that they had before.
inline constexpr int kAlwaysHashedPlanes = 4;
inline constexpr int kDensePlanes = 2;
inline constexpr int kMostPlanes = 12;
inline constexpr int kMostSparsePlanes = kMostPlanes - kDensePlanes;

// All that one cell holds, by the planes' numbers; 0 past the last plane.
using CellBytes = std::array<uint8_t, kMostPlanes>;

// Cells that a map of blocks has one bit for.
inline constexpr int kBlockCells = 64;

inline GridSize blocks_of(GridSize size) { return {(size.width + kBlockCells - 1) / kBlockCells, size.height}; }

class CellPlanes {
 public:
  // Void everywhere. `rows` begins with kPlaneRows and lives as long as the planes and all copies of them.
  explicit CellPlanes(GridSize size, std::span<const PlaneRow> rows = kPlaneRows);

  std::span<const PlaneRow> rows() const { return rows_; }
  int count() const { return static_cast<int>(rows_.size()); }

  // The numbers of the sparse planes that move.
  std::span<const uint8_t> moving_sparse() const { return {moving_sparse_.data(), static_cast<size_t>(moving_sparses_)}; }

  // Who writes a value other than `empty` into a sparse plane itself calls note_used(), before anybody asks for the cell
  // by any of the following: they do not look at what is not noted.
  Plane<uint8_t>& operator[](int plane) { return planes_[static_cast<size_t>(plane)]; }
  const Plane<uint8_t>& operator[](int plane) const { return planes_[static_cast<size_t>(plane)]; }

  // A void cell, as bytes.
  const CellBytes& empty() const { return empty_; }

  // The bytes of the cell; where a plane does not move, its empty value.
  CellBytes at(CellPos cell) const;

  // The following write the planes that move. Several threads may call them for cells of different rows.

  // Makes the cell hold these bytes.
  void put(CellPos cell, const CellBytes& bytes);
  // Makes it void.
  void clear(CellPos cell) { put(cell, empty_); }
  // The bytes of the cell, which is void afterwards.
  CellBytes take(CellPos cell);
  void swap(CellPos a, CellPos b) {  // here, as the reference kernel does nothing as often
    for (int plane = 0; plane < kDensePlanes; ++plane)
      std::swap(planes_[static_cast<size_t>(plane)][a], planes_[static_cast<size_t>(plane)][b]);
    for (const uint8_t plane : moving_sparse()) {
      if (!is_used(plane, a) && !is_used(plane, b)) continue;
      uint8_t& of_a = planes_[plane][a];
      uint8_t& of_b = planes_[plane][b];
      if (of_a == of_b) continue;
      std::swap(of_a, of_b);
      note_used(plane, a);
      note_used(plane, b);
    }
  }
  // One byte of it, of a sparse plane. Where that is not used, it is not even looked at: it would come from far away, as
  // nobody else does, and pages that nobody has looked at cost no memory.
  uint8_t sparse(int plane, CellPos cell) const {
    return is_used(plane, cell) ? planes_[static_cast<size_t>(plane)][cell] : empty_[static_cast<size_t>(plane)];
  }
  void set_sparse(int plane, CellPos cell, uint8_t value) {
    if (sparse(plane, cell) == value) return;
    planes_[static_cast<size_t>(plane)][cell] = value;
    note_used(plane, cell);
  }

  // Cells of a block change places with those right above them.
  void swap_with_above(int y, int block, uint64_t cells);

  // Cells side by side in a row, no more than a block has, go so many columns to the right, or to the left if that is
  // negative. They go into void, and leave void behind.
  void shift(int y, int first, int count, int columns);

  // A bit for each block, of a sparse plane: whether it may hold anything but the empty value.
  BitPlane& used(int plane) { return used_[static_cast<size_t>(plane)]; }
  const BitPlane& used(int plane) const { return used_[static_cast<size_t>(plane)]; }
  bool is_used(int plane, CellPos cell) const {
    const int block = cell.x / kBlockCells;
    return (__atomic_load_n(&used(plane).row(cell.y)[block / 64], __ATOMIC_RELAXED) >> block % 64 & 1) != 0;
  }
  // Whether anything has been noted since find_used(): if not, none of the plane's blocks is used.
  bool is_ever_used(int plane) const { return ever_used_[static_cast<size_t>(plane)].is_raised(); }
  // Whether any cell has another value than the plane's empty one. Of sparse planes; looks at the blocks that are used.
  bool holds_anything(int plane) const;
  // Several threads may call it, for cells of one row, too.
  void note_used(int plane, CellPos cell) {
    if (SharedFlag& flag = ever_used_[static_cast<size_t>(plane)]; !flag.is_raised()) flag.raise();
    if (is_used(plane, cell)) return;
    const int block = cell.x / kBlockCells;
    __atomic_fetch_or(&used(plane).row(cell.y)[block / 64], uint64_t{1} << block % 64, __ATOMIC_RELAXED);
  }
  // Looks at all sparse planes anew, after somebody has written them without a note.
  void find_used();
  // For a word of blocks, by who knows: first none of `unused` is used, then all of `used` are.
  void set_used(uint8_t plane, int y, int word, uint64_t unused, uint64_t used) {
    if (used != 0 && !is_ever_used(plane)) ever_used_[plane].raise();
    uint64_t& blocks = used_[plane].row(y)[word];
    blocks = (blocks & ~unused) | used;
  }
  // The same where other threads do so for other blocks of the word, all of them by this.
  void set_used_together(uint8_t plane, int y, int word, uint64_t unused, uint64_t used) {
    if (used != 0 && !is_ever_used(plane)) ever_used_[plane].raise();
    uint64_t* const blocks = &used_[plane].row(y)[word];
    if ((unused & ~used) != 0) __atomic_fetch_and(blocks, ~unused | used, __ATOMIC_RELAXED);
    if (used != 0) __atomic_fetch_or(blocks, used, __ATOMIC_RELAXED);
  }

 private:
  std::span<const PlaneRow> rows_;
  std::vector<Plane<uint8_t>> planes_;
  std::vector<BitPlane> used_;  // those of dense planes have no size
  std::array<SharedFlag, kMostPlanes> ever_used_;
  std::array<uint8_t, kMostSparsePlanes> moving_sparse_{};
  int moving_sparses_ = 0;
  CellBytes empty_{};
};

// A row of cells, for who writes many of them.
class CellRow {
 public:
  CellRow(CellPlanes& cells, int y) : cells_(cells), y_(y) {
    for (size_t plane = 0; plane < kDensePlanes; ++plane) dense_[plane] = cells[static_cast<int>(plane)].row(y);
  }

  MaterialId material(int x) const { return dense_[kMaterialPlane][x]; }

  // What CellPlanes does for a cell.
  CellBytes at(int x) const { return cells_.at({x, y_}); }
  void put(int x, const CellBytes& bytes) {
    for (size_t plane = 0; plane < kDensePlanes; ++plane) dense_[plane][x] = bytes[plane];
    for (const uint8_t plane : cells_.moving_sparse()) cells_.set_sparse(plane, {x, y_}, bytes[plane]);
  }

  // One byte of it.
  uint8_t byte(int plane, int x) const {
    return plane < kDensePlanes ? dense_[plane][x] : cells_.sparse(plane, {x, y_});
  }
  void set(int plane, int x, uint8_t value) {
    if (plane < kDensePlanes)
      dense_[plane][x] = value;
    else
      cells_.set_sparse(plane, {x, y_}, value);
  }

 private:
  CellPlanes& cells_;
  int y_;
  uint8_t* dense_[kDensePlanes];
};

inline void CellPlanes::put(CellPos cell, const CellBytes& bytes) { CellRow(*this, cell.y).put(cell.x, bytes); }

}  // namespace quicksand
