// Bodies that move through the sand on a path: balls that plough it, feet and wheels that press it, and hidden hills
// that rise and push sand up.
//
// A solid body is a height map of its underside: a roof over the columns that it covers. Sand above it goes to the
// nearest column that has room, by true distance to what all bodies together fill (nearest_free.h), and settles there at
// once (settling.h), however fast, deep or many the bodies are; so does what falls into the hole that a body leaves. Wet
// sand gives way by being pressed, and what height it loses it never gets back. A source is a height map of its upper
// side: what it has grown in a column since the tick before is new sand there.
//
// A body that goes far in a tick goes in strides, so that its furrow has no gaps.
//
// Source: Alessandro Pepe, "Sand without grains, part 1: Abelian Sandpile Model" (2018), with the comments on it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dunes/body_shapes.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/nearest_free.h"
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

  // The bodies are others from now on, and stand(): what was beside those that are gone, turned, lifted or smaller settles
  // at once, as beside those that leave by themselves.
  void change(DuneState& state, const DuneSettings& settings, const WakeColumns& wake);

  // Of where they are now.
  const Roofs& roofs() const { return roofs_; }

 private:
  struct Sweep {
    const Body* body;
    BodyMotion motion;
    BodyMotion before;  // in the tick before
  };

  struct RoofBefore {
    CellPos cell;
    int32_t over;
  };

  void list_sweeps(const DuneSettings& settings, uint64_t tick);
  void set_roofs(const DuneState& state, double share);
  void list_groups();
  static bool is_leaving(const Sweep& sweep);
  void look_around(const DuneState& state, CellPos cell);
  void leave(const DuneState& state, double share);
  void push_out(DuneState& state, const WakeColumns& wake);
  void press(DuneState& state, CellPos cell, const WakeColumns& wake);
  bool hand_on(DuneState& state, const CellBox& group, int32_t least_room, const WakeColumns& wake);
  std::optional<CellPos> aside_of(const DuneState& state, const CellBox& box, CellPos cell) const;
  void settle(DuneState& state, const DuneSettings& settings, int32_t slack, const WakeColumns& wake);

  Roofs roofs_;
  std::vector<CellBox> groups_;  // boxes around bodies that may touch; apart from one another
  Settling settling_;
  NearestFree nearest_;
  std::vector<Sweep> sweeps_;
  std::vector<RoofBefore> roofs_before_;
  std::vector<CellPos> too_high_;  // columns with sand above their roofs
  std::vector<uint8_t> is_free_;
};

// For pictures of a world whose next tick this is: raises the surface to the tops of the solid bodies, where those are
// higher, and makes what is seen there the entry.
void draw_bodies(uint64_t tick, const DuneSettings& settings, uint8_t entry, Plane<int32_t>& surface,
                 Plane<uint8_t>& entries);

}  // namespace quicksand
