#include "app/scene_materials.h"

#include <map>
#include <random>

#include "app/play.h"
#include "app/reload.h"
#include "io/files.h"
#include "io/material_changes.h"
#include "io/placeholders.h"
#include "io/png.h"
#include "view/shading.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  REQUIRE(write_file_atomically(path, text).ok());
}

// The text of a set of materials m0, m1, … of all phases, which dissolve one another.
std::string random_set(uint32_t seed, int count) {
  std::mt19937 dice(seed);
  std::string list;
  for (int i = 0; i < count; ++i) {
    const char* const phases[] = {"", "", R"(, "liquid": true)", R"(, "gas": true)", R"(, "static": true)"};
    list += std::string(i > 0 ? ", " : "") + R"({"name": "m)" + std::to_string(i) +
            R"(", "colour": "#123456", "density": )" + std::to_string(1 + dice() % 300) +
            phases[dice() % std::size(phases)];
    if (i > 0 && dice() % 2 == 0)
      list += R"(, "dissolves": {"m)" + std::to_string(dice() % static_cast<uint32_t>(i)) +
              "\": " + std::to_string(1 + dice() % 90) + "}";
    list += "}";
  }
  return R"({"format": "quicksand-materials/1", "materials": [)" + list + "]}";
}

std::vector<std::string> names_of(int count) {
  std::vector<std::string> names{"void", "wall"};
  for (int i = 0; i < count; ++i) names.push_back("m" + std::to_string(i));
  return names;
}

Result<OpenedWorld> open(const fs::path& file, const WorldRequest& more = {}) {
  WorldRequest request = more;
  request.scene = file.string();
  return open_world(request);
}

Session opened(const fs::path& file, const WorldRequest& more = {}) {
  Result<OpenedWorld> world = open(file, more);
  INFO((world ? "" : world.failure().text()));
  REQUIRE(world.ok());
  return {std::move(*world), 1};
}

std::string notes_of(const Session& session) {
  std::string text;
  for (const Diagnostic& note : session.notes()) text += note.message + "\n";
  return text;
}

// A world of all these materials, with taps that bring more of them.
std::string scene_text_of(const std::vector<std::string>& names, const std::string& materials, std::mt19937& dice) {
  std::string paint;
  std::string sources;
  for (size_t i = 1; i < names.size(); ++i) {
    const auto number = [&](uint32_t below) { return std::to_string(dice() % below); };
    paint += std::string(paint.empty() ? "" : ", ") + R"({"shape": "circle", "at": [)" + number(60) + ", " +
             number(40) + R"(], "radius": )" + number(9) + R"(, "material": ")" + names[i] + "\"}";
    if (dice() % 3 == 0)
      sources += std::string(sources.empty() ? "" : ", ") + R"({"at": [)" + number(60) +
                 R"(, 2], "size": [2, 1], "rate": 0.5, "material": ")" + names[i] + "\"}";
  }
  return R"({"format": "quicksand-scene/1", "size": [60, 40], "materials": ")" + materials + R"(", "paint": [)" +
         paint + R"(], "sources": [)" + sources +
         R"(], "forces": [{"at": [30, 30], "radius": 20, "push": [1, -3], "until": 3}]})";
}

void check_same_future(Session& a, Session& b, int ticks = 24) {
  CHECK(a.world().state_hash() == b.world().state_hash());
  for (int i = 0; i < ticks; ++i) {
    a.tick();
    b.tick();
  }
  CHECK(a.world().state_hash() == b.world().state_hash());
}

// As a program wrote it that embedded no materials.
void write_without_materials(const Session& session, const fs::path& file) {
  const SavedWorld save = copy_to_save(session.world(), session.scene());
  const auto bytes = encode_save(save, world_picture(session.world(), session.looks()), world_kinds());
  REQUIRE(bytes.ok());
  REQUIRE(write_file_atomically(file, *bytes).ok());
}

}  // namespace

