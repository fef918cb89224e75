#include "ui/game/worlds.h"

#include <chrono>
#include <ctime>
#include <exception>
#include <utility>

#include "io/assets.h"
#include "io/files.h"
#include "io/png.h"

namespace quicksand {
namespace {

constexpr const char* kPreviousWorld = "previous-world";

// "2026-05-01-173012".
std::string time_stamp() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d-%H%M%S", &local);
  return text;
}

// The name of an existing file is never reused.
std::filesystem::path fresh_path(const std::filesystem::path& folder, const std::string& stem) {
  std::filesystem::path path = folder / (stem + ".png");
  std::error_code error;
  for (int i = 2; std::filesystem::exists(path, error); ++i) path = folder / (stem + "-" + std::to_string(i) + ".png");
  return path;
}

// Keeps the three worlds before this one, newest first. An empty world, or one that is kept already, pushes none out.
bool keep_previous_world(GameState& game) {
  const World& world = game.session.world();
  if (world.count_entries()[0] == world.size().cells() || world.state_hash() == game.kept_hash) return true;
  const auto path = [](const char* suffix) { return saves_folder() / (std::string(kPreviousWorld) + suffix + ".png"); };
  std::error_code nothing_to_move;
  std::filesystem::rename(path("-2"), path("-3"), nothing_to_move);
  std::filesystem::rename(path(""), path("-2"), nothing_to_move);
  const Status kept = game.session.save(path(""));
  if (kept)
    game.kept_hash = world.state_hash();
  else
    game.toasts.complain("The world was not replaced, because it cannot be kept first:\n" + kept.failure().text());
  return kept.ok();
}

void play(GameState& game, Result<OpenedWorld> opened, const std::string& done) {
  if (!opened) return game.toasts.complain("Cannot open it:\n" + opened.failure().text());
  if (!keep_previous_world(game)) return;
  if (opened->scene.name != game.session.scene().name) game.look.daylight.reset();
  game.session.replace(std::move(*opened));
  renew_looks(game);
  game.tooling.cancel_stroke();
  if (game.tooling.entry >= game.session.world().entry_names().size()) game.tooling.entry = 1;
  game.toasts.say(done);
}

// Runs an action that may need much memory: when there is not enough, the player hears of it and plays on.
template <class Action>
void guard(GameState& game, const Action& action) {
  try {
    action();
  } catch (const std::exception& error) {
    game.toasts.complain(std::string("That did not work: ") + error.what());
  }
}

}  // namespace

std::filesystem::path saves_folder() { return user_data_folder() / "saves"; }

void open_scene(GameState& game, const std::string& scene) {
  guard(game, [&] {
    WorldRequest request;
    request.scene = scene;
    request.kernel = std::string(game.session.world().kernel_name());
    play(game, open_world(request), "Opened " + scene);
  });
}

void restart_scene(GameState& game) {
  // Opened before the world is kept: the scene may be the very save that keeping replaces.
  guard(game, [&] {
    play(game, game.session.reopen(), "Started anew. The world before is kept as the save \"previous-world\".");
  });
}

void clear_world(GameState& game) {
  guard(game, [&] {
    if (!keep_previous_world(game)) return;
    game.session.apply(ClearCommand{});
    game.toasts.say("Cleared. The world before is kept as the save \"previous-world\".");
  });
}

std::filesystem::path save_path(const std::string& name) {
  return saves_folder() / (name.ends_with(".json") ? name : name + ".png");
}

void save_as(GameState& game, const std::string& name) {
  const std::filesystem::path path = save_path(name);
  const Status saved = game.session.save(path);
  if (saved)
    game.toasts.say("Saved to " + path.string());
  else
    game.toasts.complain("Not saved:\n" + saved.failure().text());
}

void take_screenshot(GameState& game) {
  const std::filesystem::path path = fresh_path(user_data_folder() / "screenshots", "quicksand-" + time_stamp());
  const Status saved = write_file_atomically(path, encode_png(game.draw_world()));
  if (saved)
    game.toasts.say("Picture written to " + path.string());
  else
    game.toasts.complain("No picture was written:\n" + saved.failure().text());
}

}  // namespace quicksand
