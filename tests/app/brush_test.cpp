#include "app/brush.h"

#include <catch2/catch.hpp>

using namespace quicksand;

TEST_CASE("a freehand drag joins its steps") {
  Brush brush;
  Drag drag;
  drag.begin(DragShape::kFreehand, 3, {10, 10});
  const auto first = drag.move(brush, {10, 10});
  const auto second = drag.move(brush, {90, 40});
  REQUIRE(first);
  REQUIRE(second);
  CHECK(second->from == CellPos{10, 10});
  CHECK(second->to == CellPos{90, 40});
  CHECK(second->entries == std::vector<uint8_t>{3});
  CHECK(second->onto == Onto::kEmpty);
  CHECK(drag.end(brush, {95, 40})->from == CellPos{90, 40});
  CHECK_FALSE(drag.active());
  CHECK_FALSE(drag.move(brush, {1, 1}));
}

TEST_CASE("lines and rectangles paint once, when the button goes up") {
  Brush brush;
  Drag drag;
  drag.begin(DragShape::kRect, 3, {10, 10});
  CHECK_FALSE(drag.move(brush, {50, 50}));
  const auto rect = drag.end(brush, {60, 20});
  REQUIRE(rect);
  CHECK(rect->shape == Shape::kRect);
  CHECK(rect->from == CellPos{10, 10});
  CHECK(rect->to == CellPos{60, 20});
}

TEST_CASE("erasing takes everything; a brush that replaces does too") {
  Brush brush;
  CHECK(brush_command(brush, DragShape::kFreehand, 0, {}, {}).onto == Onto::kAny);
  brush.replace = true;
  CHECK(brush_command(brush, DragShape::kFreehand, 4, {}, {}).onto == Onto::kAny);
}

TEST_CASE("a wet brush paints wet, and erases as ever") {
  Brush brush;
  CHECK_FALSE(brush_command(brush, DragShape::kFreehand, 4, {}, {}).wetness);
  brush.wetness = 70;
  CHECK(brush_command(brush, DragShape::kFreehand, 4, {}, {}).wetness == 70);
  CHECK_FALSE(brush_command(brush, DragShape::kFreehand, 0, {}, {}).wetness);
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

TEST_CASE("a throw starts where the drag began, the faster the longer it was, up to the limit") {
  Brush brush;
  const PaintCommand throwing = thrown_command(brush, 3, {10, 20}, {46, 11});
  CHECK(throwing.from == CellPos{10, 20});
  CHECK(throwing.to == CellPos{10, 20});
  REQUIRE(throwing.velocity.has_value());
  CHECK(throwing.velocity->x == Approx(2));
  CHECK(throwing.velocity->y == Approx(-0.5));
  CHECK(thrown_command(brush, 3, {0, 0}, {9999, -9999}).velocity == Velocity{kMaxForceSpeed, -kMaxForceSpeed});
}

TEST_CASE("tools push outwards or inwards, a larger brush farther, and wind goes along with the pointer") {
  Brush brush;
  const ForceCommand small = tool_force(brush, Tool::kBlast, {5, 6}, 0, 0);
  CHECK(small.at == CellPos{5, 6});
  brush.width = 60;
  const ForceCommand large = tool_force(brush, Tool::kBlast, {5, 6}, 0, 0);
  CHECK(large.radius > small.radius);
  CHECK(large.outward > small.outward);
  CHECK(large.outward <= kMaxForceSpeed);
  CHECK(tool_force(brush, Tool::kBlow, {5, 6}, 4, 0).x > 0);
  CHECK(tool_force(brush, Tool::kSuck, {5, 6}, 0, 0).outward < 0);
}
