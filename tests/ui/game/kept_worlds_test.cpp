// The worlds that the game keeps by itself: what is played when it ends, crashes or gives way to another.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include "app/kinds/world_kinds.h"
#include "dunes/dunes_scene.h"
#include "io/assets.h"
#include "io/environment_word.h"
#include "ui/game/fixture.h"
#include "ui/game/material_editor.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("whatever ends a world that the player has changed keeps it, and only then") {
  using Ending = void (*)(GameState&);
  const Ending endings[] = {clear_world, restart_scene, [](GameState& game) { open_scene(game, "hourglass"); },
                            [](GameState& game) { CHECK(leave_game(game)); }};
  for (const Ending end : endings) {
    TestGame game;
    end(game.state);
    CHECK(files_in(kept_folder()).empty());  // nothing was done
    if (end == endings[2]) continue;         // it is another scene by now
    draw_at(game, 50);
    const int64_t drawn = game.count("sand");
    end(game.state);
    REQUIRE(files_in(kept_folder()).size() == 1);
    end(game.state);
    CHECK(files_in(kept_folder()).size() == 1);  // it is kept already
    const fs::path kept = files_in(kept_folder()).front();
    open_scene(game.state, kept.string());
    CHECK(game.count("sand") == drawn);
    CHECK(world_name(game.state.session.scene().name) == "empty");
    // Kept under its own name again, not under that and two times.
    draw_at(game, 90);
    end(game.state);
    REQUIRE(files_in(kept_folder()).size() == 2);
    for (const fs::path& file : files_in(kept_folder())) CHECK(world_name(file.string()) == "empty");
  }
}

TEST_CASE("whatever a player has made is kept, be it nothing but signs, sources, materials or grains in the air") {
  using Deed = void (*)(TestGame&);
  const Deed deeds[] = {[](TestGame& game) {
                          game.state.session.apply(SignCommand{{{20, 20}, "mind the gap"}});
                        },
                        [](TestGame& game) {
                          SourceCommand source;
                          source.paint.from = source.paint.to = {40, 20};
                          source.paint.entries = {game.entry("sand")};
                          game.state.session.apply(source);
                        },
                        [](TestGame& game) {
                          REQUIRE(game.state.session.edit_materials({*parse_material_change("sand.density=9")}).ok());
                        },
                        [](TestGame& game) {
                          draw_at(game, 50);
                          game.state.session.apply(ForceCommand{.at = {55, 60}, .radius = 60, .outward = 40});
                          run(game, 2);
                          const World& world = game.state.session.world();
                          REQUIRE(world.count_entries()[0] == world.size().cells());
                        }};
  for (const Deed deed : deeds) {
    TestGame game;
    deed(game);
    clear_world(game.state);
    CHECK(files_in(kept_folder()).size() == 1);
  }
}

TEST_CASE("words and edits that are not yet taken are in the world that is kept, saved or resized") {
  using Way = void (*)(TestGame&);
  const Way ways[] = {[](TestGame& game) {
                        REQUIRE(leave_game(game.state));
                        open_scene(game.state, game.state.last_kept.string());
                      },
                      [](TestGame& game) {
                        save_as(game.state, "mine");
                        open_scene(game.state, save_path("mine").string());
                      },
                      [](TestGame& game) {
                        REQUIRE(resize_world(game.state, {180, 120}, {0, 0}));
                      }};
  // A scene that begins anew has the edits, and no sign.
  using Restart = void (*)(TestGame&);
  const Restart restarts[] = {[](TestGame& game) { restart_scene(game.state); },
                              [](TestGame& game) { REQUIRE(restart_with_seed(game.state, 7).ok()); }};
  for (const Restart restart : restarts) {
    TestGame game;
    edit_material(game.state, game.entry("water"));
    set_property(game.state, "density", "", "77", true);
    restart(game);
    const MaterialTable& table = *game.state.session.materials().table;
    CHECK(table[*table.find("water")].density == 77);
  }
  for (const Way way : ways) {
    TestGame game;
    game.state.tooling.edited_sign = EditedSign{{{5, 5}, "here"}, true};
    edit_material(game.state, game.entry("water"));
    set_property(game.state, "density", "", "77", true);  // no frame comes
    way(game);
    REQUIRE(game.state.session.director().signs().size() == 1);
    CHECK(game.state.session.director().signs().front().text == "here");
    const MaterialTable& table = *game.state.session.materials().table;
    CHECK(table[*table.find("water")].density == 77);
  }
}

