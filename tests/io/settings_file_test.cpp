#include "io/settings_file.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "io/files.h"
#include "io/keys_file.h"
#include "io/property_reader.h"
#include "io/settings_format.h"
#include "io/temporary_folder.h"

using namespace quicksand;

TEST_CASE("settings are kept") {
  const TemporaryFolder folder;
  Settings settings;
  settings.hint_seen = true;
  settings.ui_scale = 1.5;
  settings.fancy = false;
  settings.effects = "own";
  settings.own_effects = {1, 0, 5, 2, 0, 4};
  settings.grid = false;
  settings.patterns = true;
  settings.shakes = false;
  settings.theme = "light";
  settings.left_world = "oasis 2026-05-01 17.30.12.png";
  settings.autosave_seconds = 0.25;
  settings.distinct_colours = true;
  settings.past_megabytes = 64;
  REQUIRE(save_settings(settings, folder / "settings.json").ok());
  const LoadedSettings loaded = load_settings(folder / "settings.json");
  CHECK(loaded.problem.empty());
  CHECK(loaded.settings == settings);
}

TEST_CASE("a world whose name is no UTF-8 keeps no settings from being written") {
  const TemporaryFolder folder;
  Settings settings;
  settings.left_world = "caf\xe9.png";
  settings.ui_scale = 1.5;
  REQUIRE(save_settings(settings, folder / "one.json").ok());
  REQUIRE(save_changes(Settings(), settings, folder / "other.json").ok());
  for (const char* const name : {"one.json", "other.json"}) {
    const LoadedSettings loaded = load_settings(folder / name);
    CHECK(loaded.problem.empty());
    CHECK(loaded.settings.ui_scale == 1.5);
  }
}

TEST_CASE("whatever size of text a settings file asks for, the window can be used") {
  const TemporaryFolder folder;
  for (const char* const scale :
       {"0.0001", "0.5", "0.9999999", "-1", "-0.0", "3.0001", "1e300", "1e-320", "0", "1", "2.5", "3"}) {
    INFO(scale);
    REQUIRE(
        write_file_atomically(folder / "settings.json", std::string(R"({"grid": false, "ui_scale": )") + scale + "}")
            .ok());
    const LoadedSettings loaded = load_settings(folder / "settings.json");
    const double got = loaded.settings.ui_scale;
    CHECK((got == 0 || (got >= 1 && got <= 3)));
    CHECK((loaded.problem.empty() ? got == std::stod(scale) : loaded.problem.find("ui_scale") != std::string::npos));
    CHECK_FALSE(loaded.settings.grid);
  }
}

TEST_CASE("what is wrong in a settings file gets its default, and the rest is kept") {
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "settings.json", R"({"effects": "gigantic", "light": 99, "bloom": -1,
    "blur": "much", "detail": 3, "patterns": true})")
              .ok());
  const LoadedSettings loaded = load_settings(folder / "settings.json");
  const Settings& settings = loaded.settings;
  for (const char* key : {"gigantic", "light", "bloom", "blur"}) CHECK(loaded.problem.find(key) != std::string::npos);
  CHECK(read_file(folder / "settings.broken.json", 1 << 20).ok());
  CHECK(settings.effects == "auto");
  CHECK(settings.own_effects.light == Effects().light);
  CHECK(settings.own_effects.bloom == Effects().bloom);
  CHECK(settings.own_effects.blur == Effects().blur);
  CHECK(settings.own_effects.detail == 3);
  CHECK(settings.patterns);
  CHECK(load_settings(folder / "none.json").settings == Settings());
  CHECK(load_settings(folder / "none.json").problem.empty());
  REQUIRE(write_file_atomically(folder / "cut.json", "{\"grid\": false,").ok());
  CHECK(load_settings(folder / "cut.json").problem.find("cut.json:1:") != std::string::npos);
}

