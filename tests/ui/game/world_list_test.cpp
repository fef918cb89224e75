#include "ui/game/world_list.h"

#include <filesystem>
#include <fstream>
#include <set>

#include "core/random.h"
#include "io/assets.h"
#include "io/png.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace fs = std::filesystem;

namespace {

const WorldEntry& find(const std::vector<WorldEntry>& worlds, const std::string& name) {
  const auto found = std::ranges::find(worlds, name, &WorldEntry::name);
  INFO(name);
  REQUIRE(found != worlds.end());
  return *found;
}

void write(const fs::path& file, const std::string& text) { REQUIRE(write_file_atomically(file, text).ok()); }

std::string scene_text(const std::string& keys) {
  return R"({"format": "quicksand-scene/1", "size": [30, 20])" + keys + "}";
}

// Groups of so many tiles each.
std::vector<WorldGroup> groups_of(const std::vector<size_t>& sizes) {
  std::vector<WorldGroup> groups;
  size_t tile = 0;
  for (const size_t size : sizes) {
    groups.push_back({"group " + std::to_string(groups.size()), {}});
    for (size_t i = 0; i < size; ++i) groups.back().worlds.push_back(tile++);
  }
  return groups;
}

}  // namespace

TEST_CASE("every shipped scene has a group of the page, a short title and a picture") {
  const TestGame game;
  const std::set<std::string> headings{"Play", "Water", "Fire and light", "Dunes", "Physics", "Benchmark"};
  std::set<std::string> used;
  std::set<std::string> titles;
  const std::vector<WorldEntry> worlds = list_worlds(game.state.given);
  for (const std::string& name : scene_names()) {
    const WorldEntry& world = find(worlds, name);
    INFO(name);
    CHECK(headings.contains(world.heading));
    CHECK(world.title != name);
    CHECK(world.title.size() <= 36);
    CHECK(world.title.find('\n') == std::string::npos);
    REQUIRE(fs::exists(world.picture));
    CHECK(fs::file_size(world.picture) <= 12288);
    used.insert(world.heading);
    titles.insert(world.title);
  }
  CHECK(used == headings);
  CHECK(titles.size() == scene_names().size());
}

TEST_CASE("saves come first, the newest before others, and groups stand together in their order") {
  TestGame game;
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 4; ++i) {
    const fs::path file = saves_folder() / ("save-" + std::to_string(i) + (i == 2 ? ".json" : ".png"));
    write(file, "not a picture");
    fs::last_write_time(file, now + std::chrono::hours(i * 7 % 4));
  }
  // What the game kept by itself stands behind, even when it is newer, under the name of its world.
  const std::string kept = "my castle 2026-05-01 17.30.12";
  write(kept_folder() / (kept + ".png"), "not a picture");
  fs::last_write_time(kept_folder() / (kept + ".png"), now + std::chrono::hours(9));
  write(saves_folder() / "notes.txt", "no world");
  const std::vector<WorldEntry> worlds = list_worlds(game.state.given);
  std::vector<std::string> names;
  for (size_t i = 0; i < 5; ++i) names.push_back(worlds[i].name);
  CHECK(names == std::vector<std::string>{"save-1", "save-2", "save-3", "save-0", kept});
  CHECK(worlds[4].title == "my castle");
  CHECK(worlds[4].is_kept);
  CHECK(std::ranges::count(worlds, true, &WorldEntry::is_save) == 5);

  std::vector<std::string> headings;
  for (const WorldGroup& group : find_worlds(worlds, "")) headings.push_back(group.heading);
  CHECK(headings == std::vector<std::string>{"Your saves", worlds[4].heading, "Play", "Water", "Fire and light",
                                             "Dunes", "Physics", "Benchmark"});
}

TEST_CASE("scenes of mods and of the player's folder are on the page, whatever their group") {
  TestGame game;
  const fs::path data = user_data_folder();
  write(data / "scenes/mine.json", scene_text(R"(, "title": "My own", "group": "water")"));
  write(data / "scenes/strange.json", scene_text(R"(, "group": "machines")"));
  write(data / "scenes/broken.json", "{");
  write(data / "mods/chem/mod.json", R"({"format": "quicksand-mod/1", "name": "chem", "title": "Chemistry"})");
  write(data / "mods/chem/scenes/lab.json", scene_text(R"(, "title": "The lab")"));
  const std::vector<WorldEntry> worlds = list_worlds(game.state.given);
  CHECK(find(worlds, "mine").heading == "Water");
  CHECK(find(worlds, "mine").title == "My own");
  CHECK(find(worlds, "mine").size == GridSize{30, 20});
  CHECK(find(worlds, "strange").heading == "Machines");
  CHECK(find(worlds, "strange").title == "strange");
  CHECK(find(worlds, "broken").heading == "Other");
  CHECK(find(worlds, "chem:lab").heading == "Chemistry");
  CHECK(worlds.back().heading == "Benchmark");

  const WorldEntry& lab = find(worlds, "chem:lab");
  open_scene(game.state, lab.scene, lab.mods);
  CHECK(game.state.session.scene().title == "The lab");
  const WorldEntry& broken = find(worlds, "broken");
  open_scene(game.state, broken.scene, broken.mods);
  CHECK(game.state.toasts.shown().back().error);
  CHECK(game.state.session.scene().title == "The lab");

  // A mod of the command line is not in the list twice.
  WorldRequest given;
  given.mods = {"chem"};
  const std::vector<WorldEntry> with_mod = list_worlds(given);
  CHECK(std::ranges::count(with_mod, "chem:lab", &WorldEntry::name) == 1);
  CHECK(find(with_mod, "chem:lab").mods.empty());
}

