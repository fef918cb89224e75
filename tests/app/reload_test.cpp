#include "app/reload.h"

#include <map>

#include "app/history.h"
#include "app/material_files.h"
#include "app/play.h"
#include "app/timeline.h"
#include "core/cases.h"

using namespace quicksand;

namespace {

using Counts = std::map<std::string, int64_t>;

// Cells and grains in the air, by name.
Counts counts_of(const World& world) {
  Counts counts;
  const std::vector<int64_t> cells = world.count_entries();
  const std::vector<int64_t> flying = world.count_airborne();
  for (size_t i = 0; i < cells.size(); ++i)
    if (const int64_t count = cells[i] + (flying.empty() ? 0 : flying[i]); count > 0 && i > 0)
      counts[world.entry_names()[i]] = count;
  return counts;
}

int64_t flying_in(const World& world) {
  int64_t sum = 0;
  for (const int64_t count : world.count_airborne()) sum += count;
  return sum;
}

void paint(Session& session, const std::string& material, CellPos at, int width, bool thrown = false) {
  const std::vector<std::string>& names = session.world().entry_names();
  PaintCommand command;
  command.from = command.to = at;
  command.width = width;
  command.entries = {static_cast<uint8_t>(std::ranges::find(names, material) - names.begin())};
  REQUIRE(command.entries[0] < names.size());
  if (thrown) command.velocity = Velocity{0.5F, -1.5F};
  session.apply(command);
}

// A world in which all of them are, some wet, warm and flying, with a source of m1; the set is in `folder`.
Session made_world(const TemporaryFolder& folder, MadeMaterials& made, const std::string& mods = "") {
  write_text(folder / "set.json", made.text());
  write_text(folder / "scene.json", R"({"format": "quicksand-scene/1", "size": [120, 80], "materials": "set.json")" +
                                        mods + R"(, "sources": [{"at": [4, 2], "size": [5, 1], "material": "m1"}]})");
  Session session = play((folder / "scene.json").string(), 0, 2);
  for (size_t i = 0; i < made.list.size(); ++i)
    paint(session, made.list[i].name, {made.below(120), made.below(80)}, 5 + made.below(15));
  for (int i = 0; i < 20; ++i) session.tick();
  paint(session, "m1", {60, 20}, 9, true);
  paint(session, "m0", {80, 20}, 7, true);
  for (int i = 0; i < 4; ++i) session.tick();
  CHECK(flying_in(session.world()) > 0);
  return session;
}

Status reload(Session& session) {
  FileStamps read;
  const Result<MaterialSet> set = session.read_materials(read);
  return set ? session.change_materials(*set, read) : set.failure();
}

void good_reload(Session& session) {
  const Status done = reload(session);
  INFO((done ? "" : done.failure().text()));
  REQUIRE(done.ok());
}

}  // namespace

TEST_CASE("under changed materials all stays by its name, as if the world were saved and the save opened with them") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(16, 50)); ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    MadeMaterials made(seed, 4 + static_cast<int>(seed % 8));
    Session session = made_world(folder, made);
    for (unsigned edit = 0; edit <= seed % 2; ++edit) {
      const Counts before = counts_of(session.world());
      const std::string save = (folder / "save.png").string();
      REQUIRE(session.save(save).ok());
      for (int i = made.below(3); i-- > 0;) made.change();
      for (int i = made.below(3); i-- > 0;) made.add();
      if (made.below(2) == 0) made.reorder();
      std::erase_if(made.list, [&](const MadeMaterial& material) {
        return material.name != "m0" && material.name != "m1" && !before.contains(material.name) && made.below(2) == 0;
      });
      write_text(folder / "set.json", made.text());
      good_reload(session);
      CHECK(counts_of(session.world()) == before);
      WorldRequest request;
      request.scene = save;
      request.materials = (folder / "set.json").string();  // else the save goes on with those of then
      Result<OpenedWorld> with_those_of_now = open_world(request);
      INFO((with_those_of_now ? "" : with_those_of_now.failure().text()));
      REQUIRE(with_those_of_now.ok());
      Session opened(std::move(*with_those_of_now), 1);
      REQUIRE(session.world().state_hash() == opened.world().state_hash());
      CHECK(session.looks() == opened.looks());
      for (int tick = 0; tick < 12; ++tick) {
        session.tick();
        opened.tick();
      }
      REQUIRE(session.world().state_hash() == opened.world().state_hash());
    }
  }
}

