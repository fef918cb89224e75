// What the window's parts share: the session, the tools, and what the player has asked for.
#pragma once

#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/brush.h"
#include "app/frame_clock.h"
#include "app/session.h"
#include "io/settings_file.h"
#include "view/camera.h"
#include "view/display_mode.h"
#include "view/image.h"

namespace quicksand {

// A message that fades.
struct Toast {
  std::string text;
  bool error = false;
  double seconds_left = 0;
};

// How wet the brush paints what can be wet.
enum class Moisture : uint8_t { kDry, kDamp, kSoaked };
// In the order of Tool.
inline constexpr const char* kToolNames[] = {"Paint", "Throw", "Explosion", "Blow", "Suck"};

inline constexpr const char* kMoistureNames[] = {"Dry", "Damp", "Soaked"};

struct GameState {
  explicit GameState(Session& played) : session(played), looks_(played.looks()) {}

  Session& session;
  Camera camera;

  Brush brush;
  Drag drag;

  // Where the pointer has been in this frame, in mouse positions: a fast one makes several steps.
  std::vector<Point> pointer_trail;
  bool escape_pressed = false;
  int finished_drags = 0;

  uint8_t selected_entry = 1;
  Tool tool = Tool::kPaint;
  std::optional<CellPos> thrown_from;    // where a throw began that has not been let go
  std::optional<ForceCommand> force;  // to be applied before each tick of this frame
  Moisture moisture = Moisture::kDry;
  bool focus_search = false;  // the palette's search takes the keyboard in the next frame

  bool paused = false;
  int steps_wanted = 0;  // single ticks, while paused
  size_t speed = 2;      // index of FrameClock::kSpeeds

  DisplayMode display_mode = DisplayMode::kFancy;
  bool torch = false;       // the pointer shines in the fancy view
  Effects effects;          // of the fancy view, as they are drawn now
  bool look_shown = false;  // the panel with the effects
  std::string shader_log;   // what is wrong with the shaders on the disk; empty: nothing

  bool open_wanted = false;  // the open dialog appears in the next frame
  bool save_wanted = false;
  bool help_shown = false;
  bool looks_changed = true;  // the renderer needs the colours again
  bool quit = false;

  std::function<Image()> draw_world;  // the whole of it, as it is shown

  Settings settings;
  float wanted_scale = 1;  // as the player chose
  float ui_scale = 1;      // of this frame: less where the window is too small for the wanted one

  double frames_per_second = 0;
  double tick_ms = 0;
  std::deque<Toast> toasts;

  void say(std::string text) { toasts.push_back({std::move(text), false, 4}); }
  // The same; it takes the place of earlier messages that begin like it.
  void say_again(const std::string& beginning, const std::string& rest) {
    std::erase_if(toasts, [&](const Toast& toast) { return toast.text.starts_with(beginning); });
    say(beginning + rest);
  }
  void complain(std::string text) { toasts.push_back({std::move(text), true, 12}); }

  // Plays another world, a scene's name or a file, on the same kernel; what was played before is kept as a save first.
  void open(const std::string& scene);

  // What the toolbar and the keys do.
  void clear_world();
  void restart_scene();
  void save_as(const std::string& name);
  void take_screenshot();
  void show_as(DisplayMode mode);
  void keep_settings();

  // The materials in the colours that the player wants. To be renewed when the world or the wish has changed.
  const Looks& looks() const { return looks_; }
  void renew_looks();

  View view() const { return {display_mode, selected_entry, settings.patterns, settings.distinct_colours}; }

  bool can_be_wet(uint8_t entry) const { return session.looks()[entry].damp > 0; }
  // The wetness with which the selected material is painted now.
  std::optional<uint8_t> brush_wetness() const;

  static std::filesystem::path saves_folder();

  // Runs an action that may need much memory: when there is not enough, the player hears of it and plays on.
  template <class Action>
  void guard(const Action& action) {
    try {
      action();
    } catch (const std::exception& error) {
      complain(std::string("That did not work: ") + error.what());
    }
  }

 private:
  bool keep_previous_world();
  void play(Result<OpenedWorld> opened, const std::string& done);

  Looks looks_;
  uint64_t kept_hash_ = 0;  // of the world that was kept last
};

}  // namespace quicksand
