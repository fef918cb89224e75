// The fancy picture, which is the usual one, comes from OpenGL; that needs no display. These are left out where the
// program is built without it.
#include <catch2/catch.hpp>

#include "main/picture.h"

using namespace quicksand;

TEST_CASE("the usual picture of a headless run is the fancy one", "[thorough]") {
  const TemporaryFolder folder;
  const Image usual = picture(folder, "");
  CHECK(usual.rgba == picture(folder, "--display fancy --renderer gl").rgba);
  CHECK(usual.rgba != picture(folder, "--renderer cpu").rgba);
  CHECK(picture(folder, "--scale 3").size == GridSize{480, 480});
}

TEST_CASE("a preset of effects is what its effects are one by one", "[thorough]") {
  const TemporaryFolder folder;
  const Image low = picture(folder, "--effects low");
  CHECK(low.rgba == picture(folder, "--effects very-high,blur=1,light=1,bloom=1,dither=1,edges=1").rgba);
  CHECK(low.rgba != picture(folder, "--effects low,light=0").rgba);
  CHECK(low.rgba != picture(folder, "").rgba);
}

TEST_CASE("OpenGL draws the plain picture as well") {
  const TemporaryFolder folder;
  CHECK(picture(folder, "--display plain --renderer gl").size == GridSize{160, 160});
}

TEST_CASE("each run of some seeds is drawn in the colours of the world that its script opens") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const auto write = [&](const std::string& name, const std::string& number, const std::string& text) {
    REQUIRE(write_file_atomically(at + name + number + (number.empty() ? "" : ".json"), text).ok());
  };
  for (const auto& [number, colour] : {std::pair{"1", "#e02020"}, {"2", "#20c040"}}) {
    write("/set", number,
          std::string(
              R"({"format": "quicksand-materials/1", "materials": [{"name": "stuff", "static": true, "colour": ")") +
              colour + "\"}]}");
    write("/scene", number,
          std::string(R"({"format": "quicksand-scene/1", "size": [32, 32], "materials": "set)") + number +
              R"(.json", "paint": [{"shape": "rect", "at": [4, 12], "size": [24, 16], "material": "stuff"}]})");
  }
  write("/script.txt", "", "open " + at + "/scene{seed}.json\n");
  const auto drawn = [&](const std::string& options, const std::string& target, const std::string& file) {
    const Output output =
        quicksand_stderr("--headless --renderer gl --ticks 1 " + options + " --screenshot " + at + target);
    INFO(options << ": " << output.text);
    REQUIRE(output.exit_code == 0);
    return decode_picture(*read_file(at + file, 1 << 24), "picture")->rgba;
  };
  const auto run_of_2 =
      drawn("--scene " + at + "/scene1.json --run " + at + "/script.txt --seeds 1..2", "/{seed}.png", "/2.png");
  CHECK(run_of_2 == drawn("--scene " + at + "/scene2.json", "/alone.png", "/alone.png"));
  CHECK(run_of_2 != drawn("--scene " + at + "/scene1.json", "/other.png", "/other.png"));
}
