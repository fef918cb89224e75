// Every row of every table of properties: what is read is written again, what is out of range is refused, and the
// schema says the same.
#include <catch2/catch.hpp>
#include <random>

#include "io/dunes_format.h"
#include "io/files.h"
#include "io/material_format.h"
#include "io/sandbox_file.h"
#include "io/scene_format.h"
#include "io/schema_checker.h"
#include "io/settings_format.h"

using namespace quicksand;

namespace {

const std::vector<std::string> kNames{"void", "wall", "tea"};
const std::vector<std::string> kTags{"hot"};

// Values of a kind, as JSON.
struct Samples {
  std::vector<Json> good;
  std::vector<Json> bad;
  std::vector<Json> bad_for_reader{};  // which no schema can tell
};

std::mt19937 dice(20261122);

// Those that differ by numbers alone are no templates: there are two hundred properties, each of a type of its own.
Samples flags() { return {{true, false}, {0, "true"}}; }
Samples whole_numbers(int64_t least, int64_t most) {
  std::uniform_int_distribution<int64_t> any(least, most);
  return {{least, most, any(dice), any(dice), any(dice)}, {least - 1, most + 1, 1.5, "1"}};
}
Samples real_numbers(double least, double most) {
  std::uniform_real_distribution<double> any(least, most);
  return {{least, most, any(dice), any(dice), any(dice)}, {least - 0.01, most + 0.01, "1", true}};
}
Samples pairs(const Json& least, const Json& most, const Json& below, const Json& above) {
  const auto pair = [](const Json& a, const Json& b) { return Json::array({a, b}); };
  return {{pair(least, most)}, {pair(below, most), pair(least, above), Json::array({1}), 1}};
}
Samples words(std::span<const std::string_view> words) { return {{words.begin(), words.end()}, {"no such word", 0}}; }
Samples colours() { return {{"#012abc", "#ffffff"}, {"red", "#12345", "#1234567", "#12345g", 7}}; }
Samples plain_texts() { return {{"", "tea \"for\" two"}, {7}}; }
Samples material_names() {
  return {{"a", std::string(kMaxNameLength, 'z'), "a-b_9"}, {"", "A", "a b", std::string(kMaxNameLength + 1, 'z'), 7}};
}
Samples names_of_others() { return {{"tea"}, {7}, {"coffee"}}; }
Samples ranges(double least, double most) {
  const auto pair = [](double a, double b) { return Json::array({a, b}); };
  return {{pair(least, most), pair(most, most)},
          {pair(least - 1, most), pair(least, most + 1), Json::array({1}), 7},
          {pair(most, least)}};
}

template <class Member>
Samples samples(const Flag<Member>&) {
  return flags();
}
template <class Member>
Samples samples(const Whole<Member>& kind) {
  return whole_numbers(kind.least, kind.most);
}
template <class Member>
Samples samples(const Real<Member>& kind) {
  return real_numbers(kind.least, kind.most);
}
template <class Member>
Samples samples(const Fixed<Member>& kind) {
  Samples all = real_numbers(kind.least, kind.most);
  for (const double little : {0.4995 / kind.steps, -0.4995 / kind.steps})
    if (kind.least <= little && little <= kind.most) all.good.emplace_back(little);
  return all;
}
template <class Member>
Samples samples(const Text<Member>&) {
  return plain_texts();
}
template <class Member>
Samples samples(const Texts<Member>& kind) {
  return {{Json::array(), Json::array({"tea", "tea \"for\" two"}), Json(kind.most, "tea")},
          {"tea", Json::array({"tea", 7}), Json(kind.most + 1, "tea")}};
}
template <class Member>
Samples samples(const OneOf<Member>& kind) {
  return words(kind.words);
}
template <class Member>
Samples samples(const HexColour<Member>&) {
  return colours();
}
template <class Member>
Samples samples(const WholePair<Member>& kind) {
  return pairs(kind.least, kind.most, kind.least - 1, kind.most + 1);
}
template <class Member>
Samples samples(const RealPair<Member>& kind) {
  return pairs(kind.least, kind.most, kind.least - 1, kind.most + 1);
}
template <class Member>
Samples samples(const MaterialName<Member>&) {
  return material_names();
}
template <class Member>
Samples samples(const OtherMaterial<Member>&) {
  return names_of_others();
}
template <class Member>
Samples samples(const Rarities<Member>&) {
  return {{{{"tea", 5}}, {{"tea", kMaxRarity}}},
          {{{"tea", -1}}, {{"wall", 3}}, {{"tea", kMaxRarity + 1}}, 7},
          {{{"coffee", 5}}}};
}
template <class Member>
Samples samples(const MaterialNames<Member>&) {
  return {{"tea", Json::array({"tea", "wall"})}, {Json::array(), Json::array({7}), 7}};
}
template <class Member>
Samples samples(const MaterialChanges<Member>&) {
  return {{Json::parse(R"({"tea.density": 2})"),
           Json::parse(R"({"tea.hot.above": 1.5, "a:b.x": null, "c.d": [1, {"e": "f"}]})")},
          {7, "tea.density", Json::array()},
          {Json{{"tea", 2}}, Json{{"tea.", 2}}, Json{{"tea.name", "milk"}}}};
}
template <class Member>
Samples samples(const Places<Member>&) {
  return {{Json::parse("[[1, 2]]"), Json::parse("[[-65536, 65536], [0, 0], [7, 1]]")},
          {Json::array(), Json::parse("[[1]]"), Json::parse("[[1, 2, 3]]"), Json::parse("[[1, 65537]]"),
           Json::parse("[[1, -9223372036854775808]]"), Json::parse("[[1, 2.5]]"), Json::parse("[1, 2]"), 7}};
}
template <class Member>
Samples samples(const Runs<Member>&) {
  return {{Json::parse("[[1, 2, 3]]"), Json::parse("[[-65536, 0, 65536], [0, 0, 0]]")},
          {Json::array(), Json::parse("[[1, 2]]"), Json::parse("[[1, 2, 65537]]"),
           Json::parse("[[1, 2, -9223372036854775808]]"), Json::parse("[[1, 2, \"3\"]]"), 7}};
}
template <class Member>
Samples samples(const Tags<Member>&) {
  return {{Json::array({"hot", "w-e_t9"})},
          {Json::array({"#hot"}), Json::array({"Hot"}), Json::array({"hot", "hot"}), Json::array({7}), "hot"}};
}
const Json kBigWeight{{"tea", kMostWeight}, {"same", 1}};
const Json kFiveProducts = Json::parse(R"({"tea": 1, "void": 1, "same": 1, "a": 1, "b": 1})");
template <class Member>
Samples samples(const Becomes<Member>&) {
  return {{"tea", "void", Json{{"tea", 3}, {"void", 1}}, kBigWeight},
          {"wall", "#hot", Json::object(), Json{{"tea", 0}, {"void", 1}}, Json{{"wall", 1}},
           Json{{"tea", kMostWeight + 1}}, kFiveProducts, 7},
          {"coffee", Json{{"coffee", 1}}}};
}
template <class Member>
Samples samples(const BothBecome<Member>&) {
  const auto pair = [](Json a, Json b) { return Json::array({std::move(a), std::move(b)}); };
  return {{pair("tea", "same"), pair(kBigWeight, "void")},
          {pair("wall", "same"), Json::array({"tea"}), "tea", 7},
          {pair("coffee", "tea")}};
}
template <class Member>
Samples samples(const HeatPair<Member>&) {
  const auto pair = [](auto a, auto b) { return Json::array({a, b}); };
  return {{pair(-260.0, 0.125), pair(-kMostReactionHeat, kMostReactionHeat)},
          {pair(-kMostReactionHeat - 1, 0), pair("a", 1), Json::array({1}), 7}};
}
template <class Member>
Samples samples(const Range<Member>& kind) {
  return ranges(kind.least, kind.most);
}
template <class Member>
Samples samples(const Sides<Member>&) {
  return {{Json::array({"tea", "void"}), Json::array({"#hot", "tea"})},
          {Json::array({"tea"}), Json::array({"tea", "wall"}), Json::array({1, 2}), "tea"},
          {Json::array({"coffee", "tea"}), Json::array({"#cold", "tea"}), Json::array({"void", "void"})}};
}
template <class Member>
Samples samples(const TagGroups<Member>&) {
  return {{Json{{"hot", Json::array({"tea"})}}},
          {Json{{"#hot", Json::array({"tea"})}}, Json{{"hot", "tea"}}, 7},
          {Json{{"hot", Json::array({"coffee"})}}, Json{{"hot", Json::array({"wall"})}}}};
}
Samples samples(const OntoWhat&) { return {{"any", "empty", "tea"}, {7}}; }
template <class Member>
Samples samples(const Heights<Member>&) {
  return {{Json::parse("[[0, 1.5], [2, 262144]]")},
          {Json::parse("[]"), Json::parse("[[]]"), Json::parse("[[-1]]"), 7},
          {Json::parse("[[1], [1, 2]]"), Json::parse(R"({"image": "no such file"})")}};
}
template <class Member>
Samples samples(const BodyPath<Member>&) {
  return {{Json::parse("[[0, 1.5, 2, 3], [5, 1, -1, 1]]")},
          {Json::parse("[]"), Json::parse("[[1, 2, 3]]"), 7},
          {Json::parse("[[1.5, 0, 0, 0]]"), Json::parse("[[9, 0, 0, 0], [8, 0, 0, 0]]")}};
}

// How far a number may be from what was read.
template <class Kind>
double step_of(const Kind&) {
  return 0;
}
template <class Member>
double step_of(const Fixed<Member>& kind) {
  return 0.501 / kind.steps;
}

// Half a step apart at most, but that what is little is a step, and not nothing.
bool is_same(const Json& written, const Json& read, double half_step) {
  if (half_step == 0) return written == read;
  const auto value = read.get<double>();
  const bool is_little = value != 0 && std::abs(value) < half_step;
  return std::abs(written.get<double>() - value) <= (is_little ? 2 * half_step : half_step);
}

// What one property does with values. `read` gives whether it took the value, and what is written then.
struct PropertyUnderTest {
  std::string_view key;
  Samples samples;
  JsonValue schema;
  double step;
  Json usual;  // that is written before anything is read
  std::function<std::pair<bool, Json>(const PropertyContext&, const JsonValue&)> read;
};

// No template: there are two hundred properties, each of a type of its own.
void check_samples(const PropertyUnderTest& property) {
  const auto check = [&](const Json& sample, bool is_good, bool is_plain) {
    const JsonValue value = parsed(sample.dump());
    JsonReader reader("file");
    INFO(property.key << ": " << sample.dump());
    const auto [was_read, written] = property.read({reader, kNames, kTags}, value);
    CHECK(was_read == is_good);
    CHECK(reader.failed() != is_good);
    CHECK(validates(value, property.schema) == is_plain);
    CHECK(is_same(written, is_good ? sample : property.usual, is_good ? property.step : 0));
    if (is_good && sample.is_number()) CHECK((written == 0) == (sample == 0));
  };
  for (const Json& sample : property.samples.good) check(sample, true, true);
  for (const Json& sample : property.samples.bad) check(sample, false, false);
  for (const Json& sample : property.samples.bad_for_reader) check(sample, false, true);
}

template <class Kind, class Owner>
void check_kind(std::string_view key, const Kind& kind, const Owner& usual) {
  const auto read = [&](const PropertyContext& context, const JsonValue& value) {
    Owner owner = usual;
    const bool was_read = read_value(context, value, key, kind, owner);
    return std::pair(was_read, write_value(kind, owner, kNames));
  };
  check_samples({key, samples(kind), parsed(schema_value(kind, usual).dump()), step_of(kind),
                 write_value(kind, usual, kNames), read});
}

template <class Rows, class Owner>
int check_rows(const Rows& rows, const Owner& usual);

template <class Kind, class Check, class Default, class Owner>
int check_row(const Property<Kind, Check, Default>& row, const Owner& usual) {
  check_kind(row.key, row.kind, usual);
  CHECK_FALSE(row.help.empty());
  return 1;
}
template <class Check, class Default, class Owner>
int check_row(const Property<Ignored, Check, Default>&, const Owner&) {
  return 0;
}
template <class Check, class Default, class Owner>
int check_row(const Property<Constant, Check, Default>&, const Owner&) {
  return 0;
}
template <class Member, class Rows, class Check, class Default, class Owner>
int check_row(const Property<Object<Member, Rows>, Check, Default>& row, const Owner& usual) {
  Owner owner = usual;
  return check_rows(row.kind.rows, emplaced(std::invoke(row.kind.member, owner)));
}
template <class Member, class Rows, class Check, class Default, class Owner>
int check_row(const Property<List<Member, Rows>, Check, Default>& row, const Owner& usual) {
  Owner owner = usual;
  return check_rows(row.kind.rows, std::invoke(row.kind.member, owner).emplace_back());
}
template <class Member, class... Tables, class Check, class Default, class Owner>
int check_row(const Property<Cases<Member, Tables...>, Check, Default>& row, const Owner& usual) {
  return std::apply([&](const auto&... table) { return (0 + ... + check_rows(table, usual)); }, row.kind.tables);
}
template <class Rows, class From, class Into, class Owner>
int check_row(const Inline<Rows, From, Into>& row, const Owner& usual) {
  return check_rows(row.rows, row.from(usual));
}

template <class Rows, class Owner>
int check_rows(const Rows& rows, const Owner& usual) {
  return std::apply([&](const auto&... row) { return (0 + ... + check_row(row, usual)); }, rows);
}

// The keys of a table and of all tables in it.
template <class Rows>
void add_all_keys(const Rows& rows, std::vector<std::string_view>& keys);

template <class Kind>
void add_inner_keys(const Kind& kind, std::vector<std::string_view>& keys) {
  if constexpr (requires { kind.rows; }) add_all_keys(kind.rows, keys);
  if constexpr (requires { kind.tables; })
    std::apply([&](const auto&... table) { (add_all_keys(table, keys), ...); }, kind.tables);
}
template <class Kind, class Check, class Default>
void add_keys_of_row(const Property<Kind, Check, Default>& row, std::vector<std::string_view>& keys) {
  keys.push_back(row.key);
  add_inner_keys(row.kind, keys);
}
template <class Rows, class From, class Into>
void add_keys_of_row(const Inline<Rows, From, Into>& row, std::vector<std::string_view>& keys) {
  add_all_keys(row.rows, keys);
}
template <class Rows>
void add_all_keys(const Rows& rows, std::vector<std::string_view>& keys) {
  std::apply([&](const auto&... row) { (add_keys_of_row(row, keys), ...); }, rows);
}

template <class... Rows>
std::string missing_in(const char* document, const Rows&... rows) {
  const auto text = read_file(std::string(QUICKSAND_SOURCE "/docs/") + document, 1 << 20);
  REQUIRE(text.ok());
  std::vector<std::string_view> keys;
  (add_all_keys(rows, keys), ...);
  std::string missing;
  for (const std::string_view key : keys)
    if (text->find("`" + std::string(key) + "`") == std::string::npos) missing += std::string(key) + " ";
  return missing;
}

}  // namespace

TEST_CASE("every property of materials is read, written and described alike") {
  CHECK(check_rows(kMaterialFileProperties, MaterialFile()) >= 22);
}

TEST_CASE("every property of scenes is read, written and described alike") {
  CHECK(check_rows(kSceneProperties, Scene()) >= 35);
  CHECK(check_rows(kSandboxProperties, SandboxSettings()) == 5);
}

TEST_CASE("every property of dunes is read, written and described alike") {
  CHECK(check_rows(kDuneProperties, DunesScene()) >= 30);
  CHECK(check_rows(kPictureProperties, PictureKeys()) == 3);
}

TEST_CASE("every property of settings is read, written and described alike") {
  CHECK(check_rows(kSettingsProperties, Settings()) == 22);
}

TEST_CASE("the documents name every key") {
  CHECK(missing_in("materials.md", kMaterialFileProperties) == "");
  CHECK(missing_in("scenes.md", kSceneProperties, kSandboxProperties) == "");
  CHECK(missing_in("dunes.md", kDuneProperties, kPictureProperties) == "");
}
