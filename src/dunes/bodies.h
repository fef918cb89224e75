// Bodies that move through the sand on a path: balls that plough it, feet and wheels that press it, and hidden hills
// that rise and push sand up.
//
// A solid body is a height map of its underside. Sand above it in a column that it covers goes to the nearest column
// around it that is free; wet sand gives way by being pressed, and what height it loses it never gets back. A source is
// a height map of its upper side: what it has grown in a column since the tick before is new sand there.
//
// Source: Alessandro Pepe, "Sand without grains, part 1: Abelian Sandpile Model" (2018), with the comments on it.
#pragma once

#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"

namespace quicksand {

// Moves all bodies to where they are at the state's tick.
void move_bodies(DuneState& state, const DuneSettings& settings, const WakeColumns& wake);

// For pictures of a world whose next tick this is: raises the surface to the tops of the solid bodies, where those are
// higher, and makes what is seen there the entry.
void draw_bodies(uint64_t tick, const DuneSettings& settings, uint8_t entry, Plane<int32_t>& surface,
                 Plane<uint8_t>& entries);

}  // namespace quicksand
