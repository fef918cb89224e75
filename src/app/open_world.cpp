#include "app/open_world.h"

#include <algorithm>
#include <utility>

#include "app/scene_materials.h"
#include "core/check.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/material_changes.h"
#include "io/mod_file.h"
#include "io/picture_file.h"
#include "io/picture_import.h"
#include "io/png.h"
#include "io/property_reader.h"
#include "io/save_file.h"
#include "io/scene_file.h"
#include "scene/at_once.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

// A save of the largest world with incompressible grain seeds stays below this.
constexpr size_t kMaxSaveBytes = size_t{3} << 30;
constexpr size_t kMaxOtherBytes = size_t{320} << 20;  // of pictures that are not compressed

// The kind of world that the scene is of. Fails when it lacks the kernel that is asked for.
Result<const WorldKind*> find_kind_of(const Scene& scene, const WorldRequest& request) {
  const WorldKind* const kind = find_kind(request.kinds, scene.world);
  QS_CHECK(kind, "a scene is of a kind of world that there is not");
  const std::vector<std::string_view> names = kind->kernels();
  if (request.kernel == "auto" || std::find(names.begin(), names.end(), request.kernel) != names.end()) return kind;
  std::string known;
  for (const std::string_view name : names) known += ", " + std::string(name);
  return fail("there is no kernel \"" + request.kernel + "\" for a world of the kind " + scene.world +
                  "; there is auto" + known,
              scene.file);
}

// What is not too much in a world of the size that the file says may be in a larger one.
Status check_at_once(const Scene& scene) {
  Failure failure;
  for (const TooMuchAtOnce& too_much : too_much_at_once(scene))
    failure.diagnostics.push_back({scene.file, 0, 0,
                                   "\"" + std::string(too_much.key) + "\", in " + std::to_string(scene.size.width) +
                                       "x" + std::to_string(scene.size.height) + " cells: " + too_much.message});
  if (failure.diagnostics.empty()) return Done{};
  return failure;
}

// Opens a scene at its first tick. The director's first paint belongs to the beginning, so it is applied at once:
// a world that is only looked at shows what its scene describes.
Result<OpenedWorld> open_scene(Scene scene, const WorldRequest& request) {
  if (request.size) {
    scene.size = *request.size;
    if (const Status fits = check_at_once(scene); !fits) return fits.failure();
  }
  if (request.seed) scene.seed = *request.seed;
  OpenedWorld opened;
  opened.unedited = scene.material_changes;
  add_changes(opened.unedited, request.changes);
  Result<MaterialSet> materials = materials_of_scene(scene, request, opened.materials_read);
  if (!materials) return materials.failure();
  Result<Director> director = Director::create(scene, materials->table->names());
  if (!director) return director.failure();

  const Result<const WorldKind*> kind = find_kind_of(scene, request);
  if (!kind) return kind.failure();
  Result<std::unique_ptr<World>> world = (*kind)->make(scene, *materials, request.kernel);
  if (!world) return world.failure();
  opened.world = std::move(*world);
  opened.materials = std::make_shared<const MaterialSet>(std::move(*materials));
  opened.director = std::move(*director);
  opened.scene = std::move(scene);
  opened.director.paint_due(*opened.world);
  Scene rest = opened.scene;
  opened.director.describe_rest(rest);
  if (const Status can_be = check_can_be_saved(*opened.world, std::move(rest), request.kinds); !can_be)
    return can_be.failure();
  opened.request = request;
  return opened;
}

Failure has_its_own(const char* what, const char* option, const std::string& file, const char* others = "") {
  return fail(std::string("a ") + what + " has its own " + option + ": leave out --" + option + others, file);
}

