#include "view/camera.h"

#include <algorithm>
#include <cmath>

namespace quicksand {

void Camera::set_viewport(const PixelRect& viewport, GridSize world) {
  const bool shown_whole = was_whole_ || zoom_ == fitting_zoom();
  const bool fresh = viewport_.width == 0 || world != world_ || shown_whole;
  viewport_ = viewport;
  world_ = world;
  if (fresh)
    fit();
  else
    clamp();
}

void Camera::set_height(double height) {
  was_whole_ = was_whole_ || zoom_ == fitting_zoom();
  const Point before = corner();
  viewport_.height = height;
  centre_.y = (viewport_.y + height / 2 - before.y) / zoom_;
}

double Camera::fitting_zoom() const {
  if (world_.width == 0 || world_.height == 0) return 1;
  return std::min({viewport_.width / world_.width, viewport_.height / world_.height, kMaxZoom});
}

void Camera::fit() {
  was_whole_ = false;
  zoom_ = fitting_zoom();
  centre_ = {world_.width / 2.0, world_.height / 2.0};
}

void Camera::clamp() {
  zoom_ = std::clamp(zoom_, fitting_zoom() / 2, kMaxZoom);
  centre_.x = std::clamp(centre_.x, 0.0, static_cast<double>(world_.width));
  centre_.y = std::clamp(centre_.y, 0.0, static_cast<double>(world_.height));
}

void Camera::zoom_at(Point pixel, double factor) {
  was_whole_ = false;
  const Point before = point_of(pixel);
  zoom_ *= factor;
  clamp();
  const Point after = point_of(pixel);
  centre_.x += before.x - after.x;
  centre_.y += before.y - after.y;
  clamp();
}

void Camera::pan(double pixels_x, double pixels_y) {
  was_whole_ = false;
  centre_.x -= pixels_x / zoom_;
  centre_.y -= pixels_y / zoom_;
  clamp();
}

Point Camera::corner() const {
  return {std::round(viewport_.x + viewport_.width / 2 - centre_.x * zoom_),
          std::round(viewport_.y + viewport_.height / 2 - centre_.y * zoom_)};
}

Point Camera::pixel_of(Point cell) const {
  const Point origin = corner();
  return {origin.x + cell.x * zoom_, origin.y + cell.y * zoom_};
}

Point Camera::point_of(Point pixel) const {
  const Point origin = corner();
  return {(pixel.x - origin.x) / zoom_, (pixel.y - origin.y) / zoom_};
}

CellPos Camera::cell_of(Point pixel) const {
  const Point point = point_of(pixel);
  static constexpr double kFarthest = 4.0 * kMaxWorldExtent;
  const auto cell = [](double at) { return static_cast<int>(std::floor(std::clamp(at, -kFarthest, kFarthest))); };
  return {cell(point.x), cell(point.y)};
}

bool Camera::covers(Point pixel) const {
  return pixel.x >= viewport_.x && pixel.y >= viewport_.y && pixel.x < viewport_.x + viewport_.width &&
         pixel.y < viewport_.y + viewport_.height;
}

CellRect Camera::visible_cells(int margin) const {
  const Point first = point_of({viewport_.x, viewport_.y});
  const Point last = point_of({viewport_.x + viewport_.width, viewport_.y + viewport_.height});
  const int left = std::clamp(static_cast<int>(std::floor(first.x)) - margin, 0, world_.width - 1);
  const int top = std::clamp(static_cast<int>(std::floor(first.y)) - margin, 0, world_.height - 1);
  const int right = std::clamp(static_cast<int>(std::ceil(last.x)) + margin, left + 1, world_.width);
  const int bottom = std::clamp(static_cast<int>(std::ceil(last.y)) + margin, top + 1, world_.height);
  return {left, top, right - left, bottom - top};
}

}  // namespace quicksand
