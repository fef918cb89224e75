#include "io/dump.h"

#include <charconv>
#include <vector>

#include "io/csv.h"

namespace quicksand {
namespace {

// The shortest text that reads as the same number.
void append(std::string& text, float value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

}  // namespace

std::string encode_pgm(const Plane<uint8_t>& plane) {
  const GridSize size = plane.size();
  std::string pgm = "P5\n" + std::to_string(size.width) + " " + std::to_string(size.height) + "\n255\n";
  for (int y = 0; y < size.height; ++y)
    pgm.append(reinterpret_cast<const char*>(plane.row(y)), static_cast<size_t>(size.width));
  return pgm;
}

std::string encode_pfm(const PlaneView& view) {
  const GridSize size = view.fixed ? view.fixed->size() : view.plane->size();
  std::string pfm = "Pf\n" + std::to_string(size.width) + " " + std::to_string(size.height) + "\n-1.0\n";
  std::vector<float> row(static_cast<size_t>(size.width));
  for (int y = size.height - 1; y >= 0; --y) {
    for (int x = 0; x < size.width; ++x) row[static_cast<size_t>(x)] = static_cast<float>(value_at(view, {x, y}));
    pfm.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
  }
  return pfm;
}

std::string encode_grains(const AirborneView& grains, std::span<const std::string> names) {
  std::string csv = "id,material,x,y,vx,vy,wetness\n";
  for (size_t i = 0; i < grains.x.size(); ++i) {
    csv += std::to_string(i) + "," + csv_field(names[grains.entry[i]]);
    for (const float value : {grains.x[i], grains.y[i], grains.vx[i], grains.vy[i]}) append(csv += ",", value);
    csv += "," + std::to_string(grains.wetness[i]) + "\n";
  }
  return csv;
}

}  // namespace quicksand
