// The way of the pointer in a stroke, dealt out to the ticks of a frame.
//
// The window tells where the pointer has been once a frame, and a frame may have many ticks. What the tool does in each
// of them it does on an equal share of the way, so that strokes do not depend on how often the window is drawn.
#pragma once

#include <vector>

#include "core/geometry.h"
#include "view/camera.h"

namespace quicksand {

class StrokePath {
 public:
  // The stroke begins here. Places are in cells, with fractions.
  void begin(Point at);

  // The pointer has come here since. To be called for all places of a frame before the frame's first step().
  void add(Point to);

  // The next frame begins: what is left of the way is late, and goes with its first step.
  void begin_frame() { late_ = length_left(); }

  // Goes on by the share of the way that a step has when so many are left in this frame, itself included (at least 1).
  // The cells on the way, in order, where it bends and where the step ends; empty: it stays where it is.
  std::vector<CellPos> step(int steps_left);

  // Where the last step has ended.
  Point at() const { return at_; }

 private:
  double length_left() const;

  Point at_;
  std::vector<Point> left_;
  double late_ = 0;  // of the way that is left, in cells
};

// The cell that holds the place.
CellPos cell_at(Point place);

}  // namespace quicksand
