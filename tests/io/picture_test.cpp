#include <catch2/catch.hpp>

#include "app/open_world.h"
#include "io/files.h"
#include "io/picture_import.h"
#include "io/png.h"
#include "io/temporary_folder.h"

using namespace quicksand;

TEST_CASE("a picture without a state becomes the materials of the nearest colours") {
  const TemporaryFolder folder;
  Image image({3, 2});
  const uint8_t colours[6][4] = {{0xdc, 0xb6, 0x61, 255}, {0x2f, 0x6f, 0xd6, 255}, {0x0c, 0x0f, 0x16, 255},
                                 {0xd8, 0xb0, 0x66, 255}, {0x30, 0x70, 0xd0, 255}, {0x80, 0xe8, 0x38, 255}};
  for (int i = 0; i < 6; ++i) std::copy_n(colours[i], 4, image.pixel(i % 3, i / 3));
  REQUIRE(write_file_atomically(folder / "p.png", encode_png(image)).ok());
  WorldRequest request;
  request.scene = (folder / "p.png").string();
  const Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  const World& world = *opened->world;
  CHECK(world.size() == GridSize{3, 2});
  const char* const expected[] = {"sand", "water", "void", "sand", "water", "acid"};
  for (int i = 0; i < 6; ++i) CHECK(world.entry_names()[world.entry_at({i % 3, i / 3})] == expected[i]);
}

TEST_CASE("transparent pixels are empty") {
  Image image({1, 1});
  std::copy_n(std::initializer_list<uint8_t>{0xdc, 0xb6, 0x61, 40}.begin(), 4, image.pixel(0, 0));
  const Looks looks{{"", "", "", {0, 0, 0}}, {"", "", "", {0xdc, 0xb6, 0x61}}};
  CHECK(nearest_entries(image, looks)[0] == 0);
}

TEST_CASE("what is no picture is refused") {
  CHECK(decode_picture("hello", "x").failure().text() ==
        "x: is not a picture that can be read (PNG, JPEG, BMP or GIF)");
  Image wide({16385, 1});
  CHECK(decode_picture(encode_png(wide), "x").failure().text() ==
        "x: the picture has 16385x1 pixels; the most is 16384x16384");
}
