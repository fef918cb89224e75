// Where sand that a body displaces can go without being lifted over rock.
//
// Sand climbs a slope that it would lie on, and a cell more, as it does beside a body; what stands higher above it shuts
// off what lies on it and behind it. Ways lead from column to column by their sides.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/geometry.h"
#include "dunes/dune_state.h"
#include "dunes/nearest_free.h"

namespace quicksand {

// How much higher than the sand that comes to it the ground may be anywhere, in units.
inline constexpr int32_t kClimb = kUnit;

// Whether the straight way from a column to another climbs more than sand does that lies `level` high in the first, in
// units, and slides where it is steeper than `threshold`, in units a cell.
bool climbs(const DuneState& state, CellPos from, CellPos to, int32_t level, int32_t threshold);

// For every column of a box the nearest free one by ways over ground up to a level.
class ReachableFree {
 public:
  // `is_free` has a byte for each column of the box, row by row; columns outside of the world have the lowest ground.
  // `highest`: of the ground of a way, in units.
  void find(const DuneState& state, const CellBox& box, const std::vector<uint8_t>& is_free, int32_t highest);

  // How high the lowest free column stands that may be reached, in units; kFullHeight: there is none.
  int32_t lowest() const { return lowest_; }

  // The lowest ground beside a way that was too high for it; kFullHeight: there was none. Up to it all ways are the same.
  int32_t lowest_shut() const { return lowest_shut_; }

  // None: no way leads to any.
  std::optional<CellPos> of(CellPos cell) const;

 private:
  CellBox box_;
  int32_t lowest_ = kFullHeight;
  int32_t lowest_shut_ = kFullHeight;
  std::vector<int32_t> nearest_;  // for each column of the box: the free one's place in it; -1: none
  std::vector<CellPos> ways_;     // those that have one, the shortest first
};

}  // namespace quicksand
