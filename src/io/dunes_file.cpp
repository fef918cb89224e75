#include "io/dunes_file.h"

#include "io/dunes_format.h"
#include "io/json_text.h"

namespace quicksand {

std::span<const std::string_view> dunes_keys() {
  static const std::vector<std::string_view> kKeys = keys_of(kDuneProperties);
  return kKeys;
}

std::span<const std::string_view> dunes_start_keys() {
  static const std::vector<std::string_view> kKeys = keys_of(kDuneStartProperties);
  return kKeys;
}

void read_dunes(JsonReader& reader, const JsonValue& document, Scene& scene) {
  auto dunes = std::make_shared<DunesScene>();
  read_properties({reader}, document, kDuneProperties, *dunes);
  for (const HeightField* field : {&dunes->ground, &dunes->sand})
    if (!field->heights.empty()) scene.size = field->size;
  scene.settings = std::move(dunes);
}

std::string dunes_text(const Scene& scene) {
  Json json;
  write_properties(kDuneProperties, settings_of<DunesScene>(scene), json);
  return json_line(json);
}

ObjectSchema dunes_schema() { return schema_of_rows<DunesScene>(kDuneProperties); }

}  // namespace quicksand