TEST_CASE("a body in bare dunes is kept, and bare dunes in which nothing is left are not") {
  TestGame game(", \"world\": \"dunes\"");
  GameState& state = game.state;
  PaintCommand bare;
  bare.shape = Shape::kAll;
  bare.entries = {0};
  state.session.apply(bare);
  clear_world(state);
  CHECK(files_in(kept_folder()).empty());
  const std::shared_ptr<WorldSettings> settings =
      find_kind(world_kinds(), "dunes")->copy(*state.session.world().settings());
  dynamic_cast<DunesScene&>(*settings).settings.bodies.resize(1);
  dynamic_cast<DunesScene&>(*settings).settings.bodies[0].path = {{0, 50, 50, 6}};
  state.session.apply(SetCommand{settings});
  clear_world(state);
  CHECK(files_in(kept_folder()).size() == 1);
}

TEST_CASE("a world is kept whatever its file is called") {
  for (const size_t letters : {1U, 60U, 99U, 180U, 200U, 220U, 251U})
    for (const std::string letter : {"a", "\u00e4", "\u4e16"}) {
      std::string name;
      while (name.size() + letter.size() <= letters) name += letter;
      if (name.empty()) continue;
      INFO(name.size() << " bytes: " << name);
      TestGame game;
      const fs::path file = saves_folder() / (name + ".png");
      REQUIRE(game.state.session.save(file).ok());
      open_scene(game.state, file.string());
      CHECK(world_name(game.state.session.scene().name) == name);
      draw_at(game, 50);
      clear_world(game.state);
      REQUIRE(files_in(kept_folder()).size() == 1);
      const std::string kept = world_name(files_in(kept_folder()).front().string());
      CHECK((name.starts_with(kept) && (kept == name || name.size() > 200)));
      CHECK(kept.size() % letter.size() == 0);
    }
}

TEST_CASE("a world that was saved, undone or emptied by hand is kept only as far as it is lost otherwise") {
  TestGame game;
  draw_at(game, 50);
  save_as(game.state, "mine");
  restart_scene(game.state);
  CHECK(files_in(kept_folder()).empty());
  draw_at(game, 90);
  undo(game.state);
  restart_scene(game.state);
  CHECK(files_in(kept_folder()).size() == 1);  // who undoes may have wanted that
  clear_world(game.state);
  restart_scene(game.state);
  CHECK(files_in(kept_folder()).size() == 1);  // the save itself is still there
}

TEST_CASE("who saves a world under the name of another is told that it takes its place") {
  TestGame game;
  const auto is_told = [&](const std::string& name) {
    save_as(game.state, name);
    return game.state.toasts.shown().back().text.find("in place of what had this name") != std::string::npos;
  };
  draw_at(game, 50);
  CHECK_FALSE(is_told("mine"));
  draw_at(game, 60);
  CHECK_FALSE(is_told("mine"));  // it is its own
  CHECK_FALSE(is_told("other"));
  CHECK(is_told("mine"));
  open_scene(game.state, "hourglass");
  CHECK(is_told("other"));
  CHECK_FALSE(is_told("other"));
}

TEST_CASE("a world whose only file goes while it is played, by whatever, is kept when it is left") {
  using Ending = void (*)(GameState&);
  const Ending endings[] = {clear_world, [](GameState& game) { open_scene(game, "hourglass"); },
                            [](GameState& game) { CHECK(leave_game(game)); }};
  for (const Ending end : endings) {
    TestGame game;
    draw_at(game, 50);
    clear_world(game.state);
    REQUIRE(files_in(kept_folder()).size() == 1);
    open_scene(game.state, files_in(kept_folder()).front().string());
    const uint64_t hash = game.state.session.world().state_hash();
    fs::remove(files_in(kept_folder()).front());  // by another game that keeps a world of its own
    end(game.state);
    REQUIRE(files_in(kept_folder()).size() == 1);
    CHECK(quicksand::play(files_in(kept_folder()).front().string(), 0).world().state_hash() == hash);
  }
}

TEST_CASE("a world is kept where a pipe or a device has come in the place of its save, and none is waited for") {
  for (const bool is_pipe : {true, false}) {
    TestGame game;
    draw_at(game, 50);
    save_as(game.state, "mine");
    const fs::path file = saves_folder() / "mine.png";
    REQUIRE(fs::exists(file));
    fs::remove(file);
    if (is_pipe)
      REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    else
      fs::create_symlink("/dev/zero", file);
    CHECK(leave_game(game.state));
    CHECK_FALSE(files_in(kept_folder()).empty());
  }
}

