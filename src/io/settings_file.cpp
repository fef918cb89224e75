#include "io/settings_file.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "io/files.h"
#include "io/json_reader.h"

namespace quicksand {

namespace {

Settings read_settings(JsonReader& reader, const JsonValue& document) {
  Settings settings;
  settings.hint_seen = reader.boolean(document, "hint_seen", false);
  settings.ui_scale = reader.real(document, "ui_scale", 0, 0, 3);
  settings.fancy = reader.boolean(document, "fancy", settings.fancy);
  settings.effects = reader.string(document, "effects", settings.effects);
  if (settings.effects != "auto" && settings.effects != "own" && !find_effects_preset(settings.effects)) {
    reader.report(*document.find("effects"), "there are no effects \"" + settings.effects + "\"");
    settings.effects = "auto";
  }
  settings.grid = reader.boolean(document, "grid", settings.grid);
  settings.patterns = reader.boolean(document, "patterns", settings.patterns);
  settings.distinct_colours = reader.boolean(document, "distinct_colours", settings.distinct_colours);
  for (const EffectKey& one : kEffectKeys) {
    int& effect = settings.own_effects.*one.effect;
    effect = static_cast<int>(reader.integer(document, one.name, effect, one.least, one.most));
  }
  return settings;
}

}  // namespace

LoadedSettings load_settings(const std::filesystem::path& file) {
  constexpr size_t kLimit = 1 << 20;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  LoadedSettings loaded;
  const Result<std::string> text = read_file(file, kLimit);
  const Result<JsonValue> document = text ? parse_json(*text, file.string()) : text.failure();
  JsonReader reader(file.string());
  if (!document)
    loaded.problem = document.failure().text();
  else if (reader.expect(*document, JsonValue::Type::kObject, "the settings"))
    loaded.settings = read_settings(reader, *document);
  if (reader.failed()) loaded.problem = reader.failure().text();
  if (loaded.problem.empty()) return loaded;
  std::filesystem::path kept = file;
  kept.replace_extension(".broken.json");
  std::filesystem::copy_file(file, kept, std::filesystem::copy_options::overwrite_existing, error);
  loaded.problem += "\nThe rest is as it was, or usual. The file is kept as " + kept.string();
  return loaded;
}

Status save_settings(const Settings& settings, const std::filesystem::path& file) {
  nlohmann::ordered_json json{{"hint_seen", settings.hint_seen},
                              {"ui_scale", settings.ui_scale},
                              {"fancy", settings.fancy},
                              {"effects", settings.effects},
                              {"grid", settings.grid},
                              {"patterns", settings.patterns},
                              {"distinct_colours", settings.distinct_colours}};
  for (const EffectKey& one : kEffectKeys) json[std::string(one.name)] = settings.own_effects.*one.effect;
  return write_file_atomically(file, json.dump(1) + "\n");
}

}  // namespace quicksand
