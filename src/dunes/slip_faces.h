// What the wind heaps up at the brink of a dune settles at once, as far as it stands much too steep; and so does what is
// left standing between bodies and walls.
//
// Ordinary sliding (sandpile.h) takes the transfer from a column in a step, whatever the wind brings. The higher a dune
// has grown, the more comes over its brink, and in the end more than slides: then its slip face became a wall. And in a
// narrow place beside a body sand slides off more slowly than the field before it sinks. Here the columns that are higher
// than one beside them by the threshold and a cell more settle (settling.h), in every fourth tick while the wind blows or
// where there are bodies; all others slide as ever.
//
// Few do, of 65,000 columns full of high dunes one or two at a time. What somebody has heaped up steeply is more: of
// that so much settles at a time, here and there in turn, that the tick takes twice as long at most.
#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel.h"
#include "dunes/dune_rows.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/roofs.h"
#include "dunes/settling.h"

namespace quicksand {

// By so much more than the threshold.
inline constexpr int32_t kSlipFaceSlack = kUnit;

// To look for them takes a tenth of what the wind takes; in so many ticks a brink grows by less than a cell.
inline constexpr uint64_t kSlipFaceTicks = 4;

class SlipFaces {
 public:
  SlipFaces(GridSize size, const DuneRows& rows);

  // Does not depend on the number of threads.
  void settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, Parallel& parallel,
              const WakeColumns& wake);

 private:
  // Rows that one thread looks at.
  static constexpr int kBandRows = 16;

  void find_steep(const DuneState& state, int32_t limit, int band);

  DuneRows rows_;
  std::vector<std::vector<CellPos>> steep_of_band_;  // as many as there is room for
  Settling settling_;
};

}  // namespace quicksand
