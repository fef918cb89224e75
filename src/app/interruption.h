// Lets a run without a window end well when it is asked to: Ctrl+C, `kill` and a terminal that is closed end its tick,
// and what it was to write is written. A second one ends the program at once. Nor does a closed pipe end it: what goes
// elsewhere is written.
#pragma once

namespace quicksand {

class Interruption {
 public:
  // From now on SIGINT, SIGTERM and, if it is not ignored, SIGHUP are noted, and SIGPIPE is not raised. One of these
  // exists at a time; when it goes, the signals end the program.
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // The number of the signal that came; 0: none.
  static int signal();

  // Nobody reads stdout any more: as if SIGPIPE had come.
  static void note_closed_pipe();

 private:
  bool outlives_terminal_ = false;
};

}  // namespace quicksand
