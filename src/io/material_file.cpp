#include "io/material_file.h"

#include <algorithm>
#include <optional>

#include "io/json_text.h"
#include "io/material_format.h"
#include "io/material_warnings.h"
#include "io/property_writer.h"

namespace quicksand {
namespace {

uint8_t share_of_255(double share) { return static_cast<uint8_t>(share * 255 + 0.5); }

// What the picture has to know of how materials behave.
void derive_looks(MaterialSet& set) {
  const MaterialTable& table = *set.table;
  // From the lightest to the heaviest that moves; solids count as the heaviest.
  int least = 0;
  int most = 1;
  for (int id = 0; id < table.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    if (table.phase(material) == Phase::kStatic) continue;
    least = std::min(least, table[material].density);
    most = std::max(most, table[material].density);
  }
  for (int id = 0; id < table.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    const Phase phase = table.phase(material);
    MaterialLook& look = set.looks[static_cast<size_t>(id)];
    const int density = std::min(table[material].density, most);
    look.rigid = phase == Phase::kStatic;
    look.liquid = phase == Phase::kLiquid;
    look.gas = phase == Phase::kGas;
    look.density = share_of_255(look.rigid ? 1 : static_cast<double>(density - least) / (most - least));
    look.damp = static_cast<uint8_t>((table.wet_threshold(material) * 3 + 3) / 4);
    look.soaked = static_cast<uint8_t>(table.wet_max(material));
    const ChargeLaw& charge = table.charge().law(material);
    if (charge.kind == ChargeLaw::Kind::kConductor || charge.kind == ChargeLaw::Kind::kSource)
      look.spark = charge.ticks;
    if (look.pattern == kPatternByTurn)
      look.pattern = static_cast<uint8_t>(1 + (static_cast<size_t>(id) - 2) % (kPatterns.size() - 1));
  }
}

void add_tag(Material& material, const std::string& tag) {
  if (std::find(material.tags.begin(), material.tags.end(), tag) == material.tags.end()) material.tags.push_back(tag);
}

MaterialSet set_of(MaterialFile file) {
  MaterialSet set;
  set.title = std::move(file.title);
  set.looks.push_back({"", "tools", "Nothing: erases what is there.", file.background, 0});
  set.looks.push_back({"", "solids", "Holds everything and yields to nothing.", kWallColour, 24, 255});
  std::vector<Material> materials;
  for (MaterialEntry& entry : file.materials) {
    materials.push_back(std::move(entry.material));
    set.looks.push_back(std::move(entry.look));
  }
  set.table = std::make_shared<MaterialTable>(std::move(materials), std::move(file.reactions));
  derive_looks(set);
  return set;
}

// The first tag beyond kMostTags, if there is one.
std::optional<JsonPlace> tag_too_many(const JsonValue& document) {
  std::optional<JsonPlace> beyond;
  size_t count = 0;
  const auto add = [&](const JsonPlace& place) {
    if (++count == kMostTags + 1) beyond = place;
  };
  if (const JsonValue* const list = document.find("materials"))
    for (const JsonValue& item : list->items())
      if (const JsonValue* const tags = item.find("tags"))
        for (const JsonValue& tag : tags->items()) add(tag.place);
  if (const JsonValue* const groups = document.find("tags"))
    for (const JsonMember& group : groups->members()) {
      add(group.place);
      for (const JsonValue& name : group.value.items()) add(name.place);
    }
  return beyond;
}

std::string too_many_tags() { return "too many tags: materials may have " + std::to_string(kMostTags) + " in all"; }

class MaterialFileReader {
 public:
  explicit MaterialFileReader(const std::vector<std::string>& files) : files_(files), reader_(files) {}

  Result<MaterialSet> read(const JsonValue& document) {
    if (!reader_.check_format(document, kMaterialFormat)) return reader_.failure();
    const JsonValue* const list = document.find("materials");
    if (list && !is_short_enough(*list)) return reader_.failure();
    const JsonValue* const reactions = document.find("reactions");
    if (reactions && reactions->items().size() > kMostReactions) {
      reader_.report(reactions->items()[kMostReactions],
                     "too many reactions: there may be " + std::to_string(kMostReactions));
      return reader_.failure();
    }
    if (const std::optional<JsonPlace> beyond = tag_too_many(document)) {
      reader_.report(*beyond, too_many_tags());
      return reader_.failure();
    }
    reader_.check_keys(document, keys_of(kMaterialFileProperties));
    if (list) collect_names(*list);
    collect_tags(document);
    MaterialFile file;
    read_properties({reader_, names_, tags_}, document, kMaterialFileProperties, file);
    if (list) check_absorbed(*list, file);
    if (reader_.failed()) return reader_.failure();
    give_tags(file);
    if (reactions) check_pairs(*reactions, file);
    if (reader_.failed()) return reader_.failure();
    std::vector<Diagnostic> warnings;
    if (reactions) warnings = find_idle_reactions(file, *reactions, files_);
    MaterialSet set = set_of(std::move(file));
    set.warnings = std::move(warnings);
    return set;
  }

