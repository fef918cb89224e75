#include "render/window_target.h"

#include <epoxy/gl.h>

namespace quicksand {

void aim_at_window(GridSize pixels) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, pixels.width, pixels.height);
}

void finish_drawing() { glFinish(); }

}  // namespace quicksand
