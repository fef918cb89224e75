// What a player does where there is too little memory for it.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/cases.h"
#include "ui/game/fixture.h"
#include "ui/game/saves.h"
#include "ui/game/selection.h"
#include "ui/game/worlds.h"
#include "view/shading.h"

using namespace quicksand;

namespace fs = std::filesystem;

// Sanitizers end a program that has no memory.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {

// Does something with so much memory more than there is now, and tells what the player heard last.
std::string told_with(GameState& game, int kilobytes, const std::function<void(GameState&)>& action) {
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit = before;
  const auto allow = [&](int64_t more) {
    limit.rlim_cur = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + more);
    setrlimit(RLIMIT_AS, &limit);
  };
  // What earlier tests have freed is taken first: it would be there for what is large.
  allow(0);
  constexpr size_t kLarge = size_t{1} << 16;
  for (void* volatile taken = std::malloc(kLarge); taken;) taken = std::malloc(kLarge);
  allow(int64_t{1024} * kilobytes);
  action(game);
  setrlimit(RLIMIT_AS, &before);
  return game.toasts.shown().empty() ? "" : game.toasts.shown().back().text;
}

// The exit code of a game that is played by another process; none: it crashed.
std::optional<int> exit_code_of(const std::function<int()>& play_on) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 100;
    try {
      code = play_on();
    } catch (const std::exception&) {
    }
    _exit(code);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

}  // namespace

TEST_CASE(
    "with too little memory whatever a player does fails and is told, and the world is kept once there is enough", "[thorough]") {
  struct Deed {
    const char* name;
    std::function<void(GameState&)> act;
  };
  const Deed deeds[] = {
      {"quit", [](GameState& game) { leave_game(game); }},
      {"save", [](GameState& game) { save_as(game, "mine"); }},
      {"picture", take_screenshot},
      {"picture into the clipboard", copy_screenshot},
      {"copy", copy_selection},
      {"cut", cut_selection},
      {"turn", [](GameState& game) { turn_selection(game, Turn::kClockwise); }},
      {"stamp", keep_stamp},
      {"paste",
       [](GameState& game) {
         paste_clipboard(game);
         put_down(game);
       }},
      {"clear", clear_world},
      {"restart", restart_scene},
  };
  int failed = 0;
  for (const Deed& deed : deeds) {
    TestGame game;
    REQUIRE(resize_world(game.state, {1000, 700}, {}));
    draw_at(game, 50);
    game.state.draw_world = [&](DisplayMode) {
      return world_picture(game.state.session.world(), game.state.session.looks());
    };
    game.state.copy_picture = [](const std::string&) { return Status(Done{}); };
    // A block of sand, which is selected; by no deed but cutting and what leaves the world may it get less.
    PaintCommand block;
    block.shape = Shape::kRect;
    block.from = {520, 100};
    block.to = {979, 559};
    block.entries = {game.entry("sand")};
    game.state.session.apply(block);
    game.state.tooling.selection = rasterise(block, game.state.session.world().size());
    const int64_t sand = game.count("sand");
    const int most = draws_all_cases() ? 150'000 : 30'000;
    for (int kilobytes = 100; kilobytes < most; kilobytes = draws_all_cases() ? kilobytes * 9 / 8 : kilobytes * 4) {
      INFO(deed.name << ", with " << kilobytes << " kB more");
      const std::optional<int> code = exit_code_of([&] {
        if (std::string_view(deed.name) == "paste") copy_selection(game.state);
        const std::string told = told_with(game.state, kilobytes, deed.act);
        const bool fails = told.find("not enough memory") != std::string::npos;
        const bool left = leave_game(game.state);
        const std::string_view name = deed.name;
        const bool may_go = name == "cut" || name == "clear" || name == "restart";
        const bool is_whole = may_go || game.count("sand") >= sand;
        const bool is_in_a_file = !files_in(kept_folder()).empty() || !files_in(saves_folder()).empty();
        return (fails ? 1 : 0) + (left && is_in_a_file ? 0 : 2) + (is_whole ? 0 : 4);
      });
      CAPTURE(code.value_or(-1));
      CHECK((code && *code <= 1));
      failed += code && *code == 1 ? 1 : 0;
      for (const fs::path& folder : {kept_folder(), saves_folder()})
        for (const fs::path& file : files_in(folder)) fs::remove(file);
    }
  }
  CHECK(failed > 10);
}
#endif
