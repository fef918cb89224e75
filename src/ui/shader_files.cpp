#include "ui/shader_files.h"

#include <filesystem>
#include <utility>

#include "io/assets.h"
#include "io/files.h"

namespace quicksand {
namespace {

constexpr size_t kMaxShaderBytes = 1 << 20;

}  // namespace

Result<ShaderSources> load_shaders() {
  const Result<std::filesystem::path> data = find_data_folder();
  if (!data) return data.failure();
  ShaderSources sources;
  const std::pair<const char*, std::string*> files[] = {
      {"fullscreen.vert", &sources.fullscreen_vertex}, {"cells.frag", &sources.cells_fragment},
      {"present.frag", &sources.present_fragment},     {"media.frag", &sources.media_fragment},
      {"cascade.frag", &sources.cascade_fragment},     {"gather.frag", &sources.gather_fragment}};
  for (const auto& [name, text] : files) {
    Result<std::string> read = read_file(*data / "shaders" / name, kMaxShaderBytes);
    if (!read) return read.failure();
    *text = std::move(*read);
  }
  return sources;
}

}  // namespace quicksand
