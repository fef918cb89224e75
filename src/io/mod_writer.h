// Writes changes of materials as a mod (mod_file.h).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "scene/scene.h"

namespace quicksand {

// Where a mod of the player's own lies.
std::filesystem::path own_mod_folder(const std::string& name);

// The text of a materials.json that makes these changes, in this order, and besides what `text` makes, which is one,
// too, or empty. A change stands with the material; keys that exclude its own are taken away, as --set does. `mod`: the
// name of the mod whose text it is. `is_below`: the changes are made over what this mod makes. Fails where `text` is no
// such file, and where the changes would come to something else in it: a new material of a name that it has, and a part
// of what it takes away.
Result<std::string> text_with_changes(std::string_view text, const std::vector<MaterialChange>& changes,
                                      const std::string& mod, bool is_below, const std::string& file);

// What a mod needs to be played with, besides the game's own materials: those that the changes were made over.
struct ModNeeds {
  std::vector<std::string> mods;  // names or folders
  bool materials = false;         // a set of their own
};

// The player's own mod of this name makes these changes from now on. One that is there keeps what it makes besides;
// comments in its materials.json go. A new one appears as a whole, or not at all. `played`: the mods that the changes
// are made over, by their names or folders; `materials`: the set below those. Fails, and leaves what is there, where
// the mod could not be played with, not even over those.
Result<ModNeeds> save_as_mod(const std::string& name, const std::vector<MaterialChange>& changes,
                             const std::vector<std::string>& played = {}, const std::string& materials = "core");

// What is typed to play with it.
std::string command_to_play(const std::string& name, const ModNeeds& needs, const std::string& materials);

}  // namespace quicksand
