// The signs that stand in the world, as large on the screen at every zoom: which one is below the pointer, and what the
// player does with them. All changes are commands of the session, and each is undone at once.
#pragma once

#include <optional>

#include "core/sign.h"
#include "ui/game/game_state.h"

namespace quicksand {

// Of a sign's board with its post, at scale 1, in the units of mouse positions. The post stands on the cell's middle.
inline constexpr double kSignWidth = 18;
inline constexpr double kSignHeight = 22;

// The sign below the pointer; of several, that which was set up last.
std::optional<Sign> sign_at(const GameState& game, const Point& pointer);

// Does what the tool Sign has asked for.
void do_sign_deed(GameState& game);

// The words that are being written are the sign's from now on; none: it is taken away, or not set up.
void finish_sign(GameState& game);

}  // namespace quicksand
