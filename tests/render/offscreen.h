// What tests need to draw with OpenGL without a screen.
#pragma once

#include <SDL.h>

#include <catch2/catch.hpp>
#include <utility>

#include "capture/shader_files.h"
#include "platform/window.h"
#include "render/world_renderer.h"

namespace quicksand {

inline ShaderSources shader_sources() {
  Result<ShaderSources> loaded = load_shaders();
  REQUIRE(loaded.ok());
  return std::move(*loaded);
}

// Its context is current.
inline Window offscreen_window() {
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
  Result<Window> window = Window::open("test", {640, 400});
  INFO((window ? "" : window.failure().text()));
  REQUIRE(window.ok());
  return std::move(*window);
}

inline WorldRenderer new_renderer() {
  Result<WorldRenderer> renderer = WorldRenderer::create(shader_sources());
  INFO((renderer ? "" : renderer.failure().text()));
  REQUIRE(renderer.ok());
  return std::move(*renderer);
}

// The largest difference of any colour; the pictures are of one size.
inline int worst_difference(const Image& a, const Image& b) {
  REQUIRE(a.size == b.size);
  int worst = 0;
  for (size_t i = 0; i < a.rgba.size(); ++i) worst = std::max(worst, std::abs(int{a.rgba[i]} - int{b.rgba[i]}));
  return worst;
}

}  // namespace quicksand
