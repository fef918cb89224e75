// Where the player looks: maps cells to pixels of the window and back.
#pragma once

#include <cmath>

#include "core/geometry.h"
#include "view/cell_window.h"

namespace quicksand {

struct PixelRect {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  bool operator==(const PixelRect&) const = default;
};

struct Point {
  double x = 0;
  double y = 0;

  bool operator==(const Point&) const = default;
};
inline double distance(Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

class Camera {
 public:
  static constexpr double kMaxZoom = 64;  // pixels a cell

  bool operator==(const Camera&) const = default;

  // The part of the window that shows the world, in pixels, and the size of the world. Keeps what it looks at; a world
  // of another size, or the first viewport, is shown whole.
  void set_viewport(const PixelRect& viewport, GridSize world);

  // The viewport is so high from now on: more or less of it shows below, and nothing of the world moves. A world that
  // was shown whole is so again with the next set_viewport().
  void set_height(double height);

  // Shows the whole world, centred.
  void fit();

  // Multiplies the zoom, keeping the cell under `pixel` where it is.
  void zoom_at(Point pixel, double factor);
  void pan(double pixels_x, double pixels_y);

  double zoom() const { return zoom_; }  // pixels a cell
  const PixelRect& viewport() const { return viewport_; }
  // The world's corner lies on a whole pixel, so that at whole zooms all cells' edges do.
  Point pixel_of(Point cell) const;
  Point point_of(Point pixel) const;   // in cells, with fractions
  CellPos cell_of(Point pixel) const;  // may lie outside the world, but not absurdly far
  bool covers(Point pixel) const;      // whether the pixel lies in the viewport

  // The cells that the viewport shows, `margin` more on each side where the world has them.
  CellRect visible_cells(int margin) const;

 private:
  void clamp();
  double fitting_zoom() const;
  Point corner() const;  // the pixel of the world's upper left corner

  PixelRect viewport_;
  GridSize world_;
  Point centre_;  // the point in the world at the viewport's centre
  double zoom_ = 1;
  bool was_whole_ = false;  // before set_height(), and the player has not moved it since
};

}  // namespace quicksand
