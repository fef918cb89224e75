#include "app/scene_materials.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/check.h"
#include "io/assets.h"
#include "io/json_reader.h"
#include "io/material_changes.h"
#include "io/mod_file.h"
#include "io/placeholders.h"
#include "io/property_reader.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

// A folder's absolute place, however it is written: with a slash at its end, or as "."
fs::path plain_place(const fs::path& folder) {
  std::error_code error;
  const fs::path place = fs::absolute(folder, error).lexically_normal();
  return place.has_filename() ? place : place.parent_path();
}

// The same, whatever links lead there.
fs::path real_place(const fs::path& path) {
  std::error_code error;
  const fs::path plain = plain_place(path);
  const fs::path found = fs::weakly_canonical(plain, error);
  return error ? plain : found;
}

// Of real places: whether one is the other, or lies below it.
bool lies_in(const fs::path& place, const fs::path& folder) {
  const fs::path inside = place.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

// What a mod is called by: its name, or the last part of its folder.
std::string last_part(const fs::path& name_or_folder) { return plain_place(name_or_folder).filename().string(); }

// The mod in whose folder of scenes a scene lies: it is played with it. None: in none.
std::optional<Result<Mod>> load_mod_around(const fs::path& scene_file, FileStamps& read) {
  const fs::path folder = plain_place(scene_file).parent_path();
  const bool is_scene_of_mod = scene_file.extension() == ".json" && folder.filename() == "scenes" &&
                               is_mod_file(folder.parent_path() / "mod.json");
  return is_scene_of_mod ? std::optional(load_mod(folder.parent_path().string(), &read)) : std::nullopt;
}

// The mods of the scene, and behind them those that are asked for besides. The scene names all of them from now on: by
// name those of the player, others by their folder, as it may be saved and opened from elsewhere. `missing`: takes
// those of the scene that cannot be read, which it names on; null: to lack one is a failure.
Result<std::vector<Mod>> load_mods_of(Scene& scene, const WorldRequest& request, FileStamps& read,
                                      std::vector<Diagnostic>* missing = nullptr) {
  const Result<std::vector<Mod>> asked = load_mods(request.mods, &read);
  if (!asked) return asked.failure();
  std::vector<Mod> mods;
  std::vector<NamedEntry> names;
  const auto add = [&](const Mod& mod) {
    if (std::ranges::find(mods, mod.name, &Mod::name) != mods.end()) return;
    std::error_code error;
    const fs::path folder = plain_place(mod.folder);
    const bool is_own = fs::equivalent(folder.parent_path(), user_data_folder() / "mods", error);
    names.push_back({is_own ? folder.filename().string() : folder.string(), 0, 0});
    mods.push_back(mod);
  };
  const std::optional<Result<Mod>> around = load_mod_around(scene.file, read);
  if (around && !*around) {
    Failure failure = around->failure();
    failure.diagnostics.push_back(
        {scene.file, 0, 0, "this lies in that mod's folder of scenes, and is played with it"});
    return failure;
  }
  // Wherever that one lies that is asked for, or whose scene it is.
  std::vector<Mod> known = *asked;
  if (around && std::ranges::find(known, (*around)->name, &Mod::name) == known.end()) known.push_back(**around);
  for (const NamedEntry& entry : scene.mods) {
    const fs::path beside = fs::path(scene.file).parent_path();
    const std::string part = last_part(beside / entry.name);
    const auto same =
        std::ranges::find_if(known, [&](const Mod& mod) { return mod.name == part || last_part(mod.folder) == part; });
    const Result<Mod> mod =
        same != known.end() ? Result<Mod>(*same) : load_mod(place_of_named_mod(entry.name, beside), &read);
    if (mod) {
      add(*mod);
      continue;
    }
    Failure failure = mod.failure();
    failure.diagnostics.push_back(
        {scene.file, entry.line, entry.column, "this was made with that mod: give its folder with --mod"});
    if (!missing) return failure;
    missing->insert(missing->end(), failure.diagnostics.begin(), failure.diagnostics.end());
    names.push_back(entry);
  }
  if (around) add(**around);
  for (const Mod& mod : *asked) add(mod);
  scene.mods = std::move(names);
  return mods;
}

// Whether the player asks for other materials than those that the save names.
bool asks_for_others(const Scene& saved, const WorldRequest& request, const std::vector<Mod>& asked) {
  return request.materials || std::ranges::any_of(asked, [&](const Mod& mod) {
           return std::ranges::none_of(saved.mods, [&](const NamedEntry& entry) {
             const std::string name = last_part(entry.name);
             return name == mod.name || name == last_part(mod.folder);
           });
         });
}

Result<MaterialSet> parse_own(const SavedWorld& saved, const std::string& file) {
  Result<MaterialSet> own = parse_materials(saved.materials, file + ", its materials");
  if (!own) {
    Failure failure = own.failure();
    failure.diagnostics.push_back({file, 0, 0,
                                   "the save is damaged: its materials cannot be read; --materials " +
                                       saved.scene.materials + " plays it with others"});
    return failure;
  }
  own->name = saved.scene.materials;
  for (const std::string& name : saved.placeholders)
    if (own->table->find(name)) own->placeholders.push_back(name);
  return own;
}

// Whether a name in a save is one that the game resolves itself, of a set or a mod, or leads to what lies in the folder
// of the save or among the player's own files. A save comes from anywhere: what else it names is opened only where the
// player names it, too.
bool is_within_reach(const std::string& name, const std::string& file) {
  const bool is_place = name.find_first_of("/\\") != std::string::npos || name == "." || name == "..";
  if (!is_place) return true;
  const fs::path folder = plain_place(file).parent_path();
  const fs::path place = real_place(folder / name);
  const Result<fs::path> data = find_data_folder();
  return lies_in(place, real_place(folder)) || lies_in(place, real_place(user_data_folder())) ||
         (data && lies_in(place, real_place(*data / "assets")));
}

// Names in a save are seen from its folder.
void resolve_names(Scene& saved, const std::string& file) {
  const auto resolve = [&](std::string& name) {
    if (name.starts_with("./")) name = plain_place(fs::path(file).parent_path() / name).string();
  };
  resolve(saved.materials);
  for (NamedEntry& mod : saved.mods) resolve(mod.name);
}

bool is_asked_or_within_reach(const NamedEntry& mod, const WorldRequest& request, const std::string& file) {
  const auto is_asked = [&](const std::string& asked) { return last_part(asked) == last_part(mod.name); };
  return std::ranges::any_of(request.mods, is_asked) || is_within_reach(mod.name, file);
}

bool names_only_within_reach(const Scene& saved, const WorldRequest& request, const std::string& file) {
  if (!request.materials && !is_within_reach(saved.materials, file)) return false;
  return std::ranges::all_of(saved.mods,
                             [&](const NamedEntry& mod) { return is_asked_or_within_reach(mod, request, file); });
}

Failure named_elsewhere(const std::string& file) {
  return fail(
      "the save was made with materials or mods that lie elsewhere: they are opened only if you name them with "
      "--materials and --mod",
      file);
}

// What the save names elsewhere is not opened, as long as the player does not name it, too.
Result<ChosenMaterials> choose_asked(SavedWorld& saved, const WorldRequest& request, const std::string& file,
                                     FileStamps& read) {
  if (!request.materials && !is_within_reach(saved.scene.materials, file)) return named_elsewhere(file);
  ChosenMaterials chosen;
  std::erase_if(saved.scene.mods, [&](const NamedEntry& mod) {
    if (is_asked_or_within_reach(mod, request, file)) return false;
    chosen.notes.push_back({file, 0, 0,
                            "the save was made with the mod " + in_quotes(last_part(mod.name)) +
                                ", which lies elsewhere: it is played only if you name it with --mod"});
    return true;
  });
  Result<MaterialSet> set = materials_of_scene(saved.scene, request, read);
  if (!set) {
    Failure failure = set.failure();
    failure.diagnostics.push_back({file, 0, 0, "the save was to be played with these materials: name others"});
    return failure;
  }
  chosen.set = std::move(*set);
  return chosen;
}

// A save that holds its materials.
Result<ChosenMaterials> choose_own_or_named(SavedWorld& saved, const Result<MaterialSet>& own,
                                            const WorldRequest& request, const std::string& file, FileStamps& read) {
  if (!own) return own.failure();
  if (!names_only_within_reach(saved.scene, request, file)) return ChosenMaterials{*own, {}, {}};
  Scene scene = saved.scene;
  Result<MaterialSet> named = materials_of_scene(scene, request, read);
  if (!named) return ChosenMaterials{*own, {}, {}};
  const bool is_same = named->table->hash() == own->table->hash();
  const bool is_whole_again = !own->placeholders.empty() && missing_names(*named, saved.entry_names).empty();
  if (is_same || is_whole_again) {
    saved.scene = std::move(scene);
    return ChosenMaterials{std::move(*named), {}, {}};
  }
  return ChosenMaterials{*own,
                         {},
                         {{file, 0, 0,
                           "the materials " + in_quotes(saved.scene.materials) +
                               " have changed since it was saved; it goes on with those of then (--materials " +
                               saved.scene.materials + " plays it with those of now)"}}};
}

// A save that names its materials only.
Result<ChosenMaterials> choose_named(SavedWorld& saved, const WorldRequest& request, const std::string& file,
                                     FileStamps& read) {
  std::vector<Diagnostic> notes;
  Scene& scene = saved.scene;
  const bool is_within = names_only_within_reach(scene, request, file);
  const Result<std::vector<Mod>> mods = is_within ? load_mods_of(scene, request, read, &notes) : std::vector<Mod>();
  if (!mods) return mods.failure();
  Result<MaterialSet> set =
      is_within ? load_materials(scene.materials, fs::path(file).parent_path(), *mods, &read, scene.material_changes)
                : named_elsewhere(file);
  if (set) {
    scene.materials = set->name;
    return ChosenMaterials{std::move(*set), {}, std::move(notes)};
  }
  const WorldKind* const kind = find_kind(request.kinds, scene.world);
  QS_CHECK(kind, "a save is of a kind of world that there is not");
  for (const Diagnostic& diagnostic : set.failure().diagnostics) notes.push_back(diagnostic);
  notes.push_back({file, 0, 0,
                   "it is played with the materials " + in_quotes(kind->materials) +
                       " in place of its own; name others with --materials"});
  set = load_materials(std::string(kind->materials));
  if (!set) return set.failure();
  return ChosenMaterials{std::move(*set), {}, std::move(notes)};
}

// Further changes than those that the save was played with, over whatever it is played with.
Status lay_further(const std::vector<MaterialChange>& changes, Scene& scene, MaterialSet& set) {
  if (changes.empty()) return Done{};
  add_changes(scene.material_changes, changes);
  Result<MaterialSet> changed = with_changes(set, changes);
  if (!changed) return changed.failure();
  set = std::move(*changed);
  return Done{};
}

// The first of them, and how many more there are.
std::string listed(const std::vector<std::string>& names) {
  constexpr size_t kMostListed = 8;
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMostListed); ++i) text += (i > 0 ? ", " : "") + in_quotes(names[i]);
  return names.size() <= kMostListed ? text : text + " and " + std::to_string(names.size() - kMostListed) + " others";
}

