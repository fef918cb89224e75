// Contacts of pairs of discs (contact_pairs.h) in vectors: push_between() and push_of() of contact.h, a pair in each lane;
// and the motion of discs (disc_motion.h), a disc in each lane.
// What one pair has and another lacks, an overlap or a line between the middles, is worked out for all and then chosen.
//
// Include core/simd_target-inl.h before it.
#include "sim/grains/contact_pairs.h"
#include "sim/grains/disc_motion.h"
#include "sim/grains/near_grains.h"

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// As many lanes as there are, but no more than the arrays are padded for.
using PairLanes = hn::CappedTag<float, kPairsAtOnce>;
using PairVec = hn::Vec<PairLanes>;

using FourLanes = hn::FixedTag<float, 4>;

// Four numbers that lie side by side, from row_of(k) on: of every fourth k of as many as there are lanes.
template <class D, class RowOf>
HWY_INLINE hn::Vec<D> rows_of(D d, const RowOf& row_of, size_t k) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return hn::LoadU(FourLanes(), row_of(k));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, rows_of(half, row_of, k + hn::MaxLanes(half)), rows_of(half, row_of, k));
  }
}
template <class D, class RowOf>
HWY_INLINE void store_rows(D d, hn::Vec<D> rows, const RowOf& row_of, size_t k) {
  if constexpr (hn::MaxLanes(d) == 4) {
    hn::StoreU(rows, FourLanes(), row_of(k));
  } else {
    const hn::Half<D> half;
    store_rows(half, hn::LowerHalf(half, rows), row_of, k);
    store_rows(half, hn::UpperHalf(half, rows), row_of, k + hn::MaxLanes(half));
  }
}

// Rows turned into columns, a row in each lane: that takes a fraction of the time of gathering.
struct FourColumns {
  PairVec column[4];
};
template <class RowOf>
HWY_INLINE FourColumns columns_of(const RowOf& row_of) {
  const PairLanes d;
  const PairVec row0 = rows_of(d, row_of, 0);
  const PairVec row1 = rows_of(d, row_of, 1);
  const PairVec row2 = rows_of(d, row_of, 2);
  const PairVec row3 = rows_of(d, row_of, 3);
  const PairVec even = hn::InterleaveLower(d, row0, row2);
  const PairVec odd = hn::InterleaveLower(d, row1, row3);
  const PairVec late_even = hn::InterleaveUpper(d, row0, row2);
  const PairVec late_odd = hn::InterleaveUpper(d, row1, row3);
  return {{hn::InterleaveLower(d, even, odd), hn::InterleaveUpper(d, even, odd),
           hn::InterleaveLower(d, late_even, late_odd), hn::InterleaveUpper(d, late_even, late_odd)}};
}
// The other way.
template <class RowOf>
HWY_INLINE void store_columns(const RowOf& row_of, PairVec column0, PairVec column1, PairVec column2, PairVec column3) {
  const PairLanes d;
  const PairVec even = hn::InterleaveLower(d, column0, column2);
  const PairVec odd = hn::InterleaveLower(d, column1, column3);
  const PairVec late_even = hn::InterleaveUpper(d, column0, column2);
  const PairVec late_odd = hn::InterleaveUpper(d, column1, column3);
  store_rows(d, hn::InterleaveLower(d, even, odd), row_of, 0);
  store_rows(d, hn::InterleaveUpper(d, even, odd), row_of, 1);
  store_rows(d, hn::InterleaveLower(d, late_even, late_odd), row_of, 2);
  store_rows(d, hn::InterleaveUpper(d, late_even, late_odd), row_of, 3);
}

// Discs, one in each lane.
struct DiscLanes {
  PairVec x, y, vx, vy, spin, radius, mass;
};
template <class DiscOf>
HWY_INLINE DiscLanes disc_lanes(const DiscOf& disc_of) {
  static_assert(offsetof(Disc, x) == 0 && offsetof(Disc, y) == 4 && offsetof(Disc, vx) == 8 && offsetof(Disc, vy) == 12);
  static_assert(offsetof(Disc, spin) == 16 && offsetof(Disc, radius) == 20 && offsetof(Disc, mass) == 24);
  const FourColumns motion = columns_of([&](size_t k) HWY_ATTR { return &disc_of(k).x; });
  const FourColumns turn = columns_of([&](size_t k) HWY_ATTR { return &disc_of(k).spin; });
  return {motion.column[0], motion.column[1], motion.column[2], motion.column[3], turn.column[0], turn.column[1],
          turn.column[2]};
}

