#include "sim/falling/reference_fall.h"

#include <algorithm>

namespace quicksand {
namespace {

// One column, from its lowest row up.
class ColumnFall {
 public:
  ColumnFall(const FallWork& work, const Plane<uint8_t>& held, int x)
      : work_(work), cells_(work.state.cells), held_(held), x_(x) {}

  void run() {
    for (int y = work_.state.size.height - 1; y >= 0; --y) look_at(y);
  }

 private:
  bool is_free(int y) const { return cells_[kMaterialPlane].row(y)[x_] == kVoid; }

  void look_at(int y) {
    const MaterialId self = cells_[kMaterialPlane][{x_, y}];
    uint8_t& speed = cells_[kSpeedPlane][{x_, y}];
    const int before = speed;
    const FallLaws& laws = work_.laws;
    const bool falls = laws.first[self] != 0 && held_[{x_, y}] == 0 && (is_free(y + 1) || waits_);
    const bool lands = before != 0 && !falls;
    const int below = speed_below_;
    const bool is_one = falls && falls_;
    const bool hits = lands && before > kMostSpeedAtRest;
    if (hits && !hits_)
      work_.landings[static_cast<size_t>(x_ / kBlockCells)].push_back({{x_, y}, self, static_cast<uint8_t>(before)});
    falls_ = falls;
    hits_ = hits;
    waits_ = false;
    if (!falls) {
      if (!lands) return;
      speed = static_cast<uint8_t>(std::min(before / 2, kMostSpeedAtRest));
      note(y, kChanged | (speed != 0 ? kHasSpeed : 0));
      return;
    }
    int now = std::max<int>(std::min<int>(before + laws.gain[self], laws.top[self]), laws.first[self]);
    if (is_one) now = std::min(now, below);
    speed = static_cast<uint8_t>(now);
    speed_below_ = now;
    touch(y);
    note(y, kChanged | kHasSpeed);
    waits_ = !is_free(y + 1) || now < laws.least_for(1);
    if (waits_) return;
    int rows = 1;
    while (is_free(y + rows + 1) && now >= laws.least_for(rows + 1)) ++rows;
    cells_.swap({x_, y}, {x_, y + rows});
    for (int i = 1; i <= rows; ++i) {
      touch(y + i);
      note(y + i, kChanged | kHasSpeed);
    }
  }

  void note(int y, int change) { work_.changed.row(x_ / kBlockCells)[y] |= static_cast<uint8_t>(change); }
  void touch(int y) { work_.touched.row(x_ / kBlockCells)[y] |= uint64_t{1} << x_ % kBlockCells; }

  const FallWork& work_;
  CellPlanes& cells_;
  const Plane<uint8_t>& held_;
  const int x_;
  // Of the cell below the one at work, as it was before anything fell.
  bool falls_ = false;
  bool waits_ = false;
  bool hits_ = false;
  int speed_below_ = 0;
};

}  // namespace

void fall_by_cells(const FallWork& work, int block, const Plane<uint8_t>& held) {
  const int first = block * kBlockCells;
  for (int x = first; x < std::min(first + kBlockCells, work.state.size.width); ++x)
    ColumnFall(work, held, x).run();
}

}  // namespace quicksand
