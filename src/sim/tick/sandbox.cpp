#include "sim/tick/sandbox.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "core/check.h"
#include "core/flood.h"
#include "core/hash.h"
#include "core/language.h"
#include "core/plane_tiles.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/material_facts.h"
#include "sim/cells/remap.h"
#include "sim/grains/grain_materials.h"
#include "sim/grains/grains_in.h"
#include "sim/grains/nearest_void.h"
#include "sim/grains/push.h"
#include "sim/grains/walled_in.h"
#include "sim/inspect/inspect_cell.h"
#include "sim/tick/freeze.h"
#include "sim/touch/touch.h"

namespace quicksand {
namespace {

bool may_paint(const PaintCommand& command, MaterialId now, MaterialId painted) {
  switch (command.onto) {
    case Onto::kAny:
      return true;
    case Onto::kEmpty:
      return now == kVoid || (command.wetness && now == painted);
    case Onto::kEntry:
      return now == command.onto_entry;
  }
  return false;
}

// What the command's entries are like when they come into the world, as warm as it says.
std::vector<CellBytes> fresh_cells(const SandboxState& state, const MaterialTable& table, const PaintCommand& command) {
  std::vector<CellBytes> cells;
  for (const MaterialId entry : command.entries) {
    CellBytes& bytes = cells.emplace_back(fresh_cell(state, table, entry, 0));
    if (command.temperature && entry != kVoid)
      set_temperature(bytes, temperature_of(*command.temperature), state.ambient);
  }
  return cells;
}

// Whether the command paints the cell, or leaves it for its fill: a function of (seed, how many commands came before,
// x, y).
class FilledCells {
 public:
  FilledCells(const SandboxState& state, const PaintCommand& command, int y)
      : key_(row_key(state.seed, state.paint_serial, kDicePaintFill, y)), limit_(command.fill_limit) {}
  bool has(int x) const { return dice_word(key_, static_cast<uint32_t>(x)) < limit_; }

