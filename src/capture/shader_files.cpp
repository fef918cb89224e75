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

Result<ShaderSources> load_shaders() {
  const Result<std::filesystem::path> data = find_data_folder();
  if (!data) return data.failure();
  ShaderSources sources{{kPaletteShader, palette_glsl()}};
  for (const char* const name : kShaderFiles) {
    Result<std::string> read = read_file(*data / "shaders" / name, kMaxShaderBytes);
    if (!read) return read.failure();
    sources[name] = std::move(*read);
  }
  return sources;
}

std::vector<std::filesystem::file_time_type> ShaderWatch::times() {
  std::vector<std::filesystem::file_time_type> times;
  const Result<std::filesystem::path> data = find_data_folder();
  for (const char* const name : kShaderFiles) {
    std::error_code missing;  // an editor may be replacing it
    times.push_back(data ? std::filesystem::last_write_time(*data / "shaders" / name, missing)
                         : std::filesystem::file_time_type());
  }
  return times;
}

bool ShaderWatch::changed() {
  std::vector<std::filesystem::file_time_type> now = times();
  if (now == written_) return false;
  written_ = std::move(now);
  return true;
}

}  // namespace quicksand
