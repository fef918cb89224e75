#include "app/autosave.h"

#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include "app/autosaved_play.h"
#include "app/play.h"
#include "core/cases.h"
#include "io/files.h"
#include "io/material_changes.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

void paint(Session& session, int x) {
  PaintCommand stroke;
  stroke.from = stroke.to = {x, 50};
  stroke.width = 5;
  stroke.entries = {2};
  session.apply(stroke);
}

std::vector<fs::path> worlds_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".png") files.push_back(it->path());
  return files;
}

// One that takes what it finds, and puts it into `found`.
void begin(Autosave& autosave, const fs::path& folder, std::vector<std::string>& found) {
  const Status begun = autosave.begin(folder, [&](const fs::path& world) {
    found.push_back(world.stem().string());
    fs::remove(world);
  });
  INFO((begun ? "" : begun.failure().text()));
  REQUIRE(begun.ok());
}

// Until what follow() has begun is written.
void settle(Autosave& autosave, const Session& session, const std::string& name, double now) {
  while (autosave.is_writing()) std::this_thread::yield();
  autosave.follow(session, name, 0, now);
}

}  // namespace

TEST_CASE("the world is written when it is time and something has changed, and goes when it is safe elsewhere") {
  const TemporaryFolder folder;
  Session session = play("hourglass", 3);
  Autosave autosave;
  std::vector<std::string> found;
  begin(autosave, folder.path(), found);
  double now = 100;
  const auto writes = [&](const std::string& name = "w") {
    now += 50;
    autosave.follow(session, name, 50, now);
    const bool is_writing = autosave.is_writing();
    settle(autosave, session, name, now);
    CHECK_FALSE(autosave.take_problem());
    return is_writing;
  };
  const auto opens_the_same = [&](const std::string& name) {
    const Session again = play((folder / ("1/" + name + ".png")).string(), 0);
    return again.world().state_hash() == session.world().state_hash();
  };
  autosave.follow(session, "w", 50, now);
  CHECK_FALSE(writes());  // its scene makes it so
  paint(session, 60);
  CHECK(writes());
  CHECK(opens_the_same("w"));
  paint(session, 61);
  autosave.follow(session, "w", 50, now + 49);
  CHECK_FALSE(autosave.is_writing());  // not yet
  CHECK(writes());
  CHECK(opens_the_same("w"));
  CHECK_FALSE(writes());
  for (int i = 0; i < 5; ++i) session.tick();
  CHECK(writes("x"));  // as the world is called by now
  CHECK(opens_the_same("x"));
  CHECK(worlds_in(folder.path()).size() == 1);
  autosave.forget(session);
  CHECK(worlds_in(folder.path()).empty());
  CHECK_FALSE(writes());
  paint(session, 90);
  CHECK(writes());
  // It is forgotten while it is written.
  paint(session, 30);
  now += 50;
  autosave.follow(session, "w", 50, now);
  autosave.forget(session);
  settle(autosave, session, "w", now);
  CHECK(worlds_in(folder.path()).empty());
  // Never, if the player does not want it.
  paint(session, 31);
  autosave.follow(session, "w", 0, now + 1000);
  CHECK_FALSE(autosave.is_writing());
}

TEST_CASE("a world in which nothing moves is not written again because time goes on in it") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "e.json", R"({"format": "quicksand-scene/1", "size": [60, 80]})").ok();
  Session session = play((folder / "e.json").string(), 0);
  Autosave autosave;
  std::vector<std::string> found;
  begin(autosave, folder / "slots", found);
  autosave.follow(session, "w", 1, 0);
  paint(session, 30);
  for (int i = 0; i < 300; ++i) session.tick();
  autosave.follow(session, "w", 1, 2);
  settle(autosave, session, "w", 2);
  const fs::path file = folder / "slots/1/w.png";
  const auto written = fs::last_write_time(file);
  for (int round = 0; round < 3; ++round) {
    session.tick();
    autosave.follow(session, "w", 1, 4 + 2 * round);
    settle(autosave, session, "w", 4 + 2 * round);
    CHECK(fs::last_write_time(file) == written);
  }
}

