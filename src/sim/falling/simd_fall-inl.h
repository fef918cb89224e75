// What falls in a strip of columns, 64 cells at a time; compiled once for each target. reference_fall.h defines what it
// does, and every cell it leaves behind equals what that leaves.

#include <algorithm>
#include <span>

#include "core/ones.h"
#include "sim/falling/falling.h"
#include "sim/rows/simd_rows.h"
#include "sim/rows/vector_block-inl.h"

#if defined(QUICKSAND_SIMD_FALL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_SIMD_FALL_INL_H_
#undef QUICKSAND_SIMD_FALL_INL_H_
#else
#define QUICKSAND_SIMD_FALL_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

template <int kPages>
class StripFall {
 public:
  HWY_INLINE StripFall(const FallWork& work, const BitPlane& held, int block, std::span<const int> rows)
      : work_(work),
        held_(held),
        changed_(work.changed.row(block)),
        touched_(work.touched.row(block)),
        rows_(rows),
        block_(block),
        x_(block * 64),
        material_(work.state.material().row(0) + x_),
        speed_(work.state.cells[kSpeedPlane].row(0) + x_),
        stride_(work.state.material().stride()) {
    CellPlanes& cells = work.state.cells;
    moved_[0] = material_;
    moved_[1] = speed_;
    moved_[2] = cells[kGrainSeedPlane].row(0) + x_;
    for (const uint8_t plane : cells.moving_sparse())
      if (plane != kSpeedPlane && cells.is_ever_used(plane)) moved_[moved_planes_++] = cells[plane].row(0) + x_;
  }

  // Looks at the rows of the list, and on upward from each as long as something falls.
  HWY_INLINE void run() {
    size_t left = rows_.size();
    int y = -1;
    while (true) {
      const int above = falls_ != 0 ? y - 1 : -1;
      const int listed = left > 0 ? rows_[left - 1] : -1;
      const int next = std::max(above, listed);
      if (next < 0) return;
      if (next == listed) --left;
      if (next != y - 1) stop();
      y = next;
      look_at(y);
    }
  }

 private:
  HWY_INLINE void look_at(int y) {
    const uint8_t* const here_at = material_ + y * stride_;
    uint8_t* const speed_at = speed_ + y * stride_;
    const uint64_t free = void_at(y + 1);
    const Block before = load(speed_at);
    const uint64_t moving = nonzero(before);
    const uint64_t below = free | waits_;
    if ((below | moving) == 0) return stop();
    const Block here = load(here_at);
    const Block first = look_up<kPages>(work_.laws.first.data(), here);
    const uint64_t falls = nonzero(first) & below & ~held_.row(y)[block_];
    if ((falls | moving) == 0) return stop();

    Block speed = sum_limited(before, look_up<kPages>(work_.laws.gain.data(), here));
    speed = greater_of(first, lesser(speed, look_up<kPages>(work_.laws.top.data(), here)));
    speed = select(falls & falls_, lesser(speed, speed_below_), speed);
    const uint64_t steps = falls & free & at_most(broadcast(static_cast<uint8_t>(work_.laws.least_for(1))), speed);
    const uint64_t lands = moving & ~falls;
    const uint64_t hits = lands & ~at_most(before, broadcast(kMostSpeedAtRest));
    if ((hits & ~hits_) != 0) note_landings(y, hits & ~hits_, before);
    const Block rest = lesser(half(before), broadcast(kMostSpeedAtRest));
    const Block now = select(falls, speed, rest);
    store(now, speed_at);
    touch(y, falls);
    changed_[y] = kChanged | kLookedAt | ((nonzero(now) & ~steps) != 0 ? kHasSpeed : 0);
    if (steps != 0) fall(y, steps, speed);
    if (known_ < 0) known_ = y;
    void_[y % kKnownRows] = ~nonzero(here) | steps;
    falls_ = falls;
    waits_ = falls & ~steps;
    hits_ = hits;
    speed_below_ = speed;
  }

  HWY_INLINE void stop() {
    falls_ = waits_ = hits_ = 0;
    known_ = -1;
  }

  // The void cells of a row not above the one at work. Words that are kept are there sooner than rows just written.
  HWY_INLINE uint64_t void_at(int y) const {
    return y <= known_ ? void_[y % kKnownRows] : ~nonzero(load(material_ + y * stride_));
  }

  // Cells of the row, below which is void, fall as far as their speed says and there is void.
  HWY_INLINE void fall(int y, uint64_t cells, const Block& speed) {
    for (int rows = 1; cells != 0; ++rows) {
      touch(y + rows, cells);
      const int least = work_.laws.least_for(rows + 1);
      const uint64_t on =
          least > 255 ? 0 : cells & void_at(y + rows + 1) & at_most(broadcast(static_cast<uint8_t>(least)), speed);
      const uint64_t end = cells & ~on;
      uint8_t& changed = changed_[y + rows];
      changed |= kChanged;
      if (end != 0) {
        move_down(y, rows, end);
        changed |= kHasSpeed;
        void_[(y + rows) % kKnownRows] &= ~end;
      }
      cells = on;
    }
  }

  // In the rows between, and so many rows down, is void.
  HWY_INLINE void move_down(int y, int rows, uint64_t cells) {
    for (int i = 0; i < 3; ++i) move_plane(moved_[i], y, rows, cells);
    for (int i = 3; i < moved_planes_; ++i) move_plane(moved_[i], y, rows, cells);
  }

  HWY_INLINE void move_plane(uint8_t* plane, int y, int rows, uint64_t cells) {
    uint8_t* const here_at = plane + y * stride_;
    uint8_t* const below_at = here_at + rows * stride_;
    const Block here = load(here_at);
    const Block below = load(below_at);
    store(select(cells, here, below), below_at);
    store(select(cells, below, here), here_at);
  }

  HWY_INLINE void touch(int y, uint64_t cells) { touched_[y] |= cells; }

  HWY_NOINLINE void note_landings(int y, uint64_t cells, const Block& speed) {
    alignas(64) uint8_t speeds[64];
    store(speed, speeds);
    for (const int bit : ones(cells))
      work_.landings[static_cast<size_t>(block_)].push_back({{x_ + bit, y}, material_[y * stride_ + bit], speeds[bit]});
  }

  const FallWork& work_;
  const BitPlane& held_;
  uint8_t* const changed_;    // of the strip, by row
  uint64_t* const touched_;  // the same
  const std::span<const int> rows_;
  const int block_;
  const int x_;
  // From row to row; and column x_ of row 0 of the planes that move, these two first.
  uint8_t* const material_;
  uint8_t* const speed_;
  const ptrdiff_t stride_;
  uint8_t* moved_[kMostPlanes];
  int moved_planes_ = 3;
  // Of the row below the one at work, as it was before anything fell; none where that was not looked at.
  uint64_t falls_ = 0;
  uint64_t waits_ = 0;
  uint64_t hits_ = 0;  // lands fast
  // The void cells of rows that have been looked at one after the other, the lowest of which is known_; -1: none.
  static constexpr int kKnownRows = 16;
  static_assert(kKnownRows > 256 / kOneRow + 1, "more rows than anything falls in a tick");
  uint64_t void_[kKnownRows] = {};
  int known_ = -1;
  Block speed_below_ = broadcast(0);
};

template <int kPages>
void fall_with(const FallWork& work, const BitPlane& held, int block, std::span<const int> rows) {
  StripFall<kPages>(work, held, block, rows).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
