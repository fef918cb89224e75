#include "io/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace quicksand {
namespace {

// Of no file of the player's.
constexpr std::string_view kTemporaryEnding = ".quicksand-part";

std::string reason(int error) { return std::generic_category().message(error); }

// 0, or the error number.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

// A rename is on the disk only once its folder is.
void flush_folder(const std::filesystem::path& folder) {
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

// The file that a symbolic link stands for, so that the link stays one; what is not there yet is fine.
std::filesystem::path behind_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as the system has it
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, error); ++i) {
    const std::filesystem::path target = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / target;  // an absolute target replaces all of it
  }
  return path;
}

// What an output goes into: a file, which may have to be made, or a device that takes bytes as they come (a terminal,
// /dev/null). That is left where it is, and so is all else.
struct Target {
  bool is_device;
  std::filesystem::path path;  // behind all links
};

// Links are followed by the system: what they lead to need not have a name, as the pipe behind /dev/stdout.
Result<Target> target_of(const std::filesystem::path& named) {
  struct stat there {};
  const bool is_there = ::stat(named.c_str(), &there) == 0;
  if (!is_there && errno == ELOOP) return fail("cannot be written: " + reason(ELOOP), named.string());
  if (is_there && S_ISDIR(there.st_mode)) return fail("cannot be written: it is a folder", named.string());
  if (is_there && !S_ISREG(there.st_mode) && !S_ISCHR(there.st_mode))
    return fail("cannot be written: it is a pipe, a socket or a disk, not a file", named.string());
  return Target{is_there && S_ISCHR(there.st_mode), behind_links(named)};
}

Status write_to_device(const std::filesystem::path& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  int failure = file < 0 ? errno : write_all(file, bytes);
  if (file >= 0 && ::close(file) != 0 && failure == 0) failure = errno;
  if (failure != 0) return fail("cannot be written: " + reason(failure), path.string());
  return Done{};
}

// Whether the open file is the one of this name still; another may have been moved away and made anew.
bool is_there(int file, const std::filesystem::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(file, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

// Whether the file is ours from now on; remove_leftovers() may have come before. There are file systems without locks.
bool lock_new(int file, const std::string& name) {
  const bool is_taken = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  return !is_taken && is_there(file, name);
}

// Locked until it is destroyed, so that nobody takes it for what a killed program has left. Its file goes then, unless
// it has been moved to its place.
class TemporaryFile {
 public:
  TemporaryFile(int file, std::string name) : file_(file), name_(std::move(name)) {}
  TemporaryFile(TemporaryFile&& other) noexcept
      : file_(std::exchange(other.file_, -1)), name_(std::exchange(other.name_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
    if (file_ >= 0) ::close(file_);
  }

  // 0, or the error number.
  int write(std::string_view bytes) const {
    if (const int failure = write_all(file_, bytes); failure != 0) return failure;
    if (::fsync(file_) != 0) return errno;
    // Some file systems tell only at closing that there was no place; the lock stays with the other one.
    const int other = ::dup(file_);
    return other >= 0 && ::close(other) == 0 ? 0 : errno;
  }
  int move_to(const std::filesystem::path& path) {
    if (std::rename(name_.c_str(), path.c_str()) != 0) return errno;
    name_.clear();
    return 0;
  }
  // The same, but over nothing: EEXIST where there is something, be it since a moment ago.
  int move_to_new(const std::filesystem::path& path) {
    if (::link(name_.c_str(), path.c_str()) == 0) {
      ::unlink(name_.c_str());
      name_.clear();
      return 0;
    }
    if (errno == EEXIST) return EEXIST;
    // There are file systems on which a file has one name. An empty one holds the place for a moment.
    const int place = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (place < 0) return errno;
    ::close(place);
    const int failure = move_to(path);
    if (failure != 0) ::unlink(path.c_str());
    return failure;
  }

 private:
  int file_;
  std::string name_;  // empty: it has gone from there
};

// Beside `path`, so that it can be renamed to it, and with the beginning of its name. Makes the folder if need be. Who
// may read it, the user's own habits say (umask), or the file that is there already.
Result<TemporaryFile> make_temporary(const std::filesystem::path& path) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error)
    return fail("cannot make the folder " + path.parent_path().string() + ": " + error.message(), path.string());
  constexpr size_t kMostBytes = 200;  // of the 255 that a name may have
  const std::filesystem::path begin = path.parent_path() / path.filename().string().substr(0, kMostBytes);
  constexpr int kMostNames = 10'000;
  for (int i = 0; i < kMostNames; ++i) {
    const std::string name =
        begin.string() + "." + std::to_string(::getpid()) + "-" + std::to_string(i) + std::string(kTemporaryEnding);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) return fail("cannot be written: " + reason(errno), path.string());
    if (!lock_new(file, name)) {
      ::close(file);  // who has the lock removes it: two that remove it could remove another one's
      continue;
    }
    TemporaryFile made(file, name);
    struct stat old {};
    if (::stat(path.c_str(), &old) == 0) ::fchmod(file, old.st_mode & 07777);
    return made;
  }
  return fail("cannot be written: " + reason(EBUSY), path.string());
}

}  // namespace

