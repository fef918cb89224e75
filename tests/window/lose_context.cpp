// Loaded before the game's libraries (LD_PRELOAD), it is a graphics driver that loses the context when a test says so:
//   QUICKSAND_LOSE_CONTEXT   a file; as soon as it is there the context is lost, the file goes, and nothing that is
//                            drawn in it is seen any more
//   QUICKSAND_NO_CONTEXT     a file; as long as it is there no context can be made
#include <SDL.h>
#include <dlfcn.h>
#include <epoxy/gl.h>
#include <unistd.h>

#include <cstdlib>

namespace {

const char* path_in(const char* variable) {
  const char* const path = std::getenv(variable);
  return path ? path : "";
}

bool is_lost = false;

GLenum EPOXY_CALLSPEC reset_status() {
  if (unlink(path_in("QUICKSAND_LOSE_CONTEXT")) == 0) is_lost = true;
  return is_lost ? GL_UNKNOWN_CONTEXT_RESET : GL_NO_ERROR;
}

// The function of the library that comes after this one.
template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// The function pointers of libepoxy's that the game calls.
extern "C" {
PFNGLGETGRAPHICSRESETSTATUSPROC epoxy_glGetGraphicsResetStatus = reset_status;
PFNGLGETGRAPHICSRESETSTATUSARBPROC epoxy_glGetGraphicsResetStatusARB = reset_status;

SDL_GLContext SDL_GL_CreateContext(SDL_Window* window) {
  if (access(path_in("QUICKSAND_NO_CONTEXT"), F_OK) == 0) {
    SDL_SetError("the graphics card has gone");
    return nullptr;
  }
  is_lost = false;
  return next<SDL_GLContext (*)(SDL_Window*)>("SDL_GL_CreateContext")(window);
}

void SDL_GL_SwapWindow(SDL_Window* window) {
  if (!is_lost) next<void (*)(SDL_Window*)>("SDL_GL_SwapWindow")(window);
}
}
