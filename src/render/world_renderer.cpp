#include "render/world_renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace quicksand {
namespace {

// More samples than this along a side are never drawn: no screen shows them.
constexpr int kMaxSamples = 4096;

// How far a cell's colour depends on the cells around it; see the sky taps in cells.frag.
constexpr int kShadingReach = 16;

// The same for light, which comes from afar. What glows farther outside of the view is not seen.
constexpr int kLightReach = 96;

// Cells are sent to the graphics card in tiles of this size.
constexpr GridSize kTile{64, 16};

// Of the torch, in cells.
constexpr float kTorchRadius = 5;

// Late in the day, so that what glows is seen to glow.
constexpr Sky kSky{1.7F, 1.75F, 1.9F};

GLint uniform(const GlProgram& program, const char* name) { return glGetUniformLocation(program.get(), name); }

}  // namespace

Result<WorldRenderer> WorldRenderer::create(const ShaderSources& sources) {
  Result<GlProgram> cells = link_program(sources.fullscreen_vertex, sources.cells_fragment, "cells");
  if (!cells) return cells.failure();
  Result<GlProgram> present = link_program(sources.fullscreen_vertex, sources.present_fragment, "present");
  if (!present) return present.failure();
  Result<GlProgram> media = link_program(sources.fullscreen_vertex, sources.media_fragment, "media");
  if (!media) return media.failure();
  Result<LightField> light =
      LightField::create(sources.fullscreen_vertex, sources.cascade_fragment, sources.gather_fragment);
  if (!light) return light.failure();
  return WorldRenderer(std::move(*cells), std::move(*present), std::move(*media), std::move(*light));
}

WorldRenderer::WorldRenderer(GlProgram cells, GlProgram present, GlProgram media, LightField light)
    : cells_program_(std::move(cells)),
      present_program_(std::move(present)),
      media_program_(std::move(media)),
      light_(std::move(light)),
      vertex_array_(new_vertex_array()),
      framebuffer_(new_framebuffer()),
      cells_(GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, GL_NEAREST),
      palette_(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_NEAREST),
      media_(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, GL_NEAREST),
      picture_(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR) {}

void WorldRenderer::set_looks(const Looks& looks) {
  std::array<std::array<uint8_t, 4>, 3 * 256> texels{};
  for (size_t i = 0; i < looks.size(); ++i) {
    const MaterialLook& look = looks[i];
    texels[i] = {look.colour.r, look.colour.g, look.colour.b, look.grain};
    texels[256 + i] = {static_cast<uint8_t>(look.liquid ? 255 : 0), static_cast<uint8_t>(look.gas ? 255 : 0),
                       look.opacity, look.emission};
    texels[512 + i] = {look.density, 0, 0, 255};
  }
  palette_.upload({256, 3}, texels.data());
  drawn_.reset();
}

// Returns how many cells a texel of the light is wide.
int WorldRenderer::find_light(const CellWindow& window) {
  const int longer = std::max(window.size.width, window.size.height);
  const int square = std::max(1, (longer + light_texels_ - 1) / light_texels_);
  const GridSize size{(window.size.width + square - 1) / square, (window.size.height + square - 1) / square};
  for (int pass = 0; pass < 2; ++pass) {
    media_.reserve(size);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, media_.name(), 0);
    glViewport(0, 0, size.width, size.height);
    glUseProgram(media_program_.get());
    glBindVertexArray(vertex_array_.get());
    cells_.bind(0);
    palette_.bind(1);
    light_.fluence().bind(2);
    glUniform1i(uniform(media_program_, "cells"), 0);
    glUniform1i(uniform(media_program_, "palette"), 1);
    glUniform1i(uniform(media_program_, "light"), 2);
    glUniform2i(uniform(media_program_, "size"), window.size.width, window.size.height);
    glUniform1i(uniform(media_program_, "square"), square);
    glUniform1i(uniform(media_program_, "scatters"), pass);
    const Cell torch = torch_.value_or(Cell{});
    const auto sample = [&](int cell, int first) {
      return (static_cast<float>(cell - first) + 0.5F) / static_cast<float>(window.step);
    };
    glUniform3f(uniform(media_program_, "torch"), sample(torch.x, window.rect.x), sample(torch.y, window.rect.y),
                torch_ ? kTorchRadius / static_cast<float>(window.step) : 0.0F);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    light_.compute(media_, size, kSky);
  }
  return square;
}

