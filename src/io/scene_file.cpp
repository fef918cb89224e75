#include "io/scene_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/json_reader.h"

namespace quicksand {
namespace {

constexpr int64_t kFar = 4 * kMaxWorldExtent;  // shapes may lie partly, or wholly, outside the world
constexpr int64_t kLastTick = int64_t{1} << 53;

constexpr std::string_view kSceneKeys[] = {"format",    "title", "world",   "size",   "seed",    "border",
                                           "materials", "paint", "sources", "forces"};
constexpr std::string_view kSourceKeys[] = {"at", "size", "material", "wetness", "speed", "rate", "from", "until"};
constexpr std::string_view kForceKeys[] = {"at", "radius", "outward", "push", "tick", "from", "until"};
constexpr std::string_view kAllKeys[] = {"tick", "shape", "material", "wetness", "speed", "fill", "onto"};
constexpr std::string_view kRectKeys[] = {"tick", "shape", "material", "wetness", "speed",
                                          "fill", "onto",  "at",       "size"};
constexpr std::string_view kCircleKeys[] = {"tick", "shape", "material", "wetness", "speed",
                                            "fill", "onto",  "at",       "radius"};
constexpr std::string_view kLineKeys[] = {"tick", "shape", "material", "wetness", "speed", "fill",
                                          "onto", "from",  "to",       "width",   "tip"};
constexpr std::string_view kShapes[] = {"rect", "circle", "line", "all"};

class SceneFileReader {
 public:
  SceneFileReader(const std::string& file, WorldKinds kinds) : reader_(file), kinds_(kinds) { scene_.file = file; }

  Result<Scene> read(const JsonValue& document) {
    if (!reader_.check_format(document, kSceneFormat)) return reader_.failure();
    read_world_kind(document);
    check_keys(document);
    scene_.title = reader_.string(document, "title", "");
    scene_.materials = reader_.string(document, "materials", std::string(kind_->materials));
    scene_.seed = static_cast<uint64_t>(reader_.integer(document, "seed", 1, 0, kLastTick));
    const std::string border = reader_.string(document, "border", "wall");
    scene_.open_border = border == "open";
    if (border != "open" && border != "wall")
      reader_.report(*document.find("border"), "\"border\" must be \"wall\" or \"open\", not " + in_quotes(border));
    if (kind_->read) kind_->read(reader_, document, scene_);
    if (const JsonValue* size = document.find("size")) {
      const auto extent = reader_.integers(*size, "size", 2, 1, kMaxWorldExtent);
      scene_.size = {static_cast<int>(extent[0]), static_cast<int>(extent[1])};
    }
    read_items(document, "paint", [&](const JsonValue& item) { read_paint(item); });
    read_items(document, "sources", [&](const JsonValue& item) { read_source(item); });
    read_items(document, "forces", [&](const JsonValue& item) { read_force(item); });
    if (reader_.failed()) return reader_.failure();
    return std::move(scene_);
  }

 private:
  void read_world_kind(const JsonValue& document) {
    scene_.world = reader_.string(document, "world", std::string(kind_->name));
    if (const WorldKind* const kind = find_kind(kinds_, scene_.world)) {
      kind_ = kind;
      return;
    }
    std::string known;
    for (const WorldKind& kind : kinds_) known += (known.empty() ? "" : ", ") + in_quotes(kind.name);
    reader_.report(*document.find("world"), "there is no world " + in_quotes(scene_.world) + "; there is " + known);
  }

  // Each kind of world has keys of its own.
  void check_keys(const JsonValue& document) {
    std::vector<std::string_view> known(std::begin(kSceneKeys), std::end(kSceneKeys));
    known.insert(known.end(), kind_->keys.begin(), kind_->keys.end());
    for (const JsonMember& member : document.members) {
      if (std::ranges::find(known, member.key) != known.end()) continue;
      const WorldKind* const owner = find_owner(member.key);
      if (!owner) continue;
      reader_.report(member.line, member.column,
                     "the key " + in_quotes(member.key) + " is for " + std::string(owner->name) +
                         ": the scene needs \"world\": " + in_quotes(owner->name));
      known.push_back(member.key);
    }
    reader_.check_keys(document, known);
  }

