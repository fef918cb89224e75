#include "dunes/dune_world.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/check.h"
#include "core/plane_tiles.h"
#include "dunes/dune_paint.h"
#include "dunes/dune_push.h"
#include "dunes/dune_reference.h"
#include "dunes/dunes_scene.h"
#include "dunes/inspect_column.h"

namespace quicksand {
namespace {

// Wet sand dries by one in so many ticks: what is as wet as it gets is dry after five minutes.
constexpr uint64_t kDryingTicks = 192;

const DuneRows& rows_named(std::string_view name) {
  const std::vector<DuneRows>& all = dune_rows();
  if (name == "auto") return all.front();
  const auto found = std::find_if(all.begin(), all.end(), [&](const DuneRows& rows) { return rows.name == name; });
  QS_CHECK(found != all.end(), "there is no kernel of this name");
  return *found;
}

}  // namespace

DuneWorld::DuneWorld(DuneState state, const DuneSettings& settings, DunePalette palette, std::string_view kernel)
    : state_(std::move(state)),
      settings_(settings),
      palette_(std::move(palette)),
      pile_(state_.size, rows_named(kernel)),
      slip_faces_(state_.size, rows_named(kernel)),
      chips_(state_.size, rows_named(kernel)),
      wind_(state_.size, rows_named(kernel)),
      airborne_(state_.size) {
  QS_CHECK(is_world_size(state_.size) && std::max(state_.size.width, state_.size.height) <= kMostDuneExtent,
           "a dunes world's size is out of range");
  QS_CHECK(palette_.stuff.size() == palette_.names.size() && !palette_.sands.empty(),
           "a palette does not say what its entries are");
  stand_anew();
}

// The state is another one than before.
void DuneWorld::stand_anew() {
  bodies_.stand(state_, settings_);
  Parallel here(1);
  if (settings_.wind.blows) wind_.cast(state_, settings_.wind, here);
}

std::shared_ptr<const WorldSettings> DuneWorld::settings() const {
  auto scene = std::make_shared<DunesScene>();
  scene->open_border = state_.open;
  scene->settings = settings_;
  return scene;
}

void DuneWorld::step(Parallel& parallel, TickEvents* events) {
  if (events) events->begin(state_.size);
  PassTimer timer(events);
  const auto wake_span = [&](const RowSpan& span) { wake(span); };
  bodies_.move(state_, settings_, wake_span);
  timer.lap("bodies");
  if (settings_.wind.blows) {
    wind_.blow(state_, settings_.wind, parallel);
    wind_.blow_off(state_, settings_.wind);
    pile_.wake_all();
    chips_.wake();
    timer.lap("wind");
  }
  const ClumpCounts clumps = airborne_.fly(state_, settings_, parallel, [&](const RowSpan& span) {
    wake(span);
    poured_.look_at(state_, settings_.pile, span);
  });
  poured_.settle(state_, settings_.pile, bodies_.roofs(), wake_span);
  if (events) events->clumps = clumps;
  timer.lap("grains");
  if (settings_.pile.chip_firing)
    chips_.run(state_, settings_.pile.steps, parallel);
  else
    for (int step = 0; step < settings_.pile.steps && !pile_.at_rest(); ++step)
      pile_.relax(state_, settings_.pile, bodies_.roofs(), step, parallel);
  const bool heaps_up = settings_.wind.blows || !settings_.bodies.empty();
  if (heaps_up && !settings_.pile.chip_firing && state_.tick % kSlipFaceTicks == 0)
    slip_faces_.settle(state_, settings_.pile, bodies_.roofs(), parallel, wake_span);
  timer.lap("sand");
  ++state_.tick;
  if (state_.tick % kDryingTicks == 0) dry();
  pictures_.forget();
  moves_.run(state_, events);
}

void DuneWorld::dry() {
  for (int y = 0; y < state_.size.height; ++y) {
    uint8_t* const wetness = state_.wetness.row(y);
    uint8_t* const part = state_.wetness_part.row(y);
    RowSpan wet{y, state_.size.width, -1};
    for (int x = 0; x < state_.size.width; ++x) {
      if ((wetness[x] | part[x]) == 0) continue;
      if (wetness[x] == 0)
        part[x] = 0;
      else
        --wetness[x];
      wet = {y, std::min(wet.first, x), x};
    }
    if (wet.last >= 0) pile_.wake(wet);
  }
}

void DuneWorld::wake(const RowSpan& span) {
  pile_.wake(span);
  chips_.wake();
  pictures_.forget();
}

void DuneWorld::paint(const PaintCommand& command) {
  QS_CHECK(!command.entries.empty(), "a paint command has no material");
  for (const uint8_t entry : command.entries) QS_CHECK(entry < palette_.names.size(), "a painted material is unknown");
  const bool adds = std::any_of(command.entries.begin(), command.entries.end(),
                                [&](uint8_t entry) { return palette_.stuff[entry] == DuneStuff::kSand; });
  paint_dunes(state_, settings_.pile, palette_, command, [&](const RowSpan& span) {
    wake(span);
    if (adds) poured_.look_at(state_, settings_.pile, span);
  });
  poured_.settle(state_, settings_.pile, bodies_.roofs(), [&](const RowSpan& span) { wake(span); });
}

void DuneWorld::paint_all(std::span<const uint8_t> entries) {
  QS_CHECK(static_cast<int64_t>(entries.size()) == state_.size.cells(), "the entries do not fit the world");
  paint_picture(state_, palette_, entries, [&](const RowSpan& span) { wake(span); });
}

void DuneWorld::push(const ForceCommand& command) {
  push_dunes(state_, command, [&](const RowSpan& span) { wake(span); });
}

void DuneWorld::clear() {
  DuneState empty(state_.size, state_.seed, state_.open);
  empty.tick = state_.tick;
  empty.paint_serial = state_.paint_serial + 1;
  state_ = std::move(empty);
  settings_.bodies.clear();
  stand_anew();
  pile_.wake_all();
  chips_.wake();
  pictures_.forget();
}

void DuneWorld::set(const WorldSettings& settings) {
  const auto* const scene = dynamic_cast<const DunesScene*>(&settings);
  QS_CHECK(scene, "a dunes world is set as another kind of world");
  if (settings_.wind.blows && !scene->settings.wind.blows) let_down(state_);
  settings_ = scene->settings;
  if (scene->open_border != state_.open) state_.set_border(scene->open_border);
  bodies_.change(state_, settings_, [&](const RowSpan& span) { wake(span); });
  pile_.wake_all();
  chips_.wake();
  pictures_.forget();
}

namespace {

struct DuneSnapshot final : WorldSnapshot {
  // Shares with an earlier one what has not changed; null: nothing.
  DuneSnapshot(const DuneState& now, const DuneSettings& set, const std::vector<std::string>& names,
               const DuneSnapshot* like)
      : height(now.height, 0, like ? &like->height : nullptr),
        ground(now.ground, 0, like ? &like->ground : nullptr),
        flight(now.flight, 0, like ? &like->flight : nullptr),
        wetness(now.wetness, 0, like ? &like->wetness : nullptr),
        wetness_part(now.wetness_part, 0, like ? &like->wetness_part : nullptr),
        grains(now.grains),
        seed(now.seed),
        tick(now.tick),
        paint_serial(now.paint_serial),
        pressed(now.pressed),
        open(now.open),
        settings(set) {
    entry_names = names;
    has_news = height.has_own() || ground.has_own() || flight.has_own() || wetness.has_own() ||
               wetness_part.has_own() || !grains.empty();
    own_bytes = height.own_bytes() + ground.own_bytes() + flight.own_bytes() + wetness.own_bytes() +
                wetness_part.own_bytes() + fixed_bytes();
  }

