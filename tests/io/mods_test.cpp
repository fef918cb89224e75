#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <random>

#include "io/assets.h"
#include "io/files.h"
#include "io/mod_file.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

// Files that lie one over the other: m0.json the lowest.
Result<MaterialSet> laid(const std::vector<std::string>& texts, const std::string& mod = "") {
  std::vector<MaterialLayer> layers;
  for (const std::string& text : texts) {
    const std::string file = "m" + std::to_string(layers.size()) + ".json";
    Result<JsonValue> document =
        parse_json("{\"format\": \"quicksand-materials/1\", " + text + "}", file, static_cast<int>(layers.size()));
    INFO((document ? "" : document.failure().text()));
    REQUIRE(document.ok());
    layers.push_back({file, layers.empty() ? "" : mod, std::move(*document)});
  }
  return parse_materials(std::move(layers));
}

MaterialSet good(const std::vector<std::string>& texts, const std::string& mod = "") {
  Result<MaterialSet> set = laid(texts, mod);
  INFO((set ? "" : set.failure().text()));
  REQUIRE(set.ok());
  return std::move(*set);
}

std::string problem(const std::vector<std::string>& texts, const std::string& mod = "") {
  const Result<MaterialSet> set = laid(texts, mod);
  return set ? "" : set.failure().text();
}

const Material& material(const MaterialSet& set, const std::string& name) {
  const auto id = set.table->find(name);
  INFO(name);
  REQUIRE(id.has_value());
  return (*set.table)[*id];
}

const std::string kBase = R"("materials": [
  {"name": "tea", "colour": "#112233", "density": 90, "liquid": true, "tags": ["wet"]},
  {"name": "rusk", "colour": "#445566", "density": 20, "repose_degrees": 30, "absorbs": "tea",
   "dissolves": {"tea": 100, "salt": 20}, "hot": {"above": 100, "into": "salt"}},
  {"name": "salt", "colour": "#ffffff", "density": 190}],
  "tags": {"food": ["rusk", "salt"]},
  "reactions": [{"if": ["salt", "tea"], "then": ["void", "same"], "per_second": 3},
                {"if": ["tea", "salt"], "then": ["same", "rusk"], "per_second": 5},
                {"if": ["#food", "tea"], "then": ["tea", "same"], "per_second": 1}])";

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("a layer changes materials key by key, and null takes a key away") {
  const MaterialSet set = good({kBase, R"("materials": [
    {"name": "rusk", "density": 25, "absorbs": null, "dissolves": {"tea": null, "salt": 7}, "hot": {"above": 150}},
    {"name": "jam", "colour": "#aa0000", "density": 120, "liquid": true}])"});
  const Material& rusk = material(set, "rusk");
  CHECK(rusk.density == 25);
  CHECK(rusk.repose_degrees == 30);
  CHECK(rusk.absorbs == kVoid);
  CHECK(rusk.dissolves == std::vector<Dissolves>{{*set.table->find("salt"), 7}});
  REQUIRE(rusk.hot);
  CHECK(rusk.hot->at == 150 * 8);
  CHECK(rusk.hot->into == Products{{*set.table->find("salt"), 1}});
  CHECK(set.table->size() == 6);
  CHECK(set.table->names()[5] == "jam");
  CHECK(set.history ==
        std::vector<std::string>{"rusk: density changed by m1.json:2:22", "rusk: absorbs removed by m1.json:2:37",
                                 "rusk.dissolves: tea removed by m1.json:2:68",
                                 "rusk.dissolves: salt changed by m1.json:2:81",
                                 "rusk.hot: above changed by m1.json:2:101", "jam: added by m1.json:3:5"});
}

