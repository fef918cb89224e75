#include "view/triangles.h"

#include <algorithm>
#include <cmath>

namespace quicksand {
namespace {

struct Bounds {
  int left = 0;
  int top = 0;
  int right = 0;  // excluded, as is the bottom
  int bottom = 0;
};

Bounds within(const CellRect& clip, GridSize canvas) {
  return {std::max(clip.x, 0), std::max(clip.y, 0), std::min(clip.x + clip.width, canvas.width),
          std::min(clip.y + clip.height, canvas.height)};
}

// The first pixel whose middle is not before this place; within int, however far away it is.
int pixel_from(double place) { return static_cast<int>(std::ceil(std::clamp(place, -1e6, 1e6) - 0.5)); }

int product(int a, int b) { return (a * b + 127) / 255; }

void blend(uint8_t* pixel, const uint8_t* colour) {
  const int alpha = colour[3];
  for (int i = 0; i < 3; ++i)
    pixel[i] = static_cast<uint8_t>(product(colour[i], alpha) + product(pixel[i], 255 - alpha));
  pixel[3] = static_cast<uint8_t>(std::max<int>(pixel[3], alpha));
}

const uint8_t* texel(const Image& texture, double u, double v) {
  const int x = std::clamp(static_cast<int>(u * texture.size.width), 0, texture.size.width - 1);
  const int y = std::clamp(static_cast<int>(v * texture.size.height), 0, texture.size.height - 1);
  return texture.pixel(x, y);
}

std::array<uint8_t, 4> tinted(const uint8_t* texel, const std::array<uint8_t, 4>& tint) {
  std::array<uint8_t, 4> colour;
  for (size_t i = 0; i < 4; ++i) colour[i] = static_cast<uint8_t>(product(texel[i], tint[i]));
  return colour;
}

// A number that grows evenly over the triangle.
struct Slope {
  double base = 0;  // at (0, 0)
  double x = 0;
  double y = 0;

  double at(double px, double py) const { return base + x * px + y * py; }
};

class Triangle {
 public:
  Triangle(const TexturedCorner& a, const TexturedCorner& b, const TexturedCorner& c, const Image& texture,
           const Bounds& bounds, Image& canvas)
      : corners_{&a, &b, &c}, texture_(texture), bounds_(bounds), canvas_(canvas) {
    area_ = (double{b.x} - a.x) * (double{c.y} - a.y) - (double{c.x} - a.x) * (double{b.y} - a.y);
  }

  void draw() {
    if (area_ == 0 || !std::isfinite(area_)) return;
    const auto [first, last] = std::minmax({corners_[0]->y, corners_[1]->y, corners_[2]->y});
    const int top = std::max(pixel_from(first), bounds_.top);
    const int bottom = std::min(pixel_from(last), bounds_.bottom);
    if (top >= bottom) return;
    const TexturedCorner& a = *corners_[0];
    const auto all_are = [&](auto TexturedCorner::*member) {
      return a.*member == corners_[1]->*member && a.*member == corners_[2]->*member;
    };
    const bool is_plain = all_are(&TexturedCorner::rgba);
    if (is_plain && a.rgba[3] == 0) return;
    const bool is_flat = all_are(&TexturedCorner::u) && all_are(&TexturedCorner::v);
    find_slopes();
    flat_ = tinted(texel(texture_, a.u, a.v), a.rgba);
    for (int row = top; row < bottom; ++row) {
      const auto [left, right] = span_of(row);
      if (is_plain && is_flat)
        fill(row, left, right);
      else
        shade(row, left, right, is_plain);
    }
  }

