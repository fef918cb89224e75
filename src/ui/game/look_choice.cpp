#include "ui/game/look_choice.h"

#include "core/language.h"
#include "io/assets.h"
#include "ui/game/game_state.h"
#include "ui/game/key_map.h"
#include "view/colour_vision.h"

namespace quicksand {

void show_as(GameState& game, DisplayMode mode) {
  if (game.look.mode == mode) return;
  if (mode == DisplayMode::kFancy && !game.look.has_fancy)
    return game.toasts.say_again(said("The fancy view needs OpenGL 3.3, and shaders without mistakes"), "");
  game.look.mode = mode;
  if (mode == DisplayMode::kFancy || mode == DisplayMode::kPlain) {
    game.settings.fancy = mode == DisplayMode::kFancy;
    keep_settings(game);
  }
  game.toasts.say_again(said("View "),
                        std::string(said(info_of(mode).name)) + ": " + std::string(said(info_of(mode).meaning)));
}

void toggle_torch(GameState& game) {
  bool& torch = game.look.torch;
  if (!game.look.has_fancy) return show_as(game, DisplayMode::kFancy);  // which says why not
  torch = !torch;
  if (torch) show_as(game, DisplayMode::kFancy);
  game.toasts.say(!torch ? std::string(said("The torch is out"))
                  : game.look.effects.light == 0
                      ? with_keys(game, said("A torch in your hand; it needs light ({look})"))
                      : std::string(said("A torch in your hand")));
}

void toggle_grid(GameState& game) {
  bool& grid = game.settings.grid;
  grid = !grid;
  keep_settings(game);
  game.toasts.say(grid ? said("A grid between large cells") : said("No grid"));
}

void renew_looks(GameState& game) {
  const Looks& own = game.session.looks();
  game.look.looks = game.settings.distinct_colours ? distinct_looks(own) : own;
  game.look.changed = true;
}

void keep_settings(GameState& game) {
  const Status saved = save_changes(game.kept_settings, game.settings, user_config_folder() / "settings.json");
  game.kept_settings = game.settings;
  if (!saved) game.toasts.complain(said("The settings are not kept:\n") + saved.failure().text());
}

}  // namespace quicksand
