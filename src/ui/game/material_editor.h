// The editor of materials: what the player changes of their properties while the world runs (app/material_edits.h).
//
// A change is wanted by a widget, and taken in the same frame, or a little later where the world is so large that to go
// on with other materials takes a while: of the values that a slider passes meanwhile only the last one counts. All
// values of one drag are one deed, which is undone at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/edit_deeds.h"
#include "core/result.h"
#include "io/material_changes.h"
#include "io/material_fields.h"

namespace quicksand {

struct GameState;

struct MaterialEditor {
  std::string material;  // the name of the one that is shown
  // What was refused last, and why; by path, like "sand.friction".
  std::map<std::string, std::string> refused;

  // What stands in the field that is written in just now, and is not in the material yet. To be set in every frame.
  struct Typed {
    std::string key;
    std::string part;
    std::string json;
  };
  std::optional<Typed> typed;

  uint64_t stroke = 0;         // rises with each press of a button, and each value that is set at once
  std::string tried;           // the last value of this stroke, with its path
  std::optional<EditDeed> wanted;  // what is to be taken as soon as it can be
  double next_try = 0;
};

// Shows the properties of this material; and those of the one in the hand, or hides them again.
void edit_material(GameState& game, uint8_t entry);
void toggle_material_editor(GameState& game);

// The entry of the material that is shown; the one in the hand where that is gone.
uint8_t edited_entry(const GameState& game);

// What is changed from now on is another deed than what was before.
void begin_stroke(MaterialEditor& editor);

// The property has this value from now on; `json` "null" takes it away. `part`: of an object under the key, or empty.
// `goes_on`: it belongs to the stroke of the last call, if that changed the same.
void set_property(GameState& game, const std::string& key, const std::string& part, const std::string& json,
                  bool goes_on = false);
// Says what would be wrong with such a value, as if it were refused; changes nothing.
void check_property(GameState& game, const std::string& key, const std::string& part, const std::string& json);
// An object that the material does not have: with the keys that it needs. What they are is guessed, and is refused like
// any other value where the guess is wrong.
void add_object(GameState& game, const MaterialField& field);
// An object, key by key, so that those go that it does not have.
void set_object(GameState& game, const std::string& key, const std::string& json);

// The property is as it was before any edit; of an object all of it. The material is.
void reset_property(GameState& game, const std::string& key, const std::string& part);
void reset_material(GameState& game);

// A new material of this name, which has all properties of the one that is shown, now and later, but for those that it
// gets of its own; it is shown then. Fails, and says why, where there can be no such material.
Status copy_material(GameState& game, const std::string& name);
// Whether the one that is shown was made so: to reset it takes it away.
bool is_copy(const GameState& game);

// Whether it has been edited. Empty key: any property of the material.
bool is_edited(const GameState& game, const std::string& key, const std::string& part = "");

// The player goes on elsewhere than in the field that was written in: what was typed is wanted.
void want_typed(GameState& game);

// What is typed and wanted, at once: the world is saved, kept, or its edits are written. It ends the stroke.
void take_waiting_edits(GameState& game);

// To be called in every frame: takes what is wanted. `now`: seconds of a clock that does not go back.
void follow_edits(GameState& game, const std::function<double()>& now);

// Takes back the last deed of the editor, or does it again, if nothing has been done to the world since that can be
// undone first. Whether it did, or said why it cannot.
bool can_undo_edit(const GameState& game);
bool can_redo_edit(const GameState& game);
bool undo_edit(GameState& game);
bool redo_edit(GameState& game);

// Before another world is played; and when one is, which may have been played before: what was done in it can be undone.
void leave_edits(GameState& game);
void meet_edits(GameState& game);

// Writes all edits as a mod of the player's own; one that is there gets them besides what it has.
Status save_edits_as_mod(GameState& game, const std::string& name);

}  // namespace quicksand
