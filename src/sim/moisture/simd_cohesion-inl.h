// What cohesion holds, and what is overwet (wetness.h), 64 cells at a time; compiled once for each target. is_held() and
// is_overwet() define it.

#include "core/ones.h"
#include "sim/falling/falling.h"
#include "sim/moisture/wetness.h"
#include "sim/rows/simd_rows.h"
#include "sim/rows/vector_block-inl.h"

#if defined(QUICKSAND_SIMD_COHESION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUICKSAND_SIMD_COHESION_INL_H_
#undef QUICKSAND_SIMD_COHESION_INL_H_
#else
#define QUICKSAND_SIMD_COHESION_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

// Some rows, from the top down. Looks at blocks near a change, and beside those.
template <int kPages>
class CohesionSearch {
 public:
  HWY_INLINE CohesionSearch(const FallWork& work, const VectorTables& tables, CohesionNotes* notes,
                            const CohesionMaps& maps)
      : work_(work), tables_(tables), notes_(notes), maps_(maps) {}

  HWY_INLINE void run(int first_row, int end_row) {
    // The margin is wall, and nothing classifies it.
    const int blocks = blocks_of(work_.state.size).width;
    for (const int b : {-1, blocks})
      for (uint64_t& fixed : notes_[b].fixed) fixed = ~uint64_t{0};
    classify(first_row - 1);
    classify(first_row);
    for (int y = first_row; y < end_row; ++y) {
      classify(y + 1);
      search(y);
    }
  }

 private:
  // What is told about each row of a block when its neighbours ask, by the row modulo kRowsKnown.
  static constexpr unsigned kRowsKnown = CohesionNotes::kRowsKnown;
  static size_t known(int y) { return static_cast<unsigned>(y) % kRowsKnown; }

  // Also of the blocks beside. Those past the row's end are in the margin.
  HWY_INLINE void classify(int y) {
    const uint8_t* const material = work_.state.material().row(y);
    const uint8_t* const speed = work_.state.cells[kSpeedPlane].row(y);
    const uint64_t* const above = work_.near.row(std::max(y - 1, -1));
    const uint64_t* const here = work_.near.row(y);
    const uint64_t* const below = work_.near.row(y + 1);
    for (int w = 0; w < work_.near.words(); ++w)
      for (const int bit : ones(with_neighbours(above + w) | with_neighbours(here + w) | with_neighbours(below + w))) {
        const int b = w * 64 + bit;
        const Block flags = look_up<kPages>(tables_.flags.data(), load(material + b * 64));
        const uint64_t fluid = having<kFluidFlag>(flags);
        notes_[b].breaks[known(y)] = (fluid & ~having<kGasFlag>(flags)) | nonzero(load(speed + b * 64));
        notes_[b].firm[known(y)] = ~(fluid | having<kVoidFlag>(flags));
        notes_[b].fixed[known(y)] = notes_[b].firm[known(y)] & ~having<kPowderFlag>(flags);
      }
  }

  HWY_INLINE void search(int y) {
    const uint64_t* const near = work_.near.row(y);
    const uint64_t* const wet = work_.state.cells.used(kWetnessPlane).row(y);
    uint64_t any_near = 0;
    uint64_t any_wet = 0;
    for (int w = 0; w < work_.near.words(); ++w) {
      any_near |= near[w];
      any_wet |= wet[w];
    }
    if (any_near == 0) return;
    if (any_wet == 0) {
      for (int w = 0; w < work_.near.words(); ++w)
        for (const int bit : ones(near[w])) {
          const int b = w * 64 + bit;
          maps_.held.row(y)[b] = maps_.overwet.row(y)[b] = maps_.clings.row(y)[b] = 0;
        }
      return;
    }
    for (int w = 0; w < work_.near.words(); ++w)
      for (const int bit : ones(with_neighbours(near + w))) find_bonds(y, w * 64 + bit);
    for (int w = 0; w < work_.near.words(); ++w)
      for (const int bit : ones(near[w])) {
        const int b = w * 64 + bit;
        maps_.held.row(y)[b] = held(b);
        maps_.overwet.row(y)[b] = notes_[b].overwet;
        maps_.clings.row(y)[b] = notes_[b].clings;
      }
  }

  HWY_INLINE void find_bonds(int y, int b) {
    CohesionNotes& notes = notes_[b];
    notes.bonds = notes.supported = notes.hangs = notes.overwet = notes.clings = 0;
    const Block wetness = load(work_.state.wetness().row(y) + b * 64);
    const uint64_t wet = nonzero(wetness);
    if (wet == 0) return;
    const Block threshold =
        look_up<kPages>(tables_.wet_threshold.data(), load(work_.state.material().row(y) + b * 64));
    const uint64_t damp = wet & at_most(wetness, threshold);
    notes.overwet = wet & ~damp;
    if (damp == 0) return;
    Block enough = wetness;
    for (int i = 0; i < kCohesionShift; ++i) enough = sum_limited(enough, enough);
    const size_t row = known(y);
    const uint64_t broken = left_of(notes_[b - 1].breaks[row], notes.breaks[row], 1) |
                            right_of(notes.breaks[row], notes_[b + 1].breaks[row], 1) | notes.breaks[known(y - 1)] |
                            notes.breaks[row];  // a grain is no liquid, but may move itself
    notes.clings = damp & at_most(load(work_.state.grain_seed().row(y) + b * 64), enough);
    notes.bonds = notes.clings & ~broken;
    const uint64_t beside_fixed = left_of(notes_[b - 1].fixed[row], notes.fixed[row], 1) |
                                  right_of(notes.fixed[row], notes_[b + 1].fixed[row], 1);
    notes.supported = notes.bonds & (notes.firm[known(y + 1)] | beside_fixed);
    notes.hangs = notes.bonds & notes.firm[known(y - 1)];
  }

  HWY_INLINE uint64_t held(int b) {
    const CohesionNotes* const notes = notes_ + b;
    const uint64_t bonds[3] = {notes[-1].bonds, notes[0].bonds, notes[1].bonds};
    const uint64_t grains = bonds[1] & (left_of(bonds[0], bonds[1], 1) | right_of(bonds[1], bonds[2], 1));
    if (grains == 0) return 0;
    const uint64_t hangs[3] = {notes[-1].hangs, notes[0].hangs, notes[1].hangs};
    uint64_t supported[3] = {notes[-1].supported, notes[0].supported, notes[1].supported};
    // Bits at the far ends of the outer words are not exact, and too far away to matter.
    for (int i = 0; i < kOverhang; ++i) {
      const uint64_t before = supported[0] | (hangs[0] & (supported[0] << 1 | supported[0] >> 1 | supported[1] << 63));
      const uint64_t after = supported[2] | (hangs[2] & (supported[2] << 1 | supported[2] >> 1 | supported[1] >> 63));
      supported[1] |= hangs[1] & (left_of(supported[0], supported[1], 1) | right_of(supported[1], supported[2], 1));
      supported[0] = before;
      supported[2] = after;
    }
    return grains & supported[1];
  }

  const FallWork& work_;
  const VectorTables& tables_;
  CohesionNotes* const notes_;
  const CohesionMaps& maps_;
};

template <int kPages>
void find_held_with(const FallWork& work, const VectorTables& tables, RowScratch& scratch, const CohesionMaps& maps,
                    int first_row, int end_row) {
  CohesionSearch<kPages>(work, tables, scratch.cohesion(), maps).run(first_row, end_row);
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#endif