 private:
  uint32_t key_;
  uint64_t limit_;
};

// Paints one span of cells.
// `fresh`: a cell for each of the command's entries. Into cells that grains reach into, `taken`, none is thrown; empty:
// there are none.
void paint_span(SandboxState& state, const MaterialTable& table, const PaintCommand& command,
                const std::vector<CellBytes>& fresh, const RowSpan& span, const std::vector<uint8_t>& taken) {
  const FilledCells filled(state, command, span.y);
  const uint32_t entry_key = row_key(state.seed, state.paint_serial, kDicePaintEntry, span.y);
  const uint32_t seed_key = row_key(state.seed, state.paint_serial, kDicePaintGrainSeed, span.y);
  const auto entries = static_cast<uint32_t>(command.entries.size());
  CellRow row(state.cells, span.y);
  for (int x = span.first; x <= span.last; ++x) {
    if (!filled.has(x)) continue;
    const MaterialId now = row.material(x);
    const CellBytes& cell = fresh[uint64_t{dice_word(entry_key, x)} * entries >> 32];
    const MaterialId painted = cell[kMaterialPlane];
    if (!may_paint(command, now, painted)) continue;
    const uint8_t seed = painted == kVoid ? cell[kGrainSeedPlane] : dice_byte(seed_key, static_cast<uint32_t>(x));
    if (command.velocity && can_fly(table, painted)) {
      const bool is_free = taken.empty() || taken[static_cast<size_t>(x - span.first)] == 0;
      if (!is_free || now != kVoid || state.grains.size() >= most_thrown(state.size.cells())) continue;
      CellBytes thrown = cell;
      thrown[kGrainSeedPlane] = seed;
      state.grains.add(thrown_grain(table, command, {x, span.y}, thrown));
      continue;
    }
    // What holds the material already stays as it is, but for its wetness, and its warmth if the command says one.
    const int kept = now == painted ? row.byte(kWetnessPlane, x) : cell[kWetnessPlane];
    int wetness = command.wetness ? std::min<int>(*command.wetness, table.wet_max(painted)) : kept;
    if (command.onto == Onto::kEmpty) wetness = std::max(wetness, kept);
    if (now != painted) {
      row.put(x, cell);
      row.set(kGrainSeedPlane, x, seed);
    } else if (command.temperature && command.onto != Onto::kEmpty) {
      row.set(kHeatLowPlane, x, cell[kHeatLowPlane]);
      row.set(kHeatHighPlane, x, cell[kHeatHighPlane]);
    }
    row.set(kWetnessPlane, x, static_cast<uint8_t>(wetness));
  }
}

// Those in the cells that the command paints.
void drop_grains(SandboxState& state, const PaintCommand& command, const std::vector<RowSpan>& spans) {
  Grains& grains = state.grains;
  std::vector<uint8_t> gone;
  for (const auto& [grain, run] : grains_in(grains, spans)) {
    if (!FilledCells(state, command, run->y).has(cell_of(grains.x[grain]))) continue;
    gone.resize(grains.size());
    gone[grain] = 1;
  }
  if (!gone.empty()) grains.drop(gone);
}

}  // namespace

Sandbox::Sandbox(GridSize size, uint64_t seed, Border border, std::shared_ptr<const MaterialTable> materials,
                 std::string_view kernel)
    : Sandbox(SandboxState(size, seed, border), std::move(materials), kernel) {}

Sandbox::Sandbox(SandboxState state, std::shared_ptr<const MaterialTable> materials, std::string_view kernel)
    : state_(std::move(state)), materials_(std::move(materials)), tick_(state_.size, kernel) {
  QS_CHECK(is_world_size(state_.size), "a sandbox's size is out of range");
  QS_CHECK(tick_.valid(), "there is no kernel of this name");
  state_.cells.find_used();
}

namespace {

// What is as warm as its surroundings stays so; all else keeps its temperature.
void set_ambient(SandboxState& state, uint16_t ambient) {
  const uint16_t former = state.ambient;
  if (ambient == former) return;
  state.ambient = ambient;
  const auto shifted = [&](uint8_t& low, uint8_t& high) {
    if (low == 0 && high == 0) return;
    const uint16_t excess = excess_of(temperature_of(low, high, former), ambient);
    low = static_cast<uint8_t>(excess);
    high = static_cast<uint8_t>(excess >> 8);
  };
  Plane<uint8_t>& low = state.cells[kHeatLowPlane];
  Plane<uint8_t>& high = state.cells[kHeatHighPlane];
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) shifted(low.row(y)[x], high.row(y)[x]);
  std::vector<uint8_t>& low_of_grains = state.grains.bytes(kHeatLowPlane);
  std::vector<uint8_t>& high_of_grains = state.grains.bytes(kHeatHighPlane);
  for (size_t i = 0; i < state.grains.size(); ++i) shifted(low_of_grains[i], high_of_grains[i]);
  state.cells.find_used();
}

}  // namespace

std::shared_ptr<const WorldSettings> Sandbox::settings() const {
  auto settings = std::make_shared<SandboxSettings>();
  settings->open_border = state_.border == Border::kOpen;
  settings->deposits = state_.deposits;
  settings->unclumps = state_.unclumps;
  settings->friction = state_.friction;
  settings->gravity = state_.gravity;
  settings->ambient = static_cast<int>(state_.ambient) - kZeroCelsius;
  return settings;
}

void Sandbox::set(const WorldSettings& settings) {
  const auto* const sandbox = dynamic_cast<const SandboxSettings*>(&settings);
  QS_CHECK(sandbox, "a sandbox is set as another kind of world");
  state_.border = sandbox->open_border ? Border::kOpen : Border::kWall;
  state_.deposits = sandbox->deposits;
  state_.unclumps = sandbox->unclumps;
  state_.friction = sandbox->friction;
  state_.gravity = sandbox->gravity;
  set_ambient(state_, temperature_of(sandbox->ambient));
  state_.grains.wake_all();
  tick_.activity().mark_all();
}

