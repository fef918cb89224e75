// No tick asks for memory once a world has warmed up: the sandbox after its first tick, the dunes when as many grains
// have been in the air before. This program counts: the linker sends our own calls of malloc and calloc
// here, and operator new is replaced.
#include <atomic>
#include <cstdlib>
#include <new>

#include "core/cases.h"
#include "dunes/fixture.h"
#include "sim/fixture.h"
#include "sim/random_table.h"
#include "sim/tick/kernel.h"

namespace {
std::atomic<int> allocations = 0;
}

extern "C" {
// The names are the linker's.
void* __real_malloc(std::size_t size);                     // NOLINT
void* __real_calloc(std::size_t count, std::size_t size);  // NOLINT
void* __wrap_malloc(std::size_t size) {                    // NOLINT
  ++allocations;
  return __real_malloc(size);
}
void* __wrap_calloc(std::size_t count, std::size_t size) {  // NOLINT
  ++allocations;
  return __real_calloc(count, size);
}
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = __real_malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace quicksand;

namespace {

// All on two threads, the fastest on one, too: they differ in little that could ask for memory.
template <class Item>
int least_threads(const Item& item, const Item& fastest) {
  return item == fastest ? 1 : 2;
}

}  // namespace

TEST_CASE("no tick after the first allocates memory, where nothing falls so fast that it splashes", "[thorough]") {
  const Table table = inert(load_table("core"));  // steam and rain are more bodies than there were at first
  for (const std::string_view kernel : ends_of(kernel_names())) {
    for (int threads = least_threads(kernel, kernel_names().front()); threads <= 2; ++threads) {
      SandboxState state({300, 200}, 1, Border::kOpen);
      state.gravity = kGravityUnit / 8;
      Sandbox world(std::move(state), table, kernel);
      world.paint(rect(0, 0, 300, 200, movers(*table), 0.7));
      Parallel parallel(threads);
      world.step(parallel);
      const int before = allocations;
      CHECK(before > 0);  // the counter counts
      for (int i = 0; i < 200; ++i) world.step(parallel);
      const int after = allocations;  // before the macros below, which allocate
      INFO(kernel << " on " << threads << " threads");
      CHECK(after == before);
    }
  }
}

TEST_CASE("nothing that reacts, burns, melts or warms anything allocates memory") {
  std::vector<Material> materials;
  const Table random = random_table(3, 40);
  for (int id = 2; id < random->size(); ++id) {
    Material& material = materials.emplace_back((*random)[static_cast<MaterialId>(id)]);
    material.is_static = true;  // so that nothing else happens
    material.liquid = false;
    material.absorbs = kVoid;
    material.wet_threshold = material.wet_max = 0;
  }
  const Table table = std::make_shared<MaterialTable>(materials, random->reaction_list());
  for (const std::string_view kernel : ends_of(kernel_names())) {
    for (int threads = least_threads(kernel, kernel_names().front()); threads <= 2; ++threads) {
      Sandbox world({300, 200}, 1, Border::kWall, table, kernel);
      for (int id = 2; id < table->size(); ++id)
        world.paint(rect(id * 7 % 260, id * 13 % 160, 40, 40, {static_cast<uint8_t>(id)}));
      Parallel parallel(threads);
      world.step(parallel);
      const uint64_t hash = world.state_hash();
      const int before = allocations;
      for (int i = 0; i < 200; ++i) world.step(parallel);
      const int after = allocations;
      INFO(kernel << " on " << threads << " threads");
      CHECK(after == before);
      CHECK(world.state_hash() != hash);
    }
  }
}

TEST_CASE("no tick of a sandbox whose grains have flown before allocates memory", "[thorough]") {
  const Table table = load_table("core");
  for (const std::string_view kernel : ends_of(kernel_names())) {
    for (int threads = least_threads(kernel, kernel_names().front()); threads <= 2; ++threads) {
      Sandbox world({300, 200}, 1, Border::kWall, table, kernel);
      world.paint(rect(0, 100, 300, 100, {id_of(table, "sand"), id_of(table, "gravel")}));
      world.paint(rect(200, 80, 80, 20, {id_of(table, "water")}));
      Parallel parallel(threads);
      // Warms up with larger explosions, on both sides of the water, too.
      for (const int x : {150, 60, 240, 60}) {
        world.push({{x, 130}, 70, 6, 0, 0});
        for (int tick = 0; tick < 60; ++tick) world.step(parallel);
      }
      size_t airborne = 0;
      int asked = 0;
      world.push({{60, 140}, 40, 5, 0, 0});
      for (int tick = 0; tick < 100; ++tick) {
        const int before = allocations;
        world.step(parallel);
        asked += allocations - before;
        airborne += world.state().grains.size();
      }
      INFO(kernel << " on " << threads << " threads");
      CHECK(airborne > 10'000);
      CHECK(asked == 0);
    }
  }
}

namespace {

// Warms a world up with a push and what comes of it; then how often ticks ask for memory after a lesser one.
int allocations_after_push(DuneWorld& world, int threads) {
  Parallel parallel(threads);
  world.push({{100, 75}, 50, 4, 0, 0});
  for (int i = 0; i < 100; ++i) world.step(parallel);
  world.push({{100, 75}, 35, 4, 0, 0});
  size_t airborne = 0;
  int asked = 0;
  for (int i = 0; i < 100; ++i) {
    const int before = allocations;
    world.step(parallel);
    asked += allocations - before;
    airborne += world.state().grains.size();
  }
  CHECK(airborne > 10'000);
  return asked;
}

}  // namespace

TEST_CASE("no tick of dunes that have warmed up allocates memory", "[thorough]") {
  DuneSettings blown = sliding(0.6, 0.06, 4);
  blown.wind = breeze(Heading::kEast);
  blown.bodies.resize(1);
  blown.bodies[0].path = {{0, 10, 20, 6}, {300, 180, 90, 6}};
  DuneSettings chips;
  chips.pile.chip_firing = true;
  for (const DuneRows& rows : ends_of(dune_rows()))
    for (int threads = least_threads(rows.name, dune_rows().front().name); threads <= 2; ++threads) {
      INFO(rows.name << " on " << threads << " threads");
      DuneWorld sandy(noise_field({200, 150}, 12), blown, dune_palette(), rows.name);
      CHECK(allocations_after_push(sandy, threads) == 0);
      DuneState heap({200, 150}, 1, true);
      for (int y = 0; y < 150; ++y)
        for (int x = 0; x < 200; ++x) heap.height[{x, y}] = 12 * kUnit;
      heap.height[{100, 75}] = 4000 * kUnit;
      DuneWorld firing(std::move(heap), chips, dune_palette(), rows.name);
      CHECK(allocations_after_push(firing, threads) == 0);
    }
}
