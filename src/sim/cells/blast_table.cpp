#include "sim/cells/blast_table.h"

#include "sim/cells/material_table.h"
#include "sim/heat/temperature.h"

namespace quicksand {
namespace {

ExplosionLaw law_of(const Explosive& explosive) {
  ExplosionLaw law;
  law.explodes = true;
  law.least = explosive.above ? temperature_of(*explosive.above) : kHottest + 1;
  law.impact = explosive.impact ? static_cast<float>(*explosive.impact) : ExplosionLaw::kNoImpact;
  law.area = static_cast<float>(explosive.radius * explosive.radius);
  law.power = static_cast<float>(explosive.power);
  law.heat = static_cast<float>(explosive.heat);
  law.hottest = static_cast<float>(temperature_of(explosive.hottest));
  law.flame = explosive.flame;
  law.leaves = ProductChoice(explosive.leaves.empty() ? Products{{.material = kVoid}} : explosive.leaves);
  return law;
}

}  // namespace

BlastTable::BlastTable(std::span<const Material> materials) {
  for (size_t id = 0; id < materials.size(); ++id) {
    const Material& material = materials[id];
    if (material.explodes) laws_[id] = law_of(*material.explodes);
    has_impacts_ |= material.explodes && material.explodes->impact;
    breaks_[id] = !material.breaks_into.empty();
    hardness_[id] = static_cast<float>(material.hardness);
    breaks_into_[id] = ProductChoice(material.breaks_into);
  }
}

}  // namespace quicksand
