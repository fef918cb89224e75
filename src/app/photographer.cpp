#include "app/photographer.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "io/files.h"
#include "io/png.h"
#include "view/shading.h"

namespace quicksand {
namespace {

// "run.png" becomes "run-00001.png".
std::filesystem::path numbered(const std::filesystem::path& file, int number) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "-%05d", number);
  return file.parent_path() / (file.stem().string() + digits + ".png");
}

Image enlarged(const Image& small, int scale) {
  Image large({small.size.width * scale, small.size.height * scale});
  for (int y = 0; y < large.size.height; ++y)
    for (int x = 0; x < large.size.width; ++x) std::copy_n(small.pixel(x / scale, y / scale), 4, large.pixel(x, y));
  return large;
}

}  // namespace

Photographer::Photographer(Painter painter, const Looks& looks, const View& view, int scale)
    : painter_(std::move(painter)), looks_(looks), view_(view), scale_(scale) {}

void Photographer::follow(const World& world) {
  // As often as a window would.
  const bool is_due = world.tick() % kTicksPerFrame == 0 || !(trail_.size() == world.size());
  if (view_.mode == DisplayMode::kMovement && is_due) trail_.follow(world);
}

Result<Image> Photographer::picture(const World& world) const {
  Result<Image> image =
      painter_ ? painter_(world, looks_, view_, &trail_) : world_picture(world, looks_, view_, &trail_);
  if (!image || scale_ == 1 || view_.mode == DisplayMode::kFancy) return image;
  return enlarged(*image, scale_);
}

bool is_recording_name(const std::string& file) {
  const std::filesystem::path path = file;
  return path.has_stem() && (path.extension() == ".gif" || path.extension() == ".png");
}

Status Recorder::look(const World& world, uint64_t tick) {
  if (tick % every_ != 0) return Done{};
  const Result<Image> image = photographer_.picture(world);
  if (!image) return image.failure();
  ++pictures_;
  if (file_.ends_with(".png")) return write_file_atomically(numbered(file_, pictures_), encode_png(*image));
  if (!animation_) animation_.emplace(image->size);
  // A picture lasts until the next one, in whole hundredths whose sum keeps time with the world.
  const auto hundredths = [](uint64_t at) { return at * 100 / kTicksPerSecond; };
  return animation_->add(*image, static_cast<int>(hundredths(tick + every_) - hundredths(tick)));
}

Status Recorder::finish() {
  if (!animation_) return Done{};
  const Result<std::string> bytes = animation_->finish();
  if (!bytes) return bytes.failure();
  return write_file_atomically(file_, *bytes);
}

}  // namespace quicksand
