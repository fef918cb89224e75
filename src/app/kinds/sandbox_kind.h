// The sandbox as a kind of world: its scene keys, and how it is made and restored.
#pragma once

#include "io/world_kind.h"

namespace quicksand {

WorldKind sandbox_kind();

}  // namespace quicksand
