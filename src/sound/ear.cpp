#include "sound/ear.h"

#include <algorithm>
#include <cmath>

namespace quicksand {
namespace {

// Views beside the picture at which a sound has half of its amplitude, and at which it is not heard at all.
constexpr double kHalfAway = 0.15;
constexpr double kFarthest = 1.5;

// Not all to one side: ears are on one head.
constexpr float kWidestPan = 0.8F;

// What one event is worth beside a cell that moves.
constexpr double kImpactWeight = 3;
constexpr double kSplashWeight = 6;

// A mass lands where more grains hit in one tick than kLeastLanding and several times what is usual.
constexpr float kLeastLanding = 24;
constexpr float kLandingFactor = 4;
constexpr float kFullLanding = 500;  // impacts in a tick
constexpr float kUsualWeight = 0.05F;
constexpr int kTicksBetweenLandings = 16;

// Water that stands still loses and moves a cell now and then: so many a second are not heard.
constexpr float kUnheard = 40;

constexpr double kShortest = 1e-4;  // seconds between two pictures

// Cells that a blast reaches when it is as loud as can be.
constexpr double kLoudestReach = 48;

// The length of `from`..`until` that lies outside 0..extent, as a share of it.
double overshoot(double from, double until, double extent) { return std::max({0.0, -until, from - extent}) / extent; }

}  // namespace

Ear::Place Ear::place_of(CellBox tile, const HeardView& view) {
  const double left = tile.left - view.left;
  const double right = tile.right - view.left;
  const double away = std::hypot(overshoot(left, right, view.width),
                                 overshoot(tile.top - view.top, tile.bottom - view.top, view.height));
  if (away >= kFarthest) return {};
  // The middle of that part of it that is seen.
  const double middle = (std::clamp(left, 0.0, view.width) + std::clamp(right, 0.0, view.width)) / 2;
  const double halves = away / kHalfAway;
  return {static_cast<float>((1 - away / kFarthest) / (1 + halves * halves)),
          kWidestPan * static_cast<float>(2 * middle / view.width - 1)};
}

// Both ears together get the events, in shares of equal power.
void Ear::add(Texture texture, double events, Place place) {
  const auto heard = static_cast<float>(events) * place.gain;
  counts_[texture].left += heard * (1 - place.pan) / 2;
  counts_[texture].right += heard * (1 + place.pan) / 2;
}

void Ear::hear(const TickEvents& events, const HeardView& view) {
  const GridSize tiles = events.impacts.tiles();
  if (!(tiles == tiles_)) {
    tiles_ = tiles;
    wet_share_.assign(static_cast<size_t>(tiles.cells()), 0);
  }
  landed_ = {};
  for (int y = 0; y < tiles.height; ++y)
    for (int x = 0; x < tiles.width; ++x) {
      const Place place = place_of({x * kEventTile, y * kEventTile, (x + 1) * kEventTile, (y + 1) * kEventTile}, view);
      if (place.gain > 0) hear_tile(events, y * tiles.width + x, place);
    }
  hear_landings();
  for (const BlastEvent& blast : events.blasts) {
    const Place place = place_of({blast.at.x, blast.at.y, blast.at.x + 1, blast.at.y + 1}, view);
    const auto size = static_cast<float>(std::clamp(blast.reach / kLoudestReach, 0.0, 1.0));
    thump({place.pan, place.gain * std::sqrt(size), 0.5F + 0.5F * size});
  }
}

// Grains that hit something, or throw it up, splash where liquid moves, and patter elsewhere.
void Ear::hear_tile(const TickEvents& events, int tile, Place place) {
  const auto index = static_cast<size_t>(tile);
  const auto count = [&](const TileCounts& counts) { return static_cast<double>(counts.by_tile()[index]); };
  const double powder = count(events.powder_moves);
  const double liquid = count(events.liquid_moves);
  float& wet = wet_share_[index];
  if (powder + liquid > 0) wet = static_cast<float>(liquid / (powder + liquid));
  const double impacts = count(events.impacts);
  const double hits = kImpactWeight * impacts + kSplashWeight * count(events.splashes);
  add(kSandTexture, powder + hits * (1 - wet), place);
  add(kWaterTexture, liquid + hits * wet, place);
  add(kWindTexture, count(events.gas_moves), place);
  add(kFizzTexture, count(events.fizzes), place);
  add(kFireTexture, count(events.flames), place);
  const auto dry = static_cast<float>(impacts) * (1 - wet) * place.gain;
  landed_.left += dry * (1 - place.pan) / 2;
  landed_.right += dry * (1 + place.pan) / 2;
}

void Ear::hear_landings() {
  const float landed = landed_.left + landed_.right;
  if (ticks_to_landing_ > 0) --ticks_to_landing_;
  if (ticks_to_landing_ == 0 && landed > kLeastLanding + kLandingFactor * usual_impacts_) {
    thump({(landed_.right - landed_.left) / landed, std::min(1.0F, landed / kFullLanding), 0});
    ticks_to_landing_ = kTicksBetweenLandings;
  }
  usual_impacts_ += kUsualWeight * (landed - usual_impacts_);
}

// Of more than can be told apart, the strongest.
void Ear::thump(const Thump& thump) {
  if (thump.strength <= 0) return;
  if (frame_.thump_count < SoundFrame::kMostThumps) {
    frame_.thumps[static_cast<size_t>(frame_.thump_count++)] = thump;
    return;
  }
  Thump& weakest = *std::min_element(frame_.thumps.begin(), frame_.thumps.end(),
                                     [](const Thump& a, const Thump& b) { return a.strength < b.strength; });
  if (weakest.strength < thump.strength) weakest = thump;
}

SoundFrame Ear::take(double seconds) {
  // Events since the last call came at any time in these seconds: they are remembered as if evenly spread.
  const double faded = std::max(seconds, kShortest) / kMemory;
  const auto kept = static_cast<float>(std::exp(-faded));
  const auto weight = static_cast<float>(-std::expm1(-faded) / (faded * kMemory));
  for (size_t i = 0; i < kTextures; ++i) {
    rates_[i].left = rates_[i].left * kept + counts_[i].left * weight;
    rates_[i].right = rates_[i].right * kept + counts_[i].right * weight;
  }
  counts_ = {};
  SoundFrame taken = frame_;
  taken.rates = rates_;
  for (const Texture texture : {kSandTexture, kWaterTexture, kWindTexture}) {
    Stereo& rate = taken.rates[texture];
    const float both = rate.left + rate.right;
    const float heard = both > kUnheard ? 1 - kUnheard / both : 0;
    rate = {rate.left * heard, rate.right * heard};
  }
  frame_ = {};
  return taken;
}

}  // namespace quicksand