namespace {

std::mutex files_read_mutex;
std::vector<FilesRead*> files_read;  // those that note it now

}  // namespace

FilesRead::FilesRead() {
  const std::lock_guard lock(files_read_mutex);
  files_read.push_back(this);
}

FilesRead::~FilesRead() {
  const std::lock_guard lock(files_read_mutex);
  std::erase(files_read, this);
}

void FilesRead::note(const std::filesystem::path& file) {
  std::filesystem::path place = place_of_file(file);
  const std::lock_guard lock(files_read_mutex);
  places_.insert(std::move(place));
}

void FilesRead::note_for_all(const std::filesystem::path& file) {
  const std::lock_guard lock(files_read_mutex);
  if (files_read.empty()) return;
  const std::filesystem::path place = place_of_file(file);
  for (FilesRead* const each : files_read) each->places_.insert(place);
}

bool FilesRead::has(const std::filesystem::path& file) const {
  const std::filesystem::path place = place_of_file(file);
  const std::lock_guard lock(files_read_mutex);
  return places_.contains(place);
}

std::vector<std::filesystem::path> FilesRead::places() const {
  const std::lock_guard lock(files_read_mutex);
  return {places_.begin(), places_.end()};
}

Status FilesRead::check_unread(const std::filesystem::path& file) const {
  return has(file) ? Status(fail("it would be written over what is read there: name another file", file.string()))
                   : Status(Done{});
}

Result<std::string> read_file(const std::filesystem::path& path, size_t limit) {
  return read_file(path, [limit](std::string_view) { return limit; });
}

Result<std::string> read_file(const std::filesystem::path& path,
                              const std::function<size_t(std::string_view)>& limit_of) {
  std::string bytes;
  std::optional<size_t> limit;
  const Status read = read_in_blocks(path, [&](std::string_view block, uint64_t size) -> Status {
    bytes.append(block);
    if (!limit) limit = limit_of(bytes);
    // The second: it has grown, or is one of those that have no size.
    if (size > *limit || bytes.size() > *limit)
      return fail("is larger than " + std::to_string(*limit >> 20) + " MiB, the most that is read", path.string());
    bytes.reserve(static_cast<size_t>(size));
    return Done{};
  });
  return read ? Result<std::string>(std::move(bytes)) : read.failure();
}

