// A control of a panel that changes the world: a slider, a dial, a list. As long as the player holds it, all that it does
// is one deed, and counts from what the world was set to when it was taken hold of: what a slider passes on its way
// leaves no trace in the numbers that follow it.
#pragma once

#include <functional>
#include <memory>

#include "core/world.h"
#include "io/world_kind.h"

namespace quicksand {

struct GameState;

struct HeldControl {
  bool is_held = false;
  const World* world = nullptr;  // that it was taken hold of in: another one is another deed
  std::shared_ptr<const WorldSettings> before;  // what the world was set to then
};

// A control is about to change the world: undo knows of it, once for as long as it is held. `is_held`: on into the next
// frame.
void note_deed_of_control(GameState& game, bool is_held);

// A control sets the world so, or it is said why that cannot be.
void set_by_control(GameState& game, const WorldKind& kind, bool is_held,
                    const std::function<void(WorldSettings&)>& set);

}  // namespace quicksand
