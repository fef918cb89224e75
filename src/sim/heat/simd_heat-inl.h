// What heat_flow.h says, for 64 cells at a time; compiled once for each target.
//
// A vector of bytes holds a byte of each cell; temperatures have two. Cells at even places and those at odd ones are
// calculated with apart, as 16-bit lanes: shifts and masks take them apart and put them together again, and the two cells of
// a pair that lies in a row have the same lane.

#include "sim/heat/heat_flow.h"
#include "sim/rows/vector_block-inl.h"

#if defined(QUICKSAND_SIMD_HEAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_SIMD_HEAT_INL_H_
#undef QUICKSAND_SIMD_HEAT_INL_H_
#else
#define QUICKSAND_SIMD_HEAT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

using PairsTag = hn::Repartition<uint16_t, BytesTag>;
using PairVector = hn::Vec<PairsTag>;

// Numbers of 16 bits, of the cells at even places and of those at odd ones.
struct EvenOdd {
  PairVector even;
  PairVector odd;
};

HWY_INLINE PairVector low_bytes(const PairVector& lanes) { return hn::And(lanes, hn::Set(PairsTag(), 0x00ff)); }
HWY_INLINE PairVector high_bytes(const PairVector& lanes) { return hn::And(lanes, hn::Set(PairsTag(), 0xff00)); }

HWY_INLINE EvenOdd numbers_of(const ByteVector& low, const ByteVector& high) {
  const auto lows = hn::BitCast(PairsTag(), low);
  const auto highs = hn::BitCast(PairsTag(), high);
  return {hn::Or(low_bytes(lows), hn::ShiftLeft<8>(highs)), hn::Or(hn::ShiftRight<8>(lows), high_bytes(highs))};
}
HWY_INLINE ByteVector low_bytes_of(const EvenOdd& numbers) {
  return hn::BitCast(BytesTag(), hn::Or(low_bytes(numbers.even), hn::ShiftLeft<8>(numbers.odd)));
}
HWY_INLINE ByteVector high_bytes_of(const EvenOdd& numbers) {
  return hn::BitCast(BytesTag(), hn::Or(hn::ShiftRight<8>(numbers.even), high_bytes(numbers.odd)));
}

// All bits of the lanes in which `a` is larger than `b`.
HWY_INLINE PairVector larger(const PairVector& a, const PairVector& b) {
  const PairsTag tag;
  return hn::VecFromMask(tag, hn::Ne(hn::SaturatedSub(a, b), hn::Zero(tag)));
}

// Two cells of each lane exchange heat. `excess` is what they keep, `roots` the smaller of theirs, and `dice` a byte, in the
// high half of the lane. Adds to `may` where any may flow.
struct HeatLanes {
  PairVector excess;
  PairVector real;
  PairVector apparent;
};
HWY_INLINE void exchange(HeatLanes& one, HeatLanes& other, const PairVector& roots, const PairVector& dice,
                         PairVector& may) {
  const PairsTag tag;
  const auto one_more = hn::SaturatedSub(one.apparent, other.apparent);
  const auto other_more = hn::SaturatedSub(other.apparent, one.apparent);
  const auto difference = hn::Or(one_more, other_more);
  const auto share = hn::ShiftRight<1>(hn::Mul(roots, roots));
  const auto flows = hn::And(larger(difference, hn::Set(tag, 1)), larger(share, hn::Zero(tag)));
  const auto up = hn::And(larger(hn::Mul(difference, share), dice), hn::Set(tag, 1));
  const auto from_one = hn::Ne(one_more, hn::Zero(tag));
  const auto room = hn::Sub(hn::Set(tag, kHottest), hn::IfThenElse(from_one, other.real, one.real));
  const auto units = hn::And(hn::Min(hn::Add(hn::MulHigh(difference, share), up), room), flows);
  one.excess = hn::IfThenElse(from_one, hn::Sub(one.excess, units), hn::Add(one.excess, units));
  other.excess = hn::IfThenElse(from_one, hn::Add(other.excess, units), hn::Sub(other.excess, units));
  may = hn::Or(may, flows);
}

template <int kPages>
struct HeatBlocks {
  Block low, high;    // what the cells keep
  Block roots;        // HeatSets::share
  Block most_low, most_high;
  Block voids;

  HWY_INLINE HeatBlocks(const HeatRun& run, const HeatSets& sets) {
    const Block ids = load_unaligned(run.material);
    low = load_unaligned(run.low);
    high = load_unaligned(run.high);
    roots = look_up<kPages>(sets.share.data(), ids);
    voids = ids;  // void is number 0
    if (sets.has_latent) {
      most_low = look_up<kPages>(sets.most_low.data(), ids);
      most_high = look_up<kPages>(sets.most_high.data(), ids);
    } else {
      most_low = most_high = broadcast(255);
    }
  }

