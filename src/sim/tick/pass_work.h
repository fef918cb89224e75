// What a pass works on in one tick.
#pragma once

#include "core/tick_events.h"
#include "sim/cells/state.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

struct PassWork {
  SandboxState& state;
  const MaterialTable& materials;
  ActivityMap& activity;       // to be marked where the pass changes anything
  ActivityMap::Cursor cursor;  // the pass's own
  TickEvents* events;          // null: nobody asks
};

}  // namespace quicksand
