#include "render/gl_objects.h"

#include <algorithm>

namespace quicksand {
namespace {

GLuint new_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return name;
}

Result<GLuint> compile(GLenum stage, const std::string& source, const std::string& name) {
  const GLuint shader = glCreateShader(stage);
  const char* const text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char log[2048] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  return fail(std::string("the shader does not compile:\n") + log, name);
}

}  // namespace

GlVertexArray new_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return GlVertexArray(name);
}

GlFramebuffer new_framebuffer() {
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  return GlFramebuffer(name);
}

GlTexture::GlTexture(GLint internal_format, GLenum format, GLenum type, GLint filter)
    : internal_format_(internal_format), format_(format), type_(type), filter_(filter), name_(new_texture()) {}

void GlTexture::reserve(GridSize size) {
  if (size.width <= reserved_.width && size.height <= reserved_.height) return;
  reserved_ = {std::max(size.width, reserved_.width), std::max(size.height, reserved_.height)};
  glBindTexture(GL_TEXTURE_2D, name());
  glTexImage2D(GL_TEXTURE_2D, 0, internal_format_, reserved_.width, reserved_.height, 0, format_, type_, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void GlTexture::upload(GridSize size, const void* texels) {
  reserve(size);
  glBindTexture(GL_TEXTURE_2D, name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.width, size.height, format_, type_, texels);
}

void GlTexture::replace(Cell at, GridSize size, int stride, const void* texels) {
  glBindTexture(GL_TEXTURE_2D, name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, stride);
  glTexSubImage2D(GL_TEXTURE_2D, 0, at.x, at.y, size.width, size.height, format_, type_, texels);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void GlTexture::bind(int unit) const {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, name());
}

Result<GlProgram> link_program(const std::string& vertex_source, const std::string& fragment_source,
                               const std::string& name) {
  const Result<GLuint> vertex = compile(GL_VERTEX_SHADER, vertex_source, name + ".vert");
  if (!vertex) return vertex.failure();
  const Result<GLuint> fragment = compile(GL_FRAGMENT_SHADER, fragment_source, name + ".frag");
  if (!fragment) return fragment.failure();
  GlProgram program(glCreateProgram());
  for (const GLuint shader : {*vertex, *fragment}) {
    glAttachShader(program.get(), shader);
    glDeleteShader(shader);  // lives on in the program
  }
  glLinkProgram(program.get());
  GLint good = 0;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &good);
  if (good) return program;
  char log[2048] = "";
  glGetProgramInfoLog(program.get(), sizeof log, nullptr, log);
  return fail(std::string("the shaders do not link:\n") + log, name);
}

}  // namespace quicksand
