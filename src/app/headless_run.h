// The ticks of a run without a window: until when it goes on, and what is measured on the way.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/condition.h"
#include "app/session.h"
#include "capture/capture.h"
#include "core/result.h"
#include "io/report.h"

namespace quicksand {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;  // none: it may take as long as it wants

struct RunPlan {
  uint64_t ticks = 0;
  bool has_end = true;           // it is to run them all; false: that many at most
  std::vector<Condition> until;  // ends as soon as all of them hold; empty: after `ticks`
  Deadline deadline;
  uint64_t hash_every = 0;            // 0: never
  uint64_t counts_every = 0;          // 0: never
  bool measures = false;              // for a report: cells that change, and active ones
  bool progress = false;              // a bar on stderr
  std::optional<std::string> record;  // is_recording_name()
  uint64_t record_every = 0;          // ticks
};

// More numbers than this are not kept of the counts over time.
inline constexpr uint64_t kMostSampledNumbers = uint64_t{1} << 24;
// Nor of the state hashes, which are text in a report.
inline constexpr uint64_t kMostHashes = uint64_t{1} << 20;

// Runs the session's ticks, and fills in what the report holds of them. Only the stepping is timed. Ends early where
// the plan says so or a signal comes (interruption.h); Report::ended says why. What fails is the first picture of the
// recording that cannot be drawn or written; the run goes on to its end all the same.
Status run_ticks(const RunPlan& plan, Session& session, Capture& capture, Report& report);

}  // namespace quicksand
