#include "io/assets.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "io/files.h"
#include "io/json_reader.h"
#include "io/material_changes.h"
#include "io/scene_file.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

fs::path program_folder() {
#ifdef __EMSCRIPTEN__  // the program that runs is node, or a browser
  const char* const told = std::getenv("QUICKSAND_PROGRAM_FOLDER");
  return told ? told : "/";
#endif
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : program.parent_path();
}

fs::path user_folder(const char* variable, const char* below_home) {
  const char* value = std::getenv(variable);
  if (value && *value == '/') return fs::path(value) / "quicksand";
  const fs::path home = home_folder();
  return (home.empty() ? fs::path(".") : home) / below_home / "quicksand";
}

// The names of the JSON files in a folder of the assets.
std::vector<std::string> names_in(const char* folder) {
  std::vector<std::string> names;
  const Result<fs::path> data = find_data_folder();
  if (!data) return names;
  std::error_code error;
  for (fs::directory_iterator it(*data / "assets" / folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".json") names.push_back(it->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool looks_like_file(const std::string& name) {
  return name.find('/') != std::string::npos || name.find('.') != std::string::npos;
}

Failure unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& names) {
  if (const Result<fs::path> data = find_data_folder(); !data) return data.failure();
  std::string known;
  for (const std::string& candidate : names) known += (known.empty() ? "" : ", ") + candidate;
  return fail("there is no " + what + " " + in_quotes(name) + suggestion(name, std::span(names)) +
              (known.empty() ? "" : "; there are " + known) + ", or name a file");
}

// A set of materials, where it lies.
struct MaterialFilePlace {
  fs::path path;
  std::string name;  // as --materials takes it
};

// Where one of the game's own is, if it is there; empty: the name cannot be one.
fs::path place_of_own(const std::string& name) {
  const Result<fs::path> data = find_data_folder();
  return data && name.find('/') == std::string::npos ? *data / "assets/materials" / (name + ".json") : fs::path();
}

Result<MaterialFilePlace> find_materials(const std::string& name_or_file, const fs::path& beside, FileStamps& read) {
  const fs::path own = place_of_own(name_or_file);
  if (!own.empty()) read.note(own);
  const std::vector<std::string> names = material_set_names();
  if (std::find(names.begin(), names.end(), name_or_file) != names.end()) return MaterialFilePlace{own, name_or_file};
  for (const fs::path& path : {beside / name_or_file, fs::path(name_or_file)}) {
    std::error_code error;
    read.note(path);
    // A save remembers this name, and may be opened from another folder.
    if (fs::exists(path, error)) return MaterialFilePlace{path, fs::absolute(path, error).lexically_normal().string()};
  }
  if (looks_like_file(name_or_file)) return fail("there is no such file", name_or_file);
  return unknown_name("set of materials", name_or_file, names);
}

Status add_layer(const fs::path& path, const std::string& mod, std::vector<MaterialLayer>& layers) {
  Result<std::string> text = read_file(path, kMaxJsonBytes);
  if (!text) return text.failure();
  Result<JsonValue> document = parse_json(*text, path.string(), static_cast<int>(layers.size()));
  if (!document) return document.failure();
  layers.push_back({path.string(), mod, std::move(*document)});
  return Done{};
}

void set_source(JsonValue& value, int source) {
  value.place.source = source;
  for (JsonValue& item : value.each_item()) set_source(item, source);
  for (JsonMember& member : value.each_member()) {
    member.place.source = source;
    set_source(member.value, source);
  }
}

// One over another; those that people write are three or four.
constexpr size_t kMostExtended = 64;

// The set, and below it what it extends. They are found from the top down.
Status add_set(MaterialFilePlace place, std::vector<MaterialLayer>& layers, FileStamps& read) {
  std::vector<MaterialLayer> found;
  for (;;) {
    if (const Status status = add_layer(place.path, "", found); !status) return status.failure();
    const JsonValue* const extends = found.back().document.find("extends");
    if (!extends) break;
    if (found.size() >= kMostExtended)
      return fail("sets extend one another more than " + std::to_string(kMostExtended) + " times", place.path.string());
    JsonReader reader(place.path.string());
    JsonValue at = *extends;
    at.place.source = 0;
    if (!reader.expect(at, JsonValue::Type::kString, "extends")) return reader.failure();
    Result<MaterialFilePlace> next = find_materials(at.string(), place.path.parent_path(), read);
    if (!next) {
      const Diagnostic& why = next.failure().diagnostics.front();
      reader.report(at, why.message + (why.file.empty() ? "" : ": " + why.file));
      return reader.failure();
    }
    std::error_code error;
    const bool is_circle = std::any_of(found.begin(), found.end(), [&](const MaterialLayer& layer) {
      return fs::equivalent(layer.file, next->path, error);
    });
    if (is_circle) {
      reader.report(at,
                    "sets extend one another in a circle: this one is extended by " + next->path.string() + " itself");
      return reader.failure();
    }
    place = std::move(*next);
  }
  for (auto layer = found.rbegin(); layer != found.rend(); ++layer) {
    set_source(layer->document, static_cast<int>(layers.size()));
    layers.push_back(std::move(*layer));
  }
  return Done{};
}

}  // namespace

Result<fs::path> find_data_folder() {
  const fs::path program = program_folder();
  for (const fs::path& folder : {program, program / QUICKSAND_DATA_FROM_PROGRAM}) {
    std::error_code error;
    if (fs::is_directory(folder / "assets/materials", error)) return folder.lexically_normal();
  }
  return fail("the game's assets are missing: there is no folder assets/ beside the program in " + program.string() +
              ", nor " QUICKSAND_DATA_FROM_PROGRAM "/assets from there; install the game anew");
}

fs::path home_folder() {
  const char* const told = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nothing sets it
  if (told && *told == '/') return told;
  char text[16384];
  passwd account{};
  passwd* found = nullptr;
  const bool has_home = ::getpwuid_r(::getuid(), &account, text, sizeof text, &found) == 0 && found && account.pw_dir &&
                        account.pw_dir[0] == '/';
  return has_home ? fs::path(account.pw_dir) : fs::path();
}

fs::path user_data_folder() { return user_folder("XDG_DATA_HOME", ".local/share"); }
fs::path user_config_folder() { return user_folder("XDG_CONFIG_HOME", ".config"); }
fs::path user_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }

