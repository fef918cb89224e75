#include "sim/inspect/cell_trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "core/ones.h"
#include "core/parallel.h"
#include "sim/inspect/trace_words.h"
#include "sim/rows/row_step.h"
#include "sim/slump/slump.h"
#include "sim/tick/tick.h"

namespace quicksand {
namespace {

// The game's planes, and one that marks what is followed.
constexpr int kFollowed = static_cast<int>(std::size(kPlaneRows));
static_assert(kFollowed < kMostPlanes, "there is no room for a plane that follows a cell");
constexpr std::array<PlaneRow, kFollowed + 1> rows_with_followed() {
  std::array<PlaneRow, kFollowed + 1> rows{};
  std::ranges::copy(kPlaneRows, rows.begin());
  rows[kFollowed] = {.name = "followed",
                     .former_name = {},
                     .empty = 0,
                     .moves = true,
                     .saved = false,
                     .hashed = false,
                     .dumped = false};
  return rows;
}
constexpr std::array<PlaneRow, kFollowed + 1> kRows = rows_with_followed();

CellPos place_of(const Grains& grains, size_t i) {
  return {static_cast<int>(grains.x[i]), static_cast<int>(grains.y[i])};
}

SandboxState copy_of(const SandboxState& state) {
  SandboxState copy(state.size, state.seed, state.border, kRows);
  Grains grains = std::move(copy.grains);
  static_cast<StateBesidesCells&>(copy) = state;
  if (!state.grains.empty()) grains = *unpack_grains(pack_grains(state.grains, state.cells.rows()), kRows);
  copy.grains = std::move(grains);
  for (int plane = 0; plane < kFollowed; ++plane)
    if (plane < kDensePlanes || state.cells.is_ever_used(plane)) copy.cells[plane] = state.cells[plane];
  copy.cells.find_used();
  return copy;
}

// Follows the cell through the passes.
class Follower final : public TickProbe {
 public:
  Follower(SandboxState& state, const MaterialTable& table, CellPos cell, CellTrace& trace)
      : state_(state), table_(table), trace_(trace), touched_(state.size), held_(state.size), active_(state.size) {
    trace_.at = trace_.before_rows = cell;
    if (state_.material()[cell] != kVoid) {
      state_.cells[kFollowed][cell] = 1;
      state_.cells.note_used(kFollowed, cell);
    } else if (const std::optional<size_t> grain = grain_over(cell)) {
      trace_.fate = CellFate::kAirborne;
      state_.grains.bytes(kFollowed)[*grain] = 1;
      grain_ = *grain;
    } else {
      is_void_ = true;
    }
    known_ = bytes();
  }

  void after(std::string_view pass) override {
    if (trace_.fate == CellFate::kGone) return;
    const CellFate fate = trace_.fate;
    const CellPos from = trace_.at;
    if (!is_void_) find();
    const CellBytes now = bytes();
    const std::string change = changed(now, fate);
    known_ = now;
    if (is_void_ && change.empty()) return;
    if (change.empty() && from == trace_.at && fate == trace_.fate) return;
    if (fate == CellFate::kAirborne && trace_.fate == fate && from == trace_.at) return;
    trace_.steps.push_back({pass, trace_.fate, from, trace_.at, change});
  }

  void before_falling(const PassWork& work, const Kernel& kernel, const Falling& falling, const Slump* slump) override {
    if (!is_cell()) return;
    const CellPos cell = trace_.at;
    trace_.fall = trace_fall(
        state_, table_, cell,
        [&](int y) {
          return is_held(kernel, {cell.x, y});
        },
        falling.arches());
    add_words(words_of_fall(work, cell, *trace_.fall));
    if (slump && table_.phase(state_.material()[cell]) == Phase::kPowder)
      add_words(words_of_slope(slump->gives_way(cell, false), slump->gives_way(cell, true)));
  }

  // The rows that the cell may take part in: its own, and the one above, from which something may sink into it.
  bool run_row(const PassWork& work, Kernel& kernel, int y) override {
    if (!is_cell()) return false;
    if (!rows_begun_) find();
    rows_begun_ = true;
    const CellPos cell = row_cell_.value_or(trace_.at);
    row_cell_ = cell;
    if (y != cell.y && y != cell.y - 1) return false;
    trace_.before_rows = cell;
    RowWatch watch{cell.x, {}};
    trace_row(work, kernel, y, watch);
    if (y == cell.y) {
      trace_.row = watch.trace;
      add_words(words_of_row(place_, watch.trace));
    } else {
      add_words(words_of_row_above(place_, watch.trace.sink));
    }
    return true;
  }

 private:
  bool is_cell() const { return !is_void_ && trace_.fate == CellFate::kCell; }

  static bool bit(uint64_t word, int x) { return (word >> x % kBlockCells & 1) != 0; }
  static bool is_held(const Kernel& kernel, CellPos cell) {
    return bit(kernel.held(cell.y, cell.x / kBlockCells), cell.x);
  }

