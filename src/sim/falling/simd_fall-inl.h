// What falls, 64 cells at a time; compiled once for each target. reference_fall.h defines what it
// does, and every cell it leaves behind equals what that leaves.

#include <algorithm>

#include <hwy/cache_control.h>

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
class PartFall {
 public:
  HWY_INLINE PartFall(const FallWork& work, const FallPart& part, const FallMaps& maps)
      : work_(work),
        part_(part),
        maps_(maps),
        material_(work.state.material().row(0)),
        grain_seed_(work.state.grain_seed().row(0)),
        speed_(work.state.cells[kSpeedPlane].row(0)),
        stride_(work.state.material().stride()),
        ahead_(stride_ * std::max(1, kBlocksAhead / std::popcount(part.strips))) {
    const CellPlanes& cells = work.state.cells;
    for (const uint8_t plane : cells.moving_sparse())
      if (plane != kSpeedPlane && cells.is_ever_used(plane)) sparse_[sparse_planes_++] = plane;
  }

  HWY_INLINE void run() {
    begin();
    for (int y = part_.end_row - 1; y >= part_.first_row; --y) {
      const uint64_t strips = (work_.near.row(y)[part_.word] & part_.strips) | falling_;
      for (const int bit : ones(live_ & ~strips)) strip_at(bit).state = {};
      live_ &= strips;
      if (strips != 0)
        look_at_row(y, strips);
      else if (y < work_.first_near)
        return;
    }
  }

 private:
  static constexpr int kMostRows = kMostRowsFallen;

  FallingStrip& strip_at(int bit) { return maps_.strips[part_.word * 64 + bit]; }

  // Takes over what the rows below have left.
  HWY_INLINE void begin() {
    for (const int bit : ones(part_.strips)) {
      FallingStrip::State& state = strip_at(bit).state;
      if (part_.is_lowest) state = {};
      if ((state.falls | state.hits) != 0) live_ |= uint64_t{1} << bit;
      if (state.falls != 0) falling_ |= uint64_t{1} << bit;
    }
  }

  HWY_INLINE void look_at_row(int y, uint64_t strips) {
    live_ = falling_ = looked_at_ = has_speed_ = at_rest_ = slowing_ = 0;
    for (const int bit : ones(strips)) look_at(y, bit);
    // A speed at rest is not a change, but for wet grains, which cohere when they have come to rest.
    part_.mark(work_, y, falling_ | slowing_);
    part_.set_used(work_, kSpeedPlane, y, looked_at_, has_speed_);
    part_.keep(work_, y, at_rest_);
    for (int rows = 1; rows <= deepest_; ++rows) {
      part_.mark(work_, y + rows, through_[rows]);
      part_.set_used(work_, kSpeedPlane, y + rows, 0, ends_[rows]);
      through_[rows] = ends_[rows] = 0;
    }
    deepest_ = 0;
  }

  HWY_INLINE void look_at(int y, int bit) {
    const uint64_t strip_bit = uint64_t{1} << bit;
    const int block = part_.word * 64 + bit;
    FallingStrip::State& state = maps_.strips[block].state;
    uint8_t* const speed_below = maps_.strips[block].speed;
    const ptrdiff_t place = y * stride_ + block * 64;
    prefetch(place - ahead_);
    const Block before = load(speed_ + place);
    const uint64_t free = ~nonzero(load(material_ + place + stride_));
    const uint64_t moving = nonzero(before);
    const uint64_t below = free | state.waits;
    looked_at_ |= strip_bit;
    if ((below | moving) == 0) return stop(state);
    const Block here = load(material_ + place);
    const Block first = look_up<kPages>(work_.laws.first.data(), here);
    const uint64_t falls = nonzero(first) & below & ~maps_.held.row(y)[block];
    if ((falls | moving) == 0) return stop(state);

    live_ |= strip_bit;
    const uint64_t hits = moving & ~falls & ~at_most(before, greater_of(first, broadcast(kMostSpeedAtRest)));
    if ((hits & ~state.hits) != 0) note_landings(y, block, hits & ~state.hits, before);
    const Block rest = lesser(half(before), broadcast(kMostSpeedAtRest));
    Block speed = sum_limited(before, look_up<kPages>(work_.laws.gain.data(), here));
    speed = greater_of(first, lesser(speed, look_up<kPages>(work_.laws.top.data(), here)));
    const uint64_t in_arch = falls & work_.arches.cells.row(y)[block];
    if ((in_arch & ~state.in_arch) != 0) slow_down(y, block, in_arch & ~state.in_arch, free, here, speed);
    speed = select(falls & state.falls, lesser(speed, load(speed_below)), speed);
    const Block now = select(falls, speed, rest);
    const uint64_t steps = falls & free & at_most(broadcast(static_cast<uint8_t>(work_.laws.least_for(1))), speed);
    const uint64_t has_speed = nonzero(now);
    // Without branches, which would be hard to predict.
    falling_ |= uint64_t{falls != 0} << bit;
    has_speed_ |= uint64_t{(has_speed & ~steps) != 0} << bit;
    at_rest_ |= uint64_t{(has_speed & ~falls) != 0} << bit;
    if (any_wet_ && (moving & ~falls) != 0 && is_wet_near(y, block)) slowing_ |= strip_bit;
    maps_.touched.row(y)[block] |= falls;
    state.falls = falls;
    state.waits = falls & ~steps;
    state.hits = hits;
    state.in_arch = in_arch;
    store(speed, speed_below);
    if (steps == 0)
      store(now, speed_ + place);
    else
      fall(y, bit, steps, here, now);
  }

