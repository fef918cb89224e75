#include "dunes/inspect_column.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "dunes/dune_reference.h"
#include "dunes/sandpile.h"

namespace quicksand {
namespace {

struct Side {
  int x;
  int y;
  const char* name;
};
// In the order of marks (dune_rows.h): the sides, then the diagonals.
constexpr std::array<Side, 8> kAround{{{-1, 0, "west"},
                                       {1, 0, "east"},
                                       {0, -1, "north"},
                                       {0, 1, "south"},
                                       {-1, -1, "north-west"},
                                       {1, 1, "south-east"},
                                       {1, -1, "north-east"},
                                       {-1, 1, "south-west"}}};

std::string cells_of(int64_t units) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(units) / kUnit);
  return text.data();
}

std::string whole(double value) { return std::to_string(std::lround(value)); }

InspectionSection lies_there(const DuneState& state, const DuneSettings& settings, CellPos cell) {
  InspectionSection section{"What lies there", {}};
  section.lines = {"surface: " + cells_of(state.height[cell]) + " cells high",
                   "sand: " + cells_of(state.sand(cell)) + " cells, on ground at " + cells_of(state.ground[cell]),
                   "wetness: " + whole(state.wetness[cell] / 2.55) + " % of what it can be"};
  if (settings.wind.blows)
    section.lines.push_back("the wind carries " + cells_of(state.flight[cell]) + " cells over it");
  size_t grains = 0;
  for (size_t i = 0; i < state.grains.size(); ++i) {
    if (static_cast<int>(state.grains.x[i]) != cell.x || static_cast<int>(state.grains.y[i]) != cell.y) continue;
    if (++grains > 3) continue;
    const FreeGrain grain = state.grains.at(i);
    section.lines.push_back("in the air: a grain of " + cells_of(grain.sand) + " cells, " +
                            cells_of(static_cast<int64_t>(grain.z * kUnit)) + " high, " +
                            whole(std::hypot(grain.vx, grain.vy, grain.vz) * 160) + " cells a second");
  }
  return section;
}

std::string slope_words(const DuneState& state, const PileSettings& pile, const Side& side, CellPos cell) {
  const CellPos there{cell.x + side.x, cell.y + side.y};
  if (!contains(state.size, there))
    return std::string(side.name) + (state.open ? ": the edge, over which sand leaves" : ": the wall");
  const bool diagonal = side.x != 0 && side.y != 0;
  const int64_t drop = int64_t{state.height[cell]} - state.height[there];
  const double run = kUnit * (diagonal ? std::numbers::sqrt2 : 1.0);
  const double degrees = std::atan2(static_cast<double>(drop), run) * 180 / std::numbers::pi;
  // As the sandpile has it.
  const int64_t dry = diagonal ? over_diagonal(pile.threshold) : pile.threshold;
  const int64_t wet = diagonal ? over_diagonal(pile.wet_threshold) : pile.wet_threshold;
  const int64_t threshold = wet_threshold_of(static_cast<int32_t>(dry), static_cast<int32_t>(wet), state.wetness[cell]);
  return std::string(side.name) + ": " + (drop < 0 ? "up " + cells_of(-drop) : "down " + cells_of(drop)) + " (" +
         whole(degrees) + "\u00b0), it slides from " + cells_of(threshold) + " on" +
         (drop >= threshold ? ": steep enough" : "");
}

InspectionSection slopes(const DuneState& state, const DuneSettings& settings, const Roofs& roofs, CellPos cell) {
  InspectionSection section{"Slopes, and why it slides or stays", {}};
  const PileSettings& pile = settings.pile;
  if (pile.chip_firing) {
    const bool fires = state.sand(cell) >= reference::kFiring * kUnit;
    section.lines.push_back(fires ? "fires: it has four grains or more, and gives one to each neighbour"
                                  : "does not fire: it has less than four grains");
    return section;
  }
  const auto goes = [&](bool diagonal) { return mark_under(state, pile, roofs, diagonal, 0, cell) != kStays; };
  const bool slides = goes(false) || (pile.neighbours == 8 && goes(true));
  bool is_steep = false;
  bool is_beside_full = false;
  for (size_t i = 0; i < static_cast<size_t>(pile.neighbours); ++i) {
    const CellPos other{cell.x + kAround[i].x, cell.y + kAround[i].y};
    is_beside_full = is_beside_full || (contains(state.size, other) && state.height[other] >= kFullHeight);
    section.lines.push_back(slope_words(state, pile, kAround[i], cell));
    is_steep = is_steep || section.lines.back().ends_with("steep enough");
  }
  std::string why = "slides: it loses " + cells_of(pile.transfer) + " to one of the lower sides";
  if (!slides && !is_steep) why = "stays: no neighbour is lower by as much as it takes";
  if (!slides && is_steep)
    why = state.sand(cell) < pile.transfer ? "stays: there is too little sand on the ground to slide"
          : is_beside_full                 ? "stays: what is lower is as high as sand can be heaped"
                                           : "stays: a body leaves the sand no room";
  section.lines.insert(section.lines.begin(), why);
  return section;
}

InspectionSection wind(const DuneState& state, const WindSettings& settings, bool in_shadow, CellPos cell) {
  InspectionSection section{"Wind", {}};
  if (!settings.blows) return section;
  std::string why = "may lift sand, with chance " + whole(settings.lift / 2.56) + " % a tick";
  if (in_shadow) why = "lifts nothing: it lies in the shadow of a crest";
  if (state.sand(cell) < settings.slab) why = "lifts nothing: there is too little sand";
  if (state.wetness[cell] > reference::kMostBlownWetness) why = "lifts nothing: the sand is too wet";
  section.lines.push_back(why);
  return section;
}

InspectionSection sleep(const ColumnActivity& activity) {
  return {"Awake or asleep",
          {activity.is_awake ? "awake: in its tile or beside it a height has changed, or sand slides"
                             : "asleep: no height has changed in its tile or beside it, and nothing slides"}};
}

}  // namespace

Inspection inspect_column(const DuneState& state, const DuneSettings& settings, const Roofs& roofs,
                          const ColumnActivity& activity, CellPos cell) {
  Inspection all{lies_there(state, settings, cell), slopes(state, settings, roofs, cell),
                 wind(state, settings.wind, activity.in_wind_shadow, cell), sleep(activity)};
  std::erase_if(all, [](const InspectionSection& section) { return section.lines.empty(); });
  return all;
}

}  // namespace quicksand
