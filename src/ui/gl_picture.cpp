#include "ui/gl_picture.h"

#include <memory>
#include <optional>
#include <utility>

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

std::function<Result<Image>(const World&, const Looks&, DisplayMode)> make_gl_painter() {
  struct State {
    std::optional<Window> window;  // outlives the renderer
    std::optional<WorldRenderer> renderer;
  };
  const auto state = std::make_shared<State>();
  return [state](const World& world, const Looks& looks, DisplayMode mode) -> Result<Image> {
    if (!state->renderer) {
      const Result<ShaderSources> shaders = load_shaders();
      if (!shaders) return shaders.failure();
      Result<Window> window = Window::open_hidden();
      if (!window) return window.failure();
      state->window.emplace(std::move(*window));
      Result<WorldRenderer> renderer = WorldRenderer::create(*shaders);
      if (!renderer) return renderer.failure();
      state->renderer.emplace(std::move(*renderer));
      state->renderer->set_looks(looks);
    }
    return draw_whole_world(*state->renderer, world, mode);
  };
}

}  // namespace quicksand
