// A picture in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/geometry.h"

namespace quicksand {

// The most pixels along a side of a world's picture: a larger world is shown every n-th cell.
inline constexpr int kLargestPicture = 4096;

struct Image {
  GridSize size;
  std::vector<uint8_t> rgba;  // row-major from the top left, 4 bytes a pixel

  Image() = default;
  explicit Image(GridSize image_size) : size(image_size), rgba(static_cast<size_t>(image_size.cells()) * 4) {}

  uint8_t* pixel(int x, int y) { return &rgba[(static_cast<size_t>(y) * size.width + x) * 4]; }
  const uint8_t* pixel(int x, int y) const { return &rgba[(static_cast<size_t>(y) * size.width + x) * 4]; }
};

}  // namespace quicksand