void Sandbox::paint(const PaintCommand& command) {
  QS_CHECK(!command.entries.empty(), "a paint command has no material");
  for (const uint8_t entry : command.entries) QS_CHECK(entry < materials_->size(), "a painted material is unknown");
  const Plane<uint8_t>& material = state_.material();
  const std::vector<RowSpan> spans = painted_cells(command, state_.size, [&](CellPos cell) { return material[cell]; });
  std::vector<std::vector<uint8_t>> taken;  // of each run
  if (command.velocity && !state_.grains.empty()) taken = reached_cells(state_.grains, spans);
  const bool builds = !state_.grains.empty() && std::ranges::any_of(command.entries, [&](uint8_t entry) {
    return materials_->phase(entry) == Phase::kStatic;
  });
  const std::vector<RowSpan> ways = builds ? ways_through(state_, *materials_, spans) : std::vector<RowSpan>();
  const std::vector<CellBytes> fresh = fresh_cells(state_, *materials_, command);
  for (size_t i = 0; i < spans.size(); ++i) {
    paint_span(state_, *materials_, command, fresh, spans[i], taken.empty() ? std::vector<uint8_t>() : taken[i]);
    tick_.activity().mark(spans[i]);
  }
  const bool erases =
      command.onto == Onto::kAny && std::ranges::all_of(command.entries, [](uint8_t entry) { return entry == kVoid; });
  if (erases && !state_.grains.empty()) drop_grains(state_, command, spans);
  if (builds) free_walled_in(state_, *materials_, spans, ways);
  ++state_.paint_serial;
}

std::vector<PaintCommand> Sandbox::drawn_by_hand(const PaintCommand& command) const {
  const auto is_powder = [&](uint8_t entry) { return materials_->phase(entry) == Phase::kPowder; };
  if (state_.deposits || command.velocity || !std::ranges::all_of(command.entries, is_powder)) return {command};
  PaintCommand grains = command;
  grains.velocity = Velocity{};
  const bool floods_void =
      command.shape == Shape::kFlood && contains(state_.size, command.from) && state_.material()[command.from] == kVoid;
  const bool is_onto_void = command.onto == Onto::kEntry && command.onto_entry == kVoid;
  if (command.onto == Onto::kEmpty || floods_void || is_onto_void) return {grains};
  // What it covers is erased first, unless dice choose the cells: they would choose others.
  if (command.onto != Onto::kAny || command.shape == Shape::kFlood || command.fill_limit != dice_limit(1))
    return {command};
  PaintCommand erased = command;
  erased.entries = {kVoid};
  erased.wetness.reset();
  erased.temperature.reset();
  grains.onto = Onto::kEmpty;
  return {erased, grains};
}

void keep_at_room_temperature(Patch& patch, uint16_t ambient) {
  if (ambient == kRoomTemperature) return;
  PatchPlane& low = patch.planes[kHeatLowPlane];
  PatchPlane& high = patch.planes[kHeatHighPlane];
  for (size_t i = 0; i < low.bytes.size(); ++i) {
    if (patch.planes[kMaterialPlane].bytes[i] == kVoid) continue;
    const uint16_t excess = excess_of(temperature_of(low.bytes[i], high.bytes[i], ambient), kRoomTemperature);
    low.bytes[i] = static_cast<uint8_t>(excess);
    high.bytes[i] = static_cast<uint8_t>(excess >> 8);
  }
}

