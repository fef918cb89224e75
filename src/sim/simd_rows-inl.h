// The steps of a row, 64 cells at a time; compiled once for each target. reference_kernel.h defines what they do, and
// every cell they leave behind equals what it leaves.

#include <algorithm>

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

// The words of three blocks in a row. Bit x of the result is the bit of cell x - distance (left) or x + distance
// (right). 1 <= distance < 64.
HWY_INLINE uint64_t left_of(uint64_t before, uint64_t here, int distance) {
  return here << distance | before >> (64 - distance);
}
HWY_INLINE uint64_t right_of(uint64_t here, uint64_t after, int distance) {
  return here >> distance | after << (64 - distance);
}
HWY_INLINE uint64_t left_of(const uint64_t* word, int distance) { return left_of(word[-1], word[0], distance); }
HWY_INLINE uint64_t right_of(const uint64_t* word, int distance) { return right_of(word[0], word[1], distance); }

HWY_INLINE void set_bit(uint64_t* words, int index) {
  const auto place = static_cast<unsigned>(index);
  words[place / 64] |= uint64_t{1} << place % 64;
}

template <int kPages>
class RowStep {
 public:
  HWY_INLINE RowStep(const TickContext& context, RowScratch& scratch, int y)
      : context_(context),
        tables_(context.tables),
        near_(scratch.near()),
        notes_(scratch.notes()),
        below_rank_(scratch.below_rank()),
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
        words_(context.sleep.words()) {}

  HWY_INLINE void run() {
    prepare_near();
    const uint8_t seen = vertical();
    if (seen & kSolventFlag) dissolve();
    if (seen & kFadesFlag) fade();
    if (mark_sideways()) transfer_sideways();
  }

 private:
  uint32_t key(Purpose purpose) const { return row_key(context_.key, purpose, y_); }

  // Finds the blocks to prepare: those awake and their neighbours.
  HWY_INLINE void prepare_near() {
    const int blocks = context_.sleep.blocks();
    for (int w = 0; w < words_; ++w) near_[w] = awake_[w] | left_of(awake_ + w, 1) | right_of(awake_ + w, 1);
    if (blocks % 64 != 0) near_[words_ - 1] &= (uint64_t{1} << blocks % 64) - 1;
  }

