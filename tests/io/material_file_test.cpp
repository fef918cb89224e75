#include "io/material_file.h"

#include <catch2/catch.hpp>
#include <tuple>

#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "io/material_changes.h"
#include "io/scene_file.h"

using namespace quicksand;

namespace {

// The complaints about a file that holds these materials in its line 2.
std::string complaints_about(const std::string& materials) {
  const auto set =
      parse_materials("{\"format\": \"quicksand-materials/1\", \"materials\": [\n" + materials + "]}", "m.json");
  return set ? "" : set.failure().text();
}

std::string complaints_of_file(const std::string& text) {
  const auto set = parse_materials(text, "m.json");
  return set ? "" : set.failure().text();
}

}  // namespace

TEST_CASE("classic.json is FastSAB to the digit") {
  const auto set = load_materials("classic");
  REQUIRE(set.ok());
  struct Row {
    const char* name;
    Rgb colour;
    int friction, density;
    bool liquid;
  };
  constexpr Row kRows[] = {
      {"sand", {0xaf, 0xaf, 0x00}, 2, 200, false},    {"water", {0x00, 0x00, 0xaf}, 8, 100, true},
      {"concrete", {0x4f, 0x4f, 0x4f}, 0, 50, false}, {"cement", {0xaf, 0xaf, 0xaf}, 0, 150, false},
      {"acid", {0x00, 0xaf, 0x00}, 8, 50, true},      {"dirt", {0x7f, 0x3f, 0x00}, 1, 250, false}};
  CHECK(set->table->size() == 8);  // with the wall
  for (const Row& row : kRows) {
    INFO(row.name);
    const auto id = set->table->find(row.name);
    REQUIRE(id);
    CHECK((*set->table)[*id].friction == row.friction);
    CHECK((*set->table)[*id].density == row.density);
    CHECK((*set->table)[*id].liquid == row.liquid);
    CHECK(set->looks[*id].colour == row.colour);
  }
  CHECK(set->looks[0].colour == Rgb{0, 0, 0});
}

TEST_CASE("core.json has what a player expects, each with a line about it") {
  const auto set = load_materials("core");
  REQUIRE(set.ok());
  for (const char* name : {"void", "wall", "stone", "sand", "gravel", "dirt", "cement", "concrete", "salt", "water",
                           "brine", "oil", "acid", "mud", "smoke", "steam"})
    CHECK(set->table->find(name).has_value());
  for (const MaterialLook& look : set->looks) CHECK_FALSE(look.description.empty());
}

