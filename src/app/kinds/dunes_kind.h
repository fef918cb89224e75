// The dunes as a kind of world: how they are made and restored. Their scene keys: io/dunes_file.h.
#pragma once

#include "io/world_kind.h"

namespace quicksand {

WorldKind dunes_kind();

}  // namespace quicksand
