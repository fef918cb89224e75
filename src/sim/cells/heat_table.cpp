#include "sim/cells/heat_table.h"

#include <cmath>

#include "core/random.h"
#include "sim/cells/material_table.h"

namespace quicksand {
namespace {

// What an open face loses: half of the difference to the air in about 9 s.
constexpr double kAirConducts = 0.004;

uint8_t low_byte(uint16_t value) { return static_cast<uint8_t>(value); }
uint8_t high_byte(uint16_t value) { return static_cast<uint8_t>(value >> 8); }

// With up to 170 the spread has room in a byte; what burns longer loses one in some steps only.
BurningLaw law_of(const Burning& burning) {
  constexpr double kMostSteps = 170;
  const double steps = burning.lasts * kStepsASecond;
  BurningLaw law;
  law.least = std::max<uint16_t>(temperature_of(burning.above), 1);
  law.shortest = static_cast<uint8_t>(std::max(std::min(steps, kMostSteps) + 0.5, 1.0));
  law.step_limit = dice_limit(law.shortest / steps);
  law.heat = burning.heat;
  law.hottest = temperature_of(burning.hottest);
  law.flame = burning.flame;
  law.flame_limit = burning.flame == kVoid ? 0 : dice_limit(chance_of_meeting(burning.flames / kTicksASecond));
  law.leaves = ProductChoice(burning.leaves.empty() ? Products{{.material = kVoid}} : burning.leaves);
  return law;
}

}  // namespace

HeatTable::HeatTable(std::span<const Material> materials) {
  for (size_t i = 0; i < 256; ++i) {
    hot_[i].limit = kHottest;
    most_[i] = kHottest;
    noticed_[i] = kNeverNoticed;
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
    if (material.burns) burning_[i] = law_of(*material.burns);
    const double conducts = i == kVoid ? kAirConducts : i == kWall ? 0 : material.conducts / 1000.0;
    sets_.share[i] = static_cast<uint8_t>(255 * std::sqrt(conducts) + 0.5);
    if (material.explodes && material.explodes->above) noticed_[i] = temperature_of(*material.explodes->above);
    if (burning_[i].shortest > 0) noticed_[i] = burning_[i].least;
    const bool has_any = material.hot || material.cold || noticed_[i] != kNeverNoticed;
    transition_sets_.has[i] = has_any ? 0x80 : 0;
    has_transitions_ |= has_any;
  }
  for (size_t i = 0; i < 256; ++i) {
    sets_.most_low[i] = low_byte(most_[i]);
    sets_.most_high[i] = high_byte(most_[i]);
    const auto noticed = static_cast<uint16_t>(std::min<int>(hot_[i].limit, std::max(noticed_[i], 1) - 1));
    transition_sets_.hot_low[i] = low_byte(noticed);
    transition_sets_.hot_high[i] = high_byte(noticed);
    transition_sets_.cold_low[i] = low_byte(cold_[i].limit);
    transition_sets_.cold_high[i] = high_byte(cold_[i].limit);
  }
}

HeatTable::Change HeatTable::change(MaterialId id, uint16_t temperature, uint32_t dice) const {
  if (temperature > hot_[id].limit) return {hot_[id].into.choose(dice), warmed(temperature, -hot_[id].latent)};
  return {cold_[id].into.choose(dice), warmed(temperature, cold_[id].latent)};
}

}  // namespace quicksand
