#include "render/gl_objects.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "render/window_target.h"

namespace quicksand {
namespace {

GLuint new_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return name;
}

// The text of a shader for this context, with what it includes. A driver's log tells lines of the file itself as
// 0:LINE, those of what it includes as 1:LINE, 2:LINE, ...
struct ShaderText {
  std::string text;
  std::string included;  // "1 is cell.glsl, 2 is media.glsl"
};

Result<ShaderText> text_of(const ShaderSources& sources, const std::string& name) {
  const auto found = sources.find(name);
  if (found == sources.end()) return fail("this shader is missing", name);
  constexpr std::string_view kInclude = "#include \"";
  std::istringstream lines(found->second);
  ShaderText result;
  std::string& text = result.text;
  std::string line;
  int included = 0;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.starts_with("#version")) line = shader_version();
    if (!line.starts_with(kInclude)) {
      text += line + "\n";
      continue;
    }
    const std::string other = line.substr(kInclude.size(), line.find('"', kInclude.size()) - kInclude.size());
    const auto what = sources.find(other);
    if (what == sources.end())
      return fail("line " + std::to_string(number) + " includes \"" + other + "\", and there is no such shader", name);
    ++included;
    result.included += " " + std::to_string(included) + " is " + other;
    text +=
        "#line 1 " + std::to_string(included) + "\n" + what->second + "\n#line " + std::to_string(number + 1) + " 0\n";
  }
  return result;
}

Result<GLuint> compile(GLenum stage, const ShaderSources& sources, const std::string& name) {
  const Result<ShaderText> source = text_of(sources, name);
  if (!source) return source.failure();
  const GLuint shader = glCreateShader(stage);
  const char* const text = source->text.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char log[2048] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  const std::string files = source->included.empty() ? "" : "(file 0 is " + name + "," + source->included + ")\n";
  return fail_in_lines("the shader does not compile:\n" + files + log, name);
}

GLuint new_framebuffer() {
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  return name;
}

// Of one drawing.
constexpr GLsizei kMostTargets = 3;

}  // namespace

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

void GlTexture::take(CellPos at, GridSize size) {
  glBindTexture(GL_TEXTURE_2D, name());
  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, at.x, at.y, 0, 0, size.width, size.height);
}

void GlTexture::replace(CellPos at, GridSize size, int stride, const void* texels) {
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

Status draws_light() {
  const GlName<delete_framebuffer> framebuffer(new_framebuffer());
  GlTexture light = light_texture();
  light.reserve({1, 1});
  GLint before = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.get());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, light.name(), 0);
  const bool is_complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
  if (is_complete) return Done{};
  return fail("the graphics card does not draw into pictures of floating-point numbers, of which light is made");
}

GlVertexArray new_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return GlVertexArray(name);
}

GlBuffer new_buffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return GlBuffer(name);
}

Result<Shader> Shader::create(const ShaderSources& sources, const std::string& vertex_name, const std::string& name) {
  const Result<GLuint> vertex = compile(GL_VERTEX_SHADER, sources, vertex_name);
  if (!vertex) return vertex.failure();
  const Result<GLuint> fragment = compile(GL_FRAGMENT_SHADER, sources, name);
  if (!fragment) {
    glDeleteShader(*vertex);
    return fragment.failure();
  }
  GlProgram program(glCreateProgram());
  for (const GLuint shader : {*vertex, *fragment}) {
    glAttachShader(program.get(), shader);
    glDeleteShader(shader);  // lives on in the program
  }
  glLinkProgram(program.get());
  GLint good = 0;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &good);
  if (good) return Shader(std::move(program));
  char log[2048] = "";
  glGetProgramInfoLog(program.get(), sizeof log, nullptr, log);
  return fail_in_lines(std::string("the shaders do not link:\n") + log, name);
}

Canvas::Canvas() : framebuffer_(new_framebuffer()), vertex_array_(new_vertex_array()) {}

void Canvas::aim(std::initializer_list<const GlTexture*> targets, GridSize size) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  GLenum buffers[kMostTargets];
  GLsizei count = 0;
  for (const GlTexture* target : targets) {
    buffers[count] = static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + count);
    glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[count], GL_TEXTURE_2D, target->name(), 0);
    ++count;
  }
  // What an earlier drawing left attached would bound the size of this one.
  for (GLsizei i = count; i < kMostTargets; ++i)
    glFramebufferTexture2D(GL_FRAMEBUFFER, static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i), GL_TEXTURE_2D, 0, 0);
  glDrawBuffers(count, buffers);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, size.width, size.height);
}

void Canvas::copy(const GlTexture& picture, GridSize size, CellPos corner, GridSize extent) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.get());
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture.name(), 0);
  glBlitFramebuffer(0, 0, size.width, size.height, corner.x, corner.y, corner.x + extent.width,
                    corner.y + extent.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void Canvas::draw() const {
  glBindVertexArray(vertex_array_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace quicksand
