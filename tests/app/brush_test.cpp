#include "app/brush.h"

#include <catch2/catch.hpp>

using namespace quicksand;

TEST_CASE("erasing takes everything, a brush that draws over others does too") {
  Brush brush;
  CHECK(brush_command(brush, StrokeShape::kFreehand, {0}, {}, {}).onto == Onto::kAny);
  brush.covers = Covers::kAll;
  CHECK(brush_command(brush, StrokeShape::kFreehand, {4}, {}, {}).onto == Onto::kAny);
}

TEST_CASE("a wet brush paints wet, and erases as ever") {
  Brush brush;
  CHECK_FALSE(brush_command(brush, StrokeShape::kFreehand, {4}, {}, {}).wetness);
  brush.wetness = 70;
  CHECK(brush_command(brush, StrokeShape::kFreehand, {4}, {}, {}).wetness == 70);
  CHECK_FALSE(brush_command(brush, StrokeShape::kFreehand, {0}, {}, {}).wetness);
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

TEST_CASE("a brush that keeps to what it starts on leaves all else, erasing too") {
  Brush brush;
  brush.covers = Covers::kAlike;
  for (const uint8_t entry : {0, 4}) {
    const PaintCommand command = brush_command(brush, StrokeShape::kRect, {entry, 7}, {}, {});
    CHECK(command.onto == Onto::kEntry);
    CHECK(command.onto_entry == 7);
  }
}

TEST_CASE("a brush in mirrors draws once for each of them, and once for both") {
  Brush brush;
  const PaintCommand dab = brush_command(brush, StrokeShape::kFreehand, {4}, {10, 20}, {10, 20});
  CHECK(with_symmetry(dab, Symmetry::kNone, {100, 60}).size() == 1);
  CHECK(with_symmetry(dab, Symmetry::kLeftRight, {100, 60})[1].from == CellPos{89, 20});
  CHECK(with_symmetry(dab, Symmetry::kUpDown, {100, 60})[1].from == CellPos{10, 39});
  const auto four = with_symmetry(dab, Symmetry::kBoth, {100, 60});
  REQUIRE(four.size() == 4);
  CHECK(std::ranges::any_of(four, [](const PaintCommand& one) { return one.from == CellPos{89, 39}; }));
}
