#include "dunes/wind.h"

#include <algorithm>
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

WindWay way_of(Heading heading) {
  const double step = step_of(heading);
  return is_along_rows(heading) ? WindWay{step, 0} : WindWay{0, step};
}

}  // namespace

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

void Wind::blow(DuneState& state, const WindSettings& settings, Parallel& parallel) {
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
  parallel.for_each(state.size.height, [&](int y) { carry_row(state, settings, y); });
  std::swap(state.flight, next_flight_);
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
      if (here[x] != 0 || beyond[x] == 0) continue;
      const uint32_t dice = dice_word(row, static_cast<uint32_t>(x));
      if (dice >> 24 >= settings.spray || state.sand({x, y}) < settings.slab || state.grains.size() >= kMostSpray)
        continue;
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

void Wind::carry_row(DuneState& state, const WindSettings& settings, int y) {
  const int width = state.size.width;
  const bool along = is_along_rows(settings.heading);
  const int hop = step_of(settings.heading) * settings.hop;
  // Into an open world nothing comes over the edge.
  const bool is_beyond = !along && state.open && (y - hop < 0 || y - hop >= state.size.height);
  const int32_t* const leaving =
      is_beyond ? nothing_.row(0) : state.flight.row(along ? y : wrapped(y - hop, state.size.height));
  CarryRow row{.arriving = leaving,
               .ground = state.ground.row(y),
               .wetness = state.wetness.row(y),
               .shadow = shadow_.row(y),
               .heights = state.height.row(y),
               .leaving = next_flight_.row(y),
               .settings = settings,
               .key = row_key(state.seed, state.tick, kDiceLift, y)};
  if (!along) return carry_stretch(state, row, y, 0, width);
  // What comes over the edge is a stretch of its own.
  const int edge = hop > 0 ? std::min(hop, width) : std::max(width + hop, 0);
  const int32_t* const over_edge = leaving + (hop > 0 ? wrapped(-hop, width) : -hop - width);
  row.arriving = hop < 0 ? leaving - hop : state.open ? nothing_.row(0) : over_edge;
  carry_stretch(state, row, y, 0, edge);
  row.arriving = hop > 0 ? leaving - hop : state.open ? nothing_.row(0) : over_edge;
  carry_stretch(state, row, y, edge, width);
}

// What flies is dry, and so makes what it comes down on less wet.
void Wind::carry_stretch(DuneState& state, const CarryRow& row, int y, int first, int end) const {
  rows_.carry(row, first, end);
  uint8_t any = 0;
  for (int x = first; x < end; ++x) any |= row.wetness[x];
  if (any == 0) return;
  for (int x = first; x < end; ++x) {
    const int32_t gained = row.arriving[x] - row.leaving[x];
    if (gained <= 0 || row.wetness[x] == 0) continue;
    const CellPos cell{x, y};
    set_wetness(state, cell, mixed_wetness(state, cell, wetness_of(state, cell), gained, 0));
  }
}

}  // namespace quicksand
