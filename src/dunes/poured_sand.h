// Sand that comes down on a column, from the brush, a source or the air, settles at once as far as it stands too steep.
//
// Ordinary sliding (sandpile.h) takes the transfer from a column in a step, however much comes. What comes down faster
// would grow to a tower. So the columns on which it comes down settle (settling.h), as what a hidden hill pushes up does.
// What was steep before, and what is left steep by the eraser, slides as ever.
#pragma once

#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/roofs.h"
#include "dunes/settling.h"

namespace quicksand {

class PouredSand {
 public:
  // Sand may have come down on these columns.
  void look_at(const DuneState& state, const PileSettings& settings, const RowSpan& span);

  // What has been looked at settles.
  void settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, const WakeColumns& wake);

 private:
  Settling settling_;
};

}  // namespace quicksand
