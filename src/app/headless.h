// Runs a world without a window and writes what was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/condition.h"
#include "app/console.h"
#include "app/open_world.h"
#include "app/session.h"
#include "capture/picture_source.h"
#include "core/result.h"
#include "view/display_mode.h"

namespace quicksand {

struct PlaneDump {
  std::string plane;
  std::string file;
};

// From the first to the last, both included.
struct SeedRange {
  uint64_t first = 0;
  uint64_t last = 0;
};

// In names of files this stands for the seed of a run.
inline constexpr std::string_view kSeedInName = "{seed}";

struct HeadlessRequest {
  WorldRequest world;
  int threads = 1;
  std::optional<uint64_t> ticks;        // none: to the end of a recording; until what ends it, if any; else a frame
  bool replay = false;                  // the scene must be a recording
  std::optional<ConsoleScript> script;  // is done before the ticks
  std::vector<Condition> until;         // ends as soon as all of them hold; empty: none
  std::optional<double> time_limit;  // seconds of the clock on the wall, for each run, its script included; at most 1e9
  std::optional<SeedRange> seeds;    // a run with each; none: one, with the world's own
  uint64_t hash_every = 0;           // 0: never
  uint64_t counts_every = 0;         // 0: never
  std::optional<std::string> csv;    // the counts over time as a table: a file; "-" is stdout
  bool progress = false;             // a bar on stderr
  std::optional<std::string> report;  // a file; "-" is stdout
  std::optional<std::string> screenshot;
  View view;                          // of the screenshot and the recording
  std::string highlight;              // the name of the entry that the view highlights; empty: it needs none
  bool distinct_colours = false;      // see view/colour_vision.h
  PictureSource pictures;             // null: the processor draws, and no fancy views
  int scale = 1;                      // pixels along a cell's side
  std::optional<std::string> record;  // is_recording_name()
  uint64_t record_every = 2;          // frames of world time between its pictures
  std::optional<std::string> save;
  std::vector<PlaneDump> dumps;
  std::vector<CellPos> inspected;  // cells of which all is told on stdout after the run
};

// The program's exit code where nothing was wrong.
inline constexpr int kDone = 0;
// What was asked for does not hold: the run ended before the conditions did, or bounds are not kept.
inline constexpr int kConditionFailed = 3;
inline constexpr int kSignalled = 128;  // and the signal's number

// Does all of it. What fails while files are written keeps no other from being written. stdout carries nothing but what
// is written to "-". Gives the exit code.
Result<int> run_headless(const HeadlessRequest& request);

}  // namespace quicksand
