#include "ui/game/worlds.h"

#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/resize.h"
#include "core/language.h"
#include "io/assets.h"
#include "io/png.h"
#include "io/spare_place.h"
#include "ui/game/guard.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/game/saves.h"
#include "ui/game/selection.h"
#include "ui/game/signs.h"
#include "ui/game/world_list.h"
#include "ui/game/world_size.h"
#include "ui/tools/select.h"

namespace quicksand {
namespace {

std::filesystem::path capture_path(const std::string& extension) {
  return user_data_folder() / "screenshots" / (time_text("quicksand-%Y-%m-%d-%H%M%S") + extension);
}

// Whether the world may be replaced, by one of the file `next` if it has one. `kept`: what the player hears of that it
// is kept; empty: there was nothing to keep.
Status keep_before(GameState& game, std::string& kept, const std::filesystem::path& next = {}) {
  const Result<std::optional<WrittenFile>> done = keep_world(game, next);
  if (!done)
    return fail_in_lines(said("The world was not replaced, because it cannot be kept first:\n") +
                         done.failure().text());
  if (!*done) return Done{};
  if ((*done)->why_not_there.empty())
    kept = " " + with_keys(game, said("The world before is kept in Worlds ({worlds})."));
  else
    game.toasts.complain(said("The world before is not kept where it belongs:\n") + told_of(**done));
  return Done{};
}

std::string chosen_material(const GameState& game) {
  const std::vector<std::string>& names = game.session.world().entry_names();
  return game.tooling.entry < names.size() ? names[game.tooling.entry] : "";
}

// Another world is played than before. The brush keeps its material by name, as another set has it under another
// number.
void meet_world(GameState& game, const std::string& material) {
  game.tooling.selection.clear();
  game.tooling.corners.clear();
  game.tooling.placing.reset();
  game.tooling.measured.reset();
  game.statistics.begin_anew();
  renew_looks(game);
  game.travel.sought.reset();
  game.travel.watches = false;
  game.console.give_up(game);
  game.time.until_still = false;
  game.panels.time |= game.session.scene().recorded_until.value_or(0) > game.session.world().tick();
  game.tooling.cancel_stroke();
  game.tooling.entry = entry_or_loose(material, game.session.world().entry_names(), game.session.looks());
  if (!works_in(*game.tooling.tool, game.session.world())) select_tool(game, painting_tool());
  meet_edits(game);
  meet_materials(game);
  meet_scene(game);
}

bool has_deeds(const Session& session) { return !session.log().empty() || !session.edits().empty(); }

// What undo() and redo() of the history have in common. A world that is left is kept: what comes next may give it up.
Status travel(GameState& game, Status (History::*way)(Session&), bool leaves_world) {
  end_stroke(game);
  game.travel.sought.reset();
  game.console.give_up(game);
  const std::string material = chosen_material(game);
  const World* const before = &game.session.world();
  std::string kept;
  if (leaves_world && (has_deeds(game.session) || is_before_its_end(game)) &&
      game.session.changes() != game.changes_on_return)
    if (Status may = keep_before(game, kept); !may) return may;
  if (!kept.empty()) game.toasts.say(kept.substr(1));
  follow_time(game);  // what it leaves it may come back to
  leave_edits(game);
  Status went = (game.history.*way)(game.session);
  if (&game.session.world() != before) {
    take_other_timeline(game);
    meet_world(game, material);
    game.changes_on_return = game.session.changes();
  }
  follow_time(game);
  return went;
}

Status play(GameState& game, Result<OpenedWorld> opened, const std::string& done) {
  if (!opened) return fail_in_lines(said("Cannot open it:\n") + opened.failure().text());
  std::string kept;
  if (Status may = keep_before(game, kept, opened->scene.file); !may) return may;
  const std::string material = chosen_material(game);
  const bool was_paused_by_scene = game.session.scene().paused;
  if (opened->scene.name != game.session.scene().name) game.look.daylight.reset();
  follow_time(game);
  leave_edits(game);
  game.history.open(game.session, std::move(*opened));
  begin_other_timeline(game);
  note_safe(game, game.session.opened().save_file());
  meet_world(game, material);
  if (was_paused_by_scene) game.time.paused = false;
  wait_at_start(game);
  // Worlds that are too large are not held while another is played.
  const std::string back = game.history.undo_leaves_world() ? " " + with_keys(game, said("{undo} goes back.")) : "";
  game.toasts.say(done + "." + (kept.empty() ? "" : back + kept));
  tell_notes(game);
  return Done{};
}

// "--materials chem", "--mod wind".
std::string options_of(const WorldRequest& request) {
  std::string options;
  const auto add = [&](const std::string& option) { options += (options.empty() ? "" : ", ") + option; };
  if (request.materials) add("--materials " + *request.materials);
  for (const std::string& mod : request.mods) add("--mod " + mod);
  for (const MaterialChange& change : request.changes) add("--set " + change.path());
  return options;
}

// Takes some of what options_of() tells out of the request, and gives it back.
struct Left {
  bool changes = false;
  bool materials = false;
  bool mods = false;
};
WorldRequest leave_out(WorldRequest& request, const Left& left) {
  WorldRequest out;
  if (left.changes) out.changes = std::exchange(request.changes, {});
  if (left.materials) out.materials = std::exchange(request.materials, std::nullopt);
  if (left.mods) out.mods = std::exchange(request.mods, {});
  return out;
}

// In this order, until it can be played: as little as possible is left out.
constexpr Left kLeftOut[] = {{.changes = true},
                             {.materials = true},
                             {.changes = true, .materials = true},
                             {.materials = true, .mods = true},
                             {.changes = true, .materials = true, .mods = true}};

// Opens what is asked for with the materials, mods and changes of the command line; what cannot be played with them is
// opened without, and the player hears of it.
Status open_as_given(GameState& game, const WorldRequest& request, const std::string& done) {
  Result<OpenedWorld> opened = open_world(request);
  if (opened || options_of(request).empty()) return play(game, std::move(opened), done);
  for (const Left& left : kLeftOut) {
    WorldRequest less = request;
    const WorldRequest dropped = leave_out(less, left);
    if (options_of(dropped).empty()) continue;
    Result<OpenedWorld> plain = open_world(less);
    if (!plain) continue;
    if (Status played = play(game, std::move(plain), done); !played) return played;
    game.toasts.complain(said("It is played without {1}:\n", {options_of(dropped)}) + opened.failure().text());
    return Done{};
  }
  return play(game, std::move(opened), done);
}

// What the command line asked for, but for its world.
WorldRequest request_as_given(const GameState& game) {
  WorldRequest request;
  request.materials = game.given.materials;
  request.mods = game.given.mods;
  request.changes = game.given.changes;
  request.kernel = game.given.kernel;
  return request;
}

// Without the files, which are not at fault.
std::string words_of(const Failure& failure) {
  std::string words;
  for (const Diagnostic& each : failure.diagnostics) words += (words.empty() ? "" : "\n") + each.message;
  return words;
}

void write_screenshot(GameState& game) {
  const Result<WrittenFile> saved =
      write_new_or_elsewhere(capture_path(".png"), encode_png(game.draw_world(game.look.mode)));
  if (!saved)
    game.toasts.complain(said("No picture was written:\n") + saved.failure().text());
  else if (!saved->why_not_there.empty())
    game.toasts.complain(said("The picture is not where it belongs:\n") + told_of(*saved));
  else
    game.toasts.say(said("Picture written to {1}", {shown_path(saved->file)}));
}

}  // namespace

void wait_at_start(GameState& game) {
  const Scene& scene = game.session.scene();
  if (scene.paused && !recording_end(scene) && game.session.world().tick() == 0) game.time.paused = true;
}

void tell_notes(GameState& game) {
  std::string text;
  for (const Diagnostic& note : game.session.notes()) text += (text.empty() ? said("Note: ") : "\n") + note.message;
  if (!text.empty()) game.toasts.complain(std::move(text));
}

Status try_open(GameState& game, const std::string& scene, const std::vector<std::string>& mods) {
  return guarded([&] {
    WorldRequest request = request_as_given(game);
    request.scene = scene;
    request.mods.insert(request.mods.end(), mods.begin(), mods.end());
    return open_as_given(game, request, said("Opened {1}", {world_name(scene)}));
  });
}

void open_scene(GameState& game, const std::string& scene, const std::vector<std::string>& mods) {
  tell(game, try_open(game, scene, mods));
}

bool open_described(GameState& game, const Scene& scene, bool with_given_materials) {
  return tell(game, guarded([&] {
                WorldRequest request = request_as_given(game);
                request.described = std::make_shared<const Scene>(scene);
                if (!with_given_materials) request.materials.reset();
                return open_as_given(game, request, said("{1}: {2} cells", {said(scene.title), size_text(scene.size)}));
              }));
}

bool resize_world(GameState& game, GridSize size, CellPos by) {
  if (const std::string problem = problem_of_size(world_kind_of(game.session), size); !problem.empty()) {
    game.toasts.complain(problem);
    return false;
  }
  take_in_hand(game);
  return tell(game, guarded([&]() -> Status {
                Result<OpenedWorld> other = resized(game.session, size, by);
                if (!other)
                  return fail_in_lines(said("The world cannot have this size:\n") + words_of(other.failure()));
                const Status played =
                    play(game, std::move(other), said("The world is {1} cells now", {size_text(size)}));
                // No file has it so.
                if (played) --game.kept_changes;
                if (played) game.camera.fit();
                return played;
              }));
}

void crop_world(GameState& game) {
  if (game.tooling.selection.empty()) return say_nothing_selected(game);
  const CellBox box = box_around(game.tooling.selection);
  resize_world(game, {box.right - box.left, box.bottom - box.top}, {-box.left, -box.top});
}

void restart_scene(GameState& game) {
  // Opened before the world is kept: the scene may be the very save that keeping replaces. It goes on with all edits.
  take_in_hand(game);
  const OpenedWorld& opened = game.session.opened();
  const bool is_from_save = opened.is_save || opened.as_scene;
  const std::string done{is_from_save ? said("Back at the save") : said("Started anew")};
  tell(game, guarded([&] { return play(game, game.session.reopen(), done); }));
}

Status restart_with_seed(GameState& game, uint64_t seed) {
  take_in_hand(game);
  return guarded([&] { return play(game, open_world(game.session.request_with_seed(seed)), said("Started anew")); });
}

Status try_clear(GameState& game) {
  return guarded([&]() -> Status {
    std::string kept;
    if (Status may = keep_before(game, kept); !may) return may;
    end_stroke(game);
    game.history.note(game.session);
    const bool has_walls = game.session.clear();
    game.console.give_up(game);
    const std::string walls = has_walls ? std::string(" ") + said("The border has walls now.") : "";
    const std::string back = game.history.undos() > 0 ? " " + with_keys(game, said("{undo} brings it back.")) : "";
    game.toasts.say(said("Cleared.") + walls + back + kept);
    return Done{};
  });
}

void clear_world(GameState& game) { tell(game, try_clear(game)); }

bool leave_game(GameState& game) {
  std::optional<WrittenFile> kept;
  const Status done = guarded([&]() -> Status {
    Result<std::optional<WrittenFile>> written = keep_world(game);
    if (!written) return written.failure();
    kept = std::move(*written);
    return Done{};
  });
  bool may_go = done || std::exchange(game.was_warned, true);
  guard(game, [&] {
    if (!may_go)
      game.toasts.complain(said("The world cannot be kept; quit again to lose it:\n") + done.failure().text());
    if (done) game.autosave.forget(game.session);
    if (!kept) return;
    if (!kept->why_not_there.empty()) {
      game.toasts.complain(said("The world is not kept where it belongs; quit again to leave:\n") + told_of(*kept));
      may_go = std::exchange(game.was_warned, true);
      return;
    }
    game.settings.left_world = game.last_kept.filename().string();
    keep_settings(game);
  });
  return may_go;
}

void offer_left_world(GameState& game) {
  const WorldRequest& given = game.given;
  const bool asks_for_another = given.described || given.scene != kDefaultScene;
  if (game.settings.left_world.empty() || (asks_for_another && !game.offer_is_of_crash)) return;
  const std::filesystem::path file = kept_folder() / std::filesystem::path(game.settings.left_world).filename();
  std::error_code error;
  if (std::filesystem::exists(file, error)) game.offer = file;
}

void take_offer(GameState& game) {
  const std::string file = game.offer->string();
  refuse_offer(game);
  open_scene(game, file);
}

void refuse_offer(GameState& game) {
  game.offer.reset();
  game.settings.left_world.clear();
  keep_settings(game);
}

void autosave_now(GameState& game) {
  if (!is_before_its_end(game) && game.settings.autosave_seconds > 0)
    game.autosave.catch_up(game.session, name_to_keep(game));
}

void follow_autosave(GameState& game, double now) {
  const double interval = game.settings.autosave_seconds;
  if (interval > 0 && !game.autosave.has_slot() && now >= game.next_slot_at) {
    // The player was told at the start that there is none; there may be room, or the right to write, by now.
    if (game.next_slot_at > 0) static_cast<void>(take_slot(game));
    game.next_slot_at = now + interval;
  }
  // What is not in the world just now is in the one that was written before.
  const bool is_whole = !is_before_its_end(game) && !(game.tooling.placing && game.tooling.placing->lifted_from);
  if (is_whole) game.autosave.follow(game.session, name_to_keep(game), interval, now);
  if (const std::optional<std::string> problem = game.autosave.take_problem())
    game.toasts.complain(said("If the game crashes now, the world is lost; it could not be written:\n") + *problem);
}

void undo(GameState& game) {
  guard(game, [&] {
    game.held_control = {};  // what it does from now on is another deed
    finish_sign(game);
    if (undo_edit(game)) return;
    const World* const played = &game.session.world();
    const Status undone = travel(game, &History::undo, game.history.undo_leaves_world());
    game.hints.deeds().undid |= undone.ok();
    const std::string what = played == &game.session.world()
                                 ? std::string(said("the world is as it was before"))
                                 : said("back in \"{1}\"", {world_name(game.session.scene().name)});
    game.toasts.say_again(said("Undo"), ": " + (undone ? what : undone.failure().text()));
  });
}

void redo(GameState& game) {
  guard(game, [&] {
    game.held_control = {};
    finish_sign(game);
    if (redo_edit(game)) return;
    // What was undone in a world comes after all that is there; one that is left stays where it is.
    if (game.history.redos() > 0 && !game.history.redo_leaves_world()) go_to_end(game);
    const Status redone = travel(game, &History::redo, game.history.redo_leaves_world());
    game.toasts.say_again(said("Redo"),
                          ": " + (redone ? std::string(said("what was undone is back")) : redone.failure().text()));
  });
}

Status try_save(GameState& game, const std::string& name) {
  const std::filesystem::path path = save_path(name);
  std::error_code error;
  const bool is_of_another = game.session.scene().name != path.string() && std::filesystem::exists(path, error);
  const Result<WrittenFile> saved = write_save(game, path);
  if (!saved) return fail_in_lines(said("Not saved:\n") + saved.failure().text());
  if (path.extension() == ".png") game.session.go_on_as(saved->file);
  game.hints.deeds().saved = true;
  if (!saved->why_not_there.empty()) return fail_in_lines(said("Not saved where it belongs:\n") + told_of(*saved));
  const char* const where = is_of_another ? said("it stands in Worlds ({worlds}), in place of what had this name")
                                          : said("it stands in Worlds ({worlds})");
  game.toasts.say(said("Saved as \"{1}\": ", {name}) + with_keys(game, where));
  return Done{};
}

void save_as(GameState& game, const std::string& name) {
  tell(game, guarded([&] { return try_save(game, name); }));
}

void take_screenshot(GameState& game) {
  guard(game, [&] { write_screenshot(game); });
}

void copy_screenshot(GameState& game) {
  guard(game, [&] {
    const Status copied = game.copy_picture(encode_png(game.draw_world(game.look.mode)));
    if (copied)
      game.toasts.say(said("The picture is in the clipboard"));
    else
      game.toasts.complain(said("The picture was not copied:\n") + copied.failure().text());
  });
}

void toggle_film(GameState& game, double now) {
  if (!game.film) {
    game.film = std::make_unique<Film>(capture_path(".gif"));
    game.toasts.say_again("GIF", with_keys(game, said(": records what you see, {1} seconds at most; {film} ends it",
                                                      {std::to_string(static_cast<int>(kLongestFilm))})));
    return;
  }
  if (game.film->has_ended()) return game.toasts.say_again("GIF", said(": the one before is still being written"));
  game.film->end(now);
}

void follow_film(GameState& game, double now) {
  if (!game.film) return;
  if (game.film->is_full()) game.film->end(now);
  const std::optional<Result<WrittenFile>> written = game.film->result();
  if (!written) return;
  if (!*written)
    game.toasts.complain(said("No GIF was written:\n") + written->failure().text());
  else if (!(*written)->why_not_there.empty())
    game.toasts.complain(said("The GIF is not where it belongs:\n") + told_of(**written));
  else
    game.toasts.say_again("GIF", said(" written to {1}", {shown_path((*written)->file)}));
  game.film.reset();
}

}  // namespace quicksand