 private:
  // The pixels of a row that lie between the edges. Shared edges are worked out alike by both triangles: from the
  // upper corner to the lower one.
  std::pair<int, int> span_of(int row) const {
    const double middle = row + 0.5;
    double left = INFINITY;
    double right = -INFINITY;
    for (size_t i = 0; i < 3; ++i) {
      const TexturedCorner* from = corners_[i];
      const TexturedCorner* to = corners_[(i + 1) % 3];
      if (from->y > to->y || (from->y == to->y && from->x > to->x)) std::swap(from, to);
      if (from->y == to->y || middle < from->y || middle > to->y) continue;
      const double x = from->x + (middle - from->y) / (double{to->y} - from->y) * (double{to->x} - from->x);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    return {std::max(pixel_from(left), bounds_.left), std::min(pixel_from(right), bounds_.right)};
  }

  Slope slope_of(double a, double b, double c) const {
    const TexturedCorner& p = *corners_[0];
    const TexturedCorner& q = *corners_[1];
    const TexturedCorner& r = *corners_[2];
    Slope slope;
    slope.x = ((b - a) * (double{r.y} - p.y) - (c - a) * (double{q.y} - p.y)) / area_;
    slope.y = ((c - a) * (double{q.x} - p.x) - (b - a) * (double{r.x} - p.x)) / area_;
    slope.base = a - slope.x * p.x - slope.y * p.y;
    return slope;
  }

  void find_slopes() {
    u_ = slope_of(corners_[0]->u, corners_[1]->u, corners_[2]->u);
    v_ = slope_of(corners_[0]->v, corners_[1]->v, corners_[2]->v);
    for (size_t i = 0; i < 4; ++i)
      tint_[i] = slope_of(corners_[0]->rgba[i], corners_[1]->rgba[i], corners_[2]->rgba[i]);
  }

  void fill(int row, int left, int right) {
    if (flat_[3] == 255)
      for (int x = left; x < right; ++x) std::copy_n(flat_.data(), 4, canvas_.pixel(x, row));
    else
      for (int x = left; x < right; ++x) blend(canvas_.pixel(x, row), flat_.data());
  }

  void shade(int row, int left, int right, bool is_plain) {
    const double y = row + 0.5;
    std::array<uint8_t, 4> tint = corners_[0]->rgba;
    for (int column = left; column < right; ++column) {
      const double x = column + 0.5;
      if (!is_plain)
        for (size_t i = 0; i < 4; ++i) tint[i] = static_cast<uint8_t>(std::clamp(tint_[i].at(x, y) + 0.5, 0.0, 255.0));
      const uint8_t* const texture = texel(texture_, u_.at(x, y), v_.at(x, y));
      if (texture[3] != 0) blend(canvas_.pixel(column, row), tinted(texture, tint).data());
    }
  }

  std::array<const TexturedCorner*, 3> corners_;
  const Image& texture_;
  const Bounds bounds_;
  Image& canvas_;
  double area_;  // twice, and below 0 the other way round
  Slope u_;
  Slope v_;
  std::array<Slope, 4> tint_;
  std::array<uint8_t, 4> flat_{};
};

bool is_finite(const TexturedCorner& corner) {
  return std::isfinite(corner.x) && std::isfinite(corner.y) && std::isfinite(corner.u) && std::isfinite(corner.v);
}

}  // namespace

void draw_triangles(std::span<const TexturedCorner> corners, std::span<const uint32_t> indices, const Image& texture,
                    const CellRect& clip, Image& canvas) {
  const Bounds bounds = within(clip, canvas.size);
  if (bounds.left >= bounds.right || bounds.top >= bounds.bottom || texture.size.cells() == 0) return;
  for (size_t i = 0; i + 2 < indices.size(); i += 3) {
    if (std::max({indices[i], indices[i + 1], indices[i + 2]}) >= corners.size()) continue;
    const TexturedCorner& a = corners[indices[i]];
    const TexturedCorner& b = corners[indices[i + 1]];
    const TexturedCorner& c = corners[indices[i + 2]];
    if (is_finite(a) && is_finite(b) && is_finite(c)) Triangle(a, b, c, texture, bounds, canvas).draw();
  }
}

}  // namespace quicksand
