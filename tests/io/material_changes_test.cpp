#include "io/material_changes.h"

#include <catch2/catch.hpp>
#include <random>

#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "io/scene_file.h"

using namespace quicksand;

namespace {

MaterialChange change(const std::string& text) {
  Result<MaterialChange> parsed = parse_material_change(text);
  INFO((parsed ? text : parsed.failure().text()));
  REQUIRE(parsed.ok());
  return std::move(*parsed);
}

std::vector<MaterialChange> changes(const std::vector<std::string>& texts) {
  std::vector<MaterialChange> all;
  for (const std::string& text : texts) add_changes(all, {change(text)});
  return all;
}

// The set of layers: kSet, and one for each change.
Result<MaterialSet> changed(const std::string& base, const std::vector<std::string>& texts) {
  std::vector<MaterialLayer> layers;
  layers.push_back(
      {"base.json", "", *parse_json("{\"format\": \"quicksand-materials/1\", " + base + "}", "base.json")});
  for (const MaterialChange& one : changes(texts)) layers.push_back(layer_of(one, static_cast<int>(layers.size())));
  return parse_materials(std::move(layers));
}

MaterialSet good(const std::string& base, const std::vector<std::string>& texts) {
  Result<MaterialSet> set = changed(base, texts);
  INFO((set ? "" : set.failure().text()));
  REQUIRE(set.ok());
  return std::move(*set);
}

const Material& find_in(const MaterialSet& set, const std::string& name) {
  return (*set.table)[*set.table->find(name)];
}

const std::string kSet = R"("materials": [
  {"name": "tea", "colour": "#112233", "density": 90, "liquid": true},
  {"name": "rusk", "colour": "#445566", "density": 20, "repose_degrees": 30, "absorbs": "tea", "wet_threshold": 50,
   "dissolves": {"tea": 100, "salt": 20}, "hot": {"above": 100, "into": "salt"}},
  {"name": "x:crumb-2", "colour": "#445566", "inherits": "rusk"},
  {"name": "salt", "colour": "#ffffff", "density": 190, "friction": 3}])";

}  // namespace

TEST_CASE("a changed number is that of the material, and of nothing else, whatever it was") {
  std::mt19937 dice(11);
  const MaterialSet core = *load_materials("core");
  for (int round = 0; round < 50; ++round) {
    const auto id = static_cast<MaterialId>(2 + dice() % static_cast<uint32_t>(core.table->size() - 2));
    const std::string name = core.table->names()[id];
    const int density = 1 + static_cast<int>(dice() % 1000);
    const double conducts = (dice() % 1001) / 1000.0;
    const Result<MaterialSet> set =
        load_materials("core", {}, {}, nullptr,
                       changes({name + ".density=3", name + ".conducts=" + std::to_string(conducts),
                                name + ".density=" + std::to_string(density)}));
    INFO(name << " " << density << (set ? "" : set.failure().text()));
    if (!set) continue;  // "gas" with a density above 0, and the like
    REQUIRE(set->table->names() == core.table->names());
    for (int other = 0; other < core.table->size(); ++other) {
      const Material& one = (*set->table)[static_cast<MaterialId>(other)];
      const Material& before = (*core.table)[static_cast<MaterialId>(other)];
      CHECK(one.density == (other == id ? density : before.density));
      CHECK(one.conducts == (other == id ? static_cast<int>(conducts * 1000 + 0.5) : before.conducts));
      CHECK(one.friction == before.friction);
    }
  }
}

TEST_CASE("changes survive a scene file, in which they are what they were") {
  std::mt19937 dice(12);
  const std::vector<std::string> values{"2",
                                        "-0.5",
                                        "true",
                                        "null",
                                        "\"a \\\"b\\\"\"",
                                        "[1, {\"a\": []}]",
                                        "{}",
                                        "1e3",
                                        "water",
                                        "#ff00aa",
                                        "chem:nitro",
                                        "{\"x\": 1, \"y\": \"z\"}",
                                        "9e9",
                                        "[]",
                                        "\"\\n\"",
                                        "123456789",
                                        "\"1\""};
  for (int round = 0; round < 50; ++round) {
    Scene scene;
    scene.world = "sandbox";
    for (int i = static_cast<int>(dice() % 6); i > 0; --i) {
      const std::string part = dice() % 2 == 0 ? ".p" : "";
      add_changes(scene.material_changes,
                  {change("m" + std::to_string(dice() % 4) + ".key-" + part + "=" + values[dice() % values.size()])});
    }
    const Result<Scene> again = parse_scene(scene_text(scene, world_kinds()), "s.json", world_kinds());
    REQUIRE(again.ok());
    REQUIRE(again->material_changes.size() == scene.material_changes.size());
    for (size_t i = 0; i < scene.material_changes.size(); ++i) {
      CHECK(again->material_changes[i].path() == scene.material_changes[i].path());
      CHECK(again->material_changes[i].value == scene.material_changes[i].value);
      CHECK(again->material_changes[i].file == "s.json");
    }
  }
}

