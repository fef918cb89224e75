#include "app/material_edits.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "app/material_files.h"
#include "app/play.h"
#include "core/cases.h"
#include "io/assets.h"
#include "io/json_reader.h"
#include "io/material_changes.h"
#include "io/material_fields.h"
#include "io/material_layers.h"
#include "io/mod_writer.h"

using namespace quicksand;

namespace {

class Drawn {
 public:
  explicit Drawn(unsigned seed) : dice_(seed) {}

  size_t below(size_t limit) { return dice_() % limit; }
  template <class List>
  const auto& one_of(const List& list) {
    return list[below(list.size())];
  }

  // A value of the field as JSON. The rules may refuse it.
  std::string value_of(const MaterialField& field, const std::vector<std::string>& names) {
    const auto name = [&] { return in_quotes(names[2 + below(names.size() - 2)]); };
    switch (field.kind) {
      case FieldKind::kFlag:
        return below(2) == 0 ? "true" : "false";
      case FieldKind::kNumber: {
        // Near the ends, and beyond them, too.
        const double share = std::uniform_real_distribution<double>(-0.05, 1.05)(dice_);
        const double number = field.least + share * share * (field.most - field.least);
        return field.is_whole ? std::to_string(static_cast<int64_t>(number)) : number_text(number);
      }
      case FieldKind::kText:
        return below(2) == 0 ? "\"tea\"" : "\"a \\\"b\\\" \\\\ c\"";
      case FieldKind::kWord:
        return in_quotes(one_of(field.words));
      case FieldKind::kColour:
        return below(4) == 0 ? "\"#12\"" : "\"#0" + std::to_string(10000 + below(80000)) + "\"";
      case FieldKind::kMaterial:
        return below(4) == 0 ? "null" : below(4) == 0 ? "\"nowhere\"" : name();
      case FieldKind::kProducts:
        return below(3) == 0 ? "\"void\"" : below(2) == 0 ? name() : "{" + name() + ": 3, \"void\": 2}";
      case FieldKind::kRarities:
        return "{" + name() + ": " + std::to_string(below(2000)) + "}";
      case FieldKind::kTags:
        return below(2) == 0 ? "[\"hot\", \"made-up\"]" : "null";
      case FieldKind::kObject:
        return below(2) == 0 ? "null" : field.json;
      case FieldKind::kJson:
        return field.first.empty() ? "null" : field.first;
    }
    return "null";
  }

 private:
  std::mt19937 dice_;
};

struct Chosen {
  std::string material;
  MaterialField field;
};

// Of each property of materials, and of each part of one, one that a material of the set has; of those that none has,
// any.
std::vector<Chosen> one_of_each(const MaterialSet& set, Drawn& drawn) {
  std::vector<Chosen> all;
  const size_t count = set.table->names().size() - 2;
  const size_t first = drawn.below(count);
  for (size_t i = 0; i < count; ++i) {
    const auto id = static_cast<MaterialId>(2 + (first + i) % count);
    const auto add = [&](const MaterialField& field) {
      const auto found = std::ranges::find_if(all, [&](const Chosen& it) { return it.field.path() == field.path(); });
      if (found == all.end())
        all.push_back({set.table->names()[id], field});
      else if (found->field.json == "null" && field.json != "null")
        *found = {set.table->names()[id], field};
    };
    for (const MaterialField& field : material_fields(set, id)) {
      add(field);
      if (field.kind == FieldKind::kObject && field.json != "null") std::ranges::for_each(field.parts, add);
    }
  }
  return all;
}

MaterialChange change_of(const Chosen& chosen, const std::string& value) {
  MaterialChange change;
  change.material = chosen.material;
  change.key = chosen.field.key;
  change.part = chosen.field.part;
  change.value = value;
  change.file = "edited";
  return change;
}

// A file that says the same over the core set, written by hand.
std::string file_with(const MaterialChange& change) {
  const std::string value = change.part.empty() ? change.value : "{\"" + change.part + "\": " + change.value + "}";
  std::string text = R"({"format": "quicksand-materials/1", "extends": "core", "materials": [{"name": ")" +
                     change.material + "\", \"" + change.key + "\": " + value;
  if (change.key == "friction" && change.value != "null") text += ", \"repose_degrees\": null";
  if (change.key == "repose_degrees" && change.value != "null") text += ", \"friction\": null";
  return text + "}]}";
}

