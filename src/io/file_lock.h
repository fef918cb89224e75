// A lock on a file that one process holds, so that others know whether it lives.
#pragma once

#include <filesystem>
#include <optional>

#include "core/result.h"

namespace quicksand {

// Held until it is destroyed or the process ends, however it ends; programs that the process starts do not hold it.
class FileLock {
 public:
  // Makes the file, and its folder, if need be. None: another holds it. The file stays when the lock goes.
  static Result<std::optional<FileLock>> try_take(const std::filesystem::path& file);

  // Waits for it, this long. None: another held it all the time, or there can be no such file.
  static std::optional<FileLock> take_within(const std::filesystem::path& file, double seconds);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}

  int file_;  // -1: it has been moved from
};

}  // namespace quicksand
