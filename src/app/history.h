// Undo and redo: the moments of a session before each stroke, and after what was undone; and the world that was played
// before another was opened, with its own moments.
//
// To undo is to go back in time: the whole world is as it was before the stroke, its clock and the log of commands too.
// So a recording never holds what was undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/session.h"
#include "app/snapshot_memory.h"

namespace quicksand {

class History {
 public:
  static constexpr size_t kMostMoments = 250;
  // Fewer moments are kept of worlds that need more: of all that can be undone and done again together.
  static constexpr size_t kMostBytes = size_t{256} << 20;
  static constexpr int64_t kMostCells = int64_t{1} << 26;        // of a world whose strokes can be taken back
  static constexpr int64_t kMostCellsBehind = int64_t{1} << 24;  // of one that is held while another is played

  History() = default;
  explicit History(size_t most_bytes) : most_bytes_(most_bytes) {}

  // In place of kMostBytes, from the next moment on.
  void set_most_bytes(size_t most_bytes) { most_bytes_ = most_bytes; }

  // Something is about to be done that the player may want to undo. What had been undone is given up.
  void note(const Session& session);

  // Likewise, but it may come to nothing: so what had been undone is given up only when it ends, and if nothing has been
  // done since it began, it is as if it had not begun.
  void begin_stroke(const Session& session);
  void end_stroke(const Session& session);

  // Plays another world. To undo that is to go on with the one before, as it is now.
  void open(Session& session, OpenedWorld next);

  // Goes to the moment before what was noted last, and from the first one to the world before; or back to where the
  // last undo() began, from anywhere on the way that the session has gone since. Fails where there is none, where what
  // was done last is too long ago, or in too large a world, to be known, and where the materials have changed so that
  // it cannot be (Session::go_to): it is kept for when they are back.
  Status undo(Session& session);
  Status redo(Session& session);

  // To be called after every tick, whatever else has been done again that was done before, and when the session has
  // gone elsewhere in its world's past or future (Timeline::go_to): undo knows what lies before where the session is
  // now. What lies beyond it undo will know again when the session comes there on the same way; once it has gone by
  // without it, it is given up.
  void follow(const Session& session);

  // It has gone on in another way than before: what lay ahead on that one never comes.
  void forget_beyond() { release(beyond_); }

  // The session goes on in another way, which has so much of its log in common. Call follow() when it is there.
  void leave_way(size_t common_length);

  size_t undos() const { return before_.size() + (is_cut_ ? 0 : undos_behind()); }
  // How many have been noted that are not undone, those included that are given up because there were too many; and how
  // often something was noted, or a world opened.
  size_t place() const { return given_up_ + before_.size() + undos_behind(); }
  uint64_t notes() const { return notes_; }
  // Of all moments, in memory; about, because the logs and the worlds that are not played are left out.
  size_t bytes() const;
  // Whether undo() leaves the world that is played.
  bool undo_leaves_world() const { return before_.empty() && !is_cut_ && behind_; }
  // Whether redo() does.
  bool redo_leaves_world() const { return undone_.empty() && ahead_; }
  // Whether a world is held that undo or redo would come to.
  bool holds_other_world() const { return behind_ || ahead_; }
  // A file has another name by now: a world that is held may have come out of it.
  void file_was_renamed(const std::filesystem::path& from, const std::filesystem::path& to) {
    for (std::optional<OtherWorld>* const other : {&behind_, &ahead_})
      if (*other) (*other)->played.opened.file_was_renamed(from, to);
  }
  size_t redos() const { return undone_.size() + (ahead_ ? 1 + ahead_->undone.size() : 0); }

 private:
  struct Undone {
    Session::Moment before;
    Session::Moment after;
  };

  // A world that is not played now, and what can be undone and done again in it.
  struct OtherWorld {
    Session::Played played;
    std::deque<Session::Moment> before;
    std::vector<Undone> undone;
    std::deque<Session::Moment> beyond;
    bool is_cut = false;
    CommandLog log_at_undone;
  };

  size_t undos_behind() const { return behind_ ? 1 + behind_->before.size() : 0; }

  OtherWorld exchange(Session& session, OtherWorld other);
  Session::Moment moment(const Session& session, const Session::Moment* like, size_t log_length);
  void release(Undone& undone);
  void release(std::optional<OtherWorld>& other);
  void release(std::deque<Session::Moment>& moments);
  void give_up_undone();
  bool can_do_again(const Session& session) const;
  void save_memory();

  size_t most_bytes_ = kMostBytes;
  SnapshotMemory memory_;
  std::deque<Session::Moment> before_;
  std::vector<Undone> undone_;
  CommandLog log_at_undone_;            // of the session where the last undo or redo led to
  std::deque<Session::Moment> beyond_;  // on the way that the session has gone before, the nearest first
  bool is_cut_ = false;  // something was done in the world before all moments that are kept: undo ends there
  size_t given_up_ = 0;
  uint64_t notes_ = 0;
  std::optional<OtherWorld> behind_;  // before the first moment
  std::optional<OtherWorld> ahead_;   // after the last that was undone; there is never one on both sides
};

}  // namespace quicksand
