#include "platform/window.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace quicksand {
namespace {

constexpr const char* kWithoutWindow = "--headless runs without a window";
constexpr const char* kWithoutOpenGl = "--renderer cpu --display plain draws without OpenGL";

Failure sdl_failure(const std::string& what, const char* remedy) {
  std::string message = what + ": " + SDL_GetError();
  SDL_Quit();
  return fail(message + "; " + remedy);
}

// Without a display SDL falls back to drivers that show nothing, unless one of them was asked for by name.
bool is_visible() {
  const std::string driver = SDL_GetCurrentVideoDriver();
  const bool shows_nothing = driver == "offscreen" || driver == "dummy" || driver == "evdev";
  return !shows_nothing || SDL_GetHint(SDL_HINT_VIDEODRIVER) != nullptr;
}

// At least the wanted size, three quarters of a large screen, and no larger than the screen.
GridSize size_on_screen(GridSize wanted) {
  SDL_Rect room;
  if (SDL_GetDisplayUsableBounds(0, &room) != 0) return wanted;
  return {std::min(std::max(wanted.width, room.w * 3 / 4), room.w),
          std::min(std::max(wanted.height, room.h * 3 / 4), room.h)};
}

}  // namespace

SDL_Rect place_in_view(SDL_Rect window, std::span<const SDL_Rect> screens) {
  constexpr int kEnough = 64;  // of it, to take hold of
  const auto shows_enough = [&](const SDL_Rect& screen) {
    SDL_Rect shown;
    return SDL_IntersectRect(&window, &screen, &shown) == SDL_TRUE && shown.w >= std::min(kEnough, window.w) &&
           shown.h >= std::min(kEnough, window.h);
  };
  if (screens.empty() || std::ranges::any_of(screens, shows_enough)) return window;
  const SDL_Rect& first = screens.front();
  window.x = first.x + std::max(0, first.w - window.w) / 2;
  window.y = first.y + std::max(0, first.h - window.h) / 2;
  return window;
}

Result<Window> Window::open(const std::string& title, GridSize size) { return open(title, size, true, kWithoutWindow); }

Result<Window> Window::open(const std::string& title, GridSize size, bool is_seen, const char* remedy) {
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return sdl_failure("there is no display to open a window on", remedy);
  if (!is_visible()) {
    SDL_SetError("DISPLAY and WAYLAND_DISPLAY name none");
    return sdl_failure("there is no display to open a window on", remedy);
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  if (is_seen) size = size_on_screen(size);
  constexpr uint32_t kFlags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  SDL_Window* const window =
      SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.width, size.height, kFlags);
  if (!window) return sdl_failure("the window cannot be opened", remedy);
  SDL_GLContext const context = SDL_GL_CreateContext(window);
  if (!context) {
    SDL_DestroyWindow(window);
    return sdl_failure("OpenGL 3.3 is needed", remedy);
  }
  SDL_SetWindowMinimumSize(window, 640, 400);
  SDL_GL_SetSwapInterval(1);
  return Window(window, context);
}

Result<Window> Window::open_hidden(GridSize size) {
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
  return open("Quicksand", size, false, kWithoutOpenGl);
}

Window::Window(Window&& other) noexcept
    : window_(std::exchange(other.window_, nullptr)), context_(std::exchange(other.context_, nullptr)) {}

Window::~Window() {
  if (!window_) return;
  SDL_GL_DeleteContext(context_);
  SDL_DestroyWindow(window_);
  SDL_Quit();
}

GridSize Window::size() const {
  GridSize size;
  SDL_GetWindowSize(window_, &size.width, &size.height);
  return size;
}

GridSize Window::drawable_size() const {
  GridSize size;
  SDL_GL_GetDrawableSize(window_, &size.width, &size.height);
  return size;
}

CellPos Window::pointer_now() const {
  CellPos screen;
  CellPos corner;
  SDL_GetGlobalMouseState(&screen.x, &screen.y);
  SDL_GetWindowPosition(window_, &corner.x, &corner.y);
  return {screen.x - corner.x, screen.y - corner.y};
}

bool Window::is_seen() const {
  const GridSize pixels = drawable_size();
  const GridSize extent = size();
  const bool is_away = (SDL_GetWindowFlags(window_) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN)) != 0;
  return !is_away && std::min({pixels.width, pixels.height, extent.width, extent.height}) > 0;
}

void Window::come_into_view() const {
  std::vector<SDL_Rect> screens;
  for (int i = 0; i < SDL_GetNumVideoDisplays(); ++i)
    if (SDL_Rect screen; SDL_GetDisplayUsableBounds(i, &screen) == 0) screens.push_back(screen);
  SDL_Rect place{};
  SDL_GetWindowPosition(window_, &place.x, &place.y);
  SDL_GetWindowSize(window_, &place.w, &place.h);
  const SDL_Rect seen = place_in_view(place, screens);
  if (SDL_RectEquals(&seen, &place) != SDL_TRUE) SDL_SetWindowPosition(window_, seen.x, seen.y);
}

void Window::toggle_full_screen() const {
  const bool full = (SDL_GetWindowFlags(window_) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
  SDL_SetWindowFullscreen(window_, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

float Window::preferred_scale() const {
  SDL_Rect bounds{};
  const int display = SDL_GetWindowDisplayIndex(window_);
  if (SDL_GetDisplayBounds(display, &bounds) != 0) return 1;
  return bounds.h >= 2000 ? 2.0F : 1.0F;
}

}  // namespace quicksand
