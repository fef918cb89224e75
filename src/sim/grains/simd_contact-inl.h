// Contacts of pairs of discs (contact_pairs.h) in vectors: push_between() and push_of() of contact.h, a pair in each lane.
// What one pair has and another lacks, an overlap or a line between the middles, is worked out for all and then chosen.
//
// Include core/simd_target-inl.h before it.
#include "sim/grains/contact_pairs.h"

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// As many lanes as there are, but no more than the arrays are padded for.
using PairLanes = hn::CappedTag<float, kPairsAtOnce>;
using PairVec = hn::Vec<PairLanes>;

// A member of the discs with these numbers.
HWY_INLINE PairVec gather_of(const ContactPairs& pairs, hn::Vec<hn::RebindToSigned<PairLanes>> places, size_t member) {
  return hn::GatherIndex(PairLanes(), reinterpret_cast<const float*>(pairs.discs) + member, places);
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
  const hn::RebindToSigned<PairLanes> numbers;
  // A disc is eight numbers of four bytes.
  static_assert(sizeof(Disc) == 32);
  const auto one = hn::ShiftLeft<3>(hn::LoadU(numbers, reinterpret_cast<const int32_t*>(pairs.one + i)));
  const auto other = hn::ShiftLeft<3>(hn::LoadU(numbers, reinterpret_cast<const int32_t*>(pairs.other + i)));
  const auto difference = [&](size_t member)
                              HWY_ATTR { return hn::Sub(gather_of(pairs, one, member), gather_of(pairs, other, member)); };
  const auto set = [&](float value) HWY_ATTR { return hn::Set(d, value); };

  const PairVec dx = difference(offsetof(Disc, x) / 4);
  const PairVec dy = difference(offsetof(Disc, y) / 4);
  const PairVec radius = gather_of(pairs, one, offsetof(Disc, radius) / 4);
  const PairVec other_radius = gather_of(pairs, other, offsetof(Disc, radius) / 4);
  const PairVec together = hn::Add(radius, other_radius);
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
  const PairVec vx = difference(offsetof(Disc, vx) / 4);
  const PairVec vy = difference(offsetof(Disc, vy) / 4);
  const PairVec spin = gather_of(pairs, one, offsetof(Disc, spin) / 4);
  const PairVec other_spin = gather_of(pairs, other, offsetof(Disc, spin) / 4);
  const PairVec along_faces = hn::Add(hn::Mul(spin, radius), hn::Mul(other_spin, other_radius));
  const PairVec arm = hn::Mul(set(0.5F), together);

  const PairVec parting = hn::Add(hn::Mul(vx, nx), hn::Mul(vy, ny));
  const auto touches = hn::And(overlaps, hn::Le(parting, set(kMostParting)));
  const PairVec load = hn::Max(hn::Sub(hn::Mul(set(pairs.steps.stiffness), hn::Sub(together, distance)),
                                       hn::Mul(set(kGrainDamping * pairs.steps.length), parting)),
                               zero);
  const PairVec step = set(pairs.steps.length);
  const PairVec slid = hn::Mul(hn::Sub(hn::Sub(hn::Mul(vy, nx), hn::Mul(vx, ny)), along_faces), step);
  const PairVec rolled = hn::Mul(hn::Sub(spin, other_spin), step);
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

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();
