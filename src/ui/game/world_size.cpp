#include "ui/game/world_size.h"

#include <cstdio>
#include <utility>

#include "app/kinds/world_kinds.h"
#include "core/check.h"
#include "core/language.h"
#include "io/statistics.h"

namespace quicksand {
namespace {

// Of what the machine has. The rest is for the picture, for saving, and for other programs.
constexpr double kMostShareOfMemory = 0.5;

}  // namespace

const WorldKind& world_kind_of(const Session& session) {
  const WorldKind* const kind = find_kind(world_kinds(), session.world().kind());
  QS_CHECK(kind, "a world is of a kind that there is not");
  return *kind;
}

double memory_mb(const WorldKind& kind, GridSize size) {
  return static_cast<double>(size.width) * size.height * kind.bytes_per_cell / (1 << 20);
}

std::string problem_of_size(const WorldKind& kind, GridSize size) {
  for (const auto& [text, extent] : {std::pair("The width is {1}; it must be from 1 to {2} cells.", size.width),
                                     std::pair("The height is {1}; it must be from 1 to {2} cells.", size.height)})
    if (extent < 1 || extent > kind.most_extent)
      return said(text, {std::to_string(extent), std::to_string(kind.most_extent)});
  const double has = memory_of_machine_mb();
  if (has > 0 && memory_mb(kind, size) > has * kMostShareOfMemory) {
    char text[240];
    std::snprintf(text, sizeof text,
                  said("It would take about %.0f MB, and this machine has %.0f MB for all: make it smaller."),
                  memory_mb(kind, size), has);
    return text;
  }
  return {};
}

CellPos moved_by_resize(GridSize before, GridSize after, int anchor) {
  const CellPos room{after.width - before.width, after.height - before.height};
  return {room.x * (anchor % 3) / 2, room.y * (anchor / 3) / 2};
}

}  // namespace quicksand
