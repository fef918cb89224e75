#include "view/overlay.h"

#include <algorithm>

#include "core/check.h"

namespace quicksand {
namespace {

// Values of the modes that have few of them. What 0 means is void wherever void looks unlike the rest.
enum Activities : uint8_t { kAsleep, kFrozen, kActive };
enum Wetnesses : uint8_t { kNothing, kALiquid, kDry };  // and up to 255: the wettest
enum Flights : uint8_t { kNowhere, kResting, kFalling };
enum Highlights : uint8_t { kOther, kChosen };

// Tiles: 0 sleeps, then two for each of so many threads, for blocks side by side.
constexpr int kThreadColours = 6;
constexpr int kTileWidth = 64;

// This part of a cell's height is much to fly over a column.
constexpr int kMuchFlight = 8;

constexpr OverlayColour kVoid{{0, 0, 0}, {8, 8, 10}};

uint8_t blend(int from, int to, int share) { return static_cast<uint8_t>(from + (to - from) * share / 255); }

Rgb blend(Rgb from, Rgb to, int share) {
  return {blend(from.r, to.r, share), blend(from.g, to.g, share), blend(from.b, to.b, share)};
}

// From violet over green to yellow: brighter with every step, so that it can be told apart without colours.
OverlayColour density_colour(int value) {
  constexpr Rgb kLight{69, 13, 97};
  constexpr Rgb kMiddle{33, 145, 140};
  constexpr Rgb kHeavy{252, 232, 36};
  return {{0, 0, 0},
          value < 128 ? blend(kLight, kMiddle, value * 255 / 128) : blend(kMiddle, kHeavy, (value - 128) * 255 / 127)};
}

OverlayColour wetness_colour(int value) {
  if (value == kNothing) return kVoid;
  if (value == kALiquid) return {{40, 60, 90}, {10, 60, 150}};
  const int share = value == kDry ? 0 : 64 + (value - kDry) * 191 / (255 - kDry);
  return {blend({130, 130, 130}, {0, 0, 0}, share), blend({40, 40, 40}, {25, 115, 255}, share)};
}

// From the black of what is long at rest over red to a pale yellow.
OverlayColour movement_colour(int heat) {
  constexpr Rgb kEmber{170, 40, 60};
  constexpr Rgb kFlame{255, 150, 30};
  constexpr Rgb kGlow{255, 245, 190};
  const Rgb colour = heat < 96    ? blend({0, 0, 0}, kEmber, heat * 255 / 96)
                     : heat < 192 ? blend(kEmber, kFlame, (heat - 96) * 255 / 96)
                                  : blend(kFlame, kGlow, (heat - 192) * 255 / 63);
  return {blend({105, 105, 110}, {0, 0, 0}, std::min(255, heat * 2)), colour};
}

OverlayColour tile_colour(int value) {
  constexpr Rgb kThreads[kThreadColours] = {{230, 120, 40}, {60, 150, 240}, {90, 200, 90},
                                            {220, 90, 190}, {230, 210, 60}, {80, 210, 210}};
  if (value == 0) return {{130, 130, 130}, {0, 0, 0}};
  const Rgb of_thread = kThreads[(value - 1) / 2 % kThreadColours];
  const int strength = value % 2 == 0 ? 110 : 75;
  return {{120, 120, 120}, blend({0, 0, 0}, of_thread, strength)};
}

OverlayColour activity_colour(int value) {
  if (value == kActive) return {{153, 115, 77}, {140, 56, 0}};
  if (value == kFrozen) return {{107, 158, 242}, {5, 13, 31}};
  return {{153, 153, 153}, {0, 0, 0}};
}

OverlayColour flight_colour(int value) {
  if (value == kNowhere) return kVoid;
  return value == kFalling ? OverlayColour{{60, 90, 40}, {120, 165, 30}} : OverlayColour{{110, 110, 125}, {0, 0, 0}};
}

OverlayColour highlight_colour(int value) {
  return value == kChosen ? OverlayColour{{80, 80, 30}, {175, 165, 0}} : OverlayColour{{90, 90, 100}, {0, 0, 0}};
}

}  // namespace

std::array<OverlayColour, 256> overlay_colours(DisplayMode mode) {
  std::array<OverlayColour, 256> colours{};
  for (int value = 0; value < 256; ++value) {
    OverlayColour& colour = colours[static_cast<size_t>(value)];
    switch (mode) {
      case DisplayMode::kFancy:
      case DisplayMode::kPlain:
        break;
      case DisplayMode::kActivity:
        colour = activity_colour(value);
        break;
      case DisplayMode::kTiles:
        colour = tile_colour(value);
        break;
      case DisplayMode::kDensity:
        colour = value == 0 ? kVoid : density_colour(value);
        break;
      case DisplayMode::kWetness:
        colour = wetness_colour(value);
        break;
      case DisplayMode::kAirborne:
        colour = flight_colour(value);
        break;
      case DisplayMode::kMovement:
        colour = movement_colour(value);
        break;
      case DisplayMode::kHighlight:
        colour = highlight_colour(value);
        break;
    }
  }
  return colours;
}

CellValues::CellValues(const World& world, const Looks& looks, const View& view, const MotionTrail* trail)
    : world_(world),
      looks_(looks),
      view_(view),
      trail_(trail),
      planes_(world.planes()),
      wetness_(find_plane(planes_, "wetness")),
      values_(static_cast<size_t>(world.size().width)) {
  QS_CHECK(trail || view.mode != DisplayMode::kMovement, "movement is shown by a trail");
  for (size_t i = 1; i < looks.size(); ++i) {
    if (view.mode == DisplayMode::kDensity) of_entry_[i] = std::max<uint8_t>(1, looks[i].density);
    if (view.mode == DisplayMode::kHighlight) of_entry_[i] = i == view.highlighted ? kChosen : kOther;
  }
}

void CellValues::find_activity(int y) {
  activity_.resize(values_.size());
  world_.read_activity(y, activity_);
  for (size_t x = 0; x < values_.size(); ++x)
    values_[x] = activity_[x] == Activity::kActive ? kActive : activity_[x] == Activity::kFrozen ? kFrozen : kAsleep;
}

void CellValues::find_blocks(int y) {
  activity_.resize(values_.size());
  world_.read_activity(y, activity_);
  const int worker = world_.worker_of_row(y) % kThreadColours;
  // A block's cells sleep and wake together.
  for (size_t x = 0; x < values_.size(); ++x) {
    const int odd = static_cast<int>(x / kTileWidth) % 2;
    values_[x] = activity_[x] == Activity::kAsleep ? uint8_t{0} : static_cast<uint8_t>(1 + 2 * worker + odd);
  }
}

void CellValues::find_wetness(int y) {
  const uint8_t* const entries = planes_.front().plane->row(y);
  for (size_t x = 0; x < values_.size(); ++x) {
    const uint8_t entry = entries[x];
    const int wet = wetness_ ? wetness_->row(y)[x] : 0;
    const int dry_or_wet = kDry + wet * (255 - kDry) / 255;
    values_[x] = static_cast<uint8_t>(entry == 0 ? kNothing : looks_[entry].liquid ? int{kALiquid} : dry_or_wet);
  }
}

void CellValues::find_airborne(int y) {
  if (world_.seen_from_above()) return find_flight(y);
  const Plane<uint8_t>& entries = *planes_.front().plane;
  const bool floor = y + 1 == world_.size().height;
  for (int x = 0; x < world_.size().width; ++x) {
    const uint8_t entry = entries[{x, y}];
    const MaterialLook& look = looks_[entry];
    const uint8_t below = floor ? entry : entries[{x, y + 1}];
    const bool falls = entry != 0 && !look.gas && !look.rigid && (below == 0 || looks_[below].gas);
    values_[static_cast<size_t>(x)] = entry == 0 ? kNowhere : falls ? kFalling : kResting;
  }
}

// Where much flies over the ground, from above.
void CellValues::find_flight(int y) {
  const PlaneView* const flight = find_view(planes_, "flight");
  for (size_t x = 0; x < values_.size(); ++x)
    values_[x] = flight && flight->fixed->row(y)[x] > flight->one / kMuchFlight ? kFalling : kResting;
}

void CellValues::find_by_entry(int y) {
  const uint8_t* const entries = planes_.front().plane->row(y);
  for (size_t x = 0; x < values_.size(); ++x) values_[x] = of_entry_[entries[x]];
}

const uint8_t* CellValues::row(int y) {
  switch (view_.mode) {
    case DisplayMode::kFancy:
    case DisplayMode::kPlain:
      return wetness_ ? wetness_->row(y) : values_.data();
    case DisplayMode::kActivity:
      find_activity(y);
      break;
    case DisplayMode::kTiles:
      find_blocks(y);
      break;
    case DisplayMode::kWetness:
      find_wetness(y);
      break;
    case DisplayMode::kAirborne:
      find_airborne(y);
      break;
    case DisplayMode::kMovement:
      return trail_->size() == world_.size() ? trail_->heat(y) : values_.data();
    case DisplayMode::kDensity:
    case DisplayMode::kHighlight:
      find_by_entry(y);
      break;
  }
  return values_.data();
}

uint8_t CellValues::of_airborne(uint8_t entry, uint8_t wetness, uint8_t below) const {
  switch (view_.mode) {
    case DisplayMode::kFancy:
    case DisplayMode::kPlain:
      return wetness;
    case DisplayMode::kActivity:
      return kActive;
    case DisplayMode::kAirborne:
      return kFalling;
    case DisplayMode::kWetness:
      return looks_[entry].liquid ? uint8_t{kALiquid} : static_cast<uint8_t>(kDry + wetness * (255 - kDry) / 255);
    case DisplayMode::kDensity:
    case DisplayMode::kHighlight:
      return of_entry_[entry];
    case DisplayMode::kTiles:
    case DisplayMode::kMovement:
      return below;
  }
  return below;
}

}  // namespace quicksand
