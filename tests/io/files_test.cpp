#include "io/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "io/file_lock.h"
#include "io/temporary_folder.h"

using namespace quicksand;
namespace fs = std::filesystem;

TEST_CASE("a file with the longest name that there is can be written") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / (std::string(251, 'n') + ".png");
  REQUIRE(check_writable(file).ok());
  REQUIRE(write_file_atomically(file, "all of it").ok());
  CHECK(*read_file(file, 100) == "all of it");
  CHECK_FALSE(write_file_atomically(folder / std::string(256, 'n'), "").ok());
}

TEST_CASE("what is written is read back, in a folder that is made for it") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a/b/c.txt";
  REQUIRE(write_file_atomically(file, "hello").ok());
  CHECK(*read_file(file, 100) == "hello");
  REQUIRE(write_file_atomically(file, "again").ok());
  CHECK(*read_file(file, 100) == "again");
}

TEST_CASE("reading says what is wrong with the file") {
  const TemporaryFolder folder;
  CHECK(read_file(folder / "none", 10).failure().text() == (folder / "none").string() + ": there is no such file");
  CHECK(read_file(folder.path(), 10).failure().text() == folder.path().string() + ": this is a folder, not a file");
  REQUIRE(write_file_atomically(folder / "long", std::string(3 << 20, 'x')).ok());
  CHECK(read_file(folder / "long", 1 << 20).failure().text().find("is larger than 1 MiB") != std::string::npos);
}

TEST_CASE("a write that fails half-way leaves the old file and no other") {
  const TemporaryFolder folder;
  const fs::path file = folder / "save";
  REQUIRE(write_file_atomically(file, "old").ok());
  // The kernel refuses to let any file grow beyond 4 KiB: the write fails as on a full disk.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  const Status written = write_file_atomically(file, std::string(100000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK_FALSE(written.ok());
  CHECK(*read_file(file, 100) == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a file is locked by one at a time, and by nobody whose lock has gone") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a/lock";
  auto first = FileLock::try_take(file);
  REQUIRE((first.ok() && first->has_value()));
  FileLock moved = std::move(**first);
  for (int i = 0; i < 2; ++i) {
    const auto second = FileLock::try_take(file);
    REQUIRE(second.ok());
    CHECK_FALSE(second->has_value());
  }
  first->reset();  // what has been moved from holds nothing
  CHECK_FALSE(FileLock::try_take(file)->has_value());
  { const FileLock gone = std::move(moved); }
  CHECK(FileLock::try_take(file)->has_value());
  CHECK(fs::exists(file));
  CHECK(FileLock::try_take("/proc/nowhere/lock").failure().text().find("cannot be written") != std::string::npos);
}

TEST_CASE("what a killed program was writing is removed, and nothing else") {
  const TemporaryFolder folder;
  const auto put = [&](const std::string& name) {
    std::ofstream(folder / name) << (name.starts_with("empty") ? "" : "something");
    return folder / name;
  };
  const fs::path empty = put("empty.png.12-0.quicksand-part");
  const fs::path left = put("world.png.aB3xYz.quicksand-part");
  const fs::path written = put("other.png.aB3xYz.quicksand-part");
  const std::vector<fs::path> others{put("world.png"), put("world.png.backup"), put("world.png.aB3xYz")};
  const auto lock = FileLock::try_take(written);
  REQUIRE(lock->has_value());
  remove_leftovers(folder.path());
  remove_leftovers(folder / "nowhere");
  CHECK_FALSE(fs::exists(empty));
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(written));
  for (const fs::path& other : others) CHECK(fs::exists(other));
  const fs::path again = put("again.png.12-0.quicksand-part");
  REQUIRE(write_file_atomically(folder / "settings.json", "{}").ok());  // any write to the folder does it
  CHECK_FALSE(fs::exists(again));
  CHECK(fs::exists(written));
}

TEST_CASE("who writes into a folder waits for nobody that has locked it") {
  const TemporaryFolder folder;
  const int held = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(::flock(held, LOCK_EX) == 0);
  CHECK(write_file_atomically(folder / "save.png", "all").ok());
  CHECK(check_writable(folder / "other.png").ok());
  ::close(held);
}

