#include "sim/rows/simd_kernel.h"

#include <algorithm>
#include <utility>

#include "core/random.h"
#include "sim/rows/sideways.h"

namespace quicksand {

SimdKernel::SimdKernel(GridSize size, const SimdTarget& target)
    : target_(target),
      width_(size.width),
      awake_(size),
      touched_(size),
      held_(size),
      overwet_(size),
      clings_(size),
      falling_(static_cast<size_t>(awake_.blocks())) {}

void SimdKernel::set_materials(const MaterialTable& table) {
  tables_ = std::make_unique<VectorTables>(table);
  code_ = &target_.code(tables_->pages);
  awake_.set_rows_seen(table.most_drop());
}

void SimdKernel::begin_tick(const FallWork& work, Parallel& parallel) {
  const int height = work.state.size.height;
  falling_cursor_ = work.cursor;
  prepare(parallel);
  // Only where cells have changed they may have been touched.
  constexpr int kGroup = ActivityMap::kRowGroup;
  for (int y = 0; y < height; y += kGroup)
    if (work.activity.rows_changed(work.cursor, y) != 0) touched_.clear_rows(y, std::min(kGroup, height - y));
  if (!work.state.cells.is_ever_used(kWetnessPlane)) {
    // The state may have gone back to before anything was wet.
    if (std::exchange(was_wet_, false))
      for (BitPlane* const plane : {&held_, &overwet_, &clings_}) plane->clear_rows(0, height);
    return;
  }
  was_wet_ = true;
  const int workers = parallel.threads();
  parallel.for_each_from_below(workers, [&](int worker) {
    code_->find_held(work, *tables_, scratch_[static_cast<size_t>(worker)], {held_, overwet_, clings_},
                     height * worker / workers, height * (worker + 1) / workers);
  });
}

void SimdKernel::fall(const FallWork& work, const FallPart& part) {
  code_->fall(work, part, {falling_.data(), held_, touched_});
}

void SimdKernel::touch(const RowSpan& span) {
  uint64_t* const touched = touched_.row(span.y);
  for (int block = span.first / kBlockCells; block <= span.last / kBlockCells; ++block) {
    const int first = std::max(span.first - block * kBlockCells, 0);
    const int last = std::min(span.last - block * kBlockCells, kBlockCells - 1);
    touched[block] |= ~uint64_t{0} >> (kBlockCells - 1 - last + first) << first;
  }
}

int SimdKernel::begin_rows(const PassWork& work, Parallel& parallel) {
  prepare(parallel);
  const SandboxState& state = work.state;
  sparse_planes_ = 0;
  for (const uint8_t plane : state.cells.moving_sparse())
    if (state.cells.is_ever_used(plane)) sparse_[static_cast<size_t>(sparse_planes_++)] = plane;
  const Flow flow = flow_of(state.seed, state.tick);
  flows_right_ = odd_nibbles(flow.mask, flow.odd_goes_right);
  return awake_.find(work.activity, work.cursor);
}

void SimdKernel::run_rows(const PassWork& work, int worker, int first_row, int end_row) {
  code_->run_rows(context_of(work), scratch_[static_cast<size_t>(worker)], first_row, end_row);
}

void SimdKernel::prepare(const Parallel& parallel) {
  while (static_cast<int>(scratch_.size()) < parallel.threads()) scratch_.emplace_back(width_);
}

TickContext SimdKernel::context_of(const PassWork& work) {
  return {.state = work.state,
          .materials = work.materials,
          .tables = *tables_,
          .awake = awake_,
          .activity = work.activity,
          .touched = touched_,
          .held = held_,
          .overwet = overwet_,
          .clings = clings_,
          .falling = falling_cursor_,
          .key = tick_key(work.state.seed, work.state.tick),
          .flows_right = flows_right_,
          .weighs = work.state.gravity != 0 ? ~uint64_t{0} : 0,
          .events = work.events,
          .material = work.state.material().row(0),
          .grain_seed = work.state.grain_seed().row(0),
          .stride = work.state.material().stride(),
          .sparse = sparse_,
          .sparse_planes = sparse_planes_};
}

}  // namespace quicksand
