#include "view/overlay.h"

#include <algorithm>
#include <span>

#include "core/check.h"
#include "view/glowing.h"

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
  if (value == 0) return kVoid;
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

// Numbers of temperatures: 0 is void, then from kColdest degrees up to kMild, and from there up to kHottest.
constexpr int kColdest = -100;
constexpr int kMild = 20;
constexpr int kHottest = 1600;
constexpr int kMildNumber = 64;

constexpr int number_of_temperature(double degrees) {
  const double cold = 1 + (degrees - kColdest) / (kMild - kColdest) * (kMildNumber - 1);
  const double hot = kMildNumber + (degrees - kMild) / (kHottest - kMild) * (255 - kMildNumber);
  return static_cast<int>(std::clamp(degrees < kMild ? cold : hot, 1.0, 255.0));
}

constexpr LegendMark heat_mark(int degrees, const char* label) {
  return {static_cast<uint8_t>(number_of_temperature(degrees)), label};
}
constexpr LegendMark kHeatLegend[] = {
    heat_mark(kColdest, "-100°"), heat_mark(0, "0°"),       heat_mark(kMild, "20°"),
    heat_mark(100, "100°"),       heat_mark(300, "300°"),   heat_mark(600, "600°"),
    heat_mark(1000, "1000°"),     heat_mark(1300, "1300°"), heat_mark(kHottest, "1600°")};
constexpr LegendMark kWetnessLegend[] = {{0, "dry"}, {128, "damp"}, {255, "liquid"}};

// What is warm glows as iron does; what is cold is blue.
OverlayColour heat_colour(int number) {
  if (number == 0) return kVoid;
  struct Stop {
    int number;
    Rgb colour;
  };
  const Stop kStops[] = {{1, {190, 225, 255}},
                         {number_of_temperature(0), {40, 90, 190}},
                         {kMildNumber, {62, 62, 70}},
                         {number_of_temperature(300), {85, 30, 40}},
                         {number_of_temperature(600), {170, 25, 20}},
                         {number_of_temperature(1000), {255, 130, 20}},
                         {number_of_temperature(1300), {255, 215, 90}},
                         {255, {255, 255, 245}}};
  const Stop* stop = std::begin(kStops);
  while (stop[1].number < number) ++stop;
  const int share = (number - stop[0].number) * 255 / (stop[1].number - stop[0].number);
  return {{0, 0, 0}, blend(stop[0].colour, stop[1].colour, share)};
}

using Row = std::span<uint8_t>;

uint8_t density_of(const ValueSources& from, uint8_t entry) {
  return entry == 0 ? uint8_t{0} : std::max<uint8_t>(1, from.looks[entry].density);
}

uint8_t wetness_of(const ValueSources& from, uint8_t entry, int wetness) {
  if (entry == 0) return kNothing;
  return static_cast<uint8_t>(from.looks[entry].liquid ? int{kALiquid} : kDry + wetness * (255 - kDry) / 255);
}

uint8_t highlight_of(const ValueSources& from, uint8_t entry) {
  return entry != 0 && entry == from.view.highlighted ? kChosen : kOther;
}

void find_activity(ValueSources& from, int y, Row values) {
  from.activity.resize(values.size());
  from.world.read_activity(y, from.activity);
  for (size_t x = 0; x < values.size(); ++x) {
    const Activity activity = from.activity[x];
    values[x] = activity == Activity::kActive ? kActive : activity == Activity::kFrozen ? kFrozen : kAsleep;
  }
}

void find_blocks(ValueSources& from, int y, Row values) {
  from.activity.resize(values.size());
  from.world.read_activity(y, from.activity);
  const int worker = from.world.worker_of_row(y) % kThreadColours;
  // A block's cells sleep and wake together.
  for (size_t x = 0; x < values.size(); ++x) {
    const int odd = static_cast<int>(x / kTileWidth) % 2;
    values[x] = from.activity[x] == Activity::kAsleep ? uint8_t{0} : static_cast<uint8_t>(1 + 2 * worker + odd);
  }
}

void find_density(ValueSources& from, int y, Row values) {
  const uint8_t* const entries = from.entries->row(y);
  for (size_t x = 0; x < values.size(); ++x) values[x] = density_of(from, entries[x]);
}