TEST_CASE("a save goes on exactly, whatever has become of the files of its materials and mods") {
  std::mt19937 dice(11);
  for (int round = 0; round < 50; ++round) {
    const TemporaryFolder folder;
    const int count = 1 + static_cast<int>(dice() % 12);
    const fs::path materials = folder / "set.json";
    write(materials, random_set(dice(), count));
    const fs::path mod = folder / "m";
    WorldRequest request;
    if (round % 2 == 0) {
      write(mod / "mod.json", R"({"format": "quicksand-mod/1", "name": "m"})");
      write(mod / "materials.json", R"({"format": "quicksand-materials/1", "materials": [
        {"name": "m0", "label": "First", "density": 77}, {"name": "own", "colour": "#123456", "density": 31}]})");
      request.mods = {mod.string()};
    }
    std::vector<std::string> names = names_of(count);
    if (round % 2 == 0) names.push_back("m:own");
    write(folder / "scene.json", scene_text_of(names, materials.string(), dice));

    Session session = opened(folder / "scene.json", request);
    for (int i = static_cast<int>(dice() % 30); i > 0; --i) session.tick();
    const fs::path save = folder / "save.png";
    REQUIRE(session.save(save).ok());
    const int fate = static_cast<int>(dice() % 4);
    INFO("round " << round << ", fate " << fate);
    if (fate == 1) fs::remove(materials);
    if (fate == 2) write(materials, random_set(dice(), 5));
    if (fate == 3) write(materials, "{");
    if (fate > 0) fs::remove_all(mod);
    Session again = opened(save);
    CHECK(again.materials().placeholders.empty());
    CHECK((notes_of(again).find("have changed since it was saved") != std::string::npos) ==
          (fate == 2 && round % 2 == 1));
    REQUIRE(again.save(folder / "again.png").ok());
    Session third = opened(folder / "again.png");
    check_same_future(session, again);
    Session original = opened(save);
    check_same_future(original, third);
  }
}

TEST_CASE("who changes a property of a save changes that and no other of its rules, whatever has become of its files") {
  std::mt19937 dice(12);
  for (int round = 0; round < 50; ++round) {
    const TemporaryFolder folder;
    const int count = 2 + static_cast<int>(dice() % 8);
    const fs::path materials = folder / "set.json";
    write(materials, random_set(dice(), count));
    write(folder / "scene.json", scene_text_of(names_of(count), materials.string(), dice));
    const auto density = [&](int of) {
      return *parse_material_change("m" + std::to_string(of) + ".density=" + std::to_string(1 + dice() % 300));
    };
    WorldRequest first;
    if (dice() % 2 == 0) first.changes = {density(0)};
    Session session = opened(folder / "scene.json", first);
    for (int i = static_cast<int>(dice() % 10); i > 0; --i) session.tick();
    const fs::path save = folder / "save.png";
    REQUIRE(session.save(save).ok());
    const int fate = static_cast<int>(dice() % 4);
    INFO("round " << round << ", fate " << fate);
    if (fate == 1) fs::remove(materials);
    if (fate == 2) write(materials, random_set(dice(), count));
    if (fate == 3) write(materials, "{");

    WorldRequest further;
    further.changes = {density(1)};
    Session again = opened(save, further);
    for (int i = 0; i < count; ++i) {
      const auto of = [&](const Session& one) {
        return (*one.materials().table)[*one.materials().table->find("m" + std::to_string(i))];
      };
      CHECK(std::to_string(of(again).density) ==
            (i == 1 ? further.changes[0].value : std::to_string(of(session).density)));
      CHECK(of(again).dissolves == of(session).dissolves);
      CHECK(of(again).liquid == of(session).liquid);
    }
    CHECK(again.scene().material_changes.size() == first.changes.size() + 1);
    REQUIRE(again.save(folder / "again.png").ok());
    Session third = opened(folder / "again.png");
    check_same_future(again, third);
  }
}

