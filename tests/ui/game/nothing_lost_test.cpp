// Whatever a player does, in whatever order: what was made of a world that is left is in a file.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/cases.h"
#include "ui/game/robot.h"

using namespace quicksand;

namespace {

constexpr int kDeeds = 14;

std::string scene_keys(unsigned seed) { return seed % 4 == 3 ? R"(, "world": "dunes", "sand": {"depth": 2})" : ""; }

std::string edits_of(const Session& session) {
  std::string text;
  for (const MaterialChange& edit : session.edits()) text += edit.path() + "=" + edit.value + " ";
  return text;
}

// What a game plays before and after a deed.
struct Played {
  explicit Played(const GameState& game)
      : jumps(game.session.jumps()),
        clears(clears_in(game.session.log())),
        notes(game.history.notes()),
        changes_on_return(game.changes_on_return) {}

  // Whether the deed has put another world in its place, or cleared it.
  bool is_left_by(const std::string& deed, const Played& next) const {
    constexpr const char* kLeaving[] = {"opens", "clear", "restart", "crops", "resizes", "types seed"};
    const auto begins_with = [&](const char* name) { return deed.starts_with(name); };
    if (deed == "undo" || deed == "redo" || deed == "close-or-undo") return changes_on_return != next.changes_on_return;
    const bool opens_other = jumps != next.jumps && std::ranges::any_of(kLeaving, begins_with);
    return notes != next.notes && (opens_other || clears < next.clears);
  }

  static size_t clears_in(const CommandLog& log) {
    size_t clears = 0;
    for (size_t i = 0; i < log.size(); ++i) clears += std::holds_alternative<ClearCommand>(log.command(i)) ? 1 : 0;
    return clears;
  }

  uint64_t jumps;
  size_t clears;
  uint64_t notes;
  uint64_t changes_on_return;
};

struct Run {
  unsigned seed;
  Robot::Skill skill;
  std::vector<std::string> deeds;
  std::vector<size_t> leaving;     // the deeds that ended what was played; the last one is to quit
  std::vector<std::string> files;  // what they hold then
  // What was in those that went, and before which deed.
  std::vector<std::pair<size_t, std::string>> lost_files;
};

std::string contents_of(const std::filesystem::path& file) {
  Session session = play(file.string(), 0);
  if (file.extension() == ".json") {
    while (session.world().tick() < session.scene().recorded_until.value_or(0)) session.tick();
    session.play_commands_due();
  }
  return contents_of(session);
}

Run play_to_the_end(unsigned seed, Robot::Skill skill) {
  Run run{seed, skill, {}, {}, {}, {}};
  TestGame game(scene_keys(seed));
  Robot robot(game, seed, skill);
  for (size_t i = 0; i < kDeeds; ++i) {
    const Played before(game.state);
    const std::filesystem::path file = game.state.kept_in.path();
    const std::string content = skill == Robot::Skill::kMore && exists(file) ? contents_of(file) : "";
    run.deeds.push_back(robot.act_anywhere());
    if (!content.empty() && (!exists(file) || contents_of(file) != content)) run.lost_files.emplace_back(i, content);
    if (before.is_left_by(run.deeds.back(), Played(game.state))) run.leaving.push_back(i);
  }
  CHECK(leave_game(game.state));
  run.leaving.push_back(kDeeds);
  run.deeds.emplace_back("quits");
  for (const std::filesystem::path& folder : {saves_folder(), kept_folder()})
    for (const std::filesystem::path& file : files_in(folder))
      if (file.has_extension()) run.files.push_back(contents_of(file));
  return run;
}

bool has_any(const std::vector<std::string>& files, const std::vector<std::string>& states) {
  return std::ranges::any_of(states, [&](const std::string& state) { return std::ranges::count(files, state) > 0; });
}

bool is_bare(const Session& session) {
  const World& world = session.world();
  return session.edits().empty() && world.count_entries()[0] == world.size().cells() && world.airborne().x.empty() &&
         session.director().signs().empty() && session.director().sources().empty();
}

// Plays until the deed by which the world is left, puts down what is in the hand, and looks for what there is then in
// the files of one who went on.
void check_is_kept(const Run& run, size_t leaving) {
  TestGame game(scene_keys(run.seed));
  Robot robot(game, run.seed, run.skill);
  std::string told;
  std::string edits_at_first;  // when what is played was opened
  for (size_t i = 0; i < leaving; ++i) {
    const Played before(game.state);
    const std::string deed = robot.act_anywhere();
    told += deed + "\n";
    if (before.is_left_by(deed, Played(game.state))) edits_at_first = edits_of(game.state.session);
  }
  INFO(told << "and now " << run.deeds[leaving]);
  std::vector<std::string> files = run.files;
  // Whoever takes away a file later has taken away what it held.
  for (const auto& [deed, content] : run.lost_files)
    if (deed > leaving) files.push_back(content);
  robot.take_in_hand();
  const Session& session = game.state.session;
  // Who has gone back to before all deeds has made what is there at the end.
  const bool is_edited = edits_of(session) != edits_at_first && !is_before_its_end(game.state);
  const bool has_deeds = session.log().has_deeds() || is_edited;
  if (has_deeds && !is_bare(session)) {
    INFO("as it was");
    CHECK(has_any(files, robot.states()));
  }
  if (robot.go_to_end() && !session.is_untouched() && !is_bare(session)) {
    INFO("as it was at its end");
    CHECK(has_any(files, robot.states()));
  }
}

void check_nothing_is_lost(unsigned first_seed, unsigned seeds, Robot::Skill skill = Robot::Skill::kUsual) {
  for (unsigned seed = first_seed; seed < first_seed + seeds; ++seed) {
    INFO("seed " << seed);
    const Run run = play_to_the_end(seed, skill);
    for (const size_t leaving : run.leaving) check_is_kept(run, leaving);
  }
}

}  // namespace

TEST_CASE("what was made of a world that is left, however, is in a file, as it was last, and as it was at its end",
          "[thorough]") {
  check_nothing_is_lost(0, static_cast<unsigned>(cases(50, 100)));
  for (const unsigned seed : {537U, 987U, 1161U, 1350U, 2601U}) check_nothing_is_lost(seed, 1);  // were lost once
}

TEST_CASE("the same where pieces are held, signs are moved, and files go", "[thorough]") {
  check_nothing_is_lost(0, 100, Robot::Skill::kMore);
}

TEST_CASE("the same in 10,000 games", "[.][slow]") {
  check_nothing_is_lost(1000, 5'000);
  check_nothing_is_lost(1000, 5'000, Robot::Skill::kMore);
}
