#include "io/dump.h"

#include <vector>

namespace quicksand {

std::string encode_pgm(const Plane<uint8_t>& plane) {
  const GridSize size = plane.size();
  std::string pgm = "P5\n" + std::to_string(size.width) + " " + std::to_string(size.height) + "\n255\n";
  for (int y = 0; y < size.height; ++y)
    pgm.append(reinterpret_cast<const char*>(plane.row(y)), static_cast<size_t>(size.width));
  return pgm;
}

std::string encode_pfm(const Plane<int32_t>& plane, int32_t one) {
  const GridSize size = plane.size();
  std::string pfm = "Pf\n" + std::to_string(size.width) + " " + std::to_string(size.height) + "\n-1.0\n";
  std::vector<float> row(static_cast<size_t>(size.width));
  for (int y = size.height - 1; y >= 0; --y) {
    for (int x = 0; x < size.width; ++x)
      row[static_cast<size_t>(x)] = static_cast<float>(plane.row(y)[x]) / static_cast<float>(one);
    pfm.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
  }
  return pfm;
}

}  // namespace quicksand
