#include "io/dump.h"

namespace quicksand {

std::string encode_pgm(const Plane<uint8_t>& plane) {
  const GridSize size = plane.size();
  std::string pgm = "P5\n" + std::to_string(size.width) + " " + std::to_string(size.height) + "\n255\n";
  for (int y = 0; y < size.height; ++y)
    pgm.append(reinterpret_cast<const char*>(plane.row(y)), static_cast<size_t>(size.width));
  return pgm;
}

}  // namespace quicksand