// `own`: those that the save holds; none: it only names them.
Result<ChosenMaterials> choose_of_save(SavedWorld& saved, const std::optional<Result<MaterialSet>>& own,
                                       const WorldRequest& request, const std::string& file, FileStamps& read) {
  const Result<std::vector<Mod>> asked = load_mods(request.mods);
  if (!asked) return asked.failure();
  if (asks_for_others(saved.scene, request, *asked)) return choose_asked(saved, request, file, read);
  WorldRequest as_saved = request;
  as_saved.changes.clear();
  as_saved.edits.clear();
  Result<ChosenMaterials> chosen = own ? choose_own_or_named(saved, *own, as_saved, file, read)
                                       : choose_named(saved, as_saved, file, read);
  if (!chosen) return chosen;
  if (const Status laid = lay_further(request.changes, saved.scene, chosen->set); !laid) return laid.failure();
  if (const std::vector<std::string> missing = missing_names(chosen->set, saved.entry_names); !missing.empty()) {
    Result<MaterialSet> whole = with_placeholders(chosen->set, missing, file);
    if (!whole) {
      Failure failure = whole.failure();
      failure.diagnostics.push_back({file, 0, 0,
                                     "the save holds materials that no file here describes: " + listed(missing) +
                                         "; name others with --materials"});
      return failure;
    }
    chosen->set = std::move(*whole);
  }
  chosen->own = std::make_shared<const MaterialSet>(chosen->set);
  if (const Status laid = lay_further(request.edits, saved.scene, chosen->set); !laid) return laid.failure();
  if (!chosen->set.placeholders.empty())
    chosen->notes.push_back({file, 0, 0,
                             "no file here describes " + listed(chosen->set.placeholders) +
                                 ", which the save holds: they stand in it as grey placeholders"});
  return chosen;
}

}  // namespace

