#include "io/dunes_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "dunes/dune_state.h"
#include "dunes/dunes_scene.h"
#include "io/files.h"
#include "io/png.h"

namespace quicksand {
namespace {

constexpr double kMostCells = kMostHeight / kUnit;         // of a pile
constexpr double kMostField = kMostPaintedHeight / kUnit;  // of anything else
constexpr double kLeastLength = 1.0 / kUnit;
constexpr double kFar = 4.0 * kMaxWorldExtent;
constexpr int64_t kLastTick = int64_t{1} << 53;
constexpr size_t kMostPictureBytes = size_t{256} << 20;
constexpr size_t kMostPathPlaces = 100'000;

constexpr std::string_view kWindKeys[] = {"to",    "hop",   "lift", "slab", "stays_on_sand", "stays_on_rock",
                                          "spray", "shadow"};
constexpr std::string_view kSandKeys[] = {"depth", "noise"};
constexpr std::string_view kPileKeys[] = {"at", "height", "radius"};
constexpr std::string_view kImageKeys[] = {"image", "low", "high"};
constexpr std::string_view kBodyKeys[] = {"shape", "radius", "length", "width", "map", "path"};
constexpr std::string_view kHeadings[] = {"east", "west", "south", "north"};
constexpr std::string_view kBodyShapes[] = {"ball", "slab", "hill", "map"};
constexpr int kLargestMap = 256;
constexpr std::string_view kRules[] = {"slide", "chip-firing"};

// What stands for 1 in shares of 256ths.
constexpr double kShareOne = 256;
// A share of all would need 256.
constexpr double kMostShare = 0.99;

uint8_t in_256ths(double share) { return static_cast<uint8_t>(std::min(share * kShareOne + 0.5, 255.0)); }

class DunesReader {
 public:
  DunesReader(JsonReader& reader, const std::string& file) : reader_(reader), file_(file) {}

  DunesScene read(const JsonValue& document) {
    read_pile_rule(document);
    if (const JsonValue* wind = object(document, "wind")) read_wind(*wind);
    if (const JsonValue* sand = object(document, "sand")) {
      reader_.check_keys(*sand, kSandKeys);
      scene_.depth = reader_.real(*sand, "depth", 0, 0, kMostField);
      scene_.noise = reader_.real(*sand, "noise", 0, 0, kMostField);
    }
    if (const JsonValue* heights = document.find("heights"))
      read_field(*heights, "heights", kMostDuneExtent, scene_.sand);
    if (const JsonValue* ground = document.find("ground"))
      read_field(*ground, "ground", kMostDuneExtent, scene_.ground);
    for_each(document, "piles", [&](const JsonValue& item) { read_pile(item); });
    for_each(document, "colliders", [&](const JsonValue& item) { read_body(item, false); });
    for_each(document, "emitters", [&](const JsonValue& item) { read_body(item, true); });
    return std::move(scene_);
  }

 private:
  const JsonValue* object(const JsonValue& document, std::string_view key) {
    const JsonValue* const value = document.find(key);
    return value && reader_.expect(*value, JsonValue::Type::kObject, key) ? value : nullptr;
  }

  template <class Read>
  void for_each(const JsonValue& document, std::string_view key, const Read& read) {
    const JsonValue* const list = document.find(key);
    if (!list || !reader_.expect(*list, JsonValue::Type::kArray, key)) return;
    for (const JsonValue& item : list->items)
      if (reader_.expect(item, JsonValue::Type::kObject, key)) read(item);
  }

  // The place of a word in a list.
  template <size_t kCount>
  size_t choice(const JsonValue& item, std::string_view key, const std::string_view (&words)[kCount]) {
    const std::string word = reader_.string(item, key, std::string(words[0]));
    const auto found = std::find(std::begin(words), std::end(words), word);
    if (found != std::end(words)) return static_cast<size_t>(found - std::begin(words));
    std::string known;
    for (const std::string_view one : words) known += (known.empty() ? "" : ", ") + in_quotes(one);
    reader_.report(*item.find(key), in_quotes(key) + " is " + in_quotes(word) +
                                        suggestion(word, std::span<const std::string_view>(words)) + "; it is one of " +
                                        known);
    return 0;
  }

  void read_pile_rule(const JsonValue& document) {
    PileSettings& pile = scene_.settings.pile;
    pile.chip_firing = choice(document, "rule", kRules) == 1;
    const double threshold = reader_.real(document, "threshold", 0.6, 2 * kLeastLength, 1000);
    const double transfer = reader_.real(document, "transfer", threshold / 10, kLeastLength, 1000);
    pile.threshold = to_units(threshold);
    pile.transfer = std::max(to_units(transfer), 1);
    pile.wet_threshold = to_units(reader_.real(document, "wet_threshold", 1.5, 0, 1000));
    pile.steps = static_cast<int>(reader_.integer(document, "steps", 1, 1, 4096));
    if (pile.transfer > pile.threshold / 2)
      reader_.report(document.find("transfer") ? *document.find("transfer") : document,
                     "\"transfer\" must be at most half of \"threshold\", or sand would swing to and fro for ever");
  }

