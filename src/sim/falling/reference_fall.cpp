#include "sim/falling/reference_fall.h"

#include <algorithm>

#include "core/ones.h"

namespace quicksand {
namespace {

// A part, from its lowest row up.
class CellFall {
 public:
  CellFall(const FallWork& work, const FallPart& part, const Plane<uint8_t>& held, std::span<FallingCell> below,
           Plane<uint8_t>& touched)
      : work_(work), part_(part), cells_(work.state.cells), held_(held), below_(below), touched_(touched) {}

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
  static CellPos down(CellPos cell, int rows) { return {cell.x, cell.y + rows}; }

  // Returns what the cell above has to know of this one.
  FallingCell look_at(CellPos cell, const FallingCell& below) {
    const MaterialId self = cells_[kMaterialPlane][cell];
    uint8_t& speed = cells_[kSpeedPlane][cell];
    const int before = speed;
    const FallLaws& laws = work_.laws;
    const bool falls = laws.first[self] != 0 && held_[cell] == 0 && (is_free(down(cell, 1)) || below.waits);
    if (!falls) {
      if (before == 0) return {};
      // What has come to rest may cohere.
      if (any_wet_) part_.mark(work_, cell.y, uint64_t{1} << cell.x / kBlockCells % 64);
      const bool hits = before > kMostSpeedAtRest;
      if (hits && !below.hits)
        work_.landings[static_cast<size_t>(cell.x / kBlockCells)].push_back({cell, self, static_cast<uint8_t>(before)});
      speed = static_cast<uint8_t>(std::min(before / 2, kMostSpeedAtRest));
      return {.falls = false, .waits = false, .hits = hits, .speed = 0};
    }
    int now = std::max<int>(std::min<int>(before + laws.gain[self], laws.top[self]), laws.first[self]);
    if (below.falls) now = std::min<int>(now, below.speed);
    speed = static_cast<uint8_t>(now);
    FallingCell fallen{.falls = true, .waits = false, .hits = false, .speed = speed};
    touch(cell);
    fallen.waits = !is_free(down(cell, 1)) || now < laws.least_for(1);
    if (fallen.waits) return fallen;
    int rows = 1;
    while (is_free(down(cell, rows + 1)) && now >= laws.least_for(rows + 1)) ++rows;
    cells_.swap(cell, down(cell, rows));
    for (int i = 1; i <= rows; ++i) {
      touch(down(cell, i));
    }
    return fallen;
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
};

}  // namespace

void fall_by_cells(const FallWork& work, const FallPart& part, const Plane<uint8_t>& held, std::span<FallingCell> below,
                   Plane<uint8_t>& touched) {
  CellFall(work, part, held, below, touched).run();
}

}  // namespace quicksand
