// The file of the scene that is played, followed while it is: who edits its sources and signs sees at once what comes
// of it. The rest of the file holds when the scene begins anew.
#pragma once

#include <memory>
#include <vector>

#include "core/result.h"
#include "io/file_watch.h"

namespace quicksand {

struct GameState;
struct Scene;

struct SceneReload {
  FileWatch watch;
  FileStamps read;                     // of no file: what is played began as no scene
  std::shared_ptr<const Scene> scene;  // as it was read last; null likewise
  std::vector<Diagnostic> trouble;     // why what is played is not what the file says; empty: it is
};

// To be called in every frame, with seconds of a clock that does not go back. Takes changed sources and signs, as a
// deed that can be undone; while a stroke is drawn, or another tick is sought, they wait.
void follow_scene(GameState& game, double now);

// Another world is played than before: its file, as it is now, has nothing new.
void meet_scene(GameState& game);

}  // namespace quicksand
