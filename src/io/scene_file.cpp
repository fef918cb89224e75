#include "io/scene_file.h"

#include <algorithm>

#include "io/json_text.h"
#include "io/patch_text.h"
#include "io/scene_format.h"
#include "scene/at_once.h"

namespace quicksand {
namespace {

class SceneFileReader {
 public:
  SceneFileReader(const std::string& file, WorldKinds kinds) : reader_(file), kinds_(kinds) { scene_.file = file; }

  void forbid_pictures() { reader_.forbid_pictures(); }

  Result<Scene> read(const JsonValue& document) {
    if (!reader_.check_format(document, kSceneFormat)) return reader_.failure();
    read_world_kind(document);
    check_keys(document);
    scene_.materials = kind_->materials;
    if (kind_->read) kind_->read(reader_, document, scene_);
    if (scene_.settings && kind_->complete) scene_.settings = complete(document, *scene_.settings, nullptr);
    read_properties({reader_}, document, kSceneProperties, scene_);
    if (const JsonValue* const materials = document.find("materials")) {
      scene_.materials_line = materials->place.line;
      scene_.materials_column = materials->place.column;
    }
    if (!reader_.failed()) read_commands(document);
    if (!reader_.failed())
      for (const TooMuchAtOnce& too_much : too_much_at_once(scene_))
        reader_.report(*document.find(too_much.key), too_much.message);
    if (reader_.failed()) return reader_.failure();
    return std::move(scene_);
  }

 private:
  void read_world_kind(const JsonValue& document) {
    scene_.world = kind_->name;
    const JsonValue* const world = document.find("world");
    if (!world || world->type != JsonValue::Type::kString) return;
    if (const WorldKind* const kind = find_kind(kinds_, world->string())) {
      kind_ = kind;
      return;
    }
    std::string known;
    std::vector<std::string_view> names;
    for (const WorldKind& kind : kinds_) {
      known += (known.empty() ? "" : ", ") + in_quotes(kind.name);
      names.push_back(kind.name);
    }
    reader_.report(*world, "there is no world " + in_quotes(world->string()) +
                               suggestion(world->string(), std::span(std::as_const(names))) + "; there is " + known);
  }

  // Each kind of world has keys of its own.
  void check_keys(const JsonValue& document) {
    std::vector<std::string_view> known = keys_of(kSceneProperties);
    known.insert(known.end(), kind_->keys.begin(), kind_->keys.end());
    for (const JsonMember& member : document.members()) {
      if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
      const WorldKind* const owner = find_owner(member.key);
      if (!owner) continue;
      reader_.report(member, "the key " + in_quotes(member.key) + " is for " + std::string(owner->name) +
                                 ": the scene needs \"world\": " + in_quotes(owner->name));
      known.push_back(member.key);
    }
    reader_.check_keys(document, known);
  }

  std::shared_ptr<WorldSettings> complete(const JsonValue& place, const WorldSettings& settings,
                                          const WorldSettings* before) {
    std::shared_ptr<WorldSettings> whole = kind_->copy(settings);
    // Where a mistake has been found something else may be missing.
    const Status status = kind_->complete && !reader_.failed() ? kind_->complete(*whole, before) : Status(Done{});
    if (!status) reader_.report(place, status.failure().diagnostics.front().message);
    return whole;
  }

