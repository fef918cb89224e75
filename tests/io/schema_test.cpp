#include "io/schema.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/material_file.h"
#include "io/scene_file.h"
#include "io/schema_checker.h"

using namespace quicksand;

namespace {

JsonValue schema_of(std::string_view name) {
  for (const FileSchema& schema : file_schemas())
    if (schema.name == name) return parsed(schema.text(world_kinds()));
  FAIL("there is no schema " << name);
  return {};
}

// How many files of a folder of assets do not satisfy the schema; names them.
std::string refused(const char* folder, const JsonValue& schema) {
  std::string names;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(QUICKSAND_SOURCE "/assets/") + folder)) {
    if (entry.path().extension() != ".json") continue;  // pictures of scenes lie beside them
    const auto text = read_file(entry.path(), 64 << 20);
    REQUIRE(text.ok());
    if (!validates(parsed(*text), schema)) names += entry.path().filename().string() + " ";
    ++count;
  }
  CHECK(count >= 4);
  return names;
}

std::string material_file(const std::string& materials) {
  return R"({"format": "quicksand-materials/1", "materials": [)" + materials + "]}";
}

std::string scene_file(const std::string& keys) { return R"({"format": "quicksand-scene/1", )" + keys + "}"; }

}  // namespace

TEST_CASE("the files that come with the game satisfy their schemas") {
  CHECK(refused("materials", schema_of("materials")) == "");
  CHECK(refused("scenes", schema_of("scene")) == "");
}

