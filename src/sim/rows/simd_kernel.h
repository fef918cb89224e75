// The fast kernel: vectors, threads and sleeping blocks. Gives what the reference kernel gives, bit for bit.
//
//   vectors   a row is processed 64 cells at a time, on words of 64 bits and vectors of bytes (simd_rows.h)
//   threads   bands of rows (bands.h)
//   sleep     blocks in which nothing can happen are left out (sleep_map.h)
//
// Besides the state it keeps three bits for each cell and a few for each block.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "core/bit_plane.h"
#include "sim/tick/kernel.h"
#include "sim/liquid/levelling.h"
#include "sim/rows/simd_rows.h"
#include "sim/tick/sleep_map.h"
#include "sim/rows/vector_tables.h"
#include "sim/moisture/wetting.h"

namespace quicksand {

class SimdKernel final : public Kernel {
 public:
  SimdKernel(GridSize size, const SimdTarget& target);

  std::string_view name() const override { return target_.name; }
  void run_tick(SandboxState& state, const MaterialTable& table, Parallel& parallel) override;
  void wake(const RowSpan& span) override;
  bool will_look_at(CellPos cell) const override { return sleep_.will_wake(cell); }
  int worker_of_row(int y) const override { return worker_of_row_[static_cast<size_t>(y)]; }
  void set_sleeping(bool sleeping) override { sleep_.set_sleeping(sleeping); }

 private:
  // On a cache line of its own.
  struct alignas(64) NextBand {
    std::atomic<int> index;
  };

  void level_and_wet(SandboxState& state, const MaterialTable& table, Parallel& parallel);
  void run_bands(const TickContext& context, Parallel& parallel, int workers);
  void swallow_at_border(SandboxState& state, const MaterialTable& table);

  SimdTarget target_;
  SleepMap sleep_;
  Levelling levelling_;
  Wetting wetting_;
  BitPlane touched_;
  std::vector<RowScratch> scratch_;  // one for each band that may run at a time
  std::vector<NextBand> next_band_;  // of each worker
  std::vector<uint8_t> worker_of_row_;
  std::unique_ptr<VectorTables> tables_;
  uint64_t tables_hash_ = 0;
};

}  // namespace quicksand
