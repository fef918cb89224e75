// A game without a window, for tests: an empty world under a camera that shows a cell as four pixels.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/play.h"
#include "io/files.h"
#include "io/temporary_folder.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/game/pointer.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"

namespace quicksand {

inline constexpr double kFrame = 1.0 / 60;  // s

class TestGame {
 public:
  static constexpr int kZoom = 4;
  static constexpr GridSize kSize{160, 100};

  // `keys` of the scene, besides its size; the material that is chosen.
  explicit TestGame(const std::string& keys = "", const std::string& chosen = "sand")
      : session_(open_empty(folder_, kSize, keys), 1), state(session_) {
    state.camera.set_viewport({0, 0, kSize.width * kZoom, kSize.height * kZoom}, kSize);
    for (const char* const variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"})
      setenv(variable, folder_.path().c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
    choose(chosen);
  }

  // The entry of this name is the chosen material.
  void choose(const std::string& name) { state.tooling.entry = entry(name); }

  uint8_t entry(const std::string& name) const {
    const std::vector<std::string>& names = session_.world().entry_names();
    const auto found = std::find(names.begin(), names.end(), name);
    REQUIRE(found != names.end());
    return static_cast<uint8_t>(found - names.begin());
  }

  void take(std::string_view tool) {
    for (const Tool& each : tools())
      if (each.name == tool) return select_tool(state, each);
    FAIL("there is no tool " << tool);
  }

  std::string at(CellPos cell) const { return session_.world().entry_names()[session_.world().entry_at(cell)]; }
  int64_t count(const std::string& name) const { return session_.world().count_entries()[entry(name)]; }
  uint64_t commands() const { return session_.world().paint_serial(); }

  // The pointer stands over this cell's middle, no button down.
  static PointerInput over(CellPos cell) {
    PointerInput input;
    input.at = {(cell.x + 0.5) * kZoom, (cell.y + 0.5) * kZoom};
    return input;
  }

  // A frame in which the button that draws, or the one that erases, goes down; is held; has come up. It has no tick: a
  // held tool makes one step, as while the world is paused.
  void press(PointerInput input, bool right = false) { frame(input, right, {true, true}); }
  void hold(PointerInput input, bool right = false) { frame(input, right, {false, true}); }
  void release(PointerInput input) { frame(input, false, {}); }

  // A whole stroke, in as few frames as there can be.
  void drag(PointerInput from, const PointerInput& to, bool right = false) {
    press(from, right);
    hold(to, right);
    release(to);
  }

 private:
  void frame(PointerInput input, bool right, PointerInput::Button button) {
    (right ? input.erase : input.use) = button;
    handle_pointer(state, input);
    hold_tool(state, 1, true);
  }

  TemporaryFolder folder_;
  Session session_;

 public:
  GameState state;
};

inline void run(TestGame& game, int ticks) {
  for (int i = 0; i < ticks; ++i) game.state.tick();
}

inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(folder, error)) files.push_back(file.path());
  std::ranges::sort(files);
  return files;
}

inline void draw_at(TestGame& game, int x) { game.drag(TestGame::over({x, 50}), TestGame::over({x + 10, 50})); }

}  // namespace quicksand
