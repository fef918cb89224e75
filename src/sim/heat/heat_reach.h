// Whether heat that evens out can still change anything but temperatures.
#pragma once

#include "sim/cells/state.h"

namespace quicksand {

// Whether any cell may yet melt, freeze, burn, explode or react because it gets warmer or colder than it is, as long as
// nothing gives off heat. Heat flows from what is warmer to what is colder, so that nothing gets warmer than the hottest
// cell is, or colder than the coldest; what is in the air takes no part in it. True as well where something could only if
// it were elsewhere. Looks at all cells.
bool may_heat_change(const SandboxState& state, const MaterialTable& table);

}  // namespace quicksand
