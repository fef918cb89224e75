// Reads the shaders from the data folder, and notices when they change there.
#pragma once

#include <filesystem>
#include <vector>

#include "core/result.h"
#include "render/world_renderer.h"

namespace quicksand {

// With what is generated: palette.glsl (render/palette_texture.h).
Result<ShaderSources> load_shaders();

class ShaderWatch {
 public:
  ShaderWatch() : written_(times()) {}

  // Whether a file was written since the last call, or since this was made. Looks at the disk: not for every frame.
  bool changed();

 private:
  static std::vector<std::filesystem::file_time_type> times();

  std::vector<std::filesystem::file_time_type> written_;
};

}  // namespace quicksand