// Patches keep temperatures as cells do in a world at room temperature, so that they mean the same in every world.
std::shared_ptr<const Patch> Sandbox::copy_cells(std::span<const RowSpan> cells) const {
  const CellBox box = box_around(cells);
  const GridSize size{box.right - box.left, box.bottom - box.top};
  QS_CHECK(box.left >= 0 && box.top >= 0 && size.width > 0 && size.height > 0 && box.right <= state_.size.width &&
               box.bottom <= state_.size.height && size.cells() <= kMostPatchCells,
           "a piece does not lie in the world");
  auto patch = std::make_shared<Patch>(Patch{size, materials_->names(), {}});
  const auto index = [&](CellPos cell) {
    return static_cast<size_t>(cell.y - box.top) * size.width + static_cast<size_t>(cell.x - box.left);
  };
  for (int plane = 0; plane < state_.cells.count(); ++plane) {
    PatchPlane& to = patch->planes.emplace_back(PatchPlane{std::string(state_.cells.rows()[plane].name), {}});
    to.bytes.resize(static_cast<size_t>(size.cells()));
    for (int y = box.top; y < box.bottom; ++y)
      std::copy_n(state_.cells[plane].row(y) + box.left, size.width, to.bytes.data() + index({box.left, y}));
  }
  // What flies comes to lie where it is; where something is there, in the nearest void of these cells.
  constexpr uint8_t kOutside = 1;
  std::vector<uint8_t> outside(static_cast<size_t>(size.cells()), kOutside);
  for (const RowSpan& run : cells)
    std::fill_n(outside.data() + index({run.first, run.y}), run.last - run.first + 1, uint8_t{0});
  const Grains& grains = state_.grains;
  const auto put = [&](size_t grain, size_t at) {
    for (int plane = 0; plane < state_.cells.count(); ++plane)
      if (state_.cells.rows()[plane].moves && plane != kSpeedPlane)
        patch->planes[plane].bytes[at] = grains.bytes(plane)[grain];
  };
  std::vector<size_t> crowded;
  for (size_t i = 0; i < grains.size(); ++i) {
    const CellPos cell{static_cast<int>(grains.x[i]), static_cast<int>(grains.y[i])};
    if (!contains(box, cell) || outside[index(cell)] == kOutside) continue;
    if (patch->planes[kMaterialPlane].bytes[index(cell)] == kVoid)
      put(i, index(cell));
    else
      crowded.push_back(i);
  }
  NearestVoid room(size, [&](CellPos cell) {
    const size_t i = static_cast<size_t>(cell.y) * size.width + static_cast<size_t>(cell.x);
    return outside[i] == 0 && patch->planes[kMaterialPlane].bytes[i] == kVoid;
  });
  for (const size_t i : crowded) {
    const std::optional<CellPos> cell =
        room.take({static_cast<int>(grains.x[i]) - box.left, static_cast<int>(grains.y[i]) - box.top});
    if (!cell) break;  // it is full
    put(i, index({box.left + cell->x, box.top + cell->y}));
  }
  keep_at_room_temperature(*patch, state_.ambient);
  std::vector<RowSpan> inside(cells.begin(), cells.end());
  for (RowSpan& run : inside) run = {run.y - box.top, run.first - box.left, run.last - box.left};
  *patch = masked(*patch, inside);
  // A sparse plane in which nothing is says nothing.
  for (int plane = state_.cells.count() - 1; plane >= kDensePlanes; --plane)
    if (std::ranges::all_of(patch->planes[plane].bytes, [](uint8_t byte) { return byte == 0; }))
      patch->planes.erase(patch->planes.begin() + plane);
  return patch;
}

void Sandbox::paste(const PasteCommand& command) {
  const Patch& patch = *command.patch;
  std::array<MaterialId, 256> ids{};  // void where the table lacks the material
  for (size_t entry = 1; entry < patch.entry_names.size(); ++entry)
    ids[entry] = materials_->find(patch.entry_names[entry]).value_or(kVoid);
  std::array<const uint8_t*, kMostPlanes> from{};
  for (int plane = 1; plane < state_.cells.count(); ++plane)
    for (const PatchPlane& each : patch.planes)
      if (each.name == state_.cells.rows()[static_cast<size_t>(plane)].name && state_.cells.rows()[plane].moves)
        from[static_cast<size_t>(plane)] = each.bytes.data();
  const int left = std::max(command.at.x, 0);
  const int right = std::min(command.at.x + patch.size.width, state_.size.width);
  for (int y = std::max(command.at.y, 0); y < std::min(command.at.y + patch.size.height, state_.size.height); ++y) {
    const size_t row_at = static_cast<size_t>(y - command.at.y) * patch.size.width;
    CellRow row(state_.cells, y);
    RowSpan touched{y, right, right - 1};  // nothing
    for (int x = left; x < right; ++x) {
      const size_t i = row_at + static_cast<size_t>(x - command.at.x);
      CellBytes bytes{};
      bytes[kMaterialPlane] = ids[patch.planes.front().bytes[i]];
      if (bytes[kMaterialPlane] == kVoid) continue;
      for (int plane = 1; plane < state_.cells.count(); ++plane)
        if (from[static_cast<size_t>(plane)]) bytes[static_cast<size_t>(plane)] = from[static_cast<size_t>(plane)][i];
      const uint16_t temperature = temperature_of(bytes[kHeatLowPlane], bytes[kHeatHighPlane], kRoomTemperature);
      set_temperature(bytes, temperature, state_.ambient);
      bytes[kWetnessPlane] =
          static_cast<uint8_t>(std::min<int>(bytes[kWetnessPlane], materials_->wet_max(bytes[kMaterialPlane])));
      row.put(x, bytes);
      touched.first = std::min(touched.first, x);
      touched.last = x;
    }
    if (touched.first <= touched.last) tick_.activity().mark(touched);
  }
  ++state_.paint_serial;
}

