#include "dunes/wind.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "core/bits.h"
#include "core/random.h"
#include "dunes/dune_dice.h"
#include "dunes/dune_reference.h"
#include "dunes/moist_sand.h"

namespace quicksand {
namespace {

// Before the first column the shadow is followed so far from where the world goes on, upwind.
constexpr int kWarmUp = 128;

// To either side, as the tangent of an angle: up to 17 degrees, 10 as a rule, as winds over open ground do.
constexpr double kWaver = 0.3;

constexpr int kColumnsAtOnce = 256;
constexpr int kRowsAtOnce = 32;
constexpr int kTogether = 4;
static_assert(kRowsAtOnce % kTogether == 0);
// In columns: for shorter ones vectors take longer than they save.
constexpr int kLongStretch = 32;

// More grains are never in the air by the wind alone.
constexpr size_t kMostSpray = 20'000;

// Of grains that fly off a brink, in cells a tick: downwind, to the side, upwards.
constexpr float kSpraySpeed = 0.7F;
constexpr float kSprayDrift = 0.12F;
constexpr float kSprayUp = 0.3F;

int step_of(Heading heading) { return heading == Heading::kEast || heading == Heading::kSouth ? 1 : -1; }

int wrapped(int place, int extent) {
  if (place >= 0 && place < extent) return place;  // as a rule, and divisions are slow
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

// Whether more than kMostAimedFlight may fly from one of the columns.
bool is_heavy(const Flights& flights) { return flights.bits >= kMostAimedFlight; }

WindWay way_of(Heading heading) {
  const double step = step_of(heading);
  return heading == Heading::kEast || heading == Heading::kWest ? WindWay{step, 0} : WindWay{0, step};
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

Wind::Wind(GridSize size, const DuneRows& rows)
    : rows_(rows), shadow_(size), reach_(size), flights_of_row_(static_cast<size_t>(size.height)), next_flight_(size) {}

WindWay wind_way(const WindSettings& settings) {
  const WindWay ahead = way_of(settings.heading);
  const WindWay aside = way_of(clockwise_of(settings.heading));
  const double sine = sine_of(settings.turn);
  const double cosine = sine_of(90 - settings.turn);
  return {ahead.x * cosine + aside.x * sine, ahead.y * cosine + aside.y * sine};
}

WindCourse::WindCourse(const WindSettings& settings, uint64_t tick) {
  // Multiples of numbers that no fraction comes near, so that in any few ticks they are spread evenly, and by no short
  // rhythm. Source: Martin Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences" (2018).
  const auto lot_by = [&](uint32_t factor) {
    return static_cast<int32_t>((static_cast<uint32_t>(tick) * factor + 0x80000000U) >> (32 - kBits));
  };
  constexpr double kOne = 1 << kBits;
  const WindWay way = wind_way(settings);
  const double waver = kWaver * (lot_by(0xd1b54a33) / (kOne / 2) - 1);
  const double length = std::sqrt(1 + waver * waver);
  const double x = (way.x - waver * way.y) / length;
  const double y = (way.y + waver * way.x) / length;
  sign_x_ = x < 0 ? -1 : 1;
  sign_y_ = y < 0 ? -1 : 1;
  flight_x_ = static_cast<int32_t>(kOne * std::min(std::abs(x), 1.0));
  flight_y_ = static_cast<int32_t>(kOne * std::min(std::abs(y), 1.0));
  lot_x_ = lot_by(0xc13fa9a9);
  lot_y_ = lot_by(0x91e10da5);

  along_rows_ = std::abs(way.x) >= std::abs(way.y);
  const double ahead = along_rows_ ? way.x : way.y;
  const double aside = along_rows_ ? way.y : way.x;
  step_ = ahead < 0 ? -1 : 1;
  side_ = aside < 0 ? -1 : 1;
  slant_ = static_cast<int32_t>(kOne * std::abs(aside / ahead));
  lot_aside_ = lot_by(0x9e3779b9);
  shadow_ = settings.shadow;
}

bool lies_in_shadow(const DuneState& state, const WindSettings& settings, CellPos cell) {
  const WindCourse course(settings, state.tick);
  const bool along = course.goes_along_rows();
  const int extent = along ? state.size.width : state.size.height;
  const int across = along ? state.size.height : state.size.width;
  const int place = along ? cell.x : cell.y;
  const int line = along ? cell.y : cell.x;
  const int from_edge = course.step() > 0 ? place : extent - 1 - place;
  const int32_t height = state.height[cell];
  for (int distance = 1; distance <= from_edge + std::min(kWarmUp, extent); ++distance) {
    const int at = wrapped(place - course.step() * distance, extent);
    const int beside = wrapped(line + course.aside_after(from_edge - distance) - course.aside_after(from_edge), across);
    const int32_t upwind = state.height[along ? CellPos{at, beside} : CellPos{beside, at}];
    if (upwind - int64_t{distance} * course.shadow() > height) return true;
  }
  return false;
}

void Wind::cast(const DuneState& state, const WindSettings& settings, Parallel& parallel) {
  cast(state, WindCourse(settings, state.tick), parallel);
}

void Wind::cast(const DuneState& state, const WindCourse& course, Parallel& parallel) {
  if (course.goes_along_rows()) {
    const int groups = (state.size.height + kRowsAtOnce - 1) / kRowsAtOnce;
    parallel.for_each(groups, [&](int group) { cast_along_rows(state, course, group * kRowsAtOnce); });
  } else {
    const int strips = (state.size.width + kColumnsAtOnce - 1) / kColumnsAtOnce;
    parallel.for_each(strips, [&](int strip) {
      const int first = strip * kColumnsAtOnce;
      cast_down_columns(state, course, first, std::min(first + kColumnsAtOnce, state.size.width));
    });
  }
}

void Wind::blow(DuneState& state, const WindSettings& settings, Parallel& parallel) {
  const int height = state.size.height;
  const WindCourse course(settings, state.tick);
  if (course.goes_along_rows()) {
    // While the rows are at hand.
    parallel.for_each((height + kRowsAtOnce - 1) / kRowsAtOnce, [&](int group) {
      const int first = group * kRowsAtOnce;
      cast_along_rows(state, course, first);
      for (int y = first; y < std::min(first + kRowsAtOnce, height); ++y) aim_row(state, settings, course, y);
    });
  } else {
    cast(state, course, parallel);
    parallel.for_each(height, [&](int y) { aim_row(state, settings, course, y); });
  }
  if (std::any_of(flights_of_row_.begin(), flights_of_row_.end(), is_heavy))
    for (int y = 0; y < height; ++y) aim_a_hop(settings, y);
  parallel.for_each(height, [&](int y) { carry_row(state, settings, course, y); });
  std::swap(state.flight, next_flight_);
}

void Wind::aim_a_hop(const WindSettings& settings, int y) {
  std::fill_n(reach_.row(y) - kMostReach, reach_.size().width + 2 * kMostReach, static_cast<uint8_t>(settings.hop));
  flights_of_row_[static_cast<size_t>(y)] = {settings.hop, settings.hop};
}

// A brink is where the wind still reaches and no more beyond. What lifts nothing throws nothing.
void Wind::blow_off(DuneState& state, const WindSettings& settings) const {
  if (settings.spray == 0 || settings.lift == 0) return;
  const WindCourse course(settings, state.tick);
  const WindWay way = wind_way(settings);
  const bool along = course.goes_along_rows();
  const int step = course.step();
  const uint64_t key = tick_key(state.seed, state.tick);
  // Of the line of a shadow, in the step from this place on.
  const auto aside_at = [&](int place, int extent) {
    const int from_edge = step > 0 ? place : extent - 1 - place;
    return course.aside_after(from_edge + 1) - course.aside_after(from_edge);
  };
  for (int y = static_cast<int>(state.tick % kSprayRows); y < state.size.height; y += kSprayRows) {
    const uint32_t row = row_key(key, kDiceSpray, y);
    // Beside the world nothing is in shadow.
    const auto beyond = [&](int x) {
      return along ? shadow_.row(y + aside_at(x, state.size.width))[x + step]
                   : shadow_.row(y + step)[x + aside_at(y, state.size.height)];
    };
    for_each_before_shadow(along ? CellPos{step, 0} : CellPos{0, step}, y, row, settings.spray, [&](int x) {
      if (beyond(x) == 0 || state.sand({x, y}) < settings.slab || state.grains.size() >= kMostSpray) return;
      const uint32_t dice = dice_word(row, static_cast<uint32_t>(x));
      state.height[{x, y}] -= settings.slab;
      const float speed = kSpraySpeed * (0.5F + static_cast<float>(dice >> 16 & 255) / 255.0F);
      const float drift = kSprayDrift * (static_cast<float>(dice >> 8 & 255) / 127.5F - 1);
      const float up = kSprayUp * (0.5F + static_cast<float>(dice & 255) / 255.0F);
      const auto way_x = static_cast<float>(way.x);
      const auto way_y = static_cast<float>(way.y);
      state.grains.add({static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F,
                        static_cast<float>(state.height[{x, y}] + settings.slab) / kUnit + 0.2F,
                        speed * way_x - drift * way_y, speed * way_y + drift * way_x, up, settings.slab,
                        wetness_of(state, {x, y})});
    });
  }
}

// Calls with the columns of a row that the wind reaches and behind which, so far ahead and up to one aside, it does not:
// with those whose dice_byte() is below the limit. Of eight at a time most have none.
template <class Action>
void Wind::for_each_before_shadow(CellPos ahead, int y, uint32_t key, int limit, const Action& action) const {
  const auto eight_at = [&](int x, int row) { return eight_bytes_at(shadow_.row(row) + x); };
  const CellPos aside{std::abs(ahead.y), std::abs(ahead.x)};
  static_assert(std::endian::native == std::endian::little);
  constexpr uint64_t kEachIs1 = 0x0101'0101'0101'0101;
  for (int x = 0; x < shadow_.size().width; x += 8) {
    uint64_t behind = 0;
    for (int k = -1; k <= 1; ++k) behind |= eight_at(x + ahead.x + k * aside.x, y + ahead.y + k * aside.y);
    const uint64_t before = behind & (eight_at(x, y) ^ kEachIs1);
    if (before == 0) continue;
    const uint64_t dice = eight_dice_bytes(key, static_cast<uint32_t>(x));
    for (uint64_t left = before; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);  // the lowest of its byte
      const int column = x + bit / 8;
      if (static_cast<int>(dice >> bit & 255) < limit && column < shadow_.size().width) action(column);
    }
  }
}

// Follows the lines that come down behind crests, many side by side: when they go aside, what has been read of a row is
// still at hand for the next one. Along short stretches some of them together: a processor waits for none.
void Wind::cast_along_rows(const DuneState& state, const WindCourse& course, int first) {
  const int width = state.size.width;
  const int height = state.size.height;
  const int step = course.step();
  const int count = std::min(kRowsAtOnce, height - first);
  int32_t lines[kRowsAtOnce] = {};
  // Those that only make up the last few are the last one again.
  const auto row_of = [&](int line, int aside) {
    const int row = wrapped(first + aside, height) + std::min(line, count - 1);
    return row < height ? row : row - height;
  };
  const int start = step > 0 ? 0 : width - 1;
  for (int i = -std::min(kWarmUp, width); i < 0; ++i) {
    const int x = wrapped(start + i * step, width);
    const int aside = course.aside_after(i);
    for (int k = 0; k < kRowsAtOnce; ++k)
      lines[k] = std::max(lines[k] - course.shadow(), state.height.row(row_of(k, aside))[x]);
  }
  for (int i = 0; i < width;) {
    const int aside = course.aside_after(i);
    const int end = std::min(course.last_step_so_far_aside(i) + 1, width);
    const int from = start + i * step;
    for (int k = 0; k < count; k += kTogether) {
      ShadeRow rows[kTogether];
      for (int line = 0; line < kTogether; ++line) {
        const int row = row_of(k + line, aside);
        rows[line] = {state.height.row(row), shadow_.row(row), course.shadow(), step};
      }
      if (end - i < kLongStretch) {
        for (int x = from; x != start + end * step; x += step)
          for (int line = 0; line < kTogether; ++line)
            lines[k + line] = reference::shade(rows[line], lines[k + line], x, 1);
      } else {
        for (int line = 0; line < kTogether; ++line)
          lines[k + line] = rows_.shade(rows[line], lines[k + line], from, end - i);
      }
    }
    i = end;
  }
}

void Wind::cast_down_columns(const DuneState& state, const WindCourse& course, int first, int end) {
  const int width = state.size.width;
  const int rows = state.size.height;
  int32_t lines[kColumnsAtOnce];
  std::fill_n(lines, kColumnsAtOnce, 0);
  const int start = course.step() > 0 ? 0 : rows - 1;
  // Calls action(x, line, count) for the stretches of columns over which the lines are after so many steps.
  const auto for_each_stretch = [&](int steps, const auto& action) {
    const int x = wrapped(first + course.aside_after(steps), width);
    const int count = std::min(end - first, width - x);
    action(x, lines, count);
    if (count < end - first) action(0, lines + count, end - first - count);
  };
  for (int k = -std::min(kWarmUp, rows); k < 0; ++k) {
    const int32_t* const height = state.height.row(wrapped(start + k * course.step(), rows));
    for_each_stretch(k, [&](int x, int32_t* line, int count) {
      for (int i = 0; i < count; ++i) line[i] = std::max(line[i] - course.shadow(), height[x + i]);
    });
  }
  for (int k = 0, y = start; k < rows; ++k, y += course.step()) {
    const int32_t* const height = state.height.row(y);
    uint8_t* const shadow = shadow_.row(y);
    for_each_stretch(k, [&](int x, int32_t* line, int count) {
      for (int i = 0; i < count; ++i) {
        const int32_t at = line[i] - course.shadow();
        shadow[x + i] = at > height[x + i] ? 1 : 0;
        line[i] = std::max(at, height[x + i]);
      }
    });
  }
}

// Beyond an open world's edges the ground goes on level.
void Wind::aim_row(DuneState& state, const WindSettings& settings, const WindCourse& course, int y) {
  const int width = state.size.width;
  const int hop = settings.hop;
  const auto place = [&](int at, int extent) {
    return state.open ? std::clamp(at, 0, extent - 1) : wrapped(at, extent);
  };
  uint8_t* const reach = reach_.row(y);
  int32_t* const flight = state.flight.row(y);
  const int32_t flatness = flatness_of(settings);
  const CellPos way = course.flight(hop);
  const int32_t* const downwind = state.height.row(place(y + way.y, state.size.height));
  const int32_t* const upwind = state.height.row(place(y - way.y, state.size.height));
  Flights& flights = flights_of_row_[static_cast<size_t>(y)];
  flights = {};
  const auto aim = [&](const int32_t* ahead, const int32_t* behind, int first, int end) {
    const Flights these = rows_.aim({.here = state.height.row(y),
                                     .ahead = ahead,
                                     .behind = behind,
                                     .flight = flight,
                                     .reach = reach,
                                     .hop = hop,
                                     .most_rise = most_rise_of(hop, flatness),
                                     .flatness = flatness},
                                    first, end);
    flights = all_of(flights, these);
  };
  // Where both ways end within the row; and beside that.
  const int first = std::min(std::abs(way.x), width);
  const int end = std::max(width - std::abs(way.x), first);
  aim(downwind + way.x, upwind - way.x, first, end);
  int32_t ahead[kMostDuneExtent];
  int32_t behind[kMostDuneExtent];
  for (const auto& [from, to] : {std::pair{0, first}, std::pair{end, width}}) {
    for (int x = from; x < to; ++x) {
      ahead[x] = downwind[place(x + way.x, width)];
      behind[x] = upwind[place(x - way.x, width)];
    }
    aim(ahead, behind, from, to);
  }
  // What comes in over the upwind edge, in the planes' margins.
  const int farthest = course.flight(2 * hop).x;
  for (int i = 1; i <= std::abs(farthest); ++i) {
    const int x = farthest > 0 ? -i : width - 1 + i;
    reach[x] = reach[wrapped(x, width)];
    flight[x] = state.open ? 0 : flight[wrapped(x, width)];
  }
}

// Sand comes down from where it flies to, by the row's distances alone.
void Wind::gather_row(const DuneState& state, const WindSettings& settings, const WindCourse& course, int y,
                      int32_t* arriving) const {
  const int32_t* flight[kMostReach];
  const uint8_t* reach[kMostReach];
  int distances[kMostReach];
  GatherRow row{.count = 0, .distances = distances, .flight = flight, .reach = reach, .arriving = arriving};
  for (int distance = 1; distance <= 2 * settings.hop; ++distance) {
    const CellPos way = course.flight(distance);
    const int upwind = y - way.y;
    if (state.open && (upwind < 0 || upwind >= state.size.height)) continue;  // from there nothing comes
    const int from = wrapped(upwind, state.size.height);
    const Flights& flights = flights_of_row_[static_cast<size_t>(from)];
    if (distance < flights.nearest || distance > flights.farthest) continue;
    distances[row.count] = distance;
    flight[row.count] = state.flight.row(from) - way.x;
    reach[row.count] = reach_.row(from) - way.x;
    ++row.count;
  }
  rows_.gather(row, 0, state.size.width);
}

// What flies is dry, and so makes what it comes down on less wet.
void Wind::carry_row(DuneState& state, const WindSettings& settings, const WindCourse& course, int y) {
  const int width = state.size.width;
  int32_t arriving[kMostDuneExtent];
  gather_row(state, settings, course, y, arriving);
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
