// The operating system's window with an OpenGL 3.3 core context. SDL2 stays behind this room and ui's ImGui layer.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <span>
#include <string>

#include "core/geometry.h"
#include "core/result.h"

namespace quicksand {

// Where a window that is there comes to lie: where it is, as long as one of the screens shows enough of it to take hold
// of, or there is none; else in the middle of the first.
SDL_Rect place_in_view(SDL_Rect window, std::span<const SDL_Rect> screens);

class Window {
 public:
  // Who draws into it.
  enum class Drawing : uint8_t {
    kAny,  // OpenGL where there is 3.3, else the processor
    kOpenGl,
    kProcessor
  };

  // Opens a window of at least this many pixels, or as many as the screen has. Fails, saying why, where there is no
  // display, or no OpenGL 3.3 where that was asked for.
  static Result<Window> open(const std::string& title, GridSize size, Drawing drawing);

  // An OpenGL context alone, on no display; its own framebuffer has this many pixels.
  static Result<Window> open_hidden(GridSize size = {64, 64});

  ~Window();
  Window(Window&& other) noexcept;
  Window& operator=(Window&&) = delete;

  SDL_Window* sdl_window() const { return window_; }
  SDL_GLContext gl_context() const { return context_; }  // null: the processor draws
  // Why, although OpenGL could have; empty: that is how it was asked for.
  const std::string& why_no_opengl() const { return why_no_opengl_; }

  // A new context in place of one that is lost, which holds nothing of what was in that. Where there is none any more,
  // the processor draws from now on.
  void renew_gl_context();

  GridSize size() const;           // in the units of mouse positions
  GridSize drawable_size() const;  // in pixels
  // Shows what has been drawn: by OpenGL; or these pixels, 4 bytes each, row after row.
  void swap() const { SDL_GL_SwapWindow(window_); }
  void show(GridSize size, const uint8_t* rgba) const;
  void toggle_full_screen() const;

  // Where the pointer is now, in the units of mouse positions, also while another program drags something over the
  // window, of which no mouse event tells.
  CellPos pointer_now() const;

  // Whether anything that is drawn can be seen: not while it is minimised, hidden, or has no pixels.
  bool is_seen() const;

  // Where no screen shows enough of it to take hold of, because one was unplugged, it moves to one that does.
  void come_into_view() const;

  // How much larger than on an ordinary screen text should be drawn: 1 or 2.
  float preferred_scale() const;

 private:
  // With OpenGL. `remedy`: what to do where it fails; may be null.
  static Result<Window> open_with_gl(const std::string& title, GridSize size, const char* remedy);
  static Result<Window> open_without_gl(const std::string& title, GridSize size, std::string why);
  Window(SDL_Window* window, SDL_GLContext context) : window_(window), context_(context) {}

  SDL_Window* window_;
  SDL_GLContext context_;
  std::string why_no_opengl_;
};

}  // namespace quicksand
