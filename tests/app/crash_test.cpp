// A program that is killed while it writes leaves whole files, and nothing behind once the next one has written.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "app/play.h"
#include "io/files.h"
#include "io/keys_file.h"
#include "io/settings_file.h"
#include "io/temporary_folder.h"

using namespace quicksand;
namespace fs = std::filesystem;

namespace {

Settings settings_of(int number) {
  Settings settings;
  settings.left_world = std::string(static_cast<size_t>(number % 40) * 100, 'x');
  settings.autosave_seconds = number % 3600;
  return settings;
}

KeyBindings keys_of(int number) {
  KeyBindings keys;
  for (int i = 0; i < number % 7; ++i) keys["action" + std::to_string(i)] = {"Ctrl+" + std::to_string(number % 9)};
  return keys;
}

// Everything that the game writes while one plays, in turn, until the process is killed. Tells by a byte when each has
// been written once.
[[noreturn]] void write_for_ever(const fs::path& folder, Session& session, int told) {
  for (int number = 0;; ++number) {
    bool good = save_settings(settings_of(number), folder / "settings.json").ok();
    good = good && save_keys(keys_of(number), folder / "keys.json").ok();
    good = good && session.save((folder / "world.png").string()).ok();
    good = good && session.save((folder / "session.json").string()).ok();
    if (!good) ::_exit(1);
    if (number == 0 && ::write(told, ".", 1) != 1) ::_exit(2);
    session.tick();
  }
}

void check_whole(const fs::path& folder) {
  const LoadedSettings settings = load_settings(folder / "settings.json");
  CHECK(settings.problem.empty());
  CHECK(settings.settings == settings_of(static_cast<int>(settings.settings.autosave_seconds)));
  std::vector<std::string> actions;
  for (int i = 0; i < 7; ++i) actions.push_back("action" + std::to_string(i));
  CHECK(load_keys(folder / "keys.json", actions, [](const std::string& key) {
          return std::optional(key);
        }).problem.empty());
  for (const char* const name : {"world.png", "session.json"}) {
    WorldRequest request;
    request.scene = (folder / name).string();
    const Result<OpenedWorld> opened = open_world(request);
    INFO((opened ? "" : opened.failure().text()));
    CHECK(opened.ok());
  }
}

void check_killed_writers(int kills, uint32_t seed) {
  std::mt19937 dice(seed);
  const TemporaryFolder folder;
  Session session = play("u-tube", 3);
  for (int i = 0; i < kills; ++i) {
    int told[2];
    REQUIRE(::pipe(told) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) write_for_ever(folder.path(), session, told[1]);
    ::close(told[1]);
    char byte = 0;
    const bool has_written = ::read(told[0], &byte, 1) == 1;
    ::close(told[0]);
    if (has_written) ::usleep(dice() % 8000);  // the moment is what the test draws
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(has_written);
    REQUIRE(WIFSIGNALED(status));
    check_whole(folder.path());
  }
  REQUIRE(save_settings(settings_of(0), folder / "settings.json").ok());
  size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    INFO(entry.path().string());
    CHECK_FALSE(entry.path().string().ends_with(".quicksand-part"));
    ++files;
  }
  CHECK(files == 4);
}

}  // namespace

TEST_CASE("a program that is killed while it writes leaves whole files and no others") { check_killed_writers(20, 1); }

TEST_CASE("a program that is killed a thousand times while it writes leaves whole files and no others", "[.][slow]") {
  check_killed_writers(1000, 2);
}