TEST_CASE("what the reader of materials refuses, the schema refuses") {
  const JsonValue schema = schema_of("materials");
  const auto check = [&](const std::string& text, bool is_good) {
    INFO(text);
    CHECK(parse_materials(text, "m.json").ok() == is_good);
    CHECK(validates(parsed(text), schema) == is_good);
  };
  const std::string tea = R"({"name": "tea", "colour": "#112233", "density": 9, "liquid": true}, )";
  const auto sponge = [&](const std::string& keys) {
    return material_file(tea + R"({"name": "rusk", "colour": "#112233")" + keys + "}");
  };
  check(material_file(""), true);
  check(sponge(R"(, "density": 20)"), true);
  check(sponge(R"(, "static": true)"), true);
  check(sponge(R"(, "density": 20, "absorbs": "tea", "wet_max": 200)"), true);
  check(R"({"$schema": "materials.schema.json", "format": "quicksand-materials/1", "materials": []})", true);
  for (const char* const broken :
       {"", R"(, "static": false)", R"(, "densty": 20)", R"(, "density": 20, "wet_max": 200)",
        R"(, "density": 20, "friction": 2, "repose_degrees": 30)", R"(, "density": 20, "friction": 9)",
        R"(, "density": 20, "dissolves": {"wall": 4})", R"(, "density": 20, "pattern": "plaid")",
        R"(, "density": "heavy")", R"(, "density": 20, "emission": 8.5)"})
    check(sponge(broken), false);
  check(material_file(R"({"name": "any", "colour": "#112233", "density": 3})"), false);
  check(material_file(R"({"name": "wall", "colour": "#112233", "density": 3})"), false);
  check(material_file(R"({"name": "a", "density": 3})"), false);
  check(material_file("7"), false);
  check(R"({"materials": []})", false);
  check(R"({"format": "quicksand-scene/1", "materials": []})", false);
  check(R"({"format": "quicksand-materials/1"})", false);
}

TEST_CASE("what is laid over a set satisfies the schema of layers, in a mod and in a set that extends another") {
  const JsonValue sets = schema_of("materials");
  const JsonValue layers = schema_of("layer");
  for (const char* const good :
       {R"("materials": [{"name": "sand", "friction": 2}])",
        R"("materials": [{"name": "sand", "hot": null, "tags": null}])",
        R"("materials": [{"name": "marble", "inherits": "stone", "colour": "#e8e6e1"}])",
        R"("materials": [{"name": "tnt", "explodes": {"power": 3}}, {"name": "oil", "burns": {"lasts": null}}])",
        R"("materials": [{"name": "acid", "dissolves": {"sand": null, "stone": 9}}])",
        R"("tags": {"fuel": ["sand"], "fire": null})", R"("reactions": [{"if": ["acid", "stone"], "then": null}])",
        R"("materials": [{"name": "goo", "colour": "#112233", "density": 9}])"}) {
    INFO(good);
    const std::string text = std::string(R"({"format": "quicksand-materials/1", )") + good;
    CHECK(validates(parsed(text + "}"), layers));
    CHECK(validates(parsed(text + R"(, "extends": "core"})"), layers));
    CHECK(validates(parsed(text + R"(, "extends": "core"})"), sets));
  }
  for (const char* const broken :
       {R"("materials": [{"friction": 2}])", R"("materials": [{"name": "sand", "frixion": 2}])",
        R"("materials": [{"name": "sand", "friction": 9}])", R"("materials": [{"name": null}])",
        R"("materials": [{"name": "tnt", "explodes": {"power": "much"}}])", R"("reactions": [{"then": null}])",
        R"("material": [])"}) {
    INFO(broken);
    const std::string text = std::string(R"({"format": "quicksand-materials/1", )") + broken;
    CHECK_FALSE(validates(parsed(text + "}"), layers));
    CHECK_FALSE(validates(parsed(text + R"(, "extends": "core"})"), sets));
  }
}

TEST_CASE("what the reader of scenes refuses, the schema refuses") {
  const JsonValue schema = schema_of("scene");
  const auto check = [&](const std::string& keys, bool is_good) {
    INFO(keys);
    CHECK(parse_scene(scene_file(keys), "s.json", world_kinds()).ok() == is_good);
    CHECK(validates(parsed(scene_file(keys)), schema) == is_good);
  };
  check(R"("$schema": "scene.schema.json", "size": [3, 4])", true);
  check(R"("paint": [{"shape": "all", "material": ["sand", "tea"]}])", true);
  check(R"("forces": [{"at": [1, 1], "radius": 5, "push": [1, 0]}])", true);
  check(R"("world": "dunes", "wind": {"to": "west"})", true);
  check(R"("world": "dunes", "colliders": [{"shape": "map", "map": [[1]], "path": [[0, 1, 1, 1]]}])", true);
  for (const char* const broken :
       {R"("sice": [3, 4])",
        R"("size": [3, 0])",
        R"("size": [3])",
        R"("border": "round")",
        R"("world": "moon")",
        R"("paint": [{"shape": "rekt", "material": "sand"}])",
        R"("paint": [{"material": "sand"}])",
        R"("paint": [{"shape": "circle", "at": [1, 2], "radius": 3}])",
        R"("paint": [{"shape": "circle", "at": [1, 2], "radius": 3, "material": "sand", "size": [1, 1]}])",
        R"("paint": [{"shape": "all", "material": "sand", "fill": 1.5}])",
        R"("paint": [{"shape": "all", "material": []}])",
        R"("paint": {})",
        R"("sources": [{"at": [1, 1]}])",
        R"("forces": [{"at": [1, 1], "radius": 5}])",
        R"("forces": [{"at": [1, 1], "radius": 5, "push": [1, 9]}])",
        R"("forces": [{"at": [1, 1], "radius": 5, "outward": 1, "tick": 2, "from": 1}])",
        R"("forces": [{"at": [1, 1], "radius": 5, "outward": 1, "tick": 2, "until": 8}])",
        R"("wind": {"to": "west"})",
        R"("world": "dunes", "wind": {"to": "up"})",
        R"("world": "dunes", "wind": {"too": "east"})",
        R"("world": "dunes", "colliders": [{"shape": "map", "path": [[0, 1, 1, 1]]}])",
        R"("world": "dunes", "colliders": [{"shape": "ball"}])",
        R"("world": "dunes", "heights": [[-1]])"})
    check(broken, false);
}

TEST_CASE("what a set of materials is written as satisfies the schema") {
  const auto set = load_materials("core");
  REQUIRE(set.ok());
  CHECK(validates(parsed(material_text(*set)), schema_of("materials")));
}

TEST_CASE("every command of a recording, and every shape, is as the schema says") {
  const JsonValue schema = schema_of("scene");
  const auto check = [&](const std::string& command, bool is_good) {
    const std::string text = scene_file(R"("commands": [{"tick": 1, "do": )" + command + "}]");
    INFO(text);
    const auto scene = parse_scene(text, "s.json", world_kinds());
    CHECK(scene.ok() == is_good);
    CHECK(validates(parsed(text), schema) == is_good);
    if (scene) CHECK(validates(parsed(scene_text(*scene, world_kinds())), schema));
  };
  const std::string shapes[] = {R"("all")",
                                R"("rect", "at": [1, 1], "size": [4, 4], "outline": 1)",
                                R"("circle", "at": [1, 2], "radius": 3)",
                                R"("ellipse", "at": [1, 2], "size": [3, 5])",
                                R"("line", "from": [1, 1], "to": [4, 4], "width": 2)",
                                R"("polygon", "corners": [[1, 1], [3, 1], [2, 5]])",
                                R"("flood", "at": [2, 2])",
                                R"("cells", "at": [2, 2], "cells": [[0, 0, 3]])"};
  for (const std::string& shape : shapes) {
    check(R"("paint", "material": "sand", "shape": )" + shape, true);
    check(R"("paint", "material": "sand", "radios": 3, "shape": )" + shape, false);
    check(R"("paint", "shape": )" + shape, false);
  }
  check(R"("paint", "material": "sand")", false);
  for (const char* const deed :
       {R"("clear")", R"("push", "at": [1, 1], "radius": 5, "outward": 1)", R"("touch", "at": [1, 1], "press": true)",
        R"("set", "settings": {"border": "open"})", R"("source", "at": [1, 1], "size": [2, 2], "material": "sand")",
        R"("end_sources", "at": [1, 1])", R"("keep_sources", "first": 2)", R"("sign", "at": [1, 1], "text": "here")"})
    check(deed, true);
}

TEST_CASE("what a scene is written as satisfies the schema") {
  const auto scene = parse_scene(scene_file(R"("world": "dunes", "wind": {}, "paint": [{"shape": "circle", "at": [1, 2],
    "radius": 3, "material": "sand"}], "forces": [{"at": [1, 1], "radius": 5, "outward": 1, "tick": 2}],
    "sources": [{"at": [1, 1], "size": [2, 2], "material": "sand", "speed": [1, 2], "until": 7}],
    "emitters": [{"shape": "map", "map": [[1, 2]], "path": [[0, 1, 1, 1]]}])"),
                                 "s.json", world_kinds());
  REQUIRE(scene.ok());
  CHECK(validates(parsed(scene_text(*scene, world_kinds())), schema_of("scene")));
}
