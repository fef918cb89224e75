#include "sim/grains/grain_materials.h"

#include <algorithm>
#include <cmath>

#include "sim/grains/grain_settings.h"
#include "sim/grains/grains.h"

namespace quicksand {

void GrainMaterials::set(const MaterialTable& table, int friction) {
  if (table_hash_ == table.hash() && friction_ == friction) return;
  table_hash_ = table.hash();
  friction_ = friction;
  const float share = static_cast<float>(friction) / kFrictionUnit;
  for (int id = 0; id < table.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    const Phase phase = table.phase(material);
    const auto place = static_cast<size_t>(id);
    blocking[0][place] = phase == Phase::kStatic || phase == Phase::kPowder ? 1 : 0;
    blocking[1][place] = blocking[0][place] != 0 || phase == Phase::kLiquid ? 1 : 0;
    is_liquid[place] = phase == Phase::kLiquid ? 1 : 0;
    is_loose[place] = can_fly(table, material) ? 1 : 0;
    closed.has[place] = phase == Phase::kStatic ? 0x80 : 0;
    const int density = std::max(table[material].density, kLeastDragDensity);
    air_drag[place] = kAirDrag / static_cast<float>(density);
    contact.mass[place] = static_cast<float>(density);
    const auto root = [](int hundredths, float times) {
      return std::sqrt(static_cast<float>(hundredths) / 100.0F * times);
    };
    contact.roots[place] = {root(table[material].static_friction, share), root(table[material].kinetic_friction, share),
                            root(table[material].rolling_resistance, 1)};
    wet_threshold[place] = static_cast<float>(table.wet_threshold(material));
    wet_max[place] = static_cast<float>(table.wet_max(material));
  }
}

float GrainMaterials::bridge(MaterialId grain, uint8_t wetness) const {
  if (wetness == 0) return 0;
  const float wet = wetness;
  const float threshold = wet_threshold[grain];
  const float most = wet_max[grain];
  return wet <= threshold ? wet / threshold : std::max(0.0F, (most - wet) / (most - threshold));
}

}  // namespace quicksand
