// The part of a world that is drawn: a rectangle of cells, every cell of it or every n-th, with all that a renderer
// needs to know of each one.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "core/world.h"
#include "view/display_mode.h"
#include "view/look.h"

namespace quicksand {

class MotionTrail;

struct CellRect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  bool operator==(const CellRect&) const = default;
};

// How a sample is drawn: bits 4 and 5 of SampledCell::around.
enum class CellKind : uint8_t { kVoid, kGas, kGrain, kLiquid };

inline CellKind kind_of(const MaterialLook& look, uint8_t entry) {
  if (entry == 0) return CellKind::kVoid;
  return look.gas ? CellKind::kGas : look.liquid ? CellKind::kLiquid : CellKind::kGrain;
}

// Four bytes, ready to be uploaded.
struct SampledCell {
  uint8_t entry;  // of the palette
  uint8_t grain_seed;
  uint8_t value = 0;   // plain: the wetness; fancy: that, or how it glows (glowing.h); other modes: its place among their
                       // colours (overlay.h)
  uint8_t around = 0;  // what its shading needs to know of the samples around it: kAround... below

  CellKind kind() const { return static_cast<CellKind>(around >> 4 & 3); }
};

// The low four bits of `around`, by the sample's own kind. Open is what light falls through: void and gas, and what is
// above the window; beside and below it is what is at its edge.
//   void     2 or 4: a gap in a stream of grains or drops, between one or two pairs of opposite neighbours that are
//            neither open nor rigid. entry and grain seed are then those of one of them. 0: no gap, and entry is 0
//   gas      how many of the samples in the 3x3 around it are gas, itself included
//   others   how many of the eight places in kSkyTaps are open
inline constexpr uint8_t kAroundCount = 0x0f;
inline constexpr uint8_t kAroundDark = 0x40;     // the material's pattern is dark here
inline constexpr uint8_t kAroundSurface = 0x80;  // the sample above is open; never of void and gas
inline constexpr CellPos kSkyTaps[] = {{0, -1}, {-1, -2}, {1, -2}, {0, -4}, {-3, -6}, {3, -6}, {0, -9}, {0, -14}};

struct CellWindow {
  GridSize world;  // the whole world's size
  CellRect rect;   // the cells that it shows
  View view;
  int step = 1;                    // one sample every `step` cells in both directions
  GridSize size;                   // samples; ceil(rect / step)
  std::vector<SampledCell> cells;  // row-major
  // Of each column of samples, how much of the sky is seen above the window, in 255ths; empty: all of it, or in modes
  // other than the fancy one.
  std::vector<uint8_t> sky_above;

  const SampledCell& at(int column, int row) const { return cells[static_cast<size_t>(row) * size.width + column]; }
};

// Fills `window` anew from the world, reusing its memory. The rectangle must lie in the world, step >= 1. `trail` must
// not be null in the mode movement, and is not used in others.
void look_at(const World& world, const Looks& looks, const CellRect& rect, int step, const View& view,
             const MotionTrail* trail, CellWindow& window);

// Fills in what the samples tell of one another: `around` of all, and gaps. Once only: gaps are no longer empty then.
void look_around(const Looks& looks, CellWindow& window);

// The smallest step with which a rectangle needs at most `limit` samples along its longer side.
int step_for(const CellRect& rect, int limit);

}  // namespace quicksand