TEST_CASE("heaps of discs that sleep in a save wake under other rules, and under its own they sleep on") {
  const TemporaryFolder folder;
  write(folder / "heap.json", R"({"format": "quicksand-scene/1", "size": [120, 40], "condense": false, "paint": [
    {"shape": "rect", "at": [50, 20], "size": [20, 20], "material": "sand", "speed": [0, 0]}]})");
  Session session = opened(folder / "heap.json", {});
  Parallel parallel(1);
  for (int tick = 0; tick < 4000 && !session.world().is_at_rest(parallel); ++tick) session.tick();
  REQUIRE(session.world().is_at_rest(parallel));
  REQUIRE(session.save(folder / "save.png").ok());
  for (const bool changes : {false, true}) {
    INFO("changes " << changes);
    WorldRequest request;
    if (changes)
      for (const char* change : {"sand.static_friction=0", "sand.kinetic_friction=0", "sand.rolling_resistance=0"})
        request.changes.push_back(*parse_material_change(change));
    Session again = opened(folder / "save.png", request);
    const auto places = [&] {
      const auto x = again.world().airborne().x;
      return std::vector<float>(x.begin(), x.end());
    };
    const std::vector<float> before = places();
    for (int tick = 0; tick < 100; ++tick) again.tick();
    CHECK((places() == before) != changes);
  }
}

TEST_CASE("a scene whose materials cannot be read says where it names them") {
  const TemporaryFolder folder;
  const auto failure = [&](const std::string& materials) {
    write(folder / "scene.json", "{\"format\": \"quicksand-scene/1\",\n \"materials\": \"" + materials + "\"}");
    WorldRequest request;
    request.scene = (folder / "scene.json").string();
    const Result<OpenedWorld> opened = open_world(request);
    REQUIRE_FALSE(opened.ok());
    return opened.failure().text();
  };
  const std::string place = (folder / "scene.json").string() + ":2:15: ";
  CHECK(failure("coer").starts_with(place + "there is no set of materials \"coer\" (did you mean \"core\"?)"));
  CHECK(failure("nowhere.json").find(place) != std::string::npos);
  write(folder / "wrong.json", "{");
  CHECK(failure("wrong.json").find("wrong.json:1:") != std::string::npos);
  CHECK(failure("wrong.json").find(place) != std::string::npos);
}

TEST_CASE("who names other materials gets them, and what they lack is said") {
  const TemporaryFolder folder;
  Session session = play("u-tube", 5);
  REQUIRE(session.save(folder / "save.png").ok());
  const std::string all = material_text(session.materials());
  write(folder / "heavier.json", R"({"format": "quicksand-materials/1", "extends": "core",
    "materials": [{"name": "sand", "density": 210}]})");
  write(folder / "few.json", R"({"format": "quicksand-materials/1",
    "materials": [{"name": "sand", "colour": "#ffffff", "density": 210}]})");
  WorldRequest request;
  request.materials = (folder / "heavier.json").string();
  Session heavier = opened(folder / "save.png", request);
  CHECK((*heavier.materials().table)[*heavier.materials().table->find("sand")].density == 210);
  CHECK(heavier.world().state_hash() != session.world().state_hash());
  request.materials = (folder / "few.json").string();
  const Result<OpenedWorld> few = open(folder / "save.png", request);
  REQUIRE_FALSE(few.ok());
  CHECK(few.failure().text().find("the save holds \"water\"") != std::string::npos);
  // A mod that it was not saved with is one that the player wants.
  write(folder / "m/mod.json", R"({"format": "quicksand-mod/1", "name": "m"})");
  write(folder / "m/materials.json",
        R"({"format": "quicksand-materials/1", "materials": [{"name": "sand", "density": 220}]})");
  request = {};
  request.mods = {(folder / "m").string()};
  Session modded = opened(folder / "save.png", request);
  CHECK((*modded.materials().table)[*modded.materials().table->find("sand")].density == 220);
}

