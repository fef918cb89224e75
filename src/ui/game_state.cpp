#include "ui/game_state.h"

#include <chrono>
#include <ctime>

#include "io/assets.h"
#include "io/files.h"
#include "io/png.h"
#include "view/colour_vision.h"

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

}  // namespace

std::optional<uint8_t> GameState::brush_wetness() const {
  const MaterialLook& look = session.looks()[selected_entry];
  if (look.damp == 0 || moisture == Moisture::kDry) return std::nullopt;
  return moisture == Moisture::kDamp ? look.damp : look.soaked;
}

std::filesystem::path GameState::saves_folder() { return user_data_folder() / "saves"; }

// Keeps the three worlds before this one, newest first. An empty world, or one that is kept already, pushes none out.
bool GameState::keep_previous_world() {
  const World& world = session.world();
  if (world.count_entries()[0] == world.size().cells() || world.state_hash() == kept_hash_) return true;
  const auto path = [](const char* suffix) { return saves_folder() / (std::string(kPreviousWorld) + suffix + ".png"); };
  std::error_code nothing_to_move;
  std::filesystem::rename(path("-2"), path("-3"), nothing_to_move);
  std::filesystem::rename(path(""), path("-2"), nothing_to_move);
  const Status kept = session.save(path(""));
  if (kept)
    kept_hash_ = world.state_hash();
  else
    complain("The world was not replaced, because it cannot be kept first:\n" + kept.failure().text());
  return kept.ok();
}

void GameState::play(Result<OpenedWorld> opened, const std::string& done) {
  if (!opened) return complain("Cannot open it:\n" + opened.failure().text());
  if (!keep_previous_world()) return;
  session.replace(std::move(*opened));
  renew_looks();
  drag.cancel();
  thrown_from.reset();
  if (selected_entry >= session.world().entry_names().size()) selected_entry = 1;
  say(done);
}

void GameState::open(const std::string& scene) {
  guard([&] {
    WorldRequest request;
    request.scene = scene;
    request.kernel = std::string(session.world().kernel_name());
    play(open_world(request), "Opened " + scene);
  });
}

void GameState::restart_scene() {
  // Opened before the world is kept: the scene may be the very save that keeping replaces.
  guard([&] { play(session.reopen(), "Started anew. The world before is kept as the save \"previous-world\"."); });
}

void GameState::clear_world() {
  guard([&] {
    if (!keep_previous_world()) return;
    session.clear();
    say("Cleared. The world before is kept as the save \"previous-world\".");
  });
}

void GameState::save_as(const std::string& name) {
  const std::filesystem::path path = saves_folder() / (name + ".png");
  const Status saved = session.save(path);
  if (saved)
    say("Saved to " + path.string());
  else
    complain("Not saved:\n" + saved.failure().text());
}

void GameState::take_screenshot() {
  const std::filesystem::path path = fresh_path(user_data_folder() / "screenshots", "quicksand-" + time_stamp());
  const Status saved = write_file_atomically(path, encode_png(draw_world()));
  if (saved)
    say("Picture written to " + path.string());
  else
    complain("No picture was written:\n" + saved.failure().text());
}

void GameState::show_as(DisplayMode mode) {
  if (display_mode == mode) return;
  display_mode = mode;
  if (mode == DisplayMode::kFancy || mode == DisplayMode::kPlain) {
    settings.fancy = mode == DisplayMode::kFancy;
    keep_settings();
  }
  say_again("View ", std::string(info_of(mode).name) + ": " + std::string(info_of(mode).meaning));
}

void GameState::renew_looks() {
  looks_ = settings.distinct_colours ? distinct_looks(session.looks()) : session.looks();
  looks_changed = true;
}

void GameState::keep_settings() {
  const Status saved = save_settings(settings, user_config_folder() / "settings.json");
  if (!saved) complain("The settings are not kept:\n" + saved.failure().text());
}

}  // namespace quicksand
