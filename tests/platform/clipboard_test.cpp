#include "platform/clipboard.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "io/environment_word.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

// In place of xclip, for as long as this lives.
class Xclip {
 public:
  explicit Xclip(const std::string& script) {
    const std::string file = (folder_ / "xclip").string();
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }

 private:
  TemporaryFolder folder_;
  EnvironmentWord path_{"PATH", folder_.path().string() + ":/usr/bin:/bin"};
};

}  // namespace

TEST_CASE("a picture in the clipboard is what its program hands over, at once or bit by bit") {
  {
    const Xclip xclip("printf picture");
    CHECK(read_picture().value() == "picture");
  }
  const Xclip xclip("for part in p i c t u r e; do printf $part; sleep 0.05; done");
  CHECK(read_picture().value() == "picture");
}

TEST_CASE("a clipboard without a picture has none") {
  const Xclip xclip("echo 'Error: target image/png not available' >&2; exit 1");
  const Result<std::optional<std::string>> read = read_picture();
  REQUIRE(read.ok());
  CHECK_FALSE(read->has_value());
}

// Each would go on for an hour, which the test's time limit sees.
TEST_CASE("who hands a picture over, or takes one, bit by bit for ever is not waited for") {
  for (const std::string pause : {"0.3", "3600"}) {
    const Xclip xclip("while true; do printf x; sleep " + pause + "; done");
    const Result<std::optional<std::string>> read = read_picture();
    REQUIRE_FALSE(read.ok());
    CHECK(read.failure().text().find("does not hand it over") != std::string::npos);
  }
  const Xclip xclip("while true; do dd bs=4096 count=1 of=/dev/null 2>/dev/null; sleep 0.3; done");
  const Status copied = copy_picture(std::string(size_t{1} << 20, 'x'));
  REQUIRE_FALSE(copied.ok());
  CHECK(copied.failure().text().find("does not take the picture") != std::string::npos);
}
