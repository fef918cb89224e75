#include "io/mod_writer.h"

#include <algorithm>
#include <system_error>

#include "io/assets.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/json_text.h"
#include "io/material_file.h"
#include "io/material_layers.h"
#include "io/mod_file.h"
#include "io/property_reader.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;
// The material in the list, by its full name or that which it has within its mod; one more where there is none.
Json& find_material(Json& list, const std::string& name, const std::string& mod) {
  const std::string own = name.starts_with(mod + ":") ? name.substr(mod.size() + 1) : name;
  for (Json& item : list)
    if (item.contains("name") && (item["name"] == name || item["name"] == own)) return item;
  return list.emplace_back(Json{{"name", name}});
}

void lay(const MaterialChange& change, Json& material) {
  Json value = Json::parse(change.value);
  if (!value.is_null())
    for (const std::string_view other : keys_that_exclude(change.key)) material[std::string(other)] = nullptr;
  Json& whole = material[change.key];
  if (change.part.empty())
    whole = std::move(value);
  else if (whole.is_object() || whole.is_null())
    whole[change.part] = std::move(value);
}

// Why the change, made over what the mod makes of the material, cannot stand in its place.
Status check_over(const MaterialChange& change, const Json& material, const std::string& mod) {
  const Json value = Json::parse(change.value);
  const bool is_new = change.key == "inherits" && change.part.empty();
  const bool was_saved_before = material.contains("inherits") && material["inherits"] == value;
  if (is_new && material.size() > 1 && !was_saved_before)  // it has more than its name
    return fail("the mod " + in_quotes(mod) + " has a material " + in_quotes(change.material) +
                " already: give the new one another name");
  const bool is_taken_away = material.contains(change.key) && material[change.key].is_null();
  const bool is_part = !change.part.empty() || value.is_object();
  if (is_taken_away && is_part)
    return fail("the mod " + in_quotes(mod) + " takes away " + in_quotes(change.key) + " of " +
                in_quotes(change.material) +
                ": what is laid over that would join what the materials below it have; change it in the mod's file");
  return Done{};
}

// Written beside a mod's folder, to be looked at, and moved there if there is none. Gone when this is destroyed.
class Draft {
 public:
  explicit Draft(const fs::path& folder)
      : folder_(folder), drafted_(folder.parent_path() / ("." + folder.filename().string() + ".new")) {
    remove();
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() { remove(); }

  Status write(const std::string& about, const std::string& materials) const {
    if (Status written = write_file_atomically(drafted_ / "mod.json", about); !written) return written;
    return write_file_atomically(drafted_ / "materials.json", materials);
  }

  // Whether there are materials with it, over these.
  Status check(const std::string& materials, const std::vector<Mod>& below) const {
    const Result<Mod> drafted = load_mod(drafted_.string());
    if (!drafted) return drafted.failure();
    std::vector<Mod> mods = below;
    mods.push_back(*drafted);
    const Result<MaterialSet> set = load_materials(materials, {}, mods);
    if (set) return Done{};
    Failure failure = set.failure();
    for (Diagnostic& diagnostic : failure.diagnostics)
      if (fs::path(diagnostic.file).parent_path() == drafted_)
        diagnostic.file = (folder_ / fs::path(diagnostic.file).filename()).string();
    return failure;
  }

  Status move() const {
    std::error_code error;
    fs::rename(drafted_, folder_, error);
    return error ? Status(fail("cannot be made: " + error.message(), folder_.string())) : Status(Done{});
  }

 private:
  void remove() const {
    std::error_code error;
    fs::remove_all(drafted_, error);
  }

  fs::path folder_;
  fs::path drafted_;
};

// The least that the mod can be played over.
Result<ModNeeds> needs_of(const Draft& draft, const std::vector<Mod>& below, const std::vector<std::string>& named,
                          const std::string& materials) {
  const std::vector<Mod> none;
  const Status alone = draft.check("core", none);
  if (alone) return ModNeeds{};
  if (!below.empty() && draft.check("core", below)) return ModNeeds{named, false};
  if (materials != "core" && draft.check(materials, none)) return ModNeeds{{}, true};
  if (materials != "core" && !below.empty() && draft.check(materials, below)) return ModNeeds{named, true};
  return fail_in_lines("it is not saved, as it could not be played with:\n" + alone.failure().text());
}

}  // namespace

fs::path own_mod_folder(const std::string& name) { return user_data_folder() / "mods" / name; }

Result<std::string> text_with_changes(std::string_view text, const std::vector<MaterialChange>& changes,
                                      const std::string& mod, bool is_below, const std::string& file) {
  Json document{{"format", kMaterialFormat}, {"materials", Json::array()}};
  if (!text.empty()) {
    const Result<JsonValue> read = parse_json(text, file);
    if (!read) return read.failure();
    JsonReader reader(file);
    if (!reader.check_format(*read, kMaterialFormat)) return reader.failure();
    const JsonValue* const list = read->find("materials");
    if (list && !reader.expect(*list, JsonValue::Type::kArray, "materials")) return reader.failure();
    document = Json::parse(text, nullptr, false, true);
    if (!list) document["materials"] = Json::array();
  }
  for (const MaterialChange& change : changes) {
    Json& material = find_material(document["materials"], change.material, mod);
    if (is_below)
      if (Status good = check_over(change, material, mod); !good) return good.failure();
    lay(change, material);
  }
  return json_lines(document, 2);
}

Result<ModNeeds> save_as_mod(const std::string& name, const std::vector<MaterialChange>& changes,
                             const std::vector<std::string>& played, const std::string& materials) {
  if (!is_plain_name(name))
    return fail("a mod's name is made of up to " + std::to_string(kMaxNameLength) +
                " of the letters a-z, digits, - and _");
  const fs::path folder = own_mod_folder(name);
  const fs::path file = folder / "materials.json";
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  std::string text;
  std::string called = name;  // by its mod.json, whatever its folder is called
  if (is_there) {
    const Result<Mod> mod = load_mod(folder.string());
    if (!mod) return mod.failure();
    called = mod->name;
    if (fs::exists(file, error)) {
      Result<std::string> read = read_file(file, kMaxJsonBytes);
      if (!read) return read.failure();
      text = std::move(*read);
    }
  }
  bool is_below = false;
  std::vector<Mod> below;
  std::vector<std::string> named;
  for (const std::string& other : played) {
    const Result<Mod> mod = load_mod(place_of_named_mod(other));
    if (!mod) continue;
    if (fs::equivalent(mod->folder, folder, error)) {
      is_below = true;
    } else if (mod->name == called) {
      return fail_in_lines(
          "a mod of that name is played already, from another folder, and no two are played together: " +
          mod->folder.string() + ". Choose another name");
    } else {
      below.push_back(*mod);
      named.push_back(other);
    }
  }
  const Result<std::string> changed = text_with_changes(text, changes, called, is_below, file.string());
  if (!changed) return changed.failure();
  const Draft draft(folder);
  const Json about{{"format", kModFormat}, {"name", called}};
  if (const Status written = draft.write(json_lines(about, 2), *changed); !written) return written.failure();
  Result<ModNeeds> needs = needs_of(draft, below, named, materials);
  if (!needs) return needs;
  const Status saved = is_there ? write_file_atomically(file, *changed) : draft.move();
  return saved ? std::move(needs) : saved.failure();
}

std::string command_to_play(const std::string& name, const ModNeeds& needs, const std::string& materials) {
  std::string command = "quicksand";
  if (needs.materials) command += " --materials " + materials;
  for (const std::string& mod : needs.mods) command += " --mod " + mod;
  return command + " --mod " + name;
}

}  // namespace quicksand