 private:
  bool is_short_enough(const JsonValue& list) {
    if (list.items().size() <= kMaxMaterials - 2) return true;
    std::string brought;
    for (size_t source = 0; source < files_.size(); ++source) {
      const auto count = std::count_if(list.items().begin(), list.items().end(), [&](const JsonValue& item) {
        return static_cast<size_t>(item.place.source) == source;
      });
      if (files_.size() > 1)
        brought += (brought.empty() ? "; " : ", ") + files_[source] + " brings " + std::to_string(count);
    }
    reader_.report(list.items()[kMaxMaterials - 2], "too many materials: void and wall included, there may be " +
                                                        std::to_string(kMaxMaterials) + brought);
    return false;
  }

  // Names come first, because any material may refer to any of them.
  void collect_names(const JsonValue& list) {
    for (const JsonValue& item : list.items()) {
      const JsonValue* const name = item.find("name");
      if (name) check_name(*name);
      names_.push_back(name ? name->string() : "");
    }
  }

  // As do tags that any material has.
  void collect_tags(const JsonValue& document) {
    if (const JsonValue* const list = document.find("materials"))
      for (const JsonValue& item : list->items())
        if (const JsonValue* const tags = item.find("tags"))
          for (const JsonValue& tag : tags->items()) tags_.push_back(tag.string());
    if (const JsonValue* const groups = document.find("tags"))
      for (const JsonMember& group : groups->members())
        if (!group.value.items().empty()) tags_.push_back(group.key);
  }

  void check_name(const JsonValue& value) {
    const auto is_one_of = [&](std::span<const std::string_view> words) {
      return std::find(words.begin(), words.end(), value.string()) != words.end();
    };
    const std::string name = in_quotes(value.string());
    if (is_one_of(kBuiltInNames))
      reader_.report(value, "the material " + name + " is built in; choose another name");
    else if (value.string() == kSameWord)
      reader_.report(value, "the name " + name + " has a meaning of its own in reactions; choose another");
    else if (is_one_of(kSceneWords))
      reader_.report(value, "the name " + name + " has a meaning of its own in scenes; choose another");
    else if (!value.string().empty() && std::find(names_.begin(), names_.end(), value.string()) != names_.end())
      reader_.report(value, "a material named " + name + " stands in this file already");
  }

  // What a material absorbs may stand behind it in the file, so this comes last.
  void check_absorbed(const JsonValue& list, const MaterialFile& file) {
    for (const JsonValue& item : list.items()) {
      const JsonValue* const absorbs = item.find("absorbs");
      if (!absorbs) continue;
      const auto found = std::find(names_.begin(), names_.end(), absorbs->string());
      if (found == names_.end() || absorbs->type != JsonValue::Type::kString) continue;  // reported already
      const auto id = static_cast<size_t>(found - names_.begin());
      if (id < 2 || phase_of(file.materials[id - 2].material) != Phase::kLiquid)
        reader_.report(*absorbs, "\"absorbs\" must name a liquid, and " + in_quotes(absorbs->string()) + " is none");
    }
  }

  static void give_tags(MaterialFile& file) {
    for (const TagGroup& group : file.tags)
      for (const MaterialId id : group.materials)
        add_tag(file.materials[id - std::size(kBuiltInNames)].material, group.tag);
  }