std::vector<std::string> scene_names() { return names_in("scenes"); }
bool is_scene_name(const std::string& name) {
  const std::vector<std::string> names = scene_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}
std::vector<std::string> material_set_names() { return names_in("materials"); }

Result<MaterialSet> load_materials(const std::string& name_or_file, const fs::path& beside,
                                   const std::vector<Mod>& mods, FileStamps* read,
                                   const std::vector<MaterialChange>& changes) {
  FileStamps unwanted;
  FileStamps& files = read ? *read : unwanted;
  Result<MaterialFilePlace> place = find_materials(name_or_file, beside, files);
  if (!place) return place.failure();
  std::vector<MaterialLayer> layers;
  if (const Status status = add_set(*place, layers, files); !status) return status.failure();
  for (const Mod& mod : mods) {
    std::error_code error;
    if (!fs::exists(mod.materials_file(), error)) continue;
    if (const Status status = add_layer(mod.materials_file(), mod.name, layers); !status) return status.failure();
    if (const JsonValue* const extends = layers.back().document.find("extends"))
      return Failure{{{layers.back().file, extends->place.line, extends->place.column,
                       "a mod is laid over what is played: \"extends\" is for sets of their own"}}};
  }
  for (const MaterialChange& change : changes) layers.push_back(layer_of(change, static_cast<int>(layers.size())));
  Result<MaterialSet> set = parse_materials(std::move(layers));
  if (set) set->name = place->name;
  return set;
}

Result<Scene> load_scene_file(const fs::path& path, WorldKinds kinds) {
  Result<std::string> text = read_file(path, kMaxJsonBytes);
  if (!text) return text.failure();
  Result<Scene> scene = parse_scene(*text, path.string(), kinds);
  if (scene) scene->name = path.string();
  return scene;
}

Result<Scene> load_builtin_scene(const std::string& name, WorldKinds kinds) {
  if (!is_scene_name(name)) {
    if (looks_like_file(name)) return fail("there is no such file", name);
    return unknown_name("scene", name, scene_names());
  }
  Result<Scene> scene = load_scene_file(*find_data_folder() / "assets/scenes" / (name + ".json"), kinds);
  if (scene) scene->name = name;
  return scene;
}

}  // namespace quicksand
