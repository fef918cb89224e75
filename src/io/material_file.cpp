#include "io/material_file.h"

#include <algorithm>
#include <optional>

#include "io/json_reader.h"
#include "sim/moisture/wetness.h"
#include "sim/moisture/wetting.h"
#include "view/pattern.h"

namespace quicksand {
namespace {

constexpr std::string_view kFileKeys[] = {"format", "background", "materials"};
constexpr std::string_view kMaterialKeys[] = {
    "name",    "category",      "description",    "colour", "grain",   "opacity",         "emission",
    "density", "friction",      "repose_degrees", "liquid", "static",  "fades",           "dissolves",
    "absorbs", "wet_threshold", "wet_max",        "dries",  "pattern", "static_friction", "kinetic_friction"};

// Where a file does not say.
constexpr int kUsualThreshold = 80;
constexpr int kUsualDries = 4000;

// A cell of liquid is absorbed whole, by two grains side by side at their thresholds if need be.
constexpr int kLeastAboveThreshold = (kCellWetness + 1) / 2;

std::optional<Rgb> parse_colour(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  uint32_t value = 0;
  for (const char c : text.substr(1)) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<uint32_t>(digit);
  }
  return Rgb{static_cast<uint8_t>(value >> 16), static_cast<uint8_t>(value >> 8), static_cast<uint8_t>(value)};
}

uint8_t share_of_255(double share) { return static_cast<uint8_t>(share * 255 + 0.5); }

bool is_material_name(std::string_view name) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= 40 && std::ranges::all_of(name, allowed);
}

class MaterialFileReader {
 public:
  explicit MaterialFileReader(const std::string& file) : reader_(file) {}

  Result<MaterialSet> read(const JsonValue& document) {
    if (!reader_.check_format(document, kMaterialFormat)) return reader_.failure();
    reader_.check_keys(document, kFileKeys);
    const Rgb background = colour(document, "background", kDefaultBackground);
    if (const JsonValue* list = reader_.require(document, "materials")) read_list(*list);
    if (reader_.failed()) return reader_.failure();

    MaterialSet set;
    set.table = std::make_shared<MaterialTable>(std::move(materials_));
    set.looks.push_back({"tools", "Nothing: erases what is there.", background, 0});
    set.looks.push_back({"solids", "Holds everything and yields to nothing.", kWallColour, 24, 255});
    for (MaterialLook& look : looks_) set.looks.push_back(std::move(look));
    // From the lightest to the heaviest that moves; solids count as the heaviest.
    int least = 0;
    int most = 1;
    for (int id = 0; id < set.table->size(); ++id) {
      const auto material = static_cast<MaterialId>(id);
      if (set.table->phase(material) == Phase::kStatic) continue;
      least = std::min(least, (*set.table)[material].density);
      most = std::max(most, (*set.table)[material].density);
    }
    for (int id = 0; id < set.table->size(); ++id) {
      const int density = std::min((*set.table)[static_cast<MaterialId>(id)].density, most);
      const bool is_static = set.table->phase(static_cast<MaterialId>(id)) == Phase::kStatic;
      set.looks[id].density = share_of_255(is_static ? 1 : static_cast<double>(density - least) / (most - least));
      const Phase phase = set.table->phase(static_cast<MaterialId>(id));
      set.looks[id].liquid = phase == Phase::kLiquid;
      set.looks[id].gas = phase == Phase::kGas;
      set.looks[id].rigid = is_static;
      set.looks[id].damp = static_cast<uint8_t>((set.table->wet_threshold(static_cast<MaterialId>(id)) * 3 + 3) / 4);
      set.looks[id].soaked = static_cast<uint8_t>(set.table->wet_max(static_cast<MaterialId>(id)));
    }
    return set;
  }

 private:
  void read_list(const JsonValue& list) {
    if (!reader_.expect(list, JsonValue::Type::kArray, "materials")) return;
    if (list.items.size() > kMaxMaterials - 2) {
      reader_.report(list.items[kMaxMaterials - 2],
                     "too many materials: void and wall included, there may be " + std::to_string(kMaxMaterials));
      return;
    }
    for (const JsonValue& item : list.items) read_name(item);
    for (size_t i = 0; i < list.items.size(); ++i) read_material(list.items[i], materials_[i]);
    for (size_t i = 0; i < list.items.size(); ++i) read_wetness(list.items[i], materials_[i]);
  }