TEST_CASE("what is written as a file of its own never takes the place of another, however many write at once") {
  const TemporaryFolder folder;
  constexpr int kWriters = 6;
  constexpr int kFiles = 40;
  REQUIRE(write_file_atomically(folder / "shots/a.b.gif", "was there").ok());
  fs::create_symlink("nowhere", folder / "shots/a.b-2.gif");
  std::mutex mutex;
  std::set<fs::path> paths;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer)
    writers.emplace_back([&, writer] {
      for (int i = 0; i < kFiles; ++i) {
        const std::string text = std::to_string(writer) + " " + std::to_string(i);
        const Result<fs::path> written = write_new_file(folder / "shots/a.b.gif", text);
        const std::lock_guard lock(mutex);
        if (written && *read_file(*written, 100) == text) paths.insert(*written);
      }
    });
  for (std::thread& writer : writers) writer.join();
  CHECK(paths.size() == kWriters * kFiles);
  CHECK(paths.contains(folder / "shots/a.b-3.gif"));
  CHECK(*read_file(folder / "shots/a.b.gif", 100) == "was there");
  CHECK(std::distance(fs::directory_iterator(folder / "shots"), fs::directory_iterator()) == kWriters * kFiles + 2);
}

TEST_CASE("many write into one folder at once, and clean up behind others: all is written, and nothing left") {
  const TemporaryFolder folder;
  constexpr int kWriters = 6;
  std::vector<std::thread> writers;
  std::atomic<int> failed = 0;
  std::atomic<int> at_work = kWriters;
  for (int writer = 0; writer < kWriters; ++writer)
    writers.emplace_back([&, writer] {
      // Two at a time write the same file.
      const fs::path file = folder / std::to_string(writer / 2);
      for (int i = 0; i < 60; ++i)
        if (!write_file_atomically(file, std::string(1 + 1000 * static_cast<size_t>(i), 'x')).ok() ||
            !check_writable(folder / "new").ok())
          ++failed;
      --at_work;
    });
  while (at_work > 0) remove_leftovers(folder.path());
  for (std::thread& writer : writers) writer.join();
  CHECK(failed == 0);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == kWriters / 2);
  for (int i = 0; i < kWriters / 2; ++i) CHECK(read_file(folder / std::to_string(i), 1 << 20)->size() == 59'001);
}

TEST_CASE("what is no file is refused at once") {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const fs::path& place : {pipe, fs::path("/dev/zero"), fs::path("/dev/null")})
    CHECK(read_file(place, 100).failure().text() ==
          place.string() + ": this is a pipe, a socket or a device, not a file");
}

TEST_CASE("devices take what is written to them, and pipes and links in a circle are refused: all stay what they are") {
  const TemporaryFolder folder;
  CHECK(write_file_atomically("/dev/null", "gone").ok());
  CHECK(check_writable("/dev/null").ok());
  CHECK(std::filesystem::is_character_file("/dev/null"));
  std::filesystem::create_symlink("/dev/null", folder / "null");
  CHECK(write_file_atomically(folder / "null", "gone").ok());
  CHECK(std::filesystem::is_symlink(folder / "null"));
  CHECK(write_file_atomically("/dev/full", "too much").failure().text() ==
        "/dev/full: cannot be written: No space left on device");
  const std::filesystem::path pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_FALSE(write_file_atomically(pipe, "text").ok());
  CHECK_FALSE(check_writable(pipe).ok());
  CHECK(std::filesystem::is_fifo(pipe));
  std::filesystem::create_symlink("b", folder / "a");
  std::filesystem::create_symlink("a", folder / "b");
  CHECK_FALSE(write_file_atomically(folder / "a", "text").ok());
  CHECK(std::filesystem::is_symlink(folder / "a"));
}

TEST_CASE("a link stays a link, and a file keeps its permissions") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "real");
  const fs::path file = folder / "real/settings.json";
  const fs::path link = folder / "settings.json";
  const fs::path second = folder / "second.json";
  fs::create_symlink("real/settings.json", link);
  fs::create_symlink(link, second);
  for (const fs::path& place : {link, second, file}) {
    REQUIRE(write_file_atomically(place, place.string()).ok());
    CHECK(fs::is_symlink(link));
    CHECK(fs::is_symlink(second));
    CHECK(*read_file(file, 1000) == place.string());
  }
  for (const fs::perms perms : {fs::perms(0600), fs::perms(0640), fs::perms(0664)}) {
    fs::permissions(file, perms);
    REQUIRE(write_file_atomically(link, "x").ok());
    CHECK(fs::status(file).permissions() == perms);
  }
  const mode_t before = umask(0027);
  REQUIRE(write_file_atomically(folder / "new", "x").ok());
  umask(before);
  CHECK(fs::status(folder / "new").permissions() == fs::perms(0640));
}