TEST_CASE("whichever setting is wrong, it alone gets its default, and the problem names it") {
  const TemporaryFolder folder;
  const std::string good = R"({"hint_seen": true, "ui_scale": 1.5, "fancy": false, "effects": "own", "grid": false,
    "patterns": true, "shakes": false, "theme": "light", "language": "de", "favourites": ["sand"], "left_world": "mine.png", "autosave_seconds": 7.5, "past_megabytes": 99, "distinct_colours": true, "volume": 0.3, "muted": true, "blur": 1, "edges": 0, "light": 5, "bloom": 2, "dither": 0, "detail": 4})";
  REQUIRE(write_file_atomically(folder / "good.json", good).ok());
  const Settings kept = load_settings(folder / "good.json").settings;
  int count = 0;
  for (const std::string_view key : keys_of(kSettingsProperties)) {
    if (key == "$schema") continue;
    const std::string named = "\"" + std::string(key) + "\": ";
    const size_t start = good.find(named);
    INFO(key);
    REQUIRE(start != std::string::npos);
    const size_t value = start + named.size();
    const std::string wrong = good.substr(0, value) + "{}" + good.substr(good.find_first_of(",}", value));
    const std::string without = good.substr(0, start) + "\"other\": 0" + good.substr(good.find_first_of(",}", value));
    REQUIRE(write_file_atomically(folder / "wrong.json", wrong).ok());
    REQUIRE(write_file_atomically(folder / "without.json", without).ok());
    const LoadedSettings loaded = load_settings(folder / "wrong.json");
    CHECK(loaded.problem.find("\"" + std::string(key) + "\"") != std::string::npos);
    CHECK(loaded.settings == load_settings(folder / "without.json").settings);
    CHECK_FALSE(loaded.settings == kept);
    ++count;
  }
  CHECK(count == 22);
  REQUIRE(write_file_atomically(folder / "schema.json", "{\"$schema\": \"x\", " + good.substr(1)).ok());
  CHECK(load_settings(folder / "schema.json").problem.empty());
  CHECK(load_settings(folder / "schema.json").settings == kept);
}

TEST_CASE("games that run at the same time do not take back one another's settings and keys, nor leave half a file") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const TemporaryFolder folder;
    const auto settings_file = folder / "settings.json";
    const auto keys_file = folder / "keys.json";
    std::atomic<bool> is_done = false;
    std::atomic<int> broken = 0;
    // Each changes what is its own; what it knows of the rest is old.
    const auto play = [&](int player) {
      Settings before;
      KeyBindings old;
      for (int i = 1; i <= 12; ++i) {
        Settings settings = before;
        KeyBindings keys = old;
        if (player == 0) settings.volume = i / 16.0;
        if (player == 1) settings.left_world = std::to_string(i);
        if (player == 2) settings.own_effects.light = i % 5;
        keys["action" + std::to_string(player)] = {std::to_string(i)};
        if (i % 4 == 0) keys.erase("action" + std::to_string(player));
        if (!save_changes(before, settings, settings_file) || !save_changes(old, keys, keys_file)) ++broken;
        before = settings;
        old = keys;
      }
    };
    const auto read = [&] {
      while (!is_done) broken += load_settings(settings_file).problem.empty() ? 0 : 1;
    };
    std::thread reader(read);
    std::vector<std::thread> players;
    for (int player = 0; player < 3; ++player) players.emplace_back(play, player);
    for (std::thread& player : players) player.join();
    is_done = true;
    reader.join();
    CHECK(broken == 0);
    const LoadedSettings loaded = load_settings(settings_file);
    CHECK(loaded.problem.empty());
    CHECK(loaded.settings.volume == 12 / 16.0);
    CHECK(loaded.settings.left_world == "12");
    CHECK(loaded.settings.own_effects.light == 12 % 5);
    const std::vector<std::string> actions{"action0", "action1", "action2"};
    CHECK(load_keys(keys_file, actions, [](const std::string& key) { return std::optional(key); }).keys.empty());
  }
}

TEST_CASE("where the file of settings has gone or is broken, all that the game knows is written") {
  const TemporaryFolder folder;
  Settings settings;
  settings.volume = 0.25;
  for (const char* const text : {"", "{\"grid\": fal", "[1]"}) {
    Settings other = settings;
    other.grid = false;
    if (*text != 0) REQUIRE(write_file_atomically(folder / "settings.json", text).ok());
    REQUIRE(save_changes(settings, other, folder / "settings.json").ok());
    CHECK(load_settings(folder / "settings.json").settings == other);
  }
}
