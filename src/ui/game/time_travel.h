// Going back in time, on, and to other ways that the world has gone (app/timeline.h), as the player does it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "app/timeline.h"

namespace quicksand {

struct GameState;

struct TimeTravel {
  Timeline timeline;
  std::optional<Timeline> other;   // of the world that undo or redo would come to (History::holds_other_world)
  std::optional<uint64_t> sought;  // the tick that the world is on its way to
  bool watches = false;            // while time goes on, what the player did comes again
  uint64_t way = 0;                // Timeline::way(), as far as the history knows
};

// Half of the memory that the settings have for the past is for undo, half for timelines. To be called when the
// settings have been read.
void share_memory_of_past(GameState& game);

// Another world has been opened than the one that was played.
void begin_other_timeline(GameState& game);
// Undo or redo has gone to the other world that was held.
void take_other_timeline(GameState& game);
// Notices what was done in the world; in each frame.
void follow_time(GameState& game);

// Whether the world is at an earlier moment than it has come to, with what was done until then.
bool is_before_its_end(const GameState& game);

// The last tick that can be sought: the end of what was, or of what a recorded scene still has to show.
uint64_t last_tick(const GameState& game);

// Stops time and sets out for the tick, or the nearest that there is; travel_on() goes there.
void seek(GameState& game, uint64_t tick);
// The same by so many ticks from where the world is, or goes; negative: back.
void seek_by(GameState& game, int64_t ticks);

// To the last tick before that in which the player did something, or the first one after it (`forward`); the tick where
// the world is before it was done. None: stays.
void seek_deed(GameState& game, bool forward);
std::optional<uint64_t> deed_beside(const GameState& game, bool forward);

// Goes on to the tick that is sought, as long as `may_go_on` says so.
void travel_on(GameState& game, const std::function<bool()>& may_go_on);

// Goes to the end of what has been, at once: it was kept when it was left.
void go_to_end(GameState& game);

// From here on to the end of the line, with all that the player did.
void watch(GameState& game);

void keep_branch(GameState& game);
void take_branch(GameState& game, size_t branch);

}  // namespace quicksand
