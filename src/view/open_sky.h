// Which places lie in the open, so that the sky is seen behind what is empty there, and which within: in a cave one
// looks at its wall. A place from which the sky is seen lies in the open, and so does what is near to it. The way from
// there counts the more the more of what is around it is opaque: it is long through a tunnel and longest through rock,
// and takes nothing under a bridge, between letters or through a thin wall.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "view/cell_window.h"
#include "view/look.h"

namespace quicksand {

// Samples of a CellWindow along a square's side, at least; and the most squares along a window's side: of larger
// windows squares are larger, and of each only some samples are looked at, so that no window takes longer.
inline constexpr int kOpenSkySquare = 2;
inline constexpr int kMostOpenSkySquares = 512;

// How far from where the sky is seen a place is as open as there, and from where on it lies within: in cells of a way
// on which half of all around is opaque.
inline constexpr int kOpenReach = 10;
inline constexpr int kWithinReach = 36;

// Around a place is what is at most so many cells to its sides, above and below. Of that a quarter may be opaque before
// a way counts.
inline constexpr int kAround = 64;

// An opaque cell on the way counts for so many.
inline constexpr int kOpaqueWay = 6;

struct OpenSky {
  GridSize size;                // squares
  int square = kOpenSkySquare;  // samples along the side of each
  std::vector<uint8_t> shares;  // row-major; 255 in the open, 0 within

  uint8_t at(int column, int row) const { return shares[static_cast<size_t>(row) * size.width + column]; }
};

// Fills `open` anew, reusing its memory. What is above the window counts as it says (CellWindow::sky_above); beside it
// the world goes on as it is at its edge.
void find_open_sky(const Looks& looks, const CellWindow& window, OpenSky& open);

}  // namespace quicksand
