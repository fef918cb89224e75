#include "sim/rows/reference_kernel.h"

#include <algorithm>

#include "sim/rows/row_step.h"
#include "sim/tick/freeze.h"

namespace quicksand {

ReferenceKernel::ReferenceKernel(GridSize size)
    : active_(size), touched_(size), held_(size), falling_(static_cast<size_t>(size.width)) {}

void ReferenceKernel::begin_tick(const FallWork& work, Parallel& parallel) {
  const GridSize size = work.state.size;
  const bool any_wet = work.state.cells.is_ever_used(kWetnessPlane);
  parallel.for_each(size.height, [&](int y) {
    std::fill_n(touched_.row(y), size.width, uint8_t{0});
    const RowWindow rows(work.state, y);
    for (int x = 0; x < size.width; ++x)
      held_.row(y)[x] = any_wet && is_held(work.materials, rows.at(x)) ? 1 : 0;
  });
}

void ReferenceKernel::fall(const FallWork& work, const FallPart& part) {
  fall_by_cells(work, part, held_, falling_, touched_);
}

uint64_t ReferenceKernel::overwet(const SandboxState& state, const MaterialTable& table, int y, int block) const {
  uint64_t word = 0;
  for (int i = 0; i < kBlockCells; ++i) {
    const int x = block * kBlockCells + i;
    if (is_overwet(table, state.material().row(y)[x], state.wetness().row(y)[x])) word |= uint64_t{1} << i;
  }
  return word;
}

uint64_t ReferenceKernel::clings(const SandboxState& state, const MaterialTable& table, int y, int block) const {
  const RowWindow rows(state, y);
  uint64_t word = 0;
  for (int i = 0; i < kBlockCells; ++i)
    if (quicksand::clings(table, rows.at(block * kBlockCells + i))) word |= uint64_t{1} << i;
  return word;
}

void ReferenceKernel::touch(const RowSpan& span) {
  std::fill(touched_.row(span.y) + span.first, touched_.row(span.y) + span.last + 1, uint8_t{1});
}

// Freezes.
int ReferenceKernel::begin_rows(const PassWork& work, Parallel& parallel) {
  const GridSize size = work.state.size;
  while (static_cast<int>(scratch_.size()) < parallel.threads()) scratch_.emplace_back(size);
  const int blocks = (size.height + kBandRows - 1) / kBandRows;
  parallel.for_each(blocks, [&](int block) {
    const int end = std::min((block + 1) * kBandRows, size.height);
    for (int y = block * kBandRows; y < end; ++y) {
      if (freezing_)
        freeze_row(work.state, work.materials, held_, y, active_.row(y));
      else
        std::fill_n(active_.row(y), size.width, uint8_t{1});
    }
  });
  return size.height;
}

void ReferenceKernel::run_rows(const PassWork& work, int worker, int first_row, int end_row) {
  Scratch& scratch = scratch_[static_cast<size_t>(worker)];
  NoRowWatch none;
  for (int y = first_row; y < end_row; ++y)
    RowStep(work, active_, held_, touched_, y, none).run(scratch.displacement.row(0), scratch.claim.row(0));
}

}  // namespace quicksand
