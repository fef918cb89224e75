// What the editor has done to the materials of a world that is played (material_edits.h), to be undone and done again.
// It goes with the world when another is played, like the moments of its history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/material_changes.h"

namespace quicksand {

struct EditDeed {
  std::string path;     // what was changed, for the player
  uint64_t stroke = 0;  // of which drag of a widget
  size_t place = 0;     // of the history of the world at that time (History::place)
  std::vector<MaterialChange> before;
  std::vector<MaterialChange> after;
  std::string made = {};  // the name of a new material, which the player then has in the hand
};

struct EditDeeds {
  std::vector<EditDeed> done;
  std::vector<EditDeed> undone;  // the last one was undone last
  uint64_t notes = 0;            // of the history when that was
  size_t left_at = 0;            // its place when another world came to be played
};

}  // namespace quicksand
