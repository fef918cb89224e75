#include "platform/window.h"

#include <algorithm>
#include <csignal>
#include <utility>
#include <vector>

#include "platform/page.h"
#include "platform/x_errors.h"

namespace quicksand {
namespace {

constexpr const char* kWithoutWindow = "--headless runs without a window";
constexpr const char* kWithoutOpenGl = "--renderer cpu --display plain draws without OpenGL";
constexpr const char* kWithoutOpenGlInWindow = "--renderer cpu draws without OpenGL";

// Of OpenGL; what becomes of a context that is lost. What the game uses of 3.3 core is in OpenGL ES 3.0 as well, which
// browsers offer as WebGL 2.
#ifdef __EMSCRIPTEN__
constexpr int kProfile = SDL_GL_CONTEXT_PROFILE_ES;
constexpr int kMinorVersion = 0;
constexpr bool kContextComesBack = true;  // the same one, empty; to delete it would take its canvas from SDL
#else
constexpr int kProfile = SDL_GL_CONTEXT_PROFILE_CORE;
constexpr int kMinorVersion = 3;
constexpr bool kContextComesBack = false;
#endif

void keep_usable(SDL_Window* window) {
  const GridSize least = least_window_size();
  SDL_SetWindowMinimumSize(window, least.width, least.height);
}

// `remedy`: what to do; null: the game goes on without.
Failure sdl_failure(const std::string& what, const char* remedy) {
  const std::string message = what + ": " + SDL_GetError();
  return fail(remedy ? message + "; " + remedy : message);
}

// Without a display SDL falls back to drivers that show nothing, unless one of them was asked for by name.
bool is_visible() {
  const std::string driver = SDL_GetCurrentVideoDriver();
  const bool shows_nothing = driver == "offscreen" || driver == "dummy" || driver == "evdev";
  const char* const asked = SDL_GetHint(SDL_HINT_VIDEODRIVER);
  return !shows_nothing || (asked && *asked != '\0');
}

bool has_word(const char* of_environment) {
  const char* const word = SDL_getenv(of_environment);
  return word && *word != '\0';
}

// SDL's video, ended with this unless it is kept.
class Video {
 public:
  Video() = default;
  ~Video() {
    if (!kept_) SDL_QuitSubSystem(SDL_INIT_VIDEO);
  }
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;

  // With the remedy of a failure.
  static Status begin(const char* remedy) {
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return sdl_failure("there is no display to open a window on", remedy);
    quit_with_terminal();
    if (is_visible()) return Done{};
    const bool is_named = has_word("DISPLAY") || has_word("WAYLAND_DISPLAY");
    SDL_SetError(is_named ? "the one that DISPLAY or WAYLAND_DISPLAY names cannot be opened"
                          : "DISPLAY and WAYLAND_DISPLAY name none");
    return sdl_failure("there is no display to open a window on", remedy);
  }

  Result<Window> keep_for(Result<Window> window) {
    kept_ = window.ok();
    return window;
  }

 private:
  // To SDL a terminal that is closed is no reason to quit; SIGTERM is.
  static void quit_with_terminal() {
    const auto before = std::signal(SIGHUP, [](int) { std::raise(SIGTERM); });
    if (before != SIG_DFL) std::signal(SIGHUP, before);  // somebody has another use for it, nohup for example
  }

  bool kept_ = false;
};

// At least the wanted size, three quarters of a large screen, and no larger than the screen.
GridSize size_on_screen(GridSize wanted) {
  SDL_Rect room;
  if (SDL_GetDisplayUsableBounds(0, &room) != 0) return wanted;
  return {std::min(std::max(wanted.width, room.w * 3 / 4), room.w),
          std::min(std::max(wanted.height, room.h * 3 / 4), room.h)};
}

// It tells when the graphics card has been reset (render/window_target.h), where the driver can.
SDL_GLContext create_gl_context(SDL_Window* window) {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION, SDL_GL_CONTEXT_RESET_LOSE_CONTEXT);
  SDL_GLContext context = SDL_GL_CreateContext(window);
  if (!context) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION, SDL_GL_CONTEXT_RESET_NO_NOTIFICATION);
    context = SDL_GL_CreateContext(window);
  }
  if (context) SDL_GL_SetSwapInterval(1);
  return context;
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

