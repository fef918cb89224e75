// The sources and signs of a scene whose file has changed while the scene is played.
//
// The world goes on. What the file no longer has ends, what is new in it begins; what the player has done by hand, also
// to the scene's own sources, stays. All of that is said by commands, so it is undone, recorded and replayed like them.
#pragma once

#include <vector>

#include "app/session.h"
#include "core/command.h"
#include "core/result.h"
#include "scene/scene.h"

namespace quicksand {

// What makes of the session's sources and signs what they would be had `before`, which the file was, been `after`.
// Fails where `after` names materials that the session does not have.
Result<std::vector<Command>> commands_for_scene(const Session& session, const Scene& before, const Scene& after);

}  // namespace quicksand
