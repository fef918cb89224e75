#include "render/grain_discs.h"

#include <cstddef>
#include <utility>

namespace quicksand {

Result<GrainDiscs> GrainDiscs::create(const ShaderSources& sources) {
  Result<Shader> shader = Shader::create(sources, "grain.vert", "grain.frag");
  if (!shader) return shader.failure();
  return GrainDiscs(std::move(*shader));
}

GrainDiscs::GrainDiscs(Shader shader)
    : shader_(std::move(shader)), buffer_(new_buffer()), vertex_array_(new_vertex_array()) {
  glBindVertexArray(vertex_array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  const auto offset = [](size_t bytes) { return reinterpret_cast<const void*>(bytes); };
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), offset(offsetof(Vertex, x)));
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Vertex), offset(offsetof(Vertex, entry)));
  for (const GLuint attribute : {0U, 1U}) {
    glEnableVertexAttribArray(attribute);
    glVertexAttribDivisor(attribute, 1);
  }
  glBindVertexArray(0);
}

bool GrainDiscs::look_at(const AirborneView& grains, const Camera& camera) {
  std::swap(vertices_, before_);
  const CellRect seen = camera.visible_cells(1);
  vertices_.clear();
  for (size_t i = 0; i < grains.x.size(); ++i) {
    const float x = grains.x[i];
    const float y = grains.y[i];
    const bool visible = x >= static_cast<float>(seen.x) && x < static_cast<float>(seen.x + seen.width) &&
                         y >= static_cast<float>(seen.y) && y < static_cast<float>(seen.y + seen.height);
    if (visible) vertices_.push_back({x, y, grains.entry[i], grains.grain_seed[i], grains.wetness[i], 0});
  }
  return vertices_ != before_;
}

void GrainDiscs::draw(const Camera& camera, const GlTexture& palette, const Light& light, double pixels_of_cell) {
  if (vertices_.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices_.size() * sizeof(Vertex)), vertices_.data(),
               GL_STREAM_DRAW);
  const PixelRect& box = camera.viewport();
  const Point first = camera.point_of({box.x, box.y});
  const Point end = camera.point_of({box.x + box.width, box.y + box.height});
  const double across = 2 / (end.x - first.x);
  const double down = 2 / (end.y - first.y);
  shader_.use();
  shader_.set("palette", palette, 1);
  if (light.texture) shader_.set("light", *light.texture, 2);
  shader_.set("lights", light.texture ? 1.0F : 0.0F);
  shader_.set("unlit", light.unlit.r, light.unlit.g, light.unlit.b);
  shader_.set("light_scale", static_cast<float>(light.scale.x), static_cast<float>(light.scale.y));
  shader_.set("light_origin", static_cast<float>(light.origin.x), static_cast<float>(light.origin.y));
  shader_.set("scale", static_cast<float>(across), static_cast<float>(-down));
  shader_.set("origin", static_cast<float>(-first.x * across - 1), static_cast<float>(first.y * down + 1));
  shader_.set("edge", static_cast<float>(2 / pixels_of_cell));
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glBindVertexArray(vertex_array_.get());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(vertices_.size()));
  glDisable(GL_BLEND);
}

}  // namespace quicksand
