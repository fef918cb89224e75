#include "sim/cells/material_table.h"

#include <algorithm>

#include "core/check.h"
#include "core/random.h"
#include "sim/cells/material_hash.h"
#include "sim/cells/material_properties.h"
#include "sim/cells/rules.h"
#include "sim/moisture/wetness.h"

namespace quicksand {
namespace {

bool is_air(Phase phase) { return phase == Phase::kVoid || phase == Phase::kGas; }
bool is_fluid(Phase phase) { return is_air(phase) || phase == Phase::kLiquid; }

}  // namespace

Phase phase_of(const Material& material) {
  if (material.is_static) return Phase::kStatic;
  if (material.gas || material.density < 0) return Phase::kGas;
  return material.liquid ? Phase::kLiquid : Phase::kPowder;
}

MaterialTable::MaterialTable(std::vector<Material> others, std::vector<Reaction> reactions)
    : reactions_(std::move(reactions)) {
  materials_.emplace_back().name = "void";
  Material& wall = materials_.emplace_back();
  wall.name = "wall";
  wall.density = kMaxDensity;
  wall.is_static = true;
  wall.static_friction = 50;
  wall.kinetic_friction = 35;
  for (Material& material : others) materials_.push_back(std::move(material));
  QS_CHECK(size() <= kMaxMaterials, "a table has too many materials");
  for (const Material& material : materials_) names_.push_back(material.name);
  derive_tables();
  reaction_table_ = ReactionTable(materials_, reactions_);
  heat_table_ = HeatTable(materials_);
  blast_table_ = BlastTable(materials_);
  charge_table_ = ChargeTable(materials_);
  for (int id = 0; id < size(); ++id) {
    const Material& material = materials_[static_cast<size_t>(id)];
    const Phase phase = phase_[static_cast<size_t>(id)];
    const bool can_absorb = (phase == Phase::kPowder || phase == Phase::kStatic) && material.absorbs < size() &&
                            phase_[material.absorbs] == Phase::kLiquid && material.wet_threshold > 0 &&
                            material.wet_threshold < material.wet_max && material.wet_max <= kCellWetness;
    QS_CHECK(material.absorbs == kVoid ? material.wet_max == 0 && material.wet_threshold == 0 : can_absorb,
             "a material's wetness is out of range");
  }
  hash_ = material_hash(materials_, kMaterialProperties, kAlwaysHashed, reactions_);
}

std::optional<MaterialId> MaterialTable::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<MaterialId>(found - names_.begin());
}

int MaterialTable::weight(MaterialId id) const {
  return materials_[id].density + (is_air(phase_[id]) ? 0 : kMaxDensity + 1);
}

void MaterialTable::derive_tables() {
  const size_t pairs = materials_.size() * materials_.size();
  sink_chance_.assign(pairs, 0);
  slip_chance_.assign(pairs, 0);

  for (int id = 0; id < size(); ++id) {
    phase_[id] = id == kVoid ? Phase::kVoid : phase_of(materials_[id]);
    const Material& material = materials_[id];
    const bool has_angle = phase_[id] == Phase::kPowder && material.repose_degrees > 0;
    repose_[id] = has_angle ? repose_of_angle(material.repose_degrees) : repose_of_reach(material.friction);
    friction_[id] = repose_[id].reach;
    most_drop_ = std::max<int>(most_drop_, repose_[id].drop);
    has_absorbing_ |= material.absorbs != kVoid;
  }

  for (int a = 0; a < size(); ++a) {
    for (int b = 0; b < size(); ++b) {
      const auto upper = static_cast<MaterialId>(a);
      const auto lower = static_cast<MaterialId>(b);
      const int difference = weight(upper) - weight(lower);
      if (phase_[a] == Phase::kStatic || !is_fluid(phase_[b]) || difference <= 0) continue;

      uint16_t chance = kAlways;
      if (phase_[b] == Phase::kLiquid) {
        const int steps = density_steps(materials_[a].density) - density_steps(materials_[b].density);
        chance = static_cast<uint16_t>(kLiquidChance + steps);
      }
      if (is_air(phase_[a]) && is_air(phase_[b])) {
        const int falls = std::min(materials_[a].falls, materials_[b].falls);
        chance = static_cast<uint16_t>(std::max(std::min(difference * 256 / kGasRiseScale, 256) * falls / 100, 1));
      }
      sink_chance_[index(upper, lower)] = chance;
      if (!is_air(phase_[a])) slip_chance_[index(upper, lower)] = chance;
    }
    // A gas spreads through void; it meets other gases and liquids only by rising and sinking.
    if (phase_[a] == Phase::kGas) slip_chance_[index(static_cast<MaterialId>(a), kVoid)] = kAlways;
  }
}

}  // namespace quicksand