Status read_in_blocks(const std::filesystem::path& path,
                      const std::function<Status(std::string_view block, uint64_t size)>& take) {
  // A pipe would wait for a writer, and a device may do anything: nothing is opened that waits, nor read that is no
  // file.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0)
    return fail(errno == ENOENT ? std::string("there is no such file") : "cannot be read: " + reason(errno),
                path.string());
  const std::unique_ptr<const int, void (*)(const int*)> closing(&file, [](const int* opened) { ::close(*opened); });
  struct stat about {};
  if (::fstat(file, &about) != 0) return fail("cannot be read: " + reason(errno), path.string());
  if (S_ISDIR(about.st_mode)) return fail("this is a folder, not a file", path.string());
  if (!S_ISREG(about.st_mode)) return fail("this is a pipe, a socket or a device, not a file", path.string());
  FilesRead::note_for_all(path);
  std::vector<char> block(1 << 16);
  for (;;) {
    const ssize_t count = ::read(file, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("cannot be read to its end: " + reason(errno), path.string());
    if (count == 0) return Done{};
    Status taken = take({block.data(), static_cast<size_t>(count)}, static_cast<uint64_t>(about.st_size));
    if (!taken) return taken;
  }
}

Status write_file_atomically(const std::filesystem::path& named, std::string_view bytes) {
  const Result<Target> target = target_of(named);
  if (!target) return target.failure();
  const std::filesystem::path& path = target->path;
  if (target->is_device) return write_to_device(path, bytes);
  Result<TemporaryFile> made = make_temporary(path);
  if (!made) return made.failure();
  int failure = made->write(bytes);
  if (failure == 0) failure = made->move_to(path);
  if (failure != 0) return fail("cannot be written: " + reason(failure), named.string());
  remove_leftovers(path.parent_path());
  flush_folder(path.parent_path());
  return Done{};
}

Result<std::filesystem::path> write_new_file(const std::filesystem::path& named, std::string_view bytes) {
  Result<TemporaryFile> made = make_temporary(named);
  if (!made) return made.failure();
  int failure = made->write(bytes);
  std::filesystem::path path = named;
  if (failure == 0)
    for (int i = 2; (failure = made->move_to_new(path)) == EEXIST; ++i) path = numbered_path(named, i);
  if (failure != 0) return fail("cannot be written: " + reason(failure), named.string());
  remove_leftovers(path.parent_path());
  flush_folder(path.parent_path());
  return path;
}

std::filesystem::path numbered_path(const std::filesystem::path& file, int number) {
  std::filesystem::path path = file;
  return path.replace_filename(file.stem().string() + "-" + std::to_string(number) + file.extension().string());
}

std::string keep_broken(const std::filesystem::path& path) {
  std::filesystem::path kept = path;
  kept.replace_extension(".broken" + path.extension().string());
  std::error_code error;
  std::filesystem::copy_file(path, kept, std::filesystem::copy_options::overwrite_existing, error);
  return error ? "No copy of it is kept: " + error.message() : "The file is kept as " + kept.string();
}

void remove_leftovers(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  const std::filesystem::path place = folder.empty() ? "." : folder;
  for (std::filesystem::directory_iterator it(place, error), end; !error && it != end; it.increment(error))
    if (it->path().filename().string().ends_with(kTemporaryEnding)) files.push_back(it->path());
  if (files.empty()) return;
  for (const std::filesystem::path& path : files) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && is_there(file, path)) ::unlink(path.c_str());
    ::close(file);
  }
}

std::filesystem::path place_of_file(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path place =
      std::filesystem::weakly_canonical(behind_links(std::filesystem::absolute(file, error)), error);
  return error ? file : place;
}

Status check_writable(const std::filesystem::path& named) {
  const Result<Target> target = target_of(named);
  if (!target) return target.failure();
  if (target->is_device) return Done{};
  const Result<TemporaryFile> made = make_temporary(target->path);
  return made ? Status(Done{}) : made.failure();
}

Status check_output(const std::filesystem::path& file) {
  std::error_code error;
  for (const std::filesystem::path& folder : {file.parent_path(), place_of_file(file).parent_path()})
    if (!folder.empty() && !std::filesystem::exists(folder, error))
      return fail("there is no folder " + folder.string() + " to write it into", file.string());
  return check_writable(file);
}

}  // namespace quicksand
