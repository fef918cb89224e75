#include "app/inspecting.h"

namespace quicksand {

Result<std::string> inspection_text(const World& world, CellPos cell) {
  const GridSize size = world.size();
  const std::string place = "(" + std::to_string(cell.x) + ", " + std::to_string(cell.y) + ")";
  if (!contains(size, cell))
    return fail("there is no cell " + place + ": in this world x goes from 0 to " + std::to_string(size.width - 1) +
                ", and y from 0 to " + std::to_string(size.height - 1));
  std::string text =
      place + " " + world.entry_names()[world.entry_at(cell)] + ", at tick " + std::to_string(world.tick());
  if (const std::string more = text_of(world.inspect(cell)); !more.empty())
    text += "\n" + more.substr(0, more.size() - 1);
  return text;
}

std::optional<uint8_t> entry_of_grain_at(const World& world, double x, double y) {
  const AirborneView grains = world.airborne();
  std::optional<uint8_t> entry;
  constexpr double kToGap = 0.71;  // from the middle of a grain to the middle of the gap between four, in cells
  double nearest = kToGap * kToGap;
  for (size_t i = 0; i < grains.x.size(); ++i) {
    const double dx = grains.x[i] - x;
    const double dy = grains.y[i] - y;
    if (dx * dx + dy * dy >= nearest) continue;
    nearest = dx * dx + dy * dy;
    entry = grains.entry[i];
  }
  return entry;
}

}  // namespace quicksand
