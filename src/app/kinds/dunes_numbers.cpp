#include "app/kinds/dunes_numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/kinds/border_number.h"
#include "dunes/dune_state.h"
#include "dunes/dunes_scene.h"
#include "io/dunes_format.h"

namespace quicksand {
namespace {

DuneSettings& of(WorldSettings& settings) { return static_cast<DunesScene&>(settings).settings; }
const DuneSettings& of(const WorldSettings& settings) { return static_cast<const DunesScene&>(settings).settings; }

bool is_windy(const WorldSettings& settings) { return of(settings).wind.blows; }

// As it blows: without one there are no numbers of it, as in scene files.
WindSettings wind_of(const WorldSettings& settings) {
  return of(settings).wind.blows ? of(settings).wind : WindSettings();
}

template <int32_t PileSettings::*kMember>
double height(const WorldSettings& settings) {
  return of(settings).pile.*kMember / double{kUnit};
}

template <uint8_t WindSettings::*kMember>
double share(const WorldSettings& settings) {
  return wind_of(settings).*kMember / kShareOne;
}
template <uint8_t WindSettings::*kMember>
void set_share(WorldSettings& settings, double number, GridSize) {
  if (of(settings).wind.blows) of(settings).wind.*kMember = static_cast<uint8_t>(std::lround(number * kShareOne));
}

double wind(const WorldSettings& settings) {
  return of(settings).wind.blows ? 1 + static_cast<int>(of(settings).wind.heading) : 0;
}

// One that has ceased keeps its numbers for when it blows again; one that has never blown blows as usual.
void set_wind(WorldSettings& settings, double number, GridSize world) {
  WindSettings& wind = of(settings).wind;
  const int word = static_cast<int>(std::lround(number));
  if (word == 0) {
    wind.blows = false;
    return;
  }
  if (wind.hop == 0) wind = usual_wind();
  wind.blows = true;
  wind.heading = static_cast<Heading>(word - 1);
  wind.turn = 0;
  wind.hop = std::min(wind.hop, longest_hop(wind, world));
}

void set_hop(WorldSettings& settings, double number, GridSize world) {
  WindSettings& wind = of(settings).wind;
  if (wind.blows) wind.hop = std::min(static_cast<int>(std::lround(number)), longest_hop(wind, world));
}

// Degrees clockwise from the east of each heading.
constexpr int kDegrees[] = {0, 180, 90, 270};

void set_turn(WorldSettings& settings, double number, GridSize world) {
  WindSettings& wind = of(settings).wind;
  if (!wind.blows) return;
  wind.turn = static_cast<int>(std::lround(number));
  wind.hop = std::min(wind.hop, longest_hop(wind, world));
}

DialPlace dial_place(const WorldSettings& settings) {
  const WindSettings& wind = of(settings).wind;
  if (!wind.blows) return {};
  return {kDegrees[static_cast<size_t>(wind.heading)] + wind.turn, wind.lift / kShareOne / kMostShare};
}

void set_dial(WorldSettings& settings, const DialPlace& place, GridSize world) {
  const int degrees = (place.degrees % 360 + 360) % 360;
  const auto heading = std::find(std::begin(kDegrees), std::end(kDegrees), degrees / 90 * 90) - std::begin(kDegrees);
  set_wind(settings, static_cast<double>(place.strength > 0 ? 1 + heading : 0), world);
  set_turn(settings, degrees % 90, world);
  set_share<&WindSettings::lift>(settings, std::clamp(place.strength, 0.0, 1.0) * kMostShare, world);
}

}  // namespace

int longest_hop(const WindSettings& wind, GridSize world) {
  if (wind.turn != 0) return std::min(world.width, world.height);
  return wind.heading == Heading::kEast || wind.heading == Heading::kWest ? world.width : world.height;
}

const WorldDial& dunes_dial() {
  static constexpr WorldDial kDial{
      .name = "Wind",
      .help = "Drag the needle: where the wind blows to, and how strong it is. In the middle there is none",
      .get = dial_place,
      .set = set_dial};
  return kDial;
}

std::span<const WorldNumber> dunes_numbers() {
  static const std::vector<WorldNumber> kNumbers{
      {.name = "Threshold",
       .help = "T: sand slides where a neighbour is lower by so much, in cells",
       .low = 0.1,
       .high = 5,
       .get = height<&PileSettings::threshold>,
       .set =
           [](WorldSettings& settings, double number, GridSize) {
             PileSettings& pile = of(settings).pile;
             pile.threshold = std::max(to_units(number), 2);
             pile.transfer = std::min(pile.transfer, pile.most_transfer());
           }},
      {.name = "Transfer",
       .help = "M: so much slides in a step; at most half of T",
       .low = 0.01,
       .high = 2.5,
       .get = height<&PileSettings::transfer>,
       .set =
           [](WorldSettings& settings, double number, GridSize) {
             PileSettings& pile = of(settings).pile;
             pile.transfer = std::clamp(to_units(number), 1, pile.most_transfer());
           }},
      {.name = "When wet",
       .help = "How much more it takes where the sand is as wet as it gets",
       .low = 0,
       .high = 10,
       .get = height<&PileSettings::wet_threshold>,
       .set = [](WorldSettings& settings, double number,
                 GridSize) { of(settings).pile.wet_threshold = std::max(to_units(number), 0); }},
      {.name = "Steps",
       .help = "Steps of sliding in each tick: how fast it flows",
       .low = 1,
       .high = 32,
       .is_whole = true,
       .get = [](const WorldSettings& settings) { return double(of(settings).pile.steps); },
       .set = [](WorldSettings& settings, double number,
                 GridSize) { of(settings).pile.steps = static_cast<int>(std::lround(number)); }},
      {.name = "Rule",
       .help = "How sand gives way: it slides, or columns of four grains and more fire one to each side",
       .words = {"slide", "chip-firing"},
       .get = [](const WorldSettings& settings) { return of(settings).pile.chip_firing ? 1.0 : 0.0; },
       .set = [](WorldSettings& settings, double number, GridSize) { of(settings).pile.chip_firing = number > 0.5; }},
      {.name = "Neighbours",
       .help = "To how many sides sand slides: to four, or to the diagonal ones, too, and heaps are round",
       .words = {"four", "eight"},
       .get = [](const WorldSettings& settings) { return of(settings).pile.neighbours == 8 ? 1.0 : 0.0; },
       .set = [](WorldSettings& settings, double number,
                 GridSize) { of(settings).pile.neighbours = number > 0.5 ? 8 : 4; }},
      {.name = "Wind",
       .help = "Where it blows to",
       .words = {"none", "east", "west", "south", "north"},
       .get = wind,
       .set = set_wind},
      {.name = "Turn",
       .help = "Of the wind, from there, in degrees clockwise",
       .low = 0,
       .high = kMostTurn,
       .is_whole = true,
       .counts = is_windy,
       .get = [](const WorldSettings& settings) { return double(wind_of(settings).turn); },
       .set = set_turn},
      {.name = "Strength",
       .help = "Of the wind, where one blows: the chance that a column loses a slab to it in a tick",
       .low = 0,
       .high = kMostShare,
       .counts = is_windy,
       .get = share<&WindSettings::lift>,
       .set = set_share<&WindSettings::lift>},
      {.name = "Hop",
       .help = "How far sand flies in a tick, in cells: short ones make dunes, long ones ripples",
       .low = 1,
       .high = kMostHop,
       .is_whole = true,
       .counts = is_windy,
       .get = [](const WorldSettings& settings) { return double(std::max(wind_of(settings).hop, 1)); },
       .set = set_hop},
      {.name = "Spray",
       .help = "The chance that a slab flies off the brink of a crest",
       .low = 0,
       .high = kMostShare,
       .counts = is_windy,
       .get = share<&WindSettings::spray>,
       .set = set_share<&WindSettings::spray>},
      {.name = "Clumps in the air",
       .help = "Grains that gather above the ground stay so, or are spread along it",
       .words = {"stay", "are spread"},
       .is_look = true,
       .get = [](const WorldSettings& settings) { return of(settings).unclumps ? 1.0 : 0.0; },
       .set = [](WorldSettings& settings, double number, GridSize) { of(settings).unclumps = number > 0.5; }},
      border_number(),
  };
  return kNumbers;
}

std::shared_ptr<WorldSettings> copy_of_dunes(const WorldSettings& settings) {
  return std::make_shared<DunesScene>(static_cast<const DunesScene&>(settings));
}

}  // namespace quicksand
