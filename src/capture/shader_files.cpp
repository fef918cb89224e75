#include "capture/shader_files.h"

#include <filesystem>
#include <utility>

#include "io/assets.h"
#include "io/files.h"
#include "render/palette_texture.h"

namespace quicksand {
namespace {

constexpr size_t kMaxShaderBytes = 1 << 20;

}  // namespace

Result<ShaderSources> load_shaders(FileStamps* read) {
  const Result<std::filesystem::path> data = find_data_folder();
  if (!data) return data.failure();
  ShaderSources sources{{kPaletteShader, palette_glsl()}};
  if (read)
    for (const char* const name : kShaderFiles) read->note(*data / "shaders" / name);
  for (const char* const name : kShaderFiles) {
    Result<std::string> text = read_file(*data / "shaders" / name, kMaxShaderBytes);
    if (!text) return text.failure();
    sources[name] = std::move(*text);
  }
  return sources;
}

}  // namespace quicksand