void find_wetness(ValueSources& from, int y, Row values) {
  const uint8_t* const entries = from.entries->row(y);
  for (size_t x = 0; x < values.size(); ++x)
    values[x] = wetness_of(from, entries[x], from.wetness ? from.wetness->row(y)[x] : 0);
}

// Where much flies over the ground, from above.
void find_flight(ValueSources& from, int y, Row values) {
  const PlaneView* const flight = find_view(from.planes, "flight");
  for (size_t x = 0; x < values.size(); ++x)
    values[x] = flight && flight->fixed->row(y)[x] > flight->one / kMuchFlight ? kFalling : kResting;
}

void find_airborne(ValueSources& from, int y, Row values) {
  if (from.world.seen_from_above()) return find_flight(from, y, values);
  const bool floor = y + 1 == from.world.size().height;
  const uint8_t* const entries = from.entries->row(y);
  const uint8_t* const entries_below = from.entries->row(floor ? y : y + 1);
  for (size_t x = 0; x < values.size(); ++x) {
    const uint8_t entry = entries[x];
    const uint8_t below = entries_below[x];
    const MaterialLook& look = from.looks[entry];
    const bool falls = entry != 0 && !look.gas && !look.rigid && (below == 0 || from.looks[below].gas);
    values[x] = entry == 0 ? kNowhere : falls ? kFalling : kResting;
  }
}

void find_movement(ValueSources& from, int y, Row values) {
  if (from.trail->size() == from.world.size()) std::copy_n(from.trail->heat(y), values.size(), values.begin());
}

// In worlds that know no temperatures everything is mild.
void find_heat(ValueSources& from, int y, Row values) {
  const PlaneView* const temperature = find_view(from.planes, "temperature");
  const uint8_t* const entries = from.entries->row(y);
  for (size_t x = 0; x < values.size(); ++x) {
    const int warm =
        temperature ? number_of_temperature(value_at(*temperature, {static_cast<int>(x), y})) : kMildNumber;
    values[x] = entries[x] == 0 ? uint8_t{0} : static_cast<uint8_t>(warm);
  }
}

void find_highlight(ValueSources& from, int y, Row values) {
  const uint8_t* const entries = from.entries->row(y);
  for (size_t x = 0; x < values.size(); ++x) values[x] = highlight_of(from, entries[x]);
}

// How a mode shows numbers.
struct OverlayMode {
  DisplayMode mode;
  OverlayColour (*colour)(int value);
  // The values of row y's cells. Row by row they get the same memory, which is 0 at first.
  void (*find_row)(ValueSources& from, int y, Row values);
  // As CellValues::of_airborne().
  uint8_t (*of_airborne)(const ValueSources& from, const AirborneView& grains, size_t index, uint8_t below);
};

uint8_t value_below(const ValueSources&, const AirborneView&, size_t, uint8_t below) { return below; }

template <uint8_t kValue>
uint8_t always(const ValueSources&, const AirborneView&, size_t, uint8_t) {
  return kValue;
}

uint8_t airborne_density(const ValueSources& from, const AirborneView& grains, size_t index, uint8_t) {
  return density_of(from, grains.entry[index]);
}

uint8_t airborne_wetness(const ValueSources& from, const AirborneView& grains, size_t index, uint8_t) {
  return wetness_of(from, grains.entry[index], grains.wetness[index]);
}

uint8_t airborne_highlight(const ValueSources& from, const AirborneView& grains, size_t index, uint8_t) {
  return highlight_of(from, grains.entry[index]);
}

// In the order of DisplayMode.
constexpr OverlayMode kOverlayModes[] = {
    {DisplayMode::kActivity, activity_colour, find_activity, always<kActive>},
    {DisplayMode::kTiles, tile_colour, find_blocks, value_below},
    {DisplayMode::kDensity, density_colour, find_density, airborne_density},
    {DisplayMode::kWetness, wetness_colour, find_wetness, airborne_wetness},
    {DisplayMode::kAirborne, flight_colour, find_airborne, always<kFalling>},
    {DisplayMode::kMovement, movement_colour, find_movement, value_below},
    {DisplayMode::kHighlight, highlight_colour, find_highlight, airborne_highlight},
    {DisplayMode::kHeat, heat_colour, find_heat, always<kMildNumber>},
};

