#include "view/open_sky.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace quicksand;

namespace {

constexpr uint8_t kRock = 1;
constexpr uint8_t kGlass = 2;

Looks looks() {
  Looks looks(3);
  looks[kRock].opacity = 90;
  looks[kGlass].opacity = 8;
  return looks;
}

class Drawing {
 public:
  explicit Drawing(GridSize size) {
    window_.world = window_.size = size;
    window_.rect = {0, 0, size.width, size.height};
    window_.cells.resize(static_cast<size_t>(size.cells()));
  }

  void fill(CellRect rect, uint8_t entry) {
    for (int y = std::max(rect.y, 0); y < std::min(rect.y + rect.height, window_.size.height); ++y)
      for (int x = std::max(rect.x, 0); x < std::min(rect.x + rect.width, window_.size.width); ++x)
        window_.cells[static_cast<size_t>(y * window_.size.width + x)].entry = entry;
  }

  // A frame of rock round what is within.
  void frame(CellRect within, int thick) {
    fill({within.x - thick, within.y - thick, within.width + 2 * thick, within.height + 2 * thick}, kRock);
    fill(within, 0);
  }

  Drawing mirrored() const {
    Drawing mirrored(window_.size);
    const auto width = static_cast<size_t>(window_.size.width);
    for (size_t i = 0; i < window_.cells.size(); ++i)
      mirrored.window_.cells[i / width * width + width - 1 - i % width] = window_.cells[i];
    return mirrored;
  }

  OpenSky open() const {
    OpenSky open;
    find_open_sky(looks(), window_, open);
    return open;
  }

  CellWindow& window() { return window_; }
  uint8_t entry(int x, int y) const { return window_.at(x, y).entry; }

 private:
  CellWindow window_;
};

uint8_t at(const OpenSky& open, CellPos cell) { return open.at(cell.x / kOpenSkySquare, cell.y / kOpenSkySquare); }

struct Dice {
  std::mt19937 random;
  int from(int least, int most) { return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1)); }
};

}  // namespace

TEST_CASE("behind thin shapes in the air the sky is seen everywhere", "[open-sky]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Dice dice{std::mt19937(seed)};
    Drawing drawing({320, 180});
    // Bars and rings, as letters have them, apart from one another.
    for (int i = 0; i < 7; ++i) {
      const int thick = dice.from(1, 4);
      const CellPos corner{20 + 40 * i, dice.from(20, 120)};
      if (dice.from(0, 1) == 0)
        drawing.frame({corner.x, corner.y, dice.from(2, 12), dice.from(2, 30)}, thick);
      else
        drawing.fill({corner.x, corner.y, dice.from(1, 30), thick}, kRock);
    }
    const OpenSky open = drawing.open();
    CAPTURE(seed);
    CHECK(*std::min_element(open.shares.begin(), open.shares.end()) >= 240);
  }
}

TEST_CASE("a cave under enough rock is within, whatever its size and place", "[open-sky]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Dice dice{std::mt19937(seed)};
    // Under a small cave's roof of 24 cells there is rock all around; a hall of any size needs as much as is around.
    const bool is_hall = seed % 2 == 0;
    const int roof = is_hall ? kAround : 24;
    Drawing drawing({640, 400});
    const int ground = dice.from(4, 60);
    drawing.fill({0, ground, 640, 400 - ground}, kRock);
    const int size = is_hall ? 250 : 40;
    const CellRect cave{dice.from(roof, 300), ground + roof + dice.from(0, 20), dice.from(2, size), dice.from(2, size)};
    drawing.fill(cave, 0);
    const OpenSky open = drawing.open();
    CAPTURE(seed);
    int most = 0;
    for (int y = cave.y + 2; y < std::min(cave.y + cave.height - 2, 400); ++y)
      for (int x = cave.x + 2; x < cave.x + cave.width - 2; ++x) most = std::max<int>(most, at(open, {x, y}));
    CHECK(most == 0);
    CHECK(at(open, {2, 2}) == 255);
  }
}

