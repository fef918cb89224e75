#include "app/brush.h"

#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "io/png.h"

using namespace quicksand;

namespace {

using Cells = std::vector<RowSpan>;

// A picture of pixels with an alpha channel, 0xaabbggrr each: a BMP, as our PNG has none.
std::string bitmap(GridSize size, const std::function<uint32_t(int x, int y)>& pixel) {
  std::string bytes = "BM";
  const auto put = [&](uint32_t value, int count = 4) {
    for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i & 255);
  };
  constexpr uint32_t kHeader = 122;
  for (const uint32_t value : {kHeader + 4 * static_cast<uint32_t>(size.cells()), 0U, kHeader, 108U}) put(value);
  put(static_cast<uint32_t>(size.width));
  put(static_cast<uint32_t>(-size.height));  // from above
  put(1, 2);
  put(32, 2);
  for (const uint32_t value : {3U, 0U, 0U, 0U, 0U, 0U, 0xffU, 0xff00U, 0xff0000U, 0xff000000U}) put(value);
  bytes.resize(kHeader, '\0');
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) put(pixel(x, y));
  return bytes;
}

std::shared_ptr<const BrushPicture> decoded(const std::string& bytes) {
  const auto picture = BrushPicture::decode(bytes, "test", "test.png");
  INFO((picture ? "" : picture.failure().text()));
  REQUIRE(picture.ok());
  return *picture;
}

}  // namespace

TEST_CASE("a picture paints where it is opaque, whatever its colours, and without clear pixels where it is dark") {
  // A light ring round a dark middle; outside it is clear, and dark.
  const auto ring = decoded(bitmap({5, 4}, [](int x, int y) {
    const bool inside = x > 0 && x < 4 && y > 0 && y < 3;
    return !inside ? 0U : x == 2 ? 0xff000000U : 0xffffffffU;
  }));
  CHECK(*ring->cells({5, 4}).runs == Cells{{1, 1, 3}, {2, 1, 3}});
  const auto dark = decoded(bitmap({5, 2}, [](int x, int) { return x < 2 ? 0xff202020U : 0xffe0e0e0U; }));
  CHECK(*dark->cells({5, 2}).runs == Cells{{0, 0, 1}, {1, 0, 1}});
}

TEST_CASE("a picture as a brush keeps its proportions, and any part of it, at every size") {
  const auto bar = decoded(bitmap({40, 10}, [](int x, int) { return x < 20 ? 0xff000000U : 0xffffffffU; }));
  Brush brush;
  brush.kind = BrushKind::kPicture;
  brush.picture = bar;
  for (brush.width = 1; brush.width <= Brush::kMaxWidth; ++brush.width) {
    const GridSize tip = brush.tip();
    REQUIRE(tip.width == brush.width);
    REQUIRE(std::abs(4 * tip.height - tip.width) <= 3);
    const PaintCommand dab = brush_command(brush, StrokeShape::kFreehand, {4}, {300, 300}, {300, 300});
    const std::vector<RowSpan> spans = rasterise(dab, {600, 600});
    REQUIRE(static_cast<int>(spans.size()) == tip.height);  // its left half
    for (const RowSpan& span : spans) REQUIRE(std::abs(2 * (span.last - span.first + 1) - tip.width) <= 1);
  }
  // A dot that is smaller than a cell of the brush is not lost.
  const auto dot = decoded(bitmap({100, 100}, [](int x, int y) { return x == 70 && y == 30 ? 0xff000000U : 0U; }));
  for (const int width : {1, 2, 7, 10, 33}) CHECK(dot->cells({width, width}).runs->size() == 1);
}

TEST_CASE("the commands of a stroke share the cells of its brush") {
  Brush brush;
  brush.kind = BrushKind::kPicture;
  brush.picture = decoded(bitmap({9, 9}, [](int x, int) { return x % 2 == 0 ? 0xff000000U : 0U; }));
  const auto dab = [&] { return brush_command(brush, StrokeShape::kFreehand, {4}, {}, {5, 5}); };
  CHECK(dab().tip_cells.runs == dab().tip_cells.runs);
}

TEST_CASE("what is no brush is refused, with what is wrong") {
  const auto refused = [](const std::string& bytes) {
    const auto picture = BrushPicture::decode(bytes, "x", "x.png");
    REQUIRE_FALSE(picture.ok());
    return picture.failure().text();
  };
  CHECK(refused("hello") == "x.png: is not a picture that can be read (PNG, JPEG, BMP or GIF)");
  const std::string nothing = "x.png: a brush of this picture would paint nothing: it is clear, or light, everywhere";
  CHECK(refused(bitmap({3, 3}, [](int, int) { return 0xffffffffU; })) == nothing);
  CHECK(refused(bitmap({3, 3}, [](int, int) { return 0U; })) == nothing);
  CHECK(refused(encode_png(Image({2049, 1}))) == "x.png: the picture has 2049x1 pixels; the most is 2048x2048");
  const std::string whole = encode_png(Image({30, 30}));
  CHECK_FALSE(refused(whole.substr(0, whole.size() / 2)).empty());
}

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
