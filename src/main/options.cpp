#include "main/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ranges>
#include <span>
#include <utility>

#include "app/kinds/world_kinds.h"
#include "app/version.h"
#include "capture/capture.h"
#include "capture/recorder.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "core/printable.h"
#include "core/wording.h"
#include "io/material_changes.h"
#include "io/schema.h"
#include "main/option_words.h"
#include "view/effects.h"

namespace quicksand {
namespace {

// Fine, and drawn in a moment even without a graphics card.
constexpr std::string_view kHeadlessEffects = "very-high";

// Raw words of the command line that need more than CLI11's own conversions.
struct Words {
  std::string size;
  std::string run;
  std::string materials;
  uint64_t seed = 0;
  uint64_t ticks = 0;
  uint64_t frames = 0;
  std::string report;
  std::string screenshot;
  std::string save;
  std::string display;
  std::string highlight;
  std::string effects{kHeadlessEffects};
  std::string colours = "file";
  std::string record;
  std::string csv;
  std::string seeds;
  std::vector<std::string> until;
  std::vector<std::string> set;
  std::vector<std::string> dumps;
  std::vector<std::string> inspected;
  double time_limit = 0;
  bool headless = false;
  bool brief = false;
  std::string json;
};

// Rejects what is neither a whole decimal number nor in the range; CLI11 alone would wrap a negative one.
CLI::Validator whole_number(uint64_t low, uint64_t high) {
  return CLI::Validator(
      [low, high](std::string& word) -> std::string {
        const bool digits =
            !word.empty() && word.size() <= 19 && word.find_first_not_of("0123456789") == std::string::npos;
        const uint64_t value = digits ? std::stoull(word) : 0;
        if (digits && value >= low && value <= high) return "";
        return "'" + word + "' is not a whole number from " + std::to_string(low) + " to " + std::to_string(high);
      },
      "");
}

std::string change_problem(const std::string& word) {
  const Result<MaterialChange> change = parse_material_change(word);
  return change ? "" : change.failure().text();
}

void add_common_options(CLI::App& app, Options& options, Words& words) {
  app.add_option("--scene,scene", options.world.scene, "A scene's name, a scene file, a save or a picture")
      ->type_name("NAME|FILE");
  app.add_option("--materials", words.materials, "A set of materials instead of the scene's own")
      ->type_name("NAME|FILE");
  app.add_option("--mod", options.world.mods,
                 "A mod: its folder, or the name of one of yours; repeatable, later ones change earlier ones")
      ->type_name("NAME|DIR")
      ->allow_extra_args(false);
  app.add_option("--set", words.set,
                 "Another value of a property of a material, as in sand.friction=2; repeatable; saves and recordings "
                 "keep it")
      ->type_name("MATERIAL.KEY=VALUE")
      ->allow_extra_args(false)
      ->check(CLI::Validator([](std::string& word) { return change_problem(word); }, ""));
  app.add_option("--size", words.size, "The world's size in cells instead of the scene's own, up to 16384x16384")
      ->type_name("WxH")
      ->check(CLI::Validator(
          [](std::string& word) {
            return parse_size(word) ? std::string()
                                    : "'" + word + "' is not a size from 1x1 to 16384x16384, like 640x360";
          },
          ""));
  app.add_option("--seed", words.seed, "The seed of all dice instead of the scene's own")
      ->type_name("N")
      ->check(whole_number(0, kMostSeed));
  app.add_option("--threads", options.threads, "How many threads step the world (default: all cores)")
      ->type_name("N")
      ->check(whole_number(1, kMaxThreads));
  app.add_option("--run", words.run, "Does the commands of a file first; the console has the same")->type_name("FILE");
  app.add_option("--kernel", options.world.kernel, "auto, reference, or another name that --list-kernels prints")
      ->type_name("NAME")
      ->check(CLI::Validator(
          [](std::string& word) {
            const std::vector<std::string_view> names = kernel_names_of(world_kinds());
            if (word == "auto" || std::find(names.begin(), names.end(), word) != names.end()) return std::string();
            return "there is no kernel '" + word + "' on this machine; see --list-kernels";
          },
          ""));
}

template <class Items, class Find>
CLI::Validator must_name(const char* what, const Items& items, const Find& find) {
  return CLI::Validator(
      [what, &items, find](std::string& word) {
        if (find(word)) return std::string();
        std::vector<std::string_view> names;
        for (const auto& item : items) names.push_back(name_of(item));
        return "there is no " + std::string(what) + " '" + word + "'" +
               suggestion(word, std::span(std::as_const(names))) + "; it is " + names_of(items);
      },
      "");
}

// What is wrong with the name of a schema; nothing: there is one.
std::string schema_problem(const std::string& word) {
  for (const FileSchema& schema : file_schemas())
    if (schema.name == word) return "";
  return "there is no schema '" + word + "'; there is " + names_of(file_schemas());
}

std::string condition_problem(const std::string& word) {
  const Result<Condition> condition = parse_condition(word);
  return condition ? "" : condition.failure().text();
}

void add_headless_options(CLI::App& app, Options& options, Words& words) {
  const std::string group = "With --headless";
  HeadlessRequest& headless = options.headless;
  CLI::Option* const mode =
      app.add_flag("--headless", words.headless, "Opens no window and needs no display")->group(group);
  CLI::Option* const ticks =
      app.add_option("--ticks", words.ticks, "Runs so many ticks; 160 are one second of world time")
          ->type_name("N")
          ->check(whole_number(0, kMostTicks));
  CLI::Option* const frames =
      app.add_option("--frames", words.frames, "Runs so many frames of 4 ticks (default: 1 frame)")
          ->type_name("N")
          ->check(whole_number(0, kMostTicks / kTicksPerFrame));
  ticks->excludes(frames);
  CLI::Option* const replay = app.add_flag("--replay", headless.replay,
                                           "Plays a recorded session to its end (the default for a recorded scene)");
  replay->excludes(ticks, frames);
  CLI::Option* const record =
      app.add_option("--record", words.record,
                     "Writes the run as an animation, at the speed of the world; FILE.png: as numbered pictures")
          ->type_name("FILE.gif")
          ->check(CLI::Validator(
              [](std::string& word) {
                return is_recording_name(word) ? std::string()
                                               : "'" + word + "' must end in .gif, or in .png for numbered pictures";
              },
              ""));
  CLI::Option* const every =
      app.add_option("--every", headless.record_every, "With --record: a picture every N frames (default: 2)")
          ->type_name("N")
          ->check(whole_number(1, 1000))
          ->needs(record);
  CLI::Option* const report =
      app.add_option(
             "--report", words.report,
             "Writes a JSON report; - is stdout. Of the window: how long its frames took, when the player quits")
          ->type_name("FILE");
  CLI::Option* const counts = app.add_option("--counts-every", headless.counts_every,
                                             "Counts every material every N ticks, for the report and --csv")
                                  ->type_name("N")
                                  ->check(whole_number(1, kMostTicks));
  CLI::Option* const seeds =
      app.add_option("--seeds", words.seeds,
                     "A run with each of these seeds, and an array of reports; {seed} in names of files is the seed")
          ->type_name("A..B")
          ->check(CLI::Validator([](std::string& word) { return seeds_problem(word); }, ""))
          ->excludes("--seed");
  for (CLI::Option* option :
       {ticks,
        frames,
        replay,
        app.add_option("--screenshot", words.screenshot, "Writes the picture that the player would see")
            ->type_name("FILE.png"),
        app.add_option(
               "--display", words.display,
               "What the picture shows (default: fancy, or plain where there is no OpenGL): " + names_of(kDisplayModes))
            ->type_name("MODE")
            ->check(must_name("display", kDisplayModes, find_display_mode)),
        app.add_option("--highlight", words.highlight, "With --display highlight: the material that it shows")
            ->type_name("MATERIAL"),
        app.add_option("--effects", words.effects,
                       "Of the fancy display (default: " + words.effects + "): " + names_of(kEffectsPresets) +
                           ", and single effects: " + names_of(kEffectProperties))
            ->type_name("PRESET[,EFFECT=N...]")
            ->check(CLI::Validator(
                [](std::string& word) {
                  Effects effects;
                  return read_effects(word, effects);
                },
                "")),
        app.add_option("--scale", headless.scale, "Pixels along a cell's side in the picture: 1 to 64")
            ->type_name("N")
            ->check(whole_number(1, kMostScale)),
        app.add_option("--colours", words.colours,
                       "file: as the materials have them; distinct: such as everybody can tell apart")
            ->type_name("WHICH")
            ->check(CLI::IsMember({"file", "distinct"})),
        app.add_flag("--patterns", headless.view.patterns, "Draws the materials' patterns"),
        record,
        every,
        app.add_option("--dump", words.dumps,
                       "Writes a plane as it stands at the end: material, grain_seed, wetness as 8-bit PGM, "
                       "temperature as PFM, and in dunes height, ground, flight as PFM; grains: those in the air, as "
                       "CSV; repeatable")
            ->type_name("PLANE=FILE")
            ->allow_extra_args(false),
        app.add_option(
               "--until", words.until,
               "Ends the run as soon as there is so much of a material, in cells and in the air; exit code 3 if "
               "it ends before; repeatable: all must hold")
            ->type_name("MATERIAL<N")
            ->allow_extra_args(false)
            ->check(CLI::Validator([](std::string& word) { return condition_problem(word); }, "")),
        app.add_option("--time-limit", words.time_limit,
                       "Ends a run after so many seconds; what it is to write is written")
            ->type_name("S")
            ->check(CLI::Validator([](std::string& word) { return time_limit_problem(word); }, "")),
        seeds,
        counts,
        app.add_option("--csv", words.csv, "With --counts-every: writes them as a table; - is stdout")
            ->type_name("FILE")
            ->needs(counts),
        app.add_option("--hash-every", headless.hash_every, "Puts a state hash for every N ticks into the report")
            ->type_name("N")
            ->check(whole_number(1, kMostTicks))
            ->needs(report),
        app.add_option("--save", words.save, "Writes the world as a save; FILE.json: the session as a recorded scene")
            ->type_name("FILE.png"),
        app.add_option(
               "--inspect", words.inspected,
               "Tells all of a cell on stdout after the run: what it holds, what the next tick does with it and "
               "why; repeatable")
            ->type_name("X,Y")
            ->allow_extra_args(false)
            ->check(
                CLI::Validator(
                    [](std::string& word) {
                      return parse_cell(word) ? std::string() : "'" + word + "' is not a cell, like 120,80";
                    },
                    "")),
        app.add_flag("--progress,!--no-progress", headless.progress,
                     "Shows a progress bar on stderr (default when that is a terminal)")})
    option->group(group)->needs(mode);
}

std::vector<PlaneDump> parse_dumps(const std::vector<std::string>& words) {
  std::vector<PlaneDump> dumps;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
      throw CLI::ValidationError("--dump", "'" + word + "' is not of the form PLANE=FILE, like material=cells.pgm");
    dumps.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
  return dumps;
}

std::optional<std::string> optional(const std::string& word) {
  return word.empty() ? std::nullopt : std::optional<std::string>(word);
}

// A name that is there but empty is a script's mistake, and never what was meant.
void refuse_empty_names(const CLI::App& app) {
  for (const char* const option : {"--scene", "--materials", "--mod", "--run", "--report", "--screenshot", "--record",
                                   "--csv", "--save", "--highlight", "--json", "--check", "--effects"}) {
    if (app.count(option) == 0) continue;
    const std::vector<std::string>& names = app.get_option(option)->results();
    if (std::ranges::find(names, "") != names.end()) throw CLI::ValidationError(option, "the name is empty");
  }
}

// What was not expected, with the option that it may have been meant to be.
std::string unexpected(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::Option* const option : app.get_options()) known.push_back(option->get_name());
  return "there is no option '" + word + "'" +
         suggestion(word.substr(0, word.find('=')), std::span(std::as_const(known)));
}

void finish(CLI::App& app, Options& options, const Words& words) {
  refuse_empty_names(app);
  options.world.materials = optional(words.materials);
  if (!words.size.empty()) options.world.size = parse_size(words.size);
  if (app.count("--seed") > 0) options.world.seed = words.seed;
  if (!words.run.empty()) {
    Result<ConsoleScript> script = ConsoleScript::read(words.run);
    if (!script) throw CLI::ValidationError("--run", script.failure().text());
    options.script = std::move(*script);
  }
  for (const std::string& word : words.set) options.world.changes.push_back(*parse_material_change(word));
  options.window_report = words.report;
  if (!words.headless) return;

  HeadlessRequest& headless = options.headless;
  options.command = Options::Command::kHeadless;
  headless.world = options.world;
  headless.threads = options.threads;
  headless.script = options.script;
  if (app.count("--frames") > 0) headless.ticks = words.frames * kTicksPerFrame;
  if (app.count("--ticks") > 0) headless.ticks = words.ticks;
  headless.report = optional(words.report);
  headless.csv = optional(words.csv);
  if (headless.csv == "-" && headless.report == "-")
    throw CLI::ValidationError("--csv", "'-': the report is on stdout already; name a file for one of them");
  if (headless.counts_every > 0 && !headless.csv && !headless.report)
    throw CLI::RequiresError("--counts-every", "--report or --csv");
  for (const std::string& word : words.until) headless.until.push_back(*parse_condition(word));
  if (app.count("--time-limit") > 0) headless.time_limit = words.time_limit;
  if (!words.seeds.empty()) headless.seeds = parse_seeds(words.seeds);
  headless.screenshot = optional(words.screenshot);
  headless.record = optional(words.record);
  options.display = find_display_mode(words.display);
  read_effects(words.effects, options.effects);
  headless.distinct_colours = words.colours == "distinct";
  headless.highlight = words.highlight;
  const bool has_picture = headless.screenshot || headless.record;
  for (const char* const option :
       {"--display", "--highlight", "--effects", "--scale", "--colours", "--patterns", "--renderer"})
    if (app.count(option) > 0 && !has_picture) throw CLI::RequiresError(option, "--screenshot or --record");
  const bool is_fancy =
      options.display.value_or(DisplayMode::kFancy) == DisplayMode::kFancy && options.renderer != "cpu";
  if (app.count("--effects") > 0 && !is_fancy) throw CLI::RequiresError("--effects", "--display fancy");
  if (options.display == DisplayMode::kHighlight && words.highlight.empty())
    throw CLI::ValidationError("--display", "highlight needs --highlight MATERIAL");
  if (options.display != DisplayMode::kHighlight && !words.highlight.empty())
    throw CLI::RequiresError("--highlight", "--display highlight");
  headless.save = optional(words.save);
  headless.dumps = parse_dumps(words.dumps);
  for (const std::string& word : words.inspected) headless.inspected.push_back(*parse_cell(word));
  if (!headless.inspected.empty() && (headless.report == "-" || headless.csv == "-"))
    throw CLI::ValidationError("--inspect", "the report or the counts are on stdout already; name a file for them");
  if (app.count("--progress") == 0) headless.progress = isatty(STDERR_FILENO) != 0;
}

// What is asked for instead of a world: an option, and those that may stand beside it.
struct OtherCommand {
  const char* option;
  Options::Command command;
  std::vector<std::string_view> beside;
};

const std::vector<OtherCommand>& other_commands() {
  static const std::vector<OtherCommand> commands{
      {"--list-scenes", Options::Command::kListScenes, {}},
      {"--list-materials", Options::Command::kListMaterials, {}},
      {"--list-kernels", Options::Command::kListKernels, {}},
      {"--benchmark", Options::Command::kBenchmark, {"--json", "--brief"}},
      {"--quality", Options::Command::kQuality, {"--materials", "--json", "--brief"}},
      {"--schema", Options::Command::kSchema, {}},
      {"--check", Options::Command::kCheck, {"--mod"}}};
  return commands;
}

// Chooses what is asked for, and refuses what would have no effect on it.
void choose_command(const CLI::App& app, Options& options) {
  for (const OtherCommand& other : other_commands()) {
    if (app.count(other.option) == 0) continue;
    options.command = other.command;
    for (const CLI::Option* const option : app.get_options()) {
      const std::string name = option->get_name();
      if (option->count() == 0 || name == other.option ||
          std::find(other.beside.begin(), other.beside.end(), name) != other.beside.end())
        continue;
      const std::string value = option->get_expected_min() > 0 ? " " + option->results().front() : "";
      throw CLI::ExcludesError(other.option, name + value);
    }
  }
  for (const char* const option : {"--json", "--brief"})
    if (app.count(option) > 0 && options.command != Options::Command::kBenchmark &&
        options.command != Options::Command::kQuality)
      throw CLI::RequiresError(option, "--benchmark or --quality");
}

// What an option takes, without what CLI11 adds of the checks.
std::string value_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

// An option's line says what it takes and nothing of what it needs or excludes: the groups' titles say that.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(size_t column) { column_width(column); }
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string value = value_of(*option);
    return value.empty() ? "" : " " + value;
  }
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    constexpr std::string_view kMarkOfNegation = "{false}";
    const size_t mark = name.find(kMarkOfNegation);
    return mark == std::string::npos ? name : name.erase(mark, kMarkOfNegation.size());
  }
};

