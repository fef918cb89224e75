// The steps of a row, 64 cells at a time; compiled once for each target. reference_kernel.h defines what they do, and
// every cell they leave behind equals what it leaves.

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/rows/simd_rows.h"
#include "sim/rows/vector_block-inl.h"
#include "sim/moisture/wetness.h"

#if defined(QUICKSAND_SIMD_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_SIMD_ROWS_INL_H_
#undef QUICKSAND_SIMD_ROWS_INL_H_
#else
#define QUICKSAND_SIMD_ROWS_INL_H_
#endif

#define QS_ALWAYS_INLINE __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

HWY_INLINE void set_bit(uint64_t* words, int index) {
  const auto place = static_cast<unsigned>(index);
  words[place / 64] |= uint64_t{1} << place % 64;
}

// So far sideways a block is looked at without asking first whether any of its cells gets there: asking costs more.
inline constexpr int kSureReach = 2;

template <int kPages>
class RowStep {
 public:
  HWY_INLINE RowStep(const TickContext& context, RowScratch& scratch, int y)
      : context_(context),
        scratch_(scratch),
        tables_(context.tables),
        near_(scratch.near()),
        notes_(scratch.notes()),
        below_rank_(scratch.below_rank()),
        y_(y),
        above_(context.material + (y - 1) * context.stride),
        here_(above_ + context.stride),
        below_(here_ + context.stride),
        grain_seed_(context.grain_seed + y * context.stride),
        grain_seed_below_(grain_seed_ + context.stride),
        held_(context.held.row(y)),
        overwet_(context.overwet.row(y)),
        clings_(context.clings.row(y)),
        touched_above_(context.touched.row(y - 1)),
        touched_(context.touched.row(y)),
        touched_below_(context.touched.row(y + 1)),
        awake_(context.awake.awake(y)),
        words_(context.awake.words()),
        side_key_(key(kDiceSide)),
        row_dice_(key(kDiceRow)) {}

  HWY_INLINE void run() {
    prepare_near();
    if (context_.sparse_planes > 0) {
      find_sparse();
      damp_row_ = is_wet();
    }
    if (sparse_planes_ > 0)
      vertical<true>();
    else
      vertical<false>();
    if (!(tables_.has_gas ? mark_sideways<true>() : mark_sideways<false>())) return;
    if (sparse_planes_ > 0)
      transfer_sideways<true>();
    else
      transfer_sideways<false>();
  }

 private:
  bool is_wet() const { return is_used(context_.state.cells.used(kWetnessPlane).row(y_)); }

  uint32_t key(Purpose purpose) const { return row_key(context_.key, purpose, y_); }

  // Finds the blocks to prepare: those awake and their neighbours.
  HWY_INLINE void prepare_near() {
    const int blocks = context_.awake.blocks();
    for (int w = 0; w < words_; ++w) near_[w] = awake_[w] | left_of(awake_ + w, 1) | right_of(awake_ + w, 1);
    if (blocks % 64 != 0) near_[words_ - 1] &= (uint64_t{1} << blocks % 64) - 1;
  }

  // A sparse plane (cells/cell_planes.h), in the row and in the one below: its cells, and which blocks are used.
  struct SparseRow {
    uint8_t* here;
    uint8_t* below;
    // Blocks in which an untouched cell holds anything. The others' cells go nowhere.
    const uint64_t* moves;
    const uint64_t* moves_below;
    uint64_t* used;
    uint64_t* used_below;
    uint8_t empty;
  };

  HWY_INLINE static bool has_bit(const uint64_t* words, int b) {
    const auto place = static_cast<unsigned>(b);
    return (words[place / 64] >> place % 64 & 1) != 0;
  }

  HWY_INLINE bool is_used(const uint64_t* used) const {
    uint64_t any = 0;
    for (int w = 0; w < words_; ++w) any |= used[w];
    return any != 0;
  }

