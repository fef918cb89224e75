// The steps of a row, 64 cells at a time; compiled once for each target. reference_kernel.h defines what they do, and
// every cell they leave behind equals what it leaves.

#include <bit>
#include <utility>

#include "core/ones.h"
#include "core/random.h"
#include "sim/rules.h"
#include "sim/simd_rows.h"
#include "sim/vector_block-inl.h"

#if defined(QUICKSAND_SIMD_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_SIMD_ROWS_INL_H_
#undef QUICKSAND_SIMD_ROWS_INL_H_
#else
#define QUICKSAND_SIMD_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

// Bit x of the result is the bit of cell x - distance (left_of) or x + distance (right_of). 1 <= distance < 64.
HWY_INLINE uint64_t left_of(const uint64_t* word, int distance) {
  return word[0] << distance | word[-1] >> (64 - distance);
}
HWY_INLINE uint64_t right_of(const uint64_t* word, int distance) {
  return word[0] >> distance | word[1] << (64 - distance);
}

template <int kPages>
class RowStep {
 public:
  HWY_INLINE RowStep(const TickContext& context, RowScratch& scratch, int y)
      : context_(context),
        tables_(context.tables),
        scratch_(scratch),
        y_(y),
        above_(context.state.material.row(y - 1)),
        here_(context.state.material.row(y)),
        below_(context.state.material.row(y + 1)),
        tint_(context.state.tint.row(y)),
        tint_below_(context.state.tint.row(y + 1)),
        touched_above_(context.touched.row(y - 1)),
        touched_(context.touched.row(y)),
        touched_below_(context.touched.row(y + 1)),
        awake_(context.sleep.awake(y)),
        changed_(context.sleep.changed(y)),
        pending_(context.sleep.pending(y)),
        words_(context.sleep.words()) {}

  HWY_INLINE void run() {
    if (!prepare_near()) return;
    const uint8_t seen = vertical();
    if (seen & kSolventFlag) dissolve();
    if (seen & kFadesFlag) fade();
    if (mark_sideways()) transfer_sideways();
  }

 private:
  uint32_t key(Purpose purpose) const { return row_key(context_.key, purpose, y_); }

  static void set_bit(uint64_t* words, int index) { words[index / 64] |= uint64_t{1} << index % 64; }

  // Finds the blocks to prepare: those awake and their neighbours. False if all of the row sleeps.
  HWY_INLINE bool prepare_near() {
    uint64_t any = 0;
    const int blocks = context_.sleep.blocks();
    for (int w = 0; w < words_; ++w) {
      any |= awake_[w];
      scratch_.near()[w] = awake_[w] | left_of(awake_ + w, 1) | right_of(awake_ + w, 1);
    }
    if (blocks % 64 != 0) scratch_.near()[words_ - 1] &= (uint64_t{1} << blocks % 64) - 1;
    return any != 0;
  }

