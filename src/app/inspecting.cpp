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

}  // namespace quicksand
