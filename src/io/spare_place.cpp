#include "io/spare_place.h"

#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "io/assets.h"
#include "io/files.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

// Everybody may write among temporary files, and could have put a folder or a link of this name there.
bool is_own_folder(const fs::path& folder) {
  ::mkdir(folder.c_str(), 0700);
  struct stat about {};
  return ::lstat(folder.c_str(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == ::getuid() &&
         (about.st_mode & 022) == 0;
}

}  // namespace

fs::path free_path(const fs::path& folder, const std::string& stem, const std::string& extension) {
  const fs::path wanted = folder / (stem + extension);
  fs::path path = wanted;
  std::error_code error;
  for (int i = 2; fs::exists(path, error); ++i) path = numbered_path(wanted, i);
  return path;
}

std::vector<fs::path> spare_folders() {
  std::vector<fs::path> folders;
  if (const fs::path home = home_folder(); !home.empty()) folders.push_back(home / "Quicksand");
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  if (error) return folders;
  const fs::path own = temporary / ("quicksand-" + std::to_string(::getuid()));
  if (is_own_folder(own)) folders.push_back(own);
  return folders;
}

Result<WrittenFile> write_or_elsewhere(const fs::path& file, const std::function<Status(const fs::path&)>& write) {
  const Status written = write(file);
  if (written) return WrittenFile{file, ""};
  for (const fs::path& folder : spare_folders()) {
    const fs::path spare = free_path(folder, file.stem().string(), file.extension().string());
    if (write(spare)) return WrittenFile{spare, written.failure().text()};
  }
  return written.failure();
}

Result<WrittenFile> write_new_or_elsewhere(const fs::path& file, std::string_view bytes) {
  const Result<fs::path> written = write_new_file(file, bytes);
  if (written) return WrittenFile{*written, ""};
  for (const fs::path& folder : spare_folders())
    if (const Result<fs::path> spare = write_new_file(folder / file.filename(), bytes))
      return WrittenFile{*spare, written.failure().text()};
  return written.failure();
}

}  // namespace quicksand