  // Names come first, because a dissolve table may refer to any of them.
  void read_name(const JsonValue& item) {
    Material& material = materials_.emplace_back();
    if (!reader_.expect(item, JsonValue::Type::kObject, "a material")) return;
    const JsonValue* name = reader_.require(item, "name");
    if (!name || !reader_.expect(*name, JsonValue::Type::kString, "name")) return;
    if (!is_material_name(name->string)) {
      reader_.report(*name, "the name " + in_quotes(name->string) +
                                " must be made of up to 40 of the letters a-z, digits, - and _");
      return;
    }
    if (name->string == "any" || name->string == "empty") {
      reader_.report(*name,
                     "the name " + in_quotes(name->string) + " has a meaning of its own in scenes; choose another");
      return;
    }
    if (std::ranges::find(names_, name->string) != names_.end()) {
      const bool built_in = name->string == "void" || name->string == "wall";
      reader_.report(*name, built_in ? "the material " + in_quotes(name->string) + " is built in; choose another name"
                                     : "a material named " + in_quotes(name->string) + " stands in this file already");
      return;
    }
    material.name = name->string;
    names_.push_back(name->string);
  }

  void read_material(const JsonValue& item, Material& material) {
    MaterialLook& look = looks_.emplace_back();
    if (item.type != JsonValue::Type::kObject) return;  // reported with its name
    reader_.check_keys(item, kMaterialKeys);
    material.is_static = reader_.boolean(item, "static", false);
    material.liquid = reader_.boolean(item, "liquid", false);
    material.density = static_cast<int>(reader_.integer(item, "density", 0, kMinDensity, kMaxDensity));
    material.friction = static_cast<int>(reader_.integer(item, "friction", 0, 0, kMaxFriction));
    read_repose(item, material);
    read_grain_friction(item, material);
    material.fades = static_cast<uint32_t>(reader_.integer(item, "fades", 0, 0, kMaxRarity));
    const JsonValue* const density = material.is_static ? nullptr : reader_.require(item, "density");
    if (density && density->type == JsonValue::Type::kInteger && density->integer == 0)
      reader_.report(*density, "\"density\" 0 is void's: what moves must be heavier, or lighter as a gas");
    if (material.is_static && material.liquid)
      reader_.report(*item.find("liquid"), "a material cannot be both static and liquid");
    if (const JsonValue* dissolves = item.find("dissolves")) read_dissolves(*dissolves, material);

    look.category = reader_.string(item, "category", "other");
    look.description = reader_.string(item, "description", "");
    look.colour = colour(item, "colour", {255, 0, 255});
    reader_.require(item, "colour");
    const double usual = material.density < 0 ? 0.03 : material.liquid ? 0.06 : material.is_static ? 0.35 : 0.25;
    look.opacity = share_of_255(reader_.real(item, "opacity", usual, 0, 1));
    look.emission = share_of_255(reader_.real(item, "emission", 0, 0, kMostEmission) / kMostEmission);
    look.grain = share_of_255(reader_.real(item, "grain", material.liquid ? 0.04 : 0.16, 0, 1));
    look.pattern = pattern(item);
  }

  void read_repose(const JsonValue& item, Material& material) {
    const JsonValue* const value = item.find("repose_degrees");
    if (!value) return;
    material.repose_degrees = static_cast<int>(reader_.integer(item, "repose_degrees", 0, kMinRepose, kMaxRepose));
    if (material.is_static || material.liquid || material.density < 0)
      reader_.report(*value, "\"repose_degrees\" is for powders: what is static, liquid or a gas makes no heaps");
    else if (const JsonValue* const friction = item.find("friction"))
      reader_.report(*friction, "a powder has either \"friction\" or \"repose_degrees\"");
  }

  // Liquids slip, unless the file says otherwise.
  void read_grain_friction(const JsonValue& item, Material& material) {
    const bool slips = material.liquid || material.density < 0;
    constexpr double kMost = kMaxGrainFriction / 100.0;
    const double usual = slips ? 0 : 0.5;
    const double still = reader_.real(item, "static_friction", usual, 0, kMost);
    const double moving = reader_.real(item, "kinetic_friction", std::min(still, slips ? 0 : 0.35), 0, kMost);
    material.static_friction = static_cast<int>(still * 100 + 0.5);
    material.kinetic_friction = static_cast<int>(moving * 100 + 0.5);
    if (moving > still)
      reader_.report(*item.find("kinetic_friction"),
                     "\"kinetic_friction\" must not be above \"static_friction\", which is " + std::to_string(still));
  }

