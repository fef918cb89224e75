// A session: one world that is being played, whether in the window or headless.
//
// Everything that changes the world goes through here, so that the two never differ. What the player does is a command
// (core/command.h), applied here alone and kept in a log with the tick before which it came. The scene that the session
// began with and its log together are a scene again (recording()), which plays to the same state hashes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/command_log.h"
#include "app/material_edits.h"
#include "app/open_world.h"
#include "app/reload.h"
#include "core/command.h"
#include "core/parallel.h"
#include "core/result.h"

namespace quicksand {

// A run, or a command, has no more.
inline constexpr uint64_t kMostTicks = 100'000'000;

class Session {
 public:
  // `threads` in 1..kMaxThreads.
  Session(OpenedWorld opened, int threads)
      : opened_(std::move(opened)), parallel_(std::make_unique<Parallel>(threads)) {}

  const World& world() const { return *opened_.world; }
  const MaterialSet& materials() const { return *opened_.materials; }
  std::shared_ptr<const MaterialSet> shared_materials() const { return opened_.materials; }
  const Looks& looks() const { return opened_.materials->looks; }
  // What the player should know of how it was opened.
  const std::vector<Diagnostic>& notes() const { return opened_.notes; }
  const Scene& scene() const { return opened_.scene; }
  const Director& director() const { return opened_.director; }
  const OpenedWorld& opened() const { return opened_; }
  const WorldRequest& request() const { return opened_.request; }  // that opened what is played
  Parallel& parallel() { return *parallel_; }

  // A world with all that the session knows of it.
  struct Played {
    OpenedWorld opened;
    CommandLog log;
    uint64_t rules = 0;  // rules() of it; 0: it has not been played yet
  };
  // Plays another world from now on. Gives back what was played, to be played on some time.
  Played replace(Played next);

  // One tick: direct(), then step().
  void tick(TickEvents* events = nullptr);

  // What the scene does before the next tick, after all commands that came before it.
  void direct();

  // Of that the recorded commands alone. A recording has come to its end only with those of its last moment, after
  // which there was no tick any more.
  void play_commands_due();

  // The next tick alone. `events` may be null.
  void step(TickEvents* events = nullptr) { opened_.world->step(*parallel_, events); }

  // Whether the world can be set so (WorldKind::check).
  Status check(const WorldSettings& settings) const;

  // Applies a player's command between two ticks, and logs it. What it sets must pass check(). To clear the world also
  // ends what the scene brings about, and what is left of a recording; size, materials and clock stay. Of a piece that is
  // put down, the log keeps what this world has the materials for.
  void apply(const Command& command);

  // Nothing that its recording has still to show comes any more, by EndRecordingCommand. Whether there was anything.
  bool end_recording();

  // Clears the world, by ClearCommand, and puts walls round it where its border was open, so that what is poured into
  // it stays. Whether there were none.
  bool clear();

  // How often the player has changed something, be it another world, a command, or back in time. Only grows.
  uint64_t changes() const { return changes_; }

  // How often it has gone to another moment (go_to) or world. Only grows.
  uint64_t jumps() const { return jumps_; }

  // A number of the rules that it goes by; another when they have changed, and when it has gone to a moment from before
  // that: what was done with one number does not come to the same with another.
  uint64_t rules() const { return rules_; }

  // Whether it is what its scene makes of itself alone.
  bool is_untouched() const { return opened_.begins_as_scene && log_.empty() && edits().empty(); }

  // Whether the player has taken everything away since it began.
  bool was_cleared() const;

  // What has been applied since the session began, a recording's commands included.
  const CommandLog& log() const { return log_; }

  // The session until now as a scene: its start, and all commands. Fails where no scene describes its start: a session
  // that began with a save or a picture, or whose materials have changed since, be it that it does not take them.
  Result<Scene> recording() const;

  // The same as in reload.h. What is played under changed materials cannot be written as a scene any more. The player
  // has done nothing: changes() stays.
  const FileStamps& materials_read() const { return opened_.materials_read; }
  Result<MaterialSet> read_materials(FileStamps& read) const { return quicksand::read_materials(opened_, read); }
  Status change_materials(const MaterialSet& materials, FileStamps read);

  // These go with the world that is played: who leaves it and comes back goes on from there.
  const FollowedScene& followed_scene() const { return opened_.followed; }
  void set_followed_scene(FollowedScene followed) { opened_.followed = std::move(followed); }
  EditDeeds& edit_deeds() { return opened_.edit_deeds; }
  const EditDeeds& edit_deeds() const { return opened_.edit_deeds; }

  // What the player has edited of the materials (material_edits.h), and other edits in its place. It is a deed:
  // changes() grows. Where edits change a rule, the same holds as for files that do.
  const std::vector<MaterialChange>& edits() const { return opened_.request.edits; }
  Status edit_materials(std::vector<MaterialChange> edits);
  // Whether the materials would be good with these edits; that the world cannot go on with them is another matter.
  Status check_edits(const std::vector<MaterialChange>& edits) const;

  // What is played, as it began. Fails when its file has gone.
  Result<OpenedWorld> reopen() const { return open_world(opened_.request); }

  // Opens it anew with another seed, as its scene, even where it goes on as a save by now.
  WorldRequest request_with_seed(uint64_t seed) const;

  // What is played was just saved there: it has the save's name from now on, and reopen() opens the save.
  void go_on_as(const std::filesystem::path& save);
  void file_was_renamed(const std::filesystem::path& from, const std::filesystem::path& to) {
    opened_.file_was_renamed(from, to);
  }

  // The session as it is now, to come back to.
  struct Moment {
    std::shared_ptr<const WorldSnapshot> world;
    Director director;
    size_t log_length = 0;  // so much of the log belongs to it as it stands
    CommandLog log_tail;    // and this
    uint64_t tick = 0;      // the world's
    uint64_t rules = 0;     // the session's
  };
  // `like`: a moment to share memory with; may be null. The log from `log_length` on, at most its length, goes with the
  // moment: it may come back when that part of the log has been replaced.
  Moment moment(const Moment* like, size_t log_length) const;
  // The log has at least the moment's log_length commands, and begins as it did then. Entries are matched by name.
  // Fails, and nothing has changed, where it is of another world, or held what the materials lack by now.
  Status go_to(const Moment& moment);

  // The world, and what is left of its scene, to be saved; without the definition of its materials.
  SavedWorld copy() const;

  // Writes the world, and what is left of its scene, as a save; or, where the file's name ends in ".json", the
  // recording as a scene.
  Status save(const std::filesystem::path& path) const;

 private:
  // Whether whoever opens its scene now plays by the same rules, whatever the dates of their files.
  bool has_materials_of_now() const;

  OpenedWorld opened_;
  CommandLog log_;
  uint64_t changes_ = 0;
  uint64_t jumps_ = 0;
  uint64_t rules_ = 1;
  uint64_t last_rules_ = 1;  // the largest that there has been, in whichever world
  std::unique_ptr<Parallel> parallel_;
};

}  // namespace quicksand
