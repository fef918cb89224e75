// The world that is played, written to a file of its own again and again, so that a crash costs a minute at most.
//
// Games that run at the same time have a slot each: a folder "1", "2", … below one that they share. A game holds its
// slot by a lock that the system takes back when the process ends, however it ends. So a world that lies in a slot that
// nobody holds is one of a game that crashed; the next game that starts gives it back to the player.
//
// The thread that plays copies the world and draws a small picture of it; a thread of its own packs and writes them.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/session.h"
#include "core/result.h"
#include "core/worker.h"
#include "io/file_lock.h"

namespace quicksand {

// So many games of a player can run at once and be safe from crashes.
inline constexpr int kMostSlots = 64;

class Autosave {
 public:
  // Does nothing before begin().
  Autosave() = default;
  // Waits until what is being written is written. The file stays, unless forget() came last.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  // Takes a slot below `folder`. `recover` gets each world that games left that crashed, and takes the file away; where
  // it cannot, the file stays, and no game takes this slot. What else they left, unfinished files, is removed.
  Status begin(const std::filesystem::path& folder, const std::function<void(const std::filesystem::path&)>& recover);

  // Whether begin() has found one.
  bool has_slot() const { return lock_.has_value(); }

  // To be called in every frame: begins to write the world under this name when it is time to, and something has
  // changed since it was written; what could not be written is tried again. What a scene alone makes of itself is not
  // written. `interval`: seconds; 0: never. `now`: seconds on a clock that does not go back.
  void follow(const Session& session, const std::string& name, double interval, double now);

  // Begins to do so now, if no thread is at it: what is played will be something else for a while.
  void catch_up(const Session& session, const std::string& name);

  // What is played is safe elsewhere, or not wanted: the file goes, and comes again when the world changes.
  void forget(const Session& session);

  // Whether a thread is at it.
  bool is_writing() const { return worker_.is_started() && !is_done_; }

  // Why the world could not be written, once for each reason until it could.
  std::optional<std::string> take_problem();

 private:
  struct Order {
    SavedWorld copy;
    std::shared_ptr<const MaterialSet> materials;
    Image picture;
    std::filesystem::path file;
    WorldKinds kinds;
    bool only_if_changed;  // compared with what was written last
  };
  // How far the session is; as long as it is the same, so is the world.
  struct Place {
    uint64_t changes = 0;
    uint64_t tick = 0;

    bool operator==(const Place&) const = default;
  };
  static Place place_of(const Session& session) { return {session.changes(), session.world().tick()}; }

  bool is_idle();  // what has been written is done with
  bool has_news(const Session& session) const;
  void write_now(const Session& session, const std::string& name);
  void start(const Session& session, const std::string& name);
  void work(Order order);
  Status write(Order& order);
  void finish();
  void remove_file();

  std::optional<FileLock> lock_;
  std::filesystem::path slot_;
  std::optional<double> due_;
  std::optional<Place> written_;  // or forgotten
  bool is_forgotten_ = false;     // the file goes as soon as it is written
  std::string problem_;
  std::string told_;

  Worker worker_;
  std::atomic<bool> is_done_ = false;
  // The worker's while it runs.
  std::filesystem::path last_file_;  // that lies there; empty: none
  uint64_t last_hash_ = 0;           // of the world in it
  Status result_ = Done{};
};

}  // namespace quicksand
