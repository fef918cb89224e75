#include "io/sandbox_file.h"

#include "io/json_text.h"
#include "io/property_reader.h"
#include "io/property_schema.h"
#include "io/property_writer.h"

namespace quicksand {

std::span<const std::string_view> sandbox_keys() {
  static const std::vector<std::string_view> kKeys = keys_of(kSandboxProperties);
  return kKeys;
}

void read_sandbox(JsonReader& reader, const JsonValue& document, Scene& scene) {
  auto settings = std::make_shared<SandboxSettings>();
  read_properties({reader}, document, kSandboxProperties, *settings);
  scene.settings = std::move(settings);
}

std::string sandbox_text(const Scene& scene) {
  Json json;
  write_properties(kSandboxProperties, settings_of<SandboxSettings>(scene), json);
  return json_line(json);
}

ObjectSchema sandbox_schema() { return schema_of_rows<SandboxSettings>(kSandboxProperties); }

}  // namespace quicksand
