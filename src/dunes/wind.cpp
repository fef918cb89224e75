#include "dunes/wind.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/random.h"
#include "dunes/dune_dice.h"
#include "dunes/moist_sand.h"

namespace quicksand {
namespace {

// Before the first column the shadow is followed so far from where the world goes on, upwind.
constexpr int kWarmUp = 128;

constexpr int kColumnsAtOnce = 256;
constexpr int kRowsAtOnce = 4;

// More grains are never in the air by the wind alone.
constexpr size_t kMostSpray = 20'000;

// Of grains that fly off a brink, in cells a tick: downwind, to the side, upwards.
constexpr float kSpraySpeed = 0.7F;
constexpr float kSprayDrift = 0.12F;
constexpr float kSprayUp = 0.3F;

bool is_along_rows(Heading heading) { return heading == Heading::kEast || heading == Heading::kWest; }
int step_of(Heading heading) { return heading == Heading::kEast || heading == Heading::kSouth ? 1 : -1; }

int wrapped(int place, int extent) {
  const int rest = place % extent;
  return rest < 0 ? rest + extent : rest;
}

double sine_of(int degrees) {
  const double product = degrees * (180 - degrees);
  return 4 * product / (40500 - product);
}

Heading clockwise_of(Heading heading) {
  constexpr Heading kNext[] = {Heading::kSouth, Heading::kNorth, Heading::kWest, Heading::kEast};
  return kNext[static_cast<size_t>(heading)];
}

constexpr int kMostReach = 2 * kMostHop;
static_assert(kMostReach <= kMarginColumns, "what comes in over an edge needs room in the planes' margins");

// How far sand flies for each unit that it has to fall, in 2^kFlatnessBits-ths of a column. It flies a hop in a tick.
int32_t flatness_of(const WindSettings& settings) {
  const double speed = std::sqrt(static_cast<double>(settings.lift) / kUsualLift);  // the same bits everywhere
  return static_cast<int32_t>((1 << kFlatnessBits) * speed * settings.hop / kFallSpeed);
}

// A rise from which sand flies as far as it ever does.
int32_t most_rise_of(int hop, int32_t flatness) {
  const int64_t farthest = int64_t{hop + 1} << kFlatnessBits;
  return static_cast<int32_t>(std::min<int64_t>(farthest / std::max(flatness, 1) + 1, kMostSand));
}

WindWay way_of(Heading heading) {
  const double step = step_of(heading);
  return is_along_rows(heading) ? WindWay{step, 0} : WindWay{0, step};
}

}  // namespace

// In loops that compilers make vectors of.
void let_down(DuneState& state) {
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) {
      const CellPos cell{x, y};
      if (state.height[cell] >= kFullHeight) continue;
      add_sand(state, cell, std::exchange(state.flight[cell], 0), {});
    }
}

Wind::RowFlights Wind::flights_of(const uint8_t* reach, const int32_t* flight, int width) {
  uint8_t nearest = 255;
  uint8_t farthest = 0;
  for (int x = 0; x < width; ++x) nearest = std::min(nearest, reach[x]);
  for (int x = 0; x < width; ++x) farthest = std::max(farthest, reach[x]);
  int32_t all = 0;
  for (int x = 0; x < width; ++x) all |= flight[x];
  return {nearest, farthest, all >= kMostAimedFlight};
}

Wind::Wind(GridSize size, const DuneRows& rows)
    : rows_(rows), shadow_(size), reach_(size), flights_of_row_(static_cast<size_t>(size.height)), next_flight_(size) {}

WindWay wind_way(const WindSettings& settings) {
  const WindWay ahead = way_of(settings.heading);
  const WindWay aside = way_of(clockwise_of(settings.heading));
  const double sine = sine_of(settings.turn);
  const double cosine = sine_of(90 - settings.turn);
  return {ahead.x * cosine + aside.x * sine, ahead.y * cosine + aside.y * sine};
}

