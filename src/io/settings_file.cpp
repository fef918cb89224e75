#include "io/settings_file.h"

#include <nlohmann/json.hpp>

#include "io/files.h"
#include "io/json_reader.h"

namespace quicksand {

namespace {

struct EffectKey {
  const char* key;
  int Effects::*effect;
  int least;
  int most;
};

constexpr EffectKey kEffectKeys[] = {{"blur", &Effects::blur, 0, kMostBlur},
                                     {"edges", &Effects::edges, 0, 1},
                                     {"light", &Effects::light, 0, static_cast<int>(kLightLevels.size()) - 1},
                                     {"bloom", &Effects::bloom, 0, kMostBloom},
                                     {"dither", &Effects::dither, 0, 1},
                                     {"detail", &Effects::detail, 1, kMostDetail}};

}  // namespace

Settings load_settings(const std::filesystem::path& file) {
  constexpr size_t kLimit = 1 << 20;
  const Result<std::string> text = read_file(file, kLimit);
  if (!text) return {};
  const Result<JsonValue> document = parse_json(*text, file.string());
  if (!document || document->type != JsonValue::Type::kObject) return {};
  JsonReader reader(file.string());
  Settings settings;
  settings.hint_seen = reader.boolean(*document, "hint_seen", false);
  settings.ui_scale = reader.real(*document, "ui_scale", 0, 0, 3);
  settings.fancy = reader.boolean(*document, "fancy", settings.fancy);
  settings.effects = reader.string(*document, "effects", settings.effects);
  if (settings.effects != "own" && !find_effects_preset(settings.effects)) settings.effects = "auto";
  settings.grid = reader.boolean(*document, "grid", settings.grid);
  settings.patterns = reader.boolean(*document, "patterns", settings.patterns);
  settings.distinct_colours = reader.boolean(*document, "distinct_colours", settings.distinct_colours);
  for (const EffectKey& one : kEffectKeys) {
    int& effect = settings.own_effects.*one.effect;
    effect = static_cast<int>(reader.integer(*document, one.key, effect, one.least, one.most));
  }
  return settings;
}

Status save_settings(const Settings& settings, const std::filesystem::path& file) {
  nlohmann::ordered_json json{{"hint_seen", settings.hint_seen},
                              {"ui_scale", settings.ui_scale},
                              {"fancy", settings.fancy},
                              {"effects", settings.effects},
                              {"grid", settings.grid},
                              {"patterns", settings.patterns},
                              {"distinct_colours", settings.distinct_colours}};
  for (const EffectKey& one : kEffectKeys) json[one.key] = settings.own_effects.*one.effect;
  return write_file_atomically(file, json.dump(1) + "\n");
}

}  // namespace quicksand
