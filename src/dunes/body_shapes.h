// Where a body (dune_settings.h) is, and which columns it covers. Geometry only; what it does to sand is bodies.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/geometry.h"
#include "dunes/dune_settings.h"

namespace quicksand {

struct Way {
  double x = 1;  // of length 1
  double y = 0;
};

// What a body does in a tick: it goes evenly, in a straight line.
struct BodyMotion {
  std::optional<BodyPlace> from = {};  // none: it was not there
  std::optional<BodyPlace> to = {};    // none: it is not there any more
  Way way = {};                        // which side of it is the front
};

// In the tick of this number. A body whose path has two places at one tick jumps: it is not between them.
BodyMotion motion_of(const Body& body, uint64_t tick);

// Whether it moves, comes or goes in that tick or in a later one.
bool has_way_to_go(const Body& body, uint64_t tick);

// A share of its motion, 0 to 1; both ends must be there.
BodyPlace place_between(const BodyPlace& from, const BodyPlace& to, double share);

// A place as the body sees it, in cells.
struct BodyOffset {
  double along;
  double across;
  double distance;  // from its middle
};

BodyOffset offset_of(const BodyPlace& place, const Way& way, double x, double y);
bool covers(const Body& body, const BodyOffset& offset);

// How far its surface is from its middle's height, up or down, in cells; the body must cover the offset.
double depth_of(const Body& body, const BodyOffset& offset);

// How far from its middle it covers anything, and the most that it can move sideways without leaving a gap between what
// it covered and what it covers.
double reach_of(const Body& body);
double stride_of(const Body& body);

// Calls action(CellPos, BodyOffset) for each column of a world of that size that the body covers, row by row.
template <class Action>
void for_each_covered(const Body& body, const BodyPlace& place, const Way& way, GridSize size, const Action& action) {
  const double reach = reach_of(body);
  const auto first = [](double low) { return std::max(static_cast<int>(std::floor(low)), 0); };
  const auto last = [](double high, int extent) { return std::min(static_cast<int>(std::floor(high)), extent - 1); };
  for (int y = first(place.y - reach); y <= last(place.y + reach, size.height); ++y)
    for (int x = first(place.x - reach); x <= last(place.x + reach, size.width); ++x) {
      const BodyOffset offset = offset_of(place, way, x + 0.5, y + 0.5);
      if (covers(body, offset)) action(CellPos{x, y}, offset);
    }
}

}  // namespace quicksand
