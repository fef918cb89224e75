// Dear ImGui on an SDL window. A Screen (screen.h) draws what it makes.
#pragma once

#include <array>
#include <optional>

#include "core/geometry.h"
#include "platform/window.h"
#include "ui/game/pointer.h"
#include "ui/panels/theme_colours.h"
#include "ui/pictures.h"

namespace quicksand {

class ImGuiLayer {
 public:
  explicit ImGuiLayer(const Window& window);
  ~ImGuiLayer();
  ImGuiLayer(const ImGuiLayer&) = delete;
  ImGuiLayer& operator=(const ImGuiLayer&) = delete;

  // Changes the size of everything; between frames. Whether the screen needs the font anew.
  bool set_scale(float scale);

  // Whether the edges of filled shapes are smooth, which makes three times as many triangles of each.
  void set_smooth_edges(bool smooth);
  void set_theme(Theme theme);  // likewise its colours

  void handle(const SDL_Event& event);
  void begin_frame();       // after the screen's
  ImDrawData& end_frame();  // what is to be drawn; until the next frame

  const Pictures& pictures() const { return pictures_; }

  // The pointer goes on by so much, by what is no mouse; the game then draws it, until the mouse moves again. Where to.
  Point steer(Point way);
  // Its left button, and its wheel by so many steps.
  void press_left(bool down);
  static void scroll(double steps);

  // Closes the menus and lists that are open, between frames; dialogs stay. Whether there were any.
  static bool close_menus();

  // Where the pointer is in the frame that has begun, without its way there and what its keys mean.
  static PointerInput pointer();

 private:
  void tell_pointer();

  const Window& window_;
  Pictures pictures_;
  float scale_ = 0;
  std::optional<Theme> theme_;      // none before the first
  std::optional<CellPos> pointer_;  // in mouse positions; none before the first event
  std::optional<Point> steered_;    // the pointer, while it is
  std::array<bool, 5> down_{};      // buttons, in the order of ImGui's
};

}  // namespace quicksand