TEST_CASE("every world is found by each word of its name and title, in any case, and with no other") {
  const TestGame game;
  const std::vector<WorldEntry> worlds = list_worlds(game.state.given);
  for (size_t i = 0; i < worlds.size(); ++i)
    for (std::string words : {worlds[i].name, worlds[i].title, worlds[i].title + " " + worlds[i].name}) {
      for (char& c : words) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      INFO(words);
      bool found = false;
      for (const WorldGroup& group : find_worlds(worlds, words)) {
        CHECK_FALSE(group.worlds.empty());
        found |= std::ranges::find(group.worlds, i) != group.worlds.end();
      }
      CHECK(found);
      CHECK(find_worlds(worlds, words + " qqq").empty());
    }
}

TEST_CASE("arrow keys reach every tile, and go back where they came from") {
  for (uint32_t round = 0; round < 200; ++round) {
    const auto lot = [&](uint32_t what, uint32_t most) { return 1 + dice_word(row_key(9, round, 1, 0), what) % most; };
    std::vector<size_t> sizes;
    for (uint32_t i = 0; i < lot(0, 4); ++i) sizes.push_back(lot(i + 1, 13));
    const std::vector<WorldGroup> groups = groups_of(sizes);
    const size_t columns = lot(9, 6);
    size_t count = 0;
    for (const size_t size : sizes) count += size;
    INFO(round << ": " << count << " tiles in " << columns << " columns");
    std::set<size_t> reached_down;
    for (size_t tile = 0; tile < count; ++tile) {
      const auto go = [&](ArrowKey key) { return next_tile(groups, columns, tile, key); };
      CHECK(go(ArrowKey::kRight) == std::min(tile + 1, count - 1));
      CHECK(go(ArrowKey::kLeft) == (tile > 0 ? tile - 1 : 0));
      const size_t below = go(ArrowKey::kDown);
      const size_t above = go(ArrowKey::kUp);
      CHECK((below >= tile && below < count));
      CHECK(above <= tile);
      // Up again ends in the row from which it came.
      if (below != tile) CHECK(next_tile(groups, columns, below, ArrowKey::kUp) <= tile);
      if (above != tile) CHECK(next_tile(groups, columns, above, ArrowKey::kDown) >= above + 1);
    }
    // Down from the first tile comes to the last row, through one tile of each row.
    size_t rows = 0;
    for (const size_t size : sizes) rows += (size + columns - 1) / columns;
    size_t tile = 0;
    for (size_t i = 1; i < rows; ++i) {
      const size_t next = next_tile(groups, columns, tile, ArrowKey::kDown);
      REQUIRE(next > tile);
      CHECK(next_tile(groups, columns, next, ArrowKey::kUp) == tile);
      tile = next;
    }
    CHECK(next_tile(groups, columns, tile, ArrowKey::kDown) == tile);
  }
}

TEST_CASE("the page of worlds shows scenes as they are, and reads nothing of them that may be large") {
  TestGame game;
  for (const std::string& name : scene_names()) {
    INFO(name);
    const Result<Scene> scene = load_builtin_scene(name, world_kinds());
    const WorldEntry world = find(list_worlds(game.state.given), name);
    CHECK(world.title == scene->title);
    if (world.size) CHECK(*world.size == scene->size);
  }
  const fs::path data = user_data_folder();
  const auto long_one = [](size_t bytes) {
    return scene_text(", \"title\": \"A long one\", \"hints\": [\"" + std::string(bytes, 'x') + "\"]");
  };
  write(data / "scenes/long.json", long_one(200'000));
  write(data / "scenes/longer.json", long_one(300'000));
  write(data / "scenes/pictured.json", R"({"format": "quicksand-scene/1", "world": "dunes", "title": "A pictured one",
    "heights": {"image": "there-is-none.png"}, "ground": {"image": "/dev/zero"}})");
  for (const char* const size : {"7", "[]", "[1, 2, 3]", "[0, 5]", "[1.5, 2]", "[1e300, 2]", "[16385, 1]", "{}"})
    write(data / "scenes" / ("size-" + std::to_string(size[1]) + ".json"),
          std::string(R"({"format": "quicksand-scene/1", "title": "odd", "size": )") + size + "}");
  for (const WorldEntry& world : list_worlds(game.state.given)) CHECK((world.title != "odd" || !world.size));
  const std::vector<WorldEntry> worlds = list_worlds(game.state.given);
  CHECK(find(worlds, "long").title == "A long one");
  CHECK(find(worlds, "longer").title == "longer");
  CHECK(find(worlds, "pictured").title == "A pictured one");
}
