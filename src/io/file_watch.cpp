#include "io/file_watch.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace quicksand {

FileStamps::Stamp FileStamps::stamp_of(const std::filesystem::path& file) {
  std::error_code missing;  // an editor may be replacing it
  Stamp stamp{file};
  const auto written = std::filesystem::last_write_time(file, missing);
  const uintmax_t size = missing ? 0 : std::filesystem::file_size(file, missing);
  if (missing) return stamp;
  stamp.written = written;
  stamp.size = size;
  return stamp;
}

void FileStamps::note(const std::filesystem::path& file) {
  if (std::ranges::find(stamps_, file, &Stamp::file) == stamps_.end()) stamps_.push_back(stamp_of(file));
}

FileStamps FileStamps::now() const {
  FileStamps stamps;
  for (const Stamp& stamp : stamps_) stamps.stamps_.push_back(stamp_of(stamp.file));
  return stamps;
}

std::filesystem::path FileStamps::first_other(const FileStamps& later) const {
  const auto other = std::ranges::find_if(
      later.stamps_, [&](const Stamp& stamp) { return std::ranges::find(stamps_, stamp) == stamps_.end(); });
  return other == later.stamps_.end() ? std::filesystem::path() : other->file;
}

bool FileWatch::sees_change(const FileStamps& read, double now) {
  if (now < next_look_) return false;
  FileStamps found = read.now();
  const bool is_other = found != read;
  const bool is_quiet = found == last_;
  last_ = std::move(found);
  next_look_ = now + (is_other && !is_quiet ? kQuietSeconds : kSecondsBetweenLooks);
  return is_other && is_quiet;
}

}  // namespace quicksand
