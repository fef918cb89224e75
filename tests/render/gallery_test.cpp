// The pictures of docs/gallery.md are what the game draws.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "io/files.h"
#include "io/picture_file.h"
#include "io/png.h"
#include "io/temporary_folder.h"
#include "main/program.h"

using namespace quicksand;

namespace {

Image read_picture(const std::filesystem::path& file) {
  const Result<std::string> bytes = read_file(file, 1 << 26);
  INFO((bytes ? "" : bytes.failure().text()));
  REQUIRE(bytes.ok());
  Result<Image> image = decode_picture(*bytes, file.string());
  REQUIRE(image.ok());
  return std::move(*image);
}

// Draws these scenes, or all, and returns how many pictures are as they are in the gallery.
int check_gallery(const std::string& scenes) {
  const TemporaryFolder folder;
  const std::filesystem::path root = QUICKSAND_SOURCE;
  const std::string tool = (root / "tools/make_gallery").string();
  REQUIRE(shell(tool + " " + folder.path().string() + " " + QUICKSAND_PROGRAM + " " + scenes).exit_code == 0);
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    const Image expected = read_picture(root / "docs/gallery" / name);
    const Image drawn = read_picture(entry.path());
    REQUIRE(drawn.size == expected.size);
    Image difference(drawn.size);
    double sum = 0;
    for (size_t i = 0; i < drawn.rgba.size(); ++i) {
      const int off = std::abs(int{drawn.rgba[i]} - int{expected.rgba[i]});
      sum += off;
      difference.rgba[i] = i % 4 == 3 ? uint8_t{255} : static_cast<uint8_t>(std::min(255, off * 8));
    }
    // Another version of the driver may round otherwise, by a step here and there.
    const double mean = sum / static_cast<double>(drawn.rgba.size());
    if (mean >= 0.5) {
      const std::string file = std::filesystem::temp_directory_path() / ("difference-" + name);
      REQUIRE(write_file_atomically(file, encode_png(difference)).ok());
      WARN("the difference, eight times stronger, is in " << file << "; tools/make_gallery draws the gallery anew");
    }
    INFO(name << " differs by " << mean << " of 255 on average");
    CHECK(mean < 0.5);
    ++pictures;
  }
  return pictures;
}

}  // namespace

TEST_CASE("the gallery shows what the game draws", "[threads][thorough]") {
  CHECK(check_gallery("cave footprints disc-letters") == 3);
}

TEST_CASE("the whole gallery shows what the game draws", "[.slow]") {
  const auto pictures = std::filesystem::directory_iterator(std::filesystem::path(QUICKSAND_SOURCE) / "docs/gallery");
  CHECK(check_gallery("") == std::distance(begin(pictures), end(pictures)));
}
