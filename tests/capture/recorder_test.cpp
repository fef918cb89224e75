#include "capture/recorder.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/play.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

// Runs a world for 10 ticks with a picture every 4, and returns the names of the files that are left.
std::vector<std::string> record(const TemporaryFolder& folder, const std::string& name) {
  Session session = play("hourglass", 0);
  const Capture capture(PictureSource(), session.looks(), {DisplayMode::kPlain}, 1);
  const std::string file = (folder / name).string();
  Recorder recorder(capture, file, 4);
  REQUIRE(recorder.follow(session.world(), 0).ok());
  for (uint64_t tick = 1; tick <= 10; ++tick) {
    session.tick();
    REQUIRE(recorder.follow(session.world(), tick).ok());
  }
  REQUIRE(recorder.finish().ok());
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("a recording is an animation or numbered pictures, by its name") {
  CHECK(is_recording_name("run.gif"));
  CHECK(is_recording_name("folder/run.png"));
  CHECK_FALSE(is_recording_name("run.jpg"));
  CHECK_FALSE(is_recording_name("run"));
  CHECK_FALSE(is_recording_name(""));
}

TEST_CASE("pictures are taken every so many ticks, from the start on, and numbered") {
  const TemporaryFolder folder;
  CHECK(record(folder, "run.png") == std::vector<std::string>{"run-00001.png", "run-00002.png", "run-00003.png"});
}

TEST_CASE("an animation is one file, written at the end") {
  const TemporaryFolder folder;
  CHECK(record(folder, "run.gif") == std::vector<std::string>{"run.gif"});
}
