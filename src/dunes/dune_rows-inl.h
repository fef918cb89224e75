// The inner parts of a tick (dune_rows.h) in vectors. The build compiles one file for each target; it defines
// QUICKSAND_SIMD_TARGET and includes this.
#include "core/simd_target-inl.h"
// After it, which chooses the target.
#include <algorithm>

#include "core/random-inl.h"
#include "dunes/dune_reference.h"
#include "dunes/dune_rows.h"

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Heights = hn::ScalableTag<int32_t>;
using Bytes = hn::ScalableTag<uint8_t>;
using Height = hn::Vec<Heights>;

// dice_byte(key, x) of as many cells as a vector has bytes, from x on, a multiple of 4.
HWY_INLINE void roll(uint32_t key, int x, uint8_t* dice) {
  const hn::RebindToUnsigned<Heights> words;
  hn::Store(hn::BitCast(Bytes(), mixed_from(words, key + static_cast<uint32_t>(x >> 2))), Bytes(), dice);
}

template <bool kWet>
HWY_INLINE bool mark_with(const MarkRow& row, int first, int end) {
  const Heights d;
  const hn::Rebind<uint8_t, Heights> bytes;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int rolled = 4 * lanes;
  const Height margin = hn::Set(d, row.threshold - 1);
  const Height wet_threshold = hn::Set(d, row.wet_threshold);
  const Height less_than_transfer = hn::Set(d, row.transfer - 1);
  const Height full = hn::Set(d, kFullHeight);
  HWY_ALIGN uint8_t dice[HWY_MAX_BYTES];
  Height any = hn::Zero(d);
  int x = first;
  for (; x + rolled <= end; x += rolled) {
    roll(row.key, x, dice);
    for (int part = 0; part < rolled; part += lanes) {
      const int at = x + part;
      const Height here = hn::LoadU(d, row.here + at);
      Height too_high = hn::Sub(here, margin);  // lower ones are low enough
      if constexpr (kWet) {
        const Height wet = hn::PromoteTo(d, hn::LoadU(bytes, row.wetness + at));
        too_high = hn::Sub(too_high, hn::ShiftRight<8>(hn::Mul(wet, wet_threshold)));
      }
      too_high = hn::Min(too_high, full);
      // -1 where the neighbour is lower.
      const auto is_lower = [&](const int32_t* beside)
                                HWY_ATTR { return hn::VecFromMask(d, hn::Lt(hn::LoadU(d, beside + at), too_high)); };
      const Height lower[kSides] = {is_lower(row.beside[0]), is_lower(row.beside[1]), is_lower(row.beside[2]),
                                    is_lower(row.beside[3])};
      const auto loose = hn::Gt(hn::Sub(here, hn::LoadU(d, row.ground + at)), less_than_transfer);
      const Height count = hn::Add(hn::Add(lower[0], lower[1]), hn::Add(lower[2], lower[3]));  // up to -4
      const Height moves = hn::And(count, hn::VecFromMask(d, loose));
      if (hn::AllTrue(d, hn::Eq(moves, hn::Zero(d)))) {
        hn::StoreU(hn::Zero(bytes), bytes, row.marks + at);
        continue;
      }
      any = hn::Or(any, moves);
      // Which of the lower ones it is, counted from 0; then each side is it where as many lower ones come before.
      Height left = hn::ShiftRight<8>(hn::Mul(hn::PromoteTo(d, hn::LoadU(bytes, dice + part)), hn::Neg(count)));
      Height mark = hn::Zero(d);
      for (int side = 0; side < kSides; ++side) {
        const Height chosen = hn::And(lower[side], hn::VecFromMask(d, hn::Eq(left, hn::Zero(d))));
        mark = hn::Or(mark, hn::And(chosen, hn::Set(d, 1 + side)));
        left = hn::Add(left, lower[side]);
      }
      mark = hn::And(mark, hn::VecFromMask(d, loose));
      hn::StoreU(hn::DemoteTo(bytes, mark), bytes, row.marks + at);
    }
  }
  return reference::mark(row, x, end) || !hn::AllTrue(d, hn::Eq(any, hn::Zero(d)));
}