TEST_CASE("a layer adds to tags and reactions, and takes them away") {
  const MaterialSet more = good(
      {kBase,
       R"("tags": {"food": ["tea"]}, "reactions": [{"if": ["#food", "#food"], "then": ["void", "same"], "per_second": 1}])"});
  CHECK(more.table->reaction_list().size() == 4);
  CHECK(material(more, "tea").tags == std::vector<std::string>{"wet", "food"});
  const MaterialSet fewer = good({kBase, R"("reactions": [{"if": ["tea", "salt"], "then": null}])"});
  REQUIRE(fewer.table->reaction_list().size() == 1);
  CHECK(fewer.table->reaction_list()[0].sides[0] == "#food");
  CHECK(problem({kBase, R"("reactions": [{"if": ["tea", "rusk"], "then": null}])"}) ==
        "m1.json:1:83: there is no reaction of rusk + tea to take away: name the two, or their tags, as it does");
}

TEST_CASE("a material inherits all but name and label, whatever the layers make of the other, in any order") {
  std::mt19937 dice(5);
  for (int round = 0; round < 40; ++round) {
    // A chain of materials in any order; each changes one key and inherits the rest.
    const int count = 1 + static_cast<int>(dice() % 12);
    std::vector<int> order(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) order[static_cast<size_t>(i)] = i;
    std::shuffle(order.begin(), order.end(), dice);
    std::string list =
        R"({"name": "first", "label": "The first", "colour": "#010203", "density": 100, "friction": 3, "conducts": 0.5})";
    std::vector<std::string> parent(static_cast<size_t>(count));
    std::vector<int> density(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      const int from = static_cast<int>(dice() % static_cast<uint32_t>(i + 1)) - 1;
      parent[static_cast<size_t>(i)] = from < 0 ? "first" : "m" + std::to_string(from);
      density[static_cast<size_t>(i)] = dice() % 2 == 0 ? 0 : 1 + static_cast<int>(dice() % 900);
    }
    for (const int i : order) {
      list += ", {\"name\": \"m" + std::to_string(i) + "\", \"inherits\": \"" + parent[static_cast<size_t>(i)] + "\"";
      if (density[static_cast<size_t>(i)] != 0)
        list += ", \"density\": " + std::to_string(density[static_cast<size_t>(i)]);
      list += "}";
    }
    const MaterialSet set =
        good({"\"materials\": [" + list + "]", R"("materials": [{"name": "first", "friction": 5, "density": 77}])"});
    for (int i = 0; i < count; ++i) {
      const Material& one = material(set, "m" + std::to_string(i));
      CHECK(one.friction == 5);
      CHECK(one.conducts == 500);
      int expected = 0;
      for (int at = i; expected == 0;) {
        expected = density[static_cast<size_t>(at)];
        if (expected == 0 && parent[static_cast<size_t>(at)] == "first") expected = 77;
        if (expected == 0) at = std::stoi(parent[static_cast<size_t>(at)].substr(1));
      }
      CHECK(one.density == expected);
      CHECK(set.looks[*set.table->find(one.name)].label.empty());
    }
  }
}

TEST_CASE("who inherits from itself, or from nobody, is told so with its place") {
  CHECK(
      problem(
          {R"("materials": [{"name": "a", "inherits": "b"}, {"name": "b", "inherits": "c"}, {"name": "c", "inherits": "a"}])"}) ==
      "m0.json:1:141: materials inherit from one another in a circle: a from b from c from a");
  CHECK(problem({R"("materials": [{"name": "a", "inherits": "a"}])"}) ==
        "m0.json:1:77: materials inherit from one another in a circle: a from a");
  CHECK(problem({kBase, R"("materials": [{"name": "a", "inherits": "ruks"}])"}) ==
        "m1.json:1:77: \"inherits\" names \"ruks\", but no material has this name (did you mean \"rusk\"?)");
  CHECK(problem({kBase, R"("materials": [{"name": "rusk", "densty": 4}])"}) ==
        "m1.json:1:68: unknown key \"densty\" (did you mean \"density\"?)");
  CHECK(problem({kBase, R"("materials": 4)"}) == "m1.json:1:50: \"materials\" must be an array, not a whole number");
}

TEST_CASE("what a file breaks in another one's material has its place in the file that broke it") {
  const std::string alone = R"("materials": [
    {"name": "tea", "colour": "#112233", "density": 90, "liquid": true},
    {"name": "rusk", "colour": "#445566", "density": 20, "repose_degrees": 30, "absorbs": "tea",
     "wet_max": 255, "wet_threshold": 100}])";
  good({alone});
  for (const auto& [key, cause] : {std::pair{R"("wet_max": 200)", "wet_max"},
                                   {R"("static": true)", "static"},
                                   {R"("liquid": true)", "liquid"}}) {
    const std::string mod = R"("materials": [{"name": "rusk", "colour": "#000000", )" + std::string(key) + "}]";
    const std::string text = problem({alone, mod});
    INFO(cause << ": " << text);
    CHECK(text.starts_with("m1.json:1:"));
    CHECK(text.find("m0.json") == std::string::npos);
  }
  const std::string mod = R"("materials": [{"name": "rusk", "colour": "#000000", "wet_max": 200}])";
  const size_t column = std::string(R"({"format": "quicksand-materials/1", )").size() + mod.find("200") + 1;
  const std::string harmless = R"("materials": [{"name": "rusk", "label": "Rusk"}])";
  CHECK(problem({alone, mod, harmless}).starts_with("m1.json:1:" + std::to_string(column) + ": \"wet_threshold\" must be"));
}