// pull_of() of contact.h.
HWY_INLINE PairVec pull_of_lanes(PairVec& drawn, PairVec stiffness, PairVec give, PairVec most, PairVec kept) {
  const PairVec pull = hn::Mul(hn::Neg(stiffness), drawn);
  const auto holds = hn::Le(hn::Abs(pull), most);
  const PairVec left = hn::IfThenElse(hn::Gt(pull, hn::Zero(PairLanes())), kept, hn::Neg(kept));
  drawn = hn::IfThenElse(holds, drawn, hn::Mul(hn::Neg(left), give));
  return hn::IfThenElse(holds, pull, left);
}

HWY_INLINE void push_lanes(const ContactPairs& pairs, size_t i) {
  const PairLanes d;
  const DiscLanes one = disc_lanes([&](size_t k) -> const Disc& { return pairs.discs[pairs.one[i + k]]; });
  const DiscLanes other = disc_lanes([&](size_t k) -> const Disc& { return pairs.discs[pairs.other[i + k]]; });
  const auto set = [&](float value) HWY_ATTR { return hn::Set(d, value); };

  const PairVec dx = hn::Sub(one.x, other.x);
  const PairVec dy = hn::Sub(one.y, other.y);
  const PairVec together = hn::Add(one.radius, other.radius);
  const PairVec squared = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
  const auto overlaps = hn::Lt(squared, hn::Mul(together, together));
  ContactPush* const pushes = pairs.pushes + i;
  const auto give = [&](PairVec x, PairVec y, PairVec pull, PairVec twist)
                        HWY_ATTR { hn::StoreInterleaved4(x, y, pull, twist, d, reinterpret_cast<float*>(pushes)); };
  const PairVec zero = hn::Zero(d);
  if (hn::AllFalse(d, overlaps)) {
    hn::StoreU(zero, d, pairs.slide + i);
    hn::StoreU(zero, d, pairs.roll + i);
    give(zero, zero, zero, zero);
    return;
  }
  const PairVec distance = hn::Sqrt(squared);
  const auto has_line = hn::Gt(distance, set(kLeastDistance));
  const PairVec per_distance = hn::Div(set(1), distance);
  const PairVec nx = hn::IfThenElse(has_line, hn::Mul(dx, per_distance), set(-1));
  const PairVec ny = hn::IfThenElseZero(has_line, hn::Mul(dy, per_distance));
  const PairVec vx = hn::Sub(one.vx, other.vx);
  const PairVec vy = hn::Sub(one.vy, other.vy);
  const PairVec along_faces = hn::Add(hn::Mul(one.spin, one.radius), hn::Mul(other.spin, other.radius));
  const PairVec arm = hn::Mul(set(0.5F), together);

  const PairVec parting = hn::Add(hn::Mul(vx, nx), hn::Mul(vy, ny));
  const auto touches = hn::And(overlaps, hn::Le(parting, set(kMostParting)));
  const PairVec stiffness = hn::LoadU(d, pairs.stiffness + i);
  const PairVec load = hn::Max(hn::Sub(hn::Mul(hn::Mul(set(kContactStiffness), stiffness), hn::Sub(together, distance)),
                                       hn::Mul(set(kGrainDamping * pairs.steps.length), parting)),
                               zero);
  const PairVec step = set(pairs.steps.length);
  PairVec slide = hn::Add(hn::LoadU(d, pairs.slide + i),
                          hn::Mul(hn::Sub(hn::Sub(hn::Mul(vy, nx), hn::Mul(vx, ny)), along_faces), step));
  PairVec roll = hn::Add(hn::LoadU(d, pairs.roll + i), hn::Mul(hn::Sub(one.spin, other.spin), step));
  const PairVec pull = pull_of_lanes(slide, hn::Mul(set(kSlideStiffness), stiffness),
                                     hn::LoadU(d, pairs.slide_give + i), hn::Mul(hn::LoadU(d, pairs.fixed + i), load),
                                     hn::Mul(hn::LoadU(d, pairs.sliding + i), load));
  const PairVec held = hn::Mul(hn::LoadU(d, pairs.rolling + i), load);
  const PairVec twist = pull_of_lanes(roll, hn::Mul(hn::Mul(set(kRollStiffness), stiffness), arm),
                                      hn::LoadU(d, pairs.roll_give + i), held, held);
  hn::StoreU(hn::IfThenElseZero(touches, slide), d, pairs.slide + i);
  hn::StoreU(hn::IfThenElseZero(touches, roll), d, pairs.roll + i);
  const PairVec mass = hn::LoadU(d, pairs.mass + i);
  const auto weighed = [&](PairVec push) HWY_ATTR { return hn::IfThenElseZero(touches, hn::Mul(mass, push)); };
  give(weighed(hn::Sub(hn::Mul(nx, load), hn::Mul(ny, pull))), weighed(hn::Add(hn::Mul(ny, load), hn::Mul(nx, pull))),
       weighed(pull), weighed(hn::Mul(twist, arm)));
}

