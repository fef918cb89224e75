#include "app/console.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/brush.h"
#include "app/inspecting.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/scene_format.h"
#include "io/setting_change.h"

namespace quicksand {
namespace {

constexpr size_t kMostScriptBytes = size_t{1} << 20;

constexpr ConsoleArgument kEntry{"MATERIAL", ArgumentKind::kMaterial};
constexpr ConsoleArgument cell(std::string_view name) {
  return {name, ArgumentKind::kWhole, -kFarthestCell, kFarthestCell};
}
constexpr ConsoleArgument extent(std::string_view name) { return {name, ArgumentKind::kWhole, 1, kMaxWorldExtent}; }
constexpr ConsoleArgument word(std::string_view name) { return {name}; }
constexpr ConsoleArgument kWidth{"WIDTH", ArgumentKind::kWhole, 1, kMaxBrushWidth};

CellPos place(const ConsoleCall& call, size_t first) {
  return {static_cast<int>(call.numbers[first]), static_cast<int>(call.numbers[first + 1])};
}

Status paint(ConsoleHost& host, PaintCommand command, int64_t entry) {
  command.entries = {static_cast<uint8_t>(entry)};
  host.before_change();
  host.session().apply(command);
  return Done{};
}

Status draw(ConsoleHost& host, const ConsoleCall& call, CellPos to, size_t width_at) {
  PaintCommand command;
  command.from = place(call, 1);
  command.to = to;
  command.width = call.words.size() > width_at ? static_cast<int>(call.numbers[width_at]) : 1;
  return paint(host, command, call.numbers[0]);
}

Status do_paint(ConsoleHost& host, const ConsoleCall& call) { return draw(host, call, place(call, 1), 3); }
Status do_line(ConsoleHost& host, const ConsoleCall& call) { return draw(host, call, place(call, 3), 5); }

Status do_rect(ConsoleHost& host, const ConsoleCall& call) {
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = place(call, 1);
  const CellPos size = place(call, 3);
  command.to = {command.from.x + size.x - 1, command.from.y + size.y - 1};
  return paint(host, command, call.numbers[0]);
}

Status do_circle(ConsoleHost& host, const ConsoleCall& call) {
  PaintCommand command;
  command.from = command.to = place(call, 1);
  command.width = static_cast<int>(2 * call.numbers[3] + 1);
  return paint(host, command, call.numbers[0]);
}

Status do_fill(ConsoleHost& host, const ConsoleCall& call) {
  PaintCommand command;
  command.shape = Shape::kAll;
  if (call.words.size() > 1) {
    command.shape = Shape::kFlood;
    command.from = place(call, 1);
  }
  return paint(host, command, call.numbers[0]);
}

Status do_set(ConsoleHost& host, const ConsoleCall& call) {
  const World& world = host.session().world();
  const WorldKind* const kind = find_kind(host.session().request().kinds, world.kind());
  if (!kind || !kind->copy) return fail("nothing of this kind of world can be set");
  const auto settings = changed_settings(*kind, world, call.words[0], call.words[1]);
  if (!settings) return settings.failure();
  if (Status fits = host.session().check(**settings); !fits) return fits;
  host.before_change();
  host.session().apply(SetCommand{*settings});
  return Done{};
}

Status do_inspect(ConsoleHost& host, const ConsoleCall& call) {
  const Result<std::string> text = inspection_text(host.session().world(), place(call, 0));
  if (!text) return text.failure();
  host.say(*text);
  return Done{};
}

const ConsoleCommand* find_command(std::string_view name) {
  const std::span<const ConsoleCommand> commands = console_commands();
  const auto found = std::ranges::find(commands, name, &ConsoleCommand::name);
  return found == commands.end() ? nullptr : &*found;
}

Status do_help(ConsoleHost& host, const ConsoleCall& call) {
  std::string text;
  if (!call.words.empty()) {
    const ConsoleCommand& command = *find_command(call.words[0]);
    text = usage_of(command) + ": " + std::string(command.help);
  } else {
    for (const ConsoleCommand& command : console_commands()) text += (text.empty() ? "" : "\n") + usage_of(command);
  }
  host.say(text);
  return Done{};
}

Status in_window(ConsoleHost& host, const ConsoleCall& call) { return host.do_in_window(call); }

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const ConsoleCommand& command : console_commands()) names.emplace_back(command.name);
  return names;
}

