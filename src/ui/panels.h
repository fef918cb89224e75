// The window's parts. Each draws itself for one frame and changes the game through GameState only.
#pragma once

#include "ui/game_state.h"
#include "ui/layout.h"

namespace quicksand {

void draw_toolbar(GameState& game, const Box& box);
void draw_palette(GameState& game, const Box& box);
void draw_status_line(GameState& game, const Box& box);

// How the world is drawn: effects, colours, patterns. And what is wrong with shaders that a modder is working on.
void draw_look_panel(GameState& game, const Box& world);

// The dialogs to open and to save, the list of keys, the first-run hint and the messages.
void draw_dialogs(GameState& game, const Box& world);

// The pointer over the world: paints, picks, pans and zooms, and draws the brush's outline.
void handle_pointer(GameState& game);

// A key that no panel wanted.
struct KeyPress {
  int key = 0;  // SDL_Keycode
  bool control = false;
  bool repeated = false;
};
enum class WindowWish { kNothing, kFullScreen };
WindowWish handle_key(GameState& game, const KeyPress& press);

}  // namespace quicksand