void Sandbox::step(Parallel& parallel, TickEvents* events) { tick_.run(state_, *materials_, parallel, events); }

void Sandbox::push(const ForceCommand& command) {
  push_world(state_, *materials_, command, tick_.activity());
  ++state_.paint_serial;
}

void Sandbox::touch(const TouchCommand& command) {
  touch_world(state_, *materials_, command, tick_.activity());
  ++state_.paint_serial;
}

Inspection Sandbox::inspect(CellPos cell) const { return inspect_cell(state_, *materials_, tick_, cell); }

std::vector<std::string> Sandbox::facts_about(uint8_t entry) const { return material_facts(*materials_, entry); }

std::string Sandbox::state_of(CellPos cell) const {
  const MaterialId id = state_.material()[cell];
  const Material& material = (*materials_)[id];
  const uint16_t temperature = state_.temperature(cell);
  const uint8_t timer = state_.cells[kTimerPlane][cell];
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  // Between its point and the latent heat more (heat_table.h).
  if (material.hot && material.hot->latent > 0 && temperature > temperature_of(material.hot->at)) {
    const int share = (temperature - temperature_of(material.hot->at)) * 100 / material.hot->latent;
    const Products& into = material.hot->into;
    const bool boils = !into.empty() && into[0].material != kSame && materials_->phase(into[0].material) == Phase::kGas;
    add(std::string(boils ? said("boiling, ") : said("melting, ")) + std::to_string(std::min(share, 100)) + " %");
  }
  if (timer != 0 && material.burns) add(said("burning"));
  if (timer != 0 && material.explodes) add(said("about to explode"));
  if (timer != 0 && material.electric) add(said("charged"));
  return text;
}

void Sandbox::clear() {
  PaintCommand erase;
  erase.shape = Shape::kAll;
  erase.entries = {kVoid};
  paint(erase);
}

void Sandbox::paint_all(std::span<const uint8_t> entries) {
  QS_CHECK(static_cast<int64_t>(entries.size()) == state_.size.cells(), "the entries do not fit the world");
  state_.grains.clear();
  for (int y = 0; y < state_.size.height; ++y) {
    const uint8_t* const row = &entries[static_cast<size_t>(y) * state_.size.width];
    const uint32_t seed_key = row_key(state_.seed, state_.paint_serial, kDicePaintGrainSeed, y);
    CellRow cells(state_.cells, y);
    for (int x = 0; x < state_.size.width; ++x) {
      QS_CHECK(row[x] < materials_->size(), "a painted material is unknown");
      cells.put(x, fresh_cell(state_, *materials_, row[x], dice_byte(seed_key, static_cast<uint32_t>(x))));
    }
    tick_.activity().mark(RowSpan{y, 0, state_.size.width - 1});
  }
  ++state_.paint_serial;
}

bool Sandbox::is_active(CellPos cell) const { return is_active_cell(state_, *materials_, cell); }

void Sandbox::read_activity(int y, std::span<Activity> row) const {
  QS_CHECK(static_cast<int>(row.size()) == state_.size.width, "a row of activity has another width than the world");
  std::vector<uint8_t> active(row.size());
  freeze_row(state_, *materials_, y, active.data());
  for (int x = 0; x < state_.size.width; ++x) {
    const Activity frozen = tick_.will_look_at({x, y}) ? Activity::kFrozen : Activity::kAsleep;
    row[static_cast<size_t>(x)] = active[static_cast<size_t>(x)] != 0 ? Activity::kActive : frozen;
  }
}

std::vector<int64_t> Sandbox::count_entries() const {
  // Tables that take turns: neighbours are often alike, and a processor waits to add to what it has just written.
  constexpr size_t kTables = 8;
  std::array<std::array<uint32_t, 256>, kTables> tables{};
  for (int y = 0; y < state_.size.height; ++y) {
    const std::span<const MaterialId> row = state_.material().cells(y);
    size_t x = 0;
    for (; x + kTables <= row.size(); x += kTables)
      for (size_t table = 0; table < kTables; ++table) ++tables[table][row[x + table]];
    for (; x < row.size(); ++x) ++tables[0][row[x]];
  }
  std::vector<int64_t> counts(static_cast<size_t>(materials_->size()));
  for (const auto& table : tables)
    for (size_t id = 0; id < counts.size(); ++id) counts[id] += table[id];
  return counts;
}

