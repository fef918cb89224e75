#include "io/dunes_format.h"

#include <cmath>
#include <filesystem>

#include "io/files.h"
#include "io/picture_file.h"

namespace quicksand {
namespace {

constexpr size_t kMostPictureBytes = size_t{256} << 20;

bool is_number(const JsonValue& value) {
  return value.type == JsonValue::Type::kInteger || value.type == JsonValue::Type::kReal;
}

std::optional<HeightField> read_picture(JsonReader& reader, const JsonValue& value, int most) {
  PictureKeys keys;
  reader.check_keys(value, keys_of(kPictureProperties));
  read_properties({reader}, value, kPictureProperties, keys);
  const JsonValue* const name = value.find("image");
  if (!name || keys.image.empty()) return std::nullopt;
  if (!reader.may_name_pictures()) {
    reader.report(*name, "a save holds its heights itself and names no picture");
    return std::nullopt;
  }
  if (!reader.takes_memory(name->place, 0)) return std::nullopt;  // not even decoded
  const std::filesystem::path path = std::filesystem::path(reader.file()).parent_path() / keys.image;
  const Result<std::string> bytes = read_file(path.string(), kMostPictureBytes);
  const Result<Image> image = bytes ? decode_picture(*bytes, path.string(), most) : Result<Image>(bytes.failure());
  if (!image) {
    reader.report(*name, image.failure().text());
    return std::nullopt;
  }
  if (!reader.takes_memory(name->place, image->size.cells() * int64_t{sizeof(double)})) return std::nullopt;
  HeightField field;
  field.size = image->size;
  for (int y = 0; y < image->size.height; ++y)
    for (int x = 0; x < image->size.width; ++x) {
      const uint8_t* const pixel = image->pixel(x, y);
      field.heights.push_back(keys.low + (keys.high - keys.low) * (pixel[0] + pixel[1] + pixel[2]) / (3 * 255.0));
    }
  return field;
}

// What is wrong with a row, after those that `field` holds; nothing: it has been added.
std::string add_row(const JsonValue& row, std::string_view key, int most, HeightField& field) {
  if (field.size.height == 0)
    field.size.width = static_cast<int>(std::min(row.items().size(), size_t{kMaxWorldExtent} + 1));
  if (row.items().size() > static_cast<size_t>(most))
    return in_quotes(key) + " has more than " + std::to_string(most) + " rows or columns";
  if (row.items().empty()) return "a row of " + in_quotes(key) + " is empty";
  if (row.items().size() != static_cast<size_t>(field.size.width))
    return in_quotes(key) + " has rows of different lengths: this one has " + std::to_string(row.items().size()) +
           ", the first " + std::to_string(field.size.width);
  for (const JsonValue& number : row.items()) field.heights.push_back(number.real());
  ++field.size.height;
  return "";
}

// The first number of a row that is none, or out of range.
const JsonValue* wrong_number(const JsonValue& row) {
  for (const JsonValue& number : row.items())
    if (!is_number(number) || !(number.real() >= 0) || number.real() > kMostFieldHeight) return &number;
  return nullptr;
}

bool is_place(const JsonValue& place) {
  if (place.type != JsonValue::Type::kArray || place.items().size() != 4) return false;
  for (size_t k = 1; k < 4; ++k) {
    const double farthest = k < 3 ? static_cast<double>(kFarthestCell) : kHighestPlace;
    if (!is_number(place.items()[k]) || std::abs(place.items()[k].real()) > farthest) return false;
  }
  const JsonValue& tick = place.items()[0];
  return tick.type == JsonValue::Type::kInteger && tick.integer >= 0 && tick.integer <= kLastTick;
}

}  // namespace

std::optional<HeightField> read_heights(JsonReader& reader, const JsonValue& value, std::string_view key, int most) {
  HeightField field;
  if (value.type == JsonValue::Type::kObject) {
    auto picture = read_picture(reader, value, most);
    if (!picture) return std::nullopt;
    field = std::move(*picture);
  } else {
    if (!reader.expect(value, JsonValue::Type::kArray, key)) return std::nullopt;
    if (value.items().size() > static_cast<size_t>(most)) {
      reader.report(value, in_quotes(key) + " has more than " + std::to_string(most) + " rows or columns");
      return std::nullopt;
    }
    for (const JsonValue& row : value.items()) {
      if (!reader.expect(row, JsonValue::Type::kArray, key)) return std::nullopt;
      std::string wrong = add_row(row, key, most, field);
      const JsonValue* const number = wrong.empty() ? wrong_number(row) : nullptr;
      if (number)
        wrong = in_quotes(key) + " holds numbers from 0 to " + number_text(kMostFieldHeight) + ": heights in cells";
      if (wrong.empty()) continue;
      reader.report(number ? *number : row, wrong);
      return std::nullopt;
    }
    if (field.heights.empty()) {
      reader.report(value, in_quotes(key) + " is empty");
      return std::nullopt;
    }
  }
  field.line = value.place.line;
  field.column = value.place.column;
  return field;
}

Json write_heights(GridSize size, const std::vector<double>& heights) {
  Json rows;
  for (int row = 0; row < size.height; ++row) {
    const auto first = heights.begin() + static_cast<ptrdiff_t>(row) * size.width;
    rows.push_back(std::vector<double>(first, first + size.width));
  }
  return rows;
}

Json schema_of_heights(int most) {
  const Json number{{"type", "number"}, {"minimum", 0}, {"maximum", kMostFieldHeight}};
  const Json row{{"type", "array"}, {"items", number}, {"minItems", 1}, {"maxItems", most}};
  const Json rows{{"type", "array"}, {"items", row}, {"minItems", 1}, {"maxItems", most}};
  Json schema;
  schema["anyOf"] = Json::array({rows, schema_of_rows<PictureKeys>(kPictureProperties).json()});
  return schema;
}

std::optional<std::vector<BodyPlace>> read_path(JsonReader& reader, const JsonValue& value, std::string_view key) {
  if (value.type == JsonValue::Type::kString && value.string() == kSamePath) return std::vector<BodyPlace>();
  if (!reader.expect(value, JsonValue::Type::kArray, key)) return std::nullopt;
  if (value.items().empty() || value.items().size() > static_cast<size_t>(kMostPathPlaces)) {
    reader.report(value, in_quotes(key) + " must have from 1 to " + std::to_string(kMostPathPlaces) + " places");
    return std::nullopt;
  }
  std::vector<BodyPlace> path;
  bool good = true;
  for (const JsonValue& place : value.items()) {
    if (!is_place(place)) {
      reader.report(place, "a place of " + in_quotes(key) + " must be [tick, x, y, z]: a whole tick, cells from " +
                               std::to_string(-kFarthestCell) + " to " + std::to_string(kFarthestCell) +
                               ", and a height of at most " + std::to_string(static_cast<int64_t>(kHighestPlace)));
      good = false;
      continue;
    }
    const auto tick = static_cast<uint64_t>(place.items()[0].integer);
    if (!path.empty() && tick < path.back().tick) {
      reader.report(place, "the places of " + in_quotes(key) + " must be in the order of their ticks");
      good = false;
    }
    path.push_back({tick, place.items()[1].real(), place.items()[2].real(), place.items()[3].real()});
  }
  if (!good) return std::nullopt;
  return path;
}

Json write_path(const std::vector<BodyPlace>& path) {
  if (path.empty()) return kSamePath;
  Json places;
  for (const BodyPlace& place : path) places.push_back(Json::array({place.tick, place.x, place.y, place.z}));
  return places;
}

// That the first number is a whole tick only the reader sees.
Json schema_of_path() {
  const Json number{{"type", "number"}};
  const Json place{{"type", "array"}, {"items", number}, {"minItems", 4}, {"maxItems", 4}};
  const Json places{{"type", "array"}, {"items", place}, {"minItems", 1}, {"maxItems", kMostPathPlaces}};
  return {{"anyOf", Json::array({places, Json{{"const", kSamePath}}})}};
}

WindSettings usual_wind() {
  JsonReader reader("");
  JsonValue nothing;
  nothing.type = JsonValue::Type::kObject;
  WindSettings wind;
  read_properties({reader}, nothing, kWindProperties, wind);
  return wind;
}

DuneParts dune_parts(const DuneSettings& settings) {
  DuneParts parts;
  if (settings.wind.blows) parts.wind = settings.wind;
  for (const Body& body : settings.bodies) (body.is_source ? parts.emitters : parts.colliders).push_back(body);
  return parts;
}

void set_dune_parts(DuneSettings& settings, const DuneParts& parts) {
  settings.wind = parts.wind.value_or(WindSettings());
  settings.wind.blows = parts.wind.has_value();
  settings.bodies.clear();
  for (const Body& body : parts.colliders) settings.bodies.push_back(body);
  for (const Body& body : parts.emitters) settings.bodies.push_back(body), settings.bodies.back().is_source = true;
}

}  // namespace quicksand