  const WorldKind* find_owner(std::string_view key) const {
    for (const WorldKind& kind : kinds_)
      if (std::ranges::find(kind.keys, key) != kind.keys.end()) return &kind;
    return nullptr;
  }

  template <class Read>
  void read_items(const JsonValue& document, std::string_view key, const Read& read) {
    const JsonValue* list = document.find(key);
    if (!list || !reader_.expect(*list, JsonValue::Type::kArray, key)) return;
    for (const JsonValue& item : list->items)
      if (reader_.expect(item, JsonValue::Type::kObject, key)) read(item);
  }

  void read_paint(const JsonValue& item) {
    ScenePaint paint;
    paint.tick = static_cast<uint64_t>(reader_.integer(item, "tick", 0, 0, kLastTick));
    paint.materials = materials(item);
    paint.command.fill_limit = dice_limit(reader_.real(item, "fill", 1, 0, 1));
    paint.command.wetness = wetness(item);
    paint.command.velocity = velocity(item, "speed");
    read_onto(item, paint);
    const JsonValue* shape = reader_.require(item, "shape");
    if (!shape || !reader_.expect(*shape, JsonValue::Type::kString, "shape")) return;
    if (shape->string == "all") {
      reader_.check_keys(item, kAllKeys);
      paint.command.shape = Shape::kAll;
    } else if (shape->string == "rect") {
      reader_.check_keys(item, kRectKeys);
      read_rect(item, paint.command);
    } else if (shape->string == "circle") {
      reader_.check_keys(item, kCircleKeys);
      paint.command.shape = Shape::kStroke;
      paint.command.from = paint.command.to = cell(item, "at");
      reader_.require(item, "radius");
      paint.command.width = 2 * static_cast<int>(reader_.integer(item, "radius", 0, 0, (kMaxBrushWidth - 1) / 2)) + 1;
    } else if (shape->string == "line") {
      reader_.check_keys(item, kLineKeys);
      read_line(item, paint.command);
    } else {
      reader_.report(*shape, "there is no shape " + in_quotes(shape->string) + suggestion(shape->string, kShapes) +
                                 "; there are \"rect\", \"circle\", \"line\" and \"all\"");
    }
    scene_.paint.push_back(std::move(paint));
  }

  void read_rect(const JsonValue& item, PaintCommand& command) {
    command.shape = Shape::kRect;
    command.from = cell(item, "at");
    const JsonValue* size = reader_.require(item, "size");
    if (!size) return;
    const auto extent = reader_.integers(*size, "size", 2, 1, kMaxWorldExtent);
    command.to = {command.from.x + static_cast<int>(extent[0]) - 1, command.from.y + static_cast<int>(extent[1]) - 1};
  }

  void read_line(const JsonValue& item, PaintCommand& command) {
    command.shape = Shape::kStroke;
    command.from = cell(item, "from");
    command.to = cell(item, "to");
    command.width = static_cast<int>(reader_.integer(item, "width", 1, 1, kMaxBrushWidth));
    const std::string tip = reader_.string(item, "tip", "round");
    command.tip = tip == "square" ? Tip::kSquare : Tip::kRound;
    if (tip != "round" && tip != "square")
      reader_.report(*item.find("tip"), "\"tip\" must be \"round\" or \"square\", not " + in_quotes(tip));
  }

  void read_onto(const JsonValue& item, ScenePaint& paint) {
    const JsonValue* onto = item.find("onto");
    if (!onto || !reader_.expect(*onto, JsonValue::Type::kString, "onto")) return;
    if (onto->string == "any") return;
    paint.command.onto = onto->string == "empty" ? Onto::kEmpty : Onto::kEntry;
    if (paint.command.onto == Onto::kEntry) paint.onto = {onto->string, onto->line, onto->column};
  }

