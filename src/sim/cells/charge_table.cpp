#include "sim/cells/charge_table.h"

#include <algorithm>

#include "sim/cells/material_table.h"

namespace quicksand {
namespace {

uint8_t in_ticks(double seconds) { return static_cast<uint8_t>(std::clamp(seconds * kTicksASecond + 0.5, 1.0, 255.0)); }

ChargeLaw law_of(const Electric& electric) {
  ChargeLaw law;
  if (electric.lights_at) {
    law.least_sparks = static_cast<uint8_t>((*electric.lights_at)[0]);
    law.most_sparks = static_cast<uint8_t>((*electric.lights_at)[1]);
  }
  if (electric.conducts) {
    law.kind = ChargeLaw::Kind::kConductor;
    law.ticks = static_cast<uint8_t>(in_ticks(electric.rests) + 1);
  }
  if (electric.source) {
    law.kind = ChargeLaw::Kind::kSource;
    law.ticks = in_ticks(1 / *electric.source);
  }
  if (electric.holds) {
    law.kind = ChargeLaw::Kind::kHolder;
    law.ticks = in_ticks(*electric.holds);
  }
  law.heat = electric.heat;
  law.acts_uncharged = electric.acts_uncharged();
  law.changes_charged = !electric.charged.empty();
  law.changes_uncharged = !electric.uncharged.empty();
  law.charged = ProductChoice(electric.charged);
  law.uncharged = ProductChoice(electric.uncharged);
  return law;
}

}  // namespace

ChargeTable::ChargeTable(std::span<const Material> materials) {
  for (size_t id = 0; id < materials.size(); ++id) {
    const Material& material = materials[id];
    if (material.electric) laws_[id] = law_of(*material.electric);
    if (material.explodes && material.explodes->charged) laws_[id].kind = ChargeLaw::Kind::kFuse;
    is_used_ |= laws_[id].kind != ChargeLaw::Kind::kNone;
    if (material.pressed != kVoid) pressed_[id] = material.pressed;
  }
}

}  // namespace quicksand