Result<OpenedWorld> open_save(SavedWorld saved, const WorldRequest& request, const std::string& file) {
  if (request.size) return has_its_own("save", "size", file);
  if (request.seed) return has_its_own("save", "seed", file, ", --seeds or, in a script, seed");
  OpenedWorld opened;
  opened.unedited = saved.scene.material_changes;
  add_changes(opened.unedited, request.changes);
  Result<ChosenMaterials> chosen = materials_of_save(saved, request, file, opened.materials_read);
  if (!chosen) return chosen.failure();
  const MaterialSet& materials = chosen->set;
  Result<Director> director = Director::create(saved.scene, materials.table->names());
  if (!director) return director.failure();
  const Result<const WorldKind*> kind = find_kind_of(saved.scene, request);
  if (!kind) return kind.failure();
  Result<std::unique_ptr<World>> world = (*kind)->restore(saved, materials, request.kernel, file);
  if (!world) return world.failure();

  opened.world = std::move(*world);
  // What sleeps was at rest under other rules: to be set anew wakes it.
  if (!chosen->is_as_played) opened.world->set(*opened.world->settings());
  opened.materials = std::make_shared<const MaterialSet>(std::move(chosen->set));
  opened.own = std::move(chosen->own);
  opened.notes = std::move(chosen->notes);
  opened.director = std::move(*director);
  opened.scene = std::move(saved.scene);
  opened.scene.name = file;
  opened.request = request;
  opened.is_save = true;
  opened.begins_as_scene = false;
  return opened;
}

Result<OpenedWorld> open_picture(std::string_view bytes, const WorldRequest& request, const std::string& file) {
  if (request.size) return has_its_own("picture", "size", file);
  Result<Image> image = decode_picture(bytes, file);
  if (!image) return image.failure();
  Scene scene;
  scene.name = scene.file = file;
  scene.world = request.kinds.front().name;
  scene.materials = request.materials.value_or(std::string(request.kinds.front().materials));
  scene.size = image->size;
  WorldRequest plain = request;
  plain.materials.reset();  // they are the scene's, and looked for beside the picture
  Result<OpenedWorld> opened = open_scene(std::move(scene), plain);
  if (!opened) return opened;
  opened->world->paint_all(nearest_entries(*image, opened->materials->looks));
  opened->begins_as_scene = false;
  opened->request = request;
  return opened;
}

// Whether the text begins like a JSON object, after comments.
bool is_json(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const bool is_line = text.starts_with("//");
    if (!is_line && !text.starts_with("/*")) return text.starts_with('{');
    const size_t end = is_line ? text.find('\n') : text.find("*/", 2);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + (is_line ? 1 : 2));
  }
}

size_t most_bytes_of(std::string_view beginning) {
  return is_png(beginning) ? kMaxSaveBytes : is_json(beginning) ? kMaxJsonBytes : kMaxOtherBytes;
}

Result<OpenedWorld> open_file(const WorldRequest& request) {
  const std::string& file = request.scene;
  Result<std::string> bytes = read_file(file, most_bytes_of);
  if (!bytes) return bytes.failure();
  if (is_json(*bytes) || fs::path(file).extension() == ".json") {
    Result<Scene> scene = load_scene_file(file, request.kinds);
    if (!scene) return scene.failure();
    return open_scene(std::move(*scene), request);
  }
  if (is_png(*bytes)) {
    Result<std::optional<SavedWorld>> saved = decode_save(*bytes, file, request.kinds);
    if (!saved) return saved.failure();
    if (saved->has_value()) return open_save(std::move(**saved), request, file);
  }
  return open_picture(*bytes, request, file);
}

constexpr std::string_view kFormats[] = {"quicksand-scene/1", "quicksand-materials/1", "quicksand-mod/1"};

// The value of a JSON document's "format"; empty when there is none.
std::string format_of(const std::string& text, const std::string& file) {
  const Result<JsonValue> document = parse_json(text, file);
  if (!document) return "";
  const JsonValue* format = document->find("format");
  return format ? format->string() : "";
}

}  // namespace

// A scene of a mod, mod:scene; nothing: it is named otherwise.
std::optional<Result<Scene>> load_scene_of_mod(const WorldRequest& request) {
  const size_t colon = request.scene.find(':');
  if (colon == std::string::npos || !is_plain_name(request.scene.substr(0, colon))) return std::nullopt;
  const Result<std::vector<Mod>> mods = load_mods(request.mods);
  if (!mods) return mods.failure();
  const std::string name = request.scene.substr(colon + 1);
  for (const Mod& mod : *mods) {
    if (mod.name != request.scene.substr(0, colon)) continue;
    const std::vector<std::string> names = scene_names_of(mod);
    if (std::find(names.begin(), names.end(), name) == names.end())
      return fail("the mod \"" + mod.name + "\" has no scene \"" + name + "\"" +
                      suggestion(name, std::span<const std::string>(names)),
                  mod.folder.string());
    Result<Scene> scene = load_scene_file(mod.scene_file(name), request.kinds);
    if (scene) scene->name = request.scene;
    return scene;
  }
  return fail("the scene \"" + request.scene + "\" is one of a mod: give it with --mod");
}

