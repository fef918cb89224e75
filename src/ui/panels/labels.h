// Labels for Dear ImGui, which are also the names by which it knows its items.
#pragma once

namespace quicksand {

// The text as it is said, as a label that keeps one name in all languages. For texts of the code alone: what is given
// back lasts as long as the program.
const char* labelled(const char* english);

}  // namespace quicksand