  // Lists the sparse planes that move and that this row or the one below uses. Most rows use none.
  HWY_INLINE void find_sparse() {
    CellPlanes& cells = context_.state.cells;
    for (int i = 0; i < context_.sparse_planes; ++i) {
      const uint8_t plane = context_.sparse[static_cast<size_t>(i)];
      uint64_t* const used = cells.used(plane).row(y_);
      uint64_t* const used_below = cells.used(plane).row(y_ + 1);
      const bool is_speed = plane == kSpeedPlane;
      const uint64_t* const moves = is_speed ? context_.activity.changed(context_.falling, y_) : used;
      const uint64_t* const moves_below = is_speed ? context_.activity.changed(context_.falling, y_ + 1) : used_below;
      if (!is_used(moves) && !is_used(moves_below)) continue;
      sparse_[sparse_planes_++] = {cells[plane].row(y_), cells[plane].row(y_ + 1), moves, moves_below, used, used_below,
                                   cells.empty()[plane]};
    }
  }

  // Stores a block of a sparse plane and notes whether it is used.
  HWY_INLINE void store_sparse(const Block& values, uint8_t empty, uint8_t* row, uint64_t* used, int b) {
    store(values, row + b * 64);
    const uint64_t bit = uint64_t{1} << b % 64;
    uint64_t& word = used[b / 64];
    word = ~equal(values, broadcast(empty)) != 0 ? word | bit : word & ~bit;
  }

  // Step a, and notes about the row for the steps after it.
  // kSparse: whether there are sparse planes to move.
  template <bool kSparse>
  HWY_INLINE void vertical() {
    const bool damp = kSparse && damp_row_;
    const uint32_t sink_key = key(kDiceSink);
    for (int w = 0; w < words_; ++w) {
      uint64_t pending = 0;
      uint64_t changed = 0;
      for (const int bit : ones(near_[w])) {
        const int b = w * 64 + bit;
        const int x = b * 64;
        const Block upper = load(here_ + x);
        const Block lower = load(below_ + x);
        const Block lower_rank = look_up<kPages>(tables_.lower.data(), lower);
        const Block flags = look_up<kPages>(tables_.flags.data(), upper);
        uint64_t busy = touched_[b];
        uint64_t busy_below = touched_below_[b];
        // Into void it falls or rises, and has done so (falling/falling.h, falling/buoyancy.h).
        uint64_t can = greater(look_up<kPages>(tables_.upper.data(), upper), lower_rank) &
                       ~(busy | busy_below | equal(lower, broadcast(kVoid)) | having<kVoidFlag>(flags)) &
                       context_.weighs;
        if (damp) can &= ~held_[b];
        if (can != 0) {
          const uint64_t hit = throw_sink_dice(sink_key, x, can, upper, lower);
          pending |= uint64_t{1} << bit;
          if (hit != 0) {
            exchange(x, hit, upper, lower);
            if (kSparse) exchange_sparse(b, hit);
            touched_[b] = busy |= hit;
            touched_below_[b] = busy_below |= hit;
            changed |= uint64_t{1} << bit;
          }
        }
        BlockNotes& notes = notes_[b];
        notes.empty = having<kVoidFlag>(flags) & ~busy;
        notes.fluid = having<kFluidFlag>(flags) & ~busy;
        notes.mover = having<kMoverFlag>(flags) & ~busy;
        // Static cells may be overwet; by their rank they move nowhere.
        if (damp) notes.mover = (notes.mover | (overwet_[b] & ~busy)) & ~held_[b];
        notes.mover &= context_.weighs;
        store(select(busy_below, broadcast(kNoDrop), lower_rank), below_rank_ + x);
      }
      context_.awake.add_pending(y_, w, pending);
      context_.activity.mark_blocks(y_, w, changed);
      context_.activity.mark_blocks(y_ + 1, w, changed);
    }
  }

  HWY_INLINE uint64_t throw_sink_dice(uint32_t sink_key, int x, uint64_t can, const Block& upper, const Block& lower) {
    const Block dice = throw_dice(sink_key, x);
    uint64_t hit = presses_in(dice, look_up<kPages>(tables_.presses.data(), upper), lower);
    if (tables_.has_gas) hit = throw_rise_dice(dice, hit, can, upper, lower);
    return can & hit;
  }

