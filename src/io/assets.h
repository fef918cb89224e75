// Where the game's own files and the player's files are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "io/file_watch.h"
#include "io/material_file.h"
#include "io/mod_file.h"
#include "io/world_kind.h"
#include "scene/scene.h"

namespace quicksand {

// The folder that holds assets/ and shaders/: the program's own, or ../share/quicksand from there as installed; the
// first that exists. Beside a program that is built stand links to those of the source tree. Fails when there is none.
Result<std::filesystem::path> find_data_folder();

// ~: $HOME, or where that names no folder from the root on, the home that the user's account has; empty: none.
std::filesystem::path home_folder();

// $XDG_DATA_HOME/quicksand or ~/.local/share/quicksand: saves, screenshots, mods and scenes of their own. Not created.
std::filesystem::path user_data_folder();

// $XDG_CONFIG_HOME/quicksand or ~/.config/quicksand: settings. Not created.
std::filesystem::path user_config_folder();

// $XDG_CACHE_HOME/quicksand or ~/.cache/quicksand: what can be made again. Not created.
std::filesystem::path user_cache_folder();

// The names that --scene and --materials take, sorted.
std::vector<std::string> scene_names();
bool is_scene_name(const std::string& name);
std::vector<std::string> material_set_names();

// A built-in set by name, or a file. A relative file is looked for in the folder `beside`, then in the
// working folder; the set's name becomes its absolute path.
// What the set extends, these mods in their order, and over them the changes are laid with it. `read`, if it is not
// null, notes the files of which the set is made, also where they are wrong or missing.
Result<MaterialSet> load_materials(const std::string& name_or_file, const std::filesystem::path& beside = {},
                                   const std::vector<Mod>& mods = {}, FileStamps* read = nullptr,
                                   const std::vector<MaterialChange>& changes = {});

// A built-in scene by name.
Result<Scene> load_builtin_scene(const std::string& name, WorldKinds kinds);

// A scene file, whatever its place.
Result<Scene> load_scene_file(const std::filesystem::path& path, WorldKinds kinds);

// The most bytes that a JSON file of ours may have.
inline constexpr size_t kMaxJsonBytes = size_t{64} << 20;

}  // namespace quicksand
