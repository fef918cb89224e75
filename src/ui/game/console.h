// The console in the window: the line that the player types, its history and answers, and the script of --run.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/console.h"

namespace quicksand {

struct GameState;

class Console {
 public:
  static constexpr size_t kMostHistory = 200;  // lines that are kept from start to start
  static constexpr size_t kMostAnswers = 50;   // lines that are shown

  struct Answer {
    std::string text;
    bool error = false;
  };

  // Does what the line says, or lets it wait while ticks run that a line before asked for, unless it ends them
  // ("pause"); what comes of it is among the answers. It joins the history, which is kept.
  void enter(GameState& game, const std::string& line);
  // To be called in every frame: does lines that waited, and those of the script, until one wants ticks.
  void go_on(GameState& game);
  // The world is another from here on, or goes back: what has been asked of it and is not done is given up. Not what
  // comes after the line, typed or a script's, that wants this.
  void give_up(GameState& game);

  // The line `steps` earlier ones back from the one that is shown now, which is `typed`; negative: later ones. Beyond
  // the last one is what had been typed.
  std::string recall(const std::string& typed, int steps);

  // The line with its last word as far as it is certain. Where it may go on in several ways, the answers show them.
  std::string complete(GameState& game, const std::string& line);

  const std::deque<Answer>& answers() const { return answers_; }
  void answer(const std::string& text, bool error);

  // Of --run. None: it is done.
  std::optional<ConsoleScript> script;
  std::optional<Failure> failure;  // what was wrong in the script

 private:
  void load();
  Status keep(const std::string& line);
  void run(GameState& game, const std::string& line);

  std::optional<std::vector<std::string>> history_;  // oldest first; none: it is not read yet
  size_t back_ = 0;                                  // so many lines back is what is shown
  std::string typed_;                                // what had been typed before that
  std::deque<Answer> answers_;
  std::deque<std::string> waiting_;
};

// Where the history is kept.
std::filesystem::path console_file();

}  // namespace quicksand