WindSettings wind_at(const WindSettings& settings, uint64_t tick) {
  WindSettings now = settings;
  now.turn = 0;
  const double sine = sine_of(settings.turn);
  const double share = sine / (sine + sine_of(90 - settings.turn));
  // Multiples of the golden ratio: in any few ticks as many fall below the share as should, and by no short rhythm.
  const uint32_t lot = static_cast<uint32_t>(tick) * 0x9e3779b9U;
  if (lot < share * 4294967296.0) now.heading = clockwise_of(settings.heading);
  return now;
}

bool lies_in_shadow(const DuneState& state, const WindSettings& settings, CellPos cell) {
  const bool along = is_along_rows(settings.heading);
  const int step = step_of(settings.heading);
  const int extent = along ? state.size.width : state.size.height;
  const int place = along ? cell.x : cell.y;
  const int from_edge = step > 0 ? place : extent - 1 - place;
  const int32_t height = state.height[cell];
  for (int distance = 1; distance <= from_edge + std::min(kWarmUp, extent); ++distance) {
    const int at = wrapped(place - step * distance, extent);
    const int32_t upwind = state.height[along ? CellPos{at, cell.y} : CellPos{cell.x, at}];
    if (upwind - int64_t{distance} * settings.shadow > height) return true;
  }
  return false;
}

void Wind::cast(const DuneState& state, const WindSettings& settings, Parallel& parallel) {
  if (is_along_rows(settings.heading)) {
    const int groups = (state.size.height + kRowsAtOnce - 1) / kRowsAtOnce;
    parallel.for_each(groups, [&](int group) { cast_along_rows(state, settings, group * kRowsAtOnce); });
  } else {
    const int strips = (state.size.width + kColumnsAtOnce - 1) / kColumnsAtOnce;
    parallel.for_each(strips, [&](int strip) {
      const int first = strip * kColumnsAtOnce;
      cast_down_columns(state, settings, first, std::min(first + kColumnsAtOnce, state.size.width));
    });
  }
}

// Along rows each row is a world of its own: what has been read of it is at hand.
void Wind::blow(DuneState& state, const WindSettings& settings, Parallel& parallel) {
  const int height = state.size.height;
  if (is_along_rows(settings.heading)) {
    const int groups = (height + kRowsAtOnce - 1) / kRowsAtOnce;
    parallel.for_each(groups, [&](int group) {
      const int first = group * kRowsAtOnce;
      cast_along_rows(state, settings, first);
      for (int y = first; y < std::min(first + kRowsAtOnce, height); ++y) {
        aim_row(state, settings, y);
        if (flights_of_row_[static_cast<size_t>(y)].is_heavy) aim_a_hop(settings, y);
        carry_row(state, settings, y);
      }
    });
  } else {
    cast(state, settings, parallel);
    parallel.for_each(height, [&](int y) { aim_row(state, settings, y); });
    if (std::any_of(flights_of_row_.begin(), flights_of_row_.end(), [](const RowFlights& row) { return row.is_heavy; }))
      for (int y = 0; y < height; ++y) aim_a_hop(settings, y);
    parallel.for_each(height, [&](int y) { carry_row(state, settings, y); });
  }
  std::swap(state.flight, next_flight_);
}

void Wind::aim_a_hop(const WindSettings& settings, int y) {
  std::fill_n(reach_.row(y) - kMostReach, reach_.size().width + 2 * kMostReach, static_cast<uint8_t>(settings.hop));
  flights_of_row_[static_cast<size_t>(y)] = {settings.hop, settings.hop, true};
}

