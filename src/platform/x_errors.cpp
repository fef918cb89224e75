#include "platform/x_errors.h"

#include <SDL.h>

#include <atomic>
#include <string_view>

#ifdef __linux__
#include <dlfcn.h>
#endif

namespace quicksand {
namespace {

std::atomic<int> errors = 0;  // Xlib's handler has no other place for it

#ifdef __linux__
int count_error(void*, void*) {
  ++errors;
  return 0;
}
#endif

}  // namespace

// SDL loads Xlib itself where there is an X server; the game does not link it.
void survive_x_errors() {
#ifdef __linux__
  const char* const driver = SDL_GetCurrentVideoDriver();
  if (!driver || std::string_view(driver) != "x11") return;
  using Handler = int (*)(void* display, void* event);
  using SetHandler = Handler (*)(Handler);
  void* const xlib = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
  if (!xlib) return;
  if (const auto set_handler = reinterpret_cast<SetHandler>(dlsym(xlib, "XSetErrorHandler"))) set_handler(count_error);
  dlclose(xlib);
#endif
}

int x_errors() { return errors; }

}  // namespace quicksand
