// The edge of a shape over the world.
#pragma once

#include <imgui.h>

#include "core/paint.h"
#include "ui/game/game_state.h"

namespace quicksand {

// The edge of the cells that the command paints, also beyond the world; not of Shape::kFlood or kAll. With a shadow, so
// that it is seen over anything.
void draw_edge(const GameState& game, const PaintCommand& command, ImU32 colour);

}  // namespace quicksand
