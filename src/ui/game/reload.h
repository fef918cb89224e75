// The files of the world's materials, followed while it is played: who edits them sees at once what comes of it.
#pragma once

#include <optional>
#include <vector>

#include "core/result.h"
#include "io/file_watch.h"
#include "io/material_file.h"

namespace quicksand {

struct GameState;

struct MaterialReload {
  FileWatch watch;
  std::vector<Diagnostic> trouble;     // why what is played is not what the files say; empty: it is
  std::optional<MaterialSet> waiting;  // good ones, which are taken as soon as the world can do with them
  FileStamps tried;                    // the files of either
  double next_try = 0;                 // to take what waits
  int loads = 0;                       // how often materials were loaded again
};

// To be called in every frame. `now`: seconds, of a clock that does not go back. Takes changed materials, or has them
// as trouble; while a stroke is drawn, or another tick is sought, they wait.
void follow_materials(GameState& game, double now);

// Another world is played than before. Its materials may have changed while it was not.
void meet_materials(GameState& game);

// Shows what is wrong where it is, in an editor.
void open_place(GameState& game, const Diagnostic& place);

}  // namespace quicksand