constexpr size_t kFirstOverlay = kDisplayModes.size() - std::size(kOverlayModes);

static_assert(
    [] {
      for (size_t i = 0; i < std::size(kOverlayModes); ++i)
        if (kOverlayModes[i].mode != static_cast<DisplayMode>(kFirstOverlay + i)) return false;
      return kFirstOverlay == static_cast<size_t>(DisplayMode::kPlain) + 1;
    }(),
    "each display mode after kPlain has a row in kOverlayModes and one in kDisplayModes, in the same order");

const OverlayMode& overlay_of(DisplayMode mode) { return kOverlayModes[static_cast<size_t>(mode) - kFirstOverlay]; }

}  // namespace

std::span<const LegendMark> legend(DisplayMode mode) {
  if (mode == DisplayMode::kHeat) return kHeatLegend;
  if (mode == DisplayMode::kWetness) return kWetnessLegend;
  return {};
}

std::array<OverlayColour, 256> overlay_colours(DisplayMode mode) {
  std::array<OverlayColour, 256> colours{};
  if (has_overlay(mode))
    for (size_t value = 0; value < colours.size(); ++value)
      colours[value] = overlay_of(mode).colour(static_cast<int>(value));
  return colours;
}

CellValues::CellValues(const World& world, const Looks& looks, const View& view, const MotionTrail* trail)
    : sources_{world, looks, view, trail, world.planes(), nullptr, nullptr},
      values_(static_cast<size_t>(world.size().width)) {
  QS_CHECK(trail || view.mode != DisplayMode::kMovement, "movement is shown by a trail");
  sources_.entries = sources_.planes.front().plane;
  sources_.wetness = find_plane(sources_.planes, "wetness");
  const PlaneView* const temperature = find_view(sources_.planes, "temperature");
  const PlaneView* const high = find_view(sources_.planes, "heat_high");
  if (temperature && high && high->saved) {
    temperature_ = temperature;
    high_ = high->plane;
    // A number is one of 256 with this high byte, and numbers go round.
    for (int value = 0; value < 256; ++value)
      for (const int low : {0, 255}) {
        const auto number = static_cast<uint16_t>(256 * value + low + temperature->base);
        may_glow_[static_cast<size_t>(value)] |= value_of_heat((number - temperature->zero) / temperature->one) != 0;
      }
  }
  const PlaneView* const timer = find_view(sources_.planes, "timer");
  if (timer && timer->saved) charge_ = timer->plane;
}

const uint8_t* CellValues::row(int y) {
  if (has_overlay(sources_.view.mode))
    overlay_of(sources_.view.mode).find_row(sources_, y, values_);
  else if (sources_.view.mode == DisplayMode::kFancy)
    find_glowing(y);
  else if (sources_.wetness)
    return sources_.wetness->row(y);
  return values_.data();
}

// Wetness, and over it what glows.
void CellValues::find_glowing(int y) {
  const size_t width = values_.size();
  if (sources_.wetness)
    std::transform(sources_.wetness->row(y), sources_.wetness->row(y) + width, values_.begin(), value_of_wetness);
  const uint8_t* const entries = sources_.entries->row(y);
  if (temperature_) {
    const uint8_t* const high = high_->row(y);
    for (size_t x = 0; x < width; ++x) {
      if (!may_glow_[high[x]] || entries[x] == 0) continue;
      const double degrees = value_at(*temperature_, {static_cast<int>(x), y});
      if (const uint8_t glow = value_of_heat(static_cast<int>(degrees)); glow != 0) values_[x] = glow;
    }
  }
  if (charge_) {
    const uint8_t* const charge = charge_->row(y);
    for (size_t x = 0; x < width; ++x)
      if (charge[x] != 0)
        values_[x] = std::max(values_[x], value_of_charge(sources_.looks[entries[x]].spark, charge[x]));
  }
}

uint8_t CellValues::of_airborne(const AirborneView& grains, size_t index, uint8_t below) const {
  if (sources_.view.mode == DisplayMode::kFancy) return value_of_wetness(grains.wetness[index]);
  if (!has_overlay(sources_.view.mode)) return grains.wetness[index];
  return overlay_of(sources_.view.mode).of_airborne(sources_, grains, index, below);
}

}  // namespace quicksand
