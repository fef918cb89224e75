#include "io/settings_file.h"

#include <system_error>

#include "io/files.h"
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
  if (reader.failed()) loaded.problem = reader.failure().text();
  if (loaded.problem.empty()) return loaded;
  loaded.problem += "\nThe rest is as it was, or usual. " + keep_broken(file);
  return loaded;
}

Status save_settings(const Settings& settings, const std::filesystem::path& file) {
  OrderedJson json;
  write_properties(kSettingsProperties, settings, json);
  return write_file_atomically(file, json.dump(1) + "\n");
}

}  // namespace quicksand
