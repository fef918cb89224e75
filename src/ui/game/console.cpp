#include "ui/game/console.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <system_error>
#include <utility>

#include "io/assets.h"
#include "io/file_lock.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/settings_file.h"
#include "ui/game/controls.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"

namespace quicksand {
namespace {

constexpr size_t kMostHistoryBytes = size_t{1} << 20;
constexpr size_t kLongestLine = 4000;

std::vector<std::string> names_for(std::string_view command) {
  std::vector<std::string> names;
  if (command == "tool")
    for (const Tool& tool : tools()) names.push_back(command_word(tool.name));
  if (command == "view")
    for (const DisplayModeInfo& info : kDisplayModes) names.emplace_back(info.name);
  if (command == "speed")
    for (const double speed : FrameClock::kSpeeds) names.push_back(number_text(speed));
  if (command == "pause") names = {"on", "off"};
  return names;
}

// Oldest first; none: there is no file that can be read.
std::optional<std::vector<std::string>> read_history() {
  const Result<std::string> text = read_file(console_file(), kMostHistoryBytes);
  if (!text) return std::nullopt;
  std::vector<std::string> history;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.size() <= kLongestLine) history.push_back(line);
  return history;
}

class WindowHost : public ConsoleHost {
 public:
  explicit WindowHost(GameState& game) : game_(game) {}

  Session& session() override { return game_.session; }
  void say(const std::string& text) override { game_.console.answer(text, false); }
  void before_change() override { game_.history.note(game_.session); }

  Status clear() override { return try_clear(game_); }

  // The clock runs them (world_clock.h), so that the window goes on.
  Status run_ticks(uint64_t ticks) override {
    if (!game_.console.script) game_.time.paused = true;
    if (!game_.console.script && ticks > 1) say("runs " + std::to_string(ticks) + " ticks; \"pause\" ends them");
    game_.time.until_still = false;
    game_.time.steps_wanted += ticks;
    return Done{};
  }

  Status save(const std::string& name) override {
    if (!is_save_name(name))
      return fail(in_quotes(name) +
                  " names no save: it has a /, begins with a full stop, or has more than 100 letters");
    return try_save(game_, name);
  }

  Status open(const std::string& name) override {
    std::error_code error;
    const bool is_save = is_save_name(name) && !is_scene_name(name) && std::filesystem::exists(save_path(name), error);
    return try_open(game_, is_save ? save_path(name).string() : name);
  }

  Status begin_with_seed(uint64_t seed) override { return restart_with_seed(game_, seed); }

  Status screenshot(const std::string& name) override {
    if (!name.empty()) return fail("the window finds a name for the picture by itself");
    take_screenshot(game_);
    return Done{};
  }

  Status do_in_window(const ConsoleCall& call) override {
    const std::vector<std::string> names = names_for(call.command);
    if (call.command == "material") return choose(static_cast<uint8_t>(call.numbers[0]));
    if (call.command == "brush") {
      game_.tooling.brush.width = static_cast<int>(call.numbers[0]);
      game_.tooling.brush.height.reset();
      return Done{};
    }
    if (call.command == "pause" && call.words.empty()) {
      game_.time.toggle_pause();
      return Done{};
    }
    const auto found = std::ranges::find(names, call.words[0]);
    if (found == names.end())
      return fail("there is no " + std::string(call.command) + " " + in_quotes(call.words[0]) +
                  suggestion(call.words[0], std::span<const std::string>(names)));
    choose(call.command, static_cast<size_t>(found - names.begin()));
    return Done{};
  }

  std::vector<std::string> choices(std::string_view command) const override { return names_for(command); }

  std::vector<std::string> actions() const override {
    std::vector<std::string> names;
    for (const ActionInRow& each : all_actions())
      if (each.action->act) names.push_back(each.action->name);
    return names;
  }

  void act(std::string_view name) override { find_action(name)->act(game_); }

 private:
  Status choose(uint8_t entry) {
    select(game_, {.entry = entry});
    return Done{};
  }

  // Of names_for() the one of this number.
  void choose(std::string_view command, size_t number) {
    if (command == "tool") select_tool(game_, tools()[number]);
    if (command == "view") show_as(game_, static_cast<DisplayMode>(number));
    if (command == "speed") game_.time.speed = number;
    if (command == "pause") {
      game_.time.paused = number == 0;
      game_.time.until_still = false;
      game_.time.end_steps();
    }
  }

