#include "ui/game/material_editor.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "core/language.h"
#include "io/json_reader.h"
#include "io/mod_writer.h"
#include "io/property_reader.h"
#include "ui/game/game_state.h"
#include "ui/game/palette.h"
#include "ui/game/saves.h"
#include "ui/game/selection.h"
#include "ui/game/time_travel.h"

namespace quicksand {
namespace {

// To go on with other materials takes at most such a share of the time.
constexpr double kMostShare = 0.25;

MaterialChange change_of(const GameState& game, const std::string& key, const std::string& part,
                         const std::string& json) {
  MaterialChange change;
  change.material = game.session.world().entry_names()[edited_entry(game)];
  change.key = key;
  change.part = part;
  change.value = json;
  change.file = "edited";
  return change;
}

// The edits that the next one is added to.
const std::vector<MaterialChange>& edits_so_far(const GameState& game) {
  const std::optional<EditDeed>& wanted = game.material_editor.wanted;
  return wanted ? wanted->after : game.session.edits();
}

void want(GameState& game, std::string path, std::vector<MaterialChange> edits) {
  MaterialEditor& editor = game.material_editor;
  editor.wanted = EditDeed{std::move(path), editor.stroke, game.history.place(), {}, std::move(edits)};
}

// Behind the others, and in place of those of the same property.
void lay(std::vector<MaterialChange>& edits, MaterialChange change) {
  std::erase_if(edits, [&](const MaterialChange& other) {
    return other.material == change.material && other.key == change.key &&
           (change.part.empty() || other.part == change.part);
  });
  edits.push_back(std::move(change));
}

bool is_no_json(MaterialEditor& editor, const std::string& path, const std::string& json) {
  const Result<JsonValue> value = parse_json(json, "");
  if (!value) editor.refused = {{path, said("this is not JSON: ") + value.failure().diagnostics.front().message}};
  return !value;
}

// All that is wrong, without the places, which the player cannot see.
std::string reasons_of(const Failure& failure) {
  std::string text;
  for (const Diagnostic& each : failure.diagnostics) text += (text.empty() ? "" : "\n") + each.message;
  return text;
}

// A second world of its size is needed for a moment.
Status try_edits(GameState& game, std::vector<MaterialChange> edits) {
  const std::string in_hand = game.session.world().entry_names()[game.tooling.entry];
  if (Status kept = keep_what_came_later(game); !kept) return kept;
  const bool has_past = game.travel.timeline.end() > game.travel.timeline.first();
  const Status done = [&]() -> Status {
    try {
      return game.session.edit_materials(std::move(edits));
    } catch (const std::bad_alloc&) {
      return fail(said("there is not enough memory to change the materials of so large a world"));
    }
  }();
  if (!done) return done;
  follow_time(game);
  if (has_past && game.panels.time && game.travel.timeline.end() == game.travel.timeline.first())
    game.toasts.say_again(said("Another rule"), said(": the time bar begins anew"));
  game.reload.trouble.clear();  // the files were read with it
  game.reload.waiting.reset();
  game.tooling.entry = entry_or_loose(in_hand, game.session.world().entry_names(), game.session.looks());
  renew_looks(game);
  return done;
}

void take(GameState& game, EditDeed deed) {
  MaterialEditor& editor = game.material_editor;
  deed.before = game.session.edits();
  if (const Status taken = try_edits(game, deed.after); !taken) {
    editor.refused = {{deed.path, reasons_of(taken.failure())}};
    return;
  }
  editor.refused.clear();
  EditDeeds& deeds = game.session.edit_deeds();
  deeds.undone.clear();
  if (!deed.made.empty()) {
    editor.material = deed.made;
    select(game, {.entry = edited_entry(game)});
  }
  const bool joins =
      !deeds.done.empty() && deeds.done.back().stroke == deed.stroke && deeds.done.back().path == deed.path;
  if (joins)
    deeds.done.back().after = std::move(deed.after);
  else
    deeds.done.push_back(std::move(deed));
}

// What undo and redo have in common. False: the world cannot go on with these, which is said.
bool go_to(GameState& game, const std::vector<MaterialChange>& edits) {
  end_stroke(game);
  game.travel.sought.reset();
  game.material_editor.refused.clear();
  const Status done = try_edits(game, edits);
  if (!done) game.toasts.complain(reasons_of(done.failure()));
  return done.ok();
}

}  // namespace

void begin_stroke(MaterialEditor& editor) {
  ++editor.stroke;
  editor.refused.clear();
  editor.tried.clear();
}

void edit_material(GameState& game, uint8_t entry) {
  want_typed(game);  // for the one that was shown
  game.material_editor.material = game.session.world().entry_names()[entry];
  game.material_editor.refused.clear();
  game.panels.material = true;
}

void toggle_material_editor(GameState& game) {
  if (game.panels.material)
    game.panels.material = false;
  else
    edit_material(game, game.tooling.entry);
}

uint8_t edited_entry(const GameState& game) {
  const std::vector<std::string>& names = game.session.world().entry_names();
  const auto found = std::ranges::find(names, game.material_editor.material);
  return found == names.end() ? game.tooling.entry : static_cast<uint8_t>(found - names.begin());
}

void set_property(GameState& game, const std::string& key, const std::string& part, const std::string& json,
                  bool goes_on) {
  MaterialEditor& editor = game.material_editor;
  MaterialChange change = change_of(game, key, part, json);
  const std::string path = change.path();
  if (!goes_on) begin_stroke(editor);
  const std::string tried = std::exchange(editor.tried, path + "=" + json);
  if (tried == editor.tried) return;
  if (is_no_json(editor, path, json)) return;
  std::vector<MaterialChange> edits = edits_so_far(game);
  lay(edits, std::move(change));
  want(game, path, std::move(edits));
}

void check_property(GameState& game, const std::string& key, const std::string& part, const std::string& json) {
  MaterialEditor& editor = game.material_editor;
  MaterialChange change = change_of(game, key, part, json);
  const std::string path = change.path();
  editor.refused.clear();
  if (is_no_json(editor, path, json)) return;
  std::vector<MaterialChange> edits = edits_so_far(game);
  lay(edits, std::move(change));
  if (const Status good = game.session.check_edits(edits); !good) editor.refused = {{path, reasons_of(good.failure())}};
}

void add_object(GameState& game, const MaterialField& field) {
  std::string first;
  for (const MaterialField& part : field.parts)
    if (part.is_required) first += (first.empty() ? "" : ", ") + in_quotes(part.part) + ": " + part.first;
  const auto is_good = [&](const std::string& json) {
    std::vector<MaterialChange> edits = edits_so_far(game);
    lay(edits, change_of(game, field.key, "", json));
    return game.session.check_edits(edits).ok();
  };
  std::string json = "{" + first + "}";
  for (auto part = field.parts.begin(); part != field.parts.end() && !is_good(json); ++part)
    if (!part->is_required && !part->first.empty())
      json = "{" + first + (first.empty() ? "" : ", ") + in_quotes(part->part) + ": " + part->first + "}";
  set_property(game, field.key, "", json);
}

void set_object(GameState& game, const std::string& key, const std::string& json) {
  const Result<JsonValue> object = parse_json(json, "");
  const std::vector<MaterialField> fields = material_fields(game.session.materials(), edited_entry(game));
  const auto field = std::ranges::find(fields, key, &MaterialField::key);
  const bool has_object = field != fields.end() && field->value.type == JsonValue::Type::kObject;
  if (!object || object->type != JsonValue::Type::kObject || !has_object) return set_property(game, key, "", json);
  std::vector<MaterialChange> edits = edits_so_far(game);
  lay(edits, change_of(game, key, "", json));
  for (const JsonMember& member : field->value.members())
    if (!object->find(member.key)) lay(edits, change_of(game, key, member.key, "null"));
  begin_stroke(game.material_editor);
  want(game, change_of(game, key, "", "").path(), std::move(edits));
}

void reset_property(GameState& game, const std::string& key, const std::string& part) {
  const MaterialChange change = change_of(game, key, part, "null");
  std::vector<MaterialChange> edits = edits_so_far(game);
  std::erase_if(edits, [&](const MaterialChange& other) {
    return other.material == change.material && other.key == key && (part.empty() || other.part == part);
  });
  begin_stroke(game.material_editor);
  want(game, change.path(), std::move(edits));
}

void reset_material(GameState& game) {
  const std::string name = change_of(game, "", "", "").material;
  std::vector<MaterialChange> edits = edits_so_far(game);
  std::erase_if(edits, [&](const MaterialChange& other) { return other.material == name; });
  begin_stroke(game.material_editor);
  want(game, name, std::move(edits));
}

Status copy_material(GameState& game, const std::string& name) {
  const std::vector<std::string>& names = game.session.world().entry_names();
  if (!is_plain_name(name)) return fail(said("A name is needed: of the letters a-z, digits, - and _."));
  if (std::ranges::find(names, name) != names.end()) return fail(said("There is a material of this name."));
  MaterialChange change;
  change.material = name;
  change.key = "inherits";
  change.value = in_quotes(names[edited_entry(game)]);
  change.file = "edited";
  std::vector<MaterialChange> edits = edits_so_far(game);
  lay(edits, change);
  if (const Status good = game.session.check_edits(edits); !good) return fail(reasons_of(good.failure()));
  begin_stroke(game.material_editor);
  want(game, name, std::move(edits));
  game.material_editor.wanted->made = name;
  return Done{};
}

bool is_copy(const GameState& game) { return is_edited(game, "inherits"); }

bool is_edited(const GameState& game, const std::string& key, const std::string& part) {
  const std::string& name = game.session.world().entry_names()[edited_entry(game)];
  return std::ranges::any_of(game.session.edits(), [&](const MaterialChange& edit) {
    return edit.material == name && (key.empty() || edit.key == key) &&
           (part.empty() || edit.part.empty() || edit.part == part);
  });
}

void want_typed(GameState& game) {
  const std::optional<MaterialEditor::Typed> typed = std::exchange(game.material_editor.typed, std::nullopt);
  if (typed) set_property(game, typed->key, typed->part, typed->json);
}

void take_waiting_edits(GameState& game) {
  want_typed(game);
  if (!game.material_editor.wanted) return;
  end_stroke(game);  // which draws with a number
  take(game, *std::exchange(game.material_editor.wanted, std::nullopt));
}

void follow_edits(GameState& game, const std::function<double()>& now) {
  MaterialEditor& editor = game.material_editor;
  if (!editor.wanted || game.tooling.stroke || game.travel.sought) return;  // a stroke draws with a number
  const double start = now();
  if (start < editor.next_try) return;
  take(game, *std::exchange(editor.wanted, std::nullopt));
  const double end = now();
  editor.next_try = end + (end - start) * (1 / kMostShare - 1);
}

bool can_undo_edit(const GameState& game) {
  const std::vector<EditDeed>& done = game.session.edit_deeds().done;
  return !done.empty() && done.back().place >= game.history.place();
}

bool can_redo_edit(const GameState& game) {
  const EditDeeds& deeds = game.session.edit_deeds();
  // Nothing else was done in its place.
  return !deeds.undone.empty() && deeds.notes == game.history.notes() &&
         deeds.undone.back().place == game.history.place();
}

bool undo_edit(GameState& game) {
  take_waiting_edits(game);  // which is then the last deed
  if (!can_undo_edit(game)) return false;
  EditDeeds& deeds = game.session.edit_deeds();
  if (!go_to(game, deeds.done.back().before)) return true;
  // What was undone before something else was done instead does not come again.
  if (deeds.notes != game.history.notes()) deeds.undone.clear();
  deeds.undone.push_back(std::move(deeds.done.back()));
  deeds.done.pop_back();
  deeds.notes = game.history.notes();
  game.toasts.say_again(said("Taken back: "), deeds.undone.back().path);
  return true;
}

bool redo_edit(GameState& game) {
  take_waiting_edits(game);
  if (!can_redo_edit(game)) return false;
  EditDeeds& deeds = game.session.edit_deeds();
  if (!go_to(game, deeds.undone.back().after)) return true;
  deeds.done.push_back(std::move(deeds.undone.back()));
  deeds.undone.pop_back();
  game.toasts.say_again(said("Done again: "), deeds.done.back().path);
  return true;
}

void leave_edits(GameState& game) { game.session.edit_deeds().left_at = game.history.place(); }

// The history counts from another place by now: it is that at which the world was left.
void meet_edits(GameState& game) {
  MaterialEditor& editor = game.material_editor;
  editor.refused.clear();
  editor.wanted.reset();
  editor.typed.reset();
  begin_stroke(editor);
  EditDeeds& deeds = game.session.edit_deeds();
  for (std::vector<EditDeed>* const list : {&deeds.done, &deeds.undone})
    for (EditDeed& deed : *list) deed.place += game.history.place() - deeds.left_at;
}

Status save_edits_as_mod(GameState& game, const std::string& name) {
  take_waiting_edits(game);
  std::vector<std::string> played = game.session.request().mods;
  for (const NamedEntry& mod : game.session.scene().mods) played.push_back(mod.name);
  const std::string& materials = game.session.scene().materials;
  const Result<ModNeeds> saved = save_as_mod(name, game.session.edits(), played, materials);
  if (!saved) return saved.failure();
  game.toasts.say(
      said("Saved as the mod \"{1}\". {2} plays with it.", {name, command_to_play(name, *saved, materials)}));
  return Done{};
}

}  // namespace quicksand