// Words between spaces; one with spaces stands in double quotes. What follows a # is a comment.
Result<std::vector<ConsoleWord>> words_of(std::string_view line) {
  std::vector<ConsoleWord> words;
  for (size_t at = 0; at < line.size();) {
    const size_t start = line.find_first_not_of(" \t\r", at);
    if (start == std::string_view::npos || line[start] == '#') break;
    const int column = static_cast<int>(start) + 1;
    if (line[start] == '"') {
      const size_t end = line.find('"', start + 1);
      if (end == std::string_view::npos) return Failure{{{"", 0, column, "a quotation mark has no second one"}}};
      words.push_back({std::string(line.substr(start + 1, end - start - 1)), column});
      at = end + 1;
    } else {
      const size_t end = std::min(line.find_first_of(" \t\r", start), line.size());
      words.push_back({std::string(line.substr(start, end - start)), column});
      at = end;
    }
  }
  return words;
}

// Reads the words of one line as one call.
class CallReader {
 public:
  CallReader(ConsoleHost& host, std::string_view line, std::vector<ConsoleWord> words)
      : host_(host), line_(line), words_(std::move(words)) {}

  Status run() {
    const ConsoleWord& name = words_.front();
    const ConsoleCommand* const command = find_command(name.text);
    if (!command) return act();
    join_rest(*command);
    const size_t given = words_.size() - 1;
    if (given > command->arguments.size())
      return fail_at(words_[command->arguments.size() + 1],
                     in_quotes(words_[command->arguments.size() + 1].text) + " is too much: " + usage_of(*command));
    const size_t needed = command->pairs && given > command->needed ? command->arguments.size() : command->needed;
    if (given < needed)
      return fail_at(name, in_quotes(name.text) + " needs " + std::string(command->arguments[given].name) + ": " +
                               usage_of(*command));
    ConsoleCall call{command->name, {}, {}};
    for (size_t i = 0; i < given; ++i)
      if (Status good = read(command->arguments[i], words_[i + 1], call); !good) return good;
    Status done = command->run(host_, call);
    if (done) return done;
    Failure failure = done.failure();
    for (Diagnostic& each : failure.diagnostics)
      if (each.file.empty() && each.column == 0) each.column = words_[given > 0 ? 1 : 0].column;
    return failure;
  }

 private:
  static Failure fail_at(const ConsoleWord& word, std::string message) {
    return Failure{{{"", 0, word.column, std::move(message)}}};
  }

  // What has no row may be something that a key does.
  Status act() {
    const ConsoleWord& name = words_.front();
    std::vector<std::string> known = host_.actions();
    if (std::ranges::find(known, name.text) != known.end()) {
      if (words_.size() > 1) return fail_at(words_[1], in_quotes(name.text) + " takes no arguments");
      host_.act(name.text);
      return Done{};
    }
    const std::vector<std::string> commands = names_of_commands();
    known.insert(known.begin(), commands.begin(), commands.end());
    return fail_at(name,
                   "no command " + in_quotes(name.text) + suggestion(name.text, std::span<const std::string>(known)));
  }

  // The last argument may be all that is left of the line, as it stands there.
  void join_rest(const ConsoleCommand& command) {
    const size_t count = command.arguments.size();
    if (count == 0 || command.arguments.back().kind != ArgumentKind::kRest || words_.size() <= count + 1) return;
    const ConsoleWord& last = words_[count];
    std::string rest(line_.substr(static_cast<size_t>(last.column) - 1));
    rest.erase(rest.find_last_not_of(" \t\r") + 1);
    words_[count].text = rest;
    words_.resize(count + 1);
  }

  Status read(const ConsoleArgument& argument, const ConsoleWord& word, ConsoleCall& call) {
    call.words.push_back(word.text);
    call.numbers.push_back(0);
    if (argument.kind == ArgumentKind::kWhole) return read_number(argument, word, call.numbers.back());
    if (argument.kind == ArgumentKind::kMaterial)
      return read_name("this world has no ", host_.session().world().entry_names(), word, call.numbers.back());
    if (argument.kind == ArgumentKind::kCommand)
      return read_name("no command ", names_of_commands(), word, call.numbers.back());
    return Done{};
  }