TEST_CASE("the last change of a path counts, a part changes one key, and null takes away what is inherited, too") {
  const MaterialSet set = good(kSet, {"rusk.density=5", "salt.density=7", "rusk.density=6", "rusk.dissolves.tea=9",
                                      "rusk.hot.above=50", "x:crumb-2.hot=null"});
  CHECK(find_in(set, "rusk").density == 6);
  CHECK(find_in(set, "x:crumb-2").density == 6);
  CHECK(find_in(set, "salt").density == 7);
  CHECK(find_in(set, "rusk").dissolves.size() == 2);
  CHECK(find_in(set, "rusk").hot->at == 50 * 8);
  CHECK_FALSE(find_in(set, "x:crumb-2").hot);
  const MaterialSet dry = good(kSet, {"x:crumb-2.absorbs=null"});
  CHECK(find_in(dry, "x:crumb-2").absorbs == kVoid);
  CHECK(find_in(dry, "rusk").wet_threshold == 50);
  CHECK(good(kSet, {"tea.colour=#010203"}).looks[2].colour == Rgb{1, 2, 3});
  CHECK(good(kSet, {"rusk.density=6"}).history ==
        std::vector<std::string>{"rusk: density changed by --set rusk.density=6"});
}

TEST_CASE("a changed key takes the place of those that exclude it, inherited ones, too") {
  const MaterialSet set = good(kSet, {"rusk.friction=4", "salt.repose_degrees=45"});
  CHECK(find_in(set, "rusk").friction == 4);
  CHECK(find_in(set, "rusk").repose_degrees == Material().repose_degrees);
  CHECK(find_in(set, "salt").repose_degrees == 45);
  CHECK(find_in(good(kSet, {"x:crumb-2.friction=4"}), "x:crumb-2").friction == 4);
  CHECK(find_in(good(kSet, {"x:crumb-2.friction=4"}), "rusk").repose_degrees == 30);
}

TEST_CASE("a material that inherits is made by a change, and further ones are its own") {
  const MaterialSet set = good(kSet, {"rusk.density=21", "biscuit.inherits=rusk", "biscuit.hot=null",
                                      "biscuit.dissolves.salt=30", "crumbs.inherits=biscuit", "rusk.density=22"});
  CHECK(set.table->names().back() == "crumbs");
  CHECK(find_in(set, "biscuit").density == 22);  // inherited when all is laid
  CHECK_FALSE(find_in(set, "biscuit").hot);
  const auto eats_salt = [&](const std::string& name) -> uint32_t {
    for (const Dissolves& each : find_in(set, name).dissolves)
      if (each.victim == *set.table->find("salt")) return each.rarity;
    return 0;
  };
  CHECK(eats_salt("rusk") == 20);
  CHECK(eats_salt("biscuit") == 30);
  CHECK(eats_salt("crumbs") == 30);
  CHECK(find_in(set, "biscuit").dissolves.size() == 2);
  const auto problem = [](const std::string& text) {
    const Result<MaterialSet> wrong = changed(kSet, {text});
    return wrong ? "" : wrong.failure().text();
  };
  CHECK(problem("biscuit.inherits=rsk") ==
        "--set biscuit.inherits=rsk: \"inherits\" names \"rsk\", but no material has this name (did you mean "
        "\"rusk\"?)");
  CHECK(problem("biscuit.inherits=biscuit").find("in a circle") != std::string::npos);
  CHECK(problem("Biscuit.inherits=rusk").find("letters a-z") != std::string::npos);
  CHECK_FALSE(problem("void.inherits=rusk").empty());
}

TEST_CASE("what is wrong with a change is told with the option, or its place in the scene") {
  const auto problem = [](const std::string& text) {
    const Result<MaterialSet> set = changed(kSet, {text});
    return set ? "" : set.failure().text();
  };
  CHECK(problem("rusk.densty=4") == "--set rusk.densty=4: unknown key \"densty\" (did you mean \"density\"?)");
  CHECK(problem("crumb-2.density=4") ==
        "--set crumb-2.density=4: there is no material \"crumb-2\" (did you mean \"x:crumb-2\"?)");
  CHECK(problem("wall.density=4") == "--set wall.density=4: the material \"wall\" is built in and cannot be changed");
  CHECK(problem("rusk.density=4000") == "--set rusk.density=4000: \"density\" must be from -1000 to 1000, not 4000");
  CHECK(problem("rusk.density.x=4") == "--set rusk.density.x=4: \"density\" must be a whole number, not an object");
  for (const char* const text :
       {"", "=", "sand", "sand=1", "sand.=1", ".x=1", "sand.x", "sand.x=", "a.b.c.d=1", "a..b=1", "sand.x=[1",
        "sand.x=a b", "sand.x=1 2", "sand.x={\"a\": 1, \"a\": 2}", "sand.name=a"}) {
    const Result<MaterialChange> parsed = parse_material_change(text);
    INFO(text);
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.failure().text().find("'" + std::string(text) + "'") == 0);
  }
  const Result<Scene> scene = parse_scene(
      "{\"format\": \"quicksand-scene/1\",\n \"set\": {\"sand\": 2, \"sand.friction\": 1, \"sand.name\": \"a\"}}",
      "s.json", world_kinds());
  REQUIRE_FALSE(scene.ok());
  CHECK(scene.failure().text() ==
        "s.json:2:10: \"sand\" must be like \"sand.friction\": a material and its key\n"
        "s.json:2:41: the name of a material cannot be changed");
}