TEST_CASE("what the world holds cannot go: the change is refused by name and number, and is taken when it is gone") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    MadeMaterials made(seed, 6);
    Session session = made_world(folder, made);
    const Counts before = counts_of(session.world());
    const auto gone = std::ranges::find_if(made.list, [&](const MadeMaterial& material) {
      return material.name != "m0" && material.name != "m1" && before.contains(material.name);
    });
    REQUIRE(gone != made.list.end());
    const std::string name = gone->name;
    const int64_t count = before.at(name);
    const std::string then = made.text();
    made.list.erase(gone);
    made.reorder();
    write_text(folder / "set.json", made.text());
    const uint64_t hash = session.world().state_hash();
    const Status refused = reload(session);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.failure().diagnostics.size() == 1);
    CHECK(refused.failure().text().starts_with((folder / "set.json").string() + ": \"" + name +
                                               "\" is gone, and the world holds " + std::to_string(count) + " cell"));
    CHECK(session.world().state_hash() == hash);
    // A recording would be played with the file as it is now, or not at all.
    CHECK_FALSE(session.recording().ok());
    CHECK_FALSE(session.save(folder / "recording.json").ok());
    write_text(folder / "set.json", then);
    CHECK(session.recording().ok());
    write_text(folder / "set.json", made.text());
    PaintCommand erase;
    erase.shape = Shape::kAll;
    erase.entries = {0};
    erase.onto = Onto::kEntry;
    const std::vector<std::string>& names = session.world().entry_names();
    erase.onto_entry = static_cast<uint8_t>(std::ranges::find(names, name) - names.begin());
    for (int i = 0; i < 500 && counts_of(session.world()).contains(name); ++i) {
      session.apply(erase);  // not what flies
      session.tick();
    }
    const Counts rest = counts_of(session.world());
    good_reload(session);
    CHECK(counts_of(session.world()) == rest);
  }
}

TEST_CASE("what flies and may not any more, and what the scene has yet to bring, hold a change up") {
  const TemporaryFolder folder;
  MadeMaterials made(3, 4);
  Session session = made_world(folder, made);
  const uint64_t hash = session.world().state_hash();
  const MadeMaterial was = made.list[1];
  made.list[1].keys = R"(, "colour": "#112233", "static": true)";
  write_text(folder / "set.json", made.text());
  Status refused = reload(session);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.failure().text().find("of \"m1\" fly, and only powders and liquids can") != std::string::npos);
  CHECK(session.world().state_hash() == hash);
  session.apply(ClearCommand{});
  good_reload(session);

  made.list[1] = was;
  write_text(folder / "set.json", made.text());
  Session other = play((folder / "scene.json").string(), 0, 1);
  std::erase_if(made.list, [](const MadeMaterial& material) { return material.name == "m1"; });
  write_text(folder / "set.json", made.text());
  refused = reload(other);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.failure().text().starts_with((folder / "scene.json").string() + ":1:"));
  CHECK(refused.failure().text().find("have no \"m1\"") != std::string::npos);
}

TEST_CASE("a file that is wrong or gone says where, and the world goes on under the last good one") {
  const TemporaryFolder folder;
  MadeMaterials made(1, 5);
  Session session = made_world(folder, made);
  const uint64_t hash = session.world().state_hash();
  const std::string file = (folder / "set.json").string();
  const std::string good = made.text();
  for (size_t end = 1; end + 2 < good.size(); end += 1 + good.size() / 40) {
    write_text(file, good.substr(0, end));
    const Status refused = reload(session);
    REQUIRE_FALSE(refused.ok());
    const Diagnostic& first = refused.failure().diagnostics.front();
    CHECK(first.file == file);
    CHECK(first.line > 0);
    CHECK(first.column > 0);
  }
  std::filesystem::remove(file);
  CHECK_FALSE(reload(session).ok());
  CHECK(session.world().state_hash() == hash);
  write_text(file, good);
  good_reload(session);
  CHECK(session.world().state_hash() == hash);
}