// A brink is where the wind still reaches and no more beyond.
void Wind::blow_off(DuneState& state, const WindSettings& settings) const {
  if (settings.spray == 0) return;
  const bool along = is_along_rows(settings.heading);
  const int step = step_of(settings.heading);
  const uint64_t key = tick_key(state.seed, state.tick);
  for (int y = static_cast<int>(state.tick % kSprayRows); y < state.size.height; y += kSprayRows) {
    const uint32_t row = row_key(key, kDiceSpray, y);
    const uint8_t* const here = shadow_.row(y);
    const uint8_t* const beyond = along ? here + step : shadow_.row(y + step);  // beside the world nothing is in shadow
    for (int x = 0; x < state.size.width; ++x) {
      if ((here[x] | (beyond[x] ^ 1)) != 0) continue;  // one test, which rarely fails
      if (dice_byte(row, static_cast<uint32_t>(x)) >= settings.spray || state.sand({x, y}) < settings.slab ||
          state.grains.size() >= kMostSpray)
        continue;
      const uint32_t dice = dice_word(row, static_cast<uint32_t>(x));
      state.height[{x, y}] -= settings.slab;
      const float speed =
          kSpraySpeed * static_cast<float>(step) * (0.5F + static_cast<float>(dice >> 16 & 255) / 255.0F);
      const float drift = kSprayDrift * (static_cast<float>(dice >> 8 & 255) / 127.5F - 1);
      const float up = kSprayUp * (0.5F + static_cast<float>(dice & 255) / 255.0F);
      state.grains.add({static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F,
                        static_cast<float>(state.height[{x, y}] + settings.slab) / kUnit + 0.2F, along ? speed : drift,
                        along ? drift : speed, up, settings.slab, wetness_of(state, {x, y})});
    }
  }
}

// Follows the line that comes down behind each crest. Some rows at once: a processor waits for none of them.
void Wind::cast_along_rows(const DuneState& state, const WindSettings& settings, int first) {
  const int width = state.size.width;
  const int step = step_of(settings.heading);
  const int32_t* heights[kRowsAtOnce];
  uint8_t* shadows[kRowsAtOnce];
  int32_t lines[kRowsAtOnce];
  for (int k = 0; k < kRowsAtOnce; ++k) {
    const int y = std::min(first + k, state.size.height - 1);
    heights[k] = state.height.row(y);
    shadows[k] = shadow_.row(y);
    lines[k] = 0;
  }
  const int start = step > 0 ? 0 : width - 1;
  for (int i = -std::min(kWarmUp, width); i < 0; ++i)
    for (int k = 0; k < kRowsAtOnce; ++k)
      lines[k] = std::max(lines[k] - settings.shadow, heights[k][wrapped(start + i * step, width)]);
  for (int i = 0, x = start; i < width; ++i, x += step)
    for (int k = 0; k < kRowsAtOnce; ++k) {
      const int32_t line = lines[k] - settings.shadow;
      shadows[k][x] = line > heights[k][x] ? 1 : 0;
      lines[k] = std::max(line, heights[k][x]);
    }
}

void Wind::cast_down_columns(const DuneState& state, const WindSettings& settings, int first, int end) {
  const int rows = state.size.height;
  const int step = step_of(settings.heading);
  int32_t lines[kColumnsAtOnce];
  std::fill_n(lines, kColumnsAtOnce, 0);
  const int start = step > 0 ? 0 : rows - 1;
  for (int k = -std::min(kWarmUp, rows); k < 0; ++k) {
    const int32_t* const height = state.height.row(wrapped(start + k * step, rows));
    for (int x = first; x < end; ++x) lines[x - first] = std::max(lines[x - first] - settings.shadow, height[x]);
  }
  for (int k = 0, y = start; k < rows; ++k, y += step) {
    const int32_t* const height = state.height.row(y);
    uint8_t* const shadow = shadow_.row(y);
    for (int x = first; x < end; ++x) {
      const int32_t line = lines[x - first] - settings.shadow;
      shadow[x] = line > height[x] ? 1 : 0;
      lines[x - first] = std::max(line, height[x]);
    }
  }
}

