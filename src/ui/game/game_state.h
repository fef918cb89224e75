// What the window's parts share: the world that is played, what is in the player's hand, and what the player wants.
//
// No part of the window stands in here, and nothing in this folder knows Dear ImGui or SDL: the whole game but its
// panels can be played by a test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/autosave.h"
#include "app/film.h"
#include "app/history.h"
#include "app/session.h"
#include "io/keys_file.h"
#include "io/settings_file.h"
#include "ui/game/console.h"
#include "ui/game/frame_times.h"
#include "ui/game/hearing.h"
#include "ui/game/held_control.h"
#include "ui/game/hints.h"
#include "ui/game/kept_file.h"
#include "ui/game/look_choice.h"
#include "ui/game/material_editor.h"
#include "ui/game/reload.h"
#include "ui/game/scene_reload.h"
#include "ui/game/statistics.h"
#include "ui/game/time_control.h"
#include "ui/game/time_travel.h"
#include "ui/game/toasts.h"
#include "ui/game/tooling.h"
#include "view/camera.h"
#include "view/image.h"

namespace quicksand {

// What a key or a button asks of the window's parts; each takes its wish back when it has done it.
struct Wishes {
  bool open_dialog = false;
  bool save_dialog = false;
  bool show_chosen = false;  // the palette scrolls to the chosen material
  bool search = false;       // the palette's search takes the keyboard
  bool console = false;      // the line of the console does
  bool words = false;        // the field for words of the tool Text, or of a sign, does
  bool full_screen = false;
  bool film = false;  // is begun or ended
  bool quit = false;
  bool close_dialog = false;  // Esc went down in this frame
};

// What of the window is shown besides the world.
enum class Hud : uint8_t {
  kAll,
  kFigures,  // the status line alone
  kNothing
};

// The panels that come and go.
struct Panels {
  bool help = false;
  bool keys = false;  // in which actions get other keys
  bool look = false;
  bool physics = false;
  bool material = false;  // the editor of materials
  bool time = false;      // the timeline, under the world
  bool console = false;   // the line for commands, over the lower edge of the world
  bool hint = false;      // what someone should know who plays for the first time
  bool dialog = false;    // one covers the world, whose time stands so long
  bool figures = false;   // of the solver, in the status line
  bool statistics = false;
  Hud hud = Hud::kAll;
};

// The size of text and buttons; 1 is an ordinary screen.
struct UiScale {
  float wanted = 1;  // as the player chose
  float now = 1;     // of this frame: less where the window is too small for the wanted one
};

// How fast the game runs, smoothed.
struct Speedometer {
  double frames_per_second = 0;
  double tick_ms = 0;
  double speed = 0;  // world seconds a second; 0 while paused
};

// What the panel of keys is about to bind (key_map.h).
struct KeyChoice {
  std::string action;          // the name of the one that waits for a key; empty: none does
  std::string key = {};        // chosen for it, but another one has it; empty: none yet
  bool takes_pointer = false;  // the pointer is where a button or the wheel is chosen
};

// What the popup of sizes is about to make of the world.
struct SizeChoice {
  GridSize size;
  int anchor = 7;  // as in moved_by_resize(); what there is stays below, in the middle
};

// What tells the end of a timeline from others.
struct KeptEnd {
  uint64_t tick = 0;
  size_t deeds = 0;
  uint64_t way = 0;
  uint64_t rules = 0;

  bool operator==(const KeptEnd&) const = default;
};

struct GameState {
  explicit GameState(Session& played) : session(played) {
    look.looks = played.looks();
    travel.timeline.begin(played);
    meet_scene(*this);
  }

  Session& session;
  const WorldRequest given =
      session.request();  // the command line's: worlds that are opened keep its materials and mods
  Camera camera;
  Tooling tooling;
  TimeControl time;
  LookChoice look;
  History history;
  TimeTravel travel;
  Settings settings;
  std::vector<std::string> preferred_languages;  // by the system, the one that is liked best first
  KeyBindings keys;                              // the player's own (key_map.h)
  bool uses_touch = false;                       // a finger was the last that came down, and no button of a mouse
  bool uses_pad = false;                         // a gamepad's button was the last that went down, and not a key's
  // As they were when they were last read or written: what is other since then is written next (save_changes).
  Settings kept_settings;
  KeyBindings kept_keys;
  KeyChoice key_choice;
  SizeChoice size_choice;
  Console console;
  Toasts toasts;
  Wishes wishes;
  Panels panels;
  Hints hints;
  MaterialReload reload;
  SceneReload scene_reload;
  MaterialEditor material_editor;
  UiScale scale;
  Speedometer speedometer;
  FrameTimes frame_times;
  Statistics statistics;
  Hearing hearing;
  std::function<Image(DisplayMode)> draw_world;                        // the whole of it
  std::function<Status(const std::string& png)> copy_picture;          // into the clipboard
  std::function<Result<std::optional<std::string>>()> read_clipboard;  // a picture's bytes; none: it has no picture
  std::function<Status(const std::filesystem::path&)> show_folder;     // in the system's file manager
  // Where the place in it is known (not 0), there.
  std::function<Status(const std::filesystem::path& file, int line, int column)> open_editor;
  Autosave autosave;
  double next_slot_at = 0;                         // seconds: it is asked for again, where the autosave has none
  std::unique_ptr<Film> film;                      // of what the player sees, while it is made
  std::optional<KeptEnd> kept_end;                 // that of the timeline that was kept last from an earlier moment
  KeptFile kept_end_in;                            // where
  uint64_t changes_on_return = 0;                  // of the session when undo or redo last brought a world back
  uint64_t kept_changes = session.changes();       // of the session when its world was last opened or kept
  KeptFile kept_in{session.opened().save_file()};  // the save that holds it so; none: its scene does
  uint64_t kept_rules = session.rules();           // when it was written
  std::filesystem::path last_kept;                 // the file of the world that was kept last
  std::optional<std::filesystem::path> offer;      // a kept world that the player may go on with
  bool offer_is_of_crash = false;                  // the game did not end in order when it was played
  bool was_warned = false;                         // that the world cannot be kept
  HeldControl held_control;                        // of a panel, which changes the world

  View view() const { return {look.mode, tooling.entry, settings.patterns, settings.distinct_colours, daylight()}; }

  float daylight() const { return look.daylight.value_or(static_cast<float>(session.scene().daylight)); }

  bool can_be_wet(uint8_t entry) const { return session.looks()[entry].damp > 0; }

  // One tick, before which the held tool acts. `ticks_left`: of this frame, this one included; at least 1.
  void tick(int ticks_left = 1);

 private:
  TickEvents events_;  // of the last tick
};

}  // namespace quicksand
