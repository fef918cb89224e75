#include "ui/game/brushes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/language.h"
#include "io/assets.h"
#include "io/files.h"
#include "ui/game/picture_folder.h"
#include "ui/game/saves.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

constexpr int kWidestAtFirst = 48;  // of a brush that is taken: the wheel makes it larger

using Brushed = Result<std::shared_ptr<const BrushPicture>>;

Brushed read_brush(const fs::path& file) {
  const Result<std::string> bytes = read_file(file, BrushPicture::kMostBytes);
  return bytes ? BrushPicture::decode(*bytes, file.stem().string(), shown_path(file)) : Brushed(bytes.failure());
}

// Whether there was one.
bool give(GameState& game, Brushed picture) {
  if (!picture) {
    game.toasts.complain(said("This is no brush:\n") + picture.failure().text());
    return false;
  }
  Brush& brush = game.tooling.brush;
  brush.kind = BrushKind::kPicture;
  brush.picture = std::move(*picture);
  brush.width = std::min(brush.picture->size().width, kWidestAtFirst);
  brush.height.reset();
  game.toasts.say_again(said("Brush: "), brush.picture->name());
  return true;
}

}  // namespace

fs::path brushes_folder() { return user_data_folder() / "brushes"; }

std::vector<fs::path> list_brushes() { return list_pictures(brushes_folder()); }

bool take_brush(GameState& game, const fs::path& file) { return give(game, read_brush(file)); }

void add_brush(GameState& game, const fs::path& file) {
  if (!take_brush(game, file)) return;
  const Result<std::string> bytes = read_file(file, BrushPicture::kMostBytes);
  const Result<fs::path> copied = bytes ? write_new_file(brushes_folder() / file.filename(), *bytes) : bytes.failure();
  if (!copied)
    game.toasts.complain(said("The brush is in your hand, but it is not kept for later:\n") + copied.failure().text());
}

}  // namespace quicksand