std::vector<int64_t> Sandbox::count_airborne() const {
  std::vector<int64_t> counts(static_cast<size_t>(materials_->size()));
  for (const MaterialId id : state_.grains.material()) ++counts[id];
  return counts;
}

AirborneView Sandbox::airborne() const {
  const Grains& grains = state_.grains;
  return {grains.x,
          grains.y,
          grains.material(),
          grains.grain_seed(),
          grains.wetness(),
          {},
          grains.vx,
          grains.vy,
          grains.size() >= most_thrown(state_.size.cells())};
}

// What sleeps does not, until something pushes it, or a cell closes over it.
bool Sandbox::any_flies() const {
  const Grains& grains = state_.grains;
  const bool is_weightless = state_.gravity == 0;
  const auto lies_still = [&](size_t i) {
    const float squared = grains.vx[i] * grains.vx[i] + grains.vy[i] * grains.vy[i];
    // Without weight what has come to a stop hangs there; contact may still ask for what is too little to change
    // places.
    const bool stands =
        is_weightless ? squared < kLeastGrainSpeed * kLeastGrainSpeed : grains.is_asleep(i) && squared == 0;
    if (!stands) return false;
    const Phase phase = materials_->phase(material_at(state_, {cell_of(grains.x[i]), cell_of(grains.y[i])}));
    return phase == Phase::kVoid || phase == Phase::kGas || (is_weightless && phase == Phase::kLiquid);
  };
  for (size_t i = 0; i < grains.size(); ++i)
    if (!lies_still(i)) return true;
  return false;
}

int64_t Sandbox::count_active(Parallel& parallel) const {
  constexpr int kRows = 64;
  std::atomic<int64_t> total = 0;
  parallel.for_each((state_.size.height + kRows - 1) / kRows, [&](int block) {
    std::vector<uint8_t> active(state_.size.width);
    int64_t sum = 0;
    for (int y = block * kRows; y < std::min((block + 1) * kRows, state_.size.height); ++y) {
      freeze_row(state_, *materials_, y, active.data());
      sum += std::count(active.begin(), active.end(), uint8_t{1});
    }
    total += sum;
  });
  return total;
}

bool Sandbox::is_at_rest(Parallel& parallel) const {
  return !(tick_.sleeps() && tick_.is_anything_left(state_, *materials_)) && World::is_at_rest(parallel);
}

namespace {

struct SandboxSnapshot final : WorldSnapshot {
  explicit SandboxSnapshot(const StateBesidesCells& now) : rest(now) {}
  StateBesidesCells rest;
  uint64_t table_hash = 0;
  std::vector<PlaneTiles<uint8_t>> planes;

  // Of what is never shared.
  size_t fixed_bytes() const { return sizeof(*this) + bytes_of_names() + rest.grains.memory(); }
  size_t exclusive_bytes() const override {
    size_t bytes = fixed_bytes();
    for (const PlaneTiles<uint8_t>& plane : planes) bytes += plane.exclusive_bytes();
    return bytes;
  }
};

}  // namespace

std::shared_ptr<const WorldSnapshot> Sandbox::snapshot(const WorldSnapshot* like) const {
  const auto* const earlier = dynamic_cast<const SandboxSnapshot*>(like);
  auto snapshot = std::make_shared<SandboxSnapshot>(state_);
  for (int plane = 0; plane < state_.cells.count(); ++plane) {
    const auto index = static_cast<size_t>(plane);
    const bool shares = earlier && index < earlier->planes.size();
    snapshot->planes.emplace_back(state_.cells[plane], state_.cells.rows()[index].empty,
                                  shares ? &earlier->planes[index] : nullptr);
    snapshot->own_bytes += snapshot->planes.back().own_bytes();
    snapshot->has_news = snapshot->has_news || snapshot->planes.back().has_own();
  }
  snapshot->entry_names = materials_->names();
  snapshot->own_bytes += snapshot->fixed_bytes();
  snapshot->has_news = snapshot->has_news || !state_.grains.empty();
  snapshot->table_hash = materials_->hash();
  return snapshot;
}

