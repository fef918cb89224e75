#include "io/files.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "io/temporary_folder.h"

using namespace quicksand;
namespace fs = std::filesystem;

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
