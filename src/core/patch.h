// A piece of a world, to be put down elsewhere: what is copied, cut, moved, turned, and kept as a stamp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/geometry.h"
#include "core/paint.h"

namespace quicksand {

struct PatchPlane {
  std::string name;            // of the world's plane (PlaneView)
  std::vector<uint8_t> bytes;  // row-major, a byte for each cell of the patch

  bool operator==(const PatchPlane&) const = default;
};

// Entries are numbers of `entry_names`; 0 is emptiness, which is empty in all planes, and leaves what it is put on.
struct Patch {
  GridSize size;
  std::vector<std::string> entry_names;
  std::vector<PatchPlane> planes;  // the first: the entry of each cell. At least this one

  bool operator==(const Patch&) const = default;
};

// The largest patch, in cells.
inline constexpr int64_t kMostPatchCells = int64_t{1} << 24;

// Puts a patch down with its upper left cell at `at`. What lies outside of the world is lost, and so is what the
// world's palette does not have.
struct PasteCommand {
  std::shared_ptr<const Patch> patch;  // never null
  CellPos at;

  bool operator==(const PasteCommand& other) const { return at == other.at && *patch == *other.patch; }
};

// A quarter turn clockwise; and as in a mirror.
Patch turned(const Patch& patch);
Patch mirrored(const Patch& patch, Mirror mirror);

// The rectangle around these runs, of which there is at least one; and the rows of one.
CellBox box_around(std::span<const RowSpan> spans);
std::vector<RowSpan> runs_of(const CellBox& box);

// What of the patch lies in these runs, which count from its upper left cell and are as rasterise() gives them.
Patch masked(const Patch& patch, std::span<const RowSpan> spans);

// What of the patch is of these entries: the rest is emptiness.
Patch limited_to(const Patch& patch, std::span<const std::string> entry_names);

// Whether nothing is in it.
bool is_empty(const Patch& patch);

// The names of what is in it, in the order of their numbers.
std::vector<std::string> materials_of(const Patch& patch);

}  // namespace quicksand