TEST_CASE("a mod's new materials get its name wherever the mod names them") {
  const MaterialSet set = good({kBase, R"("materials": [
    {"name": "rusk", "hot": {"above": 90, "into": {"toast": 2, "salt": 1}}, "dissolves": {"toast": 9}, "tags": ["toast"]},
    {"name": "toast", "category": "toast", "colour": "#332211", "density": 30, "absorbs": "milk", "label": "Toast"},
    {"name": "milk", "colour": "#ffffff", "density": 95, "liquid": true},
    {"name": "burnt", "inherits": "toast"}],
    "tags": {"food": ["toast"]},
    "reactions": [{"if": ["toast", "milk"], "then": ["void", {"milk": 3, "tea": 1}], "per_second": 2},
                  {"if": ["#toast", "tea"], "then": ["void", "same"], "per_second": 2}])"},
                               "diner");
  CHECK(set.table->names() ==
        std::vector<std::string>{"void", "wall", "tea", "rusk", "salt", "diner:toast", "diner:milk", "diner:burnt"});
  const MaterialId toast = *set.table->find("diner:toast");
  const MaterialId milk = *set.table->find("diner:milk");
  CHECK(material(set, "rusk").hot->into[0].material == toast);
  CHECK(material(set, "rusk").tags.front() == "toast");
  CHECK(material(set, "diner:burnt").absorbs == milk);
  CHECK(set.looks[toast].category == "toast");
  CHECK(set.table->reactions().may_react(toast, milk));
  CHECK(std::ranges::count(material(set, "diner:toast").tags, "food") == 1);
}

TEST_CASE("words of the file are no names, whatever a mod calls its materials") {
  // Each is a key or a word of material files, too.
  std::string list;
  for (const char* name : {"flame", "above", "below", "heat", "into", "leaves", "source", "hot", "wet", "any-one"})
    list +=
        std::string(list.empty() ? "" : ", ") + "{\"name\": \"" + name +
        "\", \"colour\": \"#112233\", \"density\": 30, " +
        R"("hot": {"above": 50, "into": "heat"}, "burns": {"above": 200, "lasts": 2, "flame": "flame", "heat": 30, "leaves": {"leaves": 1, "into": 2}}})";
  const MaterialSet set = good({kBase, "\"materials\": [" + list + R"(], "reactions": [
    {"if": ["above", "tea"], "then": ["below", "same"], "per_second": 1, "where": "above", "heat": [5, 6]}])"},
                               "words");
  CHECK(set.table->size() == 15);
  CHECK(material(set, "words:above").burns->flame == *set.table->find("words:flame"));
  CHECK(set.table->reaction_list().back().where == Where::kAbove);
  for (const char* word : {"void", "wall", "same", "any", "empty"}) {
    const std::string said = problem(
        {kBase, std::string("\"materials\": [{\"name\": \"") + word + "\", \"colour\": \"#112233\", \"density\": 3}]"},
        "words");
    INFO(word);
    CHECK(said.find("choose another") != std::string::npos);
  }
}

