// What the window shows besides the world, to tell whether the next frame would show anything else. One that would not
// need not be drawn: where nothing moves, neither the graphics card nor, without one, the processor has anything to do.
#pragma once

#include <imgui.h>

#include <vector>

#include "core/geometry.h"
#include "view/colour.h"

namespace quicksand {

class ShownFrame {
 public:
  // Whether this frame's panels, their ground or the window's size in pixels are others than those of the frame before,
  // which it takes the place of. Pictures that panels show are told apart by what names them (ui/pictures.h).
  bool take(const ImDrawData& panels, const Colour& ground, GridSize pixels);

  // What the window shows is not known any more: the next frame is another.
  void forget() { *this = {}; }

 private:
  struct Panel {
    std::vector<ImDrawVert> corners;
    std::vector<ImDrawIdx> indices;
    std::vector<ImDrawCmd> commands;
  };

  std::vector<Panel> panels_;
  Colour ground_{};
  GridSize pixels_{};
};

}  // namespace quicksand
