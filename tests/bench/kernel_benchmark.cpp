// Times the parts of a tick one by one, on one thread: a tick of a small world of one kind of content, on every
// kernel, and what surrounds it. For changes to a kernel; `quicksand --benchmark` is for whole games.
//
//   build/release/kernel_benchmark --benchmark_filter=mixed

#include <benchmark/benchmark.h>

#include <cmath>
#include <stdexcept>

#include "core/random.h"
#include "dunes/dune_world.h"
#include "grains/unclumping.h"
#include "io/assets.h"
#include "sim/tick/freeze.h"
#include "sim/grains/grain_flight.h"
#include "sim/rows/awake_blocks.h"
#include "sim/tick/tick.h"
#include "sim/tick/sandbox.h"

namespace quicksand {
namespace {

constexpr GridSize kSize{1024, 64};  // 128 KiB of cells: no cache of the first level, every one of the second

struct Content {
  const char* name;
  std::vector<const char*> materials;  // of the classic set; empty: all of the core set
  double fill;                         // void elsewhere
  int table_size = 0;                  // at least so many materials, by copies of those of the set
};

const Content kContents[] = {
    {"falling-sand", {"sand"}, 0.2},
    {"dense-sand", {"sand"}, 0.83},
    {"dense-water", {"water"}, 0.83},
    {"mixed", {"sand", "water", "acid"}, 0.83},
    {"all", {}, 0.83},
    {"all-of-40", {}, 0.83, 40},
    {"all-of-200", {}, 0.83, 200},
    {"still-water", {"water"}, 1},
};

using Table = std::shared_ptr<const MaterialTable>;

Table load_table(const char* name) {
  const Result<MaterialSet> set = load_materials(name);
  if (!set) throw std::runtime_error(set.failure().text());
  return set->table;
}

Table enlarged(const Table& table, int size) {
  std::vector<Material> materials;
  for (int id = 2; id < table->size(); ++id) materials.push_back((*table)[static_cast<MaterialId>(id)]);
  const size_t own = materials.size();
  for (size_t i = 0; materials.size() + 2 < static_cast<size_t>(size); ++i) {
    materials.push_back(materials[i % own]);
    materials.back().name += "-" + std::to_string(i);
  }
  return std::make_shared<MaterialTable>(std::move(materials));
}

SandboxState make_state(const Content& content, const Table& table) {
  PaintCommand command;
  command.shape = Shape::kRect;
  command.to = {kSize.width - 1, kSize.height - 1};
  command.fill_limit = dice_limit(content.fill);
  command.entries.clear();
  for (const char* name : content.materials) command.entries.push_back(table->find(name).value());
  for (int id = 2; content.materials.empty() && id < table->size(); ++id)
    command.entries.push_back(static_cast<uint8_t>(id));
  Sandbox world(kSize, 1, Border::kWall, table);
  world.paint(command);
  return world.state();
}

// One tick with all blocks awake, always the same one.
void tick(benchmark::State& run, const Content& content, std::string_view kernel_name) {
  const Table table = enlarged(load_table(content.materials.empty() ? "core" : "classic"), content.table_size);
  const SandboxState first = make_state(content, table);
  Tick passes(kSize, kernel_name);
  passes.set_sleeping(false);
  Parallel parallel(1);
  SandboxState state = first;
  for (auto _ : run) {
    run.PauseTiming();
    state = first;
    run.ResumeTiming();
    passes.run(state, *table, parallel);
  }
  run.SetItemsProcessed(run.iterations() * kSize.cells());
}

void freeze(benchmark::State& run) {
  const Table table = load_table("classic");
  const SandboxState state = make_state(kContents[3], table);
  std::vector<uint8_t> active(static_cast<size_t>(kSize.width));
  for (auto _ : run) {
    for (int y = 0; y < kSize.height; ++y) freeze_row(state, *table, y, active.data());
    benchmark::DoNotOptimize(active.data());
  }
  run.SetItemsProcessed(run.iterations() * kSize.cells());
}
BENCHMARK(freeze);

void begin_tick_of_a_sleeping_world(benchmark::State& run) {
  const GridSize size{4096, 4096};
  ActivityMap activity(size);
  const ActivityMap::Cursor cursor = activity.add_cursor();
  AwakeBlocks awake(size);
  const auto begin = [&] {
    activity.gather();
    const int rows = awake.find(activity, cursor);
    activity.clear(cursor);
    return rows;
  };
  for (int i = 0; i < 3; ++i) begin();
  for (auto _ : run) benchmark::DoNotOptimize(begin());
}
BENCHMARK(begin_tick_of_a_sleeping_world);

void hash_of_the_state(benchmark::State& run) {
  const Table table = load_table("classic");
  const Sandbox world(make_state(kContents[3], table), table);
  for (auto _ : run) benchmark::DoNotOptimize(world.state_hash());
  run.SetItemsProcessed(run.iterations() * kSize.cells());
}
BENCHMARK(hash_of_the_state);

// Of the state's grains, always the same tick.
void time_flight(benchmark::State& run, const SandboxState& first, const MaterialTable& table, Parallel& parallel) {
  SandboxState now = first;
  GrainFlight flight;
  const std::unique_ptr<Kernel> kernel = make_kernel("auto", now.size);
  kernel->set_materials(table);
  ActivityMap activity(now.size);
  for (auto _ : run) {
    run.PauseTiming();
    now.grains = first.grains;
    run.ResumeTiming();
    flight.run(now, table, kernel->contact_code(), kernel->queries(), parallel, activity, nullptr);
  }
  run.SetItemsProcessed(run.iterations() * static_cast<int64_t>(first.grains.size()));
}

// One tick of so many grains in free flight, a fifth of all places taken, on so many threads; the cells below are
// empty. Always the same tick, ten after they were thrown.
void airborne(benchmark::State& run) {
  const Table table = load_table("core");
  const auto grains = static_cast<int>(run.range(0));
  const int side = static_cast<int>(std::sqrt(grains * 5.0)) + 1;
  Parallel parallel(static_cast<int>(run.range(1)));
  SandboxState state({side + 200, side + 200}, 1, Border::kWall);
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = {100, 60};
  command.to = {99 + side, 59 + side};
  command.fill_limit = dice_limit(0.2);
  command.entries = {table->find("sand").value()};
  command.velocity = Velocity{1.5, -1};
  Sandbox world(std::move(state), table);
  world.paint(command);
  for (int i = 0; i < 10; ++i) world.step(parallel);
  time_flight(run, world.state(), *table, parallel);
}
BENCHMARK(airborne)
    ->ArgNames({"grains", "threads"})
    ->Args({2'500, 2})
    ->Args({10'000, 2})
    ->Args({50'000, 2})
    ->Args({200'000, 2})
    ->Args({50'000, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// One tick of a heap of so many discs, on so many threads: each lies on others. Always the same tick, 300 after they were
// let go as a block three times as wide as high.
void discs(benchmark::State& run) {
  const Table table = load_table("core");
  const int high = static_cast<int>(std::sqrt(static_cast<double>(run.range(0)) / 3));
  Parallel parallel(static_cast<int>(run.range(1)));
  SandboxState state({9 * high, high + 40}, 1, Border::kWall);
  state.deposits = false;
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = {3 * high, 40};
  command.to = {3 * high + static_cast<int>(run.range(0)) / high - 1, 39 + high};
  command.entries = {table->find("gravel").value()};
  command.velocity = Velocity{0, 0};
  Sandbox world(std::move(state), table);
  world.paint(command);
  for (int i = 0; i < 300; ++i) world.step(parallel);
  time_flight(run, world.state(), *table, parallel);
}
BENCHMARK(discs)
    ->ArgNames({"discs", "threads"})
    ->Args({10'000, 2})
    ->Args({50'000, 2})
    ->Args({10'000, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// 10,000 grains in nine clusters on a chain of 1,000 faces with room for 20 each, spread until all have room. The
// argument is the clusters' spread, in tenths of a face.
void unclump(benchmark::State& run) {
  std::vector<SurfaceFace> surface;
  for (uint32_t i = 0; i < 1000; ++i)
    surface.push_back({{static_cast<float>(i) + 0.5F, 0, 0},
                       20,
                       {i > 0 ? i - 1 : kNoFace, i < 999 ? i + 1 : kNoFace, kNoFace, kNoFace}});
  std::vector<Place> first;
  for (uint32_t i = 0; i < 10'000; ++i) {
    double bell = -6;
    for (uint32_t k = 0; k < 12; ++k) bell += dice_word(7, 12 * i + k) / 4294967296.0;
    const double x = 60 + 110 * static_cast<double>(i * 9 / 10'000) + bell * static_cast<double>(run.range(0)) / 10;
    first.push_back({static_cast<float>(x), 0, 0});
  }
  std::vector<Place> places;
  std::vector<uint32_t> faces;
  Unclumping unclumping;
  size_t moved = 0;
  int passes = 0;
  for (auto _ : run) {
    places = first;
    faces.resize(places.size());
    for (size_t i = 0; i < places.size(); ++i) faces[i] = static_cast<uint32_t>(places[i].x);
    moved = 0;
    for (passes = 0; passes < 9; ++passes) {
      const size_t now = unclumping.run(surface, places, faces, 255).moved;
      if (now == 0) break;
      moved += now;
    }
  }
  run.counters["moved"] = static_cast<double>(moved);
  run.counters["passes"] = passes;
}
BENCHMARK(unclump)->Arg(80)->Arg(30)->Arg(1)->Unit(benchmark::kMillisecond);

DuneState rough_field(int side, double most) {
  DuneState state({side, side}, 1, false);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      state.height[{x, y}] = to_units(most * dice_byte(row_key(1, 1, 1, y), static_cast<uint32_t>(x)) / 255.0);
  return state;
}

PileSettings pile_settings() {
  PileSettings settings;
  settings.threshold = to_units(0.6);
  settings.transfer = to_units(0.06);
  return settings;
}

// A step of the height field: so rough that it slides everywhere, on one thread.
void dunes_unstable(benchmark::State& run, const DuneRows& rows) {
  Parallel parallel(1);
  DuneState state = rough_field(1024, 200);
  Sandpile pile(state.size, rows);
  for (auto _ : run) {
    pile.relax(state, pile_settings(), Roofs(), 0, parallel);
    ++state.tick;
  }
  run.SetItemsProcessed(run.iterations() * state.size.cells());
}

// The same field at rest.
void dunes_at_rest(benchmark::State& run) {
  Parallel parallel(1);
  DuneState state = rough_field(1024, 0.5);
  Sandpile pile(state.size, dune_rows().front());
  for (int i = 0; i < 3; ++i) pile.relax(state, pile_settings(), Roofs(), 0, parallel);
  for (auto _ : run) pile.relax(state, pile_settings(), Roofs(), 0, parallel);
  run.SetItemsProcessed(run.iterations() * state.size.cells());
}
BENCHMARK(dunes_at_rest);

// A tick of 2048 x 2048 columns with wind, on two threads.
void dunes_in_wind(benchmark::State& run) {
  Parallel parallel(2);
  DuneSettings settings;
  settings.pile = pile_settings();
  WindSettings& wind = settings.wind;
  wind.blows = true;
  wind.hop = 3;
  wind.lift = 64;
  wind.slab = to_units(0.1);
  wind.catch_sand = 102;
  wind.catch_rock = 38;
  wind.spray = 13;
  wind.shadow = to_units(0.27);
  DuneWorld world(rough_field(2048, 2), settings, {{"void", "sand"}, {DuneStuff::kNothing, DuneStuff::kSand}, {1}, 0});
  for (int i = 0; i < 100; ++i) world.step(parallel);
  for (auto _ : run) world.step(parallel);
  run.counters["ticks_per_second"] =
      benchmark::Counter(static_cast<double>(run.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(dunes_in_wind)->UseRealTime()->Unit(benchmark::kMillisecond);

// So many grains, as a power of two, in the middle until all is at rest, on two threads.
void dunes_chip_firing(benchmark::State& run) {
  Parallel parallel(2);
  const int side = run.range(0) >= 20 ? 840 : 430;
  for (auto _ : run) {
    DuneState state({side, side}, 1, true);
    state.height[{side / 2, side / 2}] = kUnit << run.range(0);
    ChipFiring chips(state.size, dune_rows().front());
    do {
      chips.run(state, 256, parallel);
    } while (!chips.at_rest());
  }
}
BENCHMARK(dunes_chip_firing)->Arg(18)->Arg(20)->UseRealTime()->Unit(benchmark::kMillisecond);

void dice(benchmark::State& run) {
  uint32_t sum = 0;
  for (auto _ : run) {
    for (uint32_t x = 0; x < 1024; ++x) sum += dice_byte(12345, x);
    benchmark::DoNotOptimize(sum);
  }
  run.SetItemsProcessed(run.iterations() * 1024);
}
BENCHMARK(dice);

}  // namespace
}  // namespace quicksand

int main(int argc, char** argv) {
  using namespace quicksand;
  for (const Content& content : kContents)
    for (const std::string_view kernel : kernel_names())
      benchmark::RegisterBenchmark(("tick/" + std::string(content.name) + "/" + std::string(kernel)).c_str(),
                                   [&content, kernel](benchmark::State& run) { tick(run, content, kernel); });
  for (const DuneRows& rows : dune_rows())
    benchmark::RegisterBenchmark(("dunes_unstable/" + std::string(rows.name)).c_str(),
                                 [&rows](benchmark::State& run) { dunes_unstable(run, rows); });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
