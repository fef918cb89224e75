// What pushes do to dunes. Within its reach a push drives what is in the air, and tears sand out of the ground, upwards
// and along: a strong one a crater, a weak one a little here and there.
//
// Dice by the seed and the number of commands before.
#pragma once

#include "core/force.h"
#include "dunes/dune_state.h"

namespace quicksand {

// Applies the command, and counts it.
void push_dunes(DuneState& state, const ForceCommand& command, const WakeColumns& wake);

}  // namespace quicksand