namespace {

// Somebody has just begun to play.
struct Beginner {
  Beginner() {
    begin(autosave, folder.path(), found);
    autosave.follow(session, "w", 1, 0);
  }

  const TemporaryFolder folder;
  Session session = play("hourglass", 0);
  Autosave autosave;
  std::vector<std::string> found;
};

}  // namespace

TEST_CASE("materials that are edited are written, whatever else has been done") {
  Beginner beginner;
  auto& [folder, session, autosave, found] = beginner;
  REQUIRE(session.edit_materials({*parse_material_change("sand.density=9")}).ok());
  autosave.follow(session, "w", 1, 10);
  settle(autosave, session, "w", 10);
  REQUIRE(fs::exists(folder / "1/w.png"));
  const Session again = play((folder / "1/w.png").string(), 0);
  const MaterialTable& table = *again.materials().table;
  CHECK(table[*table.find("sand")].density == 9);
}

TEST_CASE("a world that cannot be written is told once, and nothing else happens to it") {
  Beginner beginner;
  auto& [folder, session, autosave, found] = beginner;
  fs::create_directories(folder / "1/w.png/in-the-way");
  for (int round = 1; round < 4; ++round) {
    paint(session, 20 * round);
    autosave.follow(session, "w", 1, 10 * round);
    settle(autosave, session, "w", 10 * round);
    CHECK(autosave.take_problem().has_value() == (round == 1));
  }
  CHECK_FALSE(Autosave().begin("/proc/nowhere", [](const fs::path&) {}).ok());
}

TEST_CASE("what could not be written is tried again, also where time stands, and told again once it could between") {
  Beginner beginner;
  auto& [folder, session, autosave, found] = beginner;
  double now = 0;
  const auto follow = [&] {
    autosave.follow(session, "w", 1, now += 10);
    settle(autosave, session, "w", now);
  };
  for (int round = 1; round < 4; ++round) {
    fs::remove(folder / "1/w.png");
    fs::create_directories(folder / "1/w.png/in-the-way");
    paint(session, 20 * round);
    follow();
    CHECK(autosave.take_problem().has_value());
    follow();
    CHECK_FALSE(autosave.take_problem().has_value());
    fs::remove_all(folder / "1/w.png");
    follow();
    CHECK_FALSE(autosave.take_problem().has_value());
    REQUIRE(fs::is_regular_file(folder / "1/w.png"));
    CHECK(play((folder / "1/w.png").string(), 0).world().state_hash() == session.world().state_hash());
  }
}

TEST_CASE("games that run at once keep their worlds apart, what one leaves that ends badly is found by the next") {
  std::mt19937 dice(4);
  for (int round = 0; round < cases(8, 20); ++round) {
    const TemporaryFolder folder;
    std::vector<std::unique_ptr<Autosave>> games;
    std::vector<std::string> names;  // of their worlds
    std::vector<std::string> lost;   // of those that ended
    Session session = play("hourglass", 0);
    paint(session, 40);
    for (int step = 0; step < 6; ++step) {
      if (games.empty() || dice() % 3 > 0) {
        std::vector<std::string> found;
        begin(*games.emplace_back(std::make_unique<Autosave>()), folder.path(), found);
        std::ranges::sort(found);
        std::ranges::sort(lost);
        CHECK(found == lost);
        lost.clear();
        names.push_back("w" + std::to_string(step));
        games.back()->follow(session, names.back(), 1, 0);
        games.back()->follow(session, names.back(), 1, 2);
      } else {
        const size_t gone = dice() % games.size();
        const bool in_order = dice() % 3 == 0;
        if (in_order)
          games[gone]->forget(session);
        else
          lost.push_back(names[gone]);
        games.erase(games.begin() + static_cast<ptrdiff_t>(gone));
        names.erase(names.begin() + static_cast<ptrdiff_t>(gone));
      }
    }
  }
}