  // Where the dice let what presses take the place of a fluid that is lighter.
  HWY_INLINE uint64_t presses_in(const Block& dice, const Block& presses, const Block& fluid) {
    const Block limit = less(presses, look_up<kPages>(tables_.resists.data(), fluid));
    return at_most(dice, either(limit, look_up<kPages>(tables_.yields.data(), fluid)));
  }

  // Gases that rise through another gas have chances of their own.
  HWY_INLINE uint64_t throw_rise_dice(const Block& dice, uint64_t hit, uint64_t uncertain, const Block& upper,
                                      const Block& lower) {
    const uint64_t upper_is_gas = having<kGasFlag>(look_up<kPages>(tables_.flags.data(), upper));
    uint64_t rising = uncertain & upper_is_gas & having<kGasFlag>(look_up<kPages>(tables_.flags.data(), lower));
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
    const Block grain_seed = load(grain_seed_ + x);
    const Block grain_seed_below = load(grain_seed_below_ + x);
    store(select(hit, grain_seed_below, grain_seed), grain_seed_ + x);
    store(select(hit, grain_seed, grain_seed_below), grain_seed_below_ + x);
  }

  HWY_INLINE void exchange_sparse(int b, uint64_t hit) {
    for (int i = 0; i < sparse_planes_; ++i) {
      const SparseRow& plane = sparse_[i];
      if (!has_bit(plane.moves, b) && !has_bit(plane.moves_below, b)) continue;
      const Block upper = load(plane.here + b * 64);
      const Block lower = load(plane.below + b * 64);
      store_sparse(select(hit, lower, upper), plane.empty, plane.here, plane.used, b);
      store_sparse(select(hit, upper, lower), plane.empty, plane.below, plane.used_below, b);
    }
  }

