// The window's parts. Each draws itself for one frame and changes the game through GameState only.
#pragma once

#include "ui/game/game_state.h"
#include "ui/game/pointer.h"
#include "ui/panels/layout.h"

namespace quicksand {

void draw_toolbar(GameState& game, const Box& box);
void draw_palette(GameState& game, const Box& box);
void draw_status_line(GameState& game, const Box& box);

// How the world is drawn: effects, colours, patterns. And what is wrong with shaders that a modder is working on.
void draw_look_panel(GameState& game, const Box& world);

// What the world is set to: numbers that its kind lets a player set, and the bodies of dunes.
void draw_world_panel(GameState& game, const Box& world);

void draw_save_dialog(GameState& game);

// The list of keys.
void draw_help(GameState& game);

// What the colours of a view stand for, where they are a scale.
void draw_legend(const GameState& game, const Box& world);

// What someone should know who plays for the first time.
void draw_hint(GameState& game, const Box& world);

void draw_toasts(GameState& game, const Box& world);

// What the tool shows over the world, behind all panels.
void draw_cursor(const GameState& game, const PointerInput& pointer);

}  // namespace quicksand
