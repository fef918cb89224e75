#include "app/headless.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "app/headless_console.h"
#include "app/headless_run.h"
#include "app/inspecting.h"
#include "app/interruption.h"
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
}

// "-" is stdout; whoever does not read that to its end has seen enough.
Status write_text(const std::string& text, const std::string& file, const char* what) {
  if (file != "-") return write_file_atomically(file, text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return Done{};
  if (errno == EPIPE) {
    Interruption::note_closed_pipe();
    return Done{};
  }
  return fail(std::string(what) + " cannot be written to stdout");
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

// All files that a run writes, but for the report, which is of all runs.
std::vector<std::string*> files_of(HeadlessRequest& request) {
  std::vector<std::string*> files;
  for (std::optional<std::string>* const file : {&request.screenshot, &request.record, &request.save, &request.csv})
    if (*file) files.push_back(&**file);
  for (PlaneDump& dump : request.dumps) files.push_back(&dump.file);
  return files;
}

// Where a run writes, its report included.
std::vector<std::string> targets_of(HeadlessRequest request) {
  std::vector<std::string> files;
  for (std::optional<std::string>* const text : {&request.csv, &request.report})
    if (*text == "-") text->reset();  // stdout, for these two alone
  for (const std::string* const file : files_of(request)) files.push_back(*file);
  if (request.report) files.push_back(*request.report);
  return files;
}

// Whatever they are called there.
std::vector<std::filesystem::path> places_of(const HeadlessRequest& request) {
  std::vector<std::filesystem::path> places;
  for (const std::string& file : targets_of(request)) places.push_back(place_of_file(file));
  return places;
}

// Whether everything can be written where it is wanted.
Status check_targets(const HeadlessRequest& request) {
  const std::vector<std::string> files = targets_of(request);
  std::set<std::filesystem::path> places;
  for (const std::string& file : files)
    if (!places.insert(place_of_file(file)).second) return fail("two things are to be written to this one file", file);
  if (request.record)
    for (const std::filesystem::path& place : places)
      if (is_picture_of_recording(place, place_of_file(*request.record)))
        return fail("two things are to be written to this one file: the recording has pictures with such numbers",
                    place.string());
  for (const std::string& file : files) {
    // Many pictures get a folder of their own.
    if (const Status good = file == request.record ? check_writable(file) : check_output(file); !good) return good;
  }
  return Done{};
}

// What is read is not written over, but for a save that goes on from the very file.
Status check_inputs(const HeadlessRequest& request, const Session& session, const FilesRead& read) {
  for (const std::string& file : targets_of(request)) {
    if (file == request.save && goes_on_from(session, file)) continue;
    if (const Status good = read.check_unread(file); !good) return good;
  }
  if (!request.record) return Done{};
  for (const std::filesystem::path& place : read.places())
    if (is_picture_of_recording(place, place_of_file(*request.record)))
      return fail("a picture of the recording would be written over what is read there: name another file",
                  place.string());
  return Done{};
}

HeadlessRequest with_seed(HeadlessRequest request, uint64_t seed) {
  request.world.seed = seed;
  const auto fill_in = [&](std::string& text) {
    for (size_t at; (at = text.find(kSeedInName)) != std::string::npos;)
      text.replace(at, kSeedInName.size(), std::to_string(seed));
  };
  for (std::string* const file : files_of(request)) fill_in(*file);
  if (request.script) {
    std::string text = request.script->text();
    fill_in(text);
    request.script = ConsoleScript(text, request.script->file());
  }
  return request;
}

// Whether the runs of several seeds write files of their own, and all of them can be written.
Status check_seeds(HeadlessRequest request) {
  if (!request.seeds) return Done{};
  if (request.report && request.report->find(kSeedInName) != std::string::npos)
    return fail("--report: the runs of all seeds have one report, so its name has no {seed}");
  for (const std::string* const file : files_of(request))
    if (file->find(kSeedInName) == std::string::npos)
      return fail("--seeds: each run would write \"" + *file + "\"; put {seed} into its name, like sand-{seed}.png");
  for (uint64_t seed = request.seeds->first; seed <= request.seeds->last; ++seed)
    if (const Status good = check_targets(with_seed(request, seed)); !good) return good;
  return Done{};
}

uint64_t runs_of(const HeadlessRequest& request) {
  return request.seeds ? request.seeds->last - request.seeds->first + 1 : 1;
}

// Whether what an option keeps every so many ticks has room: `numbers` in all, of at most `most`.
Status check_room(const char* option, uint64_t every, uint64_t numbers, uint64_t most) {
  if (numbers <= most) return Done{};
  return fail(std::string(option) + " " + std::to_string(every) + ": that would be " + std::to_string(numbers) +
              " numbers, and " + std::to_string(most) + " are the most; " +
              std::to_string(every * (numbers / most + 1)) + " or more ticks fit");
}

// So many samples there are in so many ticks, of each run.
Status check_samples(const HeadlessRequest& request, const World& world, uint64_t ticks) {
  const auto samples = [&](uint64_t every) { return every > 0 ? runs_of(request) * (ticks / every + 1) : 0; };
  if (const Status fits = check_room("--counts-every", request.counts_every,
                                     world.entry_names().size() * samples(request.counts_every), kMostSampledNumbers);
      !fits)
    return fits;
  return check_room("--hash-every", request.hash_every, samples(request.hash_every), kMostHashes);
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
              " are the most that is enlarged; " +
              (2 * longer > kLargestPicture
                   ? std::string("leave it out")
                   : "at most --scale " + std::to_string(kLargestPicture / longer) + " fits this world"));
}

// That the pictures that are asked for show less than there is.
void tell_of_steps(const HeadlessRequest& request, const World& world) {
  const int longer = std::max(world.size().width, world.size().height);
  const int step = (longer + kLargestPicture - 1) / kLargestPicture;
  if ((!request.screenshot && !request.record) || step == 1) return;
  std::fprintf(stderr,
               "quicksand: the world is longer than %d cells: in its pictures a pixel stands for %dx%d of them\n",
               kLargestPicture, step, step);
}

Status save_screenshot(const HeadlessRequest& request, const Capture& capture, const World& world) {
  const Result<Image> image = capture.picture(world);
  if (!image) return image.failure();
  return write_file_atomically(*request.screenshot, encode_png(*image));
}

// A recording is played to its end.
std::optional<uint64_t> ticks_asked_for(const HeadlessRequest& request, const Session& session) {
  if (request.ticks) return request.ticks;
  const uint64_t end = recording_end(session.scene()).value_or(0);
  const uint64_t now = session.world().tick();
  const bool is_at_its_beginning = recording_end(session.scene()) && session.opened().begins_as_scene;
  if (end > now || request.replay || is_at_its_beginning) return std::max(end, now) - now;
  const bool waits = !request.until.empty() || request.time_limit;
  return waits ? std::nullopt : std::optional(uint64_t{kTicksPerFrame});
}

// What is not asked for is as much as there can be.
uint64_t most_ticks(const HeadlessRequest& request, const World& world) {
  const auto most = [&](uint64_t every, uint64_t samples) {
    const uint64_t of_a_run = samples / runs_of(request);
    return every > 0 ? (std::max<uint64_t>(of_a_run, 1) - 1) * every : kMostTicks;
  };
  return std::min({kMostTicks, most(request.counts_every, kMostSampledNumbers / world.entry_names().size()),
                   most(request.hash_every, kMostHashes)});
}

Status check_replay(const HeadlessRequest& request, const Session& session) {
  if (!request.replay || recording_end(session.scene())) return Done{};
  return fail(
      "--replay: this is no recording: the scene has neither \"recorded_until\" nor \"commands\". A session that is "
      "saved as .json is one",
      session.scene().name);
}

RunPlan plan_of(const HeadlessRequest& request, const Session& session, const Deadline& deadline) {
  const std::optional<uint64_t> ticks = ticks_asked_for(request, session);
  return {.ticks = ticks.value_or(most_ticks(request, session.world())),
          .has_end = ticks.has_value(),
          .until = request.until,
          .deadline = deadline,
          .hash_every = request.hash_every,
          .counts_every = request.counts_every,
          .measures = request.report.has_value(),
          .progress = request.progress,
          .record = request.record,
          .record_every = request.record_every * kTicksPerFrame};
}

// What went wrong, one after the other.
class Failures {
 public:
  void note(const Status& status) {
    if (status) return;
    const std::vector<Diagnostic>& more = status.failure().diagnostics;
    all_.diagnostics.insert(all_.diagnostics.end(), more.begin(), more.end());
  }
  bool any() const { return !all_.diagnostics.empty(); }
  Status status() const { return any() ? Status(all_) : Status(Done{}); }

 private:
  Failure all_;
};

// All that is written of one run but the report. What fails does not keep the rest from being written.
Status write_files(const HeadlessRequest& request, const Session& session, const Capture& capture,
                   const Report& report) {
  const World& world = session.world();
  Failures failures;
  const auto write = [&](const std::string& what, const auto& action) {
    try {
      failures.note(action());
    } catch (const std::bad_alloc&) {
      failures.note(fail("there is not enough memory to write " + what));
    }
  };
  for (const PlaneDump& dump : request.dumps) write(dump.file, [&] { return write_dump(dump, world); });
  if (request.screenshot) write(*request.screenshot, [&] { return save_screenshot(request, capture, world); });
  if (request.save) write(*request.save, [&] { return session.save(*request.save); });
  if (request.csv) write(*request.csv, [&] { return write_text(counts_csv(report), *request.csv, "the counts"); });
  for (const CellPos cell : request.inspected)
    failures.note(write_text(*inspection_text(world, cell) + "\n", "-", "what there is to know of a cell"));
  return failures.status();
}

Status check_inspected(const World& world, CellPos cell) {
  if (contains(world.size(), cell)) return Done{};
  return fail("--inspect: " + inspection_text(world, cell).failure().text());
}

// Whether all that is asked for can be had of the world.
Status check_world(const HeadlessRequest& request, const Session& session) {
  const World& world = session.world();
  if (const Status known = check_dumps(request, world); !known) return known;
  if (const Status known = check_conditions(request.until, world.entry_names()); !known) return known;
  for (const CellPos cell : request.inspected)
    if (const Status good = check_inspected(world, cell); !good) return good;
  if (const Status good = check_replay(request, session); !good) return good;
  if (const Status good = check_scale(request, world); !good) return good;
  if (const Result<uint8_t> known = find_highlighted(request, world); !known) return known.failure();
  return check_samples(request, world, plan_of(request, session, {}).ticks);
}

Deadline deadline_of(const std::optional<double>& seconds) {
  using Clock = std::chrono::steady_clock;
  if (!seconds) return std::nullopt;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

// One world, from its beginning to all that is written of it but the report. There is a report as soon as it has run.
// What cannot be written is noted, and keeps nothing else from being done.
// While the first is opened there is nothing to write yet, and a signal ends the program: opening may take long.
Status run_one(const HeadlessRequest& request, std::vector<Report>& reports, std::optional<Interruption>& interruption,
               const FilesRead& read, ScriptFiles& script_files, Failures& unwritten) {
  Result<OpenedWorld> opened = open_world(request.world);
  if (!opened) return opened.failure();
  Session session(std::move(*opened), request.threads);
  // Before the run, so that a typing mistake does not cost it. What is asked of the world may be in another that the
  // script opens.
  if (const Status good = check_inputs(request, session, read); !good) return good;
  if (const Status good = check_targets(request); !good) return good;
  if (!request.script)
    if (const Status good = check_world(request, session); !good) return good;
  if (!interruption) interruption.emplace();
  for (const Diagnostic& note : session.notes()) std::fprintf(stderr, "quicksand: %s\n", note.text().c_str());
  const Deadline deadline = deadline_of(request.time_limit);
  if (request.script) {
    script_files.begin_run(request.record.value_or(""), places_of(request));
    if (const Status done = run_script(*request.script, session, deadline, script_files); !done) return done;
    if (const Status good = check_inputs(request, session, read); !good) return good;  // it may be another
    if (const Status good = check_world(request, session); !good) return good;
  }
  const World& world = session.world();
  if (reports.empty()) tell_of_steps(request, world);
  const RunPlan plan = plan_of(request, session, deadline);
  View view = request.view;
  view.highlighted = *find_highlighted(request, world);
  view.distinct = request.distinct_colours;
  view.daylight = static_cast<float>(session.scene().daylight);

  const Looks looks = request.distinct_colours ? distinct_looks(session.looks()) : session.looks();
  Capture capture(request.pictures, looks, view, request.scale);
  Report report;
  unwritten.note(run_ticks(plan, session, capture, report));
  describe_result(request, session, report);
  reports.push_back(std::move(report));
  unwritten.note(write_files(request, session, capture, reports.back()));
  reports.back().peak_rss_mb = peak_memory_mb();
  return Done{};
}

int exit_code_of(const HeadlessRequest& request, const std::vector<Report>& reports) {
  if (Interruption::signal() != 0) return kSignalled + Interruption::signal();
  const bool all_held = std::ranges::all_of(reports, [](const Report& one) { return one.ended == RunEnd::kUntil; });
  return request.until.empty() || all_held ? kDone : kConditionFailed;
}

}  // namespace

Result<int> run_headless(const HeadlessRequest& request) {
  std::optional<Interruption> interruption;
  if (const Status good = check_seeds(request); !good) return good.failure();
  std::vector<Report> reports;
  FilesRead read;
  if (request.script) read.note(request.script->file());
  ScriptFiles script_files(read);
  Failures failures;
  const SeedRange seeds = request.seeds.value_or(SeedRange{});
  for (uint64_t seed = seeds.first; seed <= seeds.last && Interruption::signal() == 0; ++seed) {
    const Status ran = run_one(request.seeds ? with_seed(request, seed) : request, reports, interruption, read,
                               script_files, failures);
    failures.note(ran);
    if (!ran) break;  // so it would be with the next seed
  }
  if (request.report && !reports.empty()) {
    const std::string text =
        request.seeds ? report_text(std::span<const Report>(reports)) : report_text(reports.front());
    failures.note(write_text(text, *request.report, "the report"));
  }
  if (failures.any()) return failures.status().failure();
  return exit_code_of(request, reports);
}

}  // namespace quicksand
