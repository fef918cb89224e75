#include "ui/game/reload.h"

#include <new>
#include <string>
#include <utility>

#include "core/language.h"
#include "ui/game/game_state.h"
#include "ui/game/saves.h"
#include "ui/game/time_travel.h"

namespace quicksand {
namespace {

// A second world of its size is needed for a moment.
Status change(GameState& game) {
  try {
    return game.session.change_materials(*game.reload.waiting, game.reload.tried);
  } catch (const std::bad_alloc&) {
    return fail(said("there is not enough memory to change the materials of so large a world: restart it"));
  }
}

void take(GameState& game) {
  MaterialReload& reload = game.reload;
  const std::vector<std::string>& before = game.session.world().entry_names();
  const std::string material = before[game.tooling.entry];
  const Status kept = keep_what_came_later(game);
  if (const Status taken = kept ? change(game) : kept; !taken) {
    reload.trouble = taken.failure().diagnostics;
    return;
  }
  const bool has_past = game.travel.timeline.end() > game.travel.timeline.first();
  follow_time(game);
  const bool lost_past = has_past && game.panels.time && game.travel.timeline.end() == game.travel.timeline.first();
  game.tooling.entry = entry_or_loose(material, game.session.world().entry_names(), game.session.looks());
  renew_looks(game);
  std::string warnings = lost_past ? said("; the time bar begins anew") : "";
  for (const Diagnostic& warning : reload.waiting->warnings) warnings += "\n" + warning.text();
  game.toasts.say_again(said("Materials loaded again"), warnings);
  reload.trouble.clear();
  reload.waiting.reset();
  ++reload.loads;
}

void load(GameState& game) {
  MaterialReload& reload = game.reload;
  FileStamps read;
  Result<MaterialSet> materials = game.session.read_materials(read);
  // Somebody is at it. It will be seen to have changed again.
  if (!materials && read.now() != read) return;
  reload.tried = std::move(read);
  if (!materials) {
    reload.trouble = materials.failure().diagnostics;
    reload.waiting.reset();
    return;
  }
  reload.waiting = std::move(*materials);
  take(game);
}

// What waits is tried again only when it can be: to make a large world anew takes a while.
void try_again(GameState& game) {
  MaterialReload& reload = game.reload;
  const std::string file = reload.trouble.empty() ? "" : reload.trouble.front().file;
  std::vector<Diagnostic> reasons = what_is_in_the_way(game.session.world(), *reload.waiting->table, file);
  if (reasons.empty()) return take(game);
  reload.trouble = std::move(reasons);
}

}  // namespace

void follow_materials(GameState& game, double now) {
  MaterialReload& reload = game.reload;
  if (game.tooling.stroke || game.travel.sought) return;  // a stroke draws with a number
  const FileStamps& known = reload.trouble.empty() ? game.session.materials_read() : reload.tried;
  if (reload.watch.sees_change(known, now)) return load(game);
  if (!reload.waiting || now < reload.next_try) return;
  reload.next_try = now + FileWatch::kSecondsBetweenLooks;
  try_again(game);
}

void meet_materials(GameState& game) {
  game.reload.trouble.clear();
  game.reload.waiting.reset();
  const FileStamps& read = game.session.materials_read();
  if (read.now() != read) load(game);
}

void open_place(GameState& game, const Diagnostic& place) {
  if (!game.open_editor) return;
  if (const Status opened = game.open_editor(place.file, place.line, place.column); !opened)
    game.toasts.complain(opened.failure().text());
}

}  // namespace quicksand