  // Step a, and notes about the row for the steps after it. Returns which flags occur among its materials.
  HWY_INLINE uint8_t vertical() {
    const uint32_t sink_key = key(kDiceSink);
    Block seen = broadcast(0);
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(near_[w])) {
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
          context_.sleep.set_pending(y_, b);
          if (hit != 0) {
            exchange(x, hit, upper, lower);
            touched_[b] = busy |= hit;
            touched_below_[b] = busy_below |= hit;
            context_.sleep.set_changed(y_, b);
            context_.sleep.set_changed(y_ + 1, b);
          }
        }
        BlockNotes& notes = notes_[b];
        notes.empty = having(flags, kVoidFlag) & ~busy;
        notes.fluid = having(flags, kFluidFlag) & ~busy;
        notes.mover = having(flags, kMoverFlag) & ~busy;
        store(select(busy_below, broadcast(0x7f), lower_rank), below_rank_ + x);
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
    for (int w = 0; w < words_; ++w)
      for (const int bit : ones(near_[w])) remove_doomed(w * 64 + bit);
    for (int w = 0; w < words_; ++w)
      for (const int bit : ones(awake_[w])) std::fill_n(notes_[w * 64 + bit].doomed, 4, uint64_t{0});
  }

  HWY_INLINE void remove_doomed(int b) {
    const BlockNotes* const notes = notes_ + b;
    const uint64_t beside =
        left_of(notes[-1].doomed[2], notes[0].doomed[2], 1) | right_of(notes[0].doomed[3], notes[1].doomed[3], 1);
    if (beside != 0) remove(b, beside);
    if (const uint64_t above = notes->doomed[1]; above != 0) remove_in_row(y_ - 1, b, above);
    if (const uint64_t below = notes->doomed[0]; below != 0) {
      remove_in_row(y_ + 1, b, below);
      uint8_t* const ranks = below_rank_ + b * 64;
      store(select(below, broadcast(0x7f), load(ranks)), ranks);
    }
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
    context_.sleep.set_pending(y_, b);
    const Block most = look_up<kPages>(tables_.dissolves_at_most.data(), here);
    uint64_t doomed[4] = {};
    for (int i = 0; i < 4; ++i) {
      const Block limit = lesser(most, look_up<kPages>(tables_.dissolved_at_most.data(), neighbours[i]));
      for (const int bit : ones(matching[i] & at_most(throw_dice(keys[i], x), limit))) {
        const uint64_t chance = context_.materials.dissolve_limit(here_[x + bit], neighbour_of(x + bit, i));
        if (dice_word(keys[i], static_cast<uint32_t>(x + bit)) < chance) doomed[i] |= uint64_t{1} << bit;
      }
    }
    if ((doomed[0] | doomed[1] | doomed[2] | doomed[3]) == 0) return false;
    std::copy_n(doomed, 4, notes_[b].doomed);
    return true;
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
        context_.sleep.set_pending(y_, b);
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
    notes_[b].empty &= ~cells;
    notes_[b].fluid &= ~cells;
    notes_[b].mover &= ~cells;
  }

  HWY_INLINE void remove_in_row(int y, int b, uint64_t cells) {
    uint8_t* const materials = context_.state.material.row(y) + b * 64;
    uint8_t* const tints = context_.state.tint.row(y) + b * 64;
    store(without(cells, load(materials)), materials);
    store(without(cells, load(tints)), tints);
    context_.touched.row(y)[b] |= cells;
    context_.sleep.set_changed(y, b);
  }

  // Step c. Returns whether any cell wants to move.
  HWY_INLINE bool mark_sideways() {
    const uint32_t side_key = key(kDiceSide);
    bool any = false;
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(awake_[w])) {
        const int b = w * 64 + bit;
        const BlockNotes* const notes = notes_ + b;
        const uint64_t before = notes[-1].empty | notes[-1].fluid;
        const uint64_t here = notes[0].empty | notes[0].fluid;
        const uint64_t after = notes[1].empty | notes[1].fluid;
        const uint64_t movers = notes->mover & (left_of(before, here, 1) | right_of(here, after, 1));
        if (movers != 0) any |= choose(b, movers, side_key);
      }
    }
    return any;
  }

  // What a block's cells see on one side, for each distance.
  struct Side {
    uint64_t clear[kMaxFriction + 1];  // the place can be reached
    uint64_t drop[kMaxFriction + 1];   // the place can be reached and is one to drop from
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
    uint64_t drop = reached & greater(movers.rank, load_unaligned(below_rank_ + x));
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
    const BlockNotes* const notes = notes_ + movers.b;
    cells &= ~movers.gas;
    const uint64_t fluid_left = cells & left_of(notes[-1].fluid, notes[0].fluid, 1);
    const uint64_t fluid_right = cells & right_of(notes[0].fluid, notes[1].fluid, 1);
    if ((fluid_left | fluid_right) == 0) return {0, 0};
    const Block on_left = load_unaligned(here_ + movers.x - 1);
    const Block on_right = load_unaligned(here_ + movers.x + 1);
    uint64_t left = fluid_left & greater(movers.rank, look_up<kPages>(tables_.lower.data(), on_left));
    uint64_t right = fluid_right & greater(movers.rank, look_up<kPages>(tables_.lower.data(), on_right));
    if ((left | right) == 0) return {0, 0};
    left &= movers.flows | drops<-1>(movers, left, 1);
    right &= movers.flows | drops<1>(movers, right, 1);
    if ((left | right) == 0) return {0, 0};
    context_.sleep.set_pending(y_, movers.b);
    const Block dice = throw_dice(key(kDiceSlip), movers.x);
    return {left & at_most(dice, look_up<kPages>(tables_.yield.data(), on_left)),
            right & at_most(dice, look_up<kPages>(tables_.yield.data(), on_right))};
  }

  HWY_INLINE bool choose(int b, uint64_t cells, uint32_t side_key) {
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

    const uint64_t empty[3] = {notes_[b - 1].empty, notes_[b].empty, notes_[b + 1].empty};
    Side left;
    Side right;
    left.any_drop = right.any_drop = 0;
    uint64_t go_left = cells & left_of(empty + 1, 1);
    uint64_t go_right = cells & right_of(empty + 1, 1);
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
      if (distance == kMaxFriction) break;
      // Powders take the first place to drop from.
      go_left &= ~left.drop[distance] | movers.flows;
      go_right &= ~right.drop[distance] | movers.flows;
      ++distance;
      go_left &= left_of(empty + 1, distance);
      go_right &= right_of(empty + 1, distance);
      if ((go_left | go_right) == 0) {
        --distance;
        break;
      }
      uint64_t reach = at_most(broadcast(static_cast<uint8_t>(distance)), friction);
      // A reach of 8 is 8 or 7, by the dice.
      if (distance == kMaxFriction) reach &= ~having(dice, 2);
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
    context_.sleep.set_pending(y_, b);

    // How far: the farthest place of the chosen side. Powders have only one to drop from.
    BlockNotes& notes = notes_[b];
    notes.leaving = leaving;
    notes.farthest = distance;
    uint64_t drops_left = drop_left;
    uint64_t drops_right = drop_right;
    uint64_t flows_left = flow_left;
    uint64_t flows_right = flow_right;
    for (; distance > 0; --distance) {
      const uint64_t to_left = (drops_left & left.drop[distance]) | (flows_left & left.clear[distance]);
      const uint64_t to_right = (drops_right & right.drop[distance]) | (flows_right & right.clear[distance]);
      drops_left &= ~to_left;
      flows_left &= ~to_left;
      drops_right &= ~to_right;
      flows_right &= ~to_right;
      notes.to_left[distance - 1] = to_left;
      notes.to_right[distance - 1] = to_right;
    }
    return true;
  }

  // Step d.
  HWY_INLINE void transfer_sideways() {
    // Of two cells at the same distance the left or the right one wins a place.
    const uint64_t left_wins = key(kDiceRow) % 2 == 0 ? ~uint64_t{0} : 0;
    for (int w = 0; w < words_; ++w)
      for (const int bit : ones(near_[w])) fill_places(w * 64 + bit, left_wins);
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(awake_[w])) {
        BlockNotes& notes = notes_[w * 64 + bit];
        if (notes.farthest == 0) continue;
        remove_in_row(y_, w * 64 + bit, notes.vacated);
        std::fill_n(notes.to_left, kMaxFriction, uint64_t{0});
        std::fill_n(notes.to_right, kMaxFriction, uint64_t{0});
        notes.farthest = 0;
        notes.leaving = notes.vacated = 0;
      }
    }
  }

  // Lets the places of block b take their cells.
  HWY_INLINE void fill_places(int b, uint64_t left_wins) {
    BlockNotes* const notes = notes_ + b;
    const int farthest = std::max({notes[-1].farthest, notes[0].farthest, notes[1].farthest});
    if (farthest == 0) return;
    const int x = b * 64;
    Block material = load(here_ + x);
    Block tint = load(tint_ + x);
    uint64_t claimed = notes->leaving;  // a place that holds a fluid is taken only if that stays
    uint64_t filled = 0;
    uint64_t slip_from_left = 0;
    uint64_t slip_from_right = 0;
    for (int distance = 1; distance <= farthest; ++distance) {
      const int i = distance - 1;
      const uint64_t claims_left = left_of(notes[-1].to_right[i], notes[0].to_right[i], distance);
      const uint64_t claims_right = right_of(notes[0].to_left[i], notes[1].to_left[i], distance);
      const uint64_t won_left = claims_left & ~claimed & (left_wins | ~claims_right);
      const uint64_t won_right = claims_right & ~claimed & ~won_left;
      claimed |= claims_left | claims_right;
      const uint64_t from_left = won_left & notes->empty;
      const uint64_t from_right = won_right & notes->empty;
      if (distance == 1) {
        slip_from_left = won_left & ~from_left;
        slip_from_right = won_right & ~from_right;
      }
      filled |= from_left | from_right;
      notes[0].vacated |= from_left >> distance | from_right << distance;
      notes[-1].vacated |= from_left << (64 - distance);
      notes[1].vacated |= from_right >> (64 - distance);
      material = select(from_left, load_unaligned(here_ + x - distance), material);
      material = select(from_right, load_unaligned(here_ + x + distance), material);
      tint = select(from_left, load_unaligned(tint_ + x - distance), tint);
      tint = select(from_right, load_unaligned(tint_ + x + distance), tint);
    }
    if ((slip_from_left | slip_from_right) != 0) {
      // Both cells of a pair take what the other one holds. The other one may lie in the next block.
      const Content first{here_[x], tint_[x]};
      const Content last{here_[x + 63], tint_[x + 63]};
      const uint64_t from_left = slip_from_left | slip_from_right << 1;
      const uint64_t from_right = slip_from_right | slip_from_left >> 1;
      material = select(from_left, load_unaligned(here_ + x - 1), material);
      material = select(from_right, load_unaligned(here_ + x + 1), material);
      tint = select(from_left, load_unaligned(tint_ + x - 1), tint);
      tint = select(from_right, load_unaligned(tint_ + x + 1), tint);
      filled |= from_left | from_right;
      if ((slip_from_left & 1) != 0) put(x - 1, first);
      if (slip_from_right >> 63 != 0) put(x + 64, last);
    }
    if (filled == 0) return;
    store(material, here_ + x);
    store(tint, tint_ + x);
    touched_[b] |= filled;
    context_.sleep.set_changed(y_, b);
  }

  struct Content {
    MaterialId material;
    uint8_t tint;
  };
  void put(int x, Content content) {
    here_[x] = content.material;
    tint_[x] = content.tint;
    set_bit(touched_, x);
    context_.sleep.set_changed(y_, x / 64);
  }

  const TickContext& context_;
  const VectorTables& tables_;
  uint64_t* const near_;
  BlockNotes* const notes_;
  uint8_t* const below_rank_;
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
  const int words_;
};

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
