#include "view/swatch.h"

#include <cstdlib>

#include "core/random.h"
#include "view/cell_window.h"
#include "view/shading.h"

namespace quicksand {
namespace {

// The first row of the material in a column.
int surface(const MaterialLook& look, int x, int moment) {
  constexpr int kWave[] = {3, 3, 4, 4, 5, 5, 4, 4};
  if (look.rigid || look.gas) return 0;
  if (look.liquid) return kWave[static_cast<unsigned>(x + moment / 2) % 8];
  return 2 + std::abs(x - kSwatchCells / 2) / 2;  // a heap
}

}  // namespace

Image swatch(const Looks& looks, uint8_t entry, int moment) {
  const MaterialLook& look = looks[entry];
  CellWindow window;
  window.world = window.size = {kSwatchCells, kSwatchCells};
  window.rect = {0, 0, kSwatchCells, kSwatchCells};
  window.view = {};
  // Its grains come from above, or go there; liquids flow by.
  const int right = look.liquid && !look.rigid ? moment : 0;
  const int down = look.rigid || look.liquid ? 0 : look.gas ? -moment : moment;
  for (int y = 0; y < kSwatchCells; ++y)
    for (int x = 0; x < kSwatchCells; ++x) {
      const uint32_t cell = static_cast<uint32_t>((y - down + 4096) * 8192 + x - right + 4096);
      const auto seed = static_cast<uint8_t>(mix32(cell));
      const bool is_there = y >= surface(look, x, moment) && (!look.gas || mix32(cell + 1) % 8 != 0);
      window.cells.push_back({is_there ? entry : uint8_t{0}, is_there ? seed : uint8_t{0}});
    }
  look_around(looks, window);
  return shade(window, looks);
}

}  // namespace quicksand