  // Grains that do not cohere as long as what is in the block moves: in it, on both sides, and below. Those that come to
  // be there in this tick are marked for themselves.
  HWY_INLINE bool is_wet_near(int y, int block) const {
    const CellPlanes& cells = work_.state.cells;
    const int last = (work_.state.size.width - 1) / kBlockCells;
    const auto is_wet = [&](int b, int row) { return cells.is_used(kWetnessPlane, {b * kBlockCells, row}); };
    return is_wet(block, y) || is_wet(block, y + 1) || (block > 0 && is_wet(block - 1, y)) ||
           (block < last && is_wet(block + 1, y));
  }

  HWY_INLINE void prefetch(ptrdiff_t place) const {
    hwy::Prefetch(material_ + place);
    hwy::Prefetch(speed_ + place);
    hwy::Prefetch(grain_seed_ + place);
  }

  HWY_INLINE static void stop(FallingStrip::State& state) { state = {}; }

  // Cells of the row, below which is void, fall as far as their speed says and there is void.
  HWY_INLINE void fall(int y, int bit, uint64_t cells, const Block& here, const Block& speed) {
    const uint64_t strip_bit = uint64_t{1} << bit;
    const int block = part_.word * 64 + bit;
    const ptrdiff_t place = y * stride_ + block * 64;
    uint64_t drops[kMostRows];
    int rows = 0;
    while (cells != 0) {
      ++rows;
      maps_.touched.row(y + rows)[block] |= cells;
      through_[rows] |= strip_bit;
      const int least = work_.laws.least_for(rows + 1);
      const uint64_t on = least > 255 ? 0
                                      : cells & at_most(broadcast(static_cast<uint8_t>(least)), speed) &
                                            ~nonzero(load(material_ + place + (rows + 1) * stride_));
      const uint64_t end = cells & ~on;
      ends_[rows] |= uint64_t{end != 0} << bit;
      drops[rows - 1] = end;
      cells = on;
    }
    deepest_ = std::max(deepest_, rows);
    move(material_ + place, here, drops, rows);
    move(grain_seed_ + place, load(grain_seed_ + place), drops, rows);
    move(speed_ + place, speed, drops, rows);
    for (int i = 0; i < sparse_planes_; ++i) move_sparse(sparse_[i], y, block, drops, rows);
  }

  // The cells that drop, by (rows - 1), change places with those that they drop on, which are void, as are those between.
  // Where none drops so far nothing changes: asking would cost more.
  HWY_INLINE void move(uint8_t* here_at, Block here, const uint64_t* drops, int count) {
    for (int i = 0; i < count; ++i) drop(here_at, i + 1, drops[i], here);
    store(here, here_at);
  }

  // The same for one of them, without storing the row itself. Returns what the cells below hold then.
  HWY_INLINE Block drop(uint8_t* here_at, int rows, uint64_t cells, Block& here) {
    uint8_t* const below_at = here_at + rows * stride_;
    const Block below = load(below_at);
    const Block dropped = select(cells, here, below);
    store(dropped, below_at);
    here = select(cells, below, here);
    return dropped;
  }

