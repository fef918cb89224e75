// The console without a window: its commands play a session, and write files.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>

#include "app/console.h"

namespace quicksand {

// What scripts have written that run one after the other, one for each seed: none may write over another's file.
class ScriptFiles {
 public:
  void begin_run() { earlier_.merge(now_); }

  // Fails where the script of an earlier run has written it.
  Status claim(const std::filesystem::path& file);

 private:
  std::set<std::filesystem::path> earlier_;
  std::set<std::filesystem::path> now_;
};

using Deadline = std::optional<std::chrono::steady_clock::time_point>;  // none: it may take as long as it wants

// Does what the script says, until it is done, the time is over or a signal comes (app/interruption.h); the ticks of a
// command end then, too. Answers go to stderr.
Status run_script(ConsoleScript script, Session& session, const Deadline& deadline, ScriptFiles& files);

}  // namespace quicksand