TEST_CASE("mistakes in a material file are named with their place") {
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "densty": 3})") ==
        "m.json:2:1: the key \"density\" is missing\n"
        "m.json:2:36: unknown key \"densty\" (did you mean \"density\"?)");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": "heavy"})") ==
        "m.json:2:47: \"density\" must be a whole number, not a string");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 3, "friction": 9})") ==
        "m.json:2:62: \"friction\" must be from 0 to 8, not 9");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 3, "repose_degrees": 64})") ==
        "m.json:2:68: \"repose_degrees\" must be from 10 to 63, not 64");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 3, "repose_degrees": 40, "friction": 2})") ==
        "m.json:2:84: a powder has either \"friction\" or \"repose_degrees\"");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": -3, "repose_degrees": 40})") ==
        "m.json:2:69: \"repose_degrees\" is for powders: what is static, liquid or a gas makes no heaps");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 3.9})") ==
        "m.json:2:47: \"density\" must be a whole number, not a number with a fraction");
  CHECK(complaints_about("{\"name\": \"a\", \"colour\": \"#112233\", \"density\": 3},\n{\"name\": \"a\", \"colour\": "
                         "\"#112233\", \"density\": 3}") ==
        "m.json:3:10: a material named \"a\" stands in this file already");
  CHECK(complaints_about(R"({"name": "wall", "colour": "#112233", "density": 3})") ==
        "m.json:2:10: the material \"wall\" is built in; choose another name");
  CHECK(complaints_about(R"({"name": "sand", "colour": "#112233", "density": 3, "dissolves": {"snad": 5}})") ==
        "m.json:2:67: \"dissolves\" names \"snad\", but no material has this name (did you mean \"sand\"?)");
  CHECK(complaints_about(R"({"name": "a", "name": "b", "colour": "#112233", "density": 3})") ==
        "m.json:2:15: the key \"name\" stands here a second time; the first is in line 2");
  CHECK(complaints_about(R"({"name": "a", "colour": "red", "density": 3})") ==
        "m.json:2:25: \"colour\" must be like \"#d9b65c\", not \"red\"");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 3, "dissolves": {"wall": 5}})") ==
        "m.json:2:64: \"wall\" cannot be dissolved");
  CHECK(complaints_about(R"({"name": "A b", "colour": "#112233", "density": 3})").find("must be made of up to 40") !=
        std::string::npos);
  CHECK(complaints_about(R"({"name": "any", "colour": "#112233", "density": 3})") ==
        "m.json:2:10: the name \"any\" has a meaning of its own in scenes; choose another");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 0})") ==
        "m.json:2:47: \"density\" 0 is void's: what moves must be heavier, or lighter as a gas; what hangs in the air "
        "is \"gas\": true");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 3, "liquid": true, "gas": true})") ==
        "m.json:2:73: a gas is neither static nor liquid");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 3, "diffuses": 0.5})") ==
        "m.json:2:62: \"diffuses\" is for gases: what is denser than void is one with \"gas\": true");
  CHECK(complaints_about(R"({"name": "a", "colour": "#112233", "density": 0, "gas": true, "diffuses": 0.5})").empty());
  CHECK(complaints_about("7") == "m.json:2:1: \"a material\" must be an object, not a whole number");
}

TEST_CASE("what absorbs names a liquid, and what it holds has an order") {
  const std::string tea = R"({"name": "tea", "colour": "#112233", "density": 9, "liquid": true},)";
  const auto sponge = [&](const std::string& keys) {
    return complaints_about(tea + "\n" + R"({"name": "rusk", "colour": "#112233", "density": 20)" + keys + "}");
  };
  CHECK(sponge("").empty());
  CHECK(sponge(R"(, "absorbs": "tea")").empty());
  CHECK(sponge(R"(, "absorbs": "tea", "wet_threshold": 72, "wet_max": 200, "dries": 0)").empty());
  CHECK(sponge(R"(, "absorbs": "tee")") ==
        "m.json:3:65: \"absorbs\" names \"tee\", but no material has this name (did you mean \"tea\"?)");
  CHECK(sponge(R"(, "absorbs": "rusk")") == "m.json:3:65: \"absorbs\" must name a liquid, and \"rusk\" is none");
  CHECK(sponge(R"(, "absorbs": "void")") == "m.json:3:65: \"absorbs\" must name a liquid, and \"void\" is none");
  CHECK(sponge(R"(, "absorbs": "tea", "liquid": true)") ==
        "m.json:3:65: \"absorbs\" is for powders and static materials: liquids and gases take up nothing");
  CHECK(sponge(R"(, "wet_max": 100)") == "m.json:3:65: \"wet_max\" says nothing without \"absorbs\"");
  CHECK(sponge(R"(, "absorbs": "tea", "wet_threshold": 73, "wet_max": 200)") ==
        "m.json:3:89: \"wet_threshold\" must be at least 128 below \"wet_max\", which is 200: two grains at their "
        "thresholds must have room for a whole cell of liquid");
  CHECK(sponge(R"(, "absorbs": "tea", "wet_threshold": 128)") ==
        "m.json:3:89: \"wet_threshold\" must be from 1 to 127, not 128");
  CHECK(sponge(R"(, "absorbs": "tea", "wet_max": 256)") == "m.json:3:83: \"wet_max\" must be from 129 to 255, not 256");
  CHECK(sponge(R"(, "absorbs": "tea", "dries": 63)") ==
        "m.json:3:81: \"dries\" must be 0, for never, or at least 64, not 63");
  // Where a file does not say, the threshold stays below what the file says it holds.
  const auto small = parse_materials("{\"format\": \"quicksand-materials/1\", \"materials\": [\n" + tea +
                                         R"({"name": "rusk", "colour": "#112233", "density": 20, "absorbs": "tea",
                                             "wet_max": 140}]})",
                                     "m.json");
  REQUIRE(small.ok());
  CHECK(small->table->wet_threshold(3) == 12);
  CHECK(small->looks[3].soaked == 140);
  CHECK((small->looks[3].damp > 0 && small->looks[3].damp <= 12));
}

