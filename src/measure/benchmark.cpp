#include "measure/benchmark.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "app/open_world.h"
#include "app/version.h"
#include "core/parallel.h"
#include "io/assets.h"
#include "io/benchmark_report.h"
#include "io/files.h"
#include "measure/fastsab_port.h"
#include "sim/tick/kernel.h"
#include "sim/tick/sandbox.h"

namespace quicksand {
namespace {

using Clock = std::chrono::steady_clock;
using Table = std::shared_ptr<const MaterialTable>;

constexpr int kRepetitions = 3;
constexpr int kPairs = 5;

struct BenchmarkScene {
  const char* name;
  const char* scene;
  std::optional<GridSize> size;
  int warm_up;  // ticks before the first that is measured
  int ticks;
  bool compare;  // with FastSAB, whose materials the scene uses
};

const BenchmarkScene kScenes[] = {
    {"dense-sand", "dense-sand", {}, 0, 100, true},
    {"dense-water", "dense-water", {}, 0, 100, true},
    {"dense-mixed", "dense-mixed", {}, 0, 100, true},
    {"dense-all", "dense-all", {}, 0, 100, false},
    {"loose-mixed", "loose-mixed", {}, 0, 100, false},
    {"settled", "dense-sand", {}, 3000, 400, false},
    {"hourglass", "hourglass", {}, 400, 400, false},
    {"hd-mixed", "dense-mixed", GridSize{1280, 720}, 0, 60, false},
    {"uhd-mixed", "dense-mixed", GridSize{3840, 2160}, 0, 20, false},
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Memory of this process that is in use, in bytes; 0 if the system does not tell.
double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return file ? resident * 4096 : 0;
}

struct Prepared {
  SandboxState state;
  Table table;
};

Result<Prepared> prepare(const BenchmarkScene& scene, int warm_up) {
  WorldRequest request;
  request.scene = scene.scene;
  request.size = scene.size;
  Result<OpenedWorld> opened = open_world(request);
  if (!opened) return opened.failure();
  const Result<MaterialSet> materials = load_materials(opened->scene.materials);
  if (!materials) return materials.failure();
  const auto* const sandbox = dynamic_cast<const Sandbox*>(opened->world.get());
  if (!sandbox) return fail("the benchmark knows sandboxes only", scene.scene);
  Parallel parallel(hardware_threads());
  opened->director.before_tick(*opened->world);
  for (int i = 0; i < warm_up; ++i) opened->world->step(parallel);
  return Prepared{sandbox->state(), materials->table};
}

BenchmarkRun run_once(const Prepared& prepared, const std::string& kernel, int threads, int ticks) {
  Sandbox world(prepared.state, prepared.table, kernel);
  Parallel parallel(threads);
  BenchmarkRun run{kernel, threads, {}, 0};
  run.tick_seconds.reserve(ticks);
  for (int i = 0; i < ticks; ++i) {
    const Clock::time_point start = Clock::now();
    world.step(parallel);
    run.tick_seconds.push_back(seconds_since(start));
  }
  run.state_hash = world.state_hash();
  return run;
}

// How much happens in the scene: the same for every kernel, so it is counted once, outside of the timing.
void count_work(const Prepared& prepared, BenchmarkCase& result) {
  Sandbox world(prepared.state, prepared.table);
  Parallel parallel(hardware_threads());
  double changed = 0;
  double active = 0;
  for (uint64_t tick = 0; tick < result.ticks; ++tick) {
    active += static_cast<double>(world.count_active(parallel));
    const Plane<MaterialId> before = world.state().material();
    world.step(parallel);
    for (int y = 0; y < result.size.height; ++y) {
      const auto was = before.cells(y);
      const auto is = world.state().material().cells(y);
      changed += static_cast<double>(std::inner_product(was.begin(), was.end(), is.begin(), int64_t{0}, std::plus<>(),
                                                        [](auto a, auto b) { return int64_t{a != b}; }));
    }
  }
  result.changed_cells_per_tick = changed / static_cast<double>(result.ticks);
  result.active_cells_per_tick = active / static_cast<double>(result.ticks);
}

// The world with its planes and all that the kernel keeps, by what the process grows.
double measure_bytes_per_cell(const Prepared& prepared) {
  const double before = resident_bytes();
  Sandbox world(prepared.state, prepared.table);
  Parallel parallel(1);
  world.step(parallel);
  world.step(parallel);
  return (resident_bytes() - before) / static_cast<double>(prepared.state.size.cells());
}

double time_fastsab(const Prepared& prepared, int ticks) {
  const GridSize size = prepared.state.size;
  fastsab::Solver solver(size.width, size.height, true, 1);
  // Wall takes no part in these scenes. The names are the same on both sides.
  const char* const names[] = {"void", "sand", "water", "concrete", "cement", "acid", "dirt"};
  for (int substance = 0; substance < fastsab::kSubstances; ++substance) {
    const auto id = prepared.table->find(names[substance]);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        if (id && prepared.state.material()[{x, y}] == *id) solver.put(x, y, substance);
  }
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < ticks; ++i) solver.physics_step();
  return seconds_since(start);
}

BenchmarkRatio compare_with_fastsab(const Prepared& prepared, const std::string& kernel, int ticks, int pairs) {
  BenchmarkRatio ratio{kernel, {}};
  for (int i = 0; i < pairs; ++i) {
    const double ours = run_once(prepared, kernel, 1, ticks).seconds();
    ratio.ratios.push_back(time_fastsab(prepared, ticks) / ours);
  }
  return ratio;
}

std::vector<int> thread_counts() {
  std::vector<int> counts;
  for (int threads = 1; threads < hardware_threads(); threads *= 2) counts.push_back(threads);
  counts.push_back(hardware_threads());
  return counts;
}

BenchmarkRun fastest_of(const Prepared& prepared, const std::string& kernel, int threads, int ticks, int repetitions) {
  BenchmarkRun best = run_once(prepared, kernel, threads, ticks);
  for (int i = 1; i < repetitions; ++i) {
    BenchmarkRun run = run_once(prepared, kernel, threads, ticks);
    if (run.seconds() < best.seconds()) best = std::move(run);
  }
  return best;
}

Result<BenchmarkCase> measure(const BenchmarkScene& scene, bool brief) {
  const int ticks = brief ? 2 : scene.ticks;
  const Result<Prepared> prepared = prepare(scene, brief ? 0 : scene.warm_up);
  if (!prepared) return prepared.failure();
  BenchmarkCase result;
  result.name = scene.name;
  result.size = prepared->state.size;
  result.ticks = static_cast<uint64_t>(ticks);
  count_work(*prepared, result);
  for (const std::string_view kernel : kernel_names())
    for (const int threads : thread_counts())
      // The reference is there to be compared with, and slow.
      result.runs.push_back(fastest_of(*prepared, std::string(kernel), threads, ticks,
                                       brief || kernel == "reference" ? 1 : kRepetitions));
  for (const BenchmarkRun& run : result.runs)
    if (run.state_hash != result.runs.front().state_hash)
      return fail("kernel " + run.kernel + " on " + std::to_string(run.threads) +
                      " threads ends in another state than kernel " + result.runs.front().kernel,
                  scene.name);
  if (scene.compare)
    result.ratio.push_back(
        compare_with_fastsab(*prepared, std::string(kernel_names().front()), ticks, brief ? 1 : kPairs));
  if (scene.size) result.bytes_per_cell = measure_bytes_per_cell(*prepared);
  return result;
}

}  // namespace

Status run_benchmark(const BenchmarkRequest& request) {
  // A mistake in the path must not cost minutes of measuring.
  if (request.json) {
    const std::filesystem::path folder = std::filesystem::absolute(*request.json).parent_path();
    std::error_code unknown;  // it may lie where one may not look
    if (!std::filesystem::is_directory(folder, unknown)) return fail("--json: there is no folder " + folder.string());
  }
  const FilesRead read;
  BenchmarkReport report{kVersionText, hardware_threads(), {}};
  std::printf("%s", benchmark_table_head().c_str());
  for (const BenchmarkScene& scene : kScenes) {
    Result<BenchmarkCase> measured = measure(scene, request.brief);
    if (!measured) return measured.failure();
    std::printf("%s", benchmark_table_rows(*measured).c_str());
    std::fflush(stdout);
    report.cases.push_back(std::move(*measured));
  }
  std::printf("\nEvery scene ended in one state, whatever the kernel and the number of threads.\n");
  if (!request.json) return Done{};
  if (const Status good = read.check_unread(*request.json); !good) return good;
  return write_file_atomically(*request.json, benchmark_json(report));
}

}  // namespace quicksand
