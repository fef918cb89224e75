// Contacts of pairs of discs (contact_pairs.h) in vectors: push_between() and push_of() of contact.h, a pair in each lane;
// and the motion of discs (disc_motion.h), a disc in each lane.
// What one pair has and another lacks, an overlap or a line between the middles, is worked out for all and then chosen.
//
// Include core/simd_target-inl.h before it.
#include "sim/grains/contact_pairs.h"
#include "sim/grains/disc_motion.h"

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// As many lanes as there are, but no more than the arrays are padded for.
using PairLanes = hn::CappedTag<float, kPairsAtOnce>;
using PairVec = hn::Vec<PairLanes>;

using FourLanes = hn::FixedTag<float, 4>;

// Four numbers of a disc, `first` and those that follow: of every fourth of as many discs as there are lanes.
template <class D, class DiscOf>
HWY_INLINE hn::Vec<D> rows_of(D d, const DiscOf& disc_of, size_t disc, size_t first) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return hn::LoadU(FourLanes(), reinterpret_cast<const float*>(&disc_of(disc)) + first);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, rows_of(half, disc_of, disc + hn::MaxLanes(half), first), rows_of(half, disc_of, disc, first));
  }
}
template <class D>
HWY_INLINE void store_rows(D d, hn::Vec<D> rows, Disc* discs) {
  if constexpr (hn::MaxLanes(d) == 4) {
    hn::StoreU(rows, FourLanes(), reinterpret_cast<float*>(discs));
  } else {
    const hn::Half<D> half;
    store_rows(half, hn::LowerHalf(half, rows), discs);
    store_rows(half, hn::UpperHalf(half, rows), discs + hn::MaxLanes(half));
  }
}

// One number of many discs in a vector: loads of rows, which are turned into columns, take a fraction of the time of
// gathering.
struct DiscLanes {
  PairVec x, y, vx, vy, spin, radius;
};
template <class DiscOf>
HWY_INLINE DiscLanes disc_lanes(const DiscOf& disc_of) {
  const PairLanes d;
  static_assert(offsetof(Disc, y) == 4 && offsetof(Disc, vx) == 8 && offsetof(Disc, vy) == 12);
  static_assert(offsetof(Disc, spin) == 16 && offsetof(Disc, radius) == 20);
  const PairVec place0 = rows_of(d, disc_of, 0, 0);
  const PairVec place1 = rows_of(d, disc_of, 1, 0);
  const PairVec place2 = rows_of(d, disc_of, 2, 0);
  const PairVec place3 = rows_of(d, disc_of, 3, 0);
  const PairVec even = hn::InterleaveLower(d, place0, place2);
  const PairVec odd = hn::InterleaveLower(d, place1, place3);
  const PairVec even_speed = hn::InterleaveUpper(d, place0, place2);
  const PairVec odd_speed = hn::InterleaveUpper(d, place1, place3);
  const PairVec even_turn = hn::InterleaveLower(d, rows_of(d, disc_of, 0, 4), rows_of(d, disc_of, 2, 4));
  const PairVec odd_turn = hn::InterleaveLower(d, rows_of(d, disc_of, 1, 4), rows_of(d, disc_of, 3, 4));
  return {.x = hn::InterleaveLower(d, even, odd),
          .y = hn::InterleaveUpper(d, even, odd),
          .vx = hn::InterleaveLower(d, even_speed, odd_speed),
          .vy = hn::InterleaveUpper(d, even_speed, odd_speed),
          .spin = hn::InterleaveLower(d, even_turn, odd_turn),
          .radius = hn::InterleaveUpper(d, even_turn, odd_turn)};
}
// The other way, for discs that lie side by side.
HWY_INLINE void store_motions(Disc* discs, PairVec x, PairVec y, PairVec vx, PairVec vy) {
  const PairLanes d;
  const PairVec even = hn::InterleaveLower(d, x, vx);
  const PairVec odd = hn::InterleaveLower(d, y, vy);
  const PairVec late_even = hn::InterleaveUpper(d, x, vx);
  const PairVec late_odd = hn::InterleaveUpper(d, y, vy);
  store_rows(d, hn::InterleaveLower(d, even, odd), discs);
  store_rows(d, hn::InterleaveUpper(d, even, odd), discs + 1);
  store_rows(d, hn::InterleaveLower(d, late_even, late_odd), discs + 2);
  store_rows(d, hn::InterleaveUpper(d, late_even, late_odd), discs + 3);
}

