// Reads the shaders from the data folder.
#pragma once

#include "core/result.h"
#include "io/file_watch.h"
#include "render/world_renderer.h"

namespace quicksand {

// With what is generated: palette.glsl (render/palette_texture.h). `read`, if it is not null, notes the files, also
// where they cannot be read.
Result<ShaderSources> load_shaders(FileStamps* read = nullptr);

}  // namespace quicksand