TEST_CASE("a save that is removed takes no world with it that is played") {
  TestGame game;
  draw_at(game, 50);
  save_as(game.state, "mine");
  for (size_t i = 0; i < kMostKept; ++i) {
    draw_at(game, 20 + static_cast<int>(i));
    clear_world(game.state);
  }
  const auto by_date = [](const fs::path& file) { return fs::last_write_time(file); };
  const std::vector<fs::path> kept = files_in(kept_folder());
  REQUIRE(kept.size() == kMostKept);
  const fs::path oldest = *std::ranges::min_element(kept, {}, by_date);
  open_scene(game.state, oldest.string());
  REQUIRE(remove_save(game.state, save_path("mine")).ok());
  CHECK(fs::exists(oldest));
}

TEST_CASE("no more worlds are kept than are promised, and the oldest go") {
  TestGame game;
  for (size_t i = 0; i < kMostKept + 5; ++i) {
    draw_at(game, static_cast<int>(i * 3));
    REQUIRE(keep_world(game.state).ok());
    fs::last_write_time(game.state.last_kept, fs::file_time_type::clock::now() - std::chrono::hours(1000 - i));
  }
  CHECK(files_in(kept_folder()).size() == kMostKept);
  CHECK(fs::exists(game.state.last_kept));
}

TEST_CASE("the kept world that is played, or opened next, is not the one that goes") {
  TestGame game;
  for (size_t i = 0; i < kMostKept; ++i) {
    draw_at(game, static_cast<int>(i * 3));
    REQUIRE(keep_world(game.state).ok());
    fs::last_write_time(game.state.last_kept, fs::file_time_type::clock::now() - std::chrono::hours(1000 - i));
  }
  for (size_t i = 0; i < 3; ++i) {
    const auto by_date = [](const fs::path& a, const fs::path& b) {
      return fs::last_write_time(a) < fs::last_write_time(b);
    };
    const std::vector<fs::path> kept = files_in(kept_folder());
    const fs::path oldest = *std::ranges::min_element(kept, by_date);
    draw_at(game, 7);  // so that what is left is kept
    open_scene(game.state, oldest.string());
    CHECK(fs::exists(oldest));
    REQUIRE(keep_world(game.state).ok());
    CHECK(fs::exists(oldest));
  }
}

TEST_CASE("what was edited in a world to which undo led back is kept when redo leaves it") {
  TestGame game;
  draw_at(game, 50);
  open_scene(game.state, "hourglass");
  undo(game.state);
  REQUIRE(world_name(game.state.session.scene().name) == "empty");
  REQUIRE(game.state.session.edit_materials({*parse_material_change("sand.density=9")}).ok());
  const size_t before = files_in(kept_folder()).size();
  redo(game.state);
  REQUIRE(game.state.session.scene().name == "hourglass");
  REQUIRE(files_in(kept_folder()).size() == before + 1);
  open_scene(game.state, game.state.last_kept.string());
  REQUIRE(game.state.session.scene().material_changes.size() == 1);
  CHECK(game.state.session.scene().material_changes.front().path() == "sand.density");
}

TEST_CASE("whatever the machine's clock has said, worlds go in the order in which they were kept") {
  using std::chrono::hours;
  TestGame game;
  std::vector<fs::path> kept;
  for (unsigned seed = 0; seed < kMostKept + 20; ++seed) {
    draw_at(game, static_cast<int>(seed * 2));
    REQUIRE(keep_world(game.state).ok());
    kept.push_back(game.state.last_kept);
    // All dates so far shift alike: between two worlds the clock goes on by an hour, or back by up to three years.
    const hours shift = seed % 3 == 0 ? hours(int64_t{seed} * 9 % 40 * 700) : hours(-1);
    for (const fs::path& file : files_in(kept_folder())) fs::last_write_time(file, fs::last_write_time(file) + shift);
    std::vector<fs::path> wanted(kept.end() - static_cast<std::ptrdiff_t>(std::min(kept.size(), kMostKept)),
                                 kept.end());
    std::ranges::sort(wanted);
    INFO("after world " << seed);
    REQUIRE(files_in(kept_folder()) == wanted);
  }
}

