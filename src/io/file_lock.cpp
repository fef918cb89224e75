#include "io/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace quicksand {

Result<std::optional<FileLock>> FileLock::try_take(const std::filesystem::path& file) {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) return fail("cannot be written, as its folder cannot be made: " + error.message(), file.string());
  const int opened = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (opened < 0) return fail("cannot be written: " + std::generic_category().message(errno), file.string());
  FileLock lock(opened);
  if (::flock(opened, LOCK_EX | LOCK_NB) == 0) return std::optional<FileLock>(std::move(lock));
  if (errno == EWOULDBLOCK) return std::optional<FileLock>();
  return fail("cannot be locked: " + std::generic_category().message(errno), file.string());
}

std::optional<FileLock> FileLock::take_within(const std::filesystem::path& file, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    Result<std::optional<FileLock>> lock = try_take(file);
    if (!lock) return std::nullopt;
    if (lock->has_value() || Clock::now() >= end) return std::move(*lock);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace quicksand
