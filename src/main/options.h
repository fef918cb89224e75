// The command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "app/headless.h"
#include "app/open_world.h"
#include "measure/benchmark.h"
#include "measure/quality.h"
#include "view/display_mode.h"
#include "view/effects.h"

namespace quicksand {

struct Options {
  enum class Command {
    kWindow,
    kHeadless,
    kCheck,
    kListScenes,
    kListMaterials,
    kListKernels,
    kBenchmark,
    kQuality,
    kSchema,
    kExit
  };

  Command command = Command::kWindow;
  WorldRequest world;
  int threads = 1;
  std::string window_report;             // with kWindow: a file; empty: none
  double ui_scale = 0;                   // with kWindow; 0: not given
  std::optional<ConsoleScript> script;   // with kWindow; also in `headless`
  HeadlessRequest headless;              // with kHeadless
  BenchmarkRequest benchmark;            // with kBenchmark
  QualityRequest quality;                // with kQuality
  std::vector<std::string> check_paths;  // with kCheck: at least one
  std::string schema;                    // with kSchema: a name of file_schemas()
  std::string renderer = "auto";         // auto, gl or cpu
  std::optional<DisplayMode> display;    // with kHeadless; none: fancy where it can be had
  Effects effects;                       // with kHeadless
  int exit_code = 0;                     // with kExit: help was printed, or a mistake was reported
};

Options parse_options(int argc, const char* const* argv);

// An option, for documents: the man page and what shells complete.
struct OptionRow {
  std::string group;               // the heading under which --help has it
  std::vector<std::string> names;  // "--help", "-h"
  bool is_repeatable = false;
  std::string value;  // what it takes, as in "NAME|FILE"; empty: nothing
  std::string description;
  std::vector<std::string> value_names;  // values that a shell may offer
  std::string value_listing;             // options of the program, and a filter, that print such values; empty: none
};

// All of them, in the order of --help.
std::vector<OptionRow> option_rows();

}  // namespace quicksand