  // They are in the order of their ticks, and what they set the world to is for its kind to read.
  void read_commands(const JsonValue& document) {
    std::shared_ptr<const WorldSettings> before;  // what the last of them has set
    for (size_t i = 0; i < scene_.commands.size(); ++i) {
      if (i > 0 && scene_.commands[i].tick < scene_.commands[i - 1].tick)
        reader_.report(document.find("commands")->items()[i],
                       "\"commands\" must be in the order of their ticks: this one is of tick " +
                           std::to_string(scene_.commands[i].tick) + ", the one before it of tick " +
                           std::to_string(scene_.commands[i - 1].tick));
      const JsonValue& command = document.find("commands")->items()[i];
      if (auto* const paste = std::get_if<PasteCommand>(&scene_.commands[i].command)) {
        paste->patch = read_patch(reader_, command, kPatchKey);
        scene_.commands[i].line = command.place.line;
        scene_.commands[i].column = command.place.column;
        continue;
      }
      auto* const set = std::get_if<SetCommand>(&scene_.commands[i].command);
      if (!set) continue;
      const JsonValue* const settings = command.find(kSettingsKey);
      if (!settings || settings->type != JsonValue::Type::kObject || !kind_->read) {
        reader_.report(settings ? *settings : command, "what is set stands in \"settings\", an object");
        continue;
      }
      std::vector<std::string_view> known = keys_of(kWorldSettingsProperties);
      known.insert(known.end(), kind_->keys.begin(), kind_->keys.end());
      reader_.check_keys(*settings, known);
      Scene scratch;
      kind_->read(reader_, *settings, scratch);
      if (!scratch.settings) continue;
      const std::shared_ptr<WorldSettings> whole = complete(*settings, *scratch.settings, before.get());
      whole->open_border = scene_.open_border;
      read_properties({reader_}, *settings, kWorldSettingsProperties, *whole);
      set->settings = before = whole;
      report_start_keys(*settings, scratch);
    }
  }

  // Recordings once listed all keys: what says no more than that there is nothing is let pass.
  void report_start_keys(const JsonValue& settings, const Scene& read) {
    const auto is_start = [&](const JsonMember& member) {
      return std::ranges::find(kind_->start_keys, member.key) != kind_->start_keys.end();
    };
    if (!read.settings || std::ranges::none_of(settings.members(), is_start)) return;
    Scene plain;
    JsonValue nothing;
    nothing.type = JsonValue::Type::kObject;
    kind_->read(reader_, nothing, plain);
    const Json said = Json::parse(kind_->write(read));
    const Json usual = Json::parse(kind_->write(plain));
    const auto value_of = [](const Json& json, std::string_view key) {
      const auto found = json.find(key);
      return found == json.end() ? Json() : *found;
    };
    for (const JsonMember& member : settings.members())
      if (is_start(member) && value_of(said, member.key) != value_of(usual, member.key))
        reader_.report(member, in_quotes(member.key) + " says how a world begins; it cannot be set while it runs");
  }

  const WorldKind* find_owner(std::string_view key) const {
    for (const WorldKind& kind : kinds_)
      if (std::find(kind.keys.begin(), kind.keys.end(), key) != kind.keys.end()) return &kind;
    return nullptr;
  }