TEST_CASE("a layer names a material once, takes what depends on a key away with it, and tags from all that have them") {
  CHECK(problem({kBase, R"("materials": [{"name": "salt", "density": 5}, {"name": "salt", "density": 6}])"})
            .find("a material named \"salt\" stands in this file already") != std::string::npos);
  const std::string base = R"("materials": [{"name": "tea", "colour": "#112233", "density": 90, "liquid": true},
    {"name": "rusk", "colour": "#445566", "density": 20, "absorbs": "tea", "wet_threshold": 30, "dries": 900, "tags": ["dry", "old"]}])";
  const MaterialSet set = good({base, R"("materials": [{"name": "rusk", "absorbs": null}], "tags": {"old": null})"});
  CHECK(material(set, "rusk").wet_threshold == 0);
  CHECK(material(set, "rusk").tags == std::vector<std::string>{"dry"});
  CHECK(problem({base, R"("tags": {"new": null})"}).find("no material has the tag \"new\"") != std::string::npos);
}

TEST_CASE("long chains and long texts that are inherited ask for neither stack nor memory") {
  std::string chain = R"({"name": "m0", "colour": "#112233", "density": 3})";
  for (int i = 1; i < 20'000; ++i)
    chain += ", {\"name\": \"m" + std::to_string(i) + "\", \"inherits\": \"m" + std::to_string(i - 1) + "\"}";
  CHECK(problem({"\"materials\": [" + chain + "]"}).find("too many materials") != std::string::npos);
  std::string wide = "{\"name\": \"m0\", \"colour\": \"#112233\", \"density\": 3, \"category\": \"" +
                     std::string(300'000, 'x') + "\"}";
  for (int i = 1; i < 200; ++i) wide += ", {\"name\": \"m" + std::to_string(i) + "\", \"inherits\": \"m0\"}";
  CHECK(problem({"\"materials\": [" + wide + "]"}).find("inherit too much") != std::string::npos);
}

// What lies over other files is looked for in them: by the square of its length, were it as long as a file may be.
TEST_CASE("what lies over other files has as many keys, tags and reactions as there may be, and no more") {
  const auto keys = [](size_t count) {
    std::string text = R"({"name": "rusk")";
    for (size_t i = 0; i < count; ++i) text += ", \"k" + std::to_string(i) + "\": 1";
    return text + "}";
  };
  const auto layer = [](const std::string& material) { return problem({kBase, "\"materials\": [" + material + "]"}); };
  CHECK(layer(keys(499)).find("unknown key \"k0\"") != std::string::npos);
  CHECK(layer(keys(500)).find("m1.json:1:") == 0);
  CHECK(layer(keys(500)).find("this has more than 500 keys") != std::string::npos);
  CHECK(layer(R"({"name": "rusk", "hot": )" + keys(500) + "}").find("more than 500 keys") != std::string::npos);
  std::string items = "0";
  for (int i = 0; i < 5000; ++i) items += ", 0";
  CHECK(layer(R"({"name": "rusk", "hot": {"into": [)" + items + "]}}").find("more than 5000 items") !=
        std::string::npos);

  const auto reactions = [](size_t count, const std::string& then) {
    std::string text;
    for (size_t i = 0; i < count; ++i)
      text += std::string(i > 0 ? ", " : "") + R"({"if": ["salt", "tea"], "then": )" + then + "}";
    return "\"reactions\": [" + text + "]";
  };
  const std::string made = R"(["void", "same"], "per_second": 1)";
  CHECK(problem({kBase, reactions(4000 - 3, made)}).find("too many reactions") == std::string::npos);
  CHECK(problem({kBase, reactions(4000 - 2, made)}).find("m1.json:1:") == 0);
  CHECK(problem({kBase, reactions(4000 - 2, made)}).find("too many reactions: there may be 4000") != std::string::npos);
  CHECK(problem({kBase, reactions(4001, "null")}).find("too many reactions") != std::string::npos);
  // The two reactions of these two are gone with the first, in either order of the names.
  CHECK(good({kBase, reactions(1, "null")}).table->reaction_list().size() == 1);
  CHECK(problem({kBase, reactions(2, "null")}).find("there is no reaction of salt + tea to take away") !=
        std::string::npos);

  std::string many = R"({"name": "rusk"})";
  for (int i = 0; i < 256; ++i) many += R"(, {"name": "n)" + std::to_string(i) + "\"}";
  CHECK(layer(many).find("too many materials") != std::string::npos);
  CHECK(problem({"\"materials\": [" + many + "]", kBase}).find("m0.json:1:") == 0);
  std::string above = "\"k\": 1";
  for (int i = 0; i < 500; ++i) above += ", \"k" + std::to_string(i) + "\": 1";
  CHECK(problem({kBase, above}).find("this has more than 500 keys") != std::string::npos);

  std::string tags;
  for (int i = 0; i < 4094; ++i) tags += (i > 0 ? ", \"t" : "\"t") + std::to_string(i) + "\": []";
  CHECK(problem({kBase, "\"tags\": {" + tags + "}", R"("tags": {"u": [], "v": []})"}).find("m2.json:1:") == 0);
}

TEST_CASE("too many materials: the message tells which file brings how many") {
  const auto many = [](const std::string& prefix, int count) {
    std::string list;
    for (int i = 0; i < count; ++i)
      list += std::string(i > 0 ? ", " : "") + "{\"name\": \"" + prefix + std::to_string(i) +
              "\", \"colour\": \"#112233\", \"density\": 3}";
    return "\"materials\": [" + list + "]";
  };
  CHECK(laid({many("a", 100), many("b", 153)}).ok());
  const std::string message = problem({many("a", 100), many("b", 154)});
  CHECK(message.find("m0.json brings 100, m1.json brings 154") != std::string::npos);
}

TEST_CASE("words of other games are told ours") {
  const auto said = [](const std::string& key) {
    const std::string text =
        problem({R"("materials": [{"name": "a", "colour": "#112233", "density": 3, ")" + key + "\": 1}]"});
    return text.substr(text.find(": ") + 2);
  };
  CHECK(said("color") == "unknown key \"color\" (here it is \"colour\")");
  CHECK(said("tempHigh") == "unknown key \"tempHigh\" (here it is \"hot\")");
  CHECK(said("heat_conduct") == "unknown key \"heat_conduct\" (here it is \"conducts\")");
  CHECK(said("Flammable") == "unknown key \"Flammable\" (here it is \"burns\")");
}

TEST_CASE("a reaction that can never take place gets a warning, and no other") {
  const auto warnings = [](const std::string& reactions) {
    std::string text;
    for (const Diagnostic& warning : good({R"("materials": [
      {"name": "tea", "colour": "#112233", "density": 90, "liquid": true, "tags": ["snack"]},
      {"name": "wire", "colour": "#112233", "static": true, "electric": {"conducts": true}},
      {"name": "rusk", "colour": "#112233", "density": 20, "absorbs": "tea", "tags": ["snack"]}], "reactions": [)" +
                                           reactions + "]"})
                                         .warnings)
      text += warning.message;
    return text;
  };
  const std::string always = R"({"if": ["tea", "rusk"], "then": ["void", "same"], "per_second": 160})";
  const std::string rarely = R"({"if": ["rusk", "tea"], "then": ["void", "same"], "per_second": 1})";
  CHECK(warnings(rarely + "," + always) == "");
  CHECK(warnings(always + "," + rarely).find("take place whenever they meet") != std::string::npos);
  // A tag on both sides names the two in both orders, and takes place once.
  CHECK(warnings(R"({"if": ["#snack", "#snack"], "then": ["void", "same"], "per_second": 30},)" + rarely) == "");
  CHECK(warnings(R"({"if": ["#snack", "#snack"], "then": ["void", "same"], "per_second": 160},)" + rarely)
            .find("take place whenever they meet") != std::string::npos);
  CHECK(warnings(R"({"if": ["tea", "rusk"], "then": ["void", "same"], "per_second": 160, "where": "above"},)" +
                 rarely) == "");
  CHECK(warnings(R"({"if": ["tea", "rusk"], "then": ["void", "same"], "per_second": 1, "charged": true})")
            .find("never charged") != std::string::npos);
  CHECK(warnings(R"({"if": ["wire", "rusk"], "then": ["void", "same"], "per_second": 1, "charged": true})") == "");
  CHECK(warnings(R"({"if": ["tea", "rusk"], "then": ["void", "same"], "per_second": 1, "wetness": [4, 9]})")
            .find("never wet") != std::string::npos);
  CHECK(warnings(R"({"if": ["rusk", "tea"], "then": ["void", "same"], "per_second": 1, "wetness": [4, 9]})") == "");
}

TEST_CASE("sets extend one another so often at most") {
  const TemporaryFolder folder;
  const auto open = [&](int sets) {
    for (int i = 0; i < sets; ++i)
      REQUIRE(write_file_atomically(folder / ("m" + std::to_string(i) + ".json"),
                                    R"({"format": "quicksand-materials/1", "extends": ")" +
                                        (i + 1 < sets ? "./m" + std::to_string(i + 1) + ".json" : "core") +
                                        R"(", "materials": []})")
                  .ok());
    return load_materials((folder / "m0.json").string());
  };
  CHECK(open(10).ok());
  const auto deep = open(200);
  REQUIRE_FALSE(deep.ok());
  CHECK(deep.failure().text().find("sets extend one another more than 64 times") != std::string::npos);
}

TEST_CASE("sets extend others, by name or file, and not one another in a circle") {
  const TemporaryFolder folder;
  const fs::path a = folder.path() / "a.json";
  const fs::path b = folder.path() / "b.json";
  write(a,
        R"({"format": "quicksand-materials/1", "extends": "core", "materials": [{"name": "sand", "density": 210}]})");
  write(
      b,
      R"({"format": "quicksand-materials/1", "extends": "a.json", "materials": [{"name": "marble", "inherits": "stone"}]})");
  const Result<MaterialSet> set = load_materials(b.string());
  INFO((set ? "" : set.failure().text()));
  REQUIRE(set.ok());
  CHECK(material(*set, "sand").density == 210);
  CHECK(material(*set, "marble").is_static);
  CHECK(set->name == b.string());
  write(a, R"({"format": "quicksand-materials/1", "extends": "b.json"})");
  const Result<MaterialSet> circle = load_materials(b.string());
  REQUIRE_FALSE(circle.ok());
  CHECK(circle.failure().text().find("extend one another in a circle") != std::string::npos);
  write(a, R"({"format": "quicksand-materials/1", "extends": "coer"})");
  const Result<MaterialSet> wrong = load_materials(b.string());
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.failure().text().find("a.json:1:48: there is no set of materials \"coer\" (did you mean \"core\"?)") !=
        std::string::npos);
  write(a, R"({"format": "quicksand-materials/1", "extends": "nowhere.json"})");
  const Result<MaterialSet> missing = load_materials(b.string());
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.failure().text().find("a.json:1:48: there is no such file: nowhere.json") != std::string::npos);
}

TEST_CASE("a mod is a folder with mod.json, later mods change earlier ones") {
  const TemporaryFolder folder;
  write(folder.path() / "one/mod.json", R"({"format": "quicksand-mod/1", "name": "one"})");
  write(
      folder.path() / "one/materials.json",
      R"({"format": "quicksand-materials/1", "materials": [{"name": "slag", "inherits": "gravel"}, {"name": "sand", "density": 201}]})");
  write(folder.path() / "two/mod.json", R"({"format": "quicksand-mod/1", "name": "two"})");
  write(
      folder.path() / "two/materials.json",
      R"({"format": "quicksand-materials/1", "materials": [{"name": "one:slag", "density": 333}, {"name": "sand", "density": 202}]})");
  const auto mods = load_mods({(folder.path() / "one").string(), (folder.path() / "two").string()});
  REQUIRE(mods.ok());
  const Result<MaterialSet> set = load_materials("core", {}, *mods);
  INFO((set ? "" : set.failure().text()));
  REQUIRE(set.ok());
  CHECK(material(*set, "sand").density == 202);
  CHECK(material(*set, "one:slag").density == 333);
  CHECK(set->name == "core");
  const auto said = [&](const std::vector<std::string>& names) {
    const auto loaded = load_mods(names);
    return loaded ? "" : loaded.failure().text();
  };
  CHECK(said({(folder.path() / "three").string()}).find("there is no mod") == 0);
  write(folder.path() / "three/readme.txt", "");
  CHECK(said({(folder.path() / "three").string()}).find("here is none") != std::string::npos);
  write(folder.path() / "three/mod.json", R"({"format": "quicksand-mod/1", "nmae": "one"})");
  CHECK(said({(folder.path() / "three").string()}).find("unknown key \"nmae\" (did you mean \"name\"?)") !=
        std::string::npos);
  write(folder.path() / "three/mod.json", R"({"format": "quicksand-mod/1", "name": "one"})");
  CHECK(said({(folder.path() / "one").string(), (folder.path() / "three").string()})
            .find("two mods are called \"one\"") == 0);
}

namespace {

// The JSON examples of a page.
std::vector<std::string> examples_of(const std::string& page) {
  std::ifstream file(std::string(QUICKSAND_SOURCE) + "/docs/" + page);
  std::vector<std::string> examples;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "```json") {
      examples.emplace_back();
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      examples.back() += line + "\n";
    }
  }
  return examples;
}

}  // namespace

