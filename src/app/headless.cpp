#include "app/headless.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <variant>

#include "app/session.h"
#include "app/version.h"
#include "capture/capture.h"
#include "capture/recorder.h"
#include "io/dump.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/png.h"
#include "io/report.h"
#include "view/colour_vision.h"

namespace quicksand {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class ProgressBar {
 public:
  ProgressBar(bool shown, uint64_t total) : shown_(shown), total_(total) {}

  void show(uint64_t done) {
    if (!shown_ || (done != total_ && seconds_since(last_) < 0.1)) return;
    last_ = Clock::now();
    const double share = total_ > 0 ? static_cast<double>(done) / static_cast<double>(total_) : 1.0;
    const int filled = static_cast<int>(share * kWidth);
    std::fprintf(stderr, "\r[%.*s%.*s] %3d%%  %llu/%llu ticks%s", filled, kFull, kWidth - filled, kEmpty,
                 static_cast<int>(share * 100), static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(total_), done == total_ ? "\n" : "");
    std::fflush(stderr);
  }

 private:
  static constexpr int kWidth = 32;
  static constexpr const char* kFull = "################################";
  static constexpr const char* kEmpty = "................................";
  bool shown_;
  uint64_t total_;
  Clock::time_point last_;
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

// Runs the ticks, timing the stepping alone; what the report counts is counted between the ticks.
Status run_ticks(const HeadlessRequest& request, uint64_t ticks, Session& session, Capture& capture, Report& report) {
  ProgressBar bar(request.progress, ticks);
  std::optional<Recorder> recorder;
  if (request.record) recorder.emplace(capture, *request.record, request.record_every * kTicksPerFrame);
  const auto look = [&](uint64_t tick) -> Status {
    capture.follow(session.world());
    return recorder ? recorder->follow(session.world(), tick) : Done{};
  };
  if (const Status looked = look(0); !looked) return looked;
  for (uint64_t tick = 1; tick <= ticks; ++tick) {
    session.direct();
    std::optional<ChangeCounter> changes;
    if (request.report) {
      changes.emplace(session.world());
      report.active_cells += static_cast<uint64_t>(session.world().count_active(session.parallel()));
    }
    const Clock::time_point start = Clock::now();
    session.step();
    report.tick_seconds.push_back(seconds_since(start));
    if (changes) report.changed_cells += changes->count(session.world());
    if (request.hash_every > 0 && tick % request.hash_every == 0) report.hashes.push_back(session.world().state_hash());
    if (const Status looked = look(tick); !looked) return looked;
    bar.show(tick);
  }
  return recorder ? recorder->finish() : Done{};
}

void describe_result(const HeadlessRequest& request, Session& session, Report& report) {
  const World& world = session.world();
  report.version = kVersionText;
  report.scene = session.scene().name;
  report.size = world.size();
  report.seed = world.seed();
  report.threads = request.threads;
  report.kernel = world.kernel_name();
  report.state_hash = world.state_hash();
  report.materials = world.entry_names();
  report.counts = world.count_entries();
  report.airborne = world.count_airborne();
  report.peak_rss_mb = peak_memory_mb();
}

Status write_report(const Report& report, const std::string& file) {
  const std::string text = report_text(report);
  if (file != "-") return write_file_atomically(file, text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return Done{};
  return fail("the report cannot be written to stdout");
}

// What --dump calls the grains in the air, which are no plane.
constexpr std::string_view kGrainsDump = "grains";

Status check_dumps(const HeadlessRequest& request, const World& world) {
  for (const PlaneDump& dump : request.dumps) {
    if (dump.plane == kGrainsDump) continue;
    const std::vector<PlaneView> planes = world.planes();
    if (const PlaneView* const view = find_view(planes, dump.plane); view && view->dumped) continue;
    std::string known;
    for (const PlaneView& view : planes)
      if (view.dumped) known += (known.empty() ? "" : ", ") + std::string(view.name);
    return fail("--dump: there is no plane \"" + dump.plane + "\"; there are " + known + ", and " +
                std::string(kGrainsDump) + " as a table");
  }
  return Done{};
}

Status write_dump(const PlaneDump& dump, const World& world) {
  if (dump.plane == kGrainsDump)
    return write_file_atomically(dump.file, encode_grains(world.airborne(), world.entry_names()));
  const std::vector<PlaneView> planes = world.planes();
  const PlaneView& view = *find_view(planes, dump.plane);
  return write_file_atomically(dump.file, view.plane && !view.high ? encode_pgm(*view.plane) : encode_pfm(view));
}

// Whether everything can be written where it is wanted.
Status check_targets(const HeadlessRequest& request) {
  std::vector<std::string> files;
  for (const std::optional<std::string>& file : {request.report, request.screenshot, request.record, request.save})
    if (file && *file != "-") files.push_back(*file);
  for (const PlaneDump& dump : request.dumps) files.push_back(dump.file);
  for (const std::string& file : files)
    if (const Status good = check_writable(file); !good) return good;
  return Done{};
}

Result<uint8_t> find_highlighted(const HeadlessRequest& request, const World& world) {
  if (request.highlight.empty()) return request.view.highlighted;
  const std::vector<std::string>& names = world.entry_names();
  const auto found = std::find(names.begin(), names.end(), request.highlight);
  if (found != names.end()) return static_cast<uint8_t>(found - names.begin());
  return fail("--highlight: there is no material \"" + request.highlight + "\" in this world" +
              suggestion(request.highlight, std::span<const std::string>(names)));
}

// Whether a picture of the world can be as large as is asked for.
Status check_scale(const HeadlessRequest& request, const World& world) {
  const int longer = std::max(world.size().width, world.size().height);
  if (request.scale == 1 || longer * request.scale <= kLargestPicture) return Done{};
  return fail("--scale " + std::to_string(request.scale) + ": the picture would be " +
              std::to_string(longer * request.scale) + " pixels long, and " + std::to_string(kLargestPicture) +
              " are the most; at most --scale " + std::to_string(std::max(1, kLargestPicture / longer)) +
              " fits this world");
}

Status save_screenshot(const HeadlessRequest& request, const Capture& capture, const World& world) {
  const Result<Image> image = capture.picture(world);
  if (!image) return image.failure();
  return write_file_atomically(*request.screenshot, encode_png(*image));
}

// A recording is played to its end.
uint64_t ticks_to_run(const HeadlessRequest& request, const Session& session) {
  const uint64_t end = session.scene().recorded_until;
  const uint64_t now = session.world().tick();
  return request.ticks.value_or(end > now ? end - now : uint64_t{kTicksPerFrame});
}

Status check_replay(const HeadlessRequest& request, const Session& session) {
  if (!request.replay || session.scene().recorded_until > 0) return Done{};
  return fail("--replay: this is no recording: the scene has no \"recorded_until\". A session that is saved as .json is one",
              session.scene().name);
}

}  // namespace

Status run_headless(const HeadlessRequest& request) {
  Result<OpenedWorld> opened = open_world(request.world);
  if (!opened) return opened.failure();
  Session session(std::move(*opened), request.threads);
  const World& world = session.world();
  // Before the run, so that a typing mistake does not cost it.
  if (const Status known = check_dumps(request, world); !known) return known;
  if (const Status good = check_replay(request, session); !good) return good;
  if (const Status good = check_targets(request); !good) return good;
  if (const Status good = check_scale(request, world); !good) return good;
  View view = request.view;
  const Result<uint8_t> highlighted = find_highlighted(request, world);
  if (!highlighted) return highlighted.failure();
  view.highlighted = *highlighted;
  view.distinct = request.distinct_colours;
  view.daylight = static_cast<float>(session.scene().daylight);

  const Looks looks = request.distinct_colours ? distinct_looks(session.looks()) : session.looks();
  Capture capture(request.pictures, looks, view, request.scale);
  Report report;
  report.ticks = ticks_to_run(request, session);
  if (const Status ran = run_ticks(request, report.ticks, session, capture, report); !ran) return ran;

  for (const PlaneDump& dump : request.dumps)
    if (const Status done = write_dump(dump, world); !done) return done;
  if (request.screenshot)
    if (const Status done = save_screenshot(request, capture, world); !done) return done;
  if (request.save)
    if (const Status done = session.save(*request.save); !done) return done;
  if (!request.report) return Done{};
  describe_result(request, session, report);
  return write_report(report, *request.report);
}

}  // namespace quicksand