  void read_wind(const JsonValue& item) {
    reader_.check_keys(item, kWindKeys);
    WindSettings& wind = scene_.settings.wind;
    wind.blows = true;
    wind.heading = static_cast<Heading>(choice(item, "to", kHeadings));
    wind.hop = static_cast<int>(reader_.integer(item, "hop", 3, 1, kMostHop));
    wind.lift = in_256ths(reader_.real(item, "lift", 0.25, 0, kMostShare));
    wind.slab = to_units(reader_.real(item, "slab", 0.1, kLeastLength, 100));
    wind.catch_sand = in_256ths(reader_.real(item, "stays_on_sand", 0.4, 0, kMostShare));
    wind.catch_rock = in_256ths(reader_.real(item, "stays_on_rock", 0.15, 0, kMostShare));
    wind.spray = in_256ths(reader_.real(item, "spray", 0.05, 0, kMostShare));
    wind.shadow = to_units(reader_.real(item, "shadow", 0.27, kLeastLength, 100));
  }

  // Rows of numbers, or a picture.
  void read_field(const JsonValue& value, std::string_view key, int most, HeightField& field) {
    field.line = value.line;
    field.column = value.column;
    if (value.type == JsonValue::Type::kObject) return read_picture(value, most, field);
    if (!reader_.expect(value, JsonValue::Type::kArray, key)) return;
    for (const JsonValue& row : value.items) {
      if (!reader_.expect(row, JsonValue::Type::kArray, key)) return;
      if (field.size.width == 0)
        field.size.width = static_cast<int>(std::min(row.items.size(), size_t{kMaxWorldExtent} + 1));
      if (std::max(row.items.size(), value.items.size()) > static_cast<size_t>(most))
        return reader_.report(row, in_quotes(key) + " has more than " + std::to_string(most) + " rows or columns");
      if (row.items.empty()) return reader_.report(row, "a row of " + in_quotes(key) + " is empty");
      if (row.items.size() != static_cast<size_t>(field.size.width))
        return reader_.report(row, in_quotes(key) + " has rows of different lengths: this one has " +
                                       std::to_string(row.items.size()) + ", the first " +
                                       std::to_string(field.size.width));
      for (const JsonValue& number : row.items) {
        const bool is_number = number.type == JsonValue::Type::kInteger || number.type == JsonValue::Type::kReal;
        if (!is_number || !(number.real >= 0) || number.real > kMostField)
          return reader_.report(number, in_quotes(key) + " holds numbers from 0 to " +
                                            std::to_string(static_cast<int>(kMostField)) + ": heights in cells");
        field.heights.push_back(number.real);
      }
      ++field.size.height;
    }
    if (field.heights.empty()) reader_.report(value, in_quotes(key) + " is empty");
  }

  void read_picture(const JsonValue& value, int most, HeightField& field) {
    reader_.check_keys(value, kImageKeys);
    const double low = reader_.real(value, "low", 0, 0, kMostField);
    const double high = reader_.real(value, "high", 10, 0, kMostField);
    const JsonValue* const name = reader_.require(value, "image");
    if (!name || !reader_.expect(*name, JsonValue::Type::kString, "image")) return;
    const std::filesystem::path path = std::filesystem::path(file_).parent_path() / name->string;
    const Result<std::string> bytes = read_file(path.string(), kMostPictureBytes);
    const Result<Image> image = bytes ? decode_picture(*bytes, path.string(), most) : Result<Image>(bytes.failure());
    if (!image) return reader_.report(*name, image.failure().text());
    field.size = image->size;
    for (int y = 0; y < image->size.height; ++y)
      for (int x = 0; x < image->size.width; ++x) {
        const uint8_t* const pixel = image->pixel(x, y);
        field.heights.push_back(low + (high - low) * (pixel[0] + pixel[1] + pixel[2]) / (3 * 255.0));
      }
  }

  void read_pile(const JsonValue& item) {
    reader_.check_keys(item, kPileKeys);
    DunePile pile;
    if (const JsonValue* at = reader_.require(item, "at")) {
      const auto place = reader_.integers(*at, "at", 2, -kMaxWorldExtent, 2 * kMaxWorldExtent);
      pile.at = {static_cast<int>(place[0]), static_cast<int>(place[1])};
    }
    pile.radius = static_cast<int>(reader_.integer(item, "radius", 0, 0, kMaxWorldExtent));
    reader_.require(item, "height");
    pile.height = reader_.real(item, "height", 0, 0, kMostCells);
    scene_.piles.push_back(pile);
  }

  void read_body(const JsonValue& item, bool is_source) {
    reader_.check_keys(item, kBodyKeys);
    Body body;
    body.is_source = is_source;
    body.shape = static_cast<BodyShape>(choice(item, "shape", kBodyShapes));
    body.radius = reader_.real(item, "radius", body.radius, 0.5, 1000);
    body.length = reader_.real(item, "length", body.length, 0.5, 1000);
    body.width = reader_.real(item, "width", body.width, 0.5, 1000);
    if (body.shape == BodyShape::kMap) read_map(item, body.map);
    const JsonValue* const path = reader_.require(item, "path");
    if (!path || !reader_.expect(*path, JsonValue::Type::kArray, "path")) return;
    for (const JsonValue& place : path->items) read_place(place, body);
    if (path->items.empty() || path->items.size() > kMostPathPlaces)
      return reader_.report(*path, "\"path\" must have from 1 to " + std::to_string(kMostPathPlaces) + " places");
    if (!body.path.empty()) scene_.settings.bodies.push_back(std::move(body));
  }

