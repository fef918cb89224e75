#include "sim/rows/simd_kernel.h"

#include <algorithm>
#include <atomic>

#include "core/random.h"
#include "sim/tick/bands.h"
#include "sim/cells/border.h"
#include "sim/cells/rules.h"
#include "sim/rows/sideways.h"

namespace quicksand {

SimdKernel::SimdKernel(GridSize size, const SimdTarget& target)
    : target_(target), sleep_(size), levelling_(size), wetting_(size), touched_(size), worker_of_row_(static_cast<size_t>(size.height)) {}

void SimdKernel::wake(const RowSpan& span) {
  sleep_.wake(span);
  wetting_.note_painted(span);
}

// What comes before the rows, every few ticks.
void SimdKernel::level_and_wet(SandboxState& state, const MaterialTable& table, Parallel& parallel) {
  const BlockQueries queries = target_.queries(tables_->pages);
  if (levelling_.is_due(state)) {
    for (int y = 0; y < state.size.height; ++y)
      if (sleep_.busy(y)) levelling_.mark_dirty(y, sleep_.changed(y));
    for (const CellPos cell : levelling_.run(state, table, queries, parallel)) sleep_.wake({cell.y, cell.x, cell.x});
  }
  if (wetting_.is_due(state)) {
    for (int y = 0; y < state.size.height; ++y)
      if (sleep_.busy(y)) wetting_.mark_dirty(y, sleep_.changed(y));
    wetting_.run(state, table, queries, parallel);
    for (int y = 0; y < state.size.height; ++y)
      if (wetting_.row_changed(y))
        for (int word = 0; word < sleep_.words(); ++word) sleep_.add_changed(y, word, wetting_.changed(y)[word]);
  }
}

void SimdKernel::run_tick(SandboxState& state, const MaterialTable& table, Parallel& parallel) {
  if (!tables_ || tables_hash_ != table.hash()) {
    tables_ = std::make_unique<VectorTables>(table);
    tables_hash_ = table.hash();
    levelling_.set_materials(table);
    wetting_.set_materials(table);
    sleep_.wake_all();
  }
  wetting_.find_damp(state);
  level_and_wet(state, table, parallel);
  while (static_cast<int>(scratch_.size()) < parallel.threads()) scratch_.emplace_back(state.size.width);
  if (static_cast<int>(next_band_.size()) < parallel.threads())
    next_band_ = std::vector<NextBand>(static_cast<size_t>(parallel.threads()));

  const int rows = sleep_.begin_tick([&](int y) {
    std::fill_n(touched_.row(y), touched_.words(), uint64_t{0});
    levelling_.mark_dirty(y, sleep_.had_changed(y));
    wetting_.mark_dirty(y, sleep_.had_changed(y));
  });
  const OddNibbles flows_right = odd_nibbles(flow_mask(state.seed, state.tick));
  const TickContext context{state,       table,          *tables_, sleep_, touched_, tick_key(state.seed, state.tick),
                            flows_right, wetting_.damp()};
  // A few rows are done sooner than other threads are woken.
  if (rows > 0) run_bands(context, parallel, rows > kBandRows ? parallel.threads() : 1);
  if (state.border == Border::kOpen) swallow_at_border(state, table);
  ++state.tick;
}

// Every worker begins with bands of its own, nearly the same ones in every tick, so that rows stay in its core's cache.
// Then it helps the others.
void SimdKernel::run_bands(const TickContext& context, Parallel& parallel, int workers) {
  const SandboxState& state = context.state;
  const Bands bands(state.seed, state.tick, state.size.height);
  for (int colour = 0; colour < 2; ++colour) {
    const int count = bands.count_of_colour(colour);
    const auto first_of = [&](int worker) { return worker * count / workers; };
    for (int worker = 0; worker < workers; ++worker) next_band_[worker].index = first_of(worker);
    parallel.for_each(workers, [&](int worker) {
      for (int i = 0; i < workers; ++i) {
        const int owner = (worker + i) % workers;
        std::atomic<int>& next = next_band_[owner].index;
        for (int index = next++; index < first_of(owner + 1); index = next++) {
          const int band = 2 * index + colour;
          target_.run_rows(context, scratch_[worker], bands.first_row(band), bands.end_row(band));
          std::fill(worker_of_row_.begin() + bands.first_row(band), worker_of_row_.begin() + bands.end_row(band),
                    static_cast<uint8_t>(worker));
        }
      }
    });
  }
}

void SimdKernel::swallow_at_border(SandboxState& state, const MaterialTable& table) {
  const GridSize size = state.size;
  // A cell can have come to the edge only where the tick has been at work.
  const auto worked = [&](int y, int word) { return sleep_.awake(y)[word] | sleep_.changed(y)[word]; };
  const auto swallow_block = [&](int y, int block, int first, int last) {
    if ((worked(y, block / 64) >> block % 64 & 1) == 0) return;
    for (int x = first; x <= last; ++x)
      if (swallow({x, y}, state, table)) sleep_.wake({y, x, x});
  };
  for (const int y : {0, size.height - 1})
    for (int block = 0; block < sleep_.blocks(); ++block)
      swallow_block(y, block, block * kBlockCells, std::min((block + 1) * kBlockCells, size.width) - 1);
  for (int y = 0; y < size.height; ++y) {
    swallow_block(y, 0, 0, 0);
    swallow_block(y, sleep_.blocks() - 1, size.width - 1, size.width - 1);
  }
}

}  // namespace quicksand
