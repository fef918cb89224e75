// Which sizes a world can have on this machine, and where the old world stands in a new size.
#pragma once

#include <string>

#include "app/session.h"
#include "core/geometry.h"
#include "io/world_kind.h"

namespace quicksand {

const WorldKind& world_kind_of(const Session& session);

// How much memory such a world takes, about. Its size may be any.
double memory_mb(const WorldKind& kind, GridSize size);

// What is wrong with the size; empty: there can be such a world.
std::string problem_of_size(const WorldKind& kind, GridSize size);

// Where the upper left cell of a world comes when its size changes and the part at the anchor stays: 0 to 8, row by row
// from the upper left corner to the lower right one; 4 is the middle.
CellPos moved_by_resize(GridSize before, GridSize after, int anchor);

}  // namespace quicksand