  void read_source(const JsonValue& item) {
    reader_.check_keys(item, kSourceKeys);
    SceneSource source;
    read_rect(item, source.command);
    source.materials = materials(item);
    source.command.wetness = wetness(item);
    source.command.velocity = velocity(item, "speed");
    source.command.onto = Onto::kEmpty;
    source.command.fill_limit = dice_limit(reader_.real(item, "rate", 1, 0, 1));
    source.from = static_cast<uint64_t>(reader_.integer(item, "from", 0, 0, kLastTick));
    source.until = static_cast<uint64_t>(reader_.integer(item, "until", kLastTick, 0, kLastTick));
    if (source.until < source.from) reader_.report(*item.find("until"), "\"until\" comes before \"from\"");
    scene_.sources.push_back(std::move(source));
  }

  // Once, at "tick", or in every tick from "from" until "until".
  void read_force(const JsonValue& item) {
    reader_.check_keys(item, kForceKeys);
    SceneForce force;
    force.command.at = cell(item, "at");
    reader_.require(item, "radius");
    force.command.radius = static_cast<int>(reader_.integer(item, "radius", 1, 1, kMaxForceRadius));
    force.command.outward = reader_.real(item, "outward", 0, -kMaxForceSpeed, kMaxForceSpeed);
    const Velocity push = velocity(item, "push").value_or(Velocity());
    force.command.x = push.x;
    force.command.y = push.y;
    if (!item.find("outward") && !item.find("push")) reader_.report(item, "a force needs \"outward\" or \"push\"");
    force.from = static_cast<uint64_t>(reader_.integer(item, "from", 0, 0, kLastTick));
    force.until = static_cast<uint64_t>(reader_.integer(item, "until", kLastTick, 0, kLastTick));
    if (const JsonValue* tick = item.find("tick")) {
      force.from = static_cast<uint64_t>(reader_.integer(item, "tick", 0, 0, kLastTick - 1));
      force.until = force.from + 1;
      if (item.find("from") || item.find("until"))
        reader_.report(*tick, "a force has either \"tick\", or \"from\" and \"until\"");
    } else if (force.until < force.from) {
      reader_.report(*item.find("until"), "\"until\" comes before \"from\"");
    }
    scene_.forces.push_back(force);
  }

  // [x, y] in cells a tick.
  std::optional<Velocity> velocity(const JsonValue& item, std::string_view key) {
    const JsonValue* value = item.find(key);
    if (!value || !reader_.expect(*value, JsonValue::Type::kArray, key)) return std::nullopt;
    const auto number = [&](const JsonValue& one) {
      return one.type == JsonValue::Type::kInteger ? static_cast<double>(one.integer) : one.real;
    };
    bool good = value->items.size() == 2;
    for (const JsonValue& one : value->items)
      good &= (one.type == JsonValue::Type::kInteger || one.type == JsonValue::Type::kReal) &&
              std::abs(number(one)) <= kMaxForceSpeed;
    if (good) return Velocity{number(value->items[0]), number(value->items[1])};
    reader_.report(*value,
                   in_quotes(key) + " must be two numbers from -8 to 8: cells a tick to the right and downwards");
    return std::nullopt;
  }

  std::optional<uint8_t> wetness(const JsonValue& item) {
    if (!item.find("wetness")) return std::nullopt;
    return static_cast<uint8_t>(reader_.integer(item, "wetness", 0, 0, 255));
  }