  void read_map(const JsonValue& item, BodyMap& map) {
    const JsonValue* const value = reader_.require(item, "map");
    if (!value) return;
    HeightField field;
    read_field(*value, "map", kLargestMap, field);
    map = {field.size.width, field.size.height, std::move(field.heights)};
  }

  // [tick, x, y, z]
  void read_place(const JsonValue& place, Body& body) {
    bool good = place.type == JsonValue::Type::kArray && place.items.size() == 4;
    for (size_t k = 0; good && k < 4; ++k) {
      const JsonValue& number = place.items[k];
      good = number.type == JsonValue::Type::kInteger || (number.type == JsonValue::Type::kReal && k > 0);
      good = good && std::abs(number.real) <= (k > 0 ? kFar : static_cast<double>(kLastTick)) &&
             (k > 0 || number.integer >= 0);
    }
    if (!good) return reader_.report(place, "a place of \"path\" must be [tick, x, y, z]: a whole tick, and cells");
    const auto tick = static_cast<uint64_t>(place.items[0].integer);
    if (!body.path.empty() && tick < body.path.back().tick)
      return reader_.report(place, "the places of \"path\" must be in the order of their ticks");
    body.path.push_back({tick, place.items[1].real, place.items[2].real, place.items[3].real});
  }

  JsonReader& reader_;
  const std::string& file_;
  DunesScene scene_;
};

using Json = nlohmann::ordered_json;

double cells(int32_t units) { return static_cast<double>(units) / kUnit; }

Json rows_of(GridSize size, const std::vector<double>& numbers) {
  Json rows = Json::array();
  for (int row = 0; row < size.height; ++row) {
    const auto first = numbers.begin() + static_cast<ptrdiff_t>(row) * size.width;
    rows.push_back(std::vector<double>(first, first + size.width));
  }
  return rows;
}

void write_settings(const DuneSettings& settings, Json& json) {
  const PileSettings& pile = settings.pile;
  json["rule"] = kRules[pile.chip_firing ? 1 : 0];
  json["threshold"] = cells(pile.threshold);
  json["transfer"] = cells(pile.transfer);
  json["wet_threshold"] = cells(pile.wet_threshold);
  json["steps"] = pile.steps;
  if (settings.wind.blows) {
    const WindSettings& wind = settings.wind;
    json["wind"] = {{"to", kHeadings[static_cast<size_t>(wind.heading)]},
                    {"hop", wind.hop},
                    {"lift", wind.lift / kShareOne},
                    {"slab", cells(wind.slab)},
                    {"stays_on_sand", wind.catch_sand / kShareOne},
                    {"stays_on_rock", wind.catch_rock / kShareOne},
                    {"spray", wind.spray / kShareOne},
                    {"shadow", cells(wind.shadow)}};
  }
  for (const Body& body : settings.bodies) {
    Json one{{"shape", kBodyShapes[static_cast<size_t>(body.shape)]},
                               {"radius", body.radius},
                               {"length", body.length},
                               {"width", body.width},
                               {"path", Json::array()}};
    if (body.map.height > 0) one["map"] = rows_of({body.map.width, body.map.height}, body.map.depths);
    for (const BodyPlace& place : body.path) one["path"].push_back({place.tick, place.x, place.y, place.z});
    json[body.is_source ? "emitters" : "colliders"].push_back(std::move(one));
  }
}

void write_start(const DunesScene& dunes, Json& json) {
  if (dunes.depth > 0 || dunes.noise > 0) json["sand"] = {{"depth", dunes.depth}, {"noise", dunes.noise}};
  if (!dunes.sand.heights.empty()) json["heights"] = rows_of(dunes.sand.size, dunes.sand.heights);
  if (!dunes.ground.heights.empty()) json["ground"] = rows_of(dunes.ground.size, dunes.ground.heights);
  for (const DunePile& pile : dunes.piles)
    json["piles"].push_back({{"at", {pile.at.x, pile.at.y}}, {"height", pile.height}, {"radius", pile.radius}});
}

}  // namespace

void read_dunes(JsonReader& reader, const JsonValue& document, Scene& scene) {
  DunesScene dunes = DunesReader(reader, scene.file).read(document);
  for (const HeightField* field : {&dunes.ground, &dunes.sand})
    if (!field->heights.empty()) scene.size = field->size;
  scene.settings = std::make_shared<DunesScene>(std::move(dunes));
}

std::string dunes_text(const Scene& scene) {
  const auto& dunes = settings_of<DunesScene>(scene);
  Json json;
  write_settings(dunes.settings, json);
  write_start(dunes, json);
  return json.dump();
}

}  // namespace quicksand