  HWY_INLINE void lanes(int part, uint16_t ambient, HeatLanes& even, HeatLanes& odd) const {
    const auto around = hn::Set(PairsTag(), ambient);
    const EvenOdd excess = numbers_of(low.part[part], high.part[part]);
    const EvenOdd most = numbers_of(most_low.part[part], most_high.part[part]);
    const auto lanes_of = [&](const PairVector& kept, const PairVector& limit) HWY_ATTR {
      const auto real = hn::Add(kept, around);
      return HeatLanes{kept, real, hn::Min(real, limit)};
    };
    even = lanes_of(excess.even, most.even);
    odd = lanes_of(excess.odd, most.odd);
  }

  // Void keeps none.
  HWY_INLINE void keep(const HeatRun& run, int part, const HeatLanes& even, const HeatLanes& odd) const {
    const BytesTag tag;
    const auto is_void = hn::Eq(voids.part[part], hn::Zero(tag));
    const EvenOdd excess{even.excess, odd.excess};
    hn::StoreU(hn::IfThenZeroElse(is_void, low_bytes_of(excess)), tag, run.low + part * kVectorBytes);
    hn::StoreU(hn::IfThenZeroElse(is_void, high_bytes_of(excess)), tag, run.high + part * kVectorBytes);
  }
};

HWY_INLINE bool any_lane(const PairVector& lanes) {
  const PairsTag tag;
  return !hn::AllTrue(tag, hn::Eq(lanes, hn::Zero(tag)));
}

template <int kPages>
bool conduct_upright_in_runs(const HeatRun& upper, const HeatRun& lower, uint32_t key, int x, const HeatTable& table,
                             uint16_t ambient) {
  const HeatBlocks<kPages> above(upper, table.sets());
  const HeatBlocks<kPages> below(lower, table.sets());
  const Block roots = lesser(above.roots, below.roots);
  const Block dice = throw_dice(key, x);
  bool any = false;
  for (int part = 0; part < kParts; ++part) {
    HeatLanes above_even, above_odd, below_even, below_odd;
    above.lanes(part, ambient, above_even, above_odd);
    below.lanes(part, ambient, below_even, below_odd);
    const auto root = hn::BitCast(PairsTag(), roots.part[part]);
    const auto die = hn::BitCast(PairsTag(), dice.part[part]);
    auto may = hn::Zero(PairsTag());
    exchange(above_even, below_even, low_bytes(root), hn::ShiftLeft<8>(die), may);
    exchange(above_odd, below_odd, hn::ShiftRight<8>(root), high_bytes(die), may);
    if (!any_lane(may)) continue;
    any = true;
    above.keep(upper, part, above_even, above_odd);
    below.keep(lower, part, below_even, below_odd);
  }
  return any;
}

template <int kPages>
bool conduct_beside_in_run(const HeatRun& run, uint32_t key, int x, const HeatTable& table, uint16_t ambient) {
  const HeatBlocks<kPages> cells(run, table.sets());
  const Block dice = throw_dice(key, x);
  bool any = false;
  for (int part = 0; part < kParts; ++part) {
    HeatLanes even, odd;
    cells.lanes(part, ambient, even, odd);
    const auto roots = hn::BitCast(PairsTag(), cells.roots.part[part]);
    const auto root = hn::Min(low_bytes(roots), hn::ShiftRight<8>(roots));
    auto may = hn::Zero(PairsTag());
    exchange(even, odd, root, hn::ShiftLeft<8>(hn::BitCast(PairsTag(), dice.part[part])), may);
    if (!any_lane(may)) continue;
    any = true;
    cells.keep(run, part, even, odd);
  }
  return any;
}

// The cells that change because they are hot or cold.
template <int kPages>
uint64_t changing_in_block(const HeatRun& run, const HeatTable& table, uint16_t ambient) {
  const TransitionSets& sets = table.transition_sets();
  const Block ids = load(run.material);
  uint64_t word = having<0x80>(look_up<kPages>(sets.has.data(), ids));
  if (word == 0) return 0;
  const Block hot_low = look_up<kPages>(sets.hot_low.data(), ids);
  const Block hot_high = look_up<kPages>(sets.hot_high.data(), ids);
  const Block cold_low = look_up<kPages>(sets.cold_low.data(), ids);
  const Block cold_high = look_up<kPages>(sets.cold_high.data(), ids);
  const Block low = load(run.low);
  const Block high = load(run.high);
  const auto around = hn::Set(PairsTag(), ambient);
  Block changing;
  for (int part = 0; part < kParts; ++part) {
    const EvenOdd excess = numbers_of(low.part[part], high.part[part]);
    const EvenOdd hot = numbers_of(hot_low.part[part], hot_high.part[part]);
    const EvenOdd cold = numbers_of(cold_low.part[part], cold_high.part[part]);
    const auto beyond = [&](const PairVector& kept, const PairVector& most, const PairVector& least) HWY_ATTR {
      const auto temperature = hn::Add(kept, around);
      return hn::Or(larger(temperature, most), larger(least, temperature));
    };
    changing.part[part] = hn::BitCast(BytesTag(), hn::Or(low_bytes(beyond(excess.even, hot.even, cold.even)),
                                                         high_bytes(beyond(excess.odd, hot.odd, cold.odd))));
  }
  return word & nonzero(changing);
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