  // Last, because it asks what the other materials are.
  void read_wetness(const JsonValue& item, Material& material) {
    const JsonValue* const absorbs = item.find("absorbs");
    for (const std::string_view key : {"wet_threshold", "wet_max", "dries"}) {
      const JsonValue* const value = item.find(key);
      if (value && !absorbs) reader_.report(*value, in_quotes(key) + " says nothing without \"absorbs\"");
    }
    if (!absorbs || !reader_.expect(*absorbs, JsonValue::Type::kString, "absorbs")) return;
    const auto found = std::ranges::find(names_, absorbs->string);
    if (found == names_.end()) {
      reader_.report(*absorbs, "\"absorbs\" names " + in_quotes(absorbs->string) + ", but no material has this name" +
                                   suggestion(absorbs->string, std::span<const std::string>(names_)));
      return;
    }
    const auto id = static_cast<size_t>(found - names_.begin());
    if (id < 2 || !is_liquid(materials_[id - 2])) {
      reader_.report(*absorbs, "\"absorbs\" must name a liquid, and " + in_quotes(absorbs->string) + " is none");
      return;
    }
    if (!material.is_static && (material.liquid || material.density < 0)) {
      reader_.report(*absorbs, "\"absorbs\" is for powders and static materials: liquids and gases take up nothing");
      return;
    }
    material.absorbs = static_cast<MaterialId>(id);
    constexpr int kMostThreshold = kCellWetness - kLeastAboveThreshold;
    material.wet_max =
        static_cast<int>(reader_.integer(item, "wet_max", kCellWetness, kLeastAboveThreshold + 1, kCellWetness));
    const int most = std::max(material.wet_max - kLeastAboveThreshold, 1);
    material.wet_threshold =
        static_cast<int>(reader_.integer(item, "wet_threshold", std::min(kUsualThreshold, most), 1, kMostThreshold));
    if (material.wet_threshold > most)
      reader_.report(*item.find("wet_threshold"),
                     "\"wet_threshold\" must be at least " + std::to_string(kLeastAboveThreshold) +
                         " below \"wet_max\", which is " + std::to_string(material.wet_max) +
                         ": two grains at their thresholds must have room for a whole cell of liquid");
    material.dries = static_cast<uint32_t>(reader_.integer(item, "dries", kUsualDries, 0, kMaxRarity));
    if (material.dries > 0 && material.dries < kDryTicks)
      reader_.report(*item.find("dries"), "\"dries\" must be 0, for never, or at least " + std::to_string(kDryTicks) +
                                              ", not " + std::to_string(material.dries));
  }

  static bool is_liquid(const Material& material) {
    return material.liquid && !material.is_static && material.density > 0;
  }

  void read_dissolves(const JsonValue& dissolves, Material& material) {
    if (!reader_.expect(dissolves, JsonValue::Type::kObject, "dissolves")) return;
    for (const JsonMember& member : dissolves.members) {
      const auto found = std::ranges::find(names_, member.key);
      const int64_t rarity = reader_.integer_value(member.value, member.key, 0, 0, kMaxRarity);
      if (found == names_.end()) {
        reader_.report(member.line, member.column,
                       "\"dissolves\" names " + in_quotes(member.key) + ", but no material has this name" +
                           suggestion(member.key, std::span<const std::string>(names_)));
      } else if (member.key == "void" || member.key == "wall") {
        reader_.report(member.line, member.column, in_quotes(member.key) + " cannot be dissolved");
      } else if (rarity > 0) {  // 0 is FastSAB's way to say never
        material.dissolves.push_back({static_cast<MaterialId>(found - names_.begin()), static_cast<uint32_t>(rarity)});
      }
    }
  }

  // Where the file does not say, materials take turns.
  uint8_t pattern(const JsonValue& item) {
    const size_t turn = 1 + (looks_.size() - 1) % (kPatterns.size() - 1);
    const JsonValue* const value = item.find("pattern");
    if (!value || !reader_.expect(*value, JsonValue::Type::kString, "pattern")) return static_cast<uint8_t>(turn);
    if (const auto found = find_pattern(value->string)) return *found;
    std::string known;
    for (const Pattern& one : kPatterns) known += (known.empty() ? "" : ", ") + std::string(one.name);
    reader_.report(*value, "there is no pattern " + in_quotes(value->string) + "; there are " + known);
    return 0;
  }

  Rgb colour(const JsonValue& object, std::string_view key, Rgb missing) {
    const JsonValue* value = object.find(key);
    if (!value || !reader_.expect(*value, JsonValue::Type::kString, key)) return missing;
    if (const auto parsed = parse_colour(value->string)) return *parsed;
    reader_.report(*value, in_quotes(key) + " must be like \"#d9b65c\", not " + in_quotes(value->string));
    return missing;
  }

  JsonReader reader_;
  std::vector<std::string> names_{"void", "wall"};
  std::vector<Material> materials_;
  std::vector<MaterialLook> looks_;
};

}  // namespace

Result<MaterialSet> parse_materials(std::string_view text, const std::string& file) {
  Result<JsonValue> document = parse_json(text, file);
  if (!document) return document.failure();
  return MaterialFileReader(file).read(*document);
}

}  // namespace quicksand
