#include "ui/gl_picture.h"

#include "platform/window.h"
#include "ui/shader_files.h"

namespace quicksand {
namespace {

// As the processor's pictures (view/shading.h).
constexpr int kMostPixels = 4096;

}  // namespace

Image draw_whole_world(WorldRenderer& renderer, const World& world, DisplayMode mode) {
  const CellRect whole{0, 0, world.size().width, world.size().height};
  CellWindow cells;
  sample_cells(world, whole, step_for(whole, kMostPixels), mode, cells);
  renderer.set_light_texels(kMostLightTexels);
  return renderer.picture(cells);
}

Result<Image> gl_picture(const World& world, const Looks& looks, DisplayMode mode) {
  const Result<ShaderSources> shaders = load_shaders();
  if (!shaders) return shaders.failure();
  const Result<Window> window = Window::open_hidden();
  if (!window) return window.failure();
  Result<WorldRenderer> renderer = WorldRenderer::create(*shaders);
  if (!renderer) return renderer.failure();
  renderer->set_looks(looks);
  return draw_whole_world(*renderer, world, mode);
}

}  // namespace quicksand
