// What a target offers (SimdTarget): the rows of a band, and questions about blocks. The build compiles one file for each
// target; it defines QUICKSAND_SIMD_TARGET and includes this.
#include "core/simd_target-inl.h"
// After it, which chooses the target.
#include "sim/falling/simd_fall-inl.h"
#include "sim/grains/simd_contact-inl.h"
#include "sim/heat/simd_heat-inl.h"
#include "sim/moisture/simd_cohesion-inl.h"
#include "sim/rows/simd_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

template <int kPages>
void run_rows_with(const TickContext& context, RowScratch& scratch, int first_row, int end_row) {
  for (int y = first_row; y < end_row; ++y)
    if (context.awake.row_awake(y)) RowStep<kPages>(context, scratch, y).run();
}

inline uint64_t nonzero_in_block(const uint8_t* block) { return nonzero(load(block)); }

template <int kPages>
uint64_t cells_in_block(const uint8_t* block, const BlockSet& set) {
  return having<0x80>(look_up<kPages>(set.has.data(), load(block)));
}

template <int kPages>
void groups_in_block(const uint8_t* block, const MaterialGroups& groups, BlockGroups& found) {
  const Block group = look_up<kPages>(groups.of.data(), load(block));
  alignas(64) uint8_t ids[64];
  store(group, ids);
  int count = 0;
  for (uint64_t rest = nonzero(group); rest != 0; ++count) {
    found.group[count] = ids[std::countr_zero(rest)];
    found.cells[count] = equal(group, broadcast(found.group[count]));
    rest &= ~found.cells[count];
  }
  found.count = count;
}

template <int kPages>
BlockView view_block(const uint8_t* above, const uint8_t* here, const LiquidSets& sets) {
  return {cells_in_block<kPages>(here, sets.self), cells_in_block<kPages>(here, sets.lighter),
          cells_in_block<kPages>(above, sets.lighter)};
}

template <int kPages>
SupportView view_support(const uint8_t* here, const uint8_t* below, const SupportSets& sets) {
  const uint64_t sinks = greater(look_up<kPages>(sets.upper.data(), load(here)),
                                 look_up<kPages>(sets.lower.data(), load(below)));
  return {cells_in_block<kPages>(here, sets.firm), cells_in_block<kPages>(here, sets.weighs) & ~sinks};
}

template <int kPages>
uint64_t view_leaning(const uint8_t* here, const uint8_t* below, const uint8_t* speed, uint64_t blocks,
                      const LeaningSets& sets, LeaningView* views) {
  uint64_t found = 0;
  for (const int bit : ones(blocks)) {
    const ptrdiff_t x = bit * 64;
    const uint64_t goes = ~nonzero(load(below + x)) | nonzero(load(speed + x));
    if (goes == 0) continue;
    const Block kind = look_up<kPages>(sets.kind.data(), load(here + x));
    const uint64_t powder = having<kLeaningPowder>(kind);
    if ((powder & goes) == 0) continue;
    views[bit] = {.moves = powder & goes, .rests = powder & ~goes, .fixed = having<kLeaningStatic>(kind)};
    found |= uint64_t{1} << bit;
  }
  return found;
}

// Of a row of cells, those whose excess is larger by kUneven than that of the cell beside them in the quad.
HWY_INLINE uint64_t uneven(const Block& wetness, const Block& threshold) {
  const Block excess = less(wetness, threshold);
  const uint64_t grains = nonzero(threshold);
  return nonzero(less(less(excess, swap_pairs(excess)), broadcast(kUneven - 1))) & grains &
         ((grains & 0x5555555555555555) << 1 | (grains >> 1 & 0x5555555555555555));
}

