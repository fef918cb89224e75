#include "io/material_fields.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/check.h"
#include "io/json_text.h"
#include "io/material_format.h"
#include "io/property_writer.h"

namespace quicksand {
namespace {

// Where the number that is nearest to 0 would change all of the material at once.
struct FirstValue {
  std::string_view path;
  std::string_view json;
};
constexpr FirstValue kFirstValues[] = {{"hot.above", "500"}, {"cold.below", "-50"},     {"burns.above", "400"},
                                       {"burns.lasts", "3"}, {"explodes.above", "400"}, {"decays.half_life", "10"},
                                       {"fades", "1000"},    {"temperature", "20"},     {"repose_degrees", "35"}};

template <class T>
constexpr bool kIsOptional = false;
template <class T>
constexpr bool kIsOptional<std::optional<T>> = true;

// Whether a file that leaves it out says that there is none.
template <class Kind, class Owner>
bool may_be_absent(const Kind& kind, const Owner& owner) {
  return kIsOptional<std::remove_cvref_t<decltype(std::invoke(kind.member, owner))>>;
}
template <class Member, class Owner>
bool may_be_absent(const OtherMaterial<Member>&, const Owner&) {
  return true;
}
template <class Member, class Owner>
bool may_be_absent(const Becomes<Member>&, const Owner&) {
  return true;
}
template <class Member, class Owner>
bool may_be_absent(const Rarities<Member>&, const Owner&) {
  return true;
}
template <class Member, class Owner>
bool may_be_absent(const Tags<Member>&, const Owner&) {
  return true;
}

// --- What is particular to a kind.

template <class Kind>
void describe(const Kind&, MaterialField&) {}
template <class Member>
void describe(const Flag<Member>&, MaterialField& field) {
  field.kind = FieldKind::kFlag;
  field.first = "true";
}
void describe_number(double least, double most, double steps, MaterialField& field) {
  field.kind = FieldKind::kNumber;
  field.least = least;
  field.most = most;
  field.steps = steps;
  field.first = json_line(std::clamp(0.0, least, most));
}
template <class Member>
void describe(const Whole<Member>& kind, MaterialField& field) {
  describe_number(static_cast<double>(kind.least), static_cast<double>(kind.most), 1, field);
  field.is_whole = true;
  field.first = json_line(std::clamp(int64_t{0}, kind.least, kind.most));
}
template <class Member>
void describe(const Real<Member>& kind, MaterialField& field) {
  describe_number(kind.least, kind.most, 0, field);
}
template <class Member>
void describe(const Fixed<Member>& kind, MaterialField& field) {
  describe_number(kind.least, kind.most, kind.steps, field);
}
template <class Member>
void describe(const Text<Member>&, MaterialField& field) {
  field.kind = FieldKind::kText;
  field.first = "\"\"";
}
template <class Member>
void describe(const OneOf<Member>& kind, MaterialField& field) {
  field.kind = FieldKind::kWord;
  field.words = kind.words;
  field.first = json_line(kind.words.front());
}
template <class Member>
void describe(const HexColour<Member>&, MaterialField& field) {
  field.kind = FieldKind::kColour;
  field.first = "\"#808080\"";
}
template <class Member>
void describe(const OtherMaterial<Member>&, MaterialField& field) {
  field.kind = FieldKind::kMaterial;
}
template <class Member>
void describe(const Becomes<Member>&, MaterialField& field) {
  field.kind = FieldKind::kProducts;
  field.first = "\"void\"";
}
template <class Member>
void describe(const Rarities<Member>&, MaterialField& field) {
  field.kind = FieldKind::kRarities;
}
template <class Member>
void describe(const Tags<Member>&, MaterialField& field) {
  field.kind = FieldKind::kTags;
}
template <class Member>
void describe(const Range<Member>& kind, MaterialField& field) {
  field.first = json_line(Json::array({kind.least, kind.most}));
}

// --- A row.

// The fields of an object's rows; `owner` says what holds where the object is not there.
template <class Rows, class Owner>
std::vector<MaterialField> fields_of(const Rows& rows, const Owner& owner, std::span<const std::string> names,
                                     std::string_view key, bool is_there);

template <class Member, class Rows, class Owner>
void describe_parts(const Object<Member, Rows>& kind, const Owner& owner, std::span<const std::string> names,
                    MaterialField& field) {
  const auto& member = std::invoke(kind.member, owner);
  field.kind = FieldKind::kObject;
  using Inner = typename StoredType<std::remove_cvref_t<decltype(member)>>::Type;
  field.parts = is_present(member) ? fields_of(kind.rows, present_value(member), names, field.key, true)
                                   : fields_of(kind.rows, Inner(), names, field.key, false);
}
template <class Kind, class Owner>
void describe_parts(const Kind&, const Owner&, std::span<const std::string>, MaterialField&) {}

std::string_view missing(std::string_view key, const Json& object) {
  return key.empty() || object.contains(key) ? std::string_view() : key;
}

template <class Kind, class Check, class Default, class Owner>
MaterialField field_of(const Property<Kind, Check, Default>& row, const Owner& owner,
                       std::span<const std::string> names, std::string_view key, const Json& object) {
  MaterialField field;
  field.key = key.empty() ? row.key : key;
  if (!key.empty()) field.part = row.key;
  field.help = row.help;
  field.is_required = row.conditions.required;
  field.may_be_absent = !row.conditions.required && may_be_absent(row.kind, owner);
  describe(row.kind, field);
  describe_parts(row.kind, owner, names, field);
  for (const FirstValue& value : kFirstValues)
    if (value.path == field.path()) field.first = value.json;
  field.needs = missing(row.conditions.needs, object);
  for (const std::string_view other : row.conditions.excludes)
    if (!other.empty() && object.contains(other)) field.instead = other;
  const auto found = object.find(std::string(row.key));
  field.json = found == object.end() ? "null" : json_line(*found);
  Result<JsonValue> value = parse_json(field.json, "");
  QS_CHECK(value, "what was written as JSON cannot be read");
  field.value = std::move(*value);
  return field;
}

template <class Rows, class Owner>
std::vector<MaterialField> fields_of(const Rows& rows, const Owner& owner, std::span<const std::string> names,
                                     std::string_view key, bool is_there) {
  Json object = Json::object();
  if (is_there) write_properties(rows, owner, object, names);
  std::vector<MaterialField> fields;
  std::apply([&](const auto&... row) { (fields.push_back(field_of(row, owner, names, key, object)), ...); }, rows);
  return fields;
}

}  // namespace

std::vector<MaterialField> material_fields(const MaterialSet& set, MaterialId id) {
  QS_CHECK(id >= std::size(kBuiltInNames) && id < set.table->size(), "a material without properties");
  std::vector<MaterialField> fields = fields_of(kMaterialProperties, (*set.table)[id], set.table->names(), "", true);
  std::erase_if(fields, [](const MaterialField& field) { return field.key == "name"; });
  for (MaterialField& field : fields_of(kLookProperties, set.looks[id], set.table->names(), "", true)) {
    field.is_look = true;
    fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace quicksand