  static Status read_number(const ConsoleArgument& argument, const ConsoleWord& word, int64_t& number) {
    const char* const end = word.text.data() + word.text.size();
    const auto [stop, error] = std::from_chars(word.text.data(), end, number);
    if (error == std::errc() && stop == end && number >= argument.least && number <= argument.most) return Done{};
    return fail_at(word, std::string(argument.name) + " must be a whole number from " + std::to_string(argument.least) +
                             " to " + std::to_string(argument.most) + ", not " + in_quotes(word.text));
  }

  static Status read_name(const char* none, const std::vector<std::string>& names, const ConsoleWord& word,
                          int64_t& number) {
    const auto found = std::ranges::find(names, word.text);
    number = found - names.begin();
    if (found != names.end()) return Done{};
    return fail_at(word, none + in_quotes(word.text) + suggestion(word.text, std::span<const std::string>(names)));
  }

  ConsoleHost& host_;
  std::string_view line_;
  std::vector<ConsoleWord> words_;
};

std::vector<std::string> choices_of(ConsoleHost& host, const ConsoleCommand& command, const ConsoleArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::kMaterial:
      return host.session().world().entry_names();
    case ArgumentKind::kSetting: {
      const WorldKind* const kind = find_kind(host.session().request().kinds, host.session().world().kind());
      return kind ? settable_keys(*kind) : std::vector<std::string>();
    }
    case ArgumentKind::kScene:
      return scene_names();
    case ArgumentKind::kCommand:
      return names_of_commands();
    case ArgumentKind::kWord:
      return host.choices(command.name);
    case ArgumentKind::kWhole:
    case ArgumentKind::kRest:
      break;
  }
  return {};
}

}  // namespace

std::span<const ConsoleCommand> console_commands() {
  using enum ArgumentKind;
  static const std::vector<ConsoleCommand> kCommands{
      {"paint",
       {kEntry, cell("X"), cell("Y"), kWidth},
       3,
       "a dab of a round brush, one cell wide unless you say otherwise",
       false,
       do_paint},
      {"line",
       {kEntry, cell("X"), cell("Y"), cell("X2"), cell("Y2"), kWidth},
       5,
       "a line from one cell to another",
       false,
       do_line},
      {"rect",
       {kEntry, cell("X"), cell("Y"), extent("WIDTH"), extent("HEIGHT")},
       5,
       "a filled rectangle; X and Y are its upper left cell",
       false,
       do_rect},
      {"circle",
       {kEntry, cell("X"), cell("Y"), {"RADIUS", kWhole, 0, (kMaxBrushWidth - 1) / 2}},
       4,
       "a disc around a cell",
       false,
       do_circle},
      {"fill",
       {kEntry, cell("X"), cell("Y")},
       1,
       "what is joined to a cell and holds the same; without a place the whole world",
       false,
       do_fill,
       true},
      {"clear",
       {},
       0,
       "takes everything away, and closes the border",
       false,
       [](ConsoleHost& host, const ConsoleCall&) { return host.clear(); }},
      {"set",
       {{"KEY", kSetting}, {"VALUE", kRest}},
       2,
       "sets the world, by a key of scene files: `set gravity 0.5`, `set wind.lift 0.2`; with `null` it is as without "
       "the key: `set wind null`",
       false,
       do_set},
      {"tick",
       {{"N", kWhole, 1, kMostTicks}},
       0,
       "runs so many ticks, or one; in the window time stands then, and what is typed meanwhile waits",
       false,
       [](ConsoleHost& host, const ConsoleCall& call) {
         return host.run_ticks(call.words.empty() ? 1 : static_cast<uint64_t>(call.numbers[0]));
       }},
      {"save",
       {word("NAME")},
       1,
       "saves: in the window under a name, without one into a file; NAME.json is the session as a scene",
       false,
       [](ConsoleHost& host, const ConsoleCall& call) { return host.save(call.words[0]); }},
      {"open",
       {{"NAME", kScene}},
       1,
       "plays another world: a scene, a save, a picture",
       false,
       [](ConsoleHost& host, const ConsoleCall& call) { return host.open(call.words[0]); }},
      {"seed",
       {{"N", kWhole, 0, kMostSeed}},
       1,
       "begins the scene anew, with another seed",
       false,
       [](ConsoleHost& host, const ConsoleCall& call) {
         return host.begin_with_seed(static_cast<uint64_t>(call.numbers[0]));
       }},
      {"screenshot",
       {word("FILE.png")},
       0,
       "writes a picture of the world; the window finds a name for it by itself, and takes none",
       false,
       [](ConsoleHost& host, const ConsoleCall& call) {
         return host.screenshot(call.words.empty() ? "" : call.words[0]);
       }},
      {"inspect",
       {cell("X"), cell("Y")},
       2,
       "tells all of a cell: what it holds, what the next tick does with it and why, what it may react with",
       false,
       do_inspect},
      {"help", {{"COMMAND", kCommand}}, 0, "what a command does, or all commands", false, do_help},
      {"pause", {word("on|off")}, 0, "stops time, or lets it go on", true, in_window},
      {"speed", {word("SPEED")}, 1, "how fast time goes: 0.25, 0.5, 1, 2, 4 or 8", true, in_window},
      {"view", {word("NAME")}, 1, "shows the world so", true, in_window},
      {"tool", {word("NAME")}, 1, "takes a tool", true, in_window},
      {"material", {kEntry}, 1, "chooses what the brush draws with", true, in_window},
      {"brush", {{"SIZE", kWhole, 1, Brush::kMaxWidth}}, 1, "how wide the brush is", true, in_window}};
  return kCommands;
}

