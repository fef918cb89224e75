// The border of a world of any kind, as a number that a player may set.
#pragma once

#include "core/world_settings.h"
#include "io/world_kind.h"

namespace quicksand {

inline WorldNumber border_number() {
  return {.name = "Border",
          .help = "What the edge of the world does: walls hold everything in; what crosses an open one is gone",
          .words = {"walls", "open"},
          .get = [](const WorldSettings& settings) { return settings.open_border ? 1.0 : 0.0; },
          .set = [](WorldSettings& settings, double number, GridSize) { settings.open_border = number > 0.5; }};
}

}  // namespace quicksand