TEST_CASE("a wrong format or too many materials are refused") {
  const auto wrong = parse_materials("{\"format\": \"quicksand-scene/1\", \"materials\": []}", "m.json");
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.failure().text() ==
        "m.json:1:12: the format must be \"quicksand-materials/1\", not \"quicksand-scene/1\"");
  std::string many;
  for (int i = 0; i < 254; ++i)
    many += std::string(i > 0 ? ",\n" : "") + "{\"name\": \"m" + std::to_string(i) +
            "\", \"colour\": \"#112233\", \"density\": 3}";
  CHECK(complaints_about(many) == "m.json:255:1: too many materials: void and wall included, there may be 255");
}

TEST_CASE("a set of materials is written as a file that gives the same set") {
  for (const std::string& name : material_set_names()) {
    INFO(name);
    const auto set = load_materials(name);
    REQUIRE(set.ok());
    const auto again = parse_materials(material_text(*set), "again");
    INFO((again ? "" : again.failure().text()));
    REQUIRE(again.ok());
    CHECK(again->table->hash() == set->table->hash());
    CHECK(again->looks == set->looks);
  }
}

namespace {

// A file of two materials, with these keys beside them.
std::string file_with(const std::string& keys) {
  return R"({"format": "quicksand-materials/1", "materials": [
    {"name": "lava", "colour": "#ff5a1f", "density": 240, "liquid": true, "tags": ["hot"]},
    {"name": "water", "colour": "#2f6fd6", "density": 100, "liquid": true}], )" +
         keys + "}";
}

std::string complaints_of(const std::string& text) {
  const Result<MaterialSet> set = parse_materials(text, "m.json");
  return set ? "" : set.failure().text();
}

}  // namespace

TEST_CASE("a set of no materials is written as a file that can be read, too") {
  const auto set = parse_materials(R"({"format": "quicksand-materials/1", "materials": []})", "m.json");
  REQUIRE(set.ok());
  const auto again = parse_materials(material_text(*set), "again.json");
  REQUIRE(again.ok());
  CHECK(again->table->hash() == set->table->hash());
}

TEST_CASE("tags come from materials and from outside, and reactions find them") {
  const Result<MaterialSet> set = parse_materials(file_with(R"("tags": {"wet": ["water"], "fluid": ["water", "lava"]},
    "reactions": [{"if": ["#hot", "#wet"], "then": ["void", "same"], "per_second": 3}])"),
                                                  "m.json");
  INFO((set ? "" : set.failure().text()));
  REQUIRE(set.ok());
  CHECK((*set->table)[2].tags == std::vector<std::string>{"hot", "fluid"});
  CHECK(set->table->reactions().may_react(2, 3));
  CHECK(set->table->reactions().may_react(3, 2));
  CHECK_FALSE(set->table->reactions().may_react(2, 2));
}

