#include "dunes/dune_pictures.h"

#include <algorithm>

#include "core/random.h"
#include "dunes/bodies.h"
#include "dunes/dune_dice.h"

namespace quicksand {

void DunePictures::make_grain_seeds(const DuneState& state) {
  grain_seeds_ = Plane<uint8_t>(state.size);
  for (int y = 0; y < state.size.height; ++y) {
    const uint32_t key = row_key(state.seed, 0, kDiceGrainSeed, y);
    for (int x = 0; x < state.size.width; ++x) grain_seeds_[{x, y}] = dice_byte(key, static_cast<uint32_t>(x));
  }
}

void DunePictures::renew(const DuneState& state, const DuneSettings& settings, const DunePalette& palette) {
  if (are_fresh_) return;
  are_fresh_ = true;
  if (!(entries_.size() == state.size)) {
    entries_ = Plane<uint8_t>(state.size);
    make_grain_seeds(state);
  }
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x)
      entries_[{x, y}] = entry_of_column(state, settings.pile, palette, {x, y});
  if (settings.bodies.empty()) return;
  surface_ = state.height;
  draw_bodies(state.tick, settings, palette.rock, surface_, entries_);
}

std::vector<PlaneView> DunePictures::planes(const DuneState& state, const DuneSettings& settings,
                                            const DunePalette& palette) {
  renew(state, settings, palette);
  std::vector<PlaneView> views{{.name = "material", .plane = &entries_},
                               {.name = "grain_seed", .former_name = "tint", .plane = &grain_seeds_},
                               {.name = "wetness", .plane = &state.wetness},
                               {.name = "height", .fixed = &state.height, .one = kUnit},
                               {.name = "ground", .fixed = &state.ground, .one = kUnit},
                               {.name = "flight", .fixed = &state.flight, .one = kUnit}};
  if (settings.pile.chip_firing) return views;  // shown by the numbers of their grains
  if (settings.bodies.empty())
    views[3].surface = true;
  else
    views.push_back({.name = "surface", .fixed = &surface_, .one = kUnit, .surface = true});
  return views;
}

AirborneView DunePictures::airborne(const DuneState& state, uint8_t entry) {
  const FreeGrains& grains = state.grains;
  airborne_entries_.assign(grains.size(), entry);
  airborne_wetness_.resize(grains.size());
  airborne_seeds_.resize(grains.size());
  airborne_heights_.resize(grains.size());
  for (size_t i = 0; i < grains.size(); ++i) {
    const CellPos cell{static_cast<int>(grains.x[i]), static_cast<int>(grains.y[i])};
    airborne_seeds_[i] = static_cast<uint8_t>(mix32(static_cast<uint32_t>(i)));
    airborne_wetness_[i] = static_cast<uint8_t>(grains.wetness[i] >> 8);
    // Sand may have risen over it since it flew.
    airborne_heights_[i] = std::max(grains.z[i] - static_cast<float>(state.height[cell]) / kUnit, 0.0F);
  }
  return {grains.x,          grains.y,  airborne_entries_, airborne_seeds_, airborne_wetness_,
          airborne_heights_, grains.vx, grains.vy};
}

}  // namespace quicksand
