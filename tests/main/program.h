// Runs the game's program like a shell does.
#pragma once

#include <sys/wait.h>

#include <catch2/catch.hpp>
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

// What it says on stderr of arguments that it refuses.
inline std::string complaint(const std::string& arguments) {
  const Output output = quicksand_stderr(arguments);
  INFO(arguments << "\n" << output.text);
  CHECK(output.exit_code == 2);
  return output.text;
}

inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace quicksand
