#include "platform/x_errors.h"

#include <SDL.h>

#include <atomic>
#include <functional>
#include <string_view>
#include <utility>

#ifdef __linux__
#include <dlfcn.h>
#endif

namespace quicksand {
namespace {

std::atomic<int> errors = 0;  // Xlib's handler has no other place for it

std::function<void()>& last_deed() {
  static std::function<void()> deed;
  return deed;
}

#ifdef __linux__
int lose_display(void*) {
  if (const std::function<void()> deed = std::exchange(last_deed(), nullptr)) deed();
  return 0;
}

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
  using LossHandler = int (*)(void* display);
  using SetLossHandler = LossHandler (*)(LossHandler);
  if (const auto set_handler = reinterpret_cast<SetLossHandler>(dlsym(xlib, "XSetIOErrorHandler")))
    set_handler(lose_display);
  dlclose(xlib);
#endif
}

void when_display_is_lost(std::function<void()> deed) { last_deed() = std::move(deed); }

int x_errors() { return errors; }

}  // namespace quicksand
