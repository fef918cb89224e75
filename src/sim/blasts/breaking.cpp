#include "sim/blasts/breaking.h"

#include "core/random.h"
#include "sim/reactions/cell_change.h"

namespace quicksand {

bool break_cell(SandboxState& state, const MaterialTable& table, CellPos cell, float blow, uint32_t dice,
                ActivityMap& activity) {
  const BlastTable& laws = table.blasts();
  const MaterialId material = state.material()[cell];
  if (table.phase(material) != Phase::kStatic || !laws.breaks(material) || blow <= laws.hardness(material))
    return false;
  const MaterialId into = laws.breaks_into(material).choose(mix32(dice));
  if (into == kSame || into == material) return false;
  state.cells.put(cell, changed_cell(state, table, cell, into, static_cast<uint8_t>(dice), 0));
  activity.mark(cell);
  return true;
}

}  // namespace quicksand
