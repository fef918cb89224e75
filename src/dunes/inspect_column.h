// All that there is to know of a column of dunes, in words for people: what lies there, its slopes to the neighbours
// against the threshold, and why its sand slides or stays.
#pragma once

#include "core/inspection.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/roofs.h"

namespace quicksand {

struct ColumnActivity {
  bool is_awake;  // its tile is looked at
  bool in_wind_shadow;
};

Inspection inspect_column(const DuneState& state, const DuneSettings& settings, const Roofs& roofs,
                          const ColumnActivity& activity, CellPos cell);

}  // namespace quicksand