  JsonReader reader_;
  WorldKinds kinds_;
  const WorldKind* kind_ = &kinds_.front();
  Scene scene_;
};

// A line for each value, but for lists of numbers and words: the rows of a map, and places. A line for each number
// makes a recording in which a map is dragged more than twice as large, too large to be read.
void write_lines(const Json& value, size_t indent, std::string& text) {
  const bool is_row = value.is_array() &&
                      std::none_of(value.begin(), value.end(), [](const Json& item) { return item.is_structured(); });
  if (!value.is_structured() || value.empty() || is_row) {
    text += json_line(value);
    return;
  }
  text += value.is_object() ? '{' : '[';
  std::string_view before;
  for (auto item = value.begin(); item != value.end(); ++item) {
    text += before;
    text += '\n';
    text.append(indent + 1, ' ');
    if (value.is_object()) text += json_line(item.key()) + ": ";
    write_lines(*item, indent + 1, text);
    before = ",";
  }
  text += '\n';
  text.append(indent, ' ');
  text += value.is_object() ? '}' : ']';
}

// Commands share what is large, such as the form of a brush; as JSON each has its own, so they are written one by one.
// `before`: what the last command has set that did; null: none has.
Json command_json(const SceneCommand& command, const WorldKind* kind, const WorldSettings* before) {
  Json json = Json::object();
  write_properties(kCommandProperties, command, json);
  if (const auto* const paste = std::get_if<PasteCommand>(&command.command))
    json[std::string(kPatchKey)] = write_patch(*paste->patch);
  const auto* const set = std::get_if<SetCommand>(&command.command);
  if (!set || !kind || !kind->write) return json;
  Scene scratch;
  scratch.settings = before && kind->since ? kind->since(*set->settings, *before) : set->settings;
  Json& settings = json[std::string(kSettingsKey)] = Json::parse(kind->write(scratch));
  settings[std::string(kBorderKey)] = kBorderWords[set->settings->open_border ? 1 : 0];
  for (const std::string_view key : kind->start_keys) settings.erase(std::string(key));
  return json;
}

}  // namespace

Result<Scene> parse_scene(std::string_view text, const std::string& file, WorldKinds kinds) {
  Result<JsonValue> document = parse_json(text, file);
  if (!document) return document.failure();
  return SceneFileReader(file, kinds).read(*document);
}

SceneHead read_scene_head(std::string_view text) {
  SceneHead head;
  const Result<JsonValue> document = parse_json(text, "");
  if (!document || document->type != JsonValue::Type::kObject) return head;
  const JsonValue* const format = document->find("format");
  if (!format || format->string() != kSceneFormat) return head;
  const auto text_of = [&](const char* key) {
    const JsonValue* const value = document->find(key);
    return value && value->type == JsonValue::Type::kString ? value->string() : std::string();
  };
  head.title = text_of("title");
  head.group = text_of("group");
  const JsonValue* const size = document->find("size");
  if (!size || size->items().size() != 2) return head;
  const auto is_extent = [](const JsonValue& value) {
    return value.type == JsonValue::Type::kInteger && value.integer >= 1 && value.integer <= kMaxWorldExtent;
  };
  if (is_extent(size->items()[0]) && is_extent(size->items()[1]))
    head.size = GridSize{static_cast<int>(size->items()[0].integer), static_cast<int>(size->items()[1].integer)};
  return head;
}

Result<Scene> read_scene_of_save(const JsonValue& document, const std::string& file, WorldKinds kinds) {
  SceneFileReader reader(file, kinds);
  reader.forbid_pictures();
  return reader.read(document);
}

std::string scene_text(const Scene& scene, WorldKinds kinds, size_t most) {
  const WorldKind* const kind = find_kind(kinds, scene.world);
  Scene rest = scene;
  const std::vector<SceneCommand> commands = std::exchange(rest.commands, {});
  Json json;
  write_properties(kSceneProperties, rest, json);
  if (kind && kind->write) json.update(Json::parse(kind->write(rest)));
  std::string text;
  write_lines(json, 0, text);
  if (commands.empty()) return text + "\n";
  text.resize(text.size() - std::string_view("\n}").size());
  text += ",\n \"commands\": [";
  const WorldSettings* before = nullptr;
  for (const SceneCommand& command : commands) {
    if (text.size() > most) break;
    text += &command == &commands.front() ? "\n  " : ",\n  ";
    write_lines(command_json(command, kind, before), 2, text);
    if (const auto* const set = std::get_if<SetCommand>(&command.command)) before = set->settings.get();
  }
  return text + "\n ]\n}\n";
}

std::string scene_schema(WorldKinds kinds) {
  Scene usual;
  usual.world = kinds.front().name;
  ObjectSchema schema = schema_of_rows(kSceneProperties, usual);
  schema.case_key = "world";
  schema.case_is_optional = true;
  for (const WorldKind& kind : kinds)
    schema.cases.push_back({std::string(kind.name), kind.schema ? kind.schema() : ObjectSchema()});
  return json_lines(document_schema("Quicksand: a scene", schema.json()));
}

}  // namespace quicksand
