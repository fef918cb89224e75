#include "io/property_reader.h"

namespace quicksand {
namespace {

// "a", "b" and "c", with this before the last.
std::string listed(std::span<const std::string_view> words, std::string_view before_last) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? before_last : ", ";
    text += in_quotes(words[i]);
  }
  return text;
}

std::optional<size_t> find_word(const JsonValue& value, std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), value.string());
  if (found == words.end()) return std::nullopt;
  return static_cast<size_t>(found - words.begin());
}

bool is_true(const JsonValue* value) { return value && !(value->type == JsonValue::Type::kBoolean && !value->boolean); }

std::optional<MaterialId> find_name(const PropertyContext& context, std::string_view name) {
  const auto found = std::find(context.names.begin(), context.names.end(), name);
  if (found == context.names.end()) return std::nullopt;
  return static_cast<MaterialId>(found - context.names.begin());
}

std::string no_such_name(const PropertyContext& context, std::string_view key, std::string_view name) {
  return in_quotes(key) + " names " + in_quotes(name) + ", but no material has this name" +
         (context.reader.is_full() ? "" : suggestion(name, context.names));
}

}  // namespace

std::optional<size_t> read_word(JsonReader& reader, const JsonValue& value, std::string_view key,
                                std::span<const std::string_view> words) {
  if (!reader.expect(value, JsonValue::Type::kString, key)) return std::nullopt;
  const auto index = find_word(value, words);
  if (index) return index;
  if (words.size() == 2)
    reader.report(value, in_quotes(key) + " must be " + listed(words, " or ") + ", not " + in_quotes(value.string()));
  else
    reader.report(value, in_quotes(key) + " is " + in_quotes(value.string()) + suggestion(value.string(), words) +
                             "; it is one of " + listed(words, ", "));
  return std::nullopt;
}

std::optional<size_t> read_case(JsonReader& reader, const JsonValue& value, std::string_view key,
                                std::span<const std::string_view> words) {
  if (!reader.expect(value, JsonValue::Type::kString, key)) return std::nullopt;
  const auto index = find_word(value, words);
  if (!index)
    reader.report(value, "there is no " + std::string(key) + " " + in_quotes(value.string()) +
                             suggestion(value.string(), words) + "; there are " + listed(words, " and "));
  return index;
}

std::optional<Rgb> read_colour(JsonReader& reader, const JsonValue& value, std::string_view key) {
  if (!reader.expect(value, JsonValue::Type::kString, key)) return std::nullopt;
  const std::string_view text = value.string();
  uint32_t colour = 0;
  bool good = text.size() == 7 && text[0] == '#';
  for (size_t i = 1; good && i < text.size(); ++i) {
    const char c = text[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    good = digit >= 0;
    colour = colour * 16 + static_cast<uint32_t>(digit);
  }
  if (good)
    return Rgb{static_cast<uint8_t>(colour >> 16), static_cast<uint8_t>(colour >> 8), static_cast<uint8_t>(colour)};
  reader.report(value, in_quotes(key) + " must be like \"#d9b65c\", not " + in_quotes(text));
  return std::nullopt;
}

std::optional<std::array<double, 2>> read_real_pair(JsonReader& reader, const JsonValue& value, std::string_view key,
                                                    double least, double most, std::string_view unit) {
  if (!reader.expect(value, JsonValue::Type::kArray, key)) return std::nullopt;
  bool good = value.items().size() == 2;
  for (const JsonValue& one : value.items())
    good &= (one.type == JsonValue::Type::kInteger || one.type == JsonValue::Type::kReal) && one.real() >= least &&
            one.real() <= most;
  if (good) return std::array{value.items()[0].real(), value.items()[1].real()};
  reader.report(value, in_quotes(key) + " must be two numbers from " + number_text(least) + " to " + number_text(most) +
                           ": " + std::string(unit));
  return std::nullopt;
}

bool is_plain_name(std::string_view name) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= kMaxNameLength && std::all_of(name.begin(), name.end(), allowed);
}

bool is_material_name(std::string_view name) {
  const size_t colon = name.find(':');
  return is_plain_name(name.substr(0, colon)) && (colon == name.npos || is_plain_name(name.substr(colon + 1)));
}

std::optional<MaterialId> read_other_material(const PropertyContext& context, const JsonValue& value,
                                              std::string_view key) {
  if (!context.reader.expect(value, JsonValue::Type::kString, key)) return std::nullopt;
  const auto id = find_name(context, value.string());
  if (!id) context.reader.report(value, no_such_name(context, key, value.string()));
  return id;
}