// Beyond an open world's edges the ground goes on level.
void Wind::aim_row(DuneState& state, const WindSettings& settings, int y) {
  const int width = state.size.width;
  const int height = state.size.height;
  const int hop = settings.hop;
  const auto place = [&](int at, int extent) {
    return state.open ? std::clamp(at, 0, extent - 1) : wrapped(at, extent);
  };
  const int32_t* const here = state.height.row(y);
  uint8_t* const reach = reach_.row(y);
  int32_t* const flight = state.flight.row(y);
  const int32_t flatness = flatness_of(settings);
  AimRow row{.here = here,
             .ahead = here,
             .behind = here,
             .reach = reach,
             .hop = hop,
             .most_rise = most_rise_of(hop, flatness),
             .flatness = flatness};
  if (is_along_rows(settings.heading)) {
    int32_t padded[kMostDuneExtent + 2 * kMostHop];
    int32_t* const ground = padded + kMostHop;
    std::copy_n(here, width, ground);
    for (int i = 1; i <= hop; ++i) {
      ground[-i] = here[place(-i, width)];
      ground[width - 1 + i] = here[place(width - 1 + i, width)];
    }
    row.ahead = ground + hop;
    row.behind = ground - hop;
    rows_.aim(row, 0, width);
    // What comes in over the upwind edge, in the planes' margins.
    for (int i = 1; i <= 2 * hop; ++i) {
      const int x = step_of(settings.heading) > 0 ? -i : width - 1 + i;
      reach[x] = reach[wrapped(x, width)];
      flight[x] = state.open ? 0 : flight[wrapped(x, width)];
    }
  } else {
    row.ahead = state.height.row(place(y + hop, height));
    row.behind = state.height.row(place(y - hop, height));
    rows_.aim(row, 0, width);
  }
  flights_of_row_[static_cast<size_t>(y)] = flights_of(reach, flight, width);
}

// Sand comes down from where it flies to, by the row's distances alone.
void Wind::gather_row(const DuneState& state, const WindSettings& settings, int y, int32_t* arriving) const {
  const bool along = is_along_rows(settings.heading);
  const int step = step_of(settings.heading);
  const int32_t* flight[kMostReach];
  const uint8_t* reach[kMostReach];
  int distances[kMostReach];
  GatherRow row{.count = 0, .distances = distances, .flight = flight, .reach = reach, .arriving = arriving};
  for (int distance = 1; distance <= 2 * settings.hop; ++distance) {
    const int upwind = y - step * distance;
    if (!along && state.open && (upwind < 0 || upwind >= state.size.height)) continue;  // from there nothing comes
    const int from = along ? y : wrapped(upwind, state.size.height);
    const RowFlights& flights = flights_of_row_[static_cast<size_t>(from)];
    if (distance < flights.nearest || distance > flights.farthest) continue;
    const int shift = along ? -step * distance : 0;
    distances[row.count] = distance;
    flight[row.count] = state.flight.row(from) + shift;
    reach[row.count] = reach_.row(from) + shift;
    ++row.count;
  }
  rows_.gather(row, 0, state.size.width);
}

// What flies is dry, and so makes what it comes down on less wet.
void Wind::carry_row(DuneState& state, const WindSettings& settings, int y) {
  const int width = state.size.width;
  int32_t arriving[kMostDuneExtent];
  gather_row(state, settings, y, arriving);
  const CarryRow row{.arriving = arriving,
                     .ground = state.ground.row(y),
                     .wetness = state.wetness.row(y),
                     .shadow = shadow_.row(y),
                     .heights = state.height.row(y),
                     .leaving = next_flight_.row(y),
                     .settings = settings,
                     .key = row_key(state.seed, state.tick, kDiceLift, y)};
  rows_.carry(row, 0, width);
  uint8_t any = 0;
  for (int x = 0; x < width; ++x) any |= row.wetness[x];
  if (any == 0) return;
  for (int x = 0; x < width; ++x) {
    const int32_t gained = row.arriving[x] - row.leaving[x];
    if (gained <= 0 || row.wetness[x] == 0) continue;
    const CellPos cell{x, y};
    set_wetness(state, cell, mixed_wetness(state, cell, wetness_of(state, cell), gained, 0));
  }
}

}  // namespace quicksand