template <int kPages>
uint64_t wet_quads(const uint8_t* upper, const uint8_t* lower, const uint8_t* upper_wetness,
                   const uint8_t* lower_wetness, const WetSets& sets) {
  const Block ids[2] = {load_unaligned(upper), load_unaligned(lower)};
  const Block threshold[2] = {look_up<kPages>(sets.threshold.data(), ids[0]),
                              look_up<kPages>(sets.threshold.data(), ids[1])};
  if (nonzero(either(threshold[0], threshold[1])) == 0) return 0;
  const Block wetness[2] = {load_unaligned(upper_wetness), load_unaligned(lower_wetness)};
  const uint64_t upper_over = ~at_most(wetness[0], threshold[0]);
  const Block most[2] = {look_up<kPages>(sets.most.data(), ids[0]), look_up<kPages>(sets.most.data(), ids[1])};
  // Sums stop at 255, which is a cell of liquid.
  const auto is_a_cell = [](const Block& a, const Block& b) HWY_ATTR {
    const Block columns = sum_limited(a, b);
    return equal(sum_limited(columns, swap_pairs(columns)), broadcast(255));
  };
  const Block liquid =
      either(look_up<kPages>(sets.liquid.has.data(), ids[0]), look_up<kPages>(sets.liquid.has.data(), ids[1]));
  return quads_to_settle({.liquid = having<0x80>(liquid),
                          .lower_empty = ~nonzero(ids[1]),
                          .lacking = ~(at_most(threshold[0], wetness[0]) & at_most(threshold[1], wetness[1])),
                          .over = upper_over | ~at_most(wetness[1], threshold[1]),
                          .upper_over = upper_over,
                          .lower_room = ~at_most(most[1], wetness[1]),
                          .uneven = uneven(wetness[0], threshold[0]) | uneven(wetness[1], threshold[1]),
                          .roomy = is_a_cell(less(most[0], wetness[0]), less(most[1], wetness[1])),
                          .full = is_a_cell(less(wetness[0], threshold[0]), less(wetness[1], threshold[1]))});
}

template <int kPages>
uint64_t starting_in_blocks(const uint8_t* firsts, const uint8_t* seconds, uint64_t blocks, const MeetingSets& sets) {
  uint64_t found = 0;
  for (uint64_t rest = blocks; rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const Block starts = either(look_up<kPages>(sets.starts.data(), load_unaligned(firsts + 64 * bit)),
                                look_up<kPages>(sets.starts.data(), load_unaligned(seconds + 64 * bit)));
    if (nonzero(starts) != 0) found |= uint64_t{1} << bit;
  }
  return found;
}

template <int kPages>
MeetingCells meeting_in_runs(const uint8_t* firsts, const uint8_t* seconds, uint32_t key, int x,
                             const MeetingSets& sets) {
  const Block one = load_unaligned(firsts);
  const Block other = load_unaligned(seconds);
  const Block one_starts = look_up<kPages>(sets.starts.data(), one);
  const Block other_starts = look_up<kPages>(sets.starts.data(), other);
  const Block starts = either(one_starts, other_starts);
  if (nonzero(starts) == 0) return {0, 0, false};  // most blocks
  const bool marked = having<kMarkedStart>(starts) != 0;
  const Block match = either(both(one_starts, look_up<kPages>(sets.joins.data(), other)),
                             both(look_up<kPages>(sets.joins.data(), one), other_starts));
  const uint64_t may = nonzero(match);
  if (may == 0) return {0, 0, marked};
  const Block most = lesser(look_up<kPages>(sets.most.data(), one), look_up<kPages>(sets.most.data(), other));
  return {may, may & at_most(throw_dice(key, x), most), marked};
}

template <int kPages>
MeetingCells decaying_in_block(const uint8_t* block, uint32_t key, int x, const DecaySets& sets) {
  const Block ids = load(block);
  const uint64_t may = having<0x80>(look_up<kPages>(sets.has.data(), ids));
  if (may == 0) return {0, 0, false};
  return {may, may & at_most(throw_dice(key, x), look_up<kPages>(sets.most.data(), ids)), false};
}

template <int kPages>
constexpr BlockQueries kQueries{cells_in_block<kPages>, nonzero_in_block,   groups_in_block<kPages>,
                                view_support<kPages>,   view_block<kPages>, view_leaning<kPages>, wet_quads<kPages>,
                                starting_in_blocks<kPages>, meeting_in_runs<kPages>, decaying_in_block<kPages>, conduct_upright_in_runs<kPages>,
                                conduct_beside_in_run<kPages>, changing_in_block<kPages>};

template <int kPages>
constexpr SimdCode kCode{run_rows_with<kPages>, find_held_with<kPages>, fall_with<kPages>, kQueries<kPages>,
                                  {find_near_in_lanes, push_pairs_in_lanes, move_discs_in_lanes}};

const SimdCode& code(int pages) {
#if HWY_TARGET == HWY_AVX3_DL
  return pages <= kFewPages ? kCode<kFewPages> : kCode<kManyPages>;
#else
  // Where a block is four vectors, a call costs nothing beside the look-up.
  constexpr int kTwoPages = kParts < 4 ? 2 : kManyPages;
  return pages == 1 ? kCode<1> : pages == 2 ? kCode<kTwoPages> : kCode<kManyPages>;
#endif
}

SimdTarget simd_target() { return {kTargetName, code}; }

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();
