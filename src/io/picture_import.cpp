#include "io/picture_import.h"

#include <algorithm>
#include <limits>

#include "core/plane.h"
#include "view/shading.h"

namespace quicksand {
namespace {

// How different two colours look, up to 2^20. Source: Thiadmer Riemersma, "Colour metric" (CompuPhase, 1999-2019), in
// whole numbers.
int32_t difference(Rgb a, Rgb b) {
  const int32_t mean_red = (a.r + b.r) / 2;
  const int32_t red = a.r - b.r;
  const int32_t green = a.g - b.g;
  const int32_t blue = a.b - b.b;
  return (((512 + mean_red) * red * red) >> 8) + 4 * green * green + (((767 - mean_red) * blue * blue) >> 8);
}

// Of two entries that are as near the first: it is part of what is compared. Without a branch, so that compilers take
// several at once.
uint8_t nearest(Rgb colour, const std::vector<Rgb>& colours) {
  constexpr int kEntryBits = 8;
  int32_t least = std::numeric_limits<int32_t>::max();
  for (size_t entry = 0; entry < colours.size(); ++entry)
    least = std::min(least, difference(colour, colours[entry]) << kEntryBits | static_cast<int32_t>(entry));
  return static_cast<uint8_t>(least & ((1 << kEntryBits) - 1));
}

}  // namespace

std::vector<uint8_t> nearest_entries(const Image& image, const Looks& looks) {
  std::vector<Rgb> colours;
  for (const MaterialLook& look : looks) colours.push_back(look.colour);
  const ZeroedMemory<uint16_t> known = new_zeroed<uint16_t>(size_t{1} << 24);  // of every colour the entry, and 1
  const auto known_of = [&](Rgb colour) -> uint16_t& {
    return known[size_t{colour.r} << 16 | size_t{colour.g} << 8 | colour.b];
  };
  std::vector<std::vector<Rgb>> shades;
  size_t most = 0;
  for (size_t entry = 1; entry < looks.size(); ++entry) {
    shades.push_back(shades_of(looks[entry]));
    most = std::max(most, shades.back().size());
  }
  // The commonest shades of all first: of two materials the one has a shade that has it more often.
  for (size_t i = 0; i < most; ++i)
    for (size_t k = 0; k < shades.size(); ++k)
      if (i < shades[k].size())
        if (uint16_t& entry = known_of(shades[k][i]); entry == 0) entry = static_cast<uint16_t>(k + 2);
  std::vector<uint8_t> entries;
  entries.reserve(static_cast<size_t>(image.size.cells()));
  for (size_t i = 0; i < static_cast<size_t>(image.size.cells()); ++i) {
    const uint8_t* const pixel = &image.rgba[i * 4];
    if (pixel[3] < 128) {
      entries.push_back(0);
      continue;
    }
    uint16_t& entry = known_of({pixel[0], pixel[1], pixel[2]});
    if (entry == 0) entry = static_cast<uint16_t>(1 + nearest({pixel[0], pixel[1], pixel[2]}, colours));
    entries.push_back(static_cast<uint8_t>(entry - 1));
  }
  return entries;
}

}  // namespace quicksand