// pull_of() of contact.h.
HWY_INLINE PairVec pull_of_lanes(PairVec& drawn, PairVec stiffness, PairVec damped, PairVec most, PairVec kept) {
  const PairVec pull = hn::Sub(hn::Mul(hn::Neg(stiffness), drawn), damped);
  const auto holds = hn::Le(hn::Abs(pull), most);
  const PairVec left = hn::IfThenElse(hn::Gt(pull, hn::Zero(PairLanes())), kept, hn::Neg(kept));
  drawn = hn::IfThenElse(holds, drawn, hn::Div(hn::Neg(left), stiffness));
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
  const PairVec nx = hn::IfThenElse(has_line, hn::Div(dx, distance), set(-1));
  const PairVec ny = hn::IfThenElseZero(has_line, hn::Div(dy, distance));
  const PairVec vx = hn::Sub(one.vx, other.vx);
  const PairVec vy = hn::Sub(one.vy, other.vy);
  const PairVec along_faces = hn::Add(hn::Mul(one.spin, one.radius), hn::Mul(other.spin, other.radius));
  const PairVec arm = hn::Mul(set(0.5F), together);

  const PairVec parting = hn::Add(hn::Mul(vx, nx), hn::Mul(vy, ny));
  const auto touches = hn::And(overlaps, hn::Le(parting, set(kMostParting)));
  const PairVec load = hn::Max(hn::Sub(hn::Mul(set(pairs.steps.stiffness), hn::Sub(together, distance)),
                                       hn::Mul(set(kGrainDamping * pairs.steps.length), parting)),
                               zero);
  const PairVec step = set(pairs.steps.length);
  const PairVec slid = hn::Mul(hn::Sub(hn::Sub(hn::Mul(vy, nx), hn::Mul(vx, ny)), along_faces), step);
  const PairVec rolled = hn::Mul(hn::Sub(one.spin, other.spin), step);
  PairVec slide = hn::Add(hn::LoadU(d, pairs.slide + i), slid);
  PairVec roll = hn::Add(hn::LoadU(d, pairs.roll + i), rolled);
  const PairVec pull = pull_of_lanes(slide, set(pairs.steps.slide_stiffness), hn::Mul(set(kSlideDamping), slid),
                                     hn::Mul(hn::LoadU(d, pairs.fixed + i), load),
                                     hn::Mul(hn::LoadU(d, pairs.sliding + i), load));
  const PairVec held = hn::Mul(hn::LoadU(d, pairs.rolling + i), load);
  const PairVec twist = pull_of_lanes(roll, hn::Mul(set(pairs.steps.roll_stiffness), arm),
                                      hn::Mul(hn::Mul(set(kRollDamping), arm), rolled), held, held);
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
  const PairVec most = hn::Set(d, kMostCorrection);
  const PairVec share = hn::IfThenElse(hn::Gt(squared, hn::Set(d, kMostCorrection * kMostCorrection)),
                                       hn::Div(most, hn::Sqrt(squared)), hn::Set(d, 1.0F));
  const PairVec speed_share = hn::Mul(share, hn::Set(d, substeps));
  disc.x = hn::Add(disc.x, hn::Mul(by_x, share));
  disc.y = hn::Add(disc.y, hn::Mul(by_y, share));
  disc.vx = within(hn::Add(disc.vx, hn::Mul(by_x, speed_share)), kMostSpeedBetweenTicks);
  disc.vy = within(hn::Add(disc.vy, hn::Mul(by_y, speed_share)), kMostSpeedBetweenTicks);
  disc.spin = within(hn::Add(disc.spin, hn::Mul(by_turn, speed_share)), kMostSpin);
}