HWY_ATTR bool mark(const MarkRow& row, int first, int end) {
  return row.wetness ? mark_with<true>(row, first, end) : mark_with<false>(row, first, end);
}

HWY_ATTR bool move(const MoveRow& row, int first, int end) {
  const Bytes bytes;
  const Heights d;
  const hn::Rebind<int8_t, Heights> quarter;
  const int lanes = static_cast<int>(hn::Lanes(bytes));
  const int words = static_cast<int>(hn::Lanes(d));
  const Height transfer = hn::Set(d, row.transfer);
  HWY_ALIGN int8_t gains[HWY_MAX_BYTES];
  bool any = false;
  int x = first;
  for (; x + lanes <= end; x += lanes) {
    // All bits where a neighbour's mark points here: minus one.
    const auto points = [&](int side) HWY_ATTR {
      return hn::VecFromMask(bytes, hn::Eq(hn::LoadU(bytes, row.beside[side] + x), hn::Set(bytes, mark_back(side))));
    };
    const auto arriving = hn::Add(hn::Add(points(0), points(1)), hn::Add(points(2), points(3)));
    const auto gained =
        hn::Sub(hn::VecFromMask(bytes, hn::Ne(hn::LoadU(bytes, row.here + x), hn::Zero(bytes))), arriving);
    if (hn::AllTrue(bytes, hn::Eq(gained, hn::Zero(bytes)))) continue;
    any = true;
    hn::Store(hn::BitCast(hn::RebindToSigned<Bytes>(), gained), hn::RebindToSigned<Bytes>(), gains);
    for (int part = 0; part < lanes; part += words) {
      int32_t* const heights = row.heights + x + part;
      const Height gain = hn::PromoteTo(d, hn::LoadU(quarter, gains + part));
      hn::StoreU(hn::Add(hn::LoadU(d, heights), hn::Mul(gain, transfer)), d, heights);
    }
  }
  return reference::move(row, x, end) || any;
}

HWY_ATTR bool fire(const FireBlock& block) {
  const Bytes d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const hn::RepartitionToWide<Bytes> wide;
  const auto quarter = [&](const hn::Vec<Bytes>& grains) HWY_ATTR {
    return hn::And(hn::BitCast(d, hn::ShiftRight<2>(hn::BitCast(wide, grains))), hn::Set(d, 63));
  };
  auto most = hn::Zero(d);
  int x = 0;
  for (; x + lanes <= block.width; x += lanes) {
    const uint8_t* row = block.before + x;
    uint8_t* after = block.after + x;
    auto above = quarter(hn::LoadU(d, row - block.stride));
    auto grains = hn::LoadU(d, row);
    auto here = quarter(grains);
    for (int y = 0; y < block.height; ++y, row += block.stride, after += block.stride) {
      const auto grains_below = hn::LoadU(d, row + block.stride);
      const auto below = quarter(grains_below);
      const auto beside = hn::Add(quarter(hn::LoadU(d, row - 1)), quarter(hn::LoadU(d, row + 1)));
      const auto now = hn::Add(hn::Add(hn::And(grains, hn::Set(d, 3)), beside), hn::Add(above, below));
      most = hn::Or(most, now);
      hn::StoreU(now, d, after);
      above = here;
      here = below;
      grains = grains_below;
    }
  }
  // Four or more have a bit of 252.
  const auto fires = hn::And(most, hn::Set(d, 252));
  return reference::fire(block, x) || !hn::AllTrue(d, hn::Eq(fires, hn::Zero(d)));
}

