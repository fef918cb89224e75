// What a scene says of a dunes world: how it is set, and what it looks like at the start.
#pragma once

#include <vector>

#include "core/geometry.h"
#include "core/world.h"
#include "dunes/dune_settings.h"

namespace quicksand {

// Heights of all columns, in cells, row-major; or nothing.
struct HeightField {
  GridSize size;
  std::vector<double> heights;
  int line = 0;  // where it stands in the file
  int column = 0;
};

// A cone of sand; of radius 0 a single column.
struct DunePile {
  CellPos at;
  double height = 0;  // in cells
  int radius = 0;
};

struct DunesScene final : WorldSettings {
  DuneSettings settings;
  HeightField sand;  // what lies on the ground
  HeightField ground;
  double depth = 0;  // sand everywhere besides, in cells
  double noise = 0;  // and up to so much more, or less, in each column
  std::vector<DunePile> piles;
};

}  // namespace quicksand
