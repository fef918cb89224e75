// Bodies in the hands of a player: what can be set down in a world of dunes, moved, made larger and taken away. All of it
// is a SetCommand of the session, so it is recorded and replayed, and saved with the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>

#include "app/kinds/drawn_way.h"
#include "app/kinds/terrain.h"
#include "app/session.h"
#include "core/geometry.h"
#include "dunes/dune_settings.h"

namespace quicksand {

struct BodyKind {
  std::string_view name;  // in lists, capitalised
  std::string_view help;
  bool walks = false;  // it is not set down, but walks along a way (walk())
};

// Ball, slab, plough, foot, wheel, a hill that rises from below, and feet that walk.
std::span<const BodyKind> body_kinds();
inline constexpr size_t kWalkingKind = 6;

// How long and how wide, in cells, a body that place_body() sets down covers; and whether it is round.
struct BodyExtent {
  int length = 1;
  int width = 1;
  bool round = false;
};
BodyExtent extent_of_body(size_t kind, int width);

// How many bodies a player may have in a world. Those that have come and gone for good make room for others.
inline constexpr size_t kMostPlacedBodies = 64;

// Whether the world has bodies at all.
bool has_bodies(const World& world);

// Bodies have numbers from 0 on.
size_t count_bodies(const World& world);

// Without those that were there for the last time.
size_t count_bodies_to_see(const World& world);

// Bodies with numbers that follow on one another: one, or both feet of a walker.
struct BodyRange {
  size_t first = 0;
  size_t count = 1;
};

// These, or, where one of them is gone, the last body that is not. None: there is none.
std::optional<BodyRange> bodies_at_hand(const World& world, const BodyRange& wanted);

// The one that covers the cell, the last of several.
std::optional<size_t> body_at(const World& world, CellPos cell);

// Sets down a body `width` cells wide, pressed into the sand, and returns its number; others may get other numbers. None,
// and nothing changes: there are too many.
std::optional<size_t> place_body(Session& session, size_t kind, CellPos cell, int width);

// The terrain that a body that is taken in the hand goes over: without the hollow in which it stands.
Terrain terrain_without(const World& world, size_t body);

// From where it is to there, evenly, in so many ticks from now on, at least 1. It stays as deep in the sand as it is; a
// hill keeps its height. It stands there then.
void move_body(Session& session, size_t body, CellPos cell, uint64_t ticks, const Terrain& terrain);

// After a pointer that is in this cell, in so many ticks, as move_body(). What turns with its way comes as on a rope,
// some cells behind: from cell to cell it would swerve.
void drag_body(Session& session, size_t body, CellPos cell, uint64_t ticks, const Terrain& terrain);

// From where it is along these places, one after the other, at so many cells a tick, above 0, and as deep in the sand as
// when it is moved; it stands at the last one then. Of places that it would pass within one tick it goes to the last.
void send_body(Session& session, size_t body, std::span<const WayPoint> way, double pace, const Terrain& terrain);

// Two feet `length` cells long walk along these cells, from the first to the last, at so many cells a tick, and are gone
// then. None, and nothing changes: there are too many bodies, or the way is shorter than a step.
std::optional<BodyRange> walk(Session& session, std::span<const CellPos> way, int length, double pace);

// Higher by so many cells, or lower.
void lift_body(Session& session, size_t body, double cells);

// What maps were before they were made larger or smaller: from the map that there is now, columns would be lost each
// time.
class OriginalMaps {
 public:
  // The same form, so many times as large in all three directions, as far as a map may be.
  BodyMap scaled(const BodyMap& map, double factor);

 private:
  struct Scaled {
    BodyMap map;
    BodyMap original;
    double factor;  // from the original to the map
  };

  std::deque<Scaled> known_;  // the last ones
};

// Makes it larger or smaller by this factor.
void resize_body(Session& session, size_t body, double factor, OriginalMaps& originals);

void remove_body(Session& session, size_t body);
void remove_all_bodies(Session& session);

}  // namespace quicksand
