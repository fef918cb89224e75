// Mods: folders with a file mod.json, "quicksand-mod/1", and any of materials.json and scenes/.
//
//   {"format": "quicksand-mod/1", "name": "chem", "title": "…", "description": "…", "version": "1.2"}
//
// The materials are a file as any other, but laid over the set that is played (material_layers.h). The mod's new
// materials are called name:material, and its scenes name:scene.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "io/file_watch.h"

namespace quicksand {

inline constexpr std::string_view kModFormat = "quicksand-mod/1";

// Each is looked for and read: so many at most are asked for, or named by a scene, which may be a stranger's.
inline constexpr size_t kMostMods = 100;

struct Mod {
  std::string name;
  std::string title;
  std::string description;
  std::string version;
  std::filesystem::path folder;

  std::filesystem::path materials_file() const { return folder / "materials.json"; }
  std::filesystem::path scene_file(const std::string& scene) const { return folder / "scenes" / (scene + ".json"); }
};

// The mod in a folder, or the player's own of this name, which lie in user_data_folder() / "mods". `read`, if it is not
// null, notes its files, also where they are wrong.
Result<Mod> load_mod(const std::string& name_or_folder, FileStamps* read = nullptr);

// Where the mod lies that a scene or a save names, for load_mod(): one of the player's own, if there is one, whatever
// lies in the working folder; else a folder, as seen from `beside`, or from the working one.
std::string place_of_named_mod(const std::string& name_or_folder, const std::filesystem::path& beside = {});

// Whether a file says that it is a mod's mod.json, right or wrong: other programs have files of that name.
bool is_mod_file(const std::filesystem::path& file);

// All of these, in order. Fails also where two have one name, or where there are more than kMostMods.
Result<std::vector<Mod>> load_mods(const std::vector<std::string>& names_or_folders, FileStamps* read = nullptr);

// The names of its scenes, without its own, sorted.
std::vector<std::string> scene_names_of(const Mod& mod);

// The JSON Schema of mod.json.
std::string mod_schema();

}  // namespace quicksand
