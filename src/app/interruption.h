// Lets a run without a window end well when it is asked to: Ctrl+C and `kill` end its tick, and what it was to write is
// written. A second one ends the program at once. Nor does a closed pipe end it: what goes elsewhere is written.
#pragma once

namespace quicksand {

class Interruption {
 public:
  // From now on SIGINT and SIGTERM are noted, and SIGPIPE is not raised. One of these exists at a time; when it goes,
  // the signals end the program.
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // The number of the signal that came; 0: none.
  static int signal();

  // Nobody reads stdout any more: as if SIGPIPE had come.
  static void note_closed_pipe();
};

}  // namespace quicksand
