#include "io/settings_file.h"

#include <system_error>

#include "io/file_lock.h"
#include "io/files.h"
#include "io/json_text.h"
#include "io/property_reader.h"
#include "io/property_writer.h"
#include "io/settings_format.h"

namespace quicksand {

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
    read_properties({reader}, *document, kSettingsProperties, loaded.settings);
  if (!is_ui_scale(loaded.settings.ui_scale)) loaded.settings.ui_scale = Settings().ui_scale;
  if (reader.failed()) loaded.problem = reader.failure().text();
  if (loaded.problem.empty()) return loaded;
  loaded.problem += "\nThe rest is as it was, or usual. " + keep_broken(file);
  return loaded;
}

Status save_settings(const Settings& settings, const std::filesystem::path& file) {
  Json json;
  write_properties(kSettingsProperties, settings, json);
  return write_file_atomically(file, json_lines(json));
}

Status save_changes(const Settings& before, const Settings& settings, const std::filesystem::path& file) {
  const std::optional<FileLock> lock = FileLock::take_within(settings_lock(file), kLongestSettingsLock);
  const auto json_of = [](const Settings& written) {
    Json json;
    write_properties(kSettingsProperties, written, json);
    return json;
  };
  const Json old = json_of(before);
  const Json wanted = json_of(settings);
  std::error_code error;
  const bool is_there = std::filesystem::exists(file, error);
  const LoadedSettings found = load_settings(file);
  Json merged = is_there && found.problem.empty() ? json_of(found.settings) : wanted;
  for (const auto& [key, value] : wanted.items())
    if (!old.contains(key) || old[key] != value) merged[key] = value;
  for (const auto& [key, value] : old.items())
    if (!wanted.contains(key)) merged.erase(key);
  return write_file_atomically(file, json_lines(merged));
}

}  // namespace quicksand
