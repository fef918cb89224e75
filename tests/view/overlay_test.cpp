#include "view/overlay.h"

#include <catch2/catch.hpp>

#include "io/assets.h"
#include "sim/tick/sandbox.h"
#include "view/cell_window.h"
#include "view/glowing.h"

using namespace quicksand;

TEST_CASE("a grain in the air shows the number that a cell of the same kind shows") {
  const Result<MaterialSet> core = load_materials("core");
  REQUIRE(core.ok());
  const uint8_t sand = *core->table->find("sand");
  Sandbox world({16, 16}, 1, Border::kWall, core->table);
  PaintCommand paint;
  paint.entries = {sand};
  paint.wetness = uint8_t{90};
  paint.from = paint.to = {3, 15};
  world.paint(paint);
  paint.from = paint.to = {8, 4};
  paint.velocity = Velocity{0, -0.1};
  world.paint(paint);
  REQUIRE(world.airborne().x.size() == 1);
  REQUIRE(world.entry_at({8, 4}) == 0);

  MotionTrail trail;
  trail.follow(world);
  const auto values = [&](DisplayMode mode) {
    CellWindow window;
    look_at(world, core->looks, {0, 0, 16, 16}, 1, {mode, sand}, &trail, window);
    REQUIRE(window.at(8, 4).entry == sand);
    return std::pair(window.at(8, 4).value, window.at(3, 15).value);
  };
  for (const DisplayMode mode : {DisplayMode::kPlain, DisplayMode::kFancy, DisplayMode::kActivity, DisplayMode::kDensity,
                                 DisplayMode::kWetness, DisplayMode::kHighlight}) {
    const auto [in_the_air, at_rest] = values(mode);
    INFO(info_of(mode).name);
    CHECK(in_the_air > 0);
    CHECK((in_the_air == at_rest || mode == DisplayMode::kActivity));
  }
  CHECK(values(DisplayMode::kActivity).first > values(DisplayMode::kActivity).second);
  CHECK(values(DisplayMode::kAirborne).first > values(DisplayMode::kAirborne).second);
}

TEST_CASE("in every mode with numbers something has a colour") {
  for (size_t i = 0; i < kDisplayModes.size(); ++i) {
    const auto mode = static_cast<DisplayMode>(i);
    int coloured = 0;
    for (const OverlayColour& colour : overlay_colours(mode))
      coloured += colour.scale == Rgb{} && colour.offset == Rgb{} ? 0 : 1;
    INFO(kDisplayModes[i].name);
    CHECK((coloured > 0) == has_overlay(mode));
  }
}

TEST_CASE("in the fancy mode a cell's value is its wetness, or how hot it is, or its spark") {
  for (int wetness = 0; wetness < 256; ++wetness) {
    const uint8_t value = value_of_wetness(static_cast<uint8_t>(wetness));
    CHECK(value <= kMostWetValue);
    CHECK(std::abs(wetness_of_value(value) - wetness) <= 2);
  }
  CHECK(value_of_heat(kLeastGlow - 1) == 0);
  uint8_t before = 0;
  for (int degrees = kLeastGlow; degrees < 9000; degrees += 7) {
    const uint8_t value = value_of_heat(degrees);
    CHECK((value >= kFirstHotValue && value <= kLastHotValue && value >= before));
    before = value;
  }
  CHECK(before == kLastHotValue);
  CHECK(value_of_charge(17, 17) == 255);
  CHECK(value_of_charge(17, 17 - kSparkTrail) == 0);
  CHECK(value_of_charge(17, 0) == 0);
  CHECK(value_of_charge(0, 5) == 0);

  // Whatever the surroundings are like: a bar of iron, and one that conducts.
  const Result<MaterialSet> core = load_materials("core");
  REQUIRE(core.ok());
  for (const int ambient : {-273, -200, 20, 33, 400}) {
    Sandbox world({40, 10}, 1, Border::kWall, core->table);
    SandboxSettings settings;
    settings.ambient = ambient * 8;
    world.set(settings);
    PaintCommand bar;
    bar.shape = Shape::kRect;
    bar.entries = {*core->table->find("stone")};
    for (const auto& [x, degrees] : {std::pair(0, -273), {10, 20}, {20, 1000}, {30, 7900}}) {
      bar.from = {x, 0};
      bar.to = {x + 4, 9};
      bar.temperature = degrees * 8;
      world.paint(bar);
    }
    CellWindow window;
    look_at(world, core->looks, {0, 0, 40, 10}, 1, {.mode = DisplayMode::kFancy}, nullptr, window);
    INFO("ambient " << ambient);
    CHECK(window.at(2, 5).value == 0);
    CHECK(window.at(12, 5).value == 0);
    CHECK(std::abs(window.at(22, 5).value - value_of_heat(1000)) <= 2);
    CHECK(window.at(32, 5).value == kLastHotValue);
    CHECK(window.at(8, 5).value == 0);
  }
}

TEST_CASE("a legend goes from value to value, each with a colour of its own, and says what it is") {
  int legends = 0;
  for (size_t i = 0; i < kDisplayModes.size(); ++i) {
    const auto mode = static_cast<DisplayMode>(i);
    const std::span<const LegendMark> marks = legend(mode);
    if (marks.empty()) continue;
    ++legends;
    const auto colours = overlay_colours(mode);
    for (size_t k = 1; k < marks.size(); ++k) {
      INFO(info_of(mode).name << ": " << marks[k].label);
      CHECK(marks[k].value > marks[k - 1].value);
      const OverlayColour& here = colours[marks[k].value];
      const OverlayColour& before = colours[marks[k - 1].value];
      CHECK(!(here.scale == before.scale && here.offset == before.offset));
    }
  }
  CHECK(legends == 2);
}
