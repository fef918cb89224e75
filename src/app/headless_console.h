// The console without a window: its commands play a session, and write files.
#pragma once

#include <filesystem>
#include <set>
#include <span>

#include "app/console.h"
#include "app/headless_run.h"
#include "io/files.h"

namespace quicksand {

// Whether what is played is a save or a recording, and was opened from this very file: a save goes on from there.
bool goes_on_from(const Session& session, const std::filesystem::path& file);

// What scripts have written that run one after the other, one for each seed: none may write over another's file, nor
// where its run is to write something else, nor over what is read.
class ScriptFiles {
 public:
  explicit ScriptFiles(const FilesRead& read) : read_(read) {}

  // `targets`: places of the run's own files; its recording, whose pictures may be many, is one of them.
  void begin_run(const std::string& recording, std::span<const std::filesystem::path> targets);

  // Fails where that is so. What the run itself has written may have been read since.
  Status claim(const std::filesystem::path& file);
  // The same for a save of the session, which may go on from its file.
  Status claim_save(const std::filesystem::path& file, const Session& session);

 private:
  Status claim_place(const std::filesystem::path& file, bool may_be_read);

  const FilesRead& read_;
  std::set<std::filesystem::path> earlier_;
  std::set<std::filesystem::path> now_;
  std::set<std::filesystem::path> own_;  // of these, what was not read before the run wrote it
  std::set<std::filesystem::path> targets_;
  std::filesystem::path recording_;
};

// Does what the script says, until it is done, the time is over or a signal comes (app/interruption.h); the ticks of a
// command end then, too. What is not done is told. Answers go to stderr.
Status run_script(ConsoleScript script, Session& session, const Deadline& deadline, ScriptFiles& files);

}  // namespace quicksand