TEST_CASE("a world that is left is offered at the next start, until the player says something to it") {
  TestGame game;
  offer_left_world(game.state);
  CHECK_FALSE(game.state.offer);
  draw_at(game, 50);
  const int64_t drawn = game.count("sand");
  CHECK(leave_game(game.state));
  const Settings settings = load_settings(user_config_folder() / "settings.json").settings;
  CHECK_FALSE(settings.left_world.empty());
  clear_world(game.state);
  // Who asks for a scene gets it.
  offer_left_world(game.state);
  CHECK_FALSE(game.state.offer);
  const_cast<WorldRequest&>(game.state.given).scene = kDefaultScene;
  offer_left_world(game.state);
  REQUIRE(game.state.offer);
  take_offer(game.state);
  CHECK(game.count("sand") == drawn);
  CHECK_FALSE(game.state.offer);
  CHECK(load_settings(user_config_folder() / "settings.json").settings.left_world.empty());
}

namespace {

// The file that the game has for the case that it crashes, once it is written; empty: it has none.
fs::path autosaved(TestGame& game) {
  game.state.settings.autosave_seconds = 1;
  static double now = 0;
  for (int i = 0; i < 2; ++i) follow_autosave(game.state, now += 10);
  while (game.state.autosave.is_writing()) std::this_thread::yield();
  follow_autosave(game.state, now);
  for (const fs::path& file : files_in(user_data_folder() / "running/1"))
    if (file.extension() == ".png") return file;
  return {};
}

// A game that was started beside this one, and what it tells when it is.
struct Beside {
  explicit Beside(TestGame& game, const char* scene = nullptr) : state(game.state.session) {
    if (scene) const_cast<WorldRequest&>(state.given).scene = scene;
    recover_worlds(state);
    offer_left_world(state);
  }
  GameState state;
};

}  // namespace

TEST_CASE("the world of a game that crashed is offered at the next start, also to who asks for a scene") {
  for (const char* const scene : {"hourglass", "oasis"}) {
    TestGame game;
    recover_worlds(game.state);
    CHECK(autosaved(game).empty());
    draw_at(game, 50);
    const int64_t drawn = game.count("sand");
    const fs::path file = autosaved(game);
    REQUIRE_FALSE(file.empty());
    // While the game lives, its world is its own.
    {
      Beside other(game, scene);
      CHECK_FALSE(other.state.offer);
      CHECK(fs::exists(file));
    }
    // A game that has died leaves what it had in a slot that nobody holds, and what it was writing.
    const fs::path slot = user_data_folder() / "running/7";
    fs::create_directories(slot);
    fs::copy_file(file, slot / "castle.png");
    REQUIRE(write_file_atomically(slot / "castle.png.xxxxxx.quicksand-part", "half").ok());
    REQUIRE(write_file_atomically(saves_folder() / "a.png.xxxxxx.quicksand-part", "half").ok());
    // The slots between are those of games that ran at the same time.
    for (int number = 2; number < 7; ++number)
      fs::create_directories(user_data_folder() / "running" / std::to_string(number));
    Beside next(game, scene);
    CHECK(files_in(slot) == std::vector<fs::path>{slot / "lock"});
    CHECK(files_in(saves_folder()).empty());
    REQUIRE(next.state.offer);
    CHECK(next.state.offer_is_of_crash);
    CHECK(next.state.offer->parent_path() == kept_folder());
    CHECK(world_name(next.state.offer->string()) == "castle");
    // It is still offered to who dies before an answer.
    CHECK(load_settings(user_config_folder() / "settings.json").settings.left_world ==
          next.state.offer->filename().string());
    take_offer(next.state);
    CHECK(game.count("sand") == drawn);
    CHECK(load_settings(user_config_folder() / "settings.json").settings.left_world.empty());
    CHECK_FALSE(Beside(game, scene).state.offer);
  }
}