// A line comes down evenly: seen along it, it is the highest of all that lies behind, and a vector knows the highest of
// all before each of its lanes after as many steps as doubling them takes.
HWY_ATTR int32_t shade(const ShadeRow& row, int32_t line, int first, int count) {
  const Heights d;
  const hn::Rebind<uint8_t, Heights> bytes;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const bool goes_back = row.step < 0;
  const auto in_order = [&](const Height& columns) HWY_ATTR { return goes_back ? hn::Reverse(d, columns) : columns; };
  const Height number = hn::Iota(d, 0);
  const Height come_down = hn::Mul(number, hn::Set(d, row.drop));
  const auto last = hn::IndicesFromVec(d, hn::Set(d, lanes - 1));
  const Height drop = hn::Set(d, row.drop);
  const Height drops = hn::Set(d, row.drop * lanes);
  Height from_before = hn::Sub(hn::Set(d, line), drop);
  int i = 0;
  for (; i + lanes <= count; i += lanes) {
    const int x = first + row.step * i - (goes_back ? lanes - 1 : 0);
    const Height seen = hn::Add(in_order(hn::LoadU(d, row.heights + x)), come_down);
    Height highest = seen;
    for (int before = 1; before < lanes; before *= 2) {
      const Height lane = hn::Max(hn::Sub(number, hn::Set(d, before)), hn::Zero(d));
      highest = hn::Max(highest, hn::TableLookupLanes(highest, hn::IndicesFromVec(d, lane)));
    }
    highest = hn::Max(highest, from_before);
    const Height below = hn::And(hn::VecFromMask(d, hn::Gt(highest, seen)), hn::Set(d, 1));
    hn::StoreU(hn::DemoteTo(bytes, in_order(below)), bytes, row.shadow + x);
    from_before = hn::Sub(hn::TableLookupLanes(highest, last), drops);
  }
  return reference::shade(row, hn::GetLane(from_before) + row.drop, first + row.step * i, count - i);
}

HWY_ATTR Flights aim(const AimRow& row, int first, int end) {
  const Heights d;
  const hn::Rebind<uint8_t, Heights> bytes;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Height most_rise = hn::Set(d, row.most_rise);
  const Height least_rise = hn::Set(d, -row.most_rise);
  const Height flatness = hn::Set(d, row.flatness);
  const Height half_and_hop = hn::Set(d, (1 << (kFlatnessBits - 1)) + (row.hop << kFlatnessBits));
  const Height one = hn::Set(d, 1);
  const Height most = hn::Set(d, 2 * row.hop);
  Height nearest = hn::Set(d, Flights().nearest);
  Height farthest = hn::Zero(d);
  Height bits = hn::Zero(d);
  int x = first;
  for (; x + lanes <= end; x += lanes) {
    const Height here = hn::LoadU(d, row.here + x);
    const Height rise = hn::Add(hn::ShiftRight<1>(hn::Sub(here, hn::LoadU(d, row.ahead + x))),
                                hn::ShiftRight<1>(hn::Sub(here, hn::LoadU(d, row.behind + x))));
    const Height counted = hn::Max(hn::Min(rise, most_rise), least_rise);
    const Height any = hn::ShiftRight<kFlatnessBits>(hn::Add(hn::Mul(counted, flatness), half_and_hop));
    const Height reach = hn::Max(hn::Min(any, most), one);
    hn::StoreU(hn::DemoteTo(bytes, reach), bytes, row.reach + x);
    nearest = hn::Min(nearest, reach);
    farthest = hn::Max(farthest, reach);
    bits = hn::Or(bits, hn::LoadU(d, row.flight + x));
  }
  Flights flights = reference::aim(row, x, end);
  HWY_ALIGN int32_t of_lane[3][hn::MaxLanes(d)];
  hn::Store(nearest, d, of_lane[0]);
  hn::Store(farthest, d, of_lane[1]);
  hn::Store(bits, d, of_lane[2]);
  for (int lane = 0; lane < lanes; ++lane)
    flights = all_of(flights, {of_lane[0][lane], of_lane[1][lane], of_lane[2][lane]});
  return flights;
}