TEST_CASE("materials that are nowhere become placeholders, are kept when it is saved, and come back with their file") {
  std::mt19937 dice(3);
  for (int round = 0; round < 30; ++round) {
    const TemporaryFolder folder;
    const fs::path materials = folder / "set.json";
    const int all = 2 + static_cast<int>(dice() % 10);
    const int left = static_cast<int>(dice() % static_cast<uint32_t>(all));
    const std::string set = random_set(dice(), all);
    write(materials, set);
    write(folder / "scene.json", scene_text_of(names_of(all), materials.string(), dice));
    Session session = opened(folder / "scene.json");
    for (int i = static_cast<int>(dice() % 30); i > 0; --i) session.tick();
    write_without_materials(session, folder / "save.png");

    write(materials, random_set(dice(), left));
    Session poor = opened(folder / "save.png");
    INFO("round " << round << ": " << left << " of " << all << "\n" << notes_of(poor));
    CHECK(poor.materials().placeholders.size() == static_cast<size_t>(all - left));
    CHECK(notes_of(poor).find("no file here describes") != std::string::npos);
    std::map<std::string, int64_t> before;
    std::map<std::string, int64_t> now;
    for (const auto& [of, count] : {std::pair(&session, &before), std::pair(&poor, &now)}) {
      const std::vector<int64_t> cells = of->world().count_entries();
      const std::vector<int64_t> grains = of->world().count_airborne();
      for (size_t i = 1; i < cells.size(); ++i) (*count)[of->world().entry_names()[i]] += cells[i] + grains[i];
    }
    CHECK(before == now);
    for (const std::string& name : poor.materials().placeholders) {
      const MaterialId id = *poor.materials().table->find(name);
      CHECK(poor.materials().table->phase(id) == Phase::kStatic);
      CHECK(poor.looks()[id].description.find(name) != std::string::npos);
    }
    for (int i = 0; i < 5; ++i) poor.tick();

    REQUIRE(poor.save(folder / "kept.png").ok());
    Session kept = opened(folder / "kept.png");
    CHECK(kept.materials().placeholders == poor.materials().placeholders);
    check_same_future(poor, kept);
    write(materials, set);
    Session whole = opened(folder / "kept.png");
    CHECK(whole.materials().placeholders.empty());
    CHECK(whole.notes().empty());
    CHECK(whole.materials().table->hash() == session.materials().table->hash());
  }
}

TEST_CASE("an older save without its set of materials, or without its mod, opens and says so") {
  const TemporaryFolder folder;
  for (const bool lies_beside : {false, true})
    for (const char* const scene : {"u-tube", "dunes-barchan"}) {
      const fs::path place = lies_beside ? folder.path() : fs::path("/nowhere");
      Session session = play(scene, 4);
      SavedWorld save = copy_to_save(session.world(), session.scene());
      save.scene.materials = place / "set.json";
      save.scene.mods = {{place / "mod", 0, 0}};
      const auto bytes = encode_save(save, Image({3, 3}), world_kinds());
      REQUIRE(bytes.ok());
      REQUIRE(write_file_atomically(folder / "save.png", *bytes).ok());
      Session again = opened(folder / "save.png");
      CHECK(notes_of(again).find(lies_beside ? "there is no mod \"" + (place / "mod").string() + "\""
                                             : "they are opened only if you name them") != std::string::npos);
      CHECK(notes_of(again).find("in place of its own") != std::string::npos);
      CHECK(again.scene().mods.size() == 1);
      CHECK(again.world().state_hash() == session.world().state_hash());
    }
}

