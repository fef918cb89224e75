#include "sim/falling/reference_fall.h"

#include <algorithm>

#include "core/ones.h"

namespace quicksand {
namespace {

struct NoFallWatch {
  static constexpr bool kWatches = false;
};

struct FallWatch {
  static constexpr bool kWatches = true;
  CellPos cell;
  FallTrace trace;
};

// A part, from its lowest row up. The watch is told what it decides about a cell.
template <class Watch>
class CellFall {
 public:
  CellFall(const FallWork& work, const FallPart& part, const Plane<uint8_t>& held, std::span<FallingCell> below,
           Plane<uint8_t>& touched, Watch& watch, int first_column = 0)
      : work_(work),
        part_(part),
        cells_(work.state.cells),
        held_(held),
        below_(below),
        touched_(touched),
        watch_(watch),
        first_column_(first_column) {}

  void run() {
    for (const int bit : ones(part_.strips)) {
      const int first = (part_.word * 64 + bit) * kBlockCells;
      for (int x = first; x < std::min(first + kBlockCells, work_.state.size.width); ++x) {
        FallingCell& below = below_[static_cast<size_t>(x)];
        if (part_.is_lowest) below = {};
        for (int y = part_.end_row - 1; y >= part_.first_row; --y) below = look_at({x, y}, below);
      }
    }
  }

 private:
  bool is_free(CellPos cell) const { return cells_[kMaterialPlane][cell] == kVoid; }
  bool lands_a_row_below(CellPos cell) const {
    return is_free(down(cell, 1)) && !is_free(down(cell, 2)) && touched_[down(cell, 2)] == 0;  // nothing fell there
  }

  // By an arch.
  int slowed(CellPos cell, MaterialId self, int speed) const {
    const int n = work_.arches.place_of(in_world(cell));
    if (n > kWidestArch) return speed;
    const int mean = work_.arches.speeds[static_cast<size_t>(n)].of[self];
    return speed <= mean ? speed
                         : speed_in_arch(mean, work_.arches.dice[static_cast<size_t>(cell.y)], work_.laws.least_for(1));
  }
  CellPos in_world(CellPos cell) const { return {cell.x + first_column_, cell.y}; }
  static CellPos down(CellPos cell, int rows) { return {cell.x, cell.y + rows}; }

  // Returns what the cell above has to know of this one.
  FallingCell look_at(CellPos cell, const FallingCell& below) {
    const MaterialId self = cells_[kMaterialPlane][cell];
    uint8_t& speed = cells_[kSpeedPlane][cell];
    const int before = speed;
    const FallLaws& laws = work_.laws;
    const FallStop stop = laws.first[self] == 0                     ? FallStop::kNever
                          : held_[cell] != 0                        ? FallStop::kHeld
                          : !is_free(down(cell, 1)) && !below.waits ? FallStop::kSupported
                                                                    : FallStop::kNone;
    if constexpr (Watch::kWatches)
      if (cell == watch_.cell)
        watch_.trace = {.stop = stop,
                        .below = cells_[kMaterialPlane][down(cell, 1)],
                        .on_falling = below.falls,
                        .before = before,
                        .least = laws.least_for(1)};
    if (stop != FallStop::kNone) {
      if (before == 0) return {};
      // What has come to rest may cohere.
      if (any_wet_) part_.mark(work_, cell.y, uint64_t{1} << cell.x / kBlockCells % 64);
      const bool hits = before > std::max<int>(kMostSpeedAtRest, laws.first[self]);
      if (hits && !below.hits)
        work_.landings[static_cast<size_t>(cell.x / kBlockCells)].push_back({cell, self, static_cast<uint8_t>(before)});
      speed = static_cast<uint8_t>(std::min(before / 2, kMostSpeedAtRest));
      return {.falls = false, .waits = false, .hits = hits, .is_in_arch = false, .speed = 0};
    }
    int now = laws.next(self, before);
    const bool is_in_arch = work_.arches.holds(in_world(cell));
    if (is_in_arch && !below.is_in_arch && !lands_a_row_below(cell)) now = slowed(cell, self, now);
    if constexpr (Watch::kWatches)
      if (cell == watch_.cell) watch_.trace.is_slowed = now < laws.next(self, before);
    if (below.falls) now = std::min<int>(now, below.speed);
    speed = static_cast<uint8_t>(now);
    FallingCell fallen{.falls = true, .waits = false, .hits = false, .is_in_arch = is_in_arch, .speed = speed};
    touch(cell);
    fallen.waits = !is_free(down(cell, 1)) || now < laws.least_for(1);
    note(cell, now, fallen.waits, 0);
    if (fallen.waits) return fallen;
    int rows = 1;
    while (is_free(down(cell, rows + 1)) && now >= laws.least_for(rows + 1)) ++rows;
    note(cell, now, false, rows);
    cells_.swap(cell, down(cell, rows));
    for (int i = 1; i <= rows; ++i) {
      touch(down(cell, i));
    }
    return fallen;
  }

  void note(CellPos cell, int speed, bool waits, int rows) {
    if constexpr (Watch::kWatches) {
      if (cell != watch_.cell) return;
      watch_.trace.speed = speed;
      watch_.trace.waits = waits;
      watch_.trace.rows = rows;
    }
  }

  void touch(CellPos cell) {
    touched_[cell] = 1;
    part_.mark(work_, cell.y, uint64_t{1} << cell.x / kBlockCells % 64);
    if (cells_[kSpeedPlane][cell] != 0) cells_.note_used(kSpeedPlane, cell);
  }

  const FallWork& work_;
  const FallPart& part_;
  CellPlanes& cells_;
  const Plane<uint8_t>& held_;
  const std::span<FallingCell> below_;
  const bool any_wet_ = work_.state.cells.is_ever_used(kWetnessPlane);
  Plane<uint8_t>& touched_;
  Watch& watch_;
  const int first_column_;  // of the world that arches are known of
};

}  // namespace

void fall_by_cells(const FallWork& work, const FallPart& part, const Plane<uint8_t>& held, std::span<FallingCell> below,
                   Plane<uint8_t>& touched) {
  NoFallWatch none;
  CellFall(work, part, held, below, touched, none).run();
}

// In a world that is one column wide: columns do not touch each other here, and dice are those of the arches.
FallTrace trace_fall(const SandboxState& state, const MaterialTable& table, CellPos cell,
                     const std::function<bool(int y)>& is_held, const Arches& arches) {
  const GridSize size{1, state.size.height};
  SandboxState column(size, state.seed, state.border, state.cells.rows());
  column.tick = state.tick;
  column.gravity = state.gravity;
  for (int plane = 0; plane < state.cells.count(); ++plane)
    for (int y = 0; y < size.height; ++y) column.cells[plane].row(y)[0] = state.cells[plane].row(y)[cell.x];
  column.cells.find_used();
  Plane<uint8_t> held(size);
  for (int y = 0; y < size.height; ++y) held.row(y)[0] = is_held(y) ? 1 : 0;
  Plane<uint8_t> touched(size);
  ActivityMap activity(size);
  const ActivityMap::Cursor cursor = activity.add_cursor();
  const FallLaws laws(table, state.gravity, state.tick);
  const BitPlane near(blocks_of(size));
  std::vector<std::vector<Landing>> landings(1);
  std::vector<FallingCell> below(1);
  FallWatch watch{{0, cell.y}, {}};
  const FallWork work{{column, table, activity, cursor, nullptr}, laws, arches, near, 0, landings};
  CellFall(work, {0, size.height, 0, 1, true}, held, below, touched, watch, cell.x).run();
  return watch.trace;
}

}  // namespace quicksand
