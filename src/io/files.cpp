#include "io/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <system_error>
#include <vector>

namespace quicksand {
namespace {

// Of no file of the player's.
constexpr std::string_view kTemporaryEnding = ".quicksand-part";

std::string reason(int error) { return std::generic_category().message(error); }

// Writes and flushes all bytes; 0, or the error number.
int write_and_flush(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

// A rename is on the disk only once its folder is.
void flush_folder(const std::filesystem::path& folder) {
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

struct TemporaryFile {
  int file;
  std::string name;
};

// Beside `path`, so that it can be renamed to it. Makes the folder if need be.
Result<TemporaryFile> make_temporary(const std::filesystem::path& path) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error)
    return fail("cannot make the folder " + path.parent_path().string() + ": " + error.message(), path.string());
  std::string name = path.string() + ".XXXXXX" + std::string(kTemporaryEnding);
  const int file = ::mkostemps(name.data(), static_cast<int>(kTemporaryEnding.size()), O_CLOEXEC);
  if (file < 0) return fail("cannot be written: " + reason(errno), path.string());
  ::flock(file, LOCK_EX | LOCK_NB);  // as long as it is written: remove_leftovers()
  return TemporaryFile{file, name};
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, size_t limit) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return fail("there is no such file", path.string());
  if (std::filesystem::is_directory(path, error)) return fail("this is a folder, not a file", path.string());
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return fail("cannot be read: " + reason(errno), path.string());
  std::string bytes;
  char block[1 << 16];
  while (stream.read(block, sizeof block) || stream.gcount() > 0) {
    bytes.append(block, static_cast<size_t>(stream.gcount()));
    if (bytes.size() > limit)
      return fail("is larger than " + std::to_string(limit >> 20) + " MiB, the most that is read", path.string());
  }
  if (stream.bad()) return fail("cannot be read to its end", path.string());
  return bytes;
}

Status write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  Result<TemporaryFile> made = make_temporary(path);
  if (!made) return made.failure();
  ::fchmod(made->file, 0644);
  int failure = write_and_flush(made->file, bytes);
  if (::close(made->file) != 0 && failure == 0) failure = errno;
  if (failure == 0 && std::rename(made->name.c_str(), path.c_str()) != 0) failure = errno;
  if (failure != 0) {
    ::unlink(made->name.c_str());
    return fail("cannot be written: " + reason(failure), path.string());
  }
  flush_folder(path.parent_path());
  return Done{};
}

std::filesystem::path keep_broken(const std::filesystem::path& path) {
  std::filesystem::path kept = path;
  kept.replace_extension(".broken" + path.extension().string());
  std::error_code error;
  std::filesystem::copy_file(path, kept, std::filesystem::copy_options::overwrite_existing, error);
  return kept;
}

void remove_leftovers(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().filename().string().ends_with(kTemporaryEnding)) files.push_back(it->path());
  for (const std::filesystem::path& path : files) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) continue;
    // One without a byte may have been made just now, and be about to be locked.
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && ::lseek(file, 0, SEEK_END) > 0) ::unlink(path.c_str());
    ::close(file);
  }
}

Status check_writable(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return fail("cannot be written: it is a folder", path.string());
  const Result<TemporaryFile> made = make_temporary(path);
  if (!made) return made.failure();
  ::close(made->file);
  ::unlink(made->name.c_str());
  return Done{};
}

}  // namespace quicksand
