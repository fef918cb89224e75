// A timeline: where the world that is played has been, so that the player can go back to any tick of it, watch it
// again, and go on from there in another way.
//
// A session is deterministic, so a tick is reached from any moment before it by doing the player's commands again.
// Moments are kept every kTicksApart ticks, and share the squares in which nothing has changed; where memory runs
// short, those farther back are kept at larger distances, which makes going there slower and no less exact. A world at
// rest gives hardly any moments.
//
// A line is one way that the world has gone. Who goes back and does something else leaves the line; if anything was done
// on what is left behind, by the player or a recording, it stays as another line, a branch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session.h"
#include "app/snapshot_memory.h"

namespace quicksand {

class Timeline {
 public:
  static constexpr uint64_t kTicksApart = 32;  // a fifth of a second; more in worlds above kCellsApart
  static constexpr int64_t kCellsApart = int64_t{1} << 20;
  static constexpr size_t kMostBytes = size_t{256} << 20;  // of all lines together
  static constexpr size_t kMostMoments = 2000;             // of a line
  static constexpr size_t kMostBranches = 32;              // beyond that the oldest goes
  static constexpr int64_t kMostCells = int64_t{1} << 26;  // larger worlds have no timeline

  struct Line {
    struct Moment {  // a tick has just begun, and no command has come in it
      uint64_t tick = 0;
      size_t log_length = 0;
      std::shared_ptr<const WorldSnapshot> world;
      Director director;
    };

    std::string name;             // of a branch
    uint64_t fork = 0;            // of a branch: the tick in which it leaves the line that is played
    uint64_t end = 0;             // the last tick that was reached
    CommandLog log;               // of the session until then
    std::vector<Moment> moments;  // by rising tick
  };

  Timeline() = default;
  explicit Timeline(size_t most_bytes) : most_bytes_(most_bytes) {}

  // In place of kMostBytes, from now on.
  void set_most_bytes(size_t most_bytes);

  // Another world is played from now on, or this one with other materials: all that was is forgotten.
  void begin(const Session& session);

  // The session had gone to another world, and has come back to this one as it was when it was followed last.
  void resume(const Session& session) { note_place(session); }

  // To be called after every tick, and after whatever else has changed the session. An undo takes the end of the line
  // back, and the line begins anew where one goes to before its beginning. Other rules begin all anew. Whether the
  // player has gone another way, by something that was not done there before: what a recording has still to show is of
  // the line that he left.
  bool follow(const Session& session);

  // The ticks of the line that is played, of which the world's own is one. Both 0 where there is no timeline.
  uint64_t first() const { return line_.moments.empty() ? 0 : line_.moments.front().tick; }
  uint64_t end() const { return line_.end; }

  // Goes to the tick as it was when it began, and at the line's end on to all that was done there. A tick beyond the
  // end is reached as the scene and its commands have it. Runs ticks as long as `may_go_on` says so; whether it is
  // there. To call it again with the same tick is to go on.
  bool go_to(Session& session, uint64_t tick, const std::function<bool()>& may_go_on);

  // Goes from an earlier moment to the end, does something there, and comes back, which no rule and no history notices.
  // Neither way takes long: the end is kept when it is left.
  void at_end(Session& session, const std::function<void()>& deed);

  // Does what the player did before the next tick, when the world was on this line before. False: it is at the end.
  bool repeat_commands(Session& session);

  // Grows when another line is played, or this one in another way.
  uint64_t way() const { return way_; }

  // What has been done on the line that is played, until its end.
  const CommandLog& log() const { return line_.log; }

  // Oldest first.
  const std::vector<Line>& branches() const { return branches_; }

  // Keeps the line that is played, until its end, as a branch. Its name; empty: there is no timeline.
  std::string keep();
  void rename(size_t branch, std::string name) { branches_[branch].name = std::move(name); }
  void remove(size_t branch);

  // Plays a branch from now on: the session goes to its last moment, from which go_to() leads to its end. What was
  // played stays as a branch, if anything of it would be lost. How many commands of the log both have; none, and
  // nothing has changed: this world cannot go there.
  std::optional<size_t> take(Session& session, size_t branch);

  // Of all moments, in memory; about, because the logs and what holds the moments are left out.
  size_t bytes() const;
  size_t moments() const { return line_.moments.size(); }

 private:
  void begin_line(const Session& session);
  bool compare_log(const Session& session);
  void leave_line(size_t log_length, uint64_t tick, bool is_worth_keeping);
  void cut(size_t log_length, uint64_t tick);
  void add_moment(const Session& session);
  void follow_jump(const Session& session);
  void note_place(const Session& session);
  bool restore(Session& session, const Line& line, const Line::Moment& moment, size_t common);
  bool has_end() const;
  void keep_end(const Session& session);
  void begin_way();
  void release(Line& line);
  void add_branch(Line line);
  void find_forks();
  void save_memory();
  std::string free_name() const;

  size_t most_bytes_ = kMostBytes;
  Line line_;
  std::vector<Line> branches_;
  SnapshotMemory memory_;
  uint64_t patience_ = 1;  // moments are so many times farther apart, because nothing changes
  uint64_t tick_ = 0;      // of the session when it was followed last
  size_t log_length_ = 0;  // and of its log, which is so much of the line's
  uint64_t jumps_ = 0;     // and how often it had been moved in time
  uint64_t rules_ = 0;     // by which it goes
  uint64_t way_ = 0;
  Line::Moment end_;  // the line's, with all that was done there, as long as it is left and nothing else is done
};

}  // namespace quicksand
