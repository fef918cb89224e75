#include "platform/editor.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "platform/file_manager.h"

extern char** environ;

namespace quicksand {
namespace {

namespace fs = std::filesystem;

// How an editor is told the place: L and C stand for line and column, F for the file.
struct Editor {
  std::string_view program;
  std::string_view place;
  bool in_terminal = false;
};

constexpr Editor kEditors[] = {
    {"code", "-g F:L:C"},     {"codium", "-g F:L:C"},    {"subl", "F:L:C"},     {"zed", "F:L:C"},
    {"geany", "F:L:C"},       {"kate", "-l L -c C F"},   {"gedit", "+L:C F"},   {"gvim", "+L F"},
    {"xed", "+L F"},          {"pluma", "+L F"},         {"emacs", "+L:C F"},   {"emacsclient", "+L:C F"},
    {"mousepad", "-l L F"},   {"vi", "+L F", true},      {"vim", "+L F", true}, {"nvim", "+L F", true},
    {"nano", "+L,C F", true}, {"micro", "+L:C F", true}, {"joe", "+L F", true}, {"jed", "F -g L", true},
    {"mg", "+L F", true},     {"kak", "+L:C F", true},   {"hx", "F:L:C", true}, {"helix", "F:L:C", true},
    {"mcedit", "F:L", true},  {"ne", "+L,C F", true},    {"ed", "F", true}};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets it
  return value ? value : "";
}

// The program of a command, without its folder.
std::string program_of(const std::string& command) {
  std::istringstream words(command);
  std::string first;
  words >> first;
  return fs::path(first).filename().string();
}

bool is_installed(const std::string& command) {
  std::istringstream words(command);
  std::string program;
  words >> program;
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

std::string find_terminal() {
  for (const std::string& terminal : {variable("TERMINAL"), std::string("x-terminal-emulator"), std::string("xterm")})
    if (!terminal.empty() && is_installed(terminal)) return terminal;
  return "";
}

// Runs it in the background: the shell ends at once, and leaves no process behind that waits for the game.
Status run_in_shell(const std::string& script, const std::string& file) {
  const std::string whole = script + " </dev/null >/dev/null 2>&1 &";
  const char* const arguments[] = {"sh", "-c", whole.c_str(), "sh", file.c_str(), nullptr};
  pid_t process = 0;
  if (const int error =
          ::posix_spawn(&process, "/bin/sh", nullptr, nullptr, const_cast<char* const*>(arguments), environ);
      error != 0)
    return fail(std::string("no program can be started: ") + std::strerror(error));
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
  return Done{};
}

}  // namespace

Result<std::string> editor_script(const std::string& editor, const std::string& terminal, int line, int column) {
  const auto known = std::ranges::find(kEditors, std::string_view(program_of(editor)), &Editor::program);
  const bool is_known = known != std::end(kEditors);
  if (is_known && known->in_terminal && terminal.empty())
    return fail("the editor \"" + editor + "\" needs a terminal, and there is none: say one as $TERMINAL");
  std::string script = is_known && known->in_terminal ? terminal + " -e " + editor : editor;
  if (!is_known || line == 0) return script + " \"$1\"";
  script += ' ';
  for (const char letter : known->place) {
    if (letter == 'L')
      script += std::to_string(line);
    else if (letter == 'C')
      script += std::to_string(std::max(column, 1));
    else if (letter == 'F')
      script += "\"$1\"";
    else
      script += letter;
  }
  return script;
}

Status open_in_editor(const fs::path& file, int line, int column) {
  std::error_code error;
  const fs::path place = fs::absolute(file, error);
  const std::string editor = variable("VISUAL").empty() ? variable("EDITOR") : variable("VISUAL");
  if (editor.empty()) return open_file(place);
  if (!is_installed(editor))
    return fail("the editor \"" + editor + "\", as $VISUAL or $EDITOR says, is not installed", place.string());
  const Result<std::string> script = editor_script(editor, find_terminal(), line, column);
  if (!script) return script.failure();
  return run_in_shell(*script, place.string());
}

}  // namespace quicksand