  GameState& game_;
};

// Who wants to end what others wait for does not wait.
bool stops_time(const std::string& line) {
  std::string command;
  std::istringstream(line) >> command;
  return command == "pause";
}

// Whether all is done that the next line is to come after.
bool is_idle(const GameState& game) { return game.time.steps_wanted == 0 && !game.travel.sought; }

std::string common_start(const std::vector<std::string>& words) {
  std::string start = words.front();
  for (const std::string& word : words)
    start.resize(static_cast<size_t>(std::ranges::mismatch(start, word).in1 - start.begin()));
  return start;
}

}  // namespace

std::filesystem::path console_file() { return user_config_folder() / "console-history"; }

void Console::load() {
  if (!history_) history_ = read_history().value_or(std::vector<std::string>());
}

// Adds it to what other games have added since.
Status Console::keep(const std::string& line) {
  const std::optional<FileLock> lock = FileLock::take_within(settings_lock(console_file()), kLongestSettingsLock);
  if (std::optional<std::vector<std::string>> kept = read_history()) history_ = std::move(*kept);
  if (history_->empty() || history_->back() != line) history_->push_back(line);
  if (history_->size() > kMostHistory)
    history_->erase(history_->begin(), history_->end() - static_cast<std::ptrdiff_t>(kMostHistory));
  std::string text;
  for (const std::string& each : *history_) text += each + "\n";
  return write_file_atomically(console_file(), text);
}

void Console::enter(GameState& game, const std::string& line) {
  load();
  back_ = 0;
  typed_.clear();
  if (line.find_first_not_of(' ') == std::string::npos) return;
  answer("> " + line, false);
  if (const Status kept = keep(line); !kept) answer("The line is not kept: " + kept.failure().text(), true);
  if (stops_time(line) || (!script && waiting_.empty() && is_idle(game))) return run(game, line);
  waiting_.push_back(line);
  answer(script ? "waits: the script still runs" : "waits: time is still on its way", false);
}

void Console::run(GameState& game, const std::string& line) {
  WindowHost host(game);
  const Status done = run_line(host, line);
  if (done) return;
  for (const Diagnostic& each : done.failure().diagnostics)
    answer(each.file.empty() ? each.message : each.text(), true);
}

std::string Console::recall(const std::string& typed, int steps) {
  load();
  if (back_ == 0) typed_ = typed;
  const auto most = static_cast<int>(history_->size());
  back_ = static_cast<size_t>(std::clamp(static_cast<int>(back_) + steps, 0, most));
  return back_ == 0 ? typed_ : (*history_)[history_->size() - back_];
}

std::string Console::complete(GameState& game, const std::string& line) {
  WindowHost host(game);
  const Completions ways = complete_line(host, line);
  if (ways.words.empty()) return line;
  const std::string start = line.substr(0, ways.start);
  if (ways.words.size() == 1) return start + ways.words.front() + " ";
  std::string all;
  for (const std::string& word : ways.words) all += (all.empty() ? "" : "  ") + word;
  answer(all, false);
  const std::string common = common_start(ways.words);
  return common.size() > line.size() - ways.start ? start + common : line;
}

void Console::answer(const std::string& text, bool error) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) answers_.push_back({line, error});
  while (answers_.size() > kMostAnswers) answers_.pop_front();
}

void Console::go_on(GameState& game) {
  // A line that leaves its world gives up what waits for that (give_up()), but not what comes after the line.
  std::deque<std::string> waiting = std::exchange(waiting_, {});
  WindowHost host(game);
  while (script && is_idle(game)) {
    if (script->is_done()) {
      script.reset();
    } else if (const Status done = script->run_next(host); !done) {
      failure = done.failure();
      script.reset();
    }
  }
  game.time.is_scripted = script.has_value();
  while (!script && !waiting.empty() && is_idle(game)) {
    run(game, waiting.front());
    waiting.pop_front();
  }
  waiting_ = std::move(waiting);
}

void Console::give_up(GameState& game) {
  game.time.steps_wanted = 0;
  for (const std::string& line : waiting_) answer("not done, as the world is another now: " + line, true);
  waiting_.clear();
}

}  // namespace quicksand
