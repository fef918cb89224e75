// What the game asks of libepoxy, where the browser offers OpenGL ES 3.0 (WebGL 2) alone, and no library has to find
// it.
#pragma once

#include <GLES3/gl3.h>
#include <emscripten/html5.h>

#include <cstring>

inline bool epoxy_is_desktop_gl() { return false; }
inline int epoxy_gl_version() { return 30; }
// The browser tells of every context whether it is lost.
inline bool epoxy_has_gl_extension(const char* name) { return std::strcmp(name, "GL_KHR_robustness") == 0; }
inline GLenum glGetGraphicsResetStatus() {
  constexpr GLenum kUnknownReset = 0x8255;
  return emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context()) ? kUnknownReset : GL_NO_ERROR;
}
inline GLenum glGetGraphicsResetStatusARB() { return glGetGraphicsResetStatus(); }
