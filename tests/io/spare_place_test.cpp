#include "io/spare_place.h"

#include <pwd.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "io/assets.h"
#include "io/environment_word.h"
#include "io/files.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

void put(const fs::path& file) { std::ofstream(file) << "in the way"; }

Result<WrittenFile> write(const fs::path& file) {
  return write_or_elsewhere(file, [](const fs::path& to) { return write_file_atomically(to, "world"); });
}
Result<WrittenFile> write_new(const fs::path& file) { return write_new_or_elsewhere(file, "world"); }

}  // namespace

TEST_CASE("what the player keeps is below the home of the account where the environment names none") {
  const passwd* const account = ::getpwuid(::getuid());  // NOLINT(concurrency-mt-unsafe): one thread
  REQUIRE(account);
  const fs::path of_account = account->pw_dir;
  for (const char* const told : {"", "here", "./here", "/somewhere"}) {
    CAPTURE(told);
    const fs::path expected = *told == '/' ? fs::path(told) : of_account;
    const EnvironmentWord home("HOME", told);
    const EnvironmentWord data("XDG_DATA_HOME", told);
    CHECK(home_folder() == expected);
    CHECK(user_data_folder() == (*told == '/' ? expected / "quicksand" : expected / ".local/share/quicksand"));
    const std::vector<fs::path> spare = spare_folders();
    REQUIRE_FALSE(spare.empty());
    CHECK(spare.front() == expected / "Quicksand");
  }
}

TEST_CASE("what cannot be written where it belongs is in the first spare folder that takes it, and replaces nothing") {
  for (int i = 0; i < 16; ++i) {
    const bool good_place = (i & 1) != 0;
    const bool good_home = (i & 2) != 0;
    const bool good_temporary = (i & 4) != 0;
    const bool is_new = (i & 8) != 0;
    INFO("place " << good_place << ", home " << good_home << ", temporary " << good_temporary << ", new " << is_new);
    const auto nth = [](int round) { return round == 1 ? "castle.png" : "castle-" + std::to_string(round) + ".png"; };
    const TemporaryFolder folder;
    // A file where a folder should be holds up root, too.
    if (!good_place) put(folder / "saves");
    if (!good_home) put(folder / "home");
    fs::create_directory(folder / "tmp");
    const EnvironmentWord home("HOME", (folder / "home").string());
    const EnvironmentWord temporary("TMPDIR", (folder / (good_temporary ? "tmp" : "none")).string());
    const fs::path wanted = folder / "saves/castle.png";
    for (int round = 1; round <= 3; ++round) {
      const Result<WrittenFile> written = is_new ? write_new(wanted) : write(wanted);
      REQUIRE(written.ok() == (good_place || good_home || good_temporary));
      if (!written) {
        CHECK(written.failure().text().starts_with(wanted.string() + ": "));
        continue;
      }
      CHECK(*read_file(written->file, 100) == "world");
      CHECK(written->why_not_there.empty() == good_place);
      if (good_place) {
        CHECK(written->file == (is_new ? folder / "saves" / nth(round) : wanted));
        continue;
      }
      CHECK(written->why_not_there.starts_with(wanted.string() + ": "));
      const fs::path spare = good_home ? folder / "home/Quicksand" : spare_folders().back();
      CHECK(written->file == spare / nth(round));
    }
  }
}

TEST_CASE("among temporary files only a folder of the user's own is taken") {
  const TemporaryFolder folder;
  const EnvironmentWord home("HOME", (folder / "home").string());
  const EnvironmentWord temporary("TMPDIR", folder.path().string());
  REQUIRE(spare_folders().size() == 2);
  const fs::path own = spare_folders().back();
  CHECK(fs::status(own).permissions() == fs::perms::owner_all);
  fs::permissions(own, fs::perms::all);
  CHECK(spare_folders() == std::vector{folder / "home/Quicksand"});
  fs::remove(own);
  fs::create_directory(folder / "elsewhere");
  fs::create_directory_symlink(folder / "elsewhere", own);
  CHECK(spare_folders() == std::vector{folder / "home/Quicksand"});
  fs::remove(own);
  put(own);
  CHECK(spare_folders() == std::vector{folder / "home/Quicksand"});
}