TEST_CASE("materials in a save that are no materials are refused with a reason, whatever they are") {
  const TemporaryFolder folder;
  const fs::path file = folder / "save.png";
  Session session = play("u-tube", 2);
  SavedWorld good = copy_to_save(session.world(), session.scene());
  embed(session.materials(), good);
  const auto said = [&](const SavedWorld& save) -> std::string {
    const auto bytes = encode_save(save, Image({3, 3}), world_kinds());
    REQUIRE(bytes.ok());
    REQUIRE(write_file_atomically(file, *bytes).ok());
    const Result<OpenedWorld> world = open(file);
    return world ? "" : world.failure().text();
  };
  const auto said_of = [&](std::string materials) {
    SavedWorld save = good;
    save.materials = std::move(materials);
    return said(save);
  };
  for (const char* const text :
       {"{", "[]", "{\"format\": \"quicksand-materials/9\"}", R"({"format": "quicksand-materials/1"})", "\xff\xfe"}) {
    INFO(text);
    CHECK(said_of(text).find("its materials cannot be read; --materials core plays it with others") !=
          std::string::npos);
  }
  CHECK(said_of(std::string(100'000, '[')).find("its materials cannot be read") != std::string::npos);
  WorldRequest request;
  request.materials = "core";
  CHECK(open(file, request).ok());

  // It lacks what the save holds.
  CHECK(
      said_of(
          R"({"format": "quicksand-materials/1", "materials": [{"name": "sand", "colour": "#ffffff", "density": 210}]})") ==
      "");
  SavedWorld bad_name = good;
  bad_name.entry_names.back() = "any";
  CHECK(said(bad_name).find("no file here describes: \"any\"") != std::string::npos);

  std::mt19937 dice(1);
  for (int round = 0; round < 50; ++round) {
    std::string text = good.materials;
    for (int i = static_cast<int>(1 + dice() % 4); i > 0; --i)
      text[dice() % text.size()] = static_cast<char>(dice() % 2 == 0 ? dice() : "{}[],:\"0-"[dice() % 9]);
    const std::string message = said_of(text);
    INFO(message);
    CHECK((message.empty() || message.find("its materials cannot be read") != std::string::npos));
  }
}

TEST_CASE("a mod that a scene names is the player's own, whatever lies where it is opened from") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
  const auto write_mod = [](const fs::path& place, int density) {
    write(place / "mod.json", R"({"format": "quicksand-mod/1", "name": "chem"})");
    write(place / "materials.json", R"({"format": "quicksand-materials/1", "materials": [
      {"name": "goo", "colour": "#80ff40", "density": )" +
                                        std::to_string(density) + "}]}");
  };
  write_mod(folder / "data/quicksand/mods/chem", 70);
  write_mod(folder / "elsewhere/chem", 90);
  fs::create_directories(folder / "third/chem");
  write(folder / "scene.json", R"({"format": "quicksand-scene/1", "size": [9, 9], "mods": "chem"})");
  const fs::path before = fs::current_path();
  for (const char* const from : {"elsewhere", "third", "data"}) {
    INFO(from);
    fs::current_path(folder / from);
    const Result<OpenedWorld> world = open(folder / "scene.json");
    REQUIRE(world.ok());
    FileStamps read;
    const Result<MaterialSet> again = read_materials(*world, read);
    fs::current_path(before);
    REQUIRE(again.ok());
    for (const MaterialSet& set : {*world->materials, *again})
      CHECK((*set.table)[*set.table->find("chem:goo")].density == 70);
  }
}

TEST_CASE("what is saved beside its materials and mods can be moved and given away with them") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
  for (const std::string place : {"", "sets/deep/"})
    for (const std::string file : {"played.json", "played.png"}) {
      INFO(place << ", " << file);
      fs::remove_all(folder / "there");
      const fs::path here = folder / "here";
      write(here / (place + "tea.json"), random_set(7, 5));
      write(here / (place + "chem/mod.json"), R"({"format": "quicksand-mod/1", "name": "chem"})");
      write(
          here / (place + "chem/materials.json"),
          R"({"format": "quicksand-materials/1", "materials": [{"name": "goo", "colour": "#80ff40", "density": 70}]})");
      // The mod is seen from the scene's folder, wherever it is opened from.
      write(here / "scene.json", R"({"format": "quicksand-scene/1", "size": [30, 20], "materials": ")" + place +
                                     R"(tea.json", "mods": ")" + (place.empty() ? "chem" : place + "chem") +
                                     R"(", "paint": [{"shape": "all", "material": "chem:goo"}]})");
      Session session = opened(here / "scene.json");
      session.tick();
      REQUIRE(session.save(here / file).ok());
      fs::rename(here, folder / "there");
      const std::string written = read_file(folder / "there" / file, 1 << 20).value();
      CHECK((file.ends_with(".png") || written.find(folder.path().string()) == std::string::npos));
      const Session moved = opened(folder / "there" / file);
      CHECK(notes_of(moved).empty());
      CHECK(moved.materials().table->hash() == session.materials().table->hash());
      CHECK(moved.materials().name == (folder / "there" / (place + "tea.json")).string());
    }
}

TEST_CASE("a scene in a mod's folder of scenes is played with that mod, wherever both lie") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
  for (const std::string name : {"chem", "downloaded-42"}) {
    const fs::path mod = folder / name;
    write(mod / "mod.json", R"({"format": "quicksand-mod/1", "name": "chem"})");
    write(mod / "materials.json",
          R"({"format": "quicksand-materials/1", "materials": [{"name": "goo", "colour": "#80ff40", "density": 70}]})");
    write(mod / "scenes/lab.json", R"({"format": "quicksand-scene/1", "size": [9, 9],
                                       "paint": [{"shape": "all", "material": "chem:goo"}]})");
    CHECK(opened(mod / "scenes/lab.json").materials().table->find("chem:goo").has_value());
    WorldRequest asked;
    asked.mods = {mod.string()};
    CHECK(opened(mod / "scenes/lab.json", asked).scene().mods.size() == 1);
    write(mod / "mod.json", R"({"format": "quicksand-mod/1"})");
    const Result<OpenedWorld> wrong = open(mod / "scenes/lab.json");
    REQUIRE_FALSE(wrong.ok());
    CHECK(wrong.failure().text().find("mod.json") != std::string::npos);
    // Another program's.
    write(mod / "mod.json", R"({"modid": "chem"})");
    write(mod / "scenes/plain.json", R"({"format": "quicksand-scene/1", "size": [9, 9]})");
    CHECK(open(mod / "scenes/plain.json").ok());
    fs::remove(mod / "mod.json");
    CHECK_FALSE(open(mod / "scenes/lab.json").ok());
  }
}

TEST_CASE("a recording in its mod's folder, or in that one's folder of scenes, is given away with it") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
  const auto write_mod = [](const fs::path& place, const std::string& material) {
    write(place / "mod.json", R"({"format": "quicksand-mod/1", "name": "chem"})");
    write(place / "materials.json", R"({"format": "quicksand-materials/1", "materials": [{"name": ")" + material +
                                        R"(", "colour": "#80ff40", "density": 70}]})");
  };
  // Whoever gets it has another mod of that name.
  write_mod(folder / "data/quicksand/mods/chem", "other");
  for (const std::string file : {"scenes/rec.json", "rec.json", "scenes/deep/rec.json"}) {
    INFO(file);
    fs::remove_all(folder / "moved");
    const fs::path mod = folder / "dist/chem";
    write_mod(mod, "goo");
    for (const std::string mods : {"", R"("mods": ["chem"], )"})
      write(mod / (mods.empty() ? "scenes/lab.json" : "scenes/named.json"),
            R"({"format": "quicksand-scene/1", "size": [9, 9], )" + mods +
                R"("paint": [{"shape": "all", "material": "chem:goo"}]})");
    CHECK(opened(mod / "scenes/named.json").materials().table->find("chem:goo").has_value());
    Session session = opened(mod / "scenes/lab.json");
    session.tick();
    fs::create_directories((mod / file).parent_path());
    REQUIRE(session.save(mod / file).ok());
    fs::rename(folder / "dist", folder / "moved");
    const Session moved = opened(folder / "moved/chem" / file);
    CHECK(moved.materials().table->hash() == session.materials().table->hash());
    CHECK(moved.scene().mods.size() == 1);
  }
}