  CellPos cell(const JsonValue& item, std::string_view key) {
    const JsonValue* value = reader_.require(item, key);
    if (!value) return {};
    const auto numbers = reader_.integers(*value, key, 2, -kFar, kFar);
    return {static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
  }

  // "material": one name, or an array of names.
  std::vector<NamedEntry> materials(const JsonValue& item) {
    std::vector<NamedEntry> names;
    const JsonValue* value = reader_.require(item, "material");
    if (!value) return names;
    const auto add = [&](const JsonValue& name) {
      if (reader_.expect(name, JsonValue::Type::kString, "material"))
        names.push_back({name.string, name.line, name.column});
    };
    if (value->type == JsonValue::Type::kArray) {
      if (value->items.empty()) reader_.report(*value, "\"material\" is an empty array");
      for (const JsonValue& name : value->items) add(name);
    } else {
      add(*value);
    }
    return names;
  }

  JsonReader reader_;
  WorldKinds kinds_;
  const WorldKind* kind_ = &kinds_.front();
  Scene scene_;
};

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<NamedEntry>& materials) {
  if (materials.size() == 1) return materials.front().name;
  Json names = Json::array();
  for (const NamedEntry& material : materials) names.push_back(material.name);
  return names;
}

double share(uint64_t limit) { return static_cast<double>(limit) / 4294967296.0; }

Json json_of(const ScenePaint& paint) {
  const PaintCommand& command = paint.command;
  Json json{{"tick", paint.tick}};
  switch (command.shape) {
    case Shape::kAll:
      json["shape"] = "all";
      break;
    case Shape::kRect:
      json["shape"] = "rect";
      json["at"] = {std::min(command.from.x, command.to.x), std::min(command.from.y, command.to.y)};
      json["size"] = {std::abs(command.to.x - command.from.x) + 1, std::abs(command.to.y - command.from.y) + 1};
      break;
    case Shape::kStroke:
      json["shape"] = "line";
      json["from"] = {command.from.x, command.from.y};
      json["to"] = {command.to.x, command.to.y};
      json["width"] = command.width;
      json["tip"] = command.tip == Tip::kSquare ? "square" : "round";
      break;
  }
  json["material"] = json_of(paint.materials);
  if (command.wetness) json["wetness"] = *command.wetness;
  if (command.velocity) json["speed"] = {command.velocity->x, command.velocity->y};
  json["fill"] = share(command.fill_limit);
  if (command.onto == Onto::kEmpty) json["onto"] = "empty";
  if (command.onto == Onto::kEntry) json["onto"] = paint.onto.name;
  return json;
}

Json json_of(const SceneSource& source) {
  const PaintCommand& command = source.command;
  Json json{{"at", {command.from.x, command.from.y}},
            {"size", {command.to.x - command.from.x + 1, command.to.y - command.from.y + 1}},
            {"material", json_of(source.materials)},
            {"rate", share(command.fill_limit)},
            {"from", source.from}};
  if (command.wetness) json["wetness"] = *command.wetness;
  if (command.velocity) json["speed"] = {command.velocity->x, command.velocity->y};
  if (source.until < static_cast<uint64_t>(kLastTick)) json["until"] = source.until;
  return json;
}

Json json_of(const SceneForce& force) {
  const ForceCommand& command = force.command;
  Json json{{"at", {command.at.x, command.at.y}},
            {"radius", command.radius},
            {"outward", command.outward},
            {"push", {command.x, command.y}},
            {"from", force.from}};
  if (force.until < static_cast<uint64_t>(kLastTick)) json["until"] = force.until;
  return json;
}

}  // namespace

Result<Scene> parse_scene(std::string_view text, const std::string& file, WorldKinds kinds) {
  Result<JsonValue> document = parse_json(text, file);
  if (!document) return document.failure();
  return read_scene(*document, file, kinds);
}

Result<Scene> read_scene(const JsonValue& document, const std::string& file, WorldKinds kinds) {
  return SceneFileReader(file, kinds).read(document);
}

std::string scene_text(const Scene& scene, WorldKinds kinds) {
  Json json{{"format", kSceneFormat},      {"title", scene.title},
            {"world", scene.world},        {"size", {scene.size.width, scene.size.height}},
            {"seed", scene.seed},          {"border", scene.open_border ? "open" : "wall"},
            {"materials", scene.materials}};
  for (const ScenePaint& paint : scene.paint) json["paint"].push_back(json_of(paint));
  for (const SceneSource& source : scene.sources) json["sources"].push_back(json_of(source));
  for (const SceneForce& force : scene.forces) json["forces"].push_back(json_of(force));
  const WorldKind* const kind = find_kind(kinds, scene.world);
  if (kind && kind->write) json.update(Json::parse(kind->write(scene)));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace quicksand
