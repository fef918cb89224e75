#include "capture/gl_picture_source.h"

#include <memory>
#include <optional>
#include <utility>

#include "capture/shader_files.h"
#include "platform/window.h"
#include "view/relief.h"

namespace quicksand {

Image draw_whole_world(WorldRenderer& renderer, const World& world, const Looks& looks, const View& view,
                       const MotionTrail* trail, int detail) {
  const CellRect whole{0, 0, world.size().width, world.size().height};
  if (has_relief(world, view)) {
    Parallel alone(1);
    return relief_picture(world, looks, whole, step_for(whole, kLargestPicture),
                          view.mode == DisplayMode::kFancy ? detail : 1, alone);
  }
  CellWindow cells;
  look_at(world, looks, whole, step_for(whole, kLargestPicture), view, trail, cells);
  return renderer.picture(cells, view.mode == DisplayMode::kFancy ? detail : 1);
}

Result<PictureSource> make_gl_picture_source(const Effects& effects, int detail) {
  struct State {
    Window window;  // outlives the renderer
    WorldRenderer renderer;
    std::optional<Looks> looks;
  };
  const Result<ShaderSources> shaders = load_shaders();
  if (!shaders) return shaders.failure();
  Result<Window> window = Window::open_hidden();
  if (!window) return window.failure();
  Result<WorldRenderer> renderer = WorldRenderer::create(*shaders);
  if (!renderer) return renderer.failure();
  const auto state = std::make_shared<State>(State{std::move(*window), std::move(*renderer), std::nullopt});
  state->renderer.set_effects(effects);
  return PictureSource([state, detail](const World& world, const Looks& looks, const View& view, const MotionTrail* trail) {
    if (state->looks != looks) {  // a run of another seed may open another world
      state->renderer.set_looks(looks);
      state->looks = looks;
    }
    return draw_whole_world(state->renderer, world, looks, view, trail, detail);
  });
}

}  // namespace quicksand
