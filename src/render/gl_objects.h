// OpenGL objects that free themselves. They need the context in which they were made to be current.
#pragma once

#include <epoxy/gl.h>

#include <string>
#include <utility>

#include "core/geometry.h"
#include "core/result.h"

namespace quicksand {

// A name of OpenGL's, 0 when there is none; `Delete` frees it.
template <void (*Delete)(GLuint)>
class GlName {
 public:
  GlName() = default;
  explicit GlName(GLuint name) : name_(name) {}
  ~GlName() {
    if (name_ != 0) Delete(name_);
  }
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
inline void delete_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
inline void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void delete_program(GLuint name) { glDeleteProgram(name); }

using GlFramebuffer = GlName<delete_framebuffer>;
using GlVertexArray = GlName<delete_vertex_array>;
using GlProgram = GlName<delete_program>;

GlVertexArray new_vertex_array();
GlFramebuffer new_framebuffer();

// A two-dimensional texture that grows when it must.
class GlTexture {
 public:
  // For example GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE; filter GL_NEAREST or GL_LINEAR.
  GlTexture(GLint internal_format, GLenum format, GLenum type, GLint filter);

  // Makes room for at least this size; what it held is lost when it grows.
  void reserve(GridSize size);

  // Replaces the texels from (0, 0) to `size`; reserves first.
  void upload(GridSize size, const void* texels);

  // Replaces the texels from `at` on, within what was uploaded. Rows of `texels` are `stride` texels apart.
  void replace(Cell at, GridSize size, int stride, const void* texels);

  void bind(int unit) const;
  GLuint name() const { return name_.get(); }

 private:
  GLint internal_format_;
  GLenum format_;
  GLenum type_;
  GLint filter_;
  GridSize reserved_;
  GlName<delete_texture> name_;
};

// Compiles and links. A failure carries the driver's log, with the file's name.
Result<GlProgram> link_program(const std::string& vertex_source, const std::string& fragment_source,
                               const std::string& name);

}  // namespace quicksand
