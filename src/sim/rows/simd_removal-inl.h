// What removes cells in a row, what dissolves its neighbours and what fades, 64 cells at a time; compiled once for each
// target. reference_kernel.h defines it.

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/rows/simd_rows.h"
#include "sim/rows/vector_block-inl.h"

#if defined(QUICKSAND_SIMD_REMOVAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_SIMD_REMOVAL_INL_H_
#undef QUICKSAND_SIMD_REMOVAL_INL_H_
#else
#define QUICKSAND_SIMD_REMOVAL_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

// Of one row, after its vertical step: what that noted about blocks is kept true.
template <int kPages>
class RemovalStep {
 public:
  HWY_INLINE RemovalStep(const TickContext& context, RowScratch& scratch, int y)
      : context_(context),
        tables_(context.tables),
        notes_(scratch.notes()),
        below_rank_(scratch.below_rank()),
        doomed_(scratch.doomed()),
        y_(y),
        above_(context.material + (y - 1) * context.stride),
        here_(above_ + context.stride),
        below_(here_ + context.stride),
        touched_above_(context.touched.row(y - 1)),
        touched_(context.touched.row(y)),
        touched_below_(context.touched.row(y + 1)),
        awake_(context.awake.awake(y)),
        words_(context.awake.words()) {}

  // flags: those of the row's materials.
  HWY_INLINE void run(uint8_t flags) {
    if (flags & kSolventFlag) dissolve();
    if (flags & kFadesFlag) fade();
  }

 private:
  uint32_t key(Purpose purpose) const { return row_key(context_.key, purpose, y_); }

  // All of the row is decided before anything is removed.
  HWY_NOINLINE void dissolve() {
    const uint32_t dissolve_key = key(kDiceDissolve);
    uint32_t* const first = doomed_;
    uint32_t* end = first;
    for (int w = 0; w < words_; ++w) {
      uint64_t pending = 0;
      for (const int bit : ones(awake_[w])) end = decide_dissolving(w * 64 + bit, dissolve_key, end, pending);
      context_.awake.add_pending(y_, w, pending);
    }
    constexpr int kAside[4] = {0, 0, 1, -1};
    constexpr int kDown[4] = {1, -1, 0, 0};
    for (const uint32_t* one = first; one != end; ++one)
      remove({static_cast<int>(*one / 4) + kAside[*one % 4], y_ + kDown[*one % 4]});
  }

  // Appends (solvent's x * 4 + direction) to what ends at `doomed` for everything that the block's solvents remove.
  // Returns the new end. Sets the block's bit in `pending` if there is something to dissolve.
  HWY_INLINE uint32_t* decide_dissolving(int b, uint32_t dissolve_key, uint32_t* doomed, uint64_t& pending) {
    const int x = b * 64;
    const Block here = load(here_ + x);
    const Block solvent = look_up<kPages>(tables_.solvent_kinds.data(), here);
    if (nonzero(solvent) == 0) return doomed;
    const MaterialId* const places[4] = {below_, above_, here_ + 1, here_ - 1};
    Block neighbours[4];
    for (int i = 0; i < 4; ++i) neighbours[i] = load_unaligned(places[i] + x);
    Block match[4];
    for (int i = 0; i < 4; ++i) match[i] = both(solvent, look_up<kPages>(tables_.victim_of.data(), neighbours[i]));
    // Where only the neighbour has been touched the block is awake anyway, so that needs no care.
    const uint64_t matching = nonzero(either(either(match[0], match[1]), either(match[2], match[3]))) & ~touched_[b];
    if (matching == 0) return doomed;
    pending |= uint64_t{1} << b % 64;

    const Block most = look_up<kPages>(tables_.dissolves_at_most.data(), here);
    const uint64_t touched[4] = {touched_below_[b], touched_above_[b], right_of(touched_ + b, 1),
                                 left_of(touched_ + b, 1)};
    const Block dice = throw_dice(dissolve_key, x);
    uint64_t candidates[4];
    for (int i = 0; i < 4; ++i) {
      const Block limit = lesser(most, look_up<kPages>(tables_.dissolved_at_most.data(), neighbours[i]));
      candidates[i] = at_most_where_nonzero(sum(dice, static_cast<uint8_t>(i * 64)), limit, match[i]) & ~touched[i];
    }
    for (const int bit : ones((candidates[0] | candidates[1] | candidates[2] | candidates[3]) & matching)) {
      uint64_t directions = 0;
      for (int i = 0; i < 4; ++i) directions |= (candidates[i] >> bit & 1) << i;
      for (const int i : ones(directions)) {
        const uint64_t chance = context_.materials.dissolve_limit(here_[x + bit], places[i][x + bit]);
        *doomed = static_cast<uint32_t>((x + bit) * 4 + i);
        doomed += turned_quarters(dice_word(dissolve_key, static_cast<uint32_t>(x + bit)), i) < chance ? 1 : 0;
      }
    }
    return doomed;
  }

  // What has been removed is touched, and does not fade any more.
  HWY_NOINLINE void fade() {
    const uint32_t fade_key = key(kDiceFade);
    for (int w = 0; w < words_; ++w) {
      for (const int bit : ones(awake_[w])) {
        const int b = w * 64 + bit;
        const int x = b * 64;
        const Block here = load(here_ + x);
        const uint64_t can = having<kFadesFlag>(look_up<kPages>(tables_.flags.data(), here)) & ~touched_[b];
        if (can == 0) continue;
        context_.awake.set_pending(y_, b);
        const Block limit = look_up<kPages>(tables_.fades_at_most.data(), here);
        for (const int i : ones(can & at_most(throw_dice(fade_key, x), limit)))
          if (dice_word(fade_key, static_cast<uint32_t>(x + i)) < context_.materials.fade_limit(here_[x + i]))
            remove({x + i, y_});
      }
    }
  }

  // A cell of this row, or of the one above or below. It may have been removed already: by another solvent.
  HWY_INLINE void remove(CellPos cell) {
    CellPlanes& cells = context_.state.cells;
    if (context_.events && cells[kMaterialPlane][cell] != kVoid) context_.events->removals.add(cell);
    cells.clear(cell);
    const uint64_t bit = uint64_t{1} << static_cast<unsigned>(cell.x) % 64;
    context_.touched.row(cell.y)[cell.x / 64] |= bit;
    context_.activity.mark_block(cell.y, cell.x / 64);
    if (cell.y == y_) {
      BlockNotes& notes = notes_[cell.x / 64];
      notes.empty &= ~bit;
      notes.fluid &= ~bit;
      notes.mover &= ~bit;
    } else if (cell.y > y_) {
      below_rank_[cell.x] = kNoDrop;
    }
  }

  const TickContext& context_;
  const VectorTables& tables_;
  BlockNotes* const notes_;
  uint8_t* const below_rank_;
  uint32_t* const doomed_;
  const int y_;
  const MaterialId* const above_;
  const MaterialId* const here_;
  const MaterialId* const below_;
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
