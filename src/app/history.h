// Undo and redo: the moments of a session before each stroke, and after what was undone.
//
// To undo is to go back in time: the whole world is as it was before the stroke, its clock and the log of commands too. So
// a recording never holds what was undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "app/session.h"

namespace quicksand {

class History {
 public:
  static constexpr size_t kMostMoments = 100;
  static constexpr size_t kMostBytes = size_t{256} << 20;  // fewer moments are kept of worlds that need more
  static constexpr int64_t kMostCells = int64_t{1} << 26;  // of a world whose strokes can be taken back

  // Something is about to be done that the player may want to undo. What had been undone is given up.
  void note(const Session& session);

  // Goes to the moment before what was noted last; or back to where the last undo() began. False: there is none.
  bool undo(Session& session);
  bool redo(Session& session);

  size_t undos() const { return before_.size(); }
  size_t redos() const { return undone_.size(); }

  // Of another world now.
  void forget();

 private:
  struct Undone {
    Session::Moment before;
    Session::Moment after;
  };

  std::deque<Session::Moment> before_;
  std::vector<Undone> undone_;
};

}  // namespace quicksand