bool is_same(const MaterialSet& a, const MaterialSet& b) {
  return a.table->hash() == b.table->hash() && a.looks == b.looks;
}

constexpr const char* kScene = R"({"format": "quicksand-scene/1", "size": [64, 48], "paint": [
  {"tick": 0, "shape": "rect", "at": [10, 5], "size": [20, 9], "material": ["sand", "water", "stone"]}],
  "sources": [{"at": [40, 2], "size": [3, 1], "material": "gravel"}]})";

Session begin(const TemporaryFolder& folder, uint64_t ticks) {
  write_text(folder / "scene.json", kScene);
  return play((folder / "scene.json").string(), ticks, 1);
}

Mod own_mod(const std::string& name) {
  const Result<Mod> mod = load_mod(name);
  INFO((mod ? "" : mod.failure().text()));
  REQUIRE(mod.ok());
  return *mod;
}

}  // namespace

TEST_CASE("each property of materials, edited to any value, makes the table of a file with that value, and of a mod") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  Drawn drawn(20261125);
  Session session = begin(folder, 20);
  const std::shared_ptr<const MaterialSet> plain = session.shared_materials();
  const std::vector<Chosen> all = one_of_each(*plain, drawn);
  CHECK(all.size() >= 60);
  int taken = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const MaterialChange change = change_of(all[i], drawn.value_of(all[i].field, plain->table->names()));
    INFO(change.path() << " = " << change.value);
    const uint64_t before = session.world().state_hash();
    const Status edited = session.edit_materials({change});
    INFO((edited ? "" : edited.failure().text()));
    std::ofstream(folder / "set.json") << file_with(change);
    const Result<MaterialSet> file = load_materials((folder / "set.json").string());
    CHECK(edited.ok() == file.ok());
    if (!edited) {
      CHECK(session.world().state_hash() == before);
      continue;
    }
    ++taken;
    REQUIRE(file.ok());
    CHECK(is_same(session.materials(), *file));
    if (i % 3 != 0 && change.key != "friction") continue;  // what is written is flushed to the disk
    const std::string name = "mod" + std::to_string(i);
    REQUIRE(save_as_mod(name, session.edits()).ok());
    const Result<MaterialSet> with_mod = load_materials("core", {}, {own_mod(name)});
    REQUIRE(with_mod.ok());
    CHECK(is_same(session.materials(), *with_mod));
    for (const char* const file : {"", "mod.json", "materials.json"})
      CHECK(check_file(own_mod_folder(name) / file).ok());
  }
  REQUIRE(session.edit_materials({}).ok());
  CHECK(is_same(session.materials(), *plain));
  CHECK(taken > 40);
}

TEST_CASE("any edits one after the other come to the same in the world, a mod, a save, and a world that begins anew") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(6, 12)); ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    Drawn drawn(seed);
    Session session = begin(folder, 25);
    std::vector<MaterialChange> edits;
    for (int i = 0; i < 8; ++i) {
      const std::vector<Chosen> all = one_of_each(session.materials(), drawn);
      const Chosen& chosen = drawn.one_of(all);
      std::vector<MaterialChange> more = edits;
      add_changes(more, {change_of(chosen, drawn.value_of(chosen.field, session.world().entry_names()))});
      if (session.edit_materials(more)) edits = more;
      session.tick();
    }
    CHECK(session.edits().size() == edits.size());
    if (edits.empty()) continue;
    // Half of them first, all of them later, into the same mod.
    const std::vector<MaterialChange> half(edits.begin(),
                                           edits.begin() + static_cast<std::ptrdiff_t>(edits.size() / 2));
    REQUIRE(save_as_mod("half", half).ok());
    REQUIRE(save_as_mod("half", edits).ok());
    const Result<MaterialSet> with_mod = load_materials("core", {}, {own_mod("half")});
    REQUIRE(with_mod.ok());
    CHECK(is_same(session.materials(), *with_mod));
    const std::string save = (folder / "save.png").string();
    REQUIRE(session.save(save).ok());
    Session loaded = play(save, 0, 1);
    CHECK(loaded.world().state_hash() == session.world().state_hash());
    CHECK(is_same(loaded.materials(), session.materials()));
    for (int i = 0; i < 10; ++i) {
      session.tick();
      loaded.tick();
    }
    CHECK(loaded.world().state_hash() == session.world().state_hash());

    // Begun anew it is played with the edits from the start, and so is a recording of that.
    Result<OpenedWorld> anew = session.reopen();
    REQUIRE(anew.ok());
    Session again(std::move(*anew), 1);
    CHECK(is_same(again.materials(), session.materials()));
    CHECK(again.edits().size() == edits.size());
    for (int i = 0; i < 30; ++i) again.tick();
    const std::string recorded = (folder / "recorded.json").string();
    REQUIRE(again.save(recorded).ok());
    const Session replayed = play(recorded, 30, 1);
    CHECK(replayed.world().state_hash() == again.world().state_hash());
    REQUIRE(again.edit_materials({}).ok());
    CHECK(is_same(again.materials(), Session(begin(folder, 0)).materials()));

    // A save can be edited, too, and its edits taken back.
    const MaterialSet as_saved = loaded.materials();
    const std::vector<Chosen> all = one_of_each(as_saved, drawn);
    const Chosen& chosen = drawn.one_of(all);
    if (loaded.edit_materials({change_of(chosen, drawn.value_of(chosen.field, loaded.world().entry_names()))})) {
      REQUIRE(loaded.edit_materials({}).ok());
      CHECK(is_same(loaded.materials(), as_saved));
    }
  }
}

