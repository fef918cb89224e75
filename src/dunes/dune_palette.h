// What the entries of a palette mean to a dunes world.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"

namespace quicksand {

// What painting an entry does to a column.
enum class DuneStuff : uint8_t { kNothing, kSand, kRock, kWater };

struct DunePalette {
  std::vector<std::string> names;
  std::vector<DuneStuff> stuff;  // of each
  std::vector<uint8_t> sands;  // the entries of sand; it shows the first. Where chips fire, one, two, three grains show
                               // the first, the second, the third of them, and so on
  uint8_t rock = 0;            // the entry that ground above zero shows
};

// The entry that the column shows; the cell must lie in the world.
inline uint8_t entry_of_column(const DuneState& state, const PileSettings& settings, const DunePalette& palette,
                               CellPos cell) {
  const int32_t sand = state.sand(cell);
  const auto grains = static_cast<size_t>(sand / kUnit);
  if (settings.chip_firing && grains > 0)  // by their number
    return palette.sands[std::min(grains, palette.sands.size()) - 1];
  if (!settings.chip_firing && sand > 0) return palette.sands.front();
  return state.ground[cell] > 0 ? palette.rock : uint8_t{0};
}

}  // namespace quicksand
