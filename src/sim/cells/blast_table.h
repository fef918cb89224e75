// What follows from how a set of materials explodes, and from what blasts break: for rules (blasts/blasts.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/cells/reaction_table.h"

namespace quicksand {

struct ExplosionLaw {
  bool explodes = false;
  int least = 0;     // the temperature from which on it goes off, in units; above 65535: however hot it is, it does not
  float impact = 0;  // the blow at which it does, in cells a tick; kNoImpact: no blow is enough
  float area = 0;    // the square of the radius of one cell
  float power = 0;   // cells a tick
  float heat = 0;    // units
  float hottest = 0;     // it heats nothing beyond
  MaterialId flame = 0;  // kVoid: none
  ProductChoice leaves;

  static constexpr float kNoImpact = 1000;
};

class BlastTable {
 public:
  BlastTable() = default;
  explicit BlastTable(std::span<const Material> materials);

  const ExplosionLaw& law(MaterialId id) const { return laws_[id]; }
  bool explodes(MaterialId id) const { return laws_[id].explodes; }
  // Whether a blow, in cells a tick, sets it off.
  bool is_set_off(MaterialId id, float blow) const { return explodes(id) && blow >= laws_[id].impact; }
  // Whether any is set off by a blow.
  bool has_impacts() const { return has_impacts_; }

  // Of static materials: whether blasts can break it, what that takes off them, and what is left then.
  bool breaks(MaterialId id) const { return breaks_[id]; }
  float hardness(MaterialId id) const { return hardness_[id]; }
  const ProductChoice& breaks_into(MaterialId id) const { return breaks_into_[id]; }

 private:
  std::array<ExplosionLaw, 256> laws_;
  bool has_impacts_ = false;
  std::array<bool, 256> breaks_{};
  std::array<float, 256> hardness_{};
  std::array<ProductChoice, 256> breaks_into_;
};

}  // namespace quicksand
