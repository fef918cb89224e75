// What a dunes world is set to do: part of its scene. Lengths are in units of height (dune_state.h) or in cells.
#pragma once

#include <cstdint>
#include <vector>

#include "core/shared_list.h"

namespace quicksand {

// The largest dunes world, along a side, in columns.
inline constexpr int kMostDuneExtent = 4096;

struct PileSettings {
  bool chip_firing = false;   // the rule of chip_firing.h, which the next three numbers do not concern
  int32_t threshold = 0;      // T; at least 1
  int32_t transfer = 0;       // M; 1..most_transfer(), or piles would never rest
  int32_t wet_threshold = 0;  // how much more it takes where the sand is as wet as it gets
  int steps = 1;              // in a tick
  int neighbours = 4;         // 4, or 8: every second step then goes to the diagonal ones

  // Half the threshold. Rounded up: half of what somebody wrote may be rounded up, too, when it is read.
  int32_t most_transfer() const { return (threshold + 1) / 2; }
};

// Where the wind blows to, in the world's picture.
enum class Heading : uint8_t { kEast, kWest, kSouth, kNorth };

struct WindSettings {
  bool blows = false;      // false: nothing else counts
  Heading heading = Heading::kEast;
  int turn = 0;            // from there, in degrees clockwise; 0..kMostTurn
  int hop = 0;             // how far sand flies in a tick, in cells; 1..kMostHop
  uint8_t lift = 0;        // the chance, in 256ths, that a column loses a slab to the wind in a tick
  int32_t slab = 0;        // that much of it
  uint8_t catch_sand = 0;  // the share of what arrives that stays on sand, in 256ths
  uint8_t catch_rock = 0;  // on bare ground
  uint8_t spray = 0;       // the chance, in 256ths, that a brink loses a slab that flies off as a grain, if any are lifted
  int32_t shadow = 0;      // behind a crest the wind comes down by so much a cell; below that line it is still
};

inline constexpr int kMostTurn = 89;
inline constexpr int kMostHop = 32;
inline constexpr int kMostSlab = 100;  // cells

// Where a body's middle is at a tick: in cells, z upwards from the ground's zero. Between two of them it moves evenly.
struct BodyPlace {
  uint64_t tick = 0;
  double x = 0;
  double y = 0;
  double z = 0;

  bool operator==(const BodyPlace&) const = default;
};

enum class BodyShape : uint8_t {
  kBall,  // as wide as high
  kSlab,  // a rectangle with a flat underside
  kHill,  // a cone, its tip in the middle
  kMap,   // columns of their own depths
};

// How far a body's surface is from its middle, in cells, for each of its columns; 0: it is not there. Rows run along
// its way.
struct BodyMap {
  int width = 0;
  int height = 0;
  SharedList<double> depths;  // row-major
};

// In cells, either way.
inline constexpr double kHighestPlace = 2097152;

// Rows, and columns, of the map of a body at most.
inline constexpr int kMostMapExtent = 256;

// So many places has the way of a body at most.
inline constexpr int64_t kMostPathPlaces = 100'000;

// What moves through the sand (bodies.h).
struct Body {
  BodyShape shape = BodyShape::kBall;
  double radius = 8;            // of balls and hills, in cells
  double length = 8;            // of slabs, along their way
  double width = 8;             // of slabs, across it
  BodyMap map;                  // of maps
  bool is_source = false;       // it does not push sand aside: what it grows is new sand
  SharedList<BodyPlace> path;  // by rising tick; not empty. Before the first and after the last it is not there; with
                                // a single one it stands there from then on
  bool stays = false;           // it stands at the last one from then on
};

// Of the height that a body pushes out of a column that is as wet as it gets, so much is pressed, in 256ths; the rest
// is handed on.
inline constexpr int32_t kPressedShare = 160;

struct DuneSettings {
  PileSettings pile;
  WindSettings wind;
  std::vector<Body> bodies;
  bool unclumps = true;  // grains in the air that gather above the ground are spread along it
};

}  // namespace quicksand