// Two vectors at once, so that neither waits for its own sum.
HWY_ATTR void gather(const GatherRow& row, int first, int end) {
  const Heights d;
  const hn::Rebind<uint8_t, Heights> bytes;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int x = first;
  for (; x + 2 * lanes <= end; x += 2 * lanes) {
    Height near = hn::Zero(d);
    Height far = hn::Zero(d);
    for (int i = 0; i < row.count; ++i) {
      const Height here = hn::Set(d, row.distances[i]);
      const uint8_t* const reach = row.reach[i] + x;
      const int32_t* const flight = row.flight[i] + x;
      const auto comes = [&](int at) HWY_ATTR {
        return hn::IfThenElseZero(hn::Eq(hn::PromoteTo(d, hn::LoadU(bytes, reach + at)), here),
                                  hn::LoadU(d, flight + at));
      };
      near = hn::Add(near, comes(0));
      far = hn::Add(far, comes(lanes));
    }
    hn::StoreU(near, d, row.arriving + x);
    hn::StoreU(far, d, row.arriving + x + lanes);
  }
  reference::gather(row, x, end);
}

HWY_ATTR void carry(const CarryRow& row, int first, int end) {
  const Heights d;
  const hn::Rebind<uint8_t, Heights> bytes;
  const WindSettings& wind = row.settings;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int rolled = 4 * lanes;
  const Height zero = hn::Zero(d);
  const Height slab = hn::Set(d, wind.slab);
  const Height less_than_slab = hn::Set(d, wind.slab - 1);
  const Height catch_sand = hn::Set(d, wind.catch_sand);
  const Height catch_rock = hn::Set(d, wind.catch_rock);
  const Height crumb = hn::Set(d, reference::kCrumb);
  const Height lift = hn::Set(d, wind.lift);
  const Height full = hn::Set(d, kFullHeight);
  const Height wet = hn::Set(d, reference::kMostBlownWetness + 1);
  HWY_ALIGN uint8_t dice[HWY_MAX_BYTES];
  int x = std::min((first + rolled - 1) / rolled * rolled, end);
  reference::carry(row, first, x);
  for (; x + rolled <= end; x += rolled) {
    roll(row.key, x, dice);
    for (int part = 0; part < rolled; part += lanes) {
      const int at = x + part;
      const Height arriving = hn::LoadU(d, row.arriving + at);
      const Height height = hn::LoadU(d, row.heights + at);
      const auto sandy = hn::Gt(hn::Sub(height, hn::LoadU(d, row.ground + at)), less_than_slab);
      const auto windy = hn::Eq(hn::PromoteTo(d, hn::LoadU(bytes, row.shadow + at)), zero);
      const Height share = hn::IfThenElse(sandy, catch_sand, catch_rock);
      const Height rest = hn::And(arriving, hn::Set(d, 255));
      const Height part_caught =
          hn::Add(hn::Mul(hn::ShiftRight<8>(arriving), share), hn::ShiftRight<8>(hn::Mul(rest, share)));
      const auto flies_on = hn::And(windy, hn::Not(hn::Lt(arriving, crumb)));
      const auto roomy = hn::Lt(height, full);
      const Height caught = hn::IfThenElseZero(roomy, hn::IfThenElse(flies_on, part_caught, arriving));
      const auto drawn = hn::Lt(hn::PromoteTo(d, hn::LoadU(bytes, dice + part)), lift);
      const auto dry = hn::Lt(hn::PromoteTo(d, hn::LoadU(bytes, row.wetness + at)), wet);
      const Height lifted = hn::IfThenElseZero(
          hn::And(hn::And(sandy, windy), hn::And(hn::And(drawn, dry), hn::Lt(arriving, full))), slab);
      const Height gained = hn::Sub(caught, lifted);
      hn::StoreU(hn::Add(height, gained), d, row.heights + at);
      hn::StoreU(hn::Sub(arriving, gained), d, row.leaving + at);
    }
  }
  reference::carry(row, x, end);
}

HWY_ATTR bool any_differs(const int32_t* row, const int32_t* other, int columns, int32_t limit) {
  const Heights d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  Height most = hn::Zero(d);
  int x = 0;
  for (; x + lanes <= columns; x += lanes)
    most = hn::Max(most, hn::Abs(hn::Sub(hn::LoadU(d, row + x), hn::LoadU(d, other + x))));
  return !hn::AllTrue(d, hn::Lt(most, hn::Set(d, limit))) || reference::any_differs(row + x, other + x, columns - x, limit);
}

DuneRows dune_rows() { return {kTargetName, mark, move, fire, shade, aim, gather, carry, any_differs}; }

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();