TEST_CASE("every file of which the materials are made is followed, also one that is wrong, missing or yet to come") {
  const TemporaryFolder folder;
  MadeMaterials made(7, 4);
  write_text(folder / "base.json", made.text());
  write_text(folder / "mod/mod.json", R"({"format": "quicksand-mod/1", "name": "mod"})");
  MadeMaterials over(8, 0);
  write_text(folder / "set.json", over.text("\"extends\": \"base.json\", "));
  write_text(folder / "scene.json",
             R"({"format": "quicksand-scene/1", "size": [40, 30], "materials": "set.json", "mods": [")" +
                 (folder / "mod").string() + "\"]}");
  Session session = play((folder / "scene.json").string(), 0);
  const std::string extra = R"({"format": "quicksand-materials/1", "materials": [
    {"name": "jam", "colour": "#aa0000", "density": 120, "liquid": true}]})";
  const std::pair<const char*, std::string> edits[] = {
      {"mod/materials.json", extra},
      {"mod/materials.json", extra + " nonsense"},
      {"mod/materials.json", extra},
      {"mod/mod.json", "nonsense"},
      {"mod/mod.json", R"({"format": "quicksand-mod/1", "name": "mod"} )"},
      {"base.json", made.text() + "nonsense"},
      {"base.json", made.text() + "\n"},
      {"base.json", ""},
      {"base.json", made.text()},
      {"set.json", over.text(R"("extends": "other.json", )")},
      {"other.json", made.text()},
  };
  FileStamps read = session.materials_read();
  for (const auto& [file, text] : edits) {
    INFO(file << ": " << text);
    write_text(folder / file, text);
    CHECK(read.now() != read);
    CHECK(read.first_other(read.now()) == folder / file);
    read = FileStamps();
    const Result<MaterialSet> set = session.read_materials(read);
    CHECK(read.now() == read);
    if (set) CHECK(session.change_materials(*set, read).ok());
    const bool is_wrong = text.find("nonsense") != std::string::npos || text.empty() || text.find("other") != text.npos;
    CHECK(set.ok() != is_wrong);
  }
  const std::vector<std::string> names = session.world().entry_names();
  CHECK(std::ranges::find(names, "mod:jam") != names.end());
  std::filesystem::remove(folder / "mod/materials.json");
  CHECK(read.now() != read);
  good_reload(session);
  CHECK(session.world().entry_names().size() == names.size() - 1);
}

TEST_CASE("a recording ends where the rules change, and goes on where only looks do") {
  const TemporaryFolder folder;
  MadeMaterials made(5, 4);
  Session session = made_world(folder, made);
  const uint64_t changes = session.changes();
  const uint64_t hash = session.world().state_hash();
  made.list[0].keys += R"(, "label": "Tea", "emission": 1.5)";
  write_text(folder / "set.json", made.text());
  good_reload(session);
  CHECK(session.looks()[2].label == "Tea");
  CHECK(session.world().state_hash() == hash);
  REQUIRE(session.recording().ok());
  made.list[3].keys += R"(, "conducts": 0.9)";
  write_text(folder / "set.json", made.text());
  good_reload(session);
  CHECK(session.world().state_hash() != hash);
  REQUIRE_FALSE(session.recording().ok());
  CHECK(session.recording().failure().text().find("save it as .png") != std::string::npos);
  CHECK_FALSE(session.save(folder / "recording.json").ok());
  CHECK(session.changes() == changes);  // the player's own
  Session anew(std::move(*session.reopen()), 1);
  CHECK(anew.recording().ok());
}

TEST_CASE("undo goes back over changed materials by name, and never to rules of before") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    MadeMaterials made(100 + seed, 6);
    Session session = made_world(folder, made);
    History history;
    std::vector<Counts> way;
    for (int i = 0; i < 8; ++i) {
      way.push_back(counts_of(session.world()));
      history.note(session);
      paint(session, made.list[static_cast<size_t>(made.below(static_cast<int>(made.list.size())))].name,
            {made.below(120), made.below(80)}, 9);
      session.tick();
      if (i % 3 != 2) continue;
      made.change();
      made.add();
      made.reorder();
      write_text(folder / "set.json", made.text());
      good_reload(session);
    }
    const Counts end = counts_of(session.world());
    const std::vector<std::string> names = session.world().entry_names();
    for (size_t i = way.size(); i-- > 0;) {
      const Status undone = history.undo(session);
      INFO((undone ? "" : undone.failure().text()));
      REQUIRE(undone.ok());
      CHECK(counts_of(session.world()) == way[i]);
      CHECK(session.world().entry_names() == names);
      session.tick();
    }
    for (size_t i = 0; i < way.size(); ++i) REQUIRE(history.redo(session).ok());
    CHECK(counts_of(session.world()) == end);
  }
}

