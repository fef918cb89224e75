#include "core/patch.h"

#include <algorithm>
#include <array>

namespace quicksand {
namespace {

// The patch of that size whose cell (x, y) is the cell source(x, y) of the other.
template <class Source>
Patch rearranged(const Patch& patch, GridSize size, const Source& source) {
  Patch made{size, patch.entry_names, {}};
  for (const PatchPlane& plane : patch.planes) {
    PatchPlane& to = made.planes.emplace_back(PatchPlane{plane.name, {}});
    to.bytes.reserve(plane.bytes.size());
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const CellPos from = source(x, y);
        to.bytes.push_back(plane.bytes[static_cast<size_t>(from.y) * patch.size.width + from.x]);
      }
  }
  return made;
}

}  // namespace

Patch turned(const Patch& patch) {
  return rearranged(patch, {patch.size.height, patch.size.width}, [&](int x, int y) {
    return CellPos{y, patch.size.height - 1 - x};
  });
}

Patch mirrored(const Patch& patch, Mirror mirror) {
  const bool upright = mirror == Mirror::kUpright;
  return rearranged(patch, patch.size, [&](int x, int y) {
    return upright ? CellPos{patch.size.width - 1 - x, y} : CellPos{x, patch.size.height - 1 - y};
  });
}

CellBox box_around(std::span<const RowSpan> spans) {
  CellBox box{spans.front().first, spans.front().y, spans.front().last + 1, spans.back().y + 1};
  for (const RowSpan& span : spans) {
    box.left = std::min(box.left, span.first);
    box.right = std::max(box.right, span.last + 1);
  }
  return box;
}

std::vector<RowSpan> runs_of(const CellBox& box) {
  std::vector<RowSpan> runs;
  for (int y = box.top; y < box.bottom; ++y) runs.push_back({y, box.left, box.right - 1});
  return runs;
}

Patch masked(const Patch& patch, std::span<const RowSpan> spans) {
  Patch kept{patch.size, patch.entry_names, {}};
  for (const PatchPlane& plane : patch.planes) {
    PatchPlane& to = kept.planes.emplace_back(PatchPlane{plane.name, std::vector<uint8_t>(plane.bytes.size())});
    for (const RowSpan& span : spans) {
      const size_t row = static_cast<size_t>(span.y) * patch.size.width;
      std::copy(plane.bytes.begin() + static_cast<std::ptrdiff_t>(row + span.first),
                plane.bytes.begin() + static_cast<std::ptrdiff_t>(row + span.last + 1),
                to.bytes.begin() + static_cast<std::ptrdiff_t>(row + span.first));
    }
  }
  return kept;
}

Patch limited_to(const Patch& patch, std::span<const std::string> entry_names) {
  std::array<bool, 256> is_kept{};
  for (size_t entry = 1; entry < patch.entry_names.size(); ++entry)
    is_kept[entry] = std::ranges::find(entry_names, patch.entry_names[entry]) != entry_names.end();
  Patch kept = patch;
  const std::vector<uint8_t>& entries = patch.planes.front().bytes;
  for (PatchPlane& plane : kept.planes)
    for (size_t i = 0; i < entries.size(); ++i)
      if (!is_kept[entries[i]]) plane.bytes[i] = 0;
  return kept;
}

bool is_empty(const Patch& patch) {
  return std::ranges::all_of(patch.planes.front().bytes, [](uint8_t entry) { return entry == 0; });
}

std::vector<std::string> materials_of(const Patch& patch) {
  std::array<bool, 256> is_there{};
  for (const uint8_t entry : patch.planes.front().bytes) is_there[entry] = true;
  std::vector<std::string> names;
  for (size_t entry = 1; entry < patch.entry_names.size(); ++entry)
    if (is_there[entry]) names.push_back(patch.entry_names[entry]);
  return names;
}

}  // namespace quicksand