TEST_CASE("an edit of a rule makes a world that is no recording any more, one of a look does not, and both are deeds") {
  const TemporaryFolder folder;
  Session session = begin(folder, 20);
  const auto change = [](const std::string& text) { return *parse_material_change(text); };
  const uint64_t changes = session.changes();
  const uint64_t rules = session.rules();
  REQUIRE(session.edit_materials({change("sand.colour=#ff0000")}).ok());
  CHECK(session.changes() == changes + 1);
  CHECK(session.rules() == rules);
  CHECK(session.recording().ok());
  REQUIRE(session.edit_materials({change("sand.friction=7")}).ok());
  CHECK(session.rules() == rules + 1);
  CHECK_FALSE(session.recording().ok());
  CHECK_FALSE(session.edit_materials({change("sand.friction=9")}).ok());
  CHECK(session.changes() == changes + 2);
  CHECK(session.materials().table->names().size() > 2);
}

TEST_CASE("files that change under edits are taken, and the edits stay over them") {
  const TemporaryFolder folder;
  const auto set = [](int density, int friction) {
    return R"({"format": "quicksand-materials/1", "materials": [{"name": "tea", "colour": "#123456", "density": )" +
           std::to_string(density) + R"(, "friction": )" + std::to_string(friction) + "}]}";
  };
  write_text(folder / "set.json", set(100, 2));
  write_text(folder / "scene.json", R"({"format": "quicksand-scene/1", "size": [20, 20], "materials": "set.json"})");
  Session session = play((folder / "scene.json").string(), 1, 1);
  REQUIRE(session.edit_materials({*parse_material_change("tea.friction=5")}).ok());
  write_text(folder / "set.json", set(200, 3));
  FileStamps read;
  const Result<MaterialSet> changed = session.read_materials(read);
  REQUIRE(changed.ok());
  REQUIRE(session.change_materials(*changed, read).ok());
  CHECK((*session.materials().table)[2].density == 200);
  CHECK((*session.materials().table)[2].friction == 5);
  REQUIRE(session.edit_materials({}).ok());
  CHECK((*session.materials().table)[2].friction == 3);
}