  // Step a, and notes about the row for the steps after it. Returns which flags occur among its materials.
  HWY_INLINE uint8_t vertical() {
    const uint32_t sink_key = key(kDiceSink);
    Block seen = broadcast(0);
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(scratch_.near()[w])) {
        const int b = w * 64 + bit;
        const int x = b * 64;
        const Block upper = load(here_ + x);
        const Block lower = load(below_ + x);
        const Block lower_rank = look_up<kPages>(tables_.lower.data(), lower);
        const Block flags = look_up<kPages>(tables_.flags.data(), upper);
        seen = either(seen, flags);
        uint64_t busy = touched_[b];
        uint64_t busy_below = touched_below_[b];
        const uint64_t can = greater(look_up<kPages>(tables_.upper.data(), upper), lower_rank) & ~(busy | busy_below);
        if (can != 0) {
          const uint64_t hit = throw_sink_dice(sink_key, x, can, upper, lower);
          set_bit(pending_, b);
          if (hit != 0) {
            exchange(x, hit, upper, lower);
            touched_[b] = busy |= hit;
            touched_below_[b] = busy_below |= hit;
            set_bit(changed_, b);
            set_bit(context_.sleep.changed(y_ + 1), b);
          }
        }
        scratch_.empty()[b] = having(flags, kVoidFlag) & ~busy;
        scratch_.fluid()[b] = having(flags, kFluidFlag) & ~busy;
        scratch_.mover()[b] = having(flags, kMoverFlag) & ~busy;
        store(select(busy_below, broadcast(0x7f), lower_rank), scratch_.below_rank() + x);
      }
    }
    return (any_having(seen, kSolventFlag) ? kSolventFlag : 0) | (any_having(seen, kFadesFlag) ? kFadesFlag : 0);
  }

  HWY_INLINE uint64_t throw_sink_dice(uint32_t sink_key, int x, uint64_t can, const Block& upper, const Block& lower) {
    const uint64_t uncertain = can & ~equal(lower, broadcast(kVoid));
    if (uncertain == 0) return can;
    const Block dice = throw_dice(sink_key, x);
    uint64_t hit = at_most(dice, look_up<kPages>(tables_.yield.data(), lower));
    if (tables_.has_gas) hit = throw_rise_dice(dice, hit, uncertain, upper, lower);
    return can & (hit | ~uncertain);
  }

  // Gases that rise through void or another gas have chances of their own.
  HWY_INLINE uint64_t throw_rise_dice(const Block& dice, uint64_t hit, uint64_t uncertain, const Block& upper,
                                      const Block& lower) {
    const uint64_t upper_is_thin = having(look_up<kPages>(tables_.flags.data(), upper), kVoidFlag) |
                                   having(look_up<kPages>(tables_.flags.data(), upper), kGasFlag);
    uint64_t rising = uncertain & upper_is_thin & having(look_up<kPages>(tables_.flags.data(), lower), kGasFlag);
    alignas(64) uint8_t ids[64];
    if (rising != 0) store(lower, ids);
    while (rising != 0) {
      const uint8_t gas = ids[std::countr_zero(rising)];
      const uint64_t same = rising & equal(lower, broadcast(gas));
      const ByteTable& chances = tables_.rise[tables_.rise_index[gas]];
      const uint64_t rises = at_most(dice, look_up<kPages>(chances.data(), upper));
      hit = (hit & ~same) | (rises & same);
      rising &= ~same;
    }
    return hit;
  }

  HWY_INLINE void exchange(int x, uint64_t hit, const Block& upper, const Block& lower) {
    store(select(hit, lower, upper), here_ + x);
    store(select(hit, upper, lower), below_ + x);
    const Block tint = load(tint_ + x);
    const Block tint_below = load(tint_below_ + x);
    store(select(hit, tint_below, tint), tint_ + x);
    store(select(hit, tint, tint_below), tint_below_ + x);
  }

  // Step b. All of the row is decided before anything is removed.
  HWY_NOINLINE void dissolve() {
    uint32_t keys[4];
    constexpr Purpose kPurposes[4] = {kDiceDissolveBelow, kDiceDissolveAbove, kDiceDissolveRight, kDiceDissolveLeft};
    for (int i = 0; i < 4; ++i) keys[i] = key(kPurposes[i]);
    bool any = false;
    for (int w = 0; w < words_; ++w)
      for (const int bit : ones(awake_[w])) any |= decide_dissolving(w * 64 + bit, keys);
    if (!any) return;
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(scratch_.near()[w])) {
        const int b = w * 64 + bit;
        const uint64_t beside = left_of(scratch_.doomed(2) + b, 1) | right_of(scratch_.doomed(3) + b, 1);
        if (beside != 0) remove(b, beside);
        if (const uint64_t below = scratch_.doomed(0)[b]; below != 0) {
          remove_in_row(y_ + 1, b, below);
          uint8_t* const ranks = scratch_.below_rank() + b * 64;
          store(select(below, broadcast(0x7f), load(ranks)), ranks);
        }
        if (const uint64_t above = scratch_.doomed(1)[b]; above != 0) remove_in_row(y_ - 1, b, above);
      }
    }
    for (int w = 0; w < words_; ++w)
      for (const int bit : ones(awake_[w]))
        for (int i = 0; i < 4; ++i) scratch_.doomed(i)[w * 64 + bit] = 0;
  }

  HWY_INLINE bool decide_dissolving(int b, const uint32_t* keys) {
    const int x = b * 64;
    const Block here = load(here_ + x);
    const Block solvent = look_up<kPages>(tables_.solvent_kinds.data(), here);
    const Block neighbours[4] = {load(below_ + x), load(above_ + x), load_unaligned(here_ + x + 1),
                                 load_unaligned(here_ + x - 1)};
    Block match[4];
    for (int i = 0; i < 4; ++i) match[i] = both(solvent, look_up<kPages>(tables_.victim_of.data(), neighbours[i]));
    if (!any_having(either(either(match[0], match[1]), either(match[2], match[3])), 255)) return false;

    const uint64_t free = ~touched_[b];
    const uint64_t matching[4] = {having(match[0], 255) & free & ~touched_below_[b],
                                  having(match[1], 255) & free & ~touched_above_[b],
                                  having(match[2], 255) & free & ~right_of(touched_ + b, 1),
                                  having(match[3], 255) & free & ~left_of(touched_ + b, 1)};
    if ((matching[0] | matching[1] | matching[2] | matching[3]) == 0) return false;
    set_bit(pending_, b);
    const Block most = look_up<kPages>(tables_.dissolves_at_most.data(), here);
    uint64_t doomed[4] = {};
    for (int i = 0; i < 4; ++i) {
      const Block limit = lesser(most, look_up<kPages>(tables_.dissolved_at_most.data(), neighbours[i]));
      for (const int bit : ones(matching[i] & at_most(throw_dice(keys[i], x), limit))) {
        const uint64_t chance = context_.materials.dissolve_limit(here_[x + bit], neighbour_of(x + bit, i));
        if (dice_word(keys[i], static_cast<uint32_t>(x + bit)) < chance) doomed[i] |= uint64_t{1} << bit;
      }
    }
    for (int i = 0; i < 4; ++i) scratch_.doomed(i)[b] = doomed[i];
    return (doomed[0] | doomed[1] | doomed[2] | doomed[3]) != 0;
  }

  MaterialId neighbour_of(int x, int direction) const {
    return direction == 0 ? below_[x] : direction == 1 ? above_[x] : here_[direction == 2 ? x + 1 : x - 1];
  }

  // The end of step b.
  HWY_NOINLINE void fade() {
    const uint32_t fade_key = key(kDiceFade);
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(awake_[w])) {
        const int b = w * 64 + bit;
        const int x = b * 64;
        const Block here = load(here_ + x);
        const uint64_t can = having(look_up<kPages>(tables_.flags.data(), here), kFadesFlag) & ~touched_[b];
        if (can == 0) continue;
        set_bit(pending_, b);
        const Block limit = look_up<kPages>(tables_.fades_at_most.data(), here);
        uint64_t gone = 0;
        for (const int i : ones(can & at_most(throw_dice(fade_key, x), limit)))
          if (dice_word(fade_key, static_cast<uint32_t>(x + i)) < context_.materials.fade_limit(here_[x + i]))
            gone |= uint64_t{1} << i;
        if (gone != 0) remove(b, gone);
      }
    }
  }

  // Removes cells of this row.
  HWY_INLINE void remove(int b, uint64_t cells) {
    remove_in_row(y_, b, cells);
    scratch_.empty()[b] &= ~cells;
    scratch_.fluid()[b] &= ~cells;
    scratch_.mover()[b] &= ~cells;
  }

  HWY_INLINE void remove_in_row(int y, int b, uint64_t cells) {
    uint8_t* const materials = context_.state.material.row(y) + b * 64;
    uint8_t* const tints = context_.state.tint.row(y) + b * 64;
    store(without(cells, load(materials)), materials);
    store(without(cells, load(tints)), tints);
    context_.touched.row(y)[b] |= cells;
    set_bit(context_.sleep.changed(y), b);
  }

  // Step c. Returns whether any cell wants to move.
  HWY_INLINE bool mark_sideways() {
    const uint32_t side_key = key(kDiceSide);
    const int right_second = left_first() ? 0 : 1;
    bool any = false;
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(awake_[w])) {
        const int b = w * 64 + bit;
        const uint64_t* const empty = scratch_.empty() + b;
        const uint64_t* const fluid = scratch_.fluid() + b;
        const uint64_t beside = left_of(empty, 1) | right_of(empty, 1) | left_of(fluid, 1) | right_of(fluid, 1);
        const uint64_t movers = scratch_.mover()[b] & beside;
        if (movers != 0) any |= choose(b, movers, side_key, right_second);
      }
    }
    return any;
  }

  // What a block's cells see on one side, for each distance.
  struct Side {
    uint64_t clear[kMaxReach + 1];  // the place can be reached
    uint64_t drop[kMaxReach + 1];   // the place can be reached and is one to drop from
    uint64_t any_drop;
  };

  struct Movers {
    uint64_t flows;
    uint64_t gas;
    Block rank;      // VectorTables::upper
    Block gas_rank;  // VectorTables::lower
    int x;
    int b;
  };

  // The places at one distance, of those in `reached`, from which the cell could sink, or a gas rise. kSide: -1 left,
  // 1 right.
  template <int kSide>
  HWY_INLINE uint64_t drops(const Movers& movers, uint64_t reached, int distance) {
    const int x = movers.x + kSide * distance;
    uint64_t drop = reached & greater(movers.rank, load_unaligned(scratch_.below_rank() + x));
    if ((reached & movers.gas) != 0) {
      const uint64_t* const touched = touched_above_ + movers.b;
      const Block above = look_up<kPages>(tables_.upper.data(), load_unaligned(above_ + x));
      const uint64_t rise =
          greater(above, movers.gas_rank) & ~(kSide < 0 ? left_of(touched, distance) : right_of(touched, distance));
      drop = (drop & ~movers.gas) | (reached & movers.gas & rise);
    }
    return drop;
  }

  // The cells that want to change places with a lighter fluid right beside them: on the left and on the right. The
  // chance is that of sinking into it.
  struct Slips {
    uint64_t left;
    uint64_t right;
  };
  HWY_INLINE Slips slips(const Movers& movers, uint64_t cells) {
    const uint64_t* const fluid = scratch_.fluid() + movers.b;
    cells &= ~movers.gas;
    const uint64_t fluid_left = cells & left_of(fluid, 1);
    const uint64_t fluid_right = cells & right_of(fluid, 1);
    if ((fluid_left | fluid_right) == 0) return {0, 0};
    const Block on_left = load_unaligned(here_ + movers.x - 1);
    const Block on_right = load_unaligned(here_ + movers.x + 1);
    uint64_t left = fluid_left & greater(movers.rank, look_up<kPages>(tables_.lower.data(), on_left));
    uint64_t right = fluid_right & greater(movers.rank, look_up<kPages>(tables_.lower.data(), on_right));
    if ((left | right) == 0) return {0, 0};
    left &= movers.flows | drops<-1>(movers, left, 1);
    right &= movers.flows | drops<1>(movers, right, 1);
    if ((left | right) == 0) return {0, 0};
    set_bit(pending_, movers.b);
    const Block dice = throw_dice(key(kDiceSlip), movers.x);
    return {left & at_most(dice, look_up<kPages>(tables_.yield.data(), on_left)),
            right & at_most(dice, look_up<kPages>(tables_.yield.data(), on_right))};
  }

  HWY_INLINE bool choose(int b, uint64_t cells, uint32_t side_key, int right_second) {
    const int x = b * 64;
    const Block here = load(here_ + x);
    const Block flags = look_up<kPages>(tables_.flags.data(), here);
    const Block friction = look_up<kPages>(tables_.friction.data(), here);
    Movers movers{having(flags, kFlowsFlag), 0, look_up<kPages>(tables_.upper.data(), here), broadcast(0), x, b};
    if (tables_.has_gas) {
      movers.gas = having(flags, kGasFlag);
      movers.gas_rank = look_up<kPages>(tables_.lower.data(), here);
    }
    const Block dice = throw_dice(side_key, x);

    const uint64_t* const empty = scratch_.empty() + b;
    Side left;
    Side right;
    left.any_drop = right.any_drop = 0;
    uint64_t go_left = cells & left_of(empty, 1);
    uint64_t go_right = cells & right_of(empty, 1);
    const Slips slip = slips(movers, cells);
    int distance = 1;
    left.clear[1] = go_left | slip.left;
    right.clear[1] = go_right | slip.right;
    if ((left.clear[1] | right.clear[1]) == 0) return false;
    while (true) {
      left.drop[distance] = left.clear[distance] == 0 ? 0 : drops<-1>(movers, left.clear[distance], distance);
      right.drop[distance] = right.clear[distance] == 0 ? 0 : drops<1>(movers, right.clear[distance], distance);
      left.any_drop |= left.drop[distance];
      right.any_drop |= right.drop[distance];
      if (distance == kMaxReach) break;
      // Powders take the first place to drop from.
      go_left &= ~left.drop[distance] | movers.flows;
      go_right &= ~right.drop[distance] | movers.flows;
      ++distance;
      go_left &= left_of(empty, distance);
      go_right &= right_of(empty, distance);
      if ((go_left | go_right) == 0) {
        --distance;
        break;
      }
      uint64_t reach = at_most(broadcast(static_cast<uint8_t>(distance)), friction);
      // A reach of 8 is 8 or 7, by the dice.
      if (distance == kMaxReach) reach &= ~having(dice, 2);
      left.clear[distance] = go_left &= reach;
      right.clear[distance] = go_right &= reach;
      if ((go_left | go_right) == 0) {
        --distance;
        break;
      }
    }

    // Which side.
    const uint64_t drop_left = left.any_drop & (~right.any_drop | ~having(dice, 1));
    const uint64_t drop_right = right.any_drop & ~drop_left;
    const uint64_t can_flow = movers.flows & ~(left.any_drop | right.any_drop) & (left.clear[1] | right.clear[1]);
    uint64_t flow_left = 0;
    if (can_flow != 0) {
      const uint64_t prefers_right = odd_overlap(load(tint_ + x), context_.flow_mask);
      flow_left = can_flow & left.clear[1] & (~prefers_right | ~right.clear[1]);
    }
    const uint64_t flow_right = can_flow & ~flow_left;
    const uint64_t leaving = drop_left | drop_right | can_flow;
    if (leaving == 0) return false;
    set_bit(pending_, b);
    scratch_.leaving()[b] = leaving;

    // How far: the farthest place of the chosen side. Powders have only one to drop from.
    RowScratch::Wishes& wishes = scratch_.wishes()[b];
    uint64_t dl = drop_left, dr = drop_right, fl = flow_left, fr = flow_right;
    uint32_t occurring = 0;
    for (; distance > 0; --distance) {
      const uint64_t to_left = (dl & left.drop[distance]) | (fl & left.clear[distance]);
      const uint64_t to_right = (dr & right.drop[distance]) | (fr & right.clear[distance]);
      dl &= ~to_left;
      fl &= ~to_left;
      dr &= ~to_right;
      fr &= ~to_right;
      const int rightward = 2 * (distance - 1) + right_second;
      const int leftward = rightward ^ 1;
      wishes.cells[rightward] = to_right;
      wishes.cells[leftward] = to_left;
      occurring |= (to_right != 0 ? 1u : 0u) << rightward | (to_left != 0 ? 1u : 0u) << leftward;
    }
    wishes.occurring = occurring;
    return true;
  }

  // Whether, of two cells at the same distance, the left one wins a place.
  bool left_first() const { return key(kDiceRow) % 2 == 0; }

  // Step d.
  HWY_INLINE void transfer_sideways() {
    const bool left_wins = left_first();
    for (int w = 0; w < words_; ++w)
      for (const int bit : ones(scratch_.near()[w])) fill_places(w * 64 + bit, left_wins);
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(awake_[w])) {
        const int b = w * 64 + bit;
        scratch_.leaving()[b] = 0;
        scratch_.wishes()[b].occurring = 0;
        if (scratch_.vacated()[b] != 0) remove_in_row(y_, b, std::exchange(scratch_.vacated()[b], 0));
      }
    }
  }

  // Lets the places of block b take their cells.
  HWY_INLINE void fill_places(int b, bool left_wins) {
    const RowScratch::Wishes* const wishes = scratch_.wishes() + b;
    const uint32_t occurring = wishes[-1].occurring | wishes[0].occurring | wishes[1].occurring;
    if (occurring == 0) return;
    const int x = b * 64;
    uint64_t* const vacated = scratch_.vacated() + b;
    Block material = load(here_ + x);
    Block tint = load(tint_ + x);
    uint64_t claimed = scratch_.leaving()[b];  // a place that holds a fluid is taken only if that stays
    uint64_t filled = 0;
    uint64_t slipped[2] = {};  // from the left, from the right
    for (const int wish : ones(occurring)) {
      const int distance = wish / 2 + 1;
      const bool from_left = (wish % 2 == 0) == left_wins;
      const int beside = from_left ? -1 : 1;
      const uint64_t here = cells_of(wishes[0], wish);
      const uint64_t there = cells_of(wishes[beside], wish);
      const uint64_t claims =
          from_left ? here << distance | there >> (64 - distance) : here >> distance | there << (64 - distance);
      const uint64_t won = claims & ~claimed;
      const uint64_t entered = won & scratch_.empty()[b];
      claimed |= claims;
      slipped[from_left ? 0 : 1] |= won & ~entered;
      if (entered == 0) continue;
      filled |= entered;
      vacated[0] |= from_left ? entered >> distance : entered << distance;
      vacated[beside] |= from_left ? entered << (64 - distance) : entered >> (64 - distance);
      const int from = x + beside * distance;
      material = select(entered, load_unaligned(here_ + from), material);
      tint = select(entered, load_unaligned(tint_ + from), tint);
    }
    if ((slipped[0] | slipped[1]) != 0) {
      // Both cells of a pair take what the other one holds. The other one may lie in the next block.
      const uint64_t first = slipped[0] & 1;
      const uint64_t last = slipped[1] >> 63;
      const Content old_first{here_[x], tint_[x]};
      const Content old_last{here_[x + 63], tint_[x + 63]};
      const uint64_t from_left = slipped[0] | slipped[1] << 1;
      const uint64_t from_right = slipped[1] | slipped[0] >> 1;
      material = select(from_left, load_unaligned(here_ + x - 1), material);
      tint = select(from_left, load_unaligned(tint_ + x - 1), tint);
      material = select(from_right, load_unaligned(here_ + x + 1), material);
      tint = select(from_right, load_unaligned(tint_ + x + 1), tint);
      filled |= from_left | from_right;
      if (first != 0) put(x - 1, old_first);
      if (last != 0) put(x + 64, old_last);
    }
    if (filled == 0) return;
    store(material, here_ + x);
    store(tint, tint_ + x);
    touched_[b] |= filled;
    set_bit(changed_, b);
  }

  static uint64_t cells_of(const RowScratch::Wishes& wishes, int wish) {
    return (wishes.occurring >> wish & 1) != 0 ? wishes.cells[wish] : 0;
  }

  struct Content {
    MaterialId material;
    uint8_t tint;
  };
  void put(int x, Content content) {
    here_[x] = content.material;
    tint_[x] = content.tint;
    set_bit(touched_, x);
    set_bit(changed_, x / 64);
  }

  const TickContext& context_;
  const VectorTables& tables_;
  RowScratch& scratch_;
  const int y_;
  MaterialId* const above_;
  MaterialId* const here_;
  MaterialId* const below_;
  uint8_t* const tint_;
  uint8_t* const tint_below_;
  uint64_t* const touched_above_;
  uint64_t* const touched_;
  uint64_t* const touched_below_;
  const uint64_t* const awake_;
  uint64_t* const changed_;
  uint64_t* const pending_;
  const int words_;
};

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
