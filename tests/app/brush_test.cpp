#include "app/brush.h"

#include <catch2/catch.hpp>

using namespace quicksand;

TEST_CASE("erasing takes everything; a brush that replaces does too") {
  Brush brush;
  CHECK(brush_command(brush, StrokeShape::kFreehand, 0, {}, {}).onto == Onto::kAny);
  brush.replace = true;
  CHECK(brush_command(brush, StrokeShape::kFreehand, 4, {}, {}).onto == Onto::kAny);
}

TEST_CASE("a wet brush paints wet, and erases as ever") {
  Brush brush;
  CHECK_FALSE(brush_command(brush, StrokeShape::kFreehand, 4, {}, {}).wetness);
  brush.wetness = 70;
  CHECK(brush_command(brush, StrokeShape::kFreehand, 4, {}, {}).wetness == 70);
  CHECK_FALSE(brush_command(brush, StrokeShape::kFreehand, 0, {}, {}).wetness);
}

TEST_CASE("a brush grows and shrinks within its limits") {
  Brush brush;
  brush.grow(-100);
  CHECK(brush.width == 1);
  brush.grow(1);
  CHECK(brush.width == 2);
  brush.grow(1000);
  CHECK(brush.width == Brush::kMaxWidth);
}