namespace {

// A process of autosave_player.
class Player {
 public:
  Player(const fs::path& folder, uint32_t seed) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::execl(AUTOSAVE_PLAYER_PROGRAM, AUTOSAVE_PLAYER_PROGRAM, folder.c_str(), std::to_string(seed).c_str(), nullptr);
      ::_exit(2);
    }
    ::close(ends[1]);
    ticks_ = ends[0];
  }
  ~Player() {
    kill();
    ::close(ticks_);
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  void wait_for_tick() {
    char tick;
    REQUIRE(::read(ticks_, &tick, 1) == 1);
  }
  void wait_for(const fs::path& file) {
    for (int tick = 0; tick < 5000 && !fs::exists(file); ++tick) wait_for_tick();
    REQUIRE(fs::exists(file));
  }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  pid_t process_ = 0;
  int ticks_ = -1;
};

// Waits until so much has happened to the files of a folder, as the system tells: files made, opened, written.
void wait_for_events(const fs::path& folder, size_t count) {
  const int events = ::inotify_init1(IN_CLOEXEC);
  REQUIRE(events >= 0);
  REQUIRE(::inotify_add_watch(events, folder.c_str(), IN_CREATE | IN_OPEN | IN_MODIFY | IN_MOVED_TO) >= 0);
  alignas(inotify_event) char block[4096];
  while (count > 0) {
    const ssize_t length = ::read(events, block, sizeof block);
    REQUIRE(length > 0);
    for (ssize_t at = 0; at < length && count > 0; --count)
      at += static_cast<ssize_t>(sizeof(inotify_event) + reinterpret_cast<const inotify_event*>(block + at)->len);
  }
  ::close(events);
}

uint64_t tick_of(const fs::path& world) {
  const Result<std::string> bytes = read_file(world, size_t{1} << 26);
  REQUIRE(bytes.ok());
  const auto header = decode_save_header(*bytes, world.string(), world_kinds());
  INFO((header ? "" : header.failure().text()));
  REQUIRE((header.ok() && header->has_value()));
  return (*header)->tick;
}

// Kills players at random moments, and when they are at their files. What the last one has written is there, whole, and
// is what it played; and the world of a player who lives is left alone.
void check_killed_players(int rounds, uint32_t seed) {
  const TemporaryFolder folder;
  std::mt19937 dice(seed);
  Player survivor(folder.path(), 1);
  survivor.wait_for_tick();
  for (int round = 0; round < rounds; ++round) {
    INFO("round " << round << " of seed " << seed);
    const uint32_t play_seed = dice();
    Player player(folder.path(), play_seed);
    player.wait_for_tick();
    const fs::path file = folder / "2/world.png";
    player.wait_for(file);
    for (uint32_t more = dice() % 12; more > 0; --more) player.wait_for_tick();
    const uint64_t at_least = tick_of(file);
    if (round % 2 == 0) wait_for_events(folder / "2", 1 + dice() % 5);
    player.kill();

    std::vector<fs::path> found;
    std::optional<Session> left;
    Autosave next;
    REQUIRE(next.begin(folder.path(),
                       [&](const fs::path& world) {
                         found.push_back(world);
                         left.emplace(play(world.string(), 0));
                         fs::remove(world);
                       })
                .ok());
    CHECK(found == std::vector<fs::path>{file});
    REQUIRE(left);
    CHECK(left->world().tick() >= at_least);
    Result<OpenedWorld> opened = open_autosaved_world();
    REQUIRE(opened.ok());
    Session again(std::move(*opened), 1);
    while (again.world().tick() < left->world().tick()) play_on(again, play_seed);
    CHECK(again.world().state_hash() == left->world().state_hash());
    std::vector<fs::path> files;
    for (const auto& one : fs::directory_iterator(folder / "2")) files.push_back(one.path().filename());
    CHECK(files == std::vector<fs::path>{"lock"});
  }
  survivor.wait_for(folder / "1/world.png");
}

}  // namespace

TEST_CASE("a game that is killed at any moment leaves its world whole", "[thorough]") { check_killed_players(10, 1); }

TEST_CASE("a game that is killed at any moment leaves its world whole, often", "[.][slow]") {
  check_killed_players(200, 2);
}