  size_t exclusive_bytes() const override {
    return height.exclusive_bytes() + ground.exclusive_bytes() + flight.exclusive_bytes() + wetness.exclusive_bytes() +
           wetness_part.exclusive_bytes() + fixed_bytes();
  }
  // Of what is never shared.
  size_t fixed_bytes() const { return sizeof(*this) + bytes_of_names() + grains.memory(); }

  // Of the same size.
  void write_to(DuneState& state) const {
    if (open != state.open) state.set_border(open);
    height.write_to(state.height);
    ground.write_to(state.ground);
    flight.write_to(state.flight);
    wetness.write_to(state.wetness);
    wetness_part.write_to(state.wetness_part);
    state.grains = grains;
    state.seed = seed;
    state.tick = tick;
    state.paint_serial = paint_serial;
    state.pressed = pressed;
  }

  PlaneTiles<int32_t> height;
  PlaneTiles<int32_t> ground;
  PlaneTiles<int32_t> flight;
  PlaneTiles<uint8_t> wetness;
  PlaneTiles<uint8_t> wetness_part;
  FreeGrains grains;
  uint64_t seed;
  uint64_t tick;
  uint64_t paint_serial;
  int64_t pressed;
  bool open;
  DuneSettings settings;
};

}  // namespace

std::shared_ptr<const WorldSnapshot> DuneWorld::snapshot(const WorldSnapshot* like) const {
  return std::make_shared<DuneSnapshot>(state_, settings_, palette_.names, dynamic_cast<const DuneSnapshot*>(like));
}

// Heights name no entries, so the palette may be another one.
bool DuneWorld::restore(const WorldSnapshot& snapshot) {
  const auto* const taken = dynamic_cast<const DuneSnapshot*>(&snapshot);
  if (!taken || taken->height.size() != state_.size) return false;
  taken->write_to(state_);
  settings_ = taken->settings;
  stand_anew();
  pile_.wake_all();
  chips_.wake();
  pictures_.forget();
  return true;
}

bool DuneWorld::slides(CellPos cell) const {
  const PileSettings& pile = settings_.pile;
  const auto goes = [&](bool diagonal) {
    return mark_under(state_, pile, bodies_.roofs(), diagonal, 0, cell) != kStays;
  };
  return goes(false) || (pile.neighbours == 8 && goes(true));
}

Inspection DuneWorld::inspect(CellPos cell) const {
  const bool awake = settings_.pile.chip_firing ? chips_.is_awake(cell) : pile_.is_awake(cell);
  return inspect_column(state_, settings_, bodies_.roofs(), {awake, in_wind_shadow(cell)}, cell);
}

bool DuneWorld::in_wind_shadow(CellPos cell) const {
  return settings_.wind.blows && lies_in_shadow(state_, settings_.wind, cell);
}

bool DuneWorld::is_active(CellPos cell) const { return may_change(cell, in_wind_shadow(cell)); }

bool DuneWorld::may_change(CellPos cell, bool in_shadow) const {
  const WindSettings& wind = settings_.wind;
  const bool may_be_lifted = wind.blows && !in_shadow && state_.sand(cell) >= wind.slab &&
                             state_.wetness[cell] <= reference::kMostBlownWetness;
  const bool fires = state_.sand(cell) >= reference::kFiring * kUnit;
  return may_be_lifted || (settings_.pile.chip_firing ? fires : slides(cell));
}

void DuneWorld::read_activity(int y, std::span<Activity> row) const {
  QS_CHECK(static_cast<int>(row.size()) == state_.size.width, "a row of activity has another width than the world");
  for (int x = 0; x < state_.size.width; ++x) {
    const bool awake = settings_.pile.chip_firing ? chips_.is_awake({x, y}) : pile_.is_awake({x, y});
    const Activity frozen = awake ? Activity::kFrozen : Activity::kAsleep;
    row[static_cast<size_t>(x)] = may_change({x, y}, wind_.in_shadow({x, y})) ? Activity::kActive : frozen;
  }
}

std::vector<int64_t> DuneWorld::count_entries() const {
  std::vector<int64_t> counts(palette_.names.size());
  for (int y = 0; y < state_.size.height; ++y)
    for (int x = 0; x < state_.size.width; ++x) ++counts[entry_at({x, y})];
  return counts;
}

std::vector<int64_t> DuneWorld::count_airborne() const {
  std::vector<int64_t> counts(palette_.names.size());
  counts[palette_.sands.front()] = static_cast<int64_t>(state_.grains.size());
  return counts;
}

bool DuneWorld::is_at_rest(Parallel& parallel) const {
  if (std::ranges::any_of(settings_.bodies, [&](const Body& body) { return has_way_to_go(body, state_.tick); }))
    return false;
  const auto flies = [&](int y) {
    const std::span<const int32_t> row = state_.flight.cells(y);
    return std::ranges::any_of(row, [](int32_t sand) { return sand > 0; });
  };
  if (settings_.wind.blows)
    for (int y = 0; y < state_.size.height; ++y)
      if (flies(y)) return false;
  return World::is_at_rest(parallel);
}

int64_t DuneWorld::count_active(Parallel& parallel) const {
  std::atomic<int64_t> total = 0;
  parallel.for_each(state_.size.height, [&](int y) {
    int64_t sum = 0;
    for (int x = 0; x < state_.size.width; ++x) sum += may_change({x, y}, wind_.in_shadow({x, y})) ? 1 : 0;
    total += sum;
  });
  return total;
}

int64_t DuneWorld::total_sand() const {
  int64_t total = state_.pressed;
  for (int y = 0; y < state_.size.height; ++y)
    for (int x = 0; x < state_.size.width; ++x) total += state_.sand({x, y}) + state_.flight[{x, y}];
  for (const int32_t sand : state_.grains.sand) total += sand;
  return total;
}

}  // namespace quicksand
