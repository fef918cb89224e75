#include "app/headless_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <variant>

#include "app/interruption.h"
#include "capture/recorder.h"

namespace quicksand {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class ProgressBar {
 public:
  ProgressBar(bool shown, uint64_t total, bool has_end) : shown_(shown), total_(total), has_end_(has_end) {}

  void show(uint64_t done) {
    if (!shown_ || (done != total_ && seconds_since(last_) < 0.1)) return;
    last_ = Clock::now();
    is_open_ = done != total_;
    if (!has_end_) {
      std::fprintf(stderr, "\r%llu ticks%s", static_cast<unsigned long long>(done), done == total_ ? "\n" : "");
      std::fflush(stderr);
      return;
    }
    const double share = total_ > 0 ? static_cast<double>(done) / static_cast<double>(total_) : 1.0;
    const int filled = static_cast<int>(share * kWidth);
    std::fprintf(stderr, "\r[%.*s%.*s] %3d%%  %llu/%llu ticks%s", filled, kFull, kWidth - filled, kEmpty,
                 static_cast<int>(share * 100), static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(total_), done == total_ ? "\n" : "");
    std::fflush(stderr);
  }

  // Nothing more is shown: what comes next on stderr gets a line of its own.
  void end() {
    if (is_open_) std::fputc('\n', stderr);
    is_open_ = false;
  }

 private:
  static constexpr int kWidth = 32;
  static constexpr const char* kFull = "################################";
  static constexpr const char* kEmpty = "................................";
  bool shown_;
  uint64_t total_;
  bool has_end_;
  Clock::time_point last_;
  bool is_open_ = false;
};

// Counts the cells that differ between two looks at a world: in their entry, or where there is one in the surface.
class ChangeCounter {
 public:
  explicit ChangeCounter(const World& world) : before_(copy_of(world)) {}

  uint64_t count(const World& world) {
    return before_.index() == 0 ? differ(std::get<0>(before_), entries(world))
                                : differ(std::get<1>(before_), *find_surface(world.planes())->fixed);
  }

 private:
  using Copy = std::variant<Plane<uint8_t>, Plane<int32_t>>;

  static const Plane<uint8_t>& entries(const World& world) { return *world.planes().front().plane; }
  static Copy copy_of(const World& world) {
    const std::vector<PlaneView> planes = world.planes();
    const PlaneView* const surface = find_surface(planes);
    return surface ? Copy(*surface->fixed) : Copy(*planes.front().plane);
  }

  template <class T>
  static uint64_t differ(const Plane<T>& before, const Plane<T>& now) {
    uint64_t changed = 0;
    for (int y = 0; y < now.size().height; ++y) {
      const auto old_row = before.cells(y);
      const auto new_row = now.cells(y);
      for (size_t x = 0; x < new_row.size(); ++x) changed += old_row[x] != new_row[x] ? 1 : 0;
    }
    return changed;
  }

  Copy before_;
};

void sample(const World& world, uint64_t tick, Report& report) {
  report.sample_ticks.push_back(tick);
  report.sampled_cells.push_back(world.count_entries());
  report.sampled_airborne.push_back(world.count_airborne());
}

// One tick, of which the stepping is timed.
void run_tick(const RunPlan& plan, Session& session, Report& report) {
  session.direct();
  std::optional<ChangeCounter> changes;
  if (plan.measures) {
    changes.emplace(session.world());
    report.active_cells += static_cast<uint64_t>(session.world().count_active(session.parallel()));
  }
  const Clock::time_point start = Clock::now();
  session.step();
  report.tick_times.add(seconds_since(start));
  if (changes) report.changed_cells += changes->count(session.world());
}

}  // namespace

Status run_ticks(const RunPlan& plan, Session& session, Capture& capture, Report& report) {
  const World& world = session.world();
  ProgressBar bar(plan.progress, plan.ticks, plan.has_end);
  std::optional<Recorder> recorder;
  Status recorded = Done{};
  const auto note = [&](Status status) {
    if (recorded) recorded = std::move(status);
  };
  if (plan.record) recorder.emplace(capture, *plan.record, plan.record_every);
  for (report.ticks = 0;; ++report.ticks) {
    const uint64_t tick = report.ticks;
    // A run that goes on does them with its next tick: a hash for this one is of before.
    if (tick == plan.ticks && recording_end(session.scene()) == world.tick()) session.play_commands_due();
    capture.follow(world);
    if (recorder) note(recorder->follow(world, tick));
    if (tick > 0 && plan.hash_every > 0 && tick % plan.hash_every == 0) report.hashes.push_back(world.state_hash());
    if (plan.counts_every > 0 && tick % plan.counts_every == 0) sample(world, tick, report);
    if (tick > 0) bar.show(tick);
    if (!plan.until.empty() && all_hold(plan.until, world))
      report.ended = RunEnd::kUntil;
    else if (tick == plan.ticks)
      report.ended = RunEnd::kTicks;
    else if (Interruption::signal() != 0)
      report.ended = RunEnd::kSignal;
    else if (plan.deadline && Clock::now() >= *plan.deadline)
      report.ended = RunEnd::kTimeLimit;
    else {
      run_tick(plan, session, report);
      continue;
    }
    break;
  }
  bar.end();
  if (recorder) note(recorder->finish());
  return recorded;
}

}  // namespace quicksand
