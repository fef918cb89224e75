#include "ui/game/picture_folder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace quicksand {
namespace {

namespace fs = std::filesystem;

bool is_picture(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kExtensions{".png", ".jpg", ".jpeg", ".bmp", ".gif"};
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::find(kExtensions, extension) != kExtensions.end();
}

}  // namespace

std::vector<fs::path> list_pictures(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code unreadable;
    if (is_picture(it->path())) found.emplace_back(fs::last_write_time(it->path(), unreadable), it->path());
  }
  std::ranges::sort(found, std::greater<>());
  std::vector<fs::path> files;
  for (auto& [time, file] : found) files.push_back(std::move(file));
  return files;
}

}  // namespace quicksand
