// What the airborne phase needs to know of each material, worked out once for a table, and the two questions that all of
// it asks: in which cell is a grain, and what stops it there.
#pragma once

#include <array>
#include <cstdint>

#include "sim/cells/state.h"
#include "sim/grains/contact_list.h"
#include "sim/rows/block_queries.h"

namespace quicksand {

struct GrainMaterials {
  // Works out all that follows, unless it is known already. `friction` is SandboxState::friction.
  void set(const MaterialTable& table, int friction);

  // Whether a cell of one material stops a grain of another.
  bool blocks(MaterialId grain, MaterialId cell) const { return blocking[is_liquid[grain]][cell] != 0; }

  // How strong the bridges of liquid are that a grain makes: 1 at its threshold, 0 where it is dry or as wet as can be.
  float bridge(MaterialId grain, uint8_t wetness) const;

  std::array<uint8_t, 256> blocking[2]{};  // what stops grains: solids; the second: what stops liquid ones
  std::array<uint8_t, 256> is_liquid{};
  std::array<uint8_t, 256> is_loose{};   // powders and liquids: they can fly
  BlockSet closed;                       // statics: nothing is pressed through them
  std::array<float, 256> air_drag{};
  std::array<float, 256> wet_threshold{};
  std::array<float, 256> wet_max{};
  ContactMaterials contact;

 private:
  uint64_t table_hash_ = 0;
  int friction_ = -1;
};

// The row or column of a place. Rounds down, with no call of the mathematical library.
inline int cell_of(float place) {
  const int towards_zero = static_cast<int>(place);
  return towards_zero - (place < static_cast<float>(towards_zero) ? 1 : 0);
}

inline MaterialId material_at(const SandboxState& state, CellPos cell) { return state.material().row(cell.y)[cell.x]; }

}  // namespace quicksand