TEST_CASE("however a mod's folder and a save are written, it is that mod and that save") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
  const fs::path mod = folder / "here/chem";
  const auto write_mod = [&](int density) {
    write(mod / "mod.json", R"({"format": "quicksand-mod/1", "name": "chem"})");
    write(mod / "materials.json", R"({"format": "quicksand-materials/1", "materials": [
      {"name": "goo", "colour": "#80ff40", "density": )" +
                                      std::to_string(density) + "}]}");
  };
  const fs::path before = fs::current_path();
  const std::string ways[] = {mod.string(), mod.string() + "/", ".", "./", "../chem", "../chem/", "../chem/."};
  for (const std::string& saved_with : ways) {
    write_mod(70);
    fs::current_path(mod);
    WorldRequest request;
    request.scene = "sand-pile";
    request.mods = {saved_with};
    Result<OpenedWorld> world = open_world(request);
    REQUIRE(world.ok());
    const Session session(std::move(*world), 1);
    REQUIRE(session.save("x.png").ok());
    write_mod(90);
    for (const std::string& opened_with : ways)
      for (const std::string file : {"x.png", "./x.png", "../chem/x.png"}) {
        INFO("saved with " << saved_with << ", " << file << " opened with " << opened_with);
        request.mods = {opened_with};
        const Session again = opened(file, request);
        CHECK(again.materials().table->hash() == session.materials().table->hash());
        CHECK(notes_of(again).find("have changed since") != std::string::npos);
      }
    for (const std::string file : {"x.png", "./x.png"}) {
      INFO("saved with " << saved_with << ", " << file);
      CHECK(notes_of(opened(file)).find("have changed since") != std::string::npos);
    }
    fs::current_path(before);
  }
}

