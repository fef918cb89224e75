// What is known to be supported, kept from change to change, against its definition, cell by cell.
#include "sim/liquid/support.h"

#include <catch2/catch.hpp>

#include "core/random.h"
#include "sim/random_table.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

// The definition at the top of support.h.
Plane<uint8_t> supported_cells(const SandboxState& state, const MaterialTable& table) {
  Plane<uint8_t> supported(state.size);
  const auto density = [&](MaterialId id) { return table[id].density; };
  for (int y = state.size.height - 1; y >= 0; --y)
    for (int x = 0; x < state.size.width; ++x) {
      const MaterialId self = state.material()[{x, y}];
      const Phase phase = table.phase(self);
      const bool weighs = phase == Phase::kPowder || phase == Phase::kLiquid;
      bool rests = y + 1 == state.size.height;  // on the wall below the world
      if (!rests) {
        const MaterialId below = state.material()[{x, y + 1}];
        const bool gives_way = table.phase(below) == Phase::kLiquid && density(below) < density(self);
        rests = supported[{x, y + 1}] != 0 && !gives_way;
      }
      supported[{x, y}] = phase == Phase::kStatic || (weighs && rests) ? 1 : 0;
    }
  return supported;
}

bool is_supported(const Support& support, CellPos cell) {
  return (support.cells(cell.y, cell.x / kBlockCells) >> cell.x % kBlockCells & 1) != 0;
}

}  // namespace

TEST_CASE("what is supported follows from the cells, after any changes, and where it differs is marked") {
  for (const std::string_view name : kernel_names())
    for (uint32_t seed = 1; seed <= 6; ++seed) {
      const int materials = seed % 3 == 0 ? 60 : static_cast<int>(4 + seed);
      const auto table = random_table(seed, materials);
      SandboxState state({static_cast<int>(60 + 37 * seed), static_cast<int>(10 + 9 * seed)}, 1, Border::kWall);
      const auto kernel = make_kernel(name, state.size);
      kernel->set_materials(*table);
      ActivityMap activity(state.size);
      const ActivityMap::Cursor marked = activity.add_cursor();
      Support support(state.size, activity);
      support.set_materials(*table);
      uint32_t dice = seed << 8;
      const auto below = [&](int count) { return static_cast<int>(mix32(++dice) % static_cast<uint32_t>(count)); };
      Plane<uint8_t> before(state.size);
      for (int change = 0; change < 60; ++change) {
        // A piece of a column becomes of one material: towers grow, and are undermined.
        const int x = below(state.size.width);
        const int top = below(state.size.height);
        const auto id = static_cast<MaterialId>(below(table->size()));
        for (int y = top; y < std::min(top + 1 + below(state.size.height), state.size.height); ++y) {
          state.material()[{x, y}] = id;
          activity.mark(CellPos{x, y});
        }
        activity.gather();
        activity.clear(marked);
        support.find(state, kernel->queries(), activity);
        activity.gather();
        const Plane<uint8_t> now = supported_cells(state, *table);
        int wrong = 0;
        int unmarked = 0;
        for (int y = 0; y < state.size.height; ++y)
          for (int column = 0; column < state.size.width; ++column) {
            const CellPos cell{column, y};
            const int block = column / kBlockCells;
            wrong += is_supported(support, cell) != (now[cell] != 0) ? 1 : 0;
            const bool painted = block == x / kBlockCells && y >= top;
            const bool is_marked = (activity.changed(marked, y)[0] >> block & 1) != 0;
            unmarked += change > 0 && now[cell] != before[cell] && !painted && !is_marked ? 1 : 0;
          }
        INFO(name << ", seed " << seed << ", change " << change);
        REQUIRE(wrong == 0);
        REQUIRE(unmarked == 0);
        before = now;
      }
    }
}