TEST_CASE("the way into a cave gets darker step by step", "[open-sky]") {
  Drawing drawing({400, 300});
  drawing.fill({0, 20, 400, 280}, kRock);
  drawing.fill({0, 20, 60, 160}, 0);
  drawing.fill({60, 160, 300, 20}, 0);
  const OpenSky open = drawing.open();
  CHECK(at(open, {30, 170}) == 255);
  CHECK(at(open, {340, 170}) == 0);
  int steps = 0;
  for (int x = 60; x < 340; x += kOpenSkySquare) {
    const int here = at(open, {x, 170});
    const int next = at(open, {x + kOpenSkySquare, 170});
    CHECK(next <= here);
    CHECK(here - next < 40);
    if (next < here) ++steps;
  }
  CHECK(steps > 10);
}

TEST_CASE("more rock never opens a place, and what is mirrored is mirrored", "[open-sky]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Dice dice{std::mt19937(seed)};
    Drawing drawing({dice.from(8, 100) * 2, dice.from(8, 60) * 2});
    for (int i = 0; i < 30; ++i)
      drawing.fill({dice.from(-10, 200), dice.from(-10, 120), dice.from(1, 40), dice.from(1, 12)},
                   dice.from(0, 3) == 0 ? uint8_t{0} : kRock);
    const OpenSky before = drawing.open();
    const OpenSky mirrored = drawing.mirrored().open();
    CAPTURE(seed);
    bool is_mirrored = true;
    for (int y = 0; y < before.size.height; ++y)
      for (int x = 0; x < before.size.width; ++x)
        is_mirrored = is_mirrored && before.at(x, y) == mirrored.at(before.size.width - 1 - x, y);
    CHECK(is_mirrored);
    drawing.fill({dice.from(0, 180), dice.from(0, 100), dice.from(1, 60), dice.from(1, 30)}, kRock);
    const OpenSky after = drawing.open();
    bool is_darker = true;
    for (size_t i = 0; i < before.shares.size(); ++i) is_darker = is_darker && after.shares[i] <= before.shares[i];
    CHECK(is_darker);
  }
}

TEST_CASE("glass lets the sky be seen, a lid above the window does not", "[open-sky]") {
  Drawing house({200, 300});
  house.fill({0, 100, 200, 200}, kRock);
  house.fill({80, 200, 40, 40}, 0);
  CHECK(at(house.open(), {100, 220}) == 0);
  house.fill({80, 100, 40, 100}, kGlass);
  CHECK(at(house.open(), {100, 220}) == 255);

  Drawing air({200, 100});
  air.window().rect.y = 50;
  air.window().sky_above.assign(200, 0);
  CHECK(at(air.open(), {100, 50}) == 0);
  std::fill_n(air.window().sky_above.begin(), 100, uint8_t{255});
  CHECK(at(air.open(), {50, 50}) == 255);
}

TEST_CASE("distances are those of cells, however coarse the samples are", "[open-sky]") {
  // A tunnel into rock; where it is half dark lies the same.
  for (const int step : {1, 2, 4, 8}) {
    Drawing drawing({800 / step, 400 / step});
    drawing.window().step = step;
    drawing.window().rect = {0, 0, 800, 400};
    drawing.window().world = {800, 400};
    drawing.fill({0, 0, 800 / step, 400 / step}, kRock);
    drawing.fill({0, 0, 160 / step, 256 / step}, 0);
    drawing.fill({0, 224 / step, 800 / step, 32 / step}, 0);
    const OpenSky open = drawing.open();
    int half = 160;
    while (open.at(half / step / kOpenSkySquare, 240 / step / kOpenSkySquare) > 128) ++half;
    CAPTURE(step);
    // The flattest look at the sky reaches 64 cells in, and half of the ways that count is a little more.
    CHECK(half >= 224);
    CHECK(half <= 224 + 24);
  }
}

TEST_CASE("a window of any size has a bounded number of squares, and a large cave in it is as dark", "[open-sky]") {
  for (const int width : {300, 1000, 1025, 2600, 4096}) {
    Drawing drawing({width, width / 2});
    drawing.fill({0, width / 8, width, width}, kRock);
    drawing.fill({width / 4, width / 4 + kAround, width / 4, width / 16}, 0);
    const OpenSky open = drawing.open();
    CAPTURE(width);
    CHECK(open.size.width <= kMostOpenSkySquares);
    CHECK(open.size.width * open.square >= width);
    CHECK(open.at(open.size.width / 2, 0) == 255);
    const int row = (width / 4 + kAround + width / 32) / open.square;
    CHECK(open.at(width * 3 / 8 / open.square, row) == 0);
  }
}
