// Dear ImGui on an SDL window with OpenGL 3.
#pragma once

#include <array>
#include <optional>

#include "core/geometry.h"
#include "platform/window.h"
#include "ui/game/pointer.h"
#include "ui/panels/theme_colours.h"

namespace quicksand {

class ImGuiLayer {
 public:
  explicit ImGuiLayer(const Window& window);
  ~ImGuiLayer();
  ImGuiLayer(const ImGuiLayer&) = delete;
  ImGuiLayer& operator=(const ImGuiLayer&) = delete;

  // Changes the size of everything; between frames.
  void set_scale(float scale);
  void set_theme(Theme theme);  // likewise its colours

  void handle(const SDL_Event& event);
  void begin_frame();
  void end_frame();  // draws

  // Closes the menus and lists that are open, between frames; dialogs stay. Whether there were any.
  static bool close_menus();

  // The pointer in the frame that has begun, but for where it has been on its way.
  static PointerInput pointer();

 private:
  const Window& window_;
  float scale_ = 0;
  std::optional<Theme> theme_;      // none before the first
  std::optional<CellPos> pointer_;  // in mouse positions; none before the first event
  std::array<bool, 3> down_{};      // buttons: left, right, middle
};

}  // namespace quicksand
