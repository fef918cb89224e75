#include "io/material_layers.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "io/material_format.h"

namespace quicksand {
namespace {

constexpr std::string_view kInherits = "inherits";
constexpr std::string_view kNotInherited[] = {"name", "label", "description", kInherits};

// Keys whose objects are laid over one another key by key; others are replaced as a whole.
template <class Kind>
constexpr bool kIsLaidByKey = false;
template <class Member, class Rows>
constexpr bool kIsLaidByKey<Object<Member, Rows>> = true;
template <class Member>
constexpr bool kIsLaidByKey<Rarities<Member>> = true;

bool is_laid_by_key(std::string_view key) {
  bool is = false;
  std::apply(
      [&](const auto&... row) {
        ((is |= kIsLaidByKey<std::remove_cvref_t<decltype(row.kind)>> && row.key == key), ...);
      },
      kMaterialProperties);
  return is;
}

// Under which strings, and the keys of objects, are names of materials.
constexpr std::string_view kNamingKeys[] = {"absorbs", "dissolves",   "flame",   "pressed",   "inherits", "into",
                                            "leaves",  "breaks_into", "charged", "uncharged", "if",       "then"};

// What copies of inherited keys may hold in all, in values and letters: a short file must not ask for any amount of
// memory.
constexpr size_t kMostInherited = 4'000'000;

// So many keys an object of a material has at most, and so many items a list: more than there are materials, tags and
// properties to name. Keys are looked for one by one where files lie over one another.
constexpr size_t kMostKeysOfObject = 500;
constexpr size_t kMostItemsOfList = 5000;

// What has more than that, in a value.
const JsonValue* find_too_long(const JsonValue& value) {
  if (value.members().size() > kMostKeysOfObject || value.items().size() > kMostItemsOfList) return &value;
  for (const JsonValue& item : value.items())
    if (const JsonValue* const found = find_too_long(item)) return found;
  for (const JsonMember& member : value.members())
    if (const JsonValue* const found = find_too_long(member.value)) return found;
  return nullptr;
}

size_t size_of(const JsonValue& value) {
  size_t size = 1 + value.string().size();
  for (const JsonValue& item : value.items()) size += size_of(item);
  for (const JsonMember& member : value.members()) size += member.key.size() + size_of(member.value);
  return size;
}

// Words that are no names.
bool is_reserved(std::string_view word) {
  const auto is_one_of = [&](std::span<const std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  return is_one_of(kBuiltInNames) || is_one_of(kSceneWords) || word == kSameWord;
}

// Keys of materials that say nothing without this one.
std::vector<std::string_view> keys_that_need(std::string_view key) {
  std::vector<std::string_view> keys;
  std::apply([&](const auto&... row) { ((row.conditions.needs == key ? keys.push_back(row.key) : void()), ...); },
             kMaterialProperties);
  return keys;
}

bool is_in(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::string& name_of(const JsonValue& material) {
  static const std::string none;
  const JsonValue* const name = material.find("name");
  return name && name->type == JsonValue::Type::kString ? name->string() : none;
}

class Layering {
 public:
  explicit Layering(std::vector<std::string> files) : reader_(files) { result_.files = std::move(files); }

  Result<LayeredMaterials> run(std::vector<MaterialLayer>& layers) {
    for (MaterialLayer& layer : layers) {
      if (!reader_.check_format(layer.document, kMaterialFormat)) continue;
      if (!has_lists(layer.document) || !is_short_enough(layer.document)) continue;
      rename_own(layer);
      if (&layer == &layers.front())
        result_.document = std::move(layer.document);
      else
        lay(layer);
    }
    if (!reader_.failed()) inherit();
    if (reader_.failed()) return reader_.failure();
    return std::move(result_);
  }

 private:
  using Type = JsonValue::Type;

  bool has_lists(const JsonValue& document) {
    bool good = true;
    for (const auto& [key, type] :
         {std::pair("materials", Type::kArray), {"reactions", Type::kArray}, {"tags", Type::kObject}})
      if (const JsonValue* const list = document.find(key)) good &= reader_.expect(*list, type, key);
    if (const JsonValue* const list = document.find("materials"); good && list)
      for (const JsonValue& item : list->items()) good &= reader_.expect(item, Type::kObject, "a material");
    return good;
  }

  // By which the time is bounded that it takes to lay it. That the document has too many tags, its reader says.
  bool is_short_enough(const JsonValue& document) {
    if (document.members().size() > kMostKeysOfObject) return report_too_long(document);
    for (const char* const key : {"materials", "reactions"}) {
      const JsonValue* const list = document.find(key);
      if (!list) continue;
      if (key == std::string_view("materials") && list->items().size() > kMaxMaterials) {
        reader_.report(list->items()[kMaxMaterials],
                       "too many materials: void and wall included, there may be " + std::to_string(kMaxMaterials));
        return false;
      }
      for (const JsonValue& item : list->items())
        if (const JsonValue* const found = find_too_long(item)) return report_too_long(*found);
    }
    const JsonValue* const reactions = document.find("reactions");
    return !reactions || reactions->items().size() <= kMostReactions ||
           report_too_many_reactions(reactions->items()[kMostReactions]);
  }

  bool report_too_long(const JsonValue& found) {
    reader_.report(found, found.type == Type::kObject
                              ? "this has more than " + std::to_string(kMostKeysOfObject) + " keys"
                              : "this has more than " + std::to_string(kMostItemsOfList) + " items");
    return false;
  }

  bool report_too_many_reactions(const JsonValue& at) {
    reader_.report(at, "too many reactions: there may be " + std::to_string(kMostReactions));
    return false;
  }

  std::string place_of(const JsonPlace& place) const {
    const std::string& file = result_.files[static_cast<size_t>(place.source)];
    return place.line == 0 ? file : file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }

  JsonValue* find_material(const std::string& name) {
    JsonValue* const list = result_.document.find("materials");
    if (!list || name.empty()) return nullptr;
    const std::span<JsonValue> items = list->each_item();
    const auto found = std::ranges::find(items, name, name_of);
    return found == items.end() ? nullptr : &*found;
  }

  // A mod's new materials get its name, and so does whatever in the mod refers to them.
  void rename_own(MaterialLayer& layer) {
    JsonValue* const list = layer.document.find("materials");
    if (layer.mod.empty() || !list) return;
    std::map<std::string, std::string> names;
    for (const JsonValue& item : list->items()) {
      const std::string name = name_of(item);
      if (is_plain_name(name) && !is_reserved(name) && !find_material(name)) names[name] = layer.mod + ":" + name;
      const std::string prefix = layer.mod + ":";
      if (name.starts_with(prefix) && !find_material(name.substr(prefix.size())))
        names[name.substr(prefix.size())] = name;
    }
    for (JsonValue& item : list->each_item()) {
      if (JsonValue* const name = item.find("name"); name && names.contains(name->string()))
        name->own_string() = names[name->string()];
      rename_under_keys(item, names);
    }
    if (JsonValue* const reactions = layer.document.find("reactions"))
      for (JsonValue& item : reactions->each_item()) rename_under_keys(item, names);
    if (JsonValue* const tags = layer.document.find("tags"))
      for (JsonMember& tag : tags->each_member()) rename(tag.value, names);
  }

  // In an object: whatever stands under a key that takes names, however deep.
  static void rename_under_keys(JsonValue& object, const std::map<std::string, std::string>& names) {
    for (JsonMember& member : object.each_member())
      if (is_in(member.key, kNamingKeys))
        rename(member.value, names);
      else
        rename_under_keys(member.value, names);
  }

  static void rename(JsonValue& value, const std::map<std::string, std::string>& names) {
    if (value.type == Type::kString)
      if (const auto found = names.find(value.string()); found != names.end()) value.own_string() = found->second;
    for (JsonValue& item : value.each_item()) rename(item, names);
    for (JsonMember& member : value.each_member())
      if (const auto found = names.find(member.key); found != names.end()) member.key = found->second;
  }

  void lay(MaterialLayer& layer) {
    names_of_layer_.clear();
    for (JsonMember& member : layer.document.each_member()) {
      if (member.key == "materials") {
        for (JsonValue& item : member.value.each_item()) lay_material(item, layer.only_changes);
      } else if (member.key == "reactions") {
        for (JsonValue& item : member.value.each_item()) lay_reaction(item);
      } else if (member.key == "tags") {
        for (JsonMember& tag : member.value.each_member()) lay_tag(tag);
      } else if (JsonValue* const old = result_.document.find(member.key)) {
        *old = member.value;
      } else {
        result_.document.own_members().push_back(member);
      }
    }
  }

  // The list of this key, which there is from now on.
  JsonValue& list(const std::string& key, Type type) {
    if (JsonValue* const found = result_.document.find(key)) return *found;
    JsonMember& made = result_.document.own_members().emplace_back();
    made.key = key;
    made.value.type = type;
    return made.value;
  }

  void lay_material(JsonValue& item, bool only_changes) {
    const std::string name = name_of(item);
    if (!name.empty() && !names_of_layer_.insert(name).second)
      reader_.report(*item.find("name"), "a material named " + in_quotes(name) + " stands in this file already");
    JsonValue* const old = find_material(name);
    if (!old && only_changes && !item.find(kInherits)) return report_missing(item);
    if (!old) {
      std::vector<JsonValue>& items = list("materials", Type::kArray).own_items();
      if (items.size() > kMaxMaterials) return;  // too many, which is told when all has been laid
      result_.history.push_back(name + ": added by " + place_of(item.place));
      items.push_back(std::move(item));
      return;
    }
    for (JsonMember& member : item.each_member()) {
      if (member.key == "name") continue;
      const std::string key = member.key;
      if (member.value.type == Type::kNull) {
        remove_key(*old, member, name);
        continue;
      }
      lay_member(*old, member, name, is_laid_by_key(key));
      if (only_changes)
        for (const std::string_view other : keys_that_exclude(key)) take_away(*old, other);
    }
  }

  void report_missing(const JsonValue& item) {
    const std::string name = name_of(item);
    if (is_in(name, kBuiltInNames))
      return reader_.report(item, "the material " + in_quotes(name) + " is built in and cannot be changed");
    std::vector<std::string> names;
    for (const JsonValue& other : list("materials", Type::kArray).items()) names.push_back(name_of(other));
    reader_.report(item,
                   "there is no material " + in_quotes(name) + suggestion(name, std::span<const std::string>(names)));
  }

  // The material does not have the key, nor does it inherit it.
  static void take_away(JsonValue& material, std::string_view key) {
    std::vector<JsonMember>& members = material.own_members();
    const auto old = std::ranges::find(members, key, &JsonMember::key);
    if (key == kInherits && old != members.end())
      members.erase(old);
    else if (old != members.end())
      old->value = JsonValue();
    else if (key != kInherits)
      members.push_back({std::string(key), {}, JsonValue()});
  }

  void remove_key(JsonValue& material, const JsonMember& member, const std::string& name) {
    const JsonValue* const old = material.find(member.key);
    if (old && old->type != Type::kNull)
      result_.history.push_back(name + ": " + member.key + " removed by " + place_of(member.place));
    take_away(material, member.key);
    for (const std::string_view key : keys_that_need(member.key)) take_away(material, key);
  }

  void lay_member(JsonValue& object, JsonMember& member, const std::string& path, bool by_key) {
    const std::string what = path + ": " + member.key;
    std::vector<JsonMember>& members = object.own_members();
    const auto old = std::ranges::find(members, member.key, &JsonMember::key);
    const std::string by = " by " + place_of(member.place);
    if (member.value.type == Type::kNull) {
      if (old == members.end()) return;
      result_.history.push_back(what + " removed" + by);
      members.erase(old);
    } else if (old == members.end()) {
      result_.history.push_back(what + " added" + by);
      members.push_back(std::move(member));
    } else if (by_key && old->value.type == Type::kObject && member.value.type == Type::kObject) {
      for (JsonMember& part : member.value.each_member()) lay_member(old->value, part, path + "." + member.key, false);
    } else {
      result_.history.push_back(what + " changed" + by);
      *old = std::move(member);
    }
  }

  void lay_tag(JsonMember& tag) {
    JsonValue& tags = list("tags", Type::kObject);
    std::vector<JsonMember>& all = tags.own_members();
    const auto old = std::ranges::find(all, tag.key, &JsonMember::key);
    const std::string by = " by " + place_of(tag.place);
    if (tag.value.type == Type::kNull) {
      bool any = old != all.end();
      if (any) all.erase(old);
      for (JsonValue& item : list("materials", Type::kArray).each_item())
        if (JsonValue* const own = item.find("tags"); own && own->type == Type::kArray)
          any |= std::erase_if(own->own_items(), [&](const JsonValue& one) { return one.string() == tag.key; }) > 0;
      if (any)
        result_.history.push_back("#" + tag.key + ": removed" + by);
      else
        reader_.report(tag, "no material has the tag " + in_quotes(tag.key) + " that is to be taken away");
    } else if (old == all.end() && all.size() == kMostTags) {
      reader_.report(tag, "too many tags: there may be " + std::to_string(kMostTags));
    } else if (old == all.end() || tag.value.type != Type::kArray || old->value.type != Type::kArray) {
      result_.history.push_back("#" + tag.key + ": " + (old == all.end() ? "added" : "changed") + by);
      if (old != all.end()) all.erase(old);
      all.push_back(std::move(tag));
    } else {
      result_.history.push_back("#" + tag.key + ": more members" + by);
      for (JsonValue& item : tag.value.each_item()) old->value.own_items().push_back(std::move(item));
    }
  }

  // The two that react, in any order, as one text.
  static std::string sides_of(const JsonValue& reaction) {
    std::set<std::string> sides;
    if (const JsonValue* const both = reaction.find("if"))
      for (const JsonValue& side : both->items()) sides.insert(side.string());
    std::string text;
    for (const std::string& side : sides) text += (text.empty() ? "" : " + ") + side;
    return text;
  }

  void lay_reaction(JsonValue& item) {
    std::vector<JsonValue>& reactions = list("reactions", Type::kArray).own_items();
    while (sides_.size() < reactions.size()) note_sides(sides_of(reactions[sides_.size()]));
    const JsonValue* const then = item.find("then");
    const std::string of = sides_of(item);
    if (!then || then->type != Type::kNull) {
      if (reactions.size() > kMostReactions) return;  // too many, which is told
      if (reactions.size() == kMostReactions) report_too_many_reactions(item);
      result_.history.push_back(of + ": a reaction added by " + place_of(item.place));
      reactions.push_back(std::move(item));
      note_sides(of);
      return;
    }
    const size_t removed = take_away_reactions(reactions, of);
    if (removed == 0)
      reader_.report(*then, "there is no reaction of " + of + " to take away: name the two, or their tags, as it does");
    else
      result_.history.push_back(of + ": " + std::to_string(removed) + (removed == 1 ? " reaction" : " reactions") +
                                " removed by " + place_of(item.place));
  }

  void note_sides(std::string sides) {
    const size_t hash = std::hash<std::string>()(sides);
    sides_.push_back({hash, std::move(sides)});
  }

  // How many there were of these two.
  size_t take_away_reactions(std::vector<JsonValue>& reactions, const std::string& sides) {
    const Sides wanted{std::hash<std::string>()(sides), sides};
    size_t kept = 0;
    for (size_t i = 0; i < reactions.size(); ++i) {
      if (sides_[i] == wanted) continue;
      if (kept != i) {
        reactions[kept] = std::move(reactions[i]);
        sides_[kept] = std::move(sides_[i]);
      }
      ++kept;
    }
    const size_t removed = reactions.size() - kept;
    reactions.resize(kept);
    sides_.resize(kept);
    return removed;
  }

  void inherit() {
    JsonValue* const materials = result_.document.find("materials");
    // Who reads the document says that there are too many.
    if (!materials || materials->items().size() > kMaxMaterials - std::size(kBuiltInNames)) return;
    for (JsonValue& item : materials->each_item()) {
      std::vector<std::string> line;
      inherit(item, line);
    }
    // What is taken away where there is nothing is not there either.
    for (JsonValue& item : materials->each_item())
      std::erase_if(item.own_members(), [](const JsonMember& member) { return member.value.type == Type::kNull; });
  }

  // `line`: those that inherit from this one, by which it is asked.
  void inherit(JsonValue& item, std::vector<std::string>& line) {
    const auto own = std::ranges::find(item.members(), kInherits, &JsonMember::key);
    if (own == item.members().end()) return;
    const JsonMember from = *own;
    if (!reader_.expect(from.value, Type::kString, kInherits)) return;
    const std::string name = name_of(item);
    if (in_circles_.contains(name)) return;
    line.push_back(name);
    JsonValue* const parent = find_material(from.value.string());
    if (!parent) {
      std::vector<std::string> names;
      for (const JsonValue& other : result_.document.find("materials")->items()) names.push_back(name_of(other));
      reader_.report(from.value, "\"inherits\" names " + in_quotes(from.value.string()) +
                                     ", but no material has this name" +
                                     suggestion(from.value.string(), std::span<const std::string>(names)));
      return;
    }
    if (std::find(line.begin(), line.end(), from.value.string()) != line.end()) {
      std::string round;
      for (const std::string& one : line) round += one + " from ";
      in_circles_.insert(line.begin(), line.end());
      reader_.report(from.value, "materials inherit from one another in a circle: " + round + from.value.string());
      return;
    }
    inherit(*parent, line);
    if (reader_.failed()) return;
    item.own_members().erase(std::ranges::find(item.own_members(), kInherits, &JsonMember::key));
    for (const JsonMember& member : parent->members()) {
      if (is_in(member.key, kNotInherited)) continue;
      inherited_ += size_of(member.value);
      if (inherited_ > kMostInherited) {
        reader_.report(from, "the materials inherit too much from one another: keep what is inherited short");
        return;
      }
      std::vector<JsonMember>& members = item.own_members();
      const auto old = std::ranges::find(members, member.key, &JsonMember::key);
      if (old == members.end())
        members.push_back(member);
      else if (is_laid_by_key(member.key) && old->value.type == Type::kObject && member.value.type == Type::kObject)
        add_missing(old->value, member.value);
    }
  }

  static void add_missing(JsonValue& object, const JsonValue& from) {
    for (const JsonMember& member : from.members())
      if (!object.find(member.key)) object.own_members().push_back(member);
    std::erase_if(object.own_members(), [](const JsonMember& member) { return member.value.type == Type::kNull; });
  }

  // Of a reaction; the hash comes first, so that long names are compared only where they are the same.
  struct Sides {
    size_t hash;
    std::string text;
    bool operator==(const Sides&) const = default;
  };

  JsonReader reader_;
  LayeredMaterials result_;
  std::vector<Sides> sides_;  // of the reactions
  std::set<std::string> names_of_layer_;
  size_t inherited_ = 0;
  std::set<std::string> in_circles_;  // of what inherits, so that each circle is reported once
};

}  // namespace

std::vector<std::string_view> keys_that_exclude(std::string_view key) {
  std::vector<std::string_view> keys;
  const auto add = [&](const auto& row) {
    for (const std::string_view excluded : row.conditions.excludes) {
      if (excluded.empty()) continue;
      if (row.key == key) keys.push_back(excluded);
      if (excluded == key) keys.push_back(row.key);
    }
  };
  std::apply([&](const auto&... row) { (add(row), ...); }, kMaterialProperties);
  return keys;
}

Result<LayeredMaterials> lay_materials(std::vector<MaterialLayer> layers) {
  std::vector<std::string> files;
  for (const MaterialLayer& layer : layers) files.push_back(layer.file);
  return Layering(std::move(files)).run(layers);
}

}  // namespace quicksand
