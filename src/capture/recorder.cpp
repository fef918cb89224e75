#include "capture/recorder.h"

#include <cstdio>
#include <filesystem>

#include "io/files.h"
#include "io/png.h"

namespace quicksand {
namespace {

// "run.png" becomes "run-00001.png".
std::filesystem::path numbered(const std::filesystem::path& file, int number) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "-%05d", number);
  return file.parent_path() / (file.stem().string() + digits + ".png");
}

}  // namespace

bool is_recording_name(const std::string& file) {
  const std::filesystem::path path = file;
  return path.has_stem() && (path.extension() == ".gif" || path.extension() == ".png");
}

Status Recorder::follow(const World& world, uint64_t tick) {
  if (tick % every_ != 0) return Done{};
  const Result<Image> image = capture_.picture(world);
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
