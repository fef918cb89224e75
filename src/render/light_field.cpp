#include "render/light_field.h"

#include <algorithm>
#include <cmath>

namespace quicksand {
namespace {

GLint uniform(const GlProgram& program, const char* name) { return glGetUniformLocation(program.get(), name); }

// How many cascades it takes to look across.
int levels_for(GridSize size) {
  const double across = std::hypot(size.width, size.height);
  int levels = 1;
  for (double seen = kFirstReach; seen < across; seen = seen * 4 + kFirstReach) ++levels;
  return levels;
}

GridSize probes_of(GridSize size, int level) {
  const int spacing = 1 << level;
  return {(size.width + spacing - 1) / spacing, (size.height + spacing - 1) / spacing};
}

}  // namespace

Result<LightField> LightField::create(const std::string& fullscreen_vertex, const std::string& cascade_fragment,
                                      const std::string& gather_fragment) {
  Result<GlProgram> cascade = link_program(fullscreen_vertex, cascade_fragment, "cascade");
  if (!cascade) return cascade.failure();
  Result<GlProgram> gather = link_program(fullscreen_vertex, gather_fragment, "gather");
  if (!gather) return gather.failure();
  return LightField(std::move(*cascade), std::move(*gather));
}

LightField::LightField(GlProgram cascade, GlProgram gather)
    : cascade_program_(std::move(cascade)),
      gather_program_(std::move(gather)),
      vertex_array_(new_vertex_array()),
      framebuffer_(new_framebuffer()),
      cascades_{{GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, GL_NEAREST}, {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, GL_NEAREST}},
      fluence_(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, GL_LINEAR) {
  fluence_.reserve({1, 1});  // a texture that can be bound
}

void LightField::compute(const GlTexture& media, GridSize size, Sky sky) {
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(vertex_array_.get());
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  glUseProgram(cascade_program_.get());
  glUniform1i(uniform(cascade_program_, "media"), 0);
  glUniform1i(uniform(cascade_program_, "farther"), 1);
  glUniform2i(uniform(cascade_program_, "size"), size.width, size.height);
  glUniform3f(uniform(cascade_program_, "sky"), sky.r, sky.g, sky.b);
  const int levels = levels_for(size);
  for (int level = levels - 1; level >= 0; --level) {
    const GridSize probes = probes_of(size, level);
    const GridSize farther_probes = probes_of(size, level + 1);
    const int side = kFirstSide << level;
    const auto powers = static_cast<float>(1 << 2 * level);
    const float start = kFirstReach * (powers - 1) / 3;
    const GridSize texels{probes.width * side, probes.height * side};
    GlTexture& target = cascades_[level % 2];
    target.reserve(texels);  // before the others are bound: it binds
    media.bind(0);
    cascades_[(level + 1) % 2].bind(1);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.name(), 0);
    glViewport(0, 0, texels.width, texels.height);
    glUniform1i(uniform(cascade_program_, "level"), level);
    glUniform1i(uniform(cascade_program_, "side"), side);
    glUniform1i(uniform(cascade_program_, "is_last"), level == levels - 1 ? 1 : 0);
    glUniform2i(uniform(cascade_program_, "probes"), probes.width, probes.height);
    glUniform2i(uniform(cascade_program_, "farther_probes"), farther_probes.width, farther_probes.height);
    glUniform2f(uniform(cascade_program_, "reach"), start, start + kFirstReach * powers);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  fluence_.reserve(size);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, fluence_.name(), 0);
  glViewport(0, 0, size.width, size.height);
  glUseProgram(gather_program_.get());
  cascades_[0].bind(0);
  glUniform1i(uniform(gather_program_, "cascade"), 0);
  glUniform2i(uniform(gather_program_, "probes"), size.width, size.height);
  glUniform1i(uniform(gather_program_, "side"), kFirstSide);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace quicksand
