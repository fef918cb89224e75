#include "io/mod_file.h"

#include <algorithm>

#include "core/wording.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/json_text.h"
#include "io/property_reader.h"
#include "io/property_schema.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxModBytes = size_t{1} << 20;

constexpr std::tuple kModProperties{
    Property{"$schema", Ignored{}, "for editors: the schema of this file"},
    Property{"format", Constant{kModFormat}, "what kind of file this is"}.required(),
    Property{"name", MaterialName{&Mod::name}, "what its materials and scenes are called by: name:sand"}.required(),
    Property{"title", Text{&Mod::title}, "one line for menus"},
    Property{"description", Text{&Mod::description}, "what it brings"},
    Property{"version", Text{&Mod::version}, "its version"}};

}  // namespace

Result<Mod> load_mod(const std::string& name_or_folder, FileStamps* read) {
  std::error_code error;
  fs::path folder = name_or_folder;
  if (!fs::is_directory(folder, error) && is_plain_name(name_or_folder))
    folder = user_data_folder() / "mods" / name_or_folder;
  Mod mod;
  mod.folder = folder;
  const fs::path file = folder / "mod.json";
  if (read) {
    read->note(file);
    read->note(mod.materials_file());
  }
  if (!fs::is_directory(folder, error))
    return fail("there is no mod " + in_quotes(name_or_folder) + ": neither a folder of this name, nor one in " +
                (user_data_folder() / "mods").string());
  if (!fs::exists(file, error))
    return fail(
        "a mod is a folder with a file mod.json, like {\"format\": \"quicksand-mod/1\", \"name\": \"chem\"}, and here "
        "is none",
        folder.string());
  Result<std::string> text = read_file(file, kMaxModBytes);
  if (!text) return text.failure();
  Result<JsonValue> document = parse_json(*text, file.string());
  if (!document) return document.failure();
  JsonReader reader(file.string());
  if (!reader.check_format(*document, kModFormat)) return reader.failure();
  reader.check_keys(*document, keys_of(kModProperties));
  read_properties({reader}, *document, kModProperties, mod);
  const JsonValue* const name = document->find("name");
  if (name && !reader.failed() && !is_plain_name(mod.name)) reader.report(*name, "a mod's name has no colon");
  if (reader.failed()) return reader.failure();
  return mod;
}

std::string place_of_named_mod(const std::string& name_or_folder, const fs::path& beside) {
  std::error_code error;
  const fs::path own = user_data_folder() / "mods" / name_or_folder;
  if (is_plain_name(name_or_folder) && fs::is_directory(own, error)) return own.string();
  const fs::path near = beside / name_or_folder;
  return fs::is_directory(near, error) ? near.string() : name_or_folder;
}

bool is_mod_file(const fs::path& file) {
  const Result<std::string> text = read_file(file, kMaxModBytes);
  return text && text->find(kModFormat.substr(0, kModFormat.find('/'))) != std::string::npos;
}

Result<std::vector<Mod>> load_mods(const std::vector<std::string>& names_or_folders, FileStamps* read) {
  if (names_or_folders.size() > kMostMods)
    return fail("at most " + std::to_string(kMostMods) + " mods are played at once");
  std::vector<Mod> mods;
  for (const std::string& one : names_or_folders) {
    Result<Mod> mod = load_mod(one, read);
    if (!mod) return mod.failure();
    const auto other = std::ranges::find(mods, mod->name, &Mod::name);
    if (other != mods.end())
      return fail("two mods are called \"" + mod->name + "\": " + other->folder.string() + " and " +
                  mod->folder.string());
    mods.push_back(std::move(*mod));
  }
  return mods;
}

std::vector<std::string> scene_names_of(const Mod& mod) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(mod.folder / "scenes", error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".json") names.push_back(it->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string mod_schema() {
  return json_lines(document_schema("Quicksand: a mod", schema_of_rows<Mod>(kModProperties).json()));
}

}  // namespace quicksand
