#include "sim/simd_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd_rows.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h.
#include "sim/simd_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace quicksand {
namespace HWY_NAMESPACE {

template <int kPages>
void run_rows_with(const TickContext& context, RowScratch& scratch, int first_row, int end_row) {
  for (int y = first_row; y < end_row; ++y)
    if (context.sleep.row_awake(y)) RowStep<kPages>(context, scratch, y).run();
}

void run_rows(const TickContext& context, RowScratch& scratch, int first_row, int end_row) {
  switch (context.tables.pages) {
    case 1:
      return run_rows_with<1>(context, scratch, first_row, end_row);
    case 2:
      return run_rows_with<2>(context, scratch, first_row, end_row);
    case 4:
      return run_rows_with<4>(context, scratch, first_row, end_row);
    default:
      return run_rows_with<16>(context, scratch, first_row, end_row);
  }
}

template <int kPages>
uint64_t cells_in_block(const uint8_t* block, const BlockSet& set) {
  return having<0x80>(look_up<kPages>(set.has.data(), load(block)));
}

template <int kPages>
BlockView view_block(const uint8_t* above, const uint8_t* here, const uint8_t* below, const LiquidSets& sets) {
  return {cells_in_block<kPages>(here, sets.self), cells_in_block<kPages>(here, sets.fluid),
          cells_in_block<kPages>(here, sets.lighter), cells_in_block<kPages>(above, sets.lighter),
          cells_in_block<kPages>(below, sets.lighter)};
}

template <int kPages>
constexpr BlockQueries kQueries{cells_in_block<kPages>, view_block<kPages>};

BlockQueries queries(int pages) {
  return pages == 1 ? kQueries<1> : pages == 2 ? kQueries<2> : pages == 4 ? kQueries<4> : kQueries<16>;
}

}  // namespace HWY_NAMESPACE
}  // namespace quicksand
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace quicksand {

RowScratch::RowScratch(int width)
    : near_({(width + 64 * 64 - 1) / (64 * 64), 1}),
      notes_(new_zeroed<BlockNotes>(static_cast<size_t>(width + 63) / 64 + 4)),
      doomed_(new_zeroed<uint32_t>(static_cast<size_t>(width) * 4 + 64)),
      ranks_({width, 1}) {}

const std::vector<SimdTarget>& simd_targets() {
  static const std::vector<SimdTarget> targets = [] {
    struct Compiled {
      int64_t target;
      SimdTarget entry;
    };
    // Fastest first.
    const Compiled compiled[] = {
#if HWY_TARGETS & HWY_AVX3_DL
      {HWY_AVX3_DL, {"AVX3_DL", N_AVX3_DL::run_rows, N_AVX3_DL::queries}},
#endif
#if HWY_TARGETS & HWY_AVX3
      {HWY_AVX3, {"AVX3", N_AVX3::run_rows, N_AVX3::queries}},
#endif
#if HWY_TARGETS & HWY_AVX2
      {HWY_AVX2, {"AVX2", N_AVX2::run_rows, N_AVX2::queries}},
#endif
#if HWY_TARGETS & HWY_SSE4
      {HWY_SSE4, {"SSE4", N_SSE4::run_rows, N_SSE4::queries}},
#endif
#if HWY_TARGETS & HWY_SSSE3
      {HWY_SSSE3, {"SSSE3", N_SSSE3::run_rows, N_SSSE3::queries}},
#endif
    };
    std::vector<SimdTarget> runnable;
    for (const Compiled& one : compiled)
      if (hwy::SupportedTargets() & one.target) runnable.push_back(one.entry);
    return runnable;
  }();
  return targets;
}

}  // namespace quicksand
#endif
