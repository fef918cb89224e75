// OpenGL objects that free themselves. They need the context in which they were made to be current.
//
// Everything here, and every shader in shaders/, works in OpenGL 3.3 core and in OpenGL ES 3.0 alike.
#pragma once

#include <epoxy/gl.h>

#include <initializer_list>
#include <map>
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
inline void delete_buffer(GLuint name) { glDeleteBuffers(1, &name); }
inline void delete_program(GLuint name) { glDeleteProgram(name); }

using GlFramebuffer = GlName<delete_framebuffer>;
using GlVertexArray = GlName<delete_vertex_array>;
using GlProgram = GlName<delete_program>;
using GlBuffer = GlName<delete_buffer>;

GlVertexArray new_vertex_array();
GlBuffer new_buffer();

// A two-dimensional texture that grows when it must.
class GlTexture {
 public:
  // For example GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE; filter GL_NEAREST or GL_LINEAR.
  GlTexture(GLint internal_format, GLenum format, GLenum type, GLint filter);

  // Makes room for at least this size; what it held is lost when it grows.
  void reserve(GridSize size);

  // Replaces the texels from (0, 0) to `size`; reserves first.
  void upload(GridSize size, const void* texels);

  // Takes over the first `size` texels of the framebuffer that is bound, to `at`, within what was reserved.
  void take(CellPos at, GridSize size);

  // Replaces the texels from `at` on, within what was uploaded. Rows of `texels` are `stride` texels apart.
  void replace(CellPos at, GridSize size, int stride, const void* texels);

  void bind(int unit) const;
  GridSize room() const { return reserved_; }
  GLuint name() const { return name_.get(); }

 private:
  GLint internal_format_;
  GLenum format_;
  GLenum type_;
  GLint filter_;
  GridSize reserved_;
  GlName<delete_texture> name_;
};

// Kinds of texture that are drawn into: colours of 0..1, and light without bounds.
inline GlTexture colour_texture() { return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR}; }
inline GlTexture light_texture(GLint filter = GL_LINEAR) { return {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, filter}; }

// Whether the current context draws into a light_texture(); OpenGL does, of OpenGL ES 3.0 most, but not all. Fails, saying what
// is missing.
Status draws_light();

// The texts of the shaders, by file name. A line #include "cell.glsl" stands for the text of that name.
using ShaderSources = std::map<std::string, std::string, std::less<>>;

// A fragment shader, and the vertex shader that goes with it: fullscreen.vert draws over the whole viewport.
class Shader {
 public:
  // `name` is a file of the sources, "cells.frag". Fails with the driver's log and the file's name.
  static Result<Shader> create(const ShaderSources& sources, const std::string& name) {
    return create(sources, "fullscreen.vert", name);
  }
  static Result<Shader> create(const ShaderSources& sources, const std::string& vertex_name, const std::string& name);

  void use() const { glUseProgram(program_.get()); }

  // Uniforms of the shader in use. A name that it does not have, or does not need, is passed over.
  void set(const char* name, int value) const { glUniform1i(at(name), value); }
  void set(const char* name, float value) const { glUniform1f(at(name), value); }
  void set(const char* name, float x, float y) const { glUniform2f(at(name), x, y); }
  void set(const char* name, float x, float y, float z) const { glUniform3f(at(name), x, y, z); }
  void set(const char* name, GridSize size) const { glUniform2i(at(name), size.width, size.height); }
  void set(const char* name, const GlTexture& texture, int unit) const {
    texture.bind(unit);
    set(name, unit);
  }

 private:
  explicit Shader(GlProgram program) : program_(std::move(program)) {}
  GLint at(const char* name) const { return glGetUniformLocation(program_.get(), name); }

  GlProgram program_;
};

// Draws into textures.
class Canvas {
 public:
  Canvas();

  // What is drawn next goes into these textures, at most three, as the shader's outputs 0, 1, ..., from (0, 0) to
  // `size`. They must have room for it.
  void aim(std::initializer_list<const GlTexture*> targets, GridSize size) const;

  // Copies the first `size` texels into the framebuffer that is bound, from `corner` on. An extent may be negative:
  // then the copy goes to the left, or down, from there.
  void copy(const GlTexture& picture, GridSize size, CellPos corner, GridSize extent) const;

  // Runs the shader in use over the viewport.
  void draw() const;

 private:
  GlFramebuffer framebuffer_;
  GlVertexArray vertex_array_;
};

}  // namespace quicksand