// move_discs() of disc_motion.h for as many discs as there are lanes; the second number counts from the first disc.
HWY_INLINE void move_lanes(const DiscMotions& motions, size_t i, size_t k) {
  const PairLanes d;
  const hn::RebindToUnsigned<PairLanes> numbers;
  const hn::Rebind<uint8_t, PairLanes> bytes;
  Disc* const discs = motions.discs + i;
  const DiscLanes before = disc_lanes([&](size_t disc) -> const Disc& { return discs[disc]; });
  const PairVec from_x = hn::LoadU(d, motions.from_x + i);
  const PairVec from_y = hn::LoadU(d, motions.from_y + i);
  const auto is_about = [&](PairVec x, PairVec y)
                            HWY_ATTR {
                              const PairVec one = hn::Set(d, 1.0F);
                              return hn::And(hn::Lt(hn::Abs(hn::Sub(x, from_x)), one),
                                             hn::Lt(hn::Abs(hn::Sub(y, from_y)), one));
                            };
  const auto may_be_open = hn::Ne(hn::PromoteTo(numbers, hn::LoadU(bytes, motions.is_open + k)), hn::Zero(numbers));
  const auto is_open = hn::And(hn::RebindMask(d, may_be_open), is_about(before.x, before.y));

  PairVec push_x, push_y, pull, twist, to_move, to_turn;
  hn::LoadInterleaved4(d, reinterpret_cast<const float*>(motions.pushes + k), push_x, push_y, pull, twist);
  hn::LoadInterleaved2(d, reinterpret_cast<const float*>(motions.readiness + i), to_move, to_turn);
  DiscLanes after = before;
  correct_lanes(after, hn::Mul(to_move, push_x), hn::Mul(to_move, push_y),
                hn::Mul(to_turn, hn::Sub(hn::Div(twist, before.radius), pull)), static_cast<float>(motions.steps.count));
  auto goes_out = hn::FirstN(d, 0);  // none
  if (motions.goes_on) {
    const PairVec length = hn::Set(d, motions.steps.length);
    const PairVec vy = hn::Add(after.vy, hn::Mul(hn::LoadU(d, motions.pull + i), length));
    const PairVec x = hn::Add(after.x, hn::Mul(after.vx, length));
    const PairVec y = hn::Add(after.y, hn::Mul(vy, length));
    const auto stays = is_about(x, y);
    goes_out = hn::Not(stays);
    after.x = hn::IfThenElse(stays, x, after.x);
    after.y = hn::IfThenElse(stays, y, after.y);
    after.vy = hn::IfThenElse(stays, vy, after.vy);
  }
  store_motions(discs, hn::IfThenElse(is_open, after.x, before.x), hn::IfThenElse(is_open, after.y, before.y),
                hn::IfThenElse(is_open, after.vx, before.vx), hn::IfThenElse(is_open, after.vy, before.vy));
  float spins[kPairsAtOnce];
  uint32_t left[kPairsAtOnce];
  hn::StoreU(hn::IfThenElse(is_open, after.spin, before.spin), d, spins);
  const auto set = [&](MotionLeft its) HWY_ATTR { return hn::Set(numbers, static_cast<uint32_t>(its)); };
  hn::StoreU(hn::IfThenElse(hn::RebindMask(numbers, is_open),
                            hn::IfThenElse(hn::RebindMask(numbers, goes_out), set(MotionLeft::kGoingOn),
                                           set(MotionLeft::kNothing)),
                            set(MotionLeft::kAll)),
             numbers, left);
  for (size_t lane = 0; lane < hn::Lanes(d); ++lane) {
    discs[lane].spin = spins[lane];
    motions.left[k + lane] = static_cast<MotionLeft>(left[lane]);
  }
}

void move_discs_in_lanes(const DiscMotions& motions, size_t first, size_t end) {
  size_t i = first;
  for (; i + hn::Lanes(PairLanes()) <= end; i += hn::Lanes(PairLanes())) move_lanes(motions, i, i - first);
  DiscMotions rest = motions;
  rest.is_open += i - first;
  rest.pushes += i - first;
  rest.left += i - first;
  move_discs(rest, i, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();
