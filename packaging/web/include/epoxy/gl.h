// What the game asks of libepoxy, where the browser offers OpenGL ES 3.0 (WebGL 2) alone, and no library has to find
// it.
#pragma once

#include <GLES3/gl3.h>
#include <emscripten.h>

#include <cstring>
#include <utility>

inline bool epoxy_is_desktop_gl() { return false; }
inline int epoxy_gl_version() { return 30; }
// The browser takes a context away and gives it back, empty; page.js counts how often it took it. While it is gone the main loop
// stands still (platform/web/main_loop.cpp), so that this is asked when it is there again, and told once.
inline bool epoxy_has_gl_extension(const char* name) { return std::strcmp(name, "GL_KHR_robustness") == 0; }
inline GLenum glGetGraphicsResetStatus() {
  constexpr GLenum kUnknownReset = 0x8255;
  static int known = 0;
  const int losses = EM_ASM_INT({ return Module['contextLosses']; });
  return std::exchange(known, losses) == losses ? GL_NO_ERROR : kUnknownReset;
}
inline GLenum glGetGraphicsResetStatusARB() { return glGetGraphicsResetStatus(); }