TEST_CASE("what was done with a material that is gone is undone when it is back, and its source pours the same") {
  const TemporaryFolder folder;
  MadeMaterials made(11, 5);
  Session session = made_world(folder, made);
  session.apply(ClearCommand{});
  History history;
  history.note(session);
  paint(session, "m3", {60, 40}, 9);
  const Counts held = counts_of(session.world());
  history.note(session);
  session.apply(ClearCommand{});
  const std::string with = made.text();
  std::erase_if(made.list, [](const MadeMaterial& material) { return material.name == "m3"; });
  write_text(folder / "set.json", made.text());
  good_reload(session);
  const uint64_t hash = session.world().state_hash();
  const Status refused = history.undo(session);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.failure().text().find("gone are m3") != std::string::npos);
  CHECK(session.world().state_hash() == hash);
  CHECK(history.undos() == 2);
  write_text(folder / "set.json", with);
  good_reload(session);
  REQUIRE(history.undo(session).ok());
  CHECK(counts_of(session.world()) == held);

  // The moments' scenes are matched, too.
  Session pouring = play((folder / "scene.json").string(), 0);
  history = History();
  history.note(pouring);
  made.add();
  made.reorder();
  write_text(folder / "set.json", made.text());
  good_reload(pouring);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 20; ++i) pouring.tick();
    const Counts poured = counts_of(pouring.world());
    CHECK(poured.size() == 1);
    CHECK(poured.contains("m1"));
    if (round == 0) REQUIRE(history.undo(pouring).ok());
  }
}

TEST_CASE("a timeline begins anew with other rules, and shows only what was, wherever undo and redo go") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(7, 20)); ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    MadeMaterials made(200 + seed, 5);
    Session session = made_world(folder, made);
    Timeline timeline;
    timeline.begin(session);
    History history;
    std::map<uint64_t, uint64_t> way;  // the state's hash when a tick began, since the timeline did
    uint64_t rules = session.rules();
    const auto follow = [&] {
      timeline.follow(session);
      if (std::exchange(rules, session.rules()) != session.rules()) way.clear();
    };
    for (int step = 0; step < 60; ++step) {
      const int lot = made.below(9);
      if (lot < 4) {
        history.note(session);
        const std::vector<std::string>& names = session.world().entry_names();
        paint(session, names[1 + static_cast<size_t>(made.below(static_cast<int>(names.size()) - 1))],
              {made.below(120), made.below(80)}, 9);
        for (int i = made.below(40); i-- > 0;) {
          session.tick();
          follow();
          way[session.world().tick()] = session.world().state_hash();
        }
      } else if (lot == 4) {
        made.change();
        made.add();
        made.reorder();
        write_text(folder / "set.json", made.text());
        good_reload(session);
        follow();
        CHECK(timeline.first() == session.world().tick());
        CHECK(timeline.branches().empty());
      } else if (lot < 7) {
        const Counts before = counts_of(session.world());
        const Status went = lot == 5 ? history.undo(session) : history.redo(session);
        if (!went) CHECK(counts_of(session.world()) == before);
        follow();
      } else {
        REQUIRE(timeline.first() <= timeline.end());
        const uint64_t tick =
            timeline.first() +
            static_cast<uint64_t>(made.below(static_cast<int>(timeline.end() - timeline.first() + 1)));
        REQUIRE(timeline.go_to(session, tick, [] { return true; }));
        history.follow(session);
        CHECK(session.world().tick() == tick);
        if (tick < timeline.end() && way.contains(tick)) CHECK(session.world().state_hash() == way[tick]);
      }
    }
  }
}

TEST_CASE("dunes go on under another palette") {
  const TemporaryFolder folder;
  const std::string sand = R"("materials": [{"name": "sand", "colour": "#d9b65c", "density": 200}, )";
  const auto text = [&](const std::string& rest) {
    return R"({"format": "quicksand-materials/1", )" + sand + rest + "]}";
  };
  write_text(folder / "set.json", text(R"({"name": "rock", "colour": "#777777", "static": true})"));
  write_text(folder / "scene.json", R"({"format": "quicksand-scene/1", "world": "dunes", "size": [64, 48],
    "materials": "set.json", "sand": {"depth": 4, "noise": 1}})");
  Session session = play((folder / "scene.json").string(), 30, 1);
  const Plane<int32_t> before = *find_surface(session.world().planes())->fixed;
  write_text(folder / "set.json", text(R"({"name": "clay", "colour": "#885533", "density": 220},
    {"name": "rock", "colour": "#777777", "static": true})"));
  good_reload(session);
  CHECK(session.world().entry_names().size() == 5);
  CHECK(session.world().tick() == 30);
  bool is_same = true;
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x) is_same &= before[{x, y}] == (*find_surface(session.world().planes())->fixed)[{x, y}];
  CHECK(is_same);
  session.tick();
}
