#include "ui/game/brushes.h"

#include "io/png.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

// A dark frame, a pixel wide, on white.
std::string frame_picture(GridSize size) {
  Image image(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const bool dark = x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1;
      for (int channel = 0; channel < 4; ++channel) image.pixel(x, y)[channel] = dark && channel < 3 ? 0 : 255;
    }
  return encode_png(image);
}

}  // namespace

TEST_CASE("a picture that is dropped becomes a brush, is kept among the others, and needs no file in a recording") {
  const TemporaryFolder folder;
  TestGame game("", "wall");
  const std::filesystem::path file = folder / "frame.png";
  REQUIRE(write_file_atomically(file, frame_picture({10, 8})).ok());
  CHECK(list_brushes().empty());
  add_brush(game.state, file);
  const std::vector<std::filesystem::path> kept = list_brushes();
  REQUIRE(kept.size() == 1);
  CHECK(kept.front().filename() == "frame.png");
  game.drag(TestGame::over({40, 40}), TestGame::over({40, 40}));
  CHECK(game.count("wall") == 2 * 10 + 2 * 6);
  CHECK(game.at({40, 40}) == "void");
  game.drag(TestGame::over({100, 40}), TestGame::over({120, 40}));  // a stroke joins them
  const int64_t cells = game.count("wall");
  CHECK(cells > 32 + 2 * 30);
  undo(game.state);
  CHECK(game.count("wall") == 32);
  redo(game.state);
  const uint64_t hash = game.state.session.world().state_hash();

  REQUIRE(game.state.session.save(folder / "recorded.json").ok());
  std::filesystem::remove(file);
  std::filesystem::remove(kept.front());
  WorldRequest request;
  request.scene = (folder / "recorded.json").string();
  Result<OpenedWorld> opened = open_world(request);
  INFO((opened ? "" : opened.failure().text()));
  REQUIRE(opened.ok());
  Session again(std::move(*opened), 1);
  again.direct();
  CHECK(again.world().state_hash() == hash);
}

TEST_CASE("mirrors, covering and the eraser work with a picture as with any brush") {
  const TemporaryFolder folder;
  TestGame game("", "wall");
  REQUIRE(write_file_atomically(folder / "frame.png", frame_picture({10, 8})).ok());
  REQUIRE(take_brush(game.state, folder / "frame.png"));
  game.state.tooling.brush.symmetry = Symmetry::kBoth;
  game.drag(TestGame::over({40, 20}), TestGame::over({40, 20}));
  CHECK(game.count("wall") == 4 * 32);
  for (int y = 0; y < TestGame::kSize.height; ++y)
    for (int x = 0; x < TestGame::kSize.width; ++x) {
      REQUIRE(game.at({x, y}) == game.at({TestGame::kSize.width - 1 - x, y}));
      REQUIRE(game.at({x, y}) == game.at({x, TestGame::kSize.height - 1 - y}));
    }
  game.choose("stone");  // only where nothing is
  game.drag(TestGame::over({40, 20}), TestGame::over({40, 20}));
  CHECK(game.count("stone") == 0);
  game.drag(TestGame::over({40, 20}), TestGame::over({40, 20}), true);
  CHECK(game.count("wall") == 0);
}

TEST_CASE("Tab comes to a picture where there is one, and a bad picture changes nothing and is told") {
  const TemporaryFolder folder;
  TestGame game;
  Brush& brush = game.state.tooling.brush;
  const auto tab_reaches_picture = [&] {
    for (size_t i = 0; i < std::size(kBrushNames); ++i) {
      press_key(game.state, "Tab", false);
      if (brush.kind == BrushKind::kPicture) return true;
    }
    return false;
  };
  CHECK_FALSE(tab_reaches_picture());
  REQUIRE(write_file_atomically(folder / "text.png", "no picture").ok());
  const BrushKind before = brush.kind;
  add_brush(game.state, folder / "text.png");
  CHECK(brush.kind == before);
  CHECK(list_brushes().empty());
  REQUIRE_FALSE(game.state.toasts.shown().empty());
  CHECK(game.state.toasts.shown().back().text.find("text.png") != std::string::npos);
  REQUIRE(write_file_atomically(folder / "frame.png", frame_picture({10, 8})).ok());
  REQUIRE(take_brush(game.state, folder / "frame.png"));
  CHECK(tab_reaches_picture());
}
