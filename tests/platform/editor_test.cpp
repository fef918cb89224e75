#include "platform/editor.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

std::string script_of(const std::string& editor, const std::string& terminal = "xterm", int line = 12, int column = 7) {
  const Result<std::string> script = editor_script(editor, terminal, line, column);
  return script ? *script : script.failure().text();
}

// A program that writes its arguments, a line each, into `out`, at once.
void write_program(const fs::path& program, const fs::path& out) {
  std::ofstream(program) << "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"" << out.string() << ".part\"\nmv \"" << out.string()
                         << ".part\" \"" << out.string() << "\"\n";
  fs::permissions(program, fs::perms::owner_all);
}

// What is in the file, as soon as it is there.
std::string text_of(const fs::path& file) {
  for (int i = 0; i < 1000 && !fs::exists(file); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

void set(const char* name, const std::string& value) {
  setenv(name, value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
}

}  // namespace

TEST_CASE("editors are told the place as each of them takes it, in a terminal where they need one") {
  CHECK(script_of("code --wait") == "code --wait -g \"$1\":12:7");
  CHECK(script_of("/usr/bin/kate") == "/usr/bin/kate -l 12 -c 7 \"$1\"");
  CHECK(script_of("emacsclient -c -a ''") == "emacsclient -c -a '' +12:7 \"$1\"");
  CHECK(script_of("vim") == "xterm -e vim +12 \"$1\"");
  CHECK(script_of("nano", "foot") == "foot -e nano +12,7 \"$1\"");
  CHECK(script_of("vim", "xterm", 0, 0) == "xterm -e vim \"$1\"");
  CHECK(script_of("nano", "xterm", 3, 0) == "xterm -e nano +3,1 \"$1\"");
  CHECK(script_of("unheard-of") == "unheard-of \"$1\"");
  CHECK(script_of("vim", "").find("needs a terminal") != std::string::npos);
}

TEST_CASE("$VISUAL comes before $EDITOR, whatever the file is called, and one that is missing is named") {
  const TemporaryFolder folder;
  const fs::path file = folder / "an odd 'name' $HOME \"x\".json";
  write_program(folder / "subl", folder / "subl.out");
  write_program(folder / "other", folder / "other.out");
  set("VISUAL", (folder / "subl").string() + " --new");
  set("EDITOR", (folder / "other").string());
  REQUIRE(open_in_editor(file, 12, 7).ok());
  CHECK(text_of(folder / "subl.out") == "--new\n" + file.string() + ":12:7\n");
  set("VISUAL", "");
  REQUIRE(open_in_editor(file, 12, 7).ok());
  CHECK(text_of(folder / "other.out") == file.string() + "\n");
  set("VISUAL", "no-such-editor -x");
  const Status missing = open_in_editor(file, 1, 1);
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.failure().text().find("\"no-such-editor -x\"") != std::string::npos);
}
