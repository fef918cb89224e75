// A tick of the sandbox: its passes, in order. docs/architecture.md has the same list.
//
// The passes share one map of what has changed (activity_map.h), and the kernel (kernel.h) supplies the steps of the
// rows and answers about blocks; nothing else depends on which kernel it is.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/parallel.h"
#include "core/tick_events.h"
#include "sim/blasts/blasts.h"
#include "sim/cells/state.h"
#include "sim/charge/charge.h"
#include "sim/falling/buoyancy.h"
#include "sim/falling/falling.h"
#include "sim/grains/grain_flight.h"
#include "sim/liquid/foundering.h"
#include "sim/liquid/levelling.h"
#include "sim/liquid/outflow.h"
#include "sim/moisture/wetting.h"
#include "sim/reactions/reactions.h"
#include "sim/slump/slump.h"
#include "sim/tick/activity_map.h"
#include "sim/tick/kernel.h"
#include "sim/tick/move_counter.h"
#include "sim/tick/tick_probe.h"

namespace quicksand {

class Tick {
 public:
  // For states of this size. kernel: "auto" or one of kernel_names(); else valid() is false.
  Tick(GridSize size, std::string_view kernel);

  bool valid() const { return kernel_ != nullptr; }
  const Kernel& kernel() const { return *kernel_; }

  // Runs tick number state.tick and counts it. It must be the same state in every call, and what others change in its
  // cells between two calls must be marked in activity(). `events` and `probe` may be null; with a probe there is one
  // thread.
  void run(SandboxState& state, const MaterialTable& table, Parallel& parallel, TickEvents* events = nullptr,
           TickProbe* probe = nullptr);

  // What has changed; to be marked by whoever changes cells between two ticks.
  ActivityMap& activity() { return activity_; }
  const ActivityMap& activity() const { return activity_; }
  // Whether the next ticks may do more to the cells than even out warmth; where blocks that rest are left out.
  bool is_anything_left(const SandboxState& state, const MaterialTable& table) const;
  // Whether they are.
  bool sleeps() const { return sleeping_ && kernel_->sleeps(); }
  // Of the rows, in that map.
  ActivityMap::Cursor rows_cursor() const { return rows_; }

  // Whether the rows of the next tick will look at this cell.
  bool will_look_at(CellPos cell) const { return kernel_->will_look_at(activity_, rows_, cell); }

  // Which worker ran the row when it was awake last. For pictures only.
  int worker_of_row(int y) const { return worker_of_row_[static_cast<size_t>(y)]; }

  // With false no pass leaves anything out. Makes no difference to the result; tests compare.
  void set_sleeping(bool sleeping);

 private:
  // On a cache line of its own.
  struct alignas(64) NextBand {
    std::atomic<int> index;
  };

  void set_materials(const MaterialTable& table);
  void run_rows(const PassWork& work, Parallel& parallel, TickProbe* probe);
  void run_bands(const PassWork& work, Parallel& parallel, int workers, TickProbe* probe);
  void run_band(const PassWork& work, int worker, int first_row, int end_row, TickProbe* probe);
  void swallow_at_border(const PassWork& work);

  std::unique_ptr<Kernel> kernel_;
  ActivityMap activity_;
  ActivityMap::Cursor rows_;
  ActivityMap::Cursor border_;
  Levelling levelling_;
  Wetting wetting_;
  Reactions reactions_;
  Blasts blasts_;
  Charge charge_;
  Buoyancy buoyancy_;
  Falling falling_;
  Slump slump_;
  Outflow outflow_;
  Foundering foundering_;
  GrainFlight flight_;
  MoveCounter moves_;
  bool sleeping_ = true;
  uint64_t materials_hash_ = 0;
  bool has_materials_ = false;
  std::vector<NextBand> next_band_;  // of each worker
  std::vector<uint8_t> worker_of_row_;
};

}  // namespace quicksand
