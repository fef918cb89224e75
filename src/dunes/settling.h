// Sand that bodies have heaped up settles at once, so that no column stays higher than its neighbour by the threshold.
// Ordinary sliding (sandpile.h) would not do: a column loses M a step, however much is heaped on it, and where sand slides
// together it grows.
//
// A column that is too high pours over into all its eight neighbours that are too low for it, until it is higher than each of
// them by the threshold or as high as before: as water fills basins. That is exact, and has no side of its own. Then it is
// the neighbours' turn.
#pragma once

#include <cstdint>
#include <vector>

#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/roofs.h"

namespace quicksand {

class Settling {
 public:
  // A column that may be too high, or beside one that is.
  void look_at(const DuneState& state, CellPos cell);

  // Nowhere is looked at.
  void forget();

  // Until none that has been looked at, or that sand comes to, is higher than a neighbour by the threshold and the slack,
  // in units. Sand does not go where it has no room.
  void run(DuneState& state, const PileSettings& settings, const Roofs& roofs, int32_t slack, const WakeColumns& wake);

 private:
  void settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, int32_t slack, CellPos cell,
              const WakeColumns& wake);

  std::vector<CellPos> now_;
  std::vector<CellPos> next_;
  Plane<uint8_t> is_listed_;
};

}  // namespace quicksand
