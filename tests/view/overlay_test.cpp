#include "view/overlay.h"

#include <catch2/catch.hpp>

#include "io/assets.h"
#include "sim/tick/sandbox.h"
#include "view/cell_window.h"

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
