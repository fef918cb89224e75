#include "ui/game/held_control.h"

#include <utility>

#include "ui/game/game_state.h"

namespace quicksand {

namespace {

bool goes_on(const GameState& game) {
  return game.held_control.is_held && game.held_control.world == &game.session.world();
}

}  // namespace

void note_deed_of_control(GameState& game, bool is_held) {
  HeldControl& control = game.held_control;
  if (!goes_on(game)) {
    control.world = &game.session.world();
    control.before = control.world->settings();
    game.history.note(game.session);
  }
  control.is_held = is_held;
}

void set_by_control(GameState& game, const WorldKind& kind, bool is_held,
                    const std::function<void(WorldSettings&)>& set) {
  std::shared_ptr<WorldSettings> changed =
      kind.copy(goes_on(game) ? *game.held_control.before : *game.session.world().settings());
  set(*changed);
  if (const Status fits = game.session.check(*changed); !fits) return game.toasts.say_again(fits.failure().text(), "");
  note_deed_of_control(game, is_held);
  game.session.apply(SetCommand{std::move(changed)});
}

}  // namespace quicksand
