#include "ui/game/signs.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/language.h"

namespace quicksand {
namespace {

void apply(GameState& game, Sign sign) { game.session.apply(SignCommand{std::move(sign)}); }

const Sign* find_sign(const GameState& game, CellPos at) {
  for (const Sign& sign : game.session.director().signs())
    if (sign.at == at) return &sign;
  return nullptr;
}

void begin_writing(GameState& game, CellPos at) {
  const Sign* const there = find_sign(game, at);
  if (!there && !contains(game.session.world().size(), at))
    return game.toasts.say_at_pointer(said("Signs stand in the world"));
  if (!there && game.session.director().signs().size() >= kMostSigns)
    return game.toasts.say(said("There are {1} signs already: take some away first", {std::to_string(kMostSigns)}));
  game.tooling.edited_sign = EditedSign{there ? *there : Sign{at, ""}, !there};
  game.wishes.words = true;
}

}  // namespace

std::optional<Sign> sign_at(const GameState& game, const Point& pointer) {
  const std::vector<Sign>& signs = game.session.director().signs();
  const double scale = game.scale.now;
  for (size_t i = signs.size(); i-- > 0;) {
    const Point foot = game.camera.pixel_of({signs[i].at.x + 0.5, signs[i].at.y + 0.5});
    if (std::abs(pointer.x - foot.x) <= kSignWidth * scale / 2 && pointer.y <= foot.y &&
        pointer.y >= foot.y - kSignHeight * scale)
      return signs[i];
  }
  return std::nullopt;
}

void do_sign_deed(GameState& game) {
  const std::optional<SignDeed> deed = std::exchange(game.tooling.sign_deed, std::nullopt);
  if (!deed) return;
  const Sign* const found = find_sign(game, deed->at);
  if (deed->kind == SignDeed::kWrite) return begin_writing(game, deed->at);
  if (!found) return;
  if (deed->kind == SignDeed::kMove) {
    if (!contains(game.session.world().size(), deed->to))
      return game.toasts.say_at_pointer(said("Signs stand in the world"));
    if (find_sign(game, deed->to)) return game.toasts.say_at_pointer(said("Another sign stands there"));
  }
  Sign sign = *found;
  game.history.note(game.session);
  apply(game, {sign.at, ""});
  if (deed->kind == SignDeed::kTakeAway) return;
  sign.at = deed->to;
  apply(game, std::move(sign));
}

void finish_sign(GameState& game) {
  const std::optional<EditedSign> edited = std::exchange(game.tooling.edited_sign, std::nullopt);
  if (!edited) return;
  const Sign* const there = find_sign(game, edited->sign.at);
  if (there ? *there == edited->sign : edited->sign.text.empty()) return;
  game.history.note(game.session);
  apply(game, edited->sign);
}

}  // namespace quicksand
