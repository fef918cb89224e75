#include "capture/recorder.h"

#include <algorithm>
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

bool is_picture_of_recording(const std::filesystem::path& file, const std::filesystem::path& recording) {
  if (recording.extension() != ".png" || file.parent_path() != recording.parent_path()) return false;
  const std::string name = file.filename().string();
  const std::string start = recording.stem().string() + "-";
  if (!name.starts_with(start) || !name.ends_with(".png") || name.size() < start.size() + 4) return false;
  const std::string digits = name.substr(start.size(), name.size() - start.size() - 4);
  return digits.size() >= 5 && std::ranges::all_of(digits, [](char each) { return each >= '0' && each <= '9'; });
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