std::optional<std::vector<Dissolves>> read_rarities(const PropertyContext& context, const JsonValue& value,
                                                    std::string_view key) {
  if (!context.reader.expect(value, JsonValue::Type::kObject, key)) return std::nullopt;
  std::vector<Dissolves> rarities;
  bool good = true;
  for (const JsonMember& member : value.members()) {
    const auto rarity = context.reader.whole_number(member.value, member.key, 0, kMaxRarity);
    const auto id = find_name(context, member.key);
    const bool is_built_in = id && *id < std::size(kBuiltInNames);
    if (!id)
      context.reader.report(member, no_such_name(context, key, member.key));
    else if (is_built_in)
      context.reader.report(member, in_quotes(member.key) + " cannot be dissolved");
    good &= rarity && id && !is_built_in;
    // 0 is FastSAB's way to say never.
    if (good && *rarity > 0) rarities.push_back({*id, static_cast<uint32_t>(*rarity)});
  }
  if (!good) return std::nullopt;
  return rarities;
}

std::optional<std::vector<std::string>> read_tags(JsonReader& reader, const JsonValue& value, std::string_view key) {
  if (!reader.expect(value, JsonValue::Type::kArray, key)) return std::nullopt;
  std::vector<std::string> tags;
  bool good = true;
  for (const JsonValue& item : value.items()) {
    const bool is_text = reader.expect(item, JsonValue::Type::kString, "a tag");
    good &= is_text;
    if (!is_text) continue;
    const bool is_again = std::find(tags.begin(), tags.end(), item.string()) != tags.end();
    if (!is_material_name(item.string()))
      reader.report(item, "the tag " + in_quotes(item.string()) + " must be made of up to " +
                              std::to_string(kMaxNameLength) + " of the letters a-z, digits, - and _" +
                              (item.string().starts_with('#') ? "; the # stands only where a reaction names it" : ""));
    else if (is_again)
      reader.report(item, "the tag " + in_quotes(item.string()) + " stands in this list already");
    good &= is_material_name(item.string()) && !is_again;
    tags.push_back(item.string());
  }
  if (!good) return std::nullopt;
  return tags;
}

std::optional<std::vector<std::string>> read_texts(JsonReader& reader, const JsonValue& value, std::string_view key,
                                                   size_t most) {
  if (!reader.expect(value, JsonValue::Type::kArray, key)) return std::nullopt;
  if (value.items().size() > most) {
    reader.report(value, in_quotes(key) + " has " + std::to_string(value.items().size()) + " texts; there may be " +
                             std::to_string(most));
    return std::nullopt;
  }
  std::vector<std::string> texts;
  for (const JsonValue& item : value.items()) {
    if (!reader.expect(item, JsonValue::Type::kString, "a text of " + in_quotes(key))) return std::nullopt;
    texts.push_back(item.string());
  }
  return texts;
}

namespace {

// A material, void or "same".
std::optional<MaterialId> read_product(const PropertyContext& context, const JsonPlace& place, std::string_view name,
                                       std::string_view key) {
  if (name == kSameWord) return kSame;
  const auto id = find_name(context, name);
  if (!id)
    context.reader.report(place, name.starts_with('#') ? in_quotes(key) + " names " + in_quotes(name) +
                                                             ", but what something becomes is one material, not a tag"
                                                       : no_such_name(context, key, name));
  else if (*id == kWall)
    context.reader.report(place, "nothing becomes \"wall\"");
  return id == kWall ? std::nullopt : id;
}

}  // namespace

