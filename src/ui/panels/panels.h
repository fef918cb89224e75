// The window's parts. Each draws itself for one frame and changes the game through GameState only.
#pragma once

#include <optional>
#include <span>

#include "io/world_kind.h"
#include "ui/game/game_state.h"
#include "ui/game/palette.h"
#include "ui/game/pointer.h"
#include "ui/panels/brush_panel.h"
#include "ui/panels/layout.h"
#include "ui/panels/swatches.h"

namespace quicksand {

void draw_toolbar(GameState& game, const Box& box);

// How large a material or a tool is in the palette: with its picture and name, with a small one, or that alone.
enum class PaletteForm : uint8_t { kLarge, kSmall, kIcon };

class PalettePanel {
 public:
  explicit PalettePanel(Swatches& swatches) : swatches_(swatches) {}

  // The width that it needs for its names: two columns, or one where the window is narrow. To be asked in each frame
  // before draw(): names, scale and window may have changed.
  float arrange(const GameState& game, float window_width);

  void draw(GameState& game, const Box& box);

 private:
  void draw_choice(GameState& game, const Choice& choice, float width, PaletteForm form);
  void draw_choices(GameState& game, std::span<const Choice> choices, PaletteForm form);
  void draw_group(GameState& game, const PaletteGroup& group, PaletteForm form);
  void draw_all(GameState& game, float brush_height);
  void draw_found(GameState& game, float brush_height);
  void draw_search(GameState& game);
  void draw_recent(GameState& game);

  // What the search has found, until something changes.
  struct Found {
    std::string words;
    std::shared_ptr<const MaterialSet> set;
    uint64_t changes = 0;  // of the session
    std::vector<Choice> choices;
    std::vector<std::string> reasons;  // for each why, or nothing
  };

  Swatches& swatches_;
  ImDrawListSplitter layers_;
  BrushPanel brush_;
  Found found_;
  int columns_ = 1;
  char words_[64] = "";    // of the search
  std::string wanted_;     // the label of what the hint speaks of; empty: nothing
  std::string scroll_to_;  // of what comes into sight when it is drawn next
};
void draw_status_line(GameState& game, const Box& box);

// The timeline, if it is wanted.
void draw_time_bar(GameState& game, const Box& box);

// How the world is drawn: effects, colours, patterns.
void draw_look_panel(GameState& game, PanelPlaces& places, const Box& world);

// A control of a panel is about to change the world: undo knows of it, once for as long as the control is held.
void note_panel_deed(GameState& game);

// The numbers of the world that stand in the panel Look, or those that do not.
void draw_world_numbers(GameState& game, const WorldKind& kind, bool of_look);

// What the world is set to: numbers that its kind lets a player set, and the bodies of dunes.
void draw_physics_panel(GameState& game, PanelPlaces& places, const Box& world);

// Within it: another size for the world.
void draw_resize(GameState& game);

// Graphs over the last time, and how much there is of each material.
void draw_statistics_panel(GameState& game, PanelPlaces& places, const Box& world);

void draw_save_dialog(GameState& game);

// The line for commands. What of the world is left above it.
Box draw_console(GameState& game, const Box& world);

// The list of keys.
void draw_help(GameState& game);

// Other keys for actions.
void draw_keys_panel(GameState& game);

// What the colours of a view stand for, where they are a scale.
void draw_legend(const GameState& game, const Box& world);

// What someone should know who plays for the first time.
// To be called before the others.
void follow_hints(GameState& game);
// It has a strip of its own, so high in a window part of this width; 0: it is not shown. `room`: the window's height.
float hint_height(const GameState& game, float width, float room);
void draw_hint(GameState& game, const Box& box);

// What is wrong with files that a modder is working on, until they are good again. What it leaves of the world, above
// it.
Box draw_trouble(GameState& game, const Box& world);

void draw_toasts(GameState& game, const PanelPlaces& places, const Box& world);

// A round dial with its numbers; where the player has turned it to.
std::optional<DialPlace> draw_dial(const WorldDial& dial, const DialPlace& place, float scale);

// Streaks that drift over the world with its wind, behind all panels.
void draw_wind(const GameState& game, const Box& world);

// What the tool Body sets down, and how, while it is in the hand.
void draw_body_bar(GameState& game, PanelPlaces& places, const Box& world);

// The kinds of bodies as a list that is so wide; choosing one takes the tool Body. Whether the list is open.
bool draw_body_kinds(GameState& game, const char* label, float width);

// The signs that stand in the world, over it; the words of the one that is being written.
void draw_signs(const GameState& game, const Box& world);
void draw_sign_words(GameState& game, const Box& world);

// What the tool Text writes, while it is in the hand.
void draw_text_bar(GameState& game, PanelPlaces& places, const Box& world);

// What has just exploded, as long as it flashes.
void draw_flashes(GameState& game);

// The sources that run in the world, for the tool that moves them.
void draw_sources(const GameState& game);

// What the tool Measure has measured, while it is in the hand.
void draw_world_edge(const GameState& game);
void draw_measured(const GameState& game);

// What the tool shows over the world, behind all panels.
void draw_cursor(const GameState& game, const PointerInput& pointer);

}  // namespace quicksand
