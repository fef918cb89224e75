#include "ui/game/scene_reload.h"

#include <filesystem>
#include <string>
#include <utility>

#include "app/scene_reload.h"
#include "core/language.h"
#include "io/assets.h"
#include "ui/game/game_state.h"
#include "ui/game/key_map.h"
#include "ui/game/saves.h"

namespace quicksand {
namespace {

Status take_commands(GameState& game, std::vector<Command> commands) {
  const bool is_other = !commands.empty();
  if (is_other)
    if (Status kept = keep_what_came_later(game); !kept) return kept;
  if (is_other) game.history.note(game.session);
  for (Command& command : commands) game.session.apply(command);
  const std::string what = is_other ? said(": sources and signs are as in it now") : "";
  game.toasts.say_again(said("The scene's file has changed"),
                        what + with_keys(game, said(". Restart ({restart}) plays all of it")));
  return Done{};
}

void load_scene(GameState& game) {
  SceneReload& reload = game.scene_reload;
  const FileStamps read = reload.read.now();
  Result<Scene> scene = load_scene_file(reload.scene->file, game.session.request().kinds);
  if (reload.read.now() != read) return;  // somebody is at it
  reload.read = read;
  Result<std::vector<Command>> commands =
      scene ? commands_for_scene(game.session, *reload.scene, *scene) : scene.failure();
  if (!commands) {
    reload.trouble = commands.failure().diagnostics;
    return;
  }
  if (const Status taken = take_commands(game, std::move(*commands)); !taken) {
    reload.trouble = taken.failure().diagnostics;
    return;
  }
  reload.trouble.clear();
  reload.scene = std::make_shared<const Scene>(std::move(*scene));
}

}  // namespace

void follow_scene(GameState& game, double now) {
  if (!game.scene_reload.scene || game.tooling.stroke || game.travel.sought) return;
  if (game.scene_reload.watch.sees_change(game.scene_reload.read, now)) load_scene(game);
}

void meet_scene(GameState& game) {
  game.scene_reload = {};
  const Scene& scene = game.session.scene();
  std::error_code error;
  const bool has_file = game.session.opened().begins_as_scene && !game.session.request().described &&
                        std::filesystem::is_regular_file(scene.file, error);
  if (!has_file) return;
  game.scene_reload.read.note(scene.file);
  game.scene_reload.scene = std::make_shared<const Scene>(scene);
}

}  // namespace quicksand
