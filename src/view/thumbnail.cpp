#include "view/thumbnail.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace quicksand {

Image thumbnail(const Image& image, GridSize most) {
  const GridSize from = image.size;
  const double shrink = std::max({1.0, from.width / double(most.width), from.height / double(most.height)});
  if (shrink == 1.0) return image;
  const auto shrunk = [&](int extent, int limit) {
    return std::clamp(static_cast<int>(std::lround(extent / shrink)), 1, limit);
  };
  Image small({shrunk(from.width, most.width), shrunk(from.height, most.height)});
  for (int y = 0; y < small.size.height; ++y)
    for (int x = 0; x < small.size.width; ++x) {
      const auto edge = [](int i, int extent, int parts) { return static_cast<int>(int64_t{i} * extent / parts); };
      const int left = edge(x, from.width, small.size.width);
      const int right = std::max(edge(x + 1, from.width, small.size.width), left + 1);
      const int top = edge(y, from.height, small.size.height);
      const int bottom = std::max(edge(y + 1, from.height, small.size.height), top + 1);
      std::array<int64_t, 4> sum{};
      for (int v = top; v < bottom; ++v)
        for (int u = left; u < right; ++u)
          for (size_t channel = 0; channel < 4; ++channel) sum[channel] += image.pixel(u, v)[channel];
      const int64_t count = int64_t{right - left} * (bottom - top);
      for (size_t channel = 0; channel < 4; ++channel)
        small.pixel(x, y)[channel] = static_cast<uint8_t>((sum[channel] + count / 2) / count);
    }
  return small;
}

Framing frame_picture(GridSize picture, double frame_width, double frame_height, double most_cut) {
  Framing framing;
  // How much wider the picture is than the frame, in proportion; below 1 it is higher.
  const double ratio = picture.width * frame_height / (picture.height * frame_width);
  const double kept = std::max(1 - most_cut, std::min(ratio, 1 / ratio));
  if (ratio > 1) {
    framing.left = (1 - kept) / 2;
    framing.right = (1 + kept) / 2;
    framing.height = 1 / (ratio * kept);
  } else {
    framing.top = (1 - kept) / 2;
    framing.bottom = (1 + kept) / 2;
    framing.width = ratio / kept;
  }
  return framing;
}

}  // namespace quicksand