Result<Window> Window::open(const std::string& title, GridSize size, Drawing drawing) {
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  Video video;
  if (const Status begun = Video::begin(kWithoutWindow); !begun) return begun.failure();
  survive_x_errors();
  size = size_on_screen(size);
  if (drawing == Drawing::kProcessor) return video.keep_for(open_without_gl(title, size, ""));
  Result<Window> window = open_with_gl(title, size, drawing == Drawing::kOpenGl ? kWithoutOpenGlInWindow : nullptr);
  if (window || drawing == Drawing::kOpenGl) return video.keep_for(std::move(window));
  // By the same connection: an X server without a client may begin anew, and takes nobody meanwhile.
  return video.keep_for(open_without_gl(title, size, window.failure().diagnostics.front().message));
}

Result<Window> Window::open_with_gl(const std::string& title, GridSize size, const char* remedy) {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, kProfile);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, kMinorVersion);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  constexpr uint32_t kFlags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  SDL_Window* const window =
      SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.width, size.height, kFlags);
  if (!window) return sdl_failure("the window cannot be opened with OpenGL", remedy);
  SDL_GLContext const context = create_gl_context(window);
  if (!context) {
    SDL_DestroyWindow(window);
    return sdl_failure("OpenGL 3.3 is needed", remedy);
  }
  keep_usable(window);
  return Window(window, context);
}

void Window::renew_gl_context() {
  if (kContextComesBack) return;
  SDL_GL_DeleteContext(context_);
  context_ = create_gl_context(window_);
  if (context_) return;
  why_no_opengl_ = SDL_GetError();
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");  // it would be OpenGL's
}

Result<Window> Window::open_without_gl(const std::string& title, GridSize size, std::string why) {
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");  // it would be OpenGL's
  constexpr uint32_t kFlags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  SDL_Window* const window =
      SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.width, size.height, kFlags);
  if (!window) return sdl_failure("the window cannot be opened", kWithoutWindow);
  if (!SDL_GetWindowSurface(window)) {
    SDL_DestroyWindow(window);
    return sdl_failure("the window cannot be drawn into", kWithoutWindow);
  }
  keep_usable(window);
  Window opened(window, nullptr);
  opened.why_no_opengl_ = std::move(why);
  return opened;
}

Result<Window> Window::open_hidden(GridSize size) {
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
  Video video;
  if (const Status begun = Video::begin(kWithoutOpenGl); !begun) return begun.failure();
  return video.keep_for(open_with_gl("Quicksand", size, kWithoutOpenGl));
}

Window::Window(Window&& other) noexcept
    : window_(std::exchange(other.window_, nullptr)),
      context_(std::exchange(other.context_, nullptr)),
      why_no_opengl_(std::move(other.why_no_opengl_)) {}

Window::~Window() {
  if (!window_) return;
  if (context_) SDL_GL_DeleteContext(context_);
  SDL_DestroyWindow(window_);
  SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

GridSize Window::size() const {
  GridSize size;
  SDL_GetWindowSize(window_, &size.width, &size.height);
  return size;
}

GridSize Window::drawable_size() const {
  GridSize size;
  SDL_GetWindowSizeInPixels(window_, &size.width, &size.height);
  return size;
}

void Window::show(GridSize size, const uint8_t* rgba) const {
  SDL_Surface* const surface = SDL_GetWindowSurface(window_);  // another one when the window has another size
  if (!surface) return;
  const int width = std::min(size.width, surface->w);
  const int height = std::min(size.height, surface->h);
  SDL_ConvertPixels(width, height, SDL_PIXELFORMAT_RGBA32, rgba, 4 * size.width, surface->format->format,
                    surface->pixels, surface->pitch);
  SDL_UpdateWindowSurface(window_);
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
