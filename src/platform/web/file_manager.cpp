#include "platform/file_manager.h"

#include <system_error>

#include "platform/page.h"

namespace quicksand {

// Of a folder the page hands out what was written last: that is what the player wants to see.
Status show_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::path newest;
  std::filesystem::file_time_type when{};
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->is_regular_file() && (newest.empty() || it->last_write_time() > when)) {
      newest = it->path();
      when = it->last_write_time();
    }
  if (newest.empty()) return fail("there are no files yet", folder.string());
  hand_out(newest);
  return Done{};
}

Status open_file(const std::filesystem::path& file) {
  hand_out(file);
  return Done{};
}

}  // namespace quicksand
