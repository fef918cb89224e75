// Notices that files have changed on the disk since they were read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace quicksand {

// Some files, and what they were like at one time.
class FileStamps {
 public:
  // To be called before the file is read, so that no change is missed. It need not be there.
  void note(const std::filesystem::path& file);

  // The same files, as they are now.
  FileStamps now() const;

  // The first file of `later` that is not as it was here; empty: there is none.
  std::filesystem::path first_other(const FileStamps& later) const;

  bool operator==(const FileStamps&) const = default;

 private:
  struct Stamp {
    std::filesystem::path file;
    std::filesystem::file_time_type written{};  // this and the size: 0 of one that is not there
    uintmax_t size = 0;

    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::filesystem::path& file);

  std::vector<Stamp> stamps_;
};

// Asked in every frame, looks at the disk now and then.
class FileWatch {
 public:
  static constexpr double kSecondsBetweenLooks = 0.5;
  static constexpr double kQuietSeconds = 0.25;  // editors write a file in several steps

  // Whether the files are other than when they were read, and have been left alone for kQuietSeconds. `now`: seconds,
  // of a clock that does not go back.
  bool sees_change(const FileStamps& read, double now);

 private:
  FileStamps last_;
  double next_look_ = 0;
};

}  // namespace quicksand
