#include "sim/tick/tick.h"

#include <algorithm>

#include "sim/blasts/impact.h"
#include "sim/cells/rules.h"
#include "sim/grains/splash.h"
#include "sim/heat/heat_reach.h"
#include "sim/tick/bands.h"

namespace quicksand {

Tick::Tick(GridSize size, std::string_view kernel)
    : kernel_(make_kernel(kernel, size)),
      activity_(size),
      rows_(activity_.add_cursor("rows")),
      border_(activity_.add_cursor("border")),
      levelling_(size, activity_),
      wetting_(size, activity_),
      reactions_(size, activity_),
      blasts_(size),
      charge_(size),
      buoyancy_(activity_),
      falling_(size, activity_),
      slump_(size, activity_),
      outflow_(size, activity_),
      foundering_(size, activity_),
      moves_(activity_),
      worker_of_row_(static_cast<size_t>(size.height)) {}

void Tick::set_sleeping(bool sleeping) {
  sleeping_ = sleeping;
  kernel_->set_sleeping(sleeping);
}

void Tick::set_materials(const MaterialTable& table) {
  if (has_materials_ && materials_hash_ == table.hash()) return;
  has_materials_ = true;
  materials_hash_ = table.hash();
  kernel_->set_materials(table);
  levelling_.set_materials(table);
  wetting_.set_materials(table, activity_);
  reactions_.set_materials(table, activity_);
  buoyancy_.set_materials(table);
  falling_.set_materials(table);
  slump_.set_materials(table);
  outflow_.set_materials(table);
  foundering_.set_materials(table);
  activity_.mark_all();
}

// A pass gathers the marks of those before it. What it reads and writes stands in its own header; all write the cells.
void Tick::run(SandboxState& state, const MaterialTable& table, Parallel& parallel, TickEvents* events,
               TickProbe* probe) {
  if (events) events->begin(state.size);
  PassTimer timer(events);
  const auto done = [&](std::string_view pass) {
    timer.lap(pass);
    if (probe) probe->after(pass);
  };
  set_materials(table);
  activity_.set_listening(border_, state.border == Border::kOpen);
  const bool has_weight = state.gravity != 0;
  levelling_.set_weight(has_weight, activity_);
  buoyancy_.set_weight(has_weight, activity_);
  slump_.set_weight(has_weight, activity_);
  outflow_.set_weight(has_weight, activity_);
  foundering_.set_weight(has_weight, activity_);
  if (!sleeps()) activity_.mark_all();

  const PassWork work{state, table, activity_, rows_, events};
  if (levelling_.is_due(state)) {
    levelling_.run(state, table, kernel_->queries(), activity_, parallel);
    done("levels");
  }
  if (wetting_.is_due(state)) {
    wetting_.run(state, table, kernel_->queries(), activity_, parallel);
    done("wetness");
  }
  if (reactions_.is_due(state)) {
    reactions_.run(work, kernel_->queries(), parallel, blasts_, charge_);
    done("reactions");
  }
  if (charge_.is_due(state, table)) {
    charge_.run(work, kernel_->queries());
    done("charge");
  }
  if (blasts_.is_due()) {
    blasts_.run(work);
    done("blasts");
  }
  buoyancy_.run(state, kernel_->queries(), activity_);
  done("gases");
  // The rows do not look at what falls in this tick before the next one: it is touched, and they can do nothing with
  // it.
  activity_.gather();
  falling_.begin(state, table, *kernel_, activity_, parallel, events);
  const bool slumps = slump_.is_due(state);
  if (slumps) slump_.find(state, table, *kernel_, activity_, parallel);
  done("slopes");
  if (probe) probe->before_falling(work, *kernel_, falling_, slumps ? &slump_ : nullptr);
  falling_.run(state, table, *kernel_, activity_, parallel, events);
  done("falling");
  if (slumps) slump_.run(state, table, state.cells, *kernel_, activity_, parallel);
  done("slumps");
  run_rows(work, parallel, probe);
  done("rows");
  strike_by_landing(state, table, falling_.landings(), activity_);
  splash(state, table, falling_.landings(), activity_, events);
  done("splashes");
  outflow_.run(state, table, kernel_->queries(), activity_, parallel);
  done("outflow");
  if (foundering_.is_due(state)) {
    foundering_.run(state, table, kernel_->queries(), activity_, parallel);
    done("foundering");
  }
  if (state.border == Border::kOpen) {
    swallow_at_border(work);
    done("border");
  }
  ++state.tick;
  if (!state.grains.empty()) {
    flight_.run(state, table, kernel_->contact_code(), kernel_->queries(), parallel, activity_, events);
    done("grains");
  }
  moves_.run(state, table, activity_, events);
}

bool Tick::is_anything_left(const SandboxState& state, const MaterialTable& table) const {
  return activity_.any_left() && (!reactions_.only_heat_is_left(activity_) || may_heat_change(state, table));
}

void Tick::run_rows(const PassWork& work, Parallel& parallel, TickProbe* probe) {
  const int rows = kernel_->begin_rows(work, parallel);
  activity_.clear(rows_);
  // A few rows are done sooner than other threads are woken.
  if (rows > 0) run_bands(work, parallel, rows > kBandRows ? parallel.threads() : 1, probe);
}

void Tick::run_band(const PassWork& work, int worker, int first_row, int end_row, TickProbe* probe) {
  if (!probe) return kernel_->run_rows(work, worker, first_row, end_row);
  for (int y = first_row; y < end_row; ++y)
    if (!probe->run_row(work, *kernel_, y)) kernel_->run_rows(work, worker, y, y + 1);
}

// Every worker begins with the bands of those rows in which it let things fall, nearly the same ones in every tick:
// they are in its core's cache. Then it helps the others.
void Tick::run_bands(const PassWork& work, Parallel& parallel, int workers, TickProbe* probe) {
  if (static_cast<int>(next_band_.size()) < workers) next_band_ = std::vector<NextBand>(static_cast<size_t>(workers));
  const SandboxState& state = work.state;
  const Bands bands(state.seed, state.tick, state.size.height);
  for (int colour = 0; colour < 2; ++colour) {
    const int count = bands.count_of_colour(colour);
    const auto first_of = [&](int worker) {
      return worker == workers - 1 ? 0 : bands.count_above(colour, falling_.first_row_of(worker));
    };
    const auto end_of = [&](int worker) { return worker == 0 ? count : first_of(worker - 1); };
    for (int worker = 0; worker < workers; ++worker) next_band_[worker].index = first_of(worker);
    parallel.for_each(workers, [&](int worker) {
      for (int i = 0; i < workers; ++i) {
        const int owner = (worker + i) % workers;
        std::atomic<int>& next = next_band_[owner].index;
        for (int index = next++; index < end_of(owner); index = next++) {
          const int band = 2 * index + colour;
          run_band(work, worker, bands.first_row(band), bands.end_row(band), probe);
          std::fill(worker_of_row_.begin() + bands.first_row(band), worker_of_row_.begin() + bands.end_row(band),
                    static_cast<uint8_t>(worker));
        }
      }
    });
  }
}

// What has reached an outermost row or column is gone, static cells excepted. It came there in a block that changed.
// What falls is gone as soon as it would leave the world in the next tick: else a border would let out a row a tick,
// however fast what comes is, and all behind it would slow down.
void Tick::swallow_at_border(const PassWork& work) {
  SandboxState& state = work.state;
  const GridSize size = state.size;
  activity_.gather();
  const auto swallow = [&](CellPos cell) {
    const Phase phase = work.materials.phase(state.material()[cell]);
    if (phase == Phase::kStatic || phase == Phase::kVoid) return;
    state.cells.clear(cell);
    activity_.mark(cell);
    if (work.events) work.events->removals.add(cell);
  };
  const auto is_changed = [&](int y, int block) {
    return (activity_.changed(border_, y)[block / 64] >> block % 64 & 1) != 0;
  };
  const FallLaws laws(work.materials, state.gravity, state.tick + 1);
  const Plane<uint8_t>& speed = state.cells[kSpeedPlane];
  // A cell so many rows above the last one, and those behind it.
  const auto swallow_falling = [&](CellPos cell, int rows) {
    if (speed[cell] == 0) return;
    for (int y = cell.y + 1; y < size.height; ++y)
      if (state.material()[{cell.x, y}] != kVoid) return;
    const int leaving = laws.rows_at(laws.next(state.material()[cell], speed[cell])) - rows;
    for (int i = 0; i < leaving && cell.y > 0 && speed[cell] != 0; ++i, --cell.y) swallow(cell);
  };
  for (int rows = 0; rows < std::min(kMostRowsFallen, size.height); ++rows) {
    const int y = size.height - 1 - rows;
    for (int block = 0; block < activity_.blocks(); ++block)
      if (is_changed(y, block) && state.cells.is_used(kSpeedPlane, {block * kBlockCells, y}))
        for (int x = block * kBlockCells; x < std::min((block + 1) * kBlockCells, size.width); ++x)
          swallow_falling({x, y}, rows);
  }
  const auto swallow_in_block = [&](int y, int block, int first, int last) {
    if (!is_changed(y, block)) return;
    for (int x = first; x <= last; ++x) swallow({x, y});
  };
  for (const int y : {0, size.height - 1})
    for (int block = 0; block < activity_.blocks(); ++block)
      swallow_in_block(y, block, block * kBlockCells, std::min((block + 1) * kBlockCells, size.width) - 1);
  for (int y = 0; y < size.height; ++y) {
    swallow_in_block(y, 0, 0, 0);
    swallow_in_block(y, activity_.blocks() - 1, size.width - 1, size.width - 1);
  }
  activity_.clear(border_);
}

}  // namespace quicksand