std::string usage_of(const ConsoleCommand& command) {
  std::string text(command.name);
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const bool opens = i >= command.needed && (!command.pairs || i == command.needed);
    const bool closes = i >= command.needed && (!command.pairs || i + 1 == command.arguments.size());
    text += (opens ? " [" : " ") + std::string(command.arguments[i].name) + (closes ? "]" : "");
  }
  return text;
}

Status run_line(ConsoleHost& host, std::string_view line) {
  Result<std::vector<ConsoleWord>> words = words_of(line);
  if (!words) return words.failure();
  if (words->empty()) return Done{};
  return CallReader(host, line, std::move(*words)).run();
}

Completions complete_line(ConsoleHost& host, std::string_view line) {
  const size_t space = line.find_last_of(" \t");
  Completions completions{space == std::string_view::npos ? 0 : space + 1, {}};
  const std::string_view word = line.substr(completions.start);
  const Result<std::vector<ConsoleWord>> before = words_of(line.substr(0, completions.start));
  if (!before) return completions;
  std::vector<std::string> all;
  if (before->empty()) {
    all = names_of_commands();
    const std::vector<std::string> actions = host.actions();
    all.insert(all.end(), actions.begin(), actions.end());
  } else if (const ConsoleCommand* const command = find_command(before->front().text);
             command && before->size() <= command->arguments.size()) {
    all = choices_of(host, *command, command->arguments[before->size() - 1]);
  }
  std::erase_if(all, [&](const std::string& each) { return !each.starts_with(word); });
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (std::string& each : all)
    if (each.find(' ') != std::string::npos) each = '"' + each + '"';
  completions.words = std::move(all);
  return completions;
}

Result<ConsoleScript> ConsoleScript::read(const std::string& file) {
  Result<std::string> text = read_file(file, kMostScriptBytes);
  if (!text) return text.failure();
  if (text->starts_with("\xef\xbb\xbf")) text->erase(0, 3);  // the mark of UTF-8 that some editors write
  return ConsoleScript(std::move(*text), file);
}

Status ConsoleScript::run_next(ConsoleHost& host) {
  const size_t end = std::min(text_.find('\n', at_), text_.size());
  const std::string_view line = std::string_view(text_).substr(at_, end - at_);
  at_ = end + 1;
  ++line_;
  const Status done = run_line(host, line);
  if (done) return done;
  Failure failure = done.failure();
  for (Diagnostic& each : failure.diagnostics) {
    if (!each.file.empty()) each.message = each.text();
    each.column = each.file.empty() ? each.column : 1;
    each.file = file_;
    each.line = line_;
  }
  return failure;
}

}  // namespace quicksand
