// What may need much memory: where there is too little of it, the player hears so and plays on.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "core/language.h"
#include "core/result.h"
#include "ui/game/game_state.h"

namespace quicksand {

// What an action throws is its failure.
template <class Action>
Status guarded(const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return fail(std::string(said("That did not work: ")) + said("there is not enough memory"));
  } catch (const std::exception& error) {
    return fail(std::string(said("That did not work: ")) + error.what());
  }
}

// The player hears what was wrong. Whether nothing was.
inline bool tell(GameState& game, const Status& status) {
  if (!status) game.toasts.complain(status.failure().text());
  return status.ok();
}

// The same with an action that fails in no other way. Whether it was done.
template <class Action>
bool guard(GameState& game, const Action& action) {
  return tell(game, guarded([&]() -> Status {
                action();
                return Done{};
              }));
}

}  // namespace quicksand