void push_pairs_in_lanes(const ContactPairs& pairs, size_t first, size_t end) {
  for (size_t i = first; i < end; i += hn::Lanes(PairLanes())) push_lanes(pairs, i);
}

// find_near_in() of near_grains.h. What is stored beyond those found is written over by the next ones.
HWY_INLINE void find_near_in_range(const FiledGrains& filed, const FiledRange& range, const NearSearch& search,
                                   NearGrains& found) {
  // A range seldom holds more than eight.
  const hn::CappedTag<float, 8> d;
  const hn::RebindToUnsigned<decltype(d)> numbers;
  const auto set = [&](float value) HWY_ATTR { return hn::Set(d, value); };
  const auto set_number = [&](uint32_t value) HWY_ATTR { return hn::Set(numbers, value); };
  for (uint32_t i = range.begin; i < range.end; i += static_cast<uint32_t>(hn::Lanes(d))) {
    const auto square = hn::LoadU(numbers, filed.square + i);
    const auto grain = hn::LoadU(numbers, filed.grain + i);
    const auto column = hn::And(square, set_number(0xffff));
    const auto is_around = hn::And(hn::Eq(hn::ShiftRight<16>(square), set_number(range.row)),
                                   hn::Lt(hn::Sub(column, set_number(range.column)), set_number(range.columns)));
    const auto is_other = hn::RebindMask(
        d, hn::And(hn::And(is_around, hn::FirstN(numbers, range.end - i)), hn::Ne(grain, set_number(search.grain))));
    const auto dx = hn::Sub(set(search.x), hn::LoadU(d, filed.x + i));
    const auto dy = hn::Sub(set(search.y), hn::LoadU(d, filed.y + i));
    const auto squared = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
    const auto is_beside = hn::And(is_other, hn::Lt(squared, set(kNearReach * kNearReach)));
    const auto vx = hn::Sub(set(search.vx), hn::LoadU(d, filed.vx + i));
    const auto vy = hn::Sub(set(search.vy), hn::LoadU(d, filed.vy + i));
    const auto way = hn::Mul(set(0.5F), hn::Sqrt(hn::Add(hn::Mul(vx, vx), hn::Mul(vy, vy))));
    const auto faces = hn::Add(hn::Add(set(search.radius), hn::LoadU(d, filed.radius + i)), set(kContactGap));
    const auto reach = hn::Min(hn::Add(faces, way), set(kMostReach));
    const auto wetness = hn::Or(hn::LoadU(numbers, filed.wetness + i), set_number(search.wetness));
    const auto is_held = hn::And(is_beside, hn::RebindMask(d, hn::Ne(wetness, hn::Zero(numbers))));
    const auto is_reached = hn::And(is_other, hn::Lt(squared, hn::Mul(reach, reach)));
    const auto is_near =
        hn::And(hn::Or(is_reached, is_held), hn::Lt(squared, set(search.farthest * search.farthest)));
    found.beside += static_cast<int>(hn::CountTrue(d, is_beside));
    hn::StoreU(hn::Compress(grain, hn::RebindMask(numbers, is_near)), numbers, found.grain + found.count);
    found.count += static_cast<int>(hn::CountTrue(d, is_near));
  }
}

void find_near_in_lanes(const FiledGrains& filed, const FiledRanges& ranges, const NearSearch& search,
                        NearGrains& found) {
  for (int k = 0; k < ranges.count; ++k) find_near_in_range(filed, ranges.range[k], search, found);
}

// correct() of disc_motion.h.
HWY_INLINE void correct_lanes(DiscLanes& disc, PairVec by_x, PairVec by_y, PairVec by_turn, float substeps) {
  const PairLanes d;
  const auto within = [&](PairVec value, float most)
                          HWY_ATTR {
                            const PairVec high = hn::Set(d, most);
                            const PairVec low = hn::Neg(high);
                            const PairVec from_low = hn::IfThenElse(hn::Lt(value, low), low, value);
                            return hn::IfThenElse(hn::Gt(from_low, high), high, from_low);
                          };
  const PairVec squared = hn::Add(hn::Mul(by_x, by_x), hn::Mul(by_y, by_y));
  PairVec share = hn::Set(d, 1.0F);
  const auto is_too_far = hn::Gt(squared, hn::Set(d, kMostCorrection * kMostCorrection));
  if (!hn::AllFalse(d, is_too_far))  // seldom
    share = hn::IfThenElse(is_too_far, hn::Div(hn::Set(d, kMostCorrection), hn::Sqrt(squared)), share);
  const PairVec speed_share = hn::Mul(share, hn::Set(d, substeps));
  disc.x = hn::Add(disc.x, hn::Mul(by_x, share));
  disc.y = hn::Add(disc.y, hn::Mul(by_y, share));
  disc.vx = within(hn::Add(disc.vx, hn::Mul(by_x, speed_share)), kMostSpeedBetweenTicks);
  disc.vy = within(hn::Add(disc.vy, hn::Mul(by_y, speed_share)), kMostSpeedBetweenTicks);
  disc.spin = within(hn::Add(disc.spin, hn::Mul(by_turn, speed_share)), kMostSpin);
}