// Every option that there is; what is given for them goes into `options` and `words`.
void declare_options(CLI::App& app, Options& options, Words& words) {
  app.description("Quicksand: a falling-sand game. Without options it opens its window.");
  app.name("quicksand");
  app.set_version_flag("--version", std::string("quicksand ") + kVersionText, "Prints the version");
  app.formatter(std::make_shared<HelpFormatter>(34));
  add_common_options(app, options, words);
  CLI::Option* const ui_scale =
      app.add_option("--ui-scale", options.ui_scale, "Size of the window's text and buttons: 1 to 3")
          ->type_name("N")
          ->check(CLI::Validator([](std::string& word) { return ui_scale_problem(word); }, ""));
  app.add_option("--renderer", options.renderer,
                 "Who draws: gl, OpenGL; cpu, the processor, which draws all but the fancy view; auto (default)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "gl", "cpu"}));
  add_headless_options(app, options, words);
  ui_scale->excludes("--headless");
  app.add_flag("--list-scenes")->description("Prints the scenes that come with the game");
  app.add_flag("--list-materials")->description("Prints the sets of materials that come with the game");
  app.add_flag("--list-kernels")->description("Prints the kernels that this machine runs, the fastest first");
  app.add_flag("--benchmark")->description("Measures kernels and threads on fixed scenes; takes a minute or two");
  app.add_flag("--quality")
      ->description("Measures how well materials behave: angles, levels, layers; takes a minute or two");
  app.add_option("--json", words.json, "With --benchmark or --quality: also writes the figures as JSON")
      ->type_name("FILE");
  app.add_flag("--brief", words.brief, "With --benchmark or --quality: a little of each, to see that it works");
  app.add_option("--check", options.check_paths,
                 "Checks material files, mods, scenes or saves and prints what is wrong")
      ->type_name("PATH...");
  app.add_option("--schema", options.schema,
                 "Prints the JSON Schema of a file, for editors that check and complete: " + names_of(file_schemas()))
      ->type_name("FILE")
      ->check(CLI::Validator([](std::string& word) { return schema_problem(word); }, ""));
}

template <class Items>
std::vector<std::string> list_of_names(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.emplace_back(name_of(item));
  return names;
}

// What a shell may offer as values: the names themselves, or what the program prints.
struct OfferedValues {
  std::string_view option;
  std::vector<std::string> names;
  std::string_view listing;  // options and a filter
};

std::vector<OfferedValues> offered_values() {
  return {{"--scene", {}, "--list-scenes | sed 's/ .*//'"},
          {"--materials", {}, "--list-materials | sed '/^ /d'"},
          {"--highlight", {}, "--list-materials | sed -n 's/^  \\([^ ]*\\) .*/\\1/p'"},
          {"--kernel", {"auto"}, "--list-kernels"},
          {"--renderer", {"auto", "gl", "cpu"}, {}},
          {"--display", list_of_names(kDisplayModes), {}},
          {"--effects", list_of_names(kEffectsPresets), {}},
          {"--colours", {"file", "distinct"}, {}},
          {"--schema", list_of_names(file_schemas()), {}}};
}

}  // namespace