  // Step b. Returns whether any cell wants to move.
  template <bool kGas>
  HWY_INLINE bool mark_sideways() {
    bool any = false;
    for (int w = 0; w < words_; ++w) {
      uint64_t pending = 0;
      for (const int bit : ones(awake_[w])) {
        const int b = w * 64 + bit;
        const BlockNotes* const notes = notes_ + b;
        const uint64_t before = notes[-1].empty | notes[-1].fluid;
        const uint64_t here = notes[0].empty | notes[0].fluid;
        const uint64_t after = notes[1].empty | notes[1].fluid;
        const uint64_t movers = notes->mover & (left_of(before, here, 1) | right_of(here, after, 1));
        if (movers != 0) any |= choose<kGas>(b, movers, pending);
      }
      context_.awake.add_pending(y_, w, pending);
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
    uint64_t runs_far;
    uint64_t powder;
    uint64_t steep;  // powders that stand at their own slope in the air
    uint64_t gas;
    uint64_t rises;
    Block rank;      // VectorTables::upper
    Block gas_rank;  // VectorTables::lower
    int x;
    int b;
  };

  // The words of a block and of those beside it: the cells of a row below the next that are free to drop through.
  struct FreeRow {
    uint64_t words[3];
  };

  // So many rows down, at least 2. Found once a block, and only as far down as anybody looks.
  HWY_INLINE const uint64_t* free_row(const Movers& movers, int rows) {
    for (; free_rows_ < rows; ++free_rows_) {
      const int y = std::min(y_ + free_rows_ + 1, context_.state.size.height);
      const MaterialId* const cells = context_.material + y * context_.stride + movers.x;
      const uint64_t* const touched = context_.touched.row(y) + movers.b;
      for (int i = -1; i <= 1; ++i) {
        const Block flags = look_up<kPages>(tables_.flags.data(), load(cells + i * 64));
        free_[free_rows_ + 1].words[i + 1] = (having<kVoidFlag>(flags) | having<kFluidFlag>(flags)) & ~touched[i];
      }
    }
    return free_[rows].words + 1;
  }

  // The places at one distance, of those in `reached`, from which the cell could sink, or a gas rise; and those that are
  // `steep` so many rows as their slope takes. kSide: -1 left, 1 right.
  template <int kSide, bool kGas>
  HWY_INLINE uint64_t drops(const Movers& movers, uint64_t reached, uint64_t steep, int distance) {
    const int x = movers.x + kSide * distance;
    uint64_t drop = reached & greater(movers.rank, load_unaligned(below_rank_ + x));
    if (kGas && (reached & movers.rises) != 0) {
      const uint64_t* const touched = touched_above_ + movers.b;
      const Block above = look_up<kPages>(tables_.upper.data(), load_unaligned(above_ + x));
      const uint64_t rise =
          greater(above, movers.gas_rank) & ~(kSide < 0 ? left_of(touched, distance) : right_of(touched, distance));
      drop = (drop & ~movers.rises) | (reached & movers.rises & rise);
    }
    if ((drop & steep) != 0 && tables_.most_drop_at[static_cast<size_t>(distance)] > 1)
      drop &= deep_enough<kSide>(movers, drop & steep, distance);
    return drop;
  }

  // Those of the powders with as many free rows there as they have to drop, and all other cells.
  template <int kSide>
  HWY_INLINE uint64_t deep_enough(const Movers& movers, uint64_t powders, int distance) {
    const Block here = load(here_ + movers.x);
    const Block rows_to_drop = look_up<kPages>(tables_.drop[static_cast<size_t>(distance)].data(), here);
    uint64_t deep = ~uint64_t{0};
    for (int rows = 2; rows <= kMaxDrop; ++rows) {
      powders &= at_most(broadcast(static_cast<uint8_t>(rows)), rows_to_drop) & deep;
      if (powders == 0) break;
      const uint64_t* const free = free_row(movers, rows);
      deep &= ~powders | (kSide < 0 ? left_of(free, distance) : right_of(free, distance));
    }
    return deep;
  }

  // The cells with a lighter fluid right beside them, with which they may change places: on the left and on the right.
  // The chance is that of sinking into it.
  struct Slips {
    uint64_t left;
    uint64_t right;
  };
  HWY_INLINE Slips slips_of(const Movers& movers, uint64_t cells, const uint64_t* fluid) {
    cells &= ~movers.gas;
    const uint64_t left = cells & left_of(fluid, 1);
    const uint64_t right = cells & right_of(fluid, 1);
    if ((left | right) == 0) return {0, 0};
    const Block on_left = look_up<kPages>(tables_.lower.data(), load_unaligned(here_ + movers.x - 1));
    const Block on_right = look_up<kPages>(tables_.lower.data(), load_unaligned(here_ + movers.x + 1));
    return {left & greater(movers.rank, on_left), right & greater(movers.rank, on_right)};
  }

  template <bool kGas>
  HWY_INLINE bool choose(int b, uint64_t cells, uint64_t& pending) {
    const int x = b * 64;
    const Block here = load(here_ + x);
    const Block flags = look_up<kPages>(tables_.flags.data(), here);
    Block reach = look_up<kPages>(tables_.reach.data(), here);
    const uint64_t powder = having<kPowderFlag>(flags);
    uint64_t steep = powder;
    if (damp_row_) {
      if (uint64_t clings = clings_[b] & powder; clings != 0) {
        const Block drop = look_up<kPages>(tables_.drop[1].data(), here);
        clings &= ~at_most(reach, broadcast(1)) & at_most(drop, broadcast(1));  // is_gentler_than_damp()
        reach = select(clings, broadcast(kDampRepose.reach), reach);
        steep &= ~clings;
      }
      reach = select(overwet_[b], broadcast(kOverwetReach), reach);
      steep &= ~overwet_[b];
    }
    Movers movers{having<kRunsFarFlag>(flags), powder, steep, 0, 0,
                  look_up<kPages>(tables_.upper.data(), here), broadcast(0), x, b};
    if (kGas) {
      movers.gas = having<kGasFlag>(flags);
      movers.rises = having<kRisesFlag>(flags);
      movers.gas_rank = look_up<kPages>(tables_.lower.data(), here);
    }
    free_rows_ = 1;

    const uint64_t empty[3] = {notes_[b - 1].empty, notes_[b].empty, notes_[b + 1].empty};
    const uint64_t fluid[3] = {notes_[b - 1].fluid, notes_[b].fluid, notes_[b + 1].fluid};
    uint64_t go_left = cells & left_of(empty + 1, 1);
    uint64_t go_right = cells & right_of(empty + 1, 1);
    const Slips slips = slips_of(movers, cells & having<kMoverFlag>(flags), fluid + 1);
    Side left;
    Side right;
    left.clear[1] = go_left | slips.left;
    right.clear[1] = go_right | slips.right;
    if ((left.clear[1] | right.clear[1]) == 0) return false;
    const Block dice = throw_dice(side_key_, x);
    left.any_drop = left.drop[1] = drops<-1, kGas>(movers, left.clear[1], (slips.left & movers.powder) | movers.steep, 1);
    right.any_drop = right.drop[1] = drops<1, kGas>(movers, right.clear[1], (slips.right & movers.powder) | movers.steep, 1);
    // Powders whose way leads through a fluid: they look as far, and go one cell.
    const bool wading = (movers.powder & cells) != 0 && (fluid[0] | fluid[1] | fluid[2]) != 0;
    uint64_t wade_left = wading ? slips.left & movers.powder : 0;
    uint64_t wade_right = wading ? slips.right & movers.powder : 0;
    const auto look_on = [&](int distance) HWY_ATTR QS_ALWAYS_INLINE {
      const Block at = broadcast(static_cast<uint8_t>(distance));
      if (wading) {
        const uint64_t fluid_left = left_of(fluid + 1, distance);
        const uint64_t fluid_right = right_of(fluid + 1, distance);
        wade_left &= left_of(empty + 1, distance) | fluid_left;
        wade_right &= right_of(empty + 1, distance) | fluid_right;
        wade_left = movers.powder & ~left.any_drop & (wade_left | (go_left & fluid_left));
        wade_right = movers.powder & ~right.any_drop & (wade_right | (go_right & fluid_right));
        if ((wade_left | wade_right) != 0) {
          const uint64_t wades = at_most(at, look_up<kPages>(tables_.reach.data(), here));
          wade_left &= wades;
          wade_right &= wades;
        }
      }
      // Powders take the first place to drop from.
      const uint64_t in_reach = at_most(at, reach);
      go_left &= in_reach & ~(left.any_drop & ~movers.runs_far) & left_of(empty + 1, distance);
      go_right &= in_reach & ~(right.any_drop & ~movers.runs_far) & right_of(empty + 1, distance);
      if (distance == kMaxFriction) {
        // The reach of 8 of a fluid is 8 or 7, by the dice. What falls short stays awake.
        const uint64_t is_short = having<2>(dice) & ~movers.powder;
        if ((drops<-1, kGas>(movers, go_left & is_short, 0, distance) |
             drops<1, kGas>(movers, go_right & is_short, 0, distance)) != 0)
          pending |= uint64_t{1} << b % 64;
        go_left &= ~is_short;
        go_right &= ~is_short;
      }
      left.clear[distance] = go_left;
      right.clear[distance] = go_right;
      left.drop[distance] = drops<-1, kGas>(movers, go_left, movers.steep, distance);
      right.drop[distance] = drops<1, kGas>(movers, go_right, movers.steep, distance);
      left.any_drop |= left.drop[distance];
      right.any_drop |= right.drop[distance];
      if ((wade_left | wade_right) != 0) {
        const uint64_t waders_left = drops<-1, kGas>(movers, wade_left, movers.powder, distance);
        const uint64_t waders_right = drops<1, kGas>(movers, wade_right, movers.powder, distance);
        left.drop[1] |= waders_left;
        right.drop[1] |= waders_right;
        left.any_drop |= waders_left;
        right.any_drop |= waders_right;
      }
    };
    for (int distance = 2; distance <= kSureReach; ++distance) look_on(distance);
    int farthest = kSureReach;
    while (farthest < kMaxReach && (go_left | go_right | wade_left | wade_right) != 0) look_on(++farthest);
    if (((left.drop[1] & slips.left) | (right.drop[1] & slips.right)) != 0) {
      pending |= uint64_t{1} << b % 64;
      const Block presses = look_up<kPages>(tables_.presses.data(), here);
      const uint64_t stay_left = slips.left & ~presses_in(dice, presses, load_unaligned(here_ + x - 1));
      const uint64_t stay_right = slips.right & ~presses_in(dice, presses, load_unaligned(here_ + x + 1));
      left.drop[1] &= ~stay_left;
      right.drop[1] &= ~stay_right;
      left.any_drop &= ~stay_left;
      right.any_drop &= ~stay_right;
    }

    // Which side.
    const uint64_t odd_goes_left = row_dice_ / 2 % 2 == 0 ? 0 : ~uint64_t{0};
    const uint64_t drop_left = left.any_drop & (~right.any_drop | ~(having<1>(dice) ^ odd_goes_left));
    const uint64_t drop_right = right.any_drop & ~drop_left;
    uint64_t drift_left = 0;
    uint64_t drift_right = 0;
    if (kGas) {
      const uint64_t drifting = movers.gas & ~(left.any_drop | right.any_drop) & (left.clear[1] | right.clear[1]);
      const uint64_t prefers_right = odd_overlap(load(grain_seed_ + x), context_.flows_right.table.data());
      drift_left = drifting & left.clear[1] & (~prefers_right | ~right.clear[1]);
      drift_right = drifting & ~drift_left;
    }
    const uint64_t leaving = drop_left | drop_right | drift_left | drift_right;
    if (leaving == 0) return false;
    pending |= uint64_t{1} << b % 64;

    // How far: the farthest place of the chosen side. Powders have only one to drop from.
    BlockNotes& notes = notes_[b];
    notes.leaving = leaving;
    notes.farthest = farthest;
    uint64_t drops_left = drop_left;
    uint64_t drops_right = drop_right;
    const auto note = [&](int distance) HWY_ATTR QS_ALWAYS_INLINE {
      const uint64_t to_left = (drops_left & left.drop[distance]) | (drift_left & left.clear[distance]);
      const uint64_t to_right = (drops_right & right.drop[distance]) | (drift_right & right.clear[distance]);
      drops_left &= ~to_left;
      drift_left &= ~to_left;
      drops_right &= ~to_right;
      drift_right &= ~to_right;
      notes.to_left[distance - 1] = to_left;
      notes.to_right[distance - 1] = to_right;
    };
    for (int distance = farthest; distance > kSureReach; --distance) note(distance);
    for (int distance = kSureReach; distance > 0; --distance) note(distance);
    return true;
  }

  // A block that has taken what comes to it, but is not stored: the block after it looks at it as it was.
  struct Deferred {
    int b;
    Block material;
    Block grain_seed;
    uint64_t filled = 0;
    uint64_t slip_from_right = 0;
  };
  // What its sparse planes hold.
  struct SparseBuffer {
    Block values[kMostSparsePlanes];
    uint32_t planes;  // a bit for each of sparse_: of the block or one beside it something moves
  };
  static constexpr int kNone = -2;

  // Step c.
  template <bool kSparse>
  HWY_INLINE void transfer_sideways() {
    Deferred deferred;
    deferred.b = kNone;
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(near_[w])) {
        const int b = w * 64 + bit;
        if ((notes_[b - 1].farthest | notes_[b].farthest | notes_[b + 1].farthest) != 0)
          fill_places<kSparse>(b, deferred);
      }
    }
    if (deferred.b != kNone) release<kSparse>(deferred, sparse_buffer_);
  }

  // Lets the places of block b take their cells, and stores the block before it.
  template <bool kSparse>
  HWY_INLINE void fill_places(int b, Deferred& deferred) {
    BlockNotes* const notes = notes_ + b;
    const int farthest = std::max({notes[-1].farthest, notes[0].farthest, notes[1].farthest});
    const int x = b * 64;
    Block material = load(here_ + x);
    Block grain_seed = load(grain_seed_ + x);
    // What each cell takes, by (distance - 1); the sparse planes follow.
    uint64_t taken_from_left[kMaxReach];
    uint64_t taken_from_right[kMaxReach];
    uint64_t claimed = notes->leaving;  // a place that holds a fluid is taken only if that stays
    uint64_t filled = 0;
    uint64_t vacated = 0;
    // Of two cells at the same distance the left or the right one wins a place.
    const uint64_t left_wins = row_dice_ % 2 == 0 ? ~uint64_t{0} : 0;
    const auto settle = [&](int distance, uint64_t& won_left, uint64_t& won_right) HWY_ATTR QS_ALWAYS_INLINE {
      const int i = distance - 1;
      const uint64_t claims_left = left_of(notes[-1].to_right[i], notes[0].to_right[i], distance);
      const uint64_t claims_right = right_of(notes[0].to_left[i], notes[1].to_left[i], distance);
      won_left = claims_left & ~claimed & (left_wins | ~claims_right);
      won_right = claims_right & ~claimed & ~won_left;
      claimed |= claims_left | claims_right;
      const uint64_t from_left = won_left & notes->empty;
      const uint64_t from_right = won_right & notes->empty;
      vacated |= from_left >> distance | from_right << distance;
      notes[-1].vacated |= from_left << (64 - distance);
      notes[1].vacated |= from_right >> (64 - distance);
    };
    const auto take = [&](int distance, uint64_t from_left, uint64_t from_right) HWY_ATTR QS_ALWAYS_INLINE {
      filled |= from_left | from_right;
      material = select(from_left, load_unaligned(here_ + x - distance), material);
      material = select(from_right, load_unaligned(here_ + x + distance), material);
      grain_seed = select(from_left, load_unaligned(grain_seed_ + x - distance), grain_seed);
      grain_seed = select(from_right, load_unaligned(grain_seed_ + x + distance), grain_seed);
      if (kSparse) {
        taken_from_left[distance - 1] = from_left;
        taken_from_right[distance - 1] = from_right;
      }
    };

    // Of two that change places both take what the other one holds.
    uint64_t won_left;
    uint64_t won_right;
    settle(1, won_left, won_right);
    const uint64_t slip_from_left = won_left & ~notes->empty;
    const uint64_t slip_from_right = won_right & ~notes->empty;
    const uint64_t slip_before = deferred.b == b - 1 ? deferred.slip_from_right : 0;
    take(1, won_left | left_of(slip_before, slip_from_right, 1), won_right | slip_from_left >> 1);
    for (int distance = 2; distance <= kSureReach; ++distance) {
      settle(distance, won_left, won_right);
      take(distance, won_left, won_right);
    }
    for (int distance = kSureReach + 1; distance <= farthest; ++distance) {
      settle(distance, won_left, won_right);
      take(distance, won_left, won_right);
    }
    notes->vacated |= vacated;

    if (kSparse) {
      sparse_buffer_ = 1 - sparse_buffer_;
      take_sparse(b, std::max(farthest, kSureReach), taken_from_left, taken_from_right);
    }
    if (deferred.b != kNone) release<kSparse>(deferred, 1 - sparse_buffer_);
    if ((slip_from_left & 1) != 0) {
      here_[x - 1] = here_[x];
      grain_seed_[x - 1] = grain_seed_[x];
      if (kSparse) slip_sparse_back(b);
      set_bit(touched_, x - 1);
      context_.activity.mark_block(y_, b - 1);
    }
    deferred = {b, material, grain_seed, filled, slip_from_right};
  }

  // The same for the sparse planes, of which block b is not stored yet.
  HWY_INLINE void take_sparse(int b, int farthest, const uint64_t* from_left, const uint64_t* from_right) {
    SparseBuffer& buffer = sparse_buffers_[sparse_buffer_];
    const int x = b * 64;
    buffer.planes = 0;
    for (int i = 0; i < sparse_planes_; ++i) {
      const SparseRow& plane = sparse_[i];
      const uint64_t* const moves = plane.moves + b / 64;
      if (((moves[0] | left_of(moves, 1) | right_of(moves, 1)) >> b % 64 & 1) == 0) continue;
      buffer.planes |= uint32_t{1} << i;
      Block values = load(plane.here + x);
      const auto take = [&](int distance) HWY_ATTR QS_ALWAYS_INLINE {
        values = select(from_left[distance - 1], load_unaligned(plane.here + x - distance), values);
        values = select(from_right[distance - 1], load_unaligned(plane.here + x + distance), values);
      };
      for (int distance = 1; distance <= kSureReach; ++distance) take(distance);
      for (int distance = kSureReach + 1; distance <= farthest; ++distance) take(distance);
      buffer.values[i] = values;
    }
  }

  // The first cell of block b goes back to the last one of the block before, which is stored already.
  HWY_INLINE void slip_sparse_back(int b) {
    const int x = b * 64;
    for (int i = 0; i < sparse_planes_; ++i) {
      const SparseRow& plane = sparse_[i];
      if (plane.here[x - 1] == plane.here[x]) continue;
      plane.here[x - 1] = plane.here[x];
      plane.used[(b - 1) / 64] |= uint64_t{1} << (b - 1) % 64;
    }
  }

  // Stores the block, which no other block looks at any more.
  template <bool kSparse>
  HWY_INLINE void release(const Deferred& deferred, int sparse_buffer) {
    BlockNotes& notes = notes_[deferred.b];
    const uint64_t changed = deferred.filled | notes.vacated;
    if (changed != 0) {
      store(without(notes.vacated, deferred.material), here_ + deferred.b * 64);
      store(without(notes.vacated, deferred.grain_seed), grain_seed_ + deferred.b * 64);
      if (kSparse) {
        const SparseBuffer& buffer = sparse_buffers_[sparse_buffer];
        for (const int i : ones(buffer.planes)) {
          const SparseRow& plane = sparse_[i];
          const Block values = select(notes.vacated, broadcast(plane.empty), buffer.values[i]);
          store_sparse(values, plane.empty, plane.here, plane.used, deferred.b);
        }
      }
      touched_[deferred.b] |= changed;
      context_.activity.mark_block(y_, deferred.b);
    }
    if (notes.farthest == 0) return;
    std::fill_n(notes.to_left, kMaxReach, uint64_t{0});
    std::fill_n(notes.to_right, kMaxReach, uint64_t{0});
    notes.farthest = 0;
    notes.leaving = notes.vacated = 0;
  }

  const TickContext& context_;
  RowScratch& scratch_;
  const VectorTables& tables_;
  uint64_t* const near_;
  BlockNotes* const notes_;
  uint8_t* const below_rank_;
  const int y_;
  MaterialId* const above_;
  MaterialId* const here_;
  MaterialId* const below_;
  uint8_t* const grain_seed_;
  uint8_t* const grain_seed_below_;
  SparseRow sparse_[kMostSparsePlanes];
  int sparse_planes_ = 0;
  SparseBuffer sparse_buffers_[2];  // of the block at work and of the one before it
  int sparse_buffer_ = 0;
  bool damp_row_ = false;  // whether the row may hold wet cells
  const uint64_t* const held_;
  const uint64_t* const overwet_;
  const uint64_t* const clings_;
  // Of the block at work: rows that are known, and how many.
  FreeRow free_[kMaxDrop + 1];
  int free_rows_ = 1;
  uint64_t* const touched_above_;
  uint64_t* const touched_;
  uint64_t* const touched_below_;
  const uint64_t* const awake_;
  const int words_;
  const uint32_t side_key_;
  const uint32_t row_dice_;
};

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
