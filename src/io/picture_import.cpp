#include "io/picture_import.h"

#include <limits>
#include <unordered_map>

namespace quicksand {
namespace {

// How different two colours look. Source: Thiadmer Riemersma, "Colour metric" (CompuPhase, 1999-2019), in whole
// numbers.
int64_t difference(Rgb a, Rgb b) {
  const int64_t mean_red = (a.r + b.r) / 2;
  const int64_t red = a.r - b.r;
  const int64_t green = a.g - b.g;
  const int64_t blue = a.b - b.b;
  return (((512 + mean_red) * red * red) >> 8) + 4 * green * green + (((767 - mean_red) * blue * blue) >> 8);
}

uint8_t nearest(Rgb colour, const Looks& looks) {
  uint8_t best = 0;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (size_t entry = 0; entry < looks.size(); ++entry) {
    const int64_t distance = difference(colour, looks[entry].colour);
    if (distance >= least) continue;
    least = distance;
    best = static_cast<uint8_t>(entry);
  }
  return best;
}

}  // namespace

std::vector<uint8_t> nearest_entries(const Image& image, const Looks& looks) {
  std::unordered_map<uint32_t, uint8_t> known;  // a picture has far fewer colours than pixels
  std::vector<uint8_t> entries;
  entries.reserve(static_cast<size_t>(image.size.cells()));
  for (size_t i = 0; i < static_cast<size_t>(image.size.cells()); ++i) {
    const uint8_t* const pixel = &image.rgba[i * 4];
    if (pixel[3] < 128) {
      entries.push_back(0);
      continue;
    }
    const uint32_t key = uint32_t{pixel[0]} << 16 | uint32_t{pixel[1]} << 8 | pixel[2];
    const auto [found, fresh] = known.try_emplace(key);
    if (fresh) found->second = nearest({pixel[0], pixel[1], pixel[2]}, looks);
    entries.push_back(found->second);
  }
  return entries;
}

}  // namespace quicksand