TEST_CASE("a mod of a save that lies elsewhere is opened only if the player names it, whatever else is named") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
  for (const std::string name : {"chem", "other"}) {
    write(folder / ("mods/" + name + "/mod.json"), R"({"format": "quicksand-mod/1", "name": ")" + name + "\"}");
    write(folder / ("mods/" + name + "/materials.json"),
          R"({"format": "quicksand-materials/1", "materials": [{"name": "goo", "colour": "#80ff40", "density": 70}]})");
  }
  WorldRequest request;
  request.scene = "sand-pile";
  request.mods = {(folder / "mods/chem").string()};
  Result<OpenedWorld> world = open_world(request);
  REQUIRE(world.ok());
  fs::create_directories(folder / "saves");
  REQUIRE(Session(std::move(*world), 1).save(folder / "saves/x.png").ok());
  write(folder / "mods/chem/materials.json", "broken{");
  for (const bool names_other_mod : {false, true}) {
    WorldRequest others;
    if (names_other_mod)
      others.mods = {(folder / "mods/other").string()};
    else
      others.materials = "core";
    const Session session = opened(folder / "saves/x.png", others);
    CHECK(notes_of(session).find("only if you name it") != std::string::npos);
    CHECK_FALSE(session.materials().table->find("chem:goo").has_value());
    others.mods.push_back((folder / "mods/chem").string());
    const Result<OpenedWorld> named = open(folder / "saves/x.png", others);
    REQUIRE_FALSE(named.ok());
    CHECK(named.failure().text().find("chem/materials.json") != std::string::npos);
  }
}

TEST_CASE("a mod of the player's own is remembered by the name of its folder, whatever it calls itself") {
  const TemporaryFolder folder;
  const auto write_mod = [&](const fs::path& mod) {
    write(mod / "mod.json", R"({"format": "quicksand-mod/1", "name": "chem"})");
    write(mod / "materials.json", R"({"format": "quicksand-materials/1", "materials": [
      {"name": "goo", "colour": "#80ff40", "density": 70}]})");
  };
  write_mod(folder / "one/quicksand/mods/chem1");
  write_mod(folder / "two/quicksand/mods/chem1");
  write_mod(folder / "elsewhere/chem1");
  setenv("XDG_DATA_HOME", (folder / "one").c_str(), 1);
  WorldRequest request;
  request.scene = "sand-pile";
  request.mods = {"chem1"};
  for (const std::string file : {"x.json", "x.png"}) {
    INFO(file);
    setenv("XDG_DATA_HOME", (folder / "one").c_str(), 1);
    Result<OpenedWorld> world = open_world(request);
    REQUIRE(world.ok());
    REQUIRE(Session(std::move(*world), 1).save(folder / file).ok());
    for (const std::string home : {"one", "two"}) {
      setenv("XDG_DATA_HOME", (folder / home).c_str(), 1);
      const Session session = opened(folder / file);
      REQUIRE(session.scene().mods.size() == 1);
      CHECK(session.scene().mods[0].name == "chem1");
    }
    setenv("XDG_DATA_HOME", (folder / "none").c_str(), 1);
    WorldRequest more;
    more.mods = {(folder / "elsewhere/chem1").string()};
    CHECK(opened(folder / file, more).materials().table->find("chem:goo").has_value());
  }
}
