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
  const bool goes_on_as_save = game.session.opened().as_scene.has_value();
  game.toasts.say_again(
      said("The scene's file has changed"),
      what +
          with_keys(game,
                    goes_on_as_save
                        ? said(". Restart ({restart}) goes back to your save; open the scene again to play all of it")
                        : said(". Restart ({restart}) plays all of it")));
  return Done{};
}

void load_scene(GameState& game) {
  SceneReload& reload = game.scene_reload;
  const FollowedScene& last = game.session.followed_scene();
  const FileStamps read = last.read.now();
  Result<Scene> scene = load_scene_file(last.scene->file, game.session.request().kinds);
  if (last.read.now() != read) return;  // somebody is at it
  reload.tried = read;
  Result<std::vector<Command>> commands =
      scene ? commands_for_scene(game.session, *last.scene, *scene) : scene.failure();
  const Status taken = commands ? take_commands(game, std::move(*commands)) : commands.failure();
  if (!taken) {
    reload.trouble = taken.failure().diagnostics;
    return;
  }
  reload.trouble.clear();
  game.session.set_followed_scene({read, std::make_shared<const Scene>(std::move(*scene))});
}

}  // namespace

void follow_scene(GameState& game, double now) {
  const FollowedScene& last = game.session.followed_scene();
  if (!last.scene || game.tooling.stroke || game.travel.sought) return;
  SceneReload& reload = game.scene_reload;
  if (reload.watch.sees_change(reload.trouble.empty() ? last.read : reload.tried, now)) load_scene(game);
}

void meet_scene(GameState& game) {
  game.scene_reload = {};
  if (game.session.followed_scene().scene) return;
  const Scene& scene = game.session.scene();
  std::error_code error;
  const bool has_file = game.session.opened().begins_as_scene && !game.session.request().described &&
                        std::filesystem::is_regular_file(scene.file, error);
  if (!has_file) return;
  FollowedScene followed;
  followed.read.note(scene.file);
  followed.scene = std::make_shared<const Scene>(scene);
  game.session.set_followed_scene(std::move(followed));
}

}  // namespace quicksand
