#include "io/setting_change.h"

#include <algorithm>
#include <span>

#include "io/json_document.h"
#include "io/json_text.h"
#include "io/property_writer.h"
#include "io/scene_format.h"

namespace quicksand {
namespace {

constexpr int kMostParts = 8;  // more than any has

// The value at a path of keys with full stops between them; what is no object on the way becomes one.
Json& at_path(Json& json, std::string_view path) {
  const size_t stop = path.find('.');
  if (!json.is_object()) json = Json::object();
  Json& next = json[std::string(path.substr(0, stop))];
  return stop == std::string_view::npos ? next : at_path(next, path.substr(stop + 1));
}

// What the last key of a path stands in, of which the rest is there.
Json& around(Json& json, std::string_view path) {
  const size_t stop = path.find('.');
  return stop == std::string_view::npos ? json : around(json[std::string(path.substr(0, stop))], path.substr(stop + 1));
}

bool has_around(const Json& json, std::string_view path) {
  const size_t stop = path.find('.');
  if (stop == std::string_view::npos) return true;
  const auto next = json.find(std::string(path.substr(0, stop)));
  return next != json.end() && has_around(*next, path.substr(stop + 1));
}

Json value_of(const std::string& text) {
  if (!parse_json(text, "")) return text;  // nor deeper than files may be
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json(text) : json;
}

// The settings as a file would have them that sets them after those before.
Result<std::shared_ptr<WorldSettings>> read_settings(const WorldKind& kind, GridSize size, const Json& json,
                                                     const WorldSettings& before, JsonReader& reader) {
  const Result<JsonValue> document = parse_json(json_line(json), "");
  if (!document) return fail(document.failure().diagnostics.front().message);
  Scene scene;
  scene.size = size;
  kind.read(reader, *document, scene);
  // Without a place: the text that was read is not the player's.
  if (reader.failed()) return fail(reader.failure().diagnostics.front().message);
  std::shared_ptr<WorldSettings> settings = kind.copy(*scene.settings);
  const Status whole = kind.complete ? kind.complete(*settings, &before) : Status(Done{});
  if (!whole) return fail(whole.failure().diagnostics.front().message);
  return settings;
}

Result<std::shared_ptr<const WorldSettings>> with_border(const WorldKind& kind, const WorldSettings& settings,
                                                         const std::string& value) {
  const auto* const word = value == "null" ? std::begin(kBorderWords) : std::ranges::find(kBorderWords, value);
  if (word == std::end(kBorderWords))
    return fail(in_quotes(kBorderKey) + " must be " + in_quotes(kBorderWords[0]) + " or " + in_quotes(kBorderWords[1]) +
                ", not " + in_quotes(value));
  const std::shared_ptr<WorldSettings> changed = kind.copy(settings);
  changed->open_border = word != std::begin(kBorderWords);
  return std::shared_ptr<const WorldSettings>(changed);
}

}  // namespace

std::vector<std::string> settable_keys(const WorldKind& kind) {
  if (!kind.copy) return {};
  std::vector<std::string> keys{std::string(kBorderKey)};
  for (const std::string_view key : kind.keys)
    if (std::ranges::find(kind.start_keys, key) == kind.start_keys.end()) keys.emplace_back(key);
  return keys;
}

std::string settable_text(const WorldKind& kind, GridSize size, std::shared_ptr<const WorldSettings> settings) {
  if (!kind.write) return "{}";
  Scene scene;
  scene.size = size;
  scene.settings = std::move(settings);
  Json json = Json::parse(kind.write(scene));
  for (const std::string_view start : kind.start_keys) json.erase(std::string(start));
  return json_line(json);
}

Result<std::shared_ptr<const WorldSettings>> changed_settings(const WorldKind& kind, const World& world,
                                                              const std::string& key, const std::string& value) {
  const std::shared_ptr<const WorldSettings> settings = world.settings();
  const std::vector<std::string> keys = settings ? settable_keys(kind) : std::vector<std::string>();
  const std::string first = key.substr(0, key.find('.'));
  const bool is_part_of_border = first == kBorderKey && key != first;  // which has none
  if (is_part_of_border || std::ranges::find(keys, first) == keys.end())
    return fail("nothing of this world is called " + in_quotes(key) + suggestion(key, std::span(keys)));
  if (std::ranges::count(key, '.') > kMostParts)
    return fail("a setting has at most " + std::to_string(kMostParts) + " parts");
  if (key == kBorderKey) return with_border(kind, *settings, value);
  Json json = Json::parse(settable_text(kind, world.size(), settings));
  const Json wanted = value_of(value);
  const bool was_around = has_around(json, key);
  at_path(json, key) = wanted;
  if (wanted.is_null()) {
    JsonReader with_null{std::string()};
    const auto whether_known = read_settings(kind, world.size(), json, *settings, with_null);
    if (!with_null.knows_keys()) return whether_known.failure();
    around(json, key).erase(key.substr(key.rfind('.') + 1));
  }
  JsonReader reader{std::string()};
  const auto read = read_settings(kind, world.size(), json, *settings, reader);
  if (!read) return read.failure();
  if (wanted.is_null() && !was_around) return settings;  // and what it would stand in is not made
  const std::shared_ptr<WorldSettings> changed = *read;
  changed->open_border = settings->open_border;
  return std::shared_ptr<const WorldSettings>(changed);
}

}  // namespace quicksand
