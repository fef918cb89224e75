#include "render/window_target.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "render/gl_objects.h"

namespace quicksand {

const char* shader_version() { return epoxy_is_desktop_gl() ? "#version 330 core" : "#version 300 es"; }

void aim_at_window(GridSize pixels) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, pixels.width, pixels.height);
}

Image read_window(GridSize pixels, const PixelRect& part) {
  const int left = std::clamp(static_cast<int>(part.x), 0, pixels.width - 1);
  const int top = std::clamp(static_cast<int>(part.y), 0, pixels.height - 1);
  const int width = std::clamp(static_cast<int>(part.width), 1, pixels.width - left);
  const int height = std::clamp(static_cast<int>(part.height), 1, pixels.height - top);
  Image image({width, height});
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(left, pixels.height - top - height, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  // OpenGL's rows begin at the bottom.
  for (int y = 0; y < height / 2; ++y)
    std::swap_ranges(image.pixel(0, y), image.pixel(0, y) + 4 * width, image.pixel(0, height - 1 - y));
  return image;
}

void clear_window(const Colour& colour) {
  glDisable(GL_SCISSOR_TEST);
  glClearColor(colour.r, colour.g, colour.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void fill_in_window(GridSize pixels, const CellRect& part, const Colour& colour) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(part.x, pixels.height - part.y - part.height, std::max(part.width, 0), std::max(part.height, 0));
  glClearColor(colour.r, colour.g, colour.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

bool draws_with_processor() {
  const auto* const name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = name ? name : "";
  return std::ranges::any_of(std::array{"llvmpipe", "softpipe", "SwiftShader", "Software"},
                             [&](std::string_view each) { return renderer.find(each) != std::string_view::npos; });
}

void draw_in_window(const Image& picture, const Point& corner, GridSize pixels) {
  GlTexture texture = colour_texture();
  texture.upload(picture.size, picture.rgba.data());
  const CellPos first{static_cast<int>(std::lround(corner.x)), pixels.height - static_cast<int>(std::lround(corner.y))};
  Canvas().copy(texture, picture.size, first, {picture.size.width, -picture.size.height});
}

bool has_lost_context() {
  if (epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness"))
    return glGetGraphicsResetStatus() != GL_NO_ERROR;
  return epoxy_has_gl_extension("GL_ARB_robustness") && glGetGraphicsResetStatusARB() != GL_NO_ERROR;
}

void finish_drawing() { glFinish(); }

}  // namespace quicksand