std::vector<OptionRow> option_rows() {
  Options options;
  Words words;
  CLI::App app;
  declare_options(app, options, words);
  const std::vector<OfferedValues> offered = offered_values();
  std::vector<OptionRow> rows;
  for (const CLI::Option* const option : app.get_options()) {
    OptionRow row{option->get_group(), {}, {}, value_of(*option), option->get_description(), {}, {}};
    for (const std::string& name : option->get_lnames()) row.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) row.names.push_back("-" + name);
    row.is_repeatable = option->get_items_expected_max() > 1 || row.description.find("repeatable") != std::string::npos;
    const auto values = std::ranges::find(offered, row.names.front(), &OfferedValues::option);
    if (values != offered.end()) {
      row.value_names = values->names;
      row.value_listing = values->listing;
    }
    // Options of a group stand together, as --help has them.
    const auto last =
        std::find_if(rows.rbegin(), rows.rend(), [&](const OptionRow& one) { return one.group == row.group; });
    rows.insert(last == rows.rend() ? rows.end() : last.base(), std::move(row));
  }
  return rows;
}

Options parse_options(int argc, const char* const* argv) {
  Options options;
  options.threads = hardware_threads();
  Words words;
  CLI::App app;
  declare_options(app, options, words);

  try {
    app.parse(argc, argv);
    finish(app, options, words);
    choose_command(app, options);
  } catch (const CLI::Success& success) {  // --help, --version
    app.exit(success);
    options.command = Options::Command::kExit;
    return options;
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> rest = app.remaining();
    const bool is_unknown = !rest.empty() && rest.front().starts_with("-");
    const std::string message = is_unknown ? unexpected(app, rest.front()) : std::string(error.what());
    std::fprintf(stderr, "quicksand: %s\nTry 'quicksand --help'.\n", printable(message).c_str());
    options.command = Options::Command::kExit;
    options.exit_code = 2;
    return options;
  }

  options.benchmark = {optional(words.json), words.brief};
  options.quality = {words.materials.empty() ? "core" : words.materials, optional(words.json), words.brief};
  return options;
}

}  // namespace quicksand