  HWY_INLINE void move_sparse(uint8_t plane, int y, int block, const uint64_t* drops, int count) {
    CellPlanes& cells = work_.state.cells;
    const CellPos here{block * 64, y};
    bool is_used = cells.is_used(plane, here);
    for (int i = 0; i < count; ++i) is_used |= cells.is_used(plane, {here.x, y + i + 1});
    if (!is_used) return;
    uint8_t* const here_at = &cells[plane][here];
    const Block empty = broadcast(cells.empty()[plane]);
    const uint64_t bit = uint64_t{1} << block % 64;
    const auto note = [&](int row, const Block& values) HWY_ATTR {
      part_.set_used(work_, plane, row, bit, ~equal(values, empty) != 0 ? bit : 0);
    };
    Block left = load(here_at);
    for (int i = 0; i < count; ++i) note(y + i + 1, drop(here_at, i + 1, drops[i], left));
    store(left, here_at);
    note(y, left);
  }

  // Cells of arches that are the lowest of their columns, but for those that come to rest a row lower. The speed of what is
  // too far in stays. free: void right below.
  HWY_NOINLINE void slow_down(int y, int block, uint64_t cells, uint64_t free, const Block& here, Block& speed) const {
    const uint64_t taken = nonzero(load(material_ + (y + 2) * stride_ + block * 64));
    cells &= ~(free & taken & ~maps_.touched.row(y + 2)[block]);
    if (cells == 0) return;
    const uint64_t* const arches = work_.arches.cells.row(y) + block;
    const uint64_t* const ends = work_.arches.ends.row(y) + block;
    const uint8_t dice = work_.arches.dice[static_cast<size_t>(y)] / (256 / kOneRow);
    const int least = work_.laws.least_for(1);
    // Of the block and those beside it: cells that are the n-th, or nearer.
    uint64_t reached[3] = {ends[-1], ends[0], ends[1]};
    for (int n = 1; n <= kWidestArch; ++n) {
      const uint64_t now = cells & reached[1];
      if (now != 0) {
        const Block mean = look_up<kPages>(work_.arches.speeds[n].of.data(), here);
        const Block going = greater_of(mean, broadcast(static_cast<uint8_t>(least)));
        const Block waiting = lesser(mean, broadcast(static_cast<uint8_t>(std::max(least - 1, 1))));
        const uint64_t waits = at_most(mean, broadcast(dice));
        speed = select(now & ~at_most(speed, mean), select(waits, waiting, going), speed);
        cells &= ~now;
      }
      if (cells == 0) return;
      const uint64_t before[3] = {reached[0], reached[1], reached[2]};
      for (int i = 0; i < 3; ++i) {
        uint64_t beside = before[i] << 1 | before[i] >> 1;
        if (i > 0) beside |= before[i - 1] >> 63;
        if (i < 2) beside |= before[i + 1] << 63;
        reached[i] |= beside & arches[i - 1];
      }
    }
  }

  HWY_NOINLINE void note_landings(int y, int block, uint64_t cells, const Block& speed) {
    alignas(64) uint8_t speeds[64];
    store(speed, speeds);
    const uint8_t* const material = material_ + y * stride_ + block * 64;
    for (const int bit : ones(cells))
      work_.landings[static_cast<size_t>(block)].push_back({{block * 64 + bit, y}, material[bit], speeds[bit]});
  }

  const FallWork& work_;
  const FallPart& part_;
  const FallMaps& maps_;
  // Cell (0, 0) of the planes that always move, and from row to row.
  uint8_t* const material_;
  uint8_t* const grain_seed_;
  uint8_t* const speed_;
  const ptrdiff_t stride_;
  // How far ahead cells are fetched into the cache, by themselves they come late: in rows above, about as far as it takes
  // to look at so many blocks.
  static constexpr int kBlocksAhead = 16;
  const ptrdiff_t ahead_;
  const bool any_wet_ = work_.state.cells.is_ever_used(kWetnessPlane);
  uint8_t sparse_[kMostSparsePlanes];  // planes that may be used anywhere
  int sparse_planes_ = 0;
  // Strips of the word: those whose state is not all 0 after the row at work, and those in which anything falls there.
  uint64_t live_ = 0;
  uint64_t falling_ = 0;
  // Of the row at work.
  uint64_t looked_at_ = 0;
  uint64_t has_speed_ = 0;
  uint64_t at_rest_ = 0;  // something has a speed and does not fall
  uint64_t slowing_ = 0;  // or had one, and wet grains are near
  // Of the rows below it, by how far below: blocks through which anything falls, and where it ends.
  uint64_t through_[kMostRows + 1] = {};
  uint64_t ends_[kMostRows + 1] = {};
  int deepest_ = 0;
};

template <int kPages>
void fall_with(const FallWork& work, const FallPart& part, const FallMaps& maps) {
  PartFall<kPages>(work, part, maps).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