  // With large tags on both sides a short file could ask for any amount of memory.
  void check_pairs(const JsonValue& list, const MaterialFile& file) {
    const auto members = [&](const std::string& side) -> size_t {
      if (!side.starts_with('#')) return 1;
      return static_cast<size_t>(std::count_if(file.materials.begin(), file.materials.end(), [&](const auto& entry) {
        const std::vector<std::string>& tags = entry.material.tags;
        return std::find(tags.begin(), tags.end(), side.substr(1)) != tags.end();
      }));
    };
    size_t pairs = 0;
    for (size_t i = 0; i < file.reactions.size(); ++i) {
      pairs += members(file.reactions[i].sides[0]) * members(file.reactions[i].sides[1]);
      if (pairs <= kMostReactingPairs) continue;
      reader_.report(list.items()[i], "too many pairs of materials react: with this reaction there are " +
                                          std::to_string(pairs) + ", and there may be " +
                                          std::to_string(kMostReactingPairs) + "; use smaller tags");
      return;
    }
  }

  const std::vector<std::string>& files_;
  JsonReader reader_;
  std::vector<std::string> names_{std::begin(kBuiltInNames), std::end(kBuiltInNames)};
  std::vector<std::string> tags_;
};

}  // namespace

std::optional<std::vector<TagGroup>> read_tag_groups(const PropertyContext& context, const JsonValue& value,
                                                     std::string_view key) {
  JsonReader& reader = context.reader;
  if (!reader.expect(value, JsonValue::Type::kObject, key)) return std::nullopt;
  std::vector<TagGroup> groups;
  bool good = true;
  for (const JsonMember& member : value.members()) {
    const bool is_name = is_material_name(member.key);
    if (!is_name)
      reader.report(member, "the tag " + in_quotes(member.key) + " must be made of up to " +
                                std::to_string(kMaxNameLength) + " of the letters a-z, digits, - and _");
    good &= is_name && reader.expect(member.value, JsonValue::Type::kArray, member.key);
    TagGroup group{member.key, {}};
    for (const JsonValue& item : member.value.items()) {
      const auto id = read_other_material(context, item, member.key);
      const bool is_built_in = id && *id < std::size(kBuiltInNames);
      if (is_built_in) reader.report(item, in_quotes(item.string()) + " is built in and has no tags");
      good &= id && !is_built_in;
      if (good) group.materials.push_back(*id);
    }
    groups.push_back(std::move(group));
  }
  if (!good) return std::nullopt;
  return groups;
}

Json schema_of_tag_groups() {
  return {{"type", "object"},
          {"propertyNames", schema_of_tags()["items"]},
          {"additionalProperties", {{"type", "array"}, {"items", {{"type", "string"}}}}}};
}

Result<MaterialSet> parse_materials(std::string_view text, const std::string& file) {
  Result<JsonValue> document = parse_json(text, file);
  if (!document) return document.failure();
  std::vector<MaterialLayer> layers;
  layers.push_back({file, "", std::move(*document)});
  return parse_materials(std::move(layers));
}

Result<MaterialSet> parse_materials(std::vector<MaterialLayer> layers) {
  for (const MaterialLayer& layer : layers)
    if (const std::optional<JsonPlace> beyond = tag_too_many(layer.document))
      return Failure{{{layer.file, beyond->line, beyond->column, too_many_tags()}}};
  Result<LayeredMaterials> layered = lay_materials(std::move(layers));
  if (!layered) return layered.failure();
  Result<MaterialSet> set = MaterialFileReader(layered->files).read(layered->document);
  if (set) set->history = std::move(layered->history);
  return set;
}

std::string material_text(const MaterialSet& set) {
  MaterialFile file;
  file.title = set.title;
  file.background = set.looks[kVoid].colour;
  for (int id = 2; id < set.table->size(); ++id)
    file.materials.push_back({(*set.table)[static_cast<MaterialId>(id)], set.looks[static_cast<size_t>(id)]});
  file.reactions = set.table->reaction_list();
  Json json;
  write_properties(kMaterialFileProperties, file, json, set.table->names());
  return json_lines(json);
}

namespace {

Json rules_of_sets() {
  Json json = schema_of_rows<MaterialFile>(kMaterialFileProperties).json();
  json["properties"]["materials"]["maxItems"] = kMaxMaterials - 2;
  return json;
}

}  // namespace

std::string material_schema() {
  const Json rules = rules_of_sets();
  const Json extends{{"if", {{"required", {"extends"}}}}, {"then", schema_of_changes(rules)}, {"else", rules}};
  return json_lines(document_schema("Quicksand: a set of materials", extends));
}

std::string layer_schema() {
  return json_lines(document_schema("Quicksand: materials.json of a mod", schema_of_changes(rules_of_sets())));
}

}  // namespace quicksand