TEST_CASE("a game that began where nothing could be written is safe from crashes as soon as something can") {
  TestGame game;
  REQUIRE(write_file_atomically(user_data_folder() / "running", "a file where the folder should be").ok());
  recover_worlds(game.state);
  REQUIRE_FALSE(game.state.toasts.shown().empty());
  CHECK(game.state.toasts.shown().back().error);
  const size_t told = game.state.toasts.shown().size();
  draw_at(game, 50);
  double now = 0;
  const auto follow = [&] {
    for (int i = 0; i < 3; ++i) {
      follow_autosave(game.state, now += game.state.settings.autosave_seconds + 1);
      while (game.state.autosave.is_writing()) std::this_thread::yield();
    }
  };
  follow();
  CHECK(game.state.toasts.shown().size() == told);
  fs::remove(user_data_folder() / "running");
  follow();
  CHECK(fs::exists(user_data_folder() / "running/1"));
  CHECK_FALSE(fs::is_empty(user_data_folder() / "running/1"));
  bool is_written = false;
  for (const fs::directory_entry& file : fs::directory_iterator(user_data_folder() / "running/1"))
    is_written |= file.path().extension() == ".png";
  CHECK(is_written);
}

TEST_CASE("a crashed game's world that cannot be kept stays, and no other game writes in its place") {
  TestGame game;
  const fs::path left = user_data_folder() / "running/1/castle.png";
  draw_at(game, 50);
  REQUIRE(game.state.session.save(left).ok());
  const std::string bytes = *read_file(left, 1 << 20);
  REQUIRE(write_file_atomically(kept_folder(), "a file where the folder should be").ok());
  {
    Beside next(game);
    CHECK(next.state.toasts.shown().back().error);
    for (int i = 0; i < 3; ++i) {
      draw_at(game, 60 + i);
      next.state.settings.autosave_seconds = 1;
      follow_autosave(next.state, 10.0 * i);
      while (next.state.autosave.is_writing()) std::this_thread::yield();
    }
    CHECK(*read_file(left, 1 << 20) == bytes);
    CHECK_FALSE(files_in(user_data_folder() / "running/2").empty());
    next.state.autosave.forget(next.state.session);
  }
  fs::remove(kept_folder());
  Beside later(game);
  REQUIRE(later.state.offer);
  CHECK(world_name(later.state.offer->string()) == "castle");
  CHECK_FALSE(fs::exists(left));
}

TEST_CASE("several games of a player that end in the same moment keep all their worlds") {
  constexpr int kGames = 6;
  TestGame folders;  // of all
  std::vector<pid_t> games;
  const fs::path start = user_data_folder() / "start";
  for (int i = 0; i < kGames; ++i) {
    games.push_back(::fork());
    if (games.back() != 0) continue;
    draw_at(folders, 20 + 10 * i);
    while (!fs::exists(start)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::_exit(leave_game(folders.state) ? 0 : 1);
  }
  REQUIRE(write_file_atomically(start, "").ok());
  for (const pid_t one : games) {
    int state = 0;
    REQUIRE(::waitpid(one, &state, 0) == one);
    CHECK(state == 0);
  }
  CHECK(files_in(kept_folder()).size() == kGames);
}

TEST_CASE("a world that is saved, left in order or replaced is none that a crash would lose") {
  using Ending = void (*)(GameState&);
  const Ending endings[] = {[](GameState& game) { save_as(game, "mine"); }, restart_scene, clear_world,
                            [](GameState& game) { open_scene(game, "hourglass"); },
                            [](GameState& game) { CHECK(leave_game(game)); }};
  for (const Ending end : endings) {
    TestGame game;
    recover_worlds(game.state);
    draw_at(game, 50);
    const fs::path file = autosaved(game);
    REQUIRE(fs::exists(file));
    end(game.state);
    CHECK_FALSE(fs::exists(file));
  }
  // But one that cannot be kept is.
  TestGame game;
  const EnvironmentWord home("HOME", "/proc/no/home");
  const EnvironmentWord temporary("TMPDIR", "/proc/no/tmp");
  recover_worlds(game.state);
  draw_at(game, 50);
  const fs::path file = autosaved(game);
  REQUIRE(write_file_atomically(kept_folder(), "a file where the folder should be").ok());
  CHECK_FALSE(leave_game(game.state));
  CHECK(leave_game(game.state));
  CHECK(fs::exists(file));
}

TEST_CASE("who cannot keep the world is warned once, and quits at the second try") {
  TestGame game;
  const EnvironmentWord home("HOME", "/proc/no/home");
  const EnvironmentWord temporary("TMPDIR", "/proc/no/tmp");
  draw_at(game, 50);
  REQUIRE(write_file_atomically(user_data_folder() / "kept", "a file where the folder should be").ok());
  CHECK_FALSE(leave_game(game.state));
  CHECK(game.state.toasts.shown().back().error);
  CHECK(leave_game(game.state));
}
