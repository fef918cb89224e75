#include "capture/capture.h"

#include <algorithm>
#include <utility>

#include "view/effects.h"
#include "view/shading.h"

namespace quicksand {
namespace {

Image enlarged(const Image& small, int scale) {
  Image large({small.size.width * scale, small.size.height * scale});
  for (int y = 0; y < large.size.height; ++y)
    for (int x = 0; x < large.size.width; ++x) std::copy_n(small.pixel(x / scale, y / scale), 4, large.pixel(x, y));
  return large;
}

}  // namespace

int detail_for(int scale) {
  int detail = std::min(scale, kMostDetail);
  while (scale % detail != 0) --detail;
  return detail;
}

Capture::Capture(PictureSource source, const Looks& looks, const View& view, int scale)
    : source_(std::move(source)), looks_(looks), view_(view), scale_(scale) {}

void Capture::follow(const World& world) {
  // As often as a window would.
  const bool is_due = world.tick() % kTicksPerFrame == 0 || !(trail_.size() == world.size());
  if (view_.mode == DisplayMode::kMovement && is_due) trail_.follow(world);
}

Result<Image> Capture::picture(const World& world) const {
  Result<Image> image = source_ ? source_(world, looks_, view_, &trail_) : world_picture(world, looks_, view_, &trail_);
  if (!image) return image;
  const int times = view_.mode == DisplayMode::kFancy ? scale_ / detail_for(scale_) : scale_;
  return times == 1 ? std::move(image) : enlarged(*image, times);
}

}  // namespace quicksand