Scene as_named_in(const fs::path& file, Scene scene) {
  const fs::path folder = real_place(plain_place(file).parent_path());
  const auto rename = [&](std::string& name) {
    if (!fs::path(name).is_absolute()) return;
    const fs::path place = real_place(name);
    if (lies_in(place, folder) || lies_in(folder, place)) name = "./" + place.lexically_relative(folder).string();
  };
  rename(scene.materials);
  for (NamedEntry& mod : scene.mods) rename(mod.name);
  return scene;
}

Result<MaterialSet> materials_of_scene(Scene& scene, const WorldRequest& request, FileStamps& read) {
  const fs::path beside = request.materials ? fs::path() : fs::path(scene.file).parent_path();
  if (request.materials) scene.materials = *request.materials;
  const Result<std::vector<Mod>> mods = load_mods_of(scene, request, read);
  if (!mods) return mods.failure();
  add_changes(scene.material_changes, request.changes);
  add_changes(scene.material_changes, request.edits);
  if (scene.material_changes.size() > kMostMaterialChanges)
    return fail("materials are changed in more than " + std::to_string(kMostMaterialChanges) +
                    " ways by the scene, --set and edits together",
                scene.file);
  Result<MaterialSet> set = load_materials(scene.materials, beside, *mods, &read, scene.material_changes);
  if (set) {
    scene.materials = set->name;
    return set;
  }
  if (request.materials || scene.materials_line == 0) return set;
  Failure failure = set.failure();
  Diagnostic& first = failure.diagnostics.front();
  // Not what the scene itself, a mod or the player changes in it.
  const bool is_of_set = !load_materials(scene.materials, beside).ok();
  if (first.file.empty() && is_of_set)
    first = {scene.file, scene.materials_line, scene.materials_column, first.message};
  else if (is_of_set)
    failure.diagnostics.push_back(
        {scene.file, scene.materials_line, scene.materials_column, "this names them as its materials"});
  return failure;
}

Result<ChosenMaterials> materials_of_save(SavedWorld& saved, const WorldRequest& request, const std::string& file,
                                          FileStamps& read) {
  resolve_names(saved.scene, file);
  std::optional<Result<MaterialSet>> own;
  if (!saved.materials.empty()) own = parse_own(saved, file);
  Result<ChosenMaterials> chosen = choose_of_save(saved, own, request, file, read);
  if (chosen && own) chosen->is_as_played = own->ok() && (*own)->table->hash() == chosen->set.table->hash();
  return chosen;
}

}  // namespace quicksand
