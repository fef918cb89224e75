// The file of the scene that is played, followed while it is: who edits its sources and signs sees at once what comes
// of it. The rest of the file holds when the scene begins anew.
#pragma once

#include <vector>

#include "core/result.h"
#include "io/file_watch.h"

namespace quicksand {

struct GameState;

struct SceneReload {
  FileWatch watch;
  std::vector<Diagnostic> trouble;  // why what is played is not what the file says; empty: it is
  FileStamps tried;                 // with trouble: the file, as it was then
};

// To be called in every frame, with seconds of a clock that does not go back. Takes changed sources and signs, as a
// deed that can be undone; while a stroke is drawn, or another tick is sought, they wait.
void follow_scene(GameState& game, double now);

// Another world is played than before: the file of one that is new has nothing new, that of one that is played again what
// has changed since it was read.
void meet_scene(GameState& game);

}  // namespace quicksand
