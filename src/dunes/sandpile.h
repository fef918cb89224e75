// Sand that is too steep slides: the height-field sandpile.
//
// A step has two passes, and each writes only the cell that it stands on. First every column that is higher than one of
// its four neighbours by the threshold at least marks one of those, at random; then every marked column loses the
// transfer, and gains it for every neighbour whose mark points to it.
//
// Where sand has eight neighbours, every second step looks at the four diagonal ones instead. They are farther away by the
// root of 2, and so is the threshold larger for them: slopes are as steep to all eight sides, and heaps all but round.
//
// Sand does not slide to where a body leaves it no room (roofs.h). Its wetness goes with it (moist_sand.h).
//
// Tiles in which nothing is marked sleep until a height changes in them or beside them. That makes no difference.
//
// Sources: Alessandro Pepe, "Sand without grains, part 1: Abelian Sandpile Model" (2018); Per Bak, Chao Tang, Kurt
// Wiesenfeld, "Self-organized criticality" (1987).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/paint.h"
#include "core/parallel.h"
#include "core/plane.h"
#include "dunes/dune_rows.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/roofs.h"
#include "core/tile_grid.h"

namespace quicksand {

// What has the same slope over the distance to a diagonal neighbour: the root of 2 times as much.
constexpr int64_t over_diagonal(int64_t height) { return height * 1448 >> 10; }

// T of a column that is so wet.
inline int32_t threshold_at(const PileSettings& settings, uint8_t wetness) {
  return wet_threshold_of(settings.threshold, settings.wet_threshold, wetness);
}

// Where the column's sand would go, by the dice of `key`: row_key() of the step.
Mark mark_under(const DuneState& state, const PileSettings& settings, const Roofs& roofs, bool diagonal, uint32_t key,
                CellPos cell);

class Sandpile {
 public:
  Sandpile(GridSize size, const DuneRows& rows);

  // One step, the number `step` of the state's tick.
  void relax(DuneState& state, const PileSettings& settings, const Roofs& roofs, int step, Parallel& parallel);

  // Heights in these cells have changed since the last step.
  void wake(const RowSpan& span);
  void wake_all();
  void set_sleeping(bool sleeping) { sleeping_ = sleeping; }

  // Whether a step would look at the cell.
  bool is_awake(CellPos cell) const { return awake_[tiles_.of(cell)] != 0; }
  // Whether a step would change nothing, as far as is known.
  bool at_rest() const;

  std::string_view name() const { return rows_.name; }

 private:
  void mark_band(const DuneState& state, const PileSettings& settings, int step, int band);
  void mark_beside_bodies(const DuneState& state, const PileSettings& settings, const Roofs& roofs, int step);
  void move_band(DuneState& state, const PileSettings& settings, int band);
  bool is_wet_near(const DuneState& state, const CellBox& box) const;
  void carry_wetness(const DuneState& state, int32_t transfer, const CellBox& box);
  void wake_neighbours();

  // So many steps in a row have to find nothing before a tile sleeps: one to the sides, one to the diagonal neighbours.
  static constexpr uint8_t kMostLooks = 2;

  DuneRows rows_;
  GridSize size_;
  TileGrid tiles_;
  bool sleeping_ = true;
  Plane<uint8_t> marks_;
  bool diagonal_ = false;         // the step at work
  std::vector<uint8_t> awake_;    // of each tile: so many steps look at it
  std::vector<uint8_t> marked_;   // it holds marks
  std::vector<uint8_t> changed_;  // the last step changed a height
  std::vector<uint8_t> is_wet_;   // and moved wet sand
  std::vector<size_t> remarked_;  // tiles in which marks were made again
  Plane<uint8_t> next_wetness_;   // after the step, in tiles where it did
  Plane<uint8_t> next_wetness_part_;
};

}  // namespace quicksand
