#include "sim/cells/heat_table.h"

#include <cmath>

#include "sim/cells/material_table.h"

namespace quicksand {
namespace {

// What an open face loses: half of the difference to the air in about 4 s.
constexpr double kAirConducts = 0.004;

uint8_t low_byte(uint16_t value) { return static_cast<uint8_t>(value); }
uint8_t high_byte(uint16_t value) { return static_cast<uint8_t>(value >> 8); }

}  // namespace

HeatTable::HeatTable(std::span<const Material> materials) {
  for (size_t i = 0; i < 256; ++i) {
    hot_[i].limit = kHottest;
    most_[i] = kHottest;
    if (i >= materials.size()) continue;
    const Material& material = materials[i];
    if (material.hot) {
      hot_[i].latent = material.hot->latent;
      const int least = temperature_of(material.hot->at) + material.hot->latent;
      hot_[i].limit = static_cast<uint16_t>(std::min(least, kHottest) - 1);
      hot_[i].into = ProductChoice(material.hot->into);
      if (material.hot->latent > 0) {
        most_[i] = temperature_of(material.hot->at);
        sets_.has_latent = true;
      }
    }
    if (material.cold) {
      cold_[i].latent = material.cold->latent;
      cold_[i].limit = temperature_of(material.cold->at);
      cold_[i].into = ProductChoice(material.cold->into);
    }
    const double conducts = i == kVoid ? kAirConducts : i == kWall ? 0 : material.conducts / 1000.0;
    sets_.share[i] = static_cast<uint8_t>(255 * std::sqrt(conducts) + 0.5);
    transition_sets_.has[i] = material.hot || material.cold ? 0x80 : 0;
    has_transitions_ |= material.hot || material.cold;
  }
  for (size_t i = 0; i < 256; ++i) {
    sets_.most_low[i] = low_byte(most_[i]);
    sets_.most_high[i] = high_byte(most_[i]);
    transition_sets_.hot_low[i] = low_byte(hot_[i].limit);
    transition_sets_.hot_high[i] = high_byte(hot_[i].limit);
    transition_sets_.cold_low[i] = low_byte(cold_[i].limit);
    transition_sets_.cold_high[i] = high_byte(cold_[i].limit);
  }
}

HeatTable::Change HeatTable::change(MaterialId id, uint16_t temperature, uint32_t dice) const {
  if (temperature > hot_[id].limit) return {hot_[id].into.choose(dice), warmed(temperature, -hot_[id].latent)};
  return {cold_[id].into.choose(dice), warmed(temperature, cold_[id].latent)};
}

}  // namespace quicksand
