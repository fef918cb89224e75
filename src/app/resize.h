// Another size for a world that is played: more room, or a part of it.
#pragma once

#include "app/open_world.h"
#include "app/session.h"
#include "core/geometry.h"
#include "core/result.h"

namespace quicksand {

// The session's world, and what is left of its scene, in a world of this size, in which its upper left cell is `by`;
// the session stays as it is. What lies outside is lost; what is new is empty. Cells keep all that they hold, and with
// them go grains in the air, sources, signs, bodies and what is yet to be done. Fails where its kind has no worlds of
// that size, and where what is yet to be done could not be read from a save. No scene describes how it began: it is
// recorded as a save alone.
Result<OpenedWorld> resized(const Session& session, GridSize size, CellPos by);

}  // namespace quicksand
