// The console without a window: its commands play a session, and write files.
#pragma once

#include <filesystem>
#include <set>
#include <span>

#include "app/console.h"
#include "app/headless_run.h"

namespace quicksand {

// What scripts have written that run one after the other, one for each seed: none may write over another's file, nor
// where its run is to write something else.
class ScriptFiles {
 public:
  // `targets`: places of the run's own files; its recording, whose pictures may be many, is one of them.
  void begin_run(const std::string& recording, std::span<const std::filesystem::path> targets);

  // Fails where that is so.
  Status claim(const std::filesystem::path& file);

 private:
  std::set<std::filesystem::path> earlier_;
  std::set<std::filesystem::path> now_;
  std::set<std::filesystem::path> targets_;
  std::filesystem::path recording_;
};

// Does what the script says, until it is done, the time is over or a signal comes (app/interruption.h); the ticks of a
// command end then, too. What is not done is told. Answers go to stderr.
Status run_script(ConsoleScript script, Session& session, const Deadline& deadline, ScriptFiles& files);

}  // namespace quicksand
