// Bodies that move through the sand on a path: balls that plough it, feet and wheels that press it, and hidden hills
// that rise and push sand up.
//
// A solid body is a height map of its underside: a roof over the columns that it covers. Sand above it goes to the
// nearest column that has room, by true distance to what all bodies together fill (nearest_free.h), and settles there
// at once (settling.h), however fast, deep or many the bodies are; so does what falls into the hole that a body leaves.
// Wet sand gives way by being pressed, and what height it loses it never gets back. A source is a height map of its
// upper side: what it has grown in a column since the tick before is new sand there.
//
// A body that goes far in a tick goes in strides, so that its furrow has no gaps: as many as its own speed and size
// need, or a few more beside others that are faster.
//
// Sand in a pocket that bodies shut in (pockets.h) could not slide on, however high it were heaped up. What is pressed
// goes to where it weighs less: as soon as a pocket is as high as sand from the field around could be, or as the roofs
// under which it is open, through under the bodies to that field.
//
// Source: Alessandro Pepe, "Sand without grains, part 1: Abelian Sandpile Model" (2018), with the comments on it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dunes/body_shapes.h"
#include "dunes/displaced_sand.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/roofs.h"
#include "dunes/settling.h"

namespace quicksand {

class Bodies {
 public:
  // Moves all bodies to where they are at the state's tick.
  void move(DuneState& state, const DuneSettings& settings, const WakeColumns& wake);

  // Without moving anything: bodies stand where the tick before the state's left them. For a state or bodies that
  // move() has not seen.
  void stand(const DuneState& state, const DuneSettings& settings);

  // The bodies are others from now on, and stand(): what was beside those that are gone, turned, lifted or smaller
  // settles at once, as beside those that leave by themselves.
  void change(DuneState& state, const DuneSettings& settings, const WakeColumns& wake);

  // Of where they are now.
  const Roofs& roofs() const { return roofs_; }

 private:
  struct Sweep {
    const Body* body;
    BodyMotion motion;
    BodyMotion before;        // in the tick before
    int strides = 1;          // of its own in this tick
    int done = 0;             // so many of them
    bool has_moved = false;   // in this stride of all
    size_t roofs_before = 0;  // what roofs_.mark() gave before it was laid
    size_t first_column = 0;  // of roofs_.columns(), those that it was the first to cover
    size_t end_column = 0;
  };

  // Of bodies that may touch.
  struct Group {
    CellBox box;       // around them; apart from those of other groups
    size_t first = 0;  // of its sweeps in members_, in the bodies' order
    size_t end = 0;
    bool has_moved = false;  // one of them, in this stride
  };

  struct RoofBefore {
    CellPos cell;
    int32_t over;
  };

  void list_sweeps(const DuneSettings& settings, uint64_t tick);
  void list_strides(const DuneState& state);
  void set_roofs(const DuneState& state, int stride, int strides);
  CellBox lay_roof(const DuneState& state, Sweep& sweep);
  void list_groups();
  bool join_touching();
  template <class Action>
  void for_each_column(const Group& group, const Action& action) const;
  void list_too_high(const DuneState& state, const Group& group);
  static bool is_leaving(const Sweep& sweep);
  void look_around(const DuneState& state, CellPos cell, const WakeColumns& wake);
  void leave(const DuneState& state, int stride, int strides, const WakeColumns& wake);
  void push_out(DuneState& state, const PileSettings& pile, const WakeColumns& wake);
  void settle(DuneState& state, const DuneSettings& settings, int32_t slack, const WakeColumns& wake);

  Roofs roofs_;
  std::vector<Group> groups_;
  std::optional<size_t> roofs_kept_;  // all of roofs_ that was laid before that mark is as in the stride before
  std::vector<CellBox> boxes_;        // around each sweep's body
  std::vector<CellBox> joined_;       // of the first sweep of a group: around the group
  std::vector<uint32_t> joined_to_;   // an earlier sweep of the same group; the first: itself
  std::vector<const Body*> leads_;    // of the first sweep of a group: its first body
  std::vector<uint32_t> members_;     // sweeps, group by group
  std::vector<uint32_t> by_left_;
  std::vector<uint32_t> beside_;
  Settling settling_;
  DisplacedSand displaced_;
  std::vector<Sweep> sweeps_;  // those of the fewest strides first, so that their roofs stay while others go on
  std::vector<RoofBefore> roofs_before_;
  std::vector<CellPos> covered_;   // by a group
  std::vector<CellPos> too_high_;  // of them: with sand above their roofs
};

// For pictures of a world whose next tick this is: raises the surface to the tops of the solid bodies, where those are
// higher, and makes what is seen there the entry.
void draw_bodies(uint64_t tick, const DuneSettings& settings, uint8_t entry, Plane<int32_t>& surface,
                 Plane<uint8_t>& entries);

}  // namespace quicksand
