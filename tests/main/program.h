// Runs the game's program like a shell does.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace quicksand {

struct Output {
  int exit_code = -1;
  std::string text;
};

inline Output shell(const std::string& command) {
  Output output;
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe) return output;
  char block[4096];
  for (size_t count; (count = std::fread(block, 1, sizeof block, pipe)) > 0;) output.text.append(block, count);
  const int status = ::pclose(pipe);
  output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

inline Output quicksand_stdout(const std::string& arguments) {
  return shell(std::string(QUICKSAND_PROGRAM) + " " + arguments + " 2>/dev/null");
}

inline Output quicksand_stderr(const std::string& arguments) {
  return shell(std::string(QUICKSAND_PROGRAM) + " " + arguments + " 2>&1 >/dev/null");
}

}  // namespace quicksand