Result<OpenedWorld> open_world(const WorldRequest& request) {
  if (request.described) return open_scene(*request.described, request);
  const std::vector<std::string> names = scene_names();
  std::error_code error;
  const bool built_in = std::find(names.begin(), names.end(), request.scene) != names.end();
  if (!built_in && fs::exists(request.scene, error)) return open_file(request);
  if (std::optional<Result<Scene>> scene = load_scene_of_mod(request)) {
    if (!*scene) return scene->failure();
    return open_scene(std::move(**scene), request);
  }
  Result<Scene> scene = load_builtin_scene(request.scene, request.kinds);
  if (!scene) return scene.failure();
  return open_scene(std::move(*scene), request);
}

// Its materials over the game's own, and the mods that are named before it; and all its scenes.
Result<Checked> check_mod(const fs::path& folder, std::vector<std::string> names) {
  names.push_back(folder.string());
  const Result<std::vector<Mod>> mods = load_mods(names);
  if (!mods) return mods.failure();
  const Result<MaterialSet> set = load_materials("core", {}, *mods);
  if (!set) return set.failure();
  Failure failure;
  for (const std::string& scene : scene_names_of(mods->back())) {
    WorldRequest request;
    request.scene = mods->back().scene_file(scene).string();
    request.mods = names;
    const Result<OpenedWorld> opened = open_file(request);
    if (!opened)
      for (const Diagnostic& diagnostic : opened.failure().diagnostics) failure.diagnostics.push_back(diagnostic);
  }
  if (!failure.diagnostics.empty()) return failure;
  return Checked{set->warnings, set->history};
}

Result<Checked> check_file(const fs::path& path, const std::vector<std::string>& mods) {
  std::error_code error;
  if (fs::is_directory(path, error)) return check_mod(path, mods);
  const std::string file = path.string();
  Result<std::string> text = read_file(path, most_bytes_of);
  if (!text) return text.failure();
  // What a mod's materials lack, those below it have.
  const fs::path folder = path.parent_path().empty() ? "." : path.parent_path();
  const bool is_of_mod = path.filename() == "materials.json" && is_mod_file(folder / "mod.json");
  if (is_of_mod || format_of(*text, file).starts_with("quicksand-mod/")) return check_mod(folder, mods);
  if (format_of(*text, file).starts_with("quicksand-materials/")) {
    const Result<std::vector<Mod>> loaded = load_mods(mods);
    if (!loaded) return loaded.failure();
    // A name of the game's own is not meant: "./" keeps it a file.
    const std::vector<std::string> names = material_set_names();
    const bool is_name = std::ranges::find(names, file) != names.end();
    const Result<MaterialSet> set = load_materials(is_name ? "./" + file : file, {}, *loaded);
    if (!set) return set.failure();
    return Checked{set->warnings, set->history};
  }
  if (const std::string format = format_of(*text, file); !format.empty() && !format.starts_with("quicksand-scene/"))
    return fail("there is no format " + in_quotes(format) + suggestion(format, kFormats) + "; there are " +
                    std::string(kFormats[0]) + ", " + std::string(kFormats[1]) + " and " + std::string(kFormats[2]),
                file);
  WorldRequest request;
  request.scene = file;
  request.mods = mods;
  const Result<OpenedWorld> opened = open_file(request);
  if (!opened) return opened.failure();
  return Checked{opened->notes, {}};
}

void OpenedWorld::file_was_renamed(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  const auto whole = [&](const std::filesystem::path& file) {
    return std::filesystem::absolute(file, error).lexically_normal();
  };
  const auto is_it = [&](const std::string& name) { return !name.empty() && whole(name) == whole(from); };
  if (followed.scene && is_it(followed.scene->file)) followed = {};
  std::vector<std::string*> names{&request.scene, &scene.name, &scene.file};
  if (as_scene) names.push_back(&as_scene->scene);
  for (std::string* const name : names)
    if (is_it(*name)) *name = to.string();
}

}  // namespace quicksand