  void add_words(const std::vector<std::string>& words) {
    trace_.why.insert(trace_.why.end(), words.begin(), words.end());
  }

  // By the scalar rules, which look at what has been touched as the kernel has it.
  void trace_row(const PassWork& work, Kernel& kernel, int y, RowWatch& watch) {
    const GridSize size = state_.size;
    const int last = std::min(y + kMaxDrop + 1, size.height - 1);
    for (int row = std::max(y - 1, 0); row <= last; ++row)
      for (int x = 0; x < size.width; ++x) touched_.row(row)[x] = bit(kernel.touched(row, x / kBlockCells), x) ? 1 : 0;
    for (int x = 0; x < size.width; ++x) held_.row(y)[x] = is_held(kernel, {x, y}) ? 1 : 0;
    // What was frozen can do nothing: it is left out in the game only.
    for (int row = y; row < y + 2; ++row) std::fill_n(active_.row(row), size.width, uint8_t{1});
    const MaterialId* const materials = state_.material().row(y);
    place_ = {&table_, {watch.x, y}, {materials, materials + size.width}};
    Plane<int8_t> displacement({size.width, 1});
    Plane<uint8_t> claim({size.width, 1});
    RowStep(work, active_, held_, touched_, y, watch).run(displacement.row(0), claim.row(0));
    for (int row = y; row <= std::min(y + 1, last); ++row)
      for (int x = 0; x < size.width; ++x)
        if (touched_.row(row)[x] != 0) kernel.touch({row, x, x});
  }

  std::optional<size_t> grain_over(CellPos cell) const {
    for (size_t i = 0; i < state_.grains.size(); ++i)
      if (place_of(state_.grains, i) == cell) return i;
    return std::nullopt;
  }

  // Where it is now.
  void find() {
    if (trace_.fate == CellFate::kCell && state_.cells[kFollowed][trace_.at] != 0) return;
    const std::vector<uint8_t>& marks = state_.grains.bytes(kFollowed);
    if (const auto found = std::ranges::find(marks, uint8_t{1}); found != marks.end()) {
      grain_ = static_cast<size_t>(found - marks.begin());
      trace_.fate = CellFate::kAirborne;
      trace_.at = place_of(state_.grains, grain_);
      return;
    }
    for (int y = 0; y < state_.size.height; ++y)
      for (int word = 0; word < state_.cells.used(kFollowed).words(); ++word)
        for (const int block : ones(state_.cells.used(kFollowed).row(y)[word]))
          if (find_in({(word * 64 + block) * kBlockCells, y})) return;
    trace_.fate = CellFate::kGone;
  }

  // In a block, from its first cell on.
  bool find_in(CellPos first) {
    const uint8_t* const row = state_.cells[kFollowed].row(first.y);
    const int end = std::min(first.x + kBlockCells, state_.size.width);
    const int x =
        static_cast<int>(std::find_if(row + first.x, row + end, [](uint8_t mark) { return mark != 0; }) - row);
    if (x == end) return false;
    trace_.fate = CellFate::kCell;
    trace_.at = {x, first.y};
    return true;
  }

  CellBytes bytes() const {
    if (trace_.fate == CellFate::kAirborne) return state_.grains.at(grain_).cell;
    return state_.cells.at(trace_.at);
  }

  std::string changed(const CellBytes& now, CellFate before) const {
    if (is_void_ && now[kMaterialPlane] == kVoid)
      return known_[kMaterialPlane] == kVoid ? "" : words_of_leaving(table_, known_[kMaterialPlane]);
    if (trace_.fate == CellFate::kGone) return words_of_end(table_, known_[kMaterialPlane], now[kMaterialPlane]);
    if (before == CellFate::kAirborne && trace_.fate == before) return "";
    return words_of_change(state_, table_, known_, now);
  }

  SandboxState& state_;
  const MaterialTable& table_;
  CellTrace& trace_;
  Plane<uint8_t> touched_;
  Plane<uint8_t> held_;
  Plane<uint8_t> active_;
  bool is_void_ = false;
  size_t grain_ = 0;
  CellBytes known_{};
  std::optional<CellPos> row_cell_;
  bool rows_begun_ = false;
  RowPlace place_;  // of the row that was traced last
};

}  // namespace

CellTrace trace_cell(const SandboxState& state, const MaterialTable& table, CellPos cell,
                     std::optional<SandboxState>* after) {
  SandboxState copy = copy_of(state);
  CellTrace trace;
  Follower follower(copy, table, cell, trace);
  Tick tick(copy.size, "auto");
  Parallel alone(1);
  tick.run(copy, table, alone, nullptr, &follower);
  if (after) after->emplace(std::move(copy));
  return trace;
}

}  // namespace quicksand
