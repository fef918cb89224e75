// The keys that a player has given to actions, as a file. Which actions and keys there are the caller says.
//
//   {"keys": {"undo": ["F5", "Ctrl+Z"], "quit": [], "save-world": "Ctrl+Shift+S"}}
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"

namespace quicksand {

// The keys of each action that has other ones than usual; none: it has no key.
using KeyBindings = std::map<std::string, std::vector<std::string>>;

struct LoadedKeys {
  KeyBindings keys;
  std::string problem;  // what is wrong with the file; empty: nothing
};

// The keys in the file, or none where there is no file. What is wrong in it is left out, because keys must never keep
// the game from starting; the file is then kept under another name, which the problem tells.
// `parse` gives a key in the form in which it is kept, or nothing: there is no such key.
LoadedKeys load_keys(const std::filesystem::path& file, std::span<const std::string> actions,
                     const std::function<std::optional<std::string>(const std::string&)>& parse);

Status save_keys(const KeyBindings& keys, const std::filesystem::path& file);

// Writes what has changed since `before`, as save_changes() does with settings: an action is a key of the file. Where
// something is wrong in the file all is written, and a copy of the file is kept.
Status save_changes(const KeyBindings& before, const KeyBindings& keys, const std::filesystem::path& file);

}  // namespace quicksand
