// The console: commands in words, that a player types in the window or that stand in a file (--run).
//
// One table has a row for each: its name, its arguments, a line of help, and what it does. What the words mean is the
// same with a window and without; what differs is the host: who plays the world, and where files go. All that changes
// the world goes through the session, so that it is recorded, and can be undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session.h"
#include "core/result.h"

namespace quicksand {

// A line in its parts.
struct ConsoleWord {
  std::string text;
  int column = 1;  // where it begins; counts from 1
};

enum class ArgumentKind : uint8_t {
  kMaterial,  // of the world's palette
  kWhole,     // a whole number in a range
  kSetting,   // a key that can be set (io/setting_change.h)
  kScene,     // a scene, a save or a picture
  kCommand,   // a command of this table
  kWord,      // whatever the host takes (ConsoleHost::choices)
  kRest       // what is left of the line
};

struct ConsoleArgument {
  std::string_view name;
  ArgumentKind kind = ArgumentKind::kWord;
  int64_t least = 0;  // of a number
  int64_t most = 0;
};

// A command with good arguments: as many words as there were, and for each of them its number, or that of the material.
struct ConsoleCall {
  std::string_view command;
  std::vector<std::string> words;
  std::vector<int64_t> numbers;  // 0: it is none
};

class ConsoleHost {
 public:
  virtual ~ConsoleHost() = default;
  virtual Session& session() = 0;

  // An answer, in one or more lines.
  virtual void say(const std::string& text) = 0;

  // A command is about to change the world.
  virtual void before_change() {}
  virtual Status clear() = 0;
  virtual Status run_ticks(uint64_t ticks) = 0;
  virtual Status save(const std::string& name) = 0;
  virtual Status open(const std::string& name) = 0;
  virtual Status begin_with_seed(uint64_t seed) = 0;
  virtual Status screenshot(const std::string& name) = 0;  // empty: under a new name

  // A command that only the window knows.
  virtual Status do_in_window(const ConsoleCall& call) = 0;

  // What there is to choose from for such a command; and what may be given by its name alone, without arguments.
  virtual std::vector<std::string> choices(std::string_view) const { return {}; }
  virtual std::vector<std::string> actions() const { return {}; }
  virtual void act(std::string_view) {}
};

struct ConsoleCommand {
  std::string_view name;
  std::vector<ConsoleArgument> arguments;
  size_t needed = 0;  // so many arguments at least
  std::string_view help;
  bool only_in_window = false;
  Status (*run)(ConsoleHost& host, const ConsoleCall& call) = nullptr;
  bool pairs = false;  // those that are not needed come all together, or none of them
};

std::span<const ConsoleCommand> console_commands();

// "rect MATERIAL X Y WIDTH HEIGHT", with what need not be there in brackets.
std::string usage_of(const ConsoleCommand& command);

// Does what a line says; nothing where it is empty or a comment. A failure has the column of what is wrong.
Status run_line(ConsoleHost& host, std::string_view line);

// How the last word of a line may go on, whole, in the order of the alphabet; and where that word begins.
struct Completions {
  size_t start = 0;
  std::vector<std::string> words;
};
Completions complete_line(ConsoleHost& host, std::string_view line);

// A file of such lines, which are done one after the other.
class ConsoleScript {
 public:
  // Fails where the file cannot be read.
  static Result<ConsoleScript> read(const std::string& file);
  ConsoleScript(std::string text, std::string file) : text_(std::move(text)), file_(std::move(file)) {}

  bool is_done() const { return at_ >= text_.size(); }

  // Does the next line. A failure names the file, the line and the column.
  Status run_next(ConsoleHost& host);

  const std::string& text() const { return text_; }
  const std::string& file() const { return file_; }
  int line() const { return line_; }  // the last one that was begun; 0: none

 private:
  std::string text_;
  std::string file_;
  size_t at_ = 0;
  int line_ = 0;
};

}  // namespace quicksand
