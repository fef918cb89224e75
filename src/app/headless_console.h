// The console without a window: its commands play a session, and write files.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "app/console.h"

namespace quicksand {

// What scripts have written that run one after the other, one for each seed: none may write over another's file, nor
// where its run is to write something else.
class ScriptFiles {
 public:
  // `targets`: places of the run's own files.
  void begin_run(std::span<const std::filesystem::path> targets);

  // Fails where that is so.
  Status claim(const std::filesystem::path& file);

 private:
  std::set<std::filesystem::path> earlier_;
  std::set<std::filesystem::path> now_;
  std::set<std::filesystem::path> targets_;
};

using Deadline = std::optional<std::chrono::steady_clock::time_point>;  // none: it may take as long as it wants

// Does what the script says, until it is done, the time is over or a signal comes (app/interruption.h); the ticks of a
// command end then, too. What is not done is told. Answers go to stderr.
Status run_script(ConsoleScript script, Session& session, const Deadline& deadline, ScriptFiles& files);

}  // namespace quicksand
