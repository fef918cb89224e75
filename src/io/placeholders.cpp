#include "io/placeholders.h"

#include "io/json_text.h"

namespace quicksand {
namespace {

std::string placeholder_text(std::span<const std::string> names) {
  Json list = Json::array();
  for (const std::string& name : names)
    list.push_back({{"name", name},
                    {"category", "placeholders"},
                    {"description", "\"" + name + "\" was in the save, but no file here describes it."},
                    {"colour", "#8c8c8c"},
                    {"static", true}});
  const Json document{{"format", kMaterialFormat}, {"materials", std::move(list)}};
  return json_line(document);
}

}  // namespace

std::vector<std::string> missing_names(const MaterialSet& set, std::span<const std::string> names) {
  std::vector<std::string> missing;
  for (const std::string& name : names)
    if (!set.table->find(name)) missing.push_back(name);
  return missing;
}

Result<MaterialSet> with_placeholders(const MaterialSet& set, std::span<const std::string> names,
                                      const std::string& file) {
  std::vector<MaterialLayer> layers;
  for (const std::string& text : {material_text(set), placeholder_text(names)}) {
    Result<JsonValue> document = parse_json(text, file, static_cast<int>(layers.size()));
    if (!document) return document.failure();
    layers.push_back({file, "", std::move(*document)});
  }
  Result<MaterialSet> more = parse_materials(std::move(layers));
  if (!more) return more.failure();
  more->name = set.name;
  more->warnings = set.warnings;
  more->history = set.history;
  more->placeholders = set.placeholders;
  more->placeholders.insert(more->placeholders.end(), names.begin(), names.end());
  return more;
}

}  // namespace quicksand