TEST_CASE("every example of the pages on materials and mods is what the game reads, over its own set") {
  const Result<std::string> core = read_file(std::string(QUICKSAND_SOURCE) + "/assets/materials/core.json", 1 << 20);
  REQUIRE(core.ok());
  // What examples name without showing it.
  const std::string others =
      R"("materials": [{"name": "seed", "inherits": "sand"}, {"name": "plant", "inherits": "wood"}])";
  int count = 0;
  for (const std::string page : {"materials.md", "mods.md"})
    for (const std::string& example : examples_of(page)) {
      INFO(page << ":\n" << example);
      if (example.find("frction") != std::string::npos) continue;  // the one that shows mistakes
      std::string text = example;
      if (example.starts_with("{\"name\"")) text = "\"materials\": [" + example + "]";
      if (example.starts_with("{\"if\"")) text = "\"reactions\": [" + example + "]";
      if (text.find("\"format\"") == std::string::npos) text = "{\"format\": \"quicksand-materials/1\", " + text + "}";
      std::vector<MaterialLayer> layers;
      for (const std::string& layer : {*core, "{\"format\": \"quicksand-materials/1\", " + others + "}", text}) {
        Result<JsonValue> document = parse_json(layer, "layer", static_cast<int>(layers.size()));
        INFO((document ? "" : document.failure().text()));
        REQUIRE(document.ok());
        layers.push_back({"layer " + std::to_string(layers.size()), "", std::move(*document)});
      }
      const Result<MaterialSet> set = parse_materials(std::move(layers));
      INFO((set ? "" : set.failure().text()));
      CHECK(set.ok());
      ++count;
    }
  CHECK(count >= 9);
}