bool Sandbox::restore(const WorldSnapshot& snapshot) {
  const auto* const taken = dynamic_cast<const SandboxSnapshot*>(&snapshot);
  if (!taken || taken->rest.size != state_.size) return false;
  SandboxState state = state_;
  static_cast<StateBesidesCells&>(state) = taken->rest;
  for (int plane = 0; plane < state.cells.count(); ++plane)
    taken->planes[static_cast<size_t>(plane)].write_to(state.cells[plane]);
  state.cells.find_used();
  // Under other properties of the same names cells may be too wet, and grains may not fly, nor lie where they sleep.
  if (taken->table_hash != materials_->hash()) {
    const auto ids = match_materials(state, taken->entry_names, *materials_);
    if (!ids || remap_materials(state, *ids, *materials_)) return false;
    state.grains.wake_all();
  }
  state_ = std::move(state);
  tick_.activity().mark_all();
  return true;
}

std::vector<PlaneView> Sandbox::planes() const {
  std::vector<PlaneView> views;
  for (int plane = 0; plane < state_.cells.count(); ++plane) {
    const PlaneRow& row = state_.cells.rows()[static_cast<size_t>(plane)];
    views.push_back({.name = row.name,
                     .former_name = row.former_name,
                     .plane = &state_.cells[plane],
                     .saved = row.saved && (plane < kAlwaysHashedPlanes || state_.cells.holds_anything(plane)),
                     .dumped = row.dumped});
  }
  views.push_back({.name = "temperature",
                   .plane = &state_.cells[kHeatLowPlane],
                   .high = &state_.cells[kHeatHighPlane],
                   .base = state_.ambient,
                   .zero = kZeroCelsius,
                   .one = kUnitsPerKelvin,
                   .saved = false});
  return views;
}

uint64_t Sandbox::state_hash() const {
  StateHasher hasher;
  hasher.add(materials_->hash());
  for (const uint64_t word : {uint64_t(state_.size.width), uint64_t(state_.size.height), state_.seed, state_.tick,
                              state_.paint_serial, uint64_t(state_.border)})
    hasher.add(word);
  const CellPlanes& cells = state_.cells;
  const auto is_hashed = [&](int plane) { return cells.rows()[static_cast<size_t>(plane)].hashed; };
  const auto counts = [&](int plane, std::span<const uint8_t> bytes) {
    const uint8_t empty = cells.rows()[static_cast<size_t>(plane)].empty;
    return plane < kAlwaysHashedPlanes ||
           std::any_of(bytes.begin(), bytes.end(), [&](uint8_t byte) { return byte != empty; });
  };
  for (int y = 0; y < state_.size.height; ++y)
    for (int plane = 0; plane < cells.count(); ++plane)
      if (is_hashed(plane) && counts(plane, cells[plane].cells(y))) {
        if (plane >= kAlwaysHashedPlanes) hasher.add(static_cast<uint64_t>(plane));
        hasher.add_bytes(cells[plane].row(y), static_cast<size_t>(state_.size.width));
      }
  const Grains& grains = state_.grains;
  hasher.add(grains.size());
  // What is as usual adds nothing.
  hasher.add(uint64_t{state_.deposits} | uint64_t{!state_.unclumps} << 1 |
             static_cast<uint64_t>(state_.friction ^ kFrictionUnit) << 2 |
             static_cast<uint64_t>(state_.ambient ^ kRoomTemperature) << 32);
  hasher.add(static_cast<uint64_t>(state_.gravity));
  for (const std::vector<float>* values : grains.numbers())
    hasher.add_bytes(values->data(), values->size() * sizeof(float));
  hasher.add_bytes(grains.contacts.data(), grains.contacts.size() * sizeof(GrainContact));
  if (!state_.deposits) {
    for (const std::vector<float>* values : {&grains.rest_x, &grains.rest_y})
      hasher.add_bytes(values->data(), values->size() * sizeof(float));
    for (const std::vector<uint8_t>* values : {&grains.rest_ticks, &grains.walls_around})
      hasher.add_bytes(values->data(), values->size());
  }
  for (int plane = 0; plane < cells.count(); ++plane)
    if (is_hashed(plane) && cells.rows()[static_cast<size_t>(plane)].moves && counts(plane, grains.bytes(plane))) {
      if (plane >= kAlwaysHashedPlanes) hasher.add(static_cast<uint64_t>(plane));
      hasher.add_bytes(grains.bytes(plane).data(), grains.bytes(plane).size());
    }
  return hasher.value();
}

}  // namespace quicksand