TEST_CASE("mistakes in reactions are named with their place and a remedy") {
  CHECK(complaints_of(
            file_with(R"("reactions": [{"if": ["#hto", "watre"], "then": ["#hot", "wall"], "per_second": 300}])")) ==
        "m.json:3:100: no material has the tag \"hto\" (did you mean \"hot\"?)\n"
        "m.json:3:108: \"if\" names \"watre\", but no material has this name (did you mean \"water\"?)\n"
        "m.json:3:127: \"then\" names \"#hot\", but what something becomes is one material, not a tag\n"
        "m.json:3:135: nothing becomes \"wall\"\n"
        "m.json:3:158: \"per_second\" must be from 0.0001 to 160, not 300");
  CHECK(complaints_of(file_with(R"("reactions": [{"if": ["lava", "water"], "then": ["same", "same"]}])")) ==
        "m.json:3:92: a reaction needs \"per_second\" or \"half_life\": how fast it is\n"
        "m.json:3:126: a reaction after which both stay what they are, and as warm, changes nothing");
}

TEST_CASE("a short file cannot ask for much memory: pairs of materials that react are counted first") {
  std::string materials;
  for (int i = 0; i < 253; ++i)
    materials += std::string(i > 0 ? "," : "") + R"({"name": "m)" + std::to_string(i) +
                 R"(", "colour": "#112233", "static": true, "tags": ["all"]})";
  const auto file = [&](int reactions) {
    std::string text = R"({"format": "quicksand-materials/1", "materials": [)" + materials + R"(], "reactions": [)";
    for (int i = 0; i < reactions; ++i)
      text += std::string(i > 0 ? "," : "") + "\n" +
              R"({"if": ["#all", "#all"], "then": ["void", "void"], "per_second": 1})";
    return text + "]}";
  };
  CHECK(complaints_of(file(6)).empty());
  CHECK(complaints_of(file(3000)) ==
        "m.json:8:1: too many pairs of materials react: with this reaction there are 448063, and there may be 400000; "
        "use smaller tags");
  CHECK(complaints_of(file(4001)) == "m.json:4002:1: too many reactions: there may be 4000");
}

TEST_CASE("tags are limited in all, wherever they stand, and so are changes of a scene") {
  const auto set = [](size_t own, size_t groups, size_t members) {
    std::string text =
        "{\"format\": \"quicksand-materials/1\", \"materials\": [{\"name\": \"a\", \"colour\": \"#123456\", "
        "\"density\": 9, \"tags\": [";
    for (size_t i = 0; i < own; ++i) text += (i > 0 ? ", \"t" : "\"t") + std::to_string(i) + "\"";
    text += "]}], \"tags\": {";
    for (size_t i = 0; i < groups; ++i) {
      text += (i > 0 ? ", \"g" : "\"g") + std::to_string(i) + "\": [";
      for (size_t k = 0; k < members; ++k) text += k > 0 ? ", \"a\"" : "\"a\"";
      text += "]";
    }
    return text + "}}";
  };
  for (const auto& [own, groups, members] :
       std::initializer_list<std::tuple<size_t, size_t, size_t>>{{kMostTags, 0, 0},
                                                                 {kMostTags + 1, 0, 0},
                                                                 {0, kMostTags / 2, 1},
                                                                 {1, kMostTags / 2, 1},
                                                                 {96, 400, 9},
                                                                 {97, 400, 9},
                                                                 {180'000, 0, 0},
                                                                 {0, 90'000, 1}}) {
    INFO(own << " of one material, " << groups << " groups of " << members);
    const size_t count = own + groups * (1 + members);
    CHECK(complaints_of_file(set(own, groups, members))
              .ends_with(count > kMostTags ? "too many tags: materials may have 4096 in all" : ""));
    CHECK(complaints_of_file(set(own, groups, members)).empty() == (count <= kMostTags));
  }
  const auto changed = [](size_t changes) {
    std::string text = R"({"format": "quicksand-scene/1", "set": {)";
    for (size_t i = 0; i < changes; ++i) text += (i > 0 ? ", \"a.k" : "\"a.k") + std::to_string(i) + "\": 1";
    const Result<Scene> scene = parse_scene(text + "}}", "s.json", world_kinds());
    return scene.ok() ? "" : scene.failure().text();
  };
  CHECK(changed(kMostMaterialChanges).empty());
  CHECK(changed(kMostMaterialChanges + 1).find("\"set\" has more than 20000 changes") != std::string::npos);
}

// Each of these took a comparison with all names.
TEST_CASE("mistakes that are not reported any more cost next to nothing") {
  std::string text = R"({"format": "quicksand-materials/1", "materials": [)";
  for (int i = 0; i < 250; ++i) {
    text += std::string(i > 0 ? ", " : "") + "{\"name\": \"material-with-a-long-name-" + std::to_string(i) +
            "\", \"dissolves\": {";
    for (int k = 0; k < 500; ++k) text += (k > 0 ? ", \"materiel" : "\"materiel") + std::to_string(k) + "\": 1";
    text += "}}";
  }
  CHECK(complaints_of_file(text + "]}").find("no material has this name") != std::string::npos);
}
