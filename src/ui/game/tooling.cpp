#include "ui/game/tooling.h"

#include <algorithm>
#include <utility>

namespace quicksand {

void Tooling::take_back_stroke() {
  if (!stroke) return;
  corners = std::move(stroke->corners);
  selection = std::move(stroke->selection);
  placing = std::move(stroke->placing);
  cancel_stroke();
}

void Tooling::grow(int steps) {
  if (tool->wheel) return tool->wheel(*this, steps);
  brush.grow(steps);
}

void Tooling::choose(const Tool& wanted, const Looks& looks) {
  if (tool != &wanted) {
    corners.clear();
    selection.clear();
    placing.reset();
    edited_sign.reset();
  }
  tool = &wanted;
  if (wanted.material == MaterialUse::kSome && entry == 0) entry = first_that_can_be_wet(looks);
}

std::vector<RowSpan> cells_in(const Placing& placing, GridSize size) {
  const Patch& patch = *placing.patch;
  PaintCommand cells;
  cells.shape = Shape::kCells;
  cells.from = placing.at;
  const std::vector<uint8_t>& entries = patch.planes.front().bytes;
  for (int y = 0; y < patch.size.height; ++y)
    for (int x = 0; x < patch.size.width; ++x) {
      if (entries[static_cast<size_t>(y) * patch.size.width + x] == 0) continue;
      if (!cells.cells.empty() && cells.cells.back().y == y && cells.cells.back().last == x - 1)
        cells.cells.back().last = x;
      else
        cells.cells.push_back({y, x, x});
    }
  return rasterise(cells, size);
}

std::optional<uint8_t> painted_wetness(const MaterialLook& look, Moisture moisture) {
  if (look.damp == 0 || moisture == Moisture::kDry) return std::nullopt;
  return moisture == Moisture::kDamp ? look.damp : look.soaked;
}

void note_recent(Tooling& tooling, const std::string& name) {
  std::vector<std::string>& recent = tooling.recent;
  std::erase(recent, name);
  recent.insert(recent.begin(), name);
  if (recent.size() > kMostRecent) recent.pop_back();
}

uint8_t entry_or_loose(std::string_view name, const std::vector<std::string>& names, const Looks& looks) {
  const auto named = std::find(names.begin(), names.end(), name);
  if (named != names.end()) return static_cast<uint8_t>(named - names.begin());
  const auto loose = std::find_if(looks.begin() + 1, looks.end(), [](const MaterialLook& look) { return !look.rigid; });
  return loose != looks.end() ? static_cast<uint8_t>(loose - looks.begin()) : uint8_t{1};
}

uint8_t first_that_can_be_wet(const Looks& looks) {
  const auto found = std::find_if(looks.begin(), looks.end(), [](const MaterialLook& look) { return look.damp > 0; });
  return found != looks.end() ? static_cast<uint8_t>(found - looks.begin()) : uint8_t{0};
}

}  // namespace quicksand