// Sends the tiles that differ from what was sent before. Whether there are any.
bool WorldRenderer::upload_changes(const CellWindow& window) {
  const auto bytes_of = [](GridSize size) { return size.cells() * static_cast<int64_t>(sizeof(SampledCell)); };
  uploaded_bytes_ = 0;
  if (!(uploaded_size_ == window.size)) {
    cells_.upload(window.size, window.cells.data());
    uploaded_ = window.cells;
    uploaded_size_ = window.size;
    uploaded_bytes_ = bytes_of(window.size);
    return true;
  }
  for (int y = 0; y < window.size.height; y += kTile.height) {
    for (int x = 0; x < window.size.width; x += kTile.width) {
      const GridSize tile{std::min(kTile.width, window.size.width - x), std::min(kTile.height, window.size.height - y)};
      const size_t row_bytes = static_cast<size_t>(tile.width) * sizeof(SampledCell);
      const size_t first = static_cast<size_t>(y) * static_cast<size_t>(window.size.width) + static_cast<size_t>(x);
      bool differs = false;
      for (int row = 0; row < tile.height; ++row) {
        const size_t at = first + static_cast<size_t>(row) * static_cast<size_t>(window.size.width);
        if (std::memcmp(&uploaded_[at], &window.cells[at], row_bytes) == 0) continue;
        std::memcpy(&uploaded_[at], &window.cells[at], row_bytes);
        differs = true;
      }
      if (!differs) continue;
      cells_.replace({x, y}, tile, window.size.width, &window.cells[first]);
      uploaded_bytes_ += bytes_of(tile);
    }
  }
  return uploaded_bytes_ > 0;
}

void WorldRenderer::draw_cells(const CellWindow& window) {
  const Setting setting{window.world, window.rect, window.step, window.mode, light_texels_, torch_};
  const bool changed = upload_changes(window);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  drew_anew_ = changed || !(drawn_ == setting);
  if (!drew_anew_) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture_.name(), 0);
    glBindVertexArray(vertex_array_.get());
    return;
  }
  drawn_ = setting;
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  const bool is_lit = window.mode == DisplayMode::kLit;
  const int square = is_lit ? find_light(window) : 1;
  picture_.reserve(window.size);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture_.name(), 0);
  glViewport(0, 0, window.size.width, window.size.height);
  glUseProgram(cells_program_.get());
  cells_.bind(0);
  palette_.bind(1);
  glUniform1i(uniform(cells_program_, "cells"), 0);
  glUniform1i(uniform(cells_program_, "palette"), 1);
  light_.fluence().bind(2);
  glUniform1i(uniform(cells_program_, "light"), 2);
  glUniform1i(uniform(cells_program_, "mode"), static_cast<int>(window.mode));
  glUniform1f(uniform(cells_program_, "square"), static_cast<float>(square));
  glUniform2i(uniform(cells_program_, "size"), window.size.width, window.size.height);
  glUniform3f(uniform(cells_program_, "depth"), static_cast<float>(window.rect.y), static_cast<float>(window.step),
              static_cast<float>(window.world.height));
  glBindVertexArray(vertex_array_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void WorldRenderer::draw(const World& world, const Camera& camera, DisplayMode mode, GridSize framebuffer,
                         double density) {
  const CellRect rect = camera.visible_cells(mode == DisplayMode::kLit ? kLightReach : kShadingReach);
  sample_cells(world, rect, step_for(rect, kMaxSamples), mode, window_);
  GLint target = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  draw_cells(window_);

  const PixelRect& view = camera.viewport();
  const Point origin = camera.pixel_of({static_cast<double>(rect.x), static_cast<double>(rect.y)});
  const auto pixels = [&](double length) { return static_cast<GLint>(std::lround(length * density)); };
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
  glViewport(pixels(view.x), framebuffer.height - pixels(view.y + view.height), pixels(view.width),
             pixels(view.height));
  glUseProgram(present_program_.get());
  picture_.bind(0);
  glUniform1i(uniform(present_program_, "picture"), 0);
  glUniform2f(uniform(present_program_, "origin"), static_cast<float>(origin.x * density),
              static_cast<float>(origin.y * density));
  const double texel = camera.zoom() * window_.step * density;  // pixels a sample
  glUniform1f(uniform(present_program_, "texel"), static_cast<float>(texel));
  glUniform1f(uniform(present_program_, "top"), static_cast<float>(framebuffer.height));
  glUniform2f(uniform(present_program_, "samples"), static_cast<float>(rect.width) / static_cast<float>(window_.step),
              static_cast<float>(rect.height) / static_cast<float>(window_.step));
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

Image WorldRenderer::picture(const CellWindow& window) {
  draw_cells(window);
  Image image(window.size);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, window.size.width, window.size.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

}  // namespace quicksand