TEST_CASE("a mod of the player's own keeps what it has besides, and one that cannot be read is left alone") {
  for (const std::string folder_name : {"chem", "mine"}) {  // it need not be called as its mod.json says
    const TemporaryFolder folder;
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    const std::filesystem::path mod = own_mod_folder(folder_name);
    write_text(mod / "mod.json", R"({"format": "quicksand-mod/1", "name": "chem", "title": "Chemistry"})");
    write_text(mod / "materials.json", R"({"format": "quicksand-materials/1", // mine
    "materials": [{"name": "soda", "colour": "#ffffff", "density": 5}, {"name": "sand", "density": 150}],
    "reactions": [{"if": ["soda", "acid"], "then": ["void", "same"], "per_second": 3}]})");
    const auto change = [](const std::string& text) { return *parse_material_change(text); };
    REQUIRE(save_as_mod(folder_name, {change("chem:soda.friction=4"), change("sand.friction=1")}).ok());
    CHECK(own_mod(folder_name).title == "Chemistry");
    const Result<MaterialSet> set = load_materials("core", {}, {own_mod(folder_name)});
    REQUIRE(set.ok());
    const MaterialTable& table = *set->table;
    CHECK(table[*table.find("chem:soda")].friction == 4);
    CHECK(table[*table.find("sand")].density == 150);
    CHECK(table[*table.find("sand")].friction == 1);
    CHECK(table.reaction_list().size() == load_materials("core")->table->reaction_list().size() + 1);
    write_text(mod / "materials.json", "nonsense");
    CHECK_FALSE(save_as_mod(folder_name, {change("sand.friction=1")}).ok());
    const Result<std::string> left = read_file(mod / "materials.json", 1000);
    REQUIRE(left.ok());
    CHECK(*left == "nonsense");
    CHECK_FALSE(save_as_mod("No name", {change("sand.friction=1")}).ok());
    CHECK_FALSE(save_as_mod("../chem", {change("sand.friction=1")}).ok());
  }
}

TEST_CASE("whatever is saved as a mod can be played as it is said, or the mod stays what it was") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(3, 40)); ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    Drawn drawn(seed);
    const std::filesystem::path mine = own_mod_folder("mine");
    const std::filesystem::path goo = own_mod_folder("goo");
    write_text(mine / "mod.json", R"({"format": "quicksand-mod/1", "name": "mine"})");
    write_text(goo / "mod.json", R"({"format": "quicksand-mod/1", "name": "goo"})");
    write_text(goo / "materials.json", R"({"format": "quicksand-materials/1", "materials": [
      {"name": "jam", "colour": "#a02020", "density": 140, "repose_degrees": 50}]})");
    // Any change that plays by itself, besides those that make other keys impossible.
    const std::vector<std::string> changed{
        R"({"name": "sand", "liquid": true, "repose_degrees": null, "friction": 4, "absorbs": null})",
        R"({"name": "gravel", "static": true, "repose_degrees": null, "permeable": null})",
        R"({"name": "sand", "density": 90, "wet_max": 100, "wet_threshold": 40})", R"({"name": "oil", "burns": null})"};
    write_text(mine / "materials.json",
               R"({"format": "quicksand-materials/1", "materials": [)" + drawn.one_of(changed) + "]}");
    const bool over_goo = drawn.below(2) == 0;
    write_text(folder / "scene.json", kScene);
    WorldRequest request;
    request.scene = (folder / "scene.json").string();
    if (over_goo) request.mods = {"goo"};
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    Session session(std::move(*opened), 1);
    for (int i = 0; i < 12; ++i) {
      const std::vector<Chosen> all = one_of_each(session.materials(), drawn);
      Chosen chosen = drawn.one_of(all);
      const std::vector<std::string> likely{"sand", "gravel", "oil", "goo:jam"};
      const std::string& name = drawn.one_of(likely);
      if (session.materials().table->find(name)) chosen.material = name;
      const MaterialChange change = change_of(chosen, drawn.value_of(chosen.field, session.world().entry_names()));
      INFO(change.path() << " = " << change.value << (over_goo ? ", over goo" : ""));
      if (!session.edit_materials({change})) continue;
      const std::string into = drawn.below(2) == 0 ? "mine" : "new" + std::to_string(i);
      const Result<std::string> before = read_file(own_mod_folder(into) / "materials.json", 100'000);
      const Result<ModNeeds> saved = save_as_mod(into, session.edits(), request.mods);
      if (saved) {
        CHECK_FALSE(saved->materials);
        std::vector<Mod> mods;
        for (const std::string& mod : saved->mods) mods.push_back(own_mod(mod));
        mods.push_back(own_mod(into));
        const Result<MaterialSet> set = load_materials("core", {}, mods);
        INFO((set ? "" : set.failure().text()));
        CHECK(set.ok());
      } else {
        CHECK(saved.failure().text().find("not saved") != std::string::npos);
        CHECK(std::filesystem::exists(own_mod_folder(into)) == before.ok());
        const Result<std::string> after = read_file(own_mod_folder(into) / "materials.json", 100'000);
        REQUIRE(after.ok() == before.ok());
        if (after) CHECK(*after == *before);
      }
      for (const auto& file : std::filesystem::directory_iterator(mine.parent_path()))
        CHECK(file.path().filename().string().front() != '.');
      REQUIRE(session.edit_materials({}).ok());
    }
  }
}