std::optional<Products> read_products(const PropertyContext& context, const JsonValue& value, std::string_view key) {
  if (value.type == JsonValue::Type::kString) {
    const auto id = read_product(context, value.place, value.string(), key);
    if (!id) return std::nullopt;
    return *id == kSame ? Products() : Products{{*id, 1}};
  }
  if (value.type != JsonValue::Type::kObject) {
    context.reader.report(value, in_quotes(key) +
                                     " must be a material, \"same\", \"void\", or an object that gives "
                                     "several of them a weight each, like {\"steam\": 3, \"salt\": 1}");
    return std::nullopt;
  }
  if (value.members().empty() || value.members().size() > kMostProducts) {
    context.reader.report(value, in_quotes(key) + " must have 1 to " + std::to_string(kMostProducts) +
                                     " materials, not " + std::to_string(value.members().size()));
    return std::nullopt;
  }
  Products products;
  bool good = true;
  for (const JsonMember& member : value.members()) {
    const auto id = read_product(context, member.place, member.key, key);
    const auto weight = context.reader.whole_number(member.value, member.key, 1, kMostWeight);
    good &= id && weight;
    if (good) products.push_back({*id, static_cast<uint32_t>(*weight)});
  }
  if (!good) return std::nullopt;
  // One of one is always that: so it is the same table, and is written the same, whatever its weight.
  if (products.size() > 1) return products;
  return products[0].material == kSame ? Products() : Products{{products[0].material, 1}};
}

bool is_pair(JsonReader& reader, const JsonValue& value, std::string_view key, std::string_view of) {
  if (!reader.expect(value, JsonValue::Type::kArray, key)) return false;
  if (value.items().size() == 2) return true;
  reader.report(value, in_quotes(key) + " must be an array of two: " + std::string(of));
  return false;
}

std::optional<std::array<std::string, 2>> read_sides(const PropertyContext& context, const JsonValue& value,
                                                     std::string_view key) {
  if (!is_pair(context.reader, value, key, "two materials that meet, or tags like \"#hot\"")) return std::nullopt;
  std::array<std::string, 2> sides;
  bool good = true;
  for (size_t i = 0; i < 2; ++i) {
    const JsonValue& item = value.items()[i];
    if (!context.reader.expect(item, JsonValue::Type::kString, "a side of a reaction")) return std::nullopt;
    sides[i] = item.string();
    std::string message;
    if (sides[i].starts_with('#')) {
      const std::string tag = sides[i].substr(1);
      if (std::find(context.tags.begin(), context.tags.end(), tag) == context.tags.end())
        message = "no material has the tag " + in_quotes(tag) +
                  (context.reader.is_full() ? "" : suggestion(tag, context.tags));
    } else if (!find_name(context, sides[i])) {
      message = no_such_name(context, key, sides[i]);
    } else if (find_name(context, sides[i]) == kWall) {
      message = "\"wall\" reacts with nothing";
    }
    if (!message.empty()) context.reader.report(item, message);
    good &= message.empty();
  }
  if (good && sides[0] == "void" && sides[1] == "void") {
    context.reader.report(value, "void does not react with itself");
    good = false;
  }
  if (!good) return std::nullopt;
  return sides;
}

void check_missing(JsonReader& reader, const JsonValue& object, std::string_view key,
                   const PropertyConditions& conditions) {
  const JsonValue* const with = conditions.with.empty() ? nullptr : object.find(conditions.with);
  const bool unless = !conditions.unless.empty() && !is_true(object.find(conditions.unless));
  if (unless && !conditions.unless_message.empty())
    reader.report(object, std::string(conditions.unless_message));
  else if (conditions.required || unless || (with && with->string() == conditions.with_word))
    reader.require(object, key);
}

const JsonValue& cause_of(const JsonValue& object, std::string_view key, std::string_view message) {
  const JsonValue& own = *object.find(key);
  const JsonValue* named = nullptr;
  const JsonValue* later = nullptr;
  bool is_one_file = true;
  for (const JsonMember& member : object.members()) {
    const int source = member.value.place.source;
    if (source <= own.place.source) continue;
    if (message.find(in_quotes(member.key)) != message.npos && (!named || source > named->place.source))
      named = &member.value;
    is_one_file &= !later || later->place.source == source;
    later = &member.value;
  }
  if (named) return *named;
  return later && is_one_file ? *later : own;
}

bool check_conditions(JsonReader& reader, const JsonValue& object, const JsonValue& value, std::string_view key,
                      const PropertyConditions& conditions) {
  const auto& excludes = conditions.excludes;
  const bool is_excluded =
      std::any_of(excludes.begin(), excludes.end(), [&](auto other) { return !other.empty() && object.find(other); });
  const bool is_idle = !conditions.needs.empty() && !object.find(conditions.needs);
  if (is_idle) reader.report(value, in_quotes(key) + " says nothing without " + in_quotes(conditions.needs));
  if (is_excluded)
    reader.report(cause_of(object, key, conditions.excludes_message), std::string(conditions.excludes_message));
  return !is_idle && !is_excluded;
}

}  // namespace quicksand