// move_discs() of disc_motion.h for as many discs as there are lanes.
HWY_INLINE void move_lanes(const DiscMotions& motions, size_t i) {
  const PairLanes d;
  const hn::RebindToUnsigned<PairLanes> numbers;
  const hn::Rebind<uint8_t, PairLanes> bytes;
  const DiscCourse* const courses = motions.courses + i;
  const auto disc_of = [&](size_t k) HWY_ATTR -> Disc& { return motions.discs[courses[k].disc]; };
  const DiscLanes before = disc_lanes(disc_of);
  static_assert(offsetof(DiscCourse, from_y) == 4 && offsetof(DiscCourse, pull) == 8);
  const FourColumns course = columns_of([&](size_t k) HWY_ATTR { return &courses[k].from_x; });
  const PairVec from_x = course.column[0];
  const PairVec from_y = course.column[1];
  const PairVec pull = course.column[2];
  // correction_of() of contact.h.
  const PairVec per_mass = hn::Div(hn::Set(d, 1.0F), before.mass);
  const PairVec per_radius = hn::Div(hn::Set(d, 1.0F), before.radius);
  const PairVec to_turn = hn::Mul(hn::Mul(hn::Set(d, 2.0F), per_mass), per_radius);
  const auto is_about = [&](PairVec x, PairVec y)
                            HWY_ATTR {
                              const PairVec one = hn::Set(d, 1.0F);
                              return hn::And(hn::Lt(hn::Abs(hn::Sub(x, from_x)), one),
                                             hn::Lt(hn::Abs(hn::Sub(y, from_y)), one));
                            };
  const auto may_be_open = hn::Ne(hn::PromoteTo(numbers, hn::LoadU(bytes, motions.is_open + i)), hn::Zero(numbers));
  const auto is_open = hn::And(hn::RebindMask(d, may_be_open), is_about(before.x, before.y));

  PairVec push_x, push_y, push_pull, push_twist;
  hn::LoadInterleaved4(d, reinterpret_cast<const float*>(motions.pushes + i), push_x, push_y, push_pull, push_twist);
  DiscLanes after = before;
  correct_lanes(after, hn::Mul(per_mass, push_x), hn::Mul(per_mass, push_y),
                hn::Mul(to_turn, hn::Sub(hn::Mul(per_radius, push_twist), push_pull)),
                static_cast<float>(motions.steps.count));
  auto goes_out = hn::FirstN(d, 0);  // none
  if (motions.goes_on) {
    const PairVec length = hn::Set(d, motions.steps.length);
    const PairVec vy = hn::Add(after.vy, hn::Mul(pull, length));
    const PairVec x = hn::Add(after.x, hn::Mul(after.vx, length));
    const PairVec y = hn::Add(after.y, hn::Mul(vy, length));
    const auto stays = is_about(x, y);
    goes_out = hn::Not(stays);
    after.x = hn::IfThenElse(stays, x, after.x);
    after.y = hn::IfThenElse(stays, y, after.y);
    after.vy = hn::IfThenElse(stays, vy, after.vy);
  }
  store_columns([&](size_t k) HWY_ATTR { return &disc_of(k).x; }, hn::IfThenElse(is_open, after.x, before.x),
                hn::IfThenElse(is_open, after.y, before.y), hn::IfThenElse(is_open, after.vx, before.vx),
                hn::IfThenElse(is_open, after.vy, before.vy));
  float spins[kPairsAtOnce];
  uint32_t left[kPairsAtOnce];
  hn::StoreU(hn::IfThenElse(is_open, after.spin, before.spin), d, spins);
  const auto set = [&](MotionLeft its) HWY_ATTR { return hn::Set(numbers, static_cast<uint32_t>(its)); };
  hn::StoreU(hn::IfThenElse(hn::RebindMask(numbers, is_open),
                            hn::IfThenElse(hn::RebindMask(numbers, goes_out), set(MotionLeft::kGoingOn),
                                           set(MotionLeft::kNothing)),
                            set(MotionLeft::kAll)),
             numbers, left);
  for (size_t k = 0; k < hn::Lanes(d); ++k) {
    disc_of(k).spin = spins[k];
    motions.left[i + k] = static_cast<MotionLeft>(left[k]);
  }
}

void move_discs_in_lanes(const DiscMotions& motions, size_t first, size_t end) {
  size_t i = first;
  for (; i + hn::Lanes(PairLanes()) <= end; i += hn::Lanes(PairLanes())) move_lanes(motions, i);
  move_discs(motions, i, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();
