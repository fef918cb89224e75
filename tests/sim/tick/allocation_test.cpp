// No tick after the first asks for memory. This program counts: the linker sends our own calls of malloc and calloc
// here, and operator new is replaced.
#include <atomic>
#include <cstdlib>
#include <new>

#include "sim/fixture.h"
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

TEST_CASE("no tick after the first allocates memory") {
  const Table table = load_table("core");
  for (const std::string_view kernel : kernel_names()) {
    for (const int threads : {1, 2}) {
      Sandbox world({300, 200}, 1, Border::kOpen, table, kernel);
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
