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

// The OpenGL context that all tests of a program share, because the driver takes long to start; it is current afterwards.
// Each renderer finds the state that another has left, as it does in the window, where Dear ImGui draws as well.
inline const Window& shared_context() {
  static const Window context = [] {
    Result<Window> window = Window::open_hidden({640, 400});
    INFO((window ? "" : window.failure().text()));
    REQUIRE(window.ok());
    return std::move(*window);
  }();
  REQUIRE(SDL_GL_MakeCurrent(context.sdl_window(), context.gl_context()) == 0);
  return context;
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
