// What a camera shows of a world, drawn by the processor: the plain look and the views that show a number, with crisp
// cells, for windows without OpenGL. The fancy view is drawn as the plain one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/parallel.h"
#include "core/world.h"
#include "view/camera.h"
#include "view/cell_window.h"
#include "view/image.h"
#include "view/look.h"
#include "view/motion_trail.h"

namespace quicksand {

class ViewportPicture {
 public:
  // Draws what lies in the camera's viewport; `density` pixels to one of the camera's along each side. Whether it is
  // other than what image() was. `grid`: with lines between large cells. `trail` as in look_at().
  bool draw(const World& world, const Looks& looks, const Camera& camera, const View& view, const MotionTrail* trail,
            double density, bool grid, Parallel& parallel);

  // At least one pixel.
  const Image& image() const { return image_; }
  // Where it belongs in the window, in pixels.
  Point corner() const { return corner_; }

 private:
  bool sample(const World& world, const Looks& looks, const CellRect& rect, int step, const View& view,
              const MotionTrail* trail, Parallel& parallel);
  std::optional<uint64_t> relief_;  // World::revision() of the relief that samples_ shows; none: it shows cells
  CellWindow cells_;
  CellWindow before_;
  Image samples_;  // a pixel each
  Looks looks_;
  std::vector<double> place_;  // of what image_ shows; empty: no world
  Image image_;
  Point corner_;
};

}  // namespace quicksand
