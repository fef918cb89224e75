#include "dunes/dune_world.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <utility>

#include "core/check.h"
#include "core/hash.h"
#include "core/random.h"
#include "dunes/dune_dice.h"
#include "dunes/dune_reference.h"
#include "dunes/dune_save.h"
#include "dunes/dunes_scene.h"

namespace quicksand {
namespace {

// What a stroke of the brush adds to a column.
constexpr int32_t kStroke = kUnit / 2;

// Wet sand dries by one in so many ticks: what is as wet as it gets is dry after five minutes.
constexpr uint64_t kDryingTicks = 192;

// Sand that is thrown, or torn out by a push: a grain stands for so much of it.
constexpr int32_t kGrainSand = kUnit / 2;
constexpr float kThrownFrom = 3;  // cells above the ground
constexpr float kThrownUp = 0.6F;

// A push that is stronger than this, in cells a tick, tears out a crater, so deep for its radius; a weaker one takes a
// little from a column in so many.
constexpr double kTearingSpeed = 1;
constexpr double kCraterDepth = 0.3;
constexpr double kLeastTorn = 0.15;  // of the push
constexpr double kScatter = 0.35;
constexpr uint32_t kBlownChance = 24;  // in 256
constexpr int32_t kBlownSand = kUnit / 8;

const DuneRows& rows_named(std::string_view name) {
  const std::vector<DuneRows>& all = dune_rows();
  if (name == "auto") return all.front();
  const auto found = std::find_if(all.begin(), all.end(), [&](const DuneRows& rows) { return rows.name == name; });
  QS_CHECK(found != all.end(), "there is no kernel of this name");
  return *found;
}

// What will be depends on them, too.
void add_settings(const DuneSettings& settings, StateHasher& hasher) {
  const PileSettings& pile = settings.pile;
  const WindSettings& wind = settings.wind;
  for (const int number : {int{pile.chip_firing}, pile.threshold, pile.transfer, pile.wet_threshold, pile.steps,
                           int{wind.blows}, int{static_cast<uint8_t>(wind.heading)}, wind.hop, int{wind.lift},
                           wind.slab, int{wind.catch_sand}, int{wind.catch_rock}, int{wind.spray}, wind.shadow})
    hasher.add(static_cast<uint64_t>(number));
  hasher.add(settings.bodies.size());
  for (const Body& body : settings.bodies) {
    hasher.add(body.path.size());
    hasher.add(static_cast<uint64_t>(body.map.height));
    hasher.add(uint64_t{static_cast<uint8_t>(body.shape)} << 1 | uint64_t{body.is_source});
    for (const double number : {body.radius, body.length, body.width}) hasher.add(std::bit_cast<uint64_t>(number));
    hasher.add(static_cast<uint64_t>(body.map.width));
    for (const double depth : body.map.depths) hasher.add(std::bit_cast<uint64_t>(depth));
    for (const BodyPlace& place : body.path) {
      hasher.add(place.tick);
      for (const double number : {place.x, place.y, place.z}) hasher.add(std::bit_cast<uint64_t>(number));
    }
  }
}

float share_of(uint32_t byte) { return static_cast<float>(byte) / 255.0F; }

// Of what a push tears out most goes slowly, and none quite straight: else it would come down in rays along the grid.
Velocity scattered(const Velocity& push, uint32_t dice) {
  const double lot = share_of(dice >> 24);
  const double along = kLeastTorn + (1 - kLeastTorn) * lot * lot;
  const double speed = std::sqrt(push.x * push.x + push.y * push.y);
  const double aside_x = kScatter * (2 * share_of(mix32(dice) & 255) - 1) * (speed + 1);
  const double aside_y = kScatter * (2 * share_of(mix32(dice) >> 8 & 255) - 1) * (speed + 1);
  return {along * (push.x + aside_x), along * (push.y + aside_y)};
}

// A stroke adds where it comes by. The place that it starts from has had its share from the stroke before, or gets it
// as a stroke of its own: else a line would be a row of beads.
bool is_done_already(const PaintCommand& command, CellPos cell) {
  if (command.shape != Shape::kStroke || command.from == command.to) return false;
  const int64_t dx = cell.x - command.from.x;
  const int64_t dy = cell.y - command.from.y;
  return 4 * (dx * dx + dy * dy) <= int64_t{command.width} * command.width;
}

}  // namespace

DuneWorld::DuneWorld(DuneState state, const DuneSettings& settings, DunePalette palette, std::string_view kernel)
    : state_(std::move(state)),
      settings_(settings),
      palette_(std::move(palette)),
      pile_(state_.size, rows_named(kernel)),
      chips_(state_.size, rows_named(kernel)),
      wind_(state_.size, rows_named(kernel)),
      airborne_(state_.size) {
  QS_CHECK(is_world_size(state_.size) && std::max(state_.size.width, state_.size.height) <= kMostDuneExtent,
           "a dunes world's size is out of range");
  QS_CHECK(palette_.stuff.size() == palette_.names.size() && !palette_.sands.empty(),
           "a palette does not say what its entries are");
}

std::shared_ptr<const WorldSettings> DuneWorld::settings() const {
  auto scene = std::make_shared<DunesScene>();
  scene->settings = settings_;
  return scene;
}

void DuneWorld::step(Parallel& parallel, TickEvents* events) {
  if (events) events->begin(state_.size);
  PassTimer timer(events);
  const auto wake_span = [&](const RowSpan& span) { wake(span); };
  move_bodies(state_, settings_, wake_span);
  timer.lap("bodies");
  if (settings_.wind.blows) {
    wind_.blow(state_, settings_.wind, parallel);
    wind_.blow_off(state_, settings_.wind);
    pile_.wake_all();
    chips_.wake();
    timer.lap("wind");
  }
  airborne_.fly(state_, settings_.wind, parallel, wake_span);
  timer.lap("grains");
  if (settings_.pile.chip_firing)
    chips_.run(state_, settings_.pile.steps, parallel);
  else
    for (int step = 0; step < settings_.pile.steps && !pile_.at_rest(); ++step)
      pile_.relax(state_, settings_.pile, step, parallel);
  timer.lap("sand");
  ++state_.tick;
  if (state_.tick % kDryingTicks == 0) dry();
  is_pictured_ = false;
}

void DuneWorld::dry() {
  for (int y = 0; y < state_.size.height; ++y) {
    uint8_t* const wetness = state_.wetness.row(y);
    RowSpan wet{y, state_.size.width, -1};
    for (int x = 0; x < state_.size.width; ++x) {
      if (wetness[x] == 0) continue;
      --wetness[x];
      wet = {y, std::min(wet.first, x), x};
    }
    if (wet.last >= 0) pile_.wake(wet);
  }
}

void DuneWorld::wake(const RowSpan& span) {
  pile_.wake(span);
  chips_.wake();
  is_pictured_ = false;
}

void DuneWorld::paint(const PaintCommand& command) {
  QS_CHECK(!command.entries.empty(), "a paint command has no material");
  for (const uint8_t entry : command.entries) QS_CHECK(entry < palette_.names.size(), "a painted material is unknown");
  for (const RowSpan& span : rasterise(command, state_.size)) {
    paint_span(command, span);
    wake(span);
  }
  ++state_.paint_serial;
}

void DuneWorld::paint_span(const PaintCommand& command, const RowSpan& span) {
  const uint32_t fill = row_key(state_.seed, state_.paint_serial, kDiceFill, span.y);
  const uint32_t pick = row_key(state_.seed, state_.paint_serial, kDicePick, span.y);
  const auto entries = static_cast<uint32_t>(command.entries.size());
  for (int x = span.first; x <= span.last; ++x) {
    const auto column = static_cast<uint32_t>(x);
    if (dice_word(fill, column) >= command.fill_limit) continue;
    const auto choice = static_cast<uint32_t>(uint64_t{dice_word(pick, column)} * entries >> 32);
    const CellPos cell{x, span.y};
    if (command.onto == Onto::kEntry && entry_at(cell) != command.onto_entry) continue;
    const uint8_t entry = command.entries[choice];
    if (!command.velocity)
      paint_cell(command, entry, cell);
    else if (palette_.stuff[entry] == DuneStuff::kSand)
      throw_sand(cell, kGrainSand, *command.velocity, dice_word(pick ^ 1, column));
  }
}

void DuneWorld::paint_cell(const PaintCommand& command, uint8_t entry, CellPos cell) {
  int32_t& height = state_.height[cell];
  int32_t& ground = state_.ground[cell];
  const int32_t stroke = height < kMostPaintedHeight && !is_done_already(command, cell) ? kStroke : 0;
  switch (palette_.stuff[entry]) {
    case DuneStuff::kNothing:
      if (entry != 0) break;  // gases leave no trace
      if (height == ground) height = ground = 0;
      height = ground;
      state_.wetness[cell] = 0;
      break;
    case DuneStuff::kSand:
      height += settings_.pile.chip_firing ? chips_of(entry) : stroke;
      if (command.wetness) state_.wetness[cell] = *command.wetness;
      break;
    case DuneStuff::kRock:  // it takes the sand's place
      if (stroke == 0) break;
      ground = height += stroke;
      state_.wetness[cell] = 0;
      break;
    case DuneStuff::kWater:
      if (height > ground) state_.wetness[cell] = 255;
      break;
  }
}

// Whole grains: as many as a column of the entry has.
int32_t DuneWorld::chips_of(uint8_t entry) const {
  const auto found = std::find(palette_.sands.begin(), palette_.sands.end(), entry);
  return kUnit * (1 + static_cast<int32_t>(found - palette_.sands.begin()));
}

void DuneWorld::throw_sand(CellPos cell, int32_t sand, const Velocity& velocity, uint32_t dice) {
  if (state_.grains.size() >= kMostFreeGrains) return;
  const auto limited = [](float speed) { return std::clamp(speed, -kMostFreeSpeed, kMostFreeSpeed); };
  state_.grains.add({static_cast<float>(cell.x) + 0.25F + 0.5F * share_of(dice & 255),
                     static_cast<float>(cell.y) + 0.25F + 0.5F * share_of(dice >> 8 & 255),
                     static_cast<float>(state_.height[cell]) / kUnit + kThrownFrom,
                     limited(static_cast<float>(velocity.x)), limited(static_cast<float>(velocity.y)),
                     kThrownUp * (0.5F + share_of(dice >> 16 & 255)), sand});
}

// Within its reach a push drives what is in the air, and tears sand out of the ground, upwards and along.
void DuneWorld::push(const ForceCommand& command) {
  const uint64_t key = tick_key(state_.seed, state_.paint_serial);
  const double radius = command.radius;
  const auto push_at = [&](double x, double y) {
    const double dx = x - command.at.x - 0.5;
    const double dy = y - command.at.y - 0.5;
    const double distance = std::sqrt(dx * dx + dy * dy);
    const double share = std::max(1 - distance / radius, 0.0);
    const double out = distance > 0 ? command.outward * share / distance : 0;
    return Velocity{out * dx + share * command.x, out * dy + share * command.y};
  };
  FreeGrains& grains = state_.grains;
  for (size_t i = 0; i < grains.size(); ++i) {
    const Velocity push = push_at(grains.x[i], grains.y[i]);
    grains.vx[i] = std::clamp(grains.vx[i] + static_cast<float>(push.x), -kMostFreeSpeed, kMostFreeSpeed);
    grains.vy[i] = std::clamp(grains.vy[i] + static_cast<float>(push.y), -kMostFreeSpeed, kMostFreeSpeed);
  }
  const bool tears = std::max({std::abs(command.outward), std::abs(command.x), std::abs(command.y)}) >= kTearingSpeed;
  const int reach = command.radius;
  for (int y = std::max(command.at.y - reach, 0); y <= std::min(command.at.y + reach, state_.size.height - 1); ++y)
    for (int x = std::max(command.at.x - reach, 0); x <= std::min(command.at.x + reach, state_.size.width - 1); ++x) {
      const double dx = x - command.at.x;
      const double dy = y - command.at.y;
      const double inside = 1 - (dx * dx + dy * dy) / (radius * radius);
      if (inside <= 0) continue;
      const uint32_t dice = dice_word(row_key(key, kDicePushDunes, y), static_cast<uint32_t>(x));
      const CellPos cell{x, y};
      int32_t torn = tears ? to_units(kCraterDepth * radius * inside) : (dice >> 24) < kBlownChance ? kBlownSand : 0;
      torn = std::min(torn, state_.sand(cell));
      const Velocity push = push_at(x + 0.5, y + 0.5);
      for (int part = 0; torn > 0 && grains.size() < kMostFreeGrains; ++part) {
        const int32_t sand = std::min(torn, kGrainSand);
        const uint32_t own = mix32(dice + static_cast<uint32_t>(part));
        throw_sand(cell, sand, tears ? scattered(push, own) : push, own);
        grains.vz.back() *= tears ? static_cast<float>(1 + inside) : 0.6F;
        grains.z.back() -= kThrownFrom - 0.5F;
        state_.height[cell] -= sand;
        torn -= sand;
      }
      wake({y, x, x});
    }
  ++state_.paint_serial;
}

void DuneWorld::clear() {
  DuneState empty(state_.size, state_.seed, state_.open);
  empty.tick = state_.tick;
  empty.paint_serial = state_.paint_serial + 1;
  state_ = std::move(empty);
  settings_.bodies.clear();
  pile_.wake_all();
  chips_.wake();
  is_pictured_ = false;
}

// A picture as a world: what is sand lies a cell high, what is rock stands as high.
void DuneWorld::paint_all(std::span<const uint8_t> entries) {
  QS_CHECK(static_cast<int64_t>(entries.size()) == state_.size.cells(), "the entries do not fit the world");
  state_.grains = FreeGrains();
  size_t i = 0;
  for (int y = 0; y < state_.size.height; ++y) {
    for (int x = 0; x < state_.size.width; ++x, ++i) {
      const DuneStuff stuff = palette_.stuff[entries[i]];
      state_.ground[{x, y}] = stuff == DuneStuff::kRock ? kUnit : 0;
      state_.height[{x, y}] = stuff == DuneStuff::kNothing ? 0 : kUnit;
      state_.flight[{x, y}] = 0;
      state_.wetness[{x, y}] = stuff == DuneStuff::kWater ? 255 : 0;
    }
    wake({y, 0, state_.size.width - 1});
  }
  ++state_.paint_serial;
}

uint8_t DuneWorld::entry_at(CellPos cell) const {
  const int32_t sand = state_.sand(cell);
  if (settings_.pile.chip_firing) {  // by their number
    const auto grains = static_cast<size_t>(sand / kUnit);
    return grains == 0 ? uint8_t{0} : palette_.sands[std::min(grains, palette_.sands.size()) - 1];
  }
  if (sand > 0) return palette_.sands.front();
  return state_.ground[cell] > 0 ? palette_.rock : uint8_t{0};
}

bool DuneWorld::is_active(CellPos cell) const {
  if (settings_.pile.chip_firing) return state_.sand(cell) >= reference::kFiring * kUnit;
  const WindSettings& wind = settings_.wind;
  const bool may_be_lifted = wind.blows && !wind_.in_shadow(cell) && state_.sand(cell) >= wind.slab &&
                             state_.wetness[cell] <= reference::kMostBlownWetness;
  return may_be_lifted || reference::mark_of(mark_row(state_, settings_.pile, cell.y), cell.x) != kStays;
}

void DuneWorld::read_activity(int y, std::span<Activity> row) const {
  QS_CHECK(static_cast<int>(row.size()) == state_.size.width, "a row of activity has another width than the world");
  for (int x = 0; x < state_.size.width; ++x) {
    const bool awake = settings_.pile.chip_firing ? chips_.is_awake({x, y}) : pile_.is_awake({x, y});
    const Activity frozen = awake ? Activity::kFrozen : Activity::kAsleep;
    row[static_cast<size_t>(x)] = is_active({x, y}) ? Activity::kActive : frozen;
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

AirborneView DuneWorld::airborne() const {
  const FreeGrains& grains = state_.grains;
  grain_entries_.assign(grains.size(), palette_.sands.front());
  grain_wetness_.assign(grains.size(), 0);
  airborne_seeds_.resize(grains.size());
  grain_heights_.resize(grains.size());
  for (size_t i = 0; i < grains.size(); ++i) {
    const CellPos cell{static_cast<int>(grains.x[i]), static_cast<int>(grains.y[i])};
    airborne_seeds_[i] = static_cast<uint8_t>(mix32(static_cast<uint32_t>(i)));
    grain_heights_[i] = grains.z[i] - static_cast<float>(state_.height[cell]) / kUnit;
  }
  return {grains.x, grains.y, grain_entries_, airborne_seeds_, grain_wetness_, grain_heights_};
}

int64_t DuneWorld::count_active(Parallel& parallel) const {
  std::atomic<int64_t> total = 0;
  parallel.for_each(state_.size.height, [&](int y) {
    int64_t sum = 0;
    for (int x = 0; x < state_.size.width; ++x) sum += is_active({x, y}) ? 1 : 0;
    total += sum;
  });
  return total;
}

void DuneWorld::renew_pictures() const {
  if (is_pictured_) return;
  is_pictured_ = true;
  if (!(entries_.size() == state_.size)) {
    entries_ = Plane<uint8_t>(state_.size);
    grain_seeds_ = Plane<uint8_t>(state_.size);
    for (int y = 0; y < state_.size.height; ++y) {
      const uint32_t key = row_key(state_.seed, 0, kDiceGrainSeed, y);
      for (int x = 0; x < state_.size.width; ++x) grain_seeds_[{x, y}] = dice_byte(key, static_cast<uint32_t>(x));
    }
  }
  for (int y = 0; y < state_.size.height; ++y)
    for (int x = 0; x < state_.size.width; ++x) entries_[{x, y}] = entry_at({x, y});
  if (settings_.bodies.empty()) return;
  surface_ = state_.height;
  draw_bodies(state_.tick, settings_, palette_.rock, surface_, entries_);
}

std::vector<PlaneView> DuneWorld::planes() const {
  renew_pictures();
  std::vector<PlaneView> views{{.name = "material", .plane = &entries_},
                               {.name = "grain_seed", .former_name = "tint", .plane = &grain_seeds_},
                               {.name = "wetness", .plane = &state_.wetness},
                               {.name = "height", .fixed = &state_.height, .one = kUnit},
                               {.name = "ground", .fixed = &state_.ground, .one = kUnit},
                               {.name = "flight", .fixed = &state_.flight, .one = kUnit}};
  if (settings_.pile.chip_firing) return views;  // shown by the numbers of their grains
  if (settings_.bodies.empty())
    views[3].surface = true;
  else
    views.push_back({.name = "surface", .fixed = &surface_, .one = kUnit, .surface = true});
  return views;
}

std::string DuneWorld::extra_state() const { return pack_dunes(state_); }

int64_t DuneWorld::total_sand() const {
  int64_t total = state_.pressed;
  for (int y = 0; y < state_.size.height; ++y)
    for (int x = 0; x < state_.size.width; ++x) total += state_.sand({x, y}) + state_.flight[{x, y}];
  for (const int32_t sand : state_.grains.sand) total += sand;
  return total;
}

uint64_t DuneWorld::state_hash() const {
  StateHasher hasher;
  for (const uint64_t word : {uint64_t(state_.size.width), uint64_t(state_.size.height), state_.seed, state_.tick,
                              state_.paint_serial, uint64_t(state_.open), uint64_t(state_.pressed)})
    hasher.add(word);
  const auto row_bytes = static_cast<size_t>(state_.size.width) * sizeof(int32_t);
  for (int y = 0; y < state_.size.height; ++y) {
    for (const Plane<int32_t>* plane : {&state_.height, &state_.ground, &state_.flight})
      hasher.add_bytes(plane->row(y), row_bytes);
    hasher.add_bytes(state_.wetness.row(y), static_cast<size_t>(state_.size.width));
  }
  const FreeGrains& grains = state_.grains;
  hasher.add(grains.size());
  for (const std::vector<float>* values : {&grains.x, &grains.y, &grains.z, &grains.vx, &grains.vy, &grains.vz})
    hasher.add_bytes(values->data(), values->size() * sizeof(float));
  hasher.add_bytes(grains.sand.data(), grains.sand.size() * sizeof(int32_t));
  add_settings(settings_, hasher);
  for (size_t entry = 0; entry < palette_.names.size(); ++entry) {
    hasher.add_bytes(palette_.names[entry].data(), palette_.names[entry].size());
    hasher.add(uint64_t{static_cast<uint8_t>(palette_.stuff[entry])});
  }
  return hasher.value();
}

}  // namespace quicksand
