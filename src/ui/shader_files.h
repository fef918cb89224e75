// Reads the shaders from the data folder.
#pragma once

#include "core/result.h"
#include "render/world_renderer.h"

namespace quicksand {

Result<ShaderSources> load_shaders();

}  // namespace quicksand
