#include "io/settings_file.h"

#include <nlohmann/json.hpp>

#include "io/files.h"
#include "io/json_reader.h"

namespace quicksand {

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
  return settings;
}

Status save_settings(const Settings& settings, const std::filesystem::path& file) {
  const nlohmann::ordered_json json{{"hint_seen", settings.hint_seen}, {"ui_scale", settings.ui_scale}};
  return write_file_atomically(file, json.dump(1) + "\n");
}

}  // namespace quicksand
