// Whole files: reading with a limit, writing so that a crash leaves the old file or the new one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace quicksand {

// The bytes of a regular file of at most `limit` bytes; more, a folder, pipe or device, or an unreadable file is a
// failure, and none of them is waited for.
Result<std::string> read_file(const std::filesystem::path& path, size_t limit);

// The same, where the limit depends on how the file begins: on its first 64 KiB, or less if it is shorter.
Result<std::string> read_file(const std::filesystem::path& path,
                              const std::function<size_t(std::string_view)>& limit_of);

// Hands the bytes of a regular file to `take`, block by block, with the size that the file has; until its end, or until
// `take` fails. What is no such file is a failure, as above.
Status read_in_blocks(const std::filesystem::path& path,
                      const std::function<Status(std::string_view block, uint64_t size)>& take);

// Notes which files are read with read_file() while it lives, by whatever thread: what is read, nothing else may be
// written over.
class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;

  void note(const std::filesystem::path& file);                 // one that was read before
  static void note_for_all(const std::filesystem::path& file);  // that live: one that is read now

  // Whatever the file is called there (place_of_file()).
  bool has(const std::filesystem::path& file) const;
  std::vector<std::filesystem::path> places() const;

  // Fails where the file would be written over one of them.
  Status check_unread(const std::filesystem::path& file) const;

 private:
  std::set<std::filesystem::path> places_;
};

// Writes a temporary file beside `path`, flushes it to the disk and renames it. Creates the folder if need be. A
// symbolic link stays one, and a file that is there keeps its permissions. On failure nothing at `path` has changed and
// the temporary file is gone; those of programs that were killed go with the next write to their folder.
Status write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

// The same for a file of its own: under this name or, where there is one already, with a number behind it. Of several
// programs that write at the same time each has its own. Returns its path.
Result<std::filesystem::path> write_new_file(const std::filesystem::path& path, std::string_view bytes);

// a/b.png: a/b-2.png.
std::filesystem::path numbered_path(const std::filesystem::path& file, int number);

// A copy of a file that something is wrong with, beside it: what the program writes there next loses nothing. An
// earlier copy is gone. Returns where it is kept, as a sentence; or that it is not, as it is no file or there is no
// room.
std::string keep_broken(const std::filesystem::path& path);

// Removes what write_file_atomically() left in the folder when its process was killed; not what is being written.
void remove_leftovers(const std::filesystem::path& folder);

// Where the file is, whatever it is called: without links and without "..". It need not be there.
std::filesystem::path place_of_file(const std::filesystem::path& file);

// Whether write_file_atomically() could write there now. Leaves no file behind, but makes the folder.
Status check_writable(const std::filesystem::path& path);

// The same for what a command line names: where a file is to be written the folder is there, or its name is wrong.
Status check_output(const std::filesystem::path& file);

}  // namespace quicksand