TEST_CASE("a mod of changes of another mod's material says that it needs that") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  write_text(own_mod_folder("goo") / "mod.json", R"({"format": "quicksand-mod/1", "name": "goo"})");
  write_text(own_mod_folder("goo") / "materials.json", R"({"format": "quicksand-materials/1", "materials": [
    {"name": "jam", "colour": "#a02020", "density": 140, "repose_degrees": 50}]})");
  const MaterialChange change = *parse_material_change("goo:jam.density=70");
  const Result<ModNeeds> saved = save_as_mod("thin", {change}, {"goo"});
  REQUIRE(saved.ok());
  CHECK(command_to_play("thin", *saved, "core") == "quicksand --mod goo --mod thin");
  const Result<MaterialSet> set = load_materials("core", {}, {own_mod("goo"), own_mod("thin")});
  REQUIRE(set.ok());
  CHECK((*set->table)[*set->table->find("goo:jam")].density == 70);
  CHECK(save_as_mod("sandy", {*parse_material_change("sand.density=70")}, {"goo"})->mods.empty());
  CHECK_FALSE(save_as_mod("lost", {change}).ok());
  // Of two mods of one name none can be played with the other.
  const std::filesystem::path elsewhere = folder / "elsewhere/goo";
  std::filesystem::create_directories(elsewhere.parent_path());
  std::filesystem::rename(own_mod_folder("goo"), elsewhere);
  const Result<ModNeeds> twice = save_as_mod("goo", {change}, {elsewhere.string()});
  REQUIRE_FALSE(twice.ok());
  CHECK(twice.failure().text().find(elsewhere.string()) != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(own_mod_folder("goo")));
  std::filesystem::rename(elsewhere, own_mod_folder("goo"));
  // Of a set of their own likewise.
  const std::string own = (folder / "own.json").string();
  write_text(own, R"({"format": "quicksand-materials/1", "materials": [
    {"name": "tea", "colour": "#c0a080", "density": 100, "friction": 4, "liquid": true}]})");
  const Result<ModNeeds> tea = save_as_mod("tea", {*parse_material_change("tea.density=50")}, {}, own);
  REQUIRE(tea.ok());
  CHECK(command_to_play("tea", *tea, own) == "quicksand --materials " + own + " --mod tea");
}

TEST_CASE("what is made over a mod is not laid into it where it would come to something else there") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  const std::filesystem::path mod = own_mod_folder("m");
  write_text(mod / "mod.json", R"({"format": "quicksand-mod/1", "name": "m"})");
  const std::string text = R"({"format": "quicksand-materials/1", "materials": [
    {"name": "nitro", "colour": "#ff00ff", "density": 130, "friction": 6, "liquid": true},
    {"name": "oil", "burns": null}]})";
  write_text(mod / "materials.json", text);
  const auto change = [](const std::string& line) { return *parse_material_change(line); };
  for (const char* const line :
       {"nitro.inherits=\"oil\"", "oil.burns={\"above\": 400, \"lasts\": 3}", "oil.burns.above=300"}) {
    INFO(line);
    const Result<ModNeeds> saved = save_as_mod("m", {change(line)}, {"m"});
    REQUIRE_FALSE(saved.ok());
    CHECK(saved.failure().text().find("\"m\"") != std::string::npos);
    CHECK(*read_file(mod / "materials.json", 1000) == text);
  }
  // A new one may be saved again and again, and what is there may be changed.
  const std::vector<MaterialChange> edits{change("made.inherits=\"oil\""), change("oil.density=70")};
  REQUIRE(save_as_mod("m", edits, {"m"}).ok());
  REQUIRE(save_as_mod("m", edits, {"m"}).ok());
  const Result<MaterialSet> set = load_materials("core", {}, {own_mod("m")});
  REQUIRE(set.ok());
  CHECK((*set->table)[*set->table->find("m:made")].density == 70);
}
