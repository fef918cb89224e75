#include "ui/game/time_travel.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "core/language.h"
#include "ui/game/game_state.h"
#include "ui/game/key_map.h"
#include "ui/game/saves.h"
#include "ui/game/selection.h"
#include "ui/game/worlds.h"

namespace quicksand {

void share_memory_of_past(GameState& game) {
  TimeTravel& travel = game.travel;
  const size_t half = (static_cast<size_t>(game.settings.past_megabytes) << 20) / 2;
  game.history.set_most_bytes(half);
  travel.timeline.set_most_bytes(travel.other ? half / 2 : half);
  if (travel.other) travel.other->set_most_bytes(half / 2);
}

void begin_other_timeline(GameState& game) {
  TimeTravel& travel = game.travel;
  if (game.history.holds_other_world())
    travel.other = std::exchange(travel.timeline, Timeline());
  else
    travel.other.reset();
  share_memory_of_past(game);
  travel.timeline.begin(game.session);
  travel.way = travel.timeline.way();
}

void take_other_timeline(GameState& game) {
  std::swap(game.travel.timeline, *game.travel.other);
  game.travel.timeline.resume(game.session);
  game.travel.way = game.travel.timeline.way();
}

void follow_time(GameState& game) {
  TimeTravel& travel = game.travel;
  if (travel.other && !game.history.holds_other_world()) {
    travel.other.reset();
    share_memory_of_past(game);
  }
  if (travel.timeline.follow(game.session) && game.session.end_recording()) {
    travel.timeline.follow(game.session);
    game.toasts.say_again(said("Time"), said(": the recording ends here; what it had still to show stays as a branch"));
  }
  if (std::exchange(travel.way, travel.timeline.way()) != travel.timeline.way()) game.history.forget_beyond();
}

bool is_before_its_end(const GameState& game) {
  const Timeline& timeline = game.travel.timeline;
  const uint64_t tick = game.session.world().tick();
  const bool lacks_deeds = tick == timeline.end() && game.session.log().size() < timeline.log().size();
  return timeline.moments() > 0 && (tick < timeline.end() || lacks_deeds);
}

uint64_t last_tick(const GameState& game) {
  const CommandLog& log = game.travel.timeline.log();
  uint64_t recorded = game.session.scene().recorded_until.value_or(0);
  for (size_t i = 0; recorded > 0 && i < log.size(); ++i)
    if (std::holds_alternative<EndRecordingCommand>(log.command(i))) recorded = 0;
  return std::max(game.travel.timeline.end(), recorded);
}

void seek(GameState& game, uint64_t tick) {
  const uint64_t last = last_tick(game);
  if (last == 0 && !is_before_its_end(game))  // with deeds before its first tick there is somewhere to go
    return game.toasts.say_again(said("Time"), game.travel.timeline.moments() == 0
                                                   ? said(": this world is too large to go back in")
                                                   : said(": this is where it begins"));
  end_stroke(game);
  game.time.paused = true;
  game.time.until_still = false;
  game.console.give_up(game);
  game.travel.watches = false;
  follow_time(game);
  autosave_now(game);
  game.travel.sought = std::clamp(tick, game.travel.timeline.first(), last);
}

void seek_by(GameState& game, int64_t ticks) {
  const auto from = static_cast<int64_t>(game.travel.sought.value_or(game.session.world().tick()));
  seek(game, static_cast<uint64_t>(std::max(from + ticks, int64_t{0})));
}

std::optional<uint64_t> deed_beside(const GameState& game, bool forward) {
  const CommandLog& log = game.travel.timeline.log();
  const uint64_t from = game.travel.sought.value_or(game.session.world().tick());
  if (forward) {
    const size_t next = log.first_from(from + 1);
    return next == log.size() ? std::nullopt : std::optional(log.tick(next));
  }
  const size_t here = log.first_from(from);
  if (here == 0) return std::nullopt;
  const uint64_t tick = log.tick(here - 1);
  return tick < game.travel.timeline.first() ? std::nullopt : std::optional(tick);
}

void seek_deed(GameState& game, bool forward) {
  if (const std::optional<uint64_t> tick = deed_beside(game, forward)) seek(game, *tick);
}

void travel_on(GameState& game, const std::function<bool()>& may_go_on) {
  const bool is_there = game.travel.timeline.go_to(game.session, *game.travel.sought, may_go_on);
  game.history.follow(game.session);
  if (is_there) game.travel.sought.reset();
}

void go_to_end(GameState& game) {
  if (!is_before_its_end(game)) return;
  end_stroke(game);
  follow_time(game);
  game.travel.sought = game.travel.timeline.end();
  travel_on(game, [] { return true; });
}

void watch(GameState& game) {
  end_stroke(game);
  game.travel.sought.reset();
  game.travel.watches = true;
  game.time.paused = false;
}

void keep_branch(GameState& game) {
  end_stroke(game);
  Timeline& timeline = game.travel.timeline;
  follow_time(game);
  const std::string name = timeline.keep();
  if (name.empty()) return game.toasts.say_again(said("Time"), said(": this world is too large to keep branches of"));
  game.toasts.say(said("Kept as \"{1}\"", {name}));
}

void take_branch(GameState& game, size_t branch) {
  end_stroke(game);
  Timeline& timeline = game.travel.timeline;
  follow_time(game);
  const std::string name = timeline.branches()[branch].name;
  const std::optional<size_t> common = timeline.take(game.session, branch);
  if (!common) return game.toasts.complain(said("\"{1}\" cannot be played in this world", {name}));
  game.travel.way = timeline.way();
  game.history.leave_way(*common);
  game.history.follow(game.session);
  seek(game, timeline.end());
  game.toasts.say(said("Plays \"{1}\" now: ", {name}) + with_keys(game, said("{pause} goes on")));
}

}  // namespace quicksand
