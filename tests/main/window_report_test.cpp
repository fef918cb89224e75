// What the program says before it opens its window.
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

#include "io/temporary_folder.h"
#include "main/program.h"

using namespace quicksand;

TEST_CASE("a report of the window goes into a folder that is there") {
  const TemporaryFolder folder;
  const std::string file = (folder / "none/frames.json").string();
  CHECK(holds(complaint("--report " + file), "there is no folder " + (folder / "none").string()));
  CHECK_FALSE(std::filesystem::exists(folder / "none"));
}
