#include "platform/file_manager.h"

#include <SDL.h>

#include <string>
#include <system_error>

namespace quicksand {
namespace {

// What is not plain in an address is written as its bytes.
std::string address_of(const std::filesystem::path& path) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string address = "file://";
  for (const unsigned char byte : path.string()) {
    const bool is_plain = SDL_isalnum(byte) != 0 || byte == '/' || byte == '-' || byte == '_' || byte == '.';
    if (is_plain && byte < 128)
      address += static_cast<char>(byte);
    else
      address += {'%', kDigits[byte / 16], kDigits[byte % 16]};
  }
  return address;
}

// `what` it is, for the message.
Status open_address(const std::filesystem::path& path, const char* what) {
  if (SDL_OpenURL(address_of(path).c_str()) == 0) return Done{};
  return fail(std::string("the system does not show ") + what + " (" + SDL_GetError() + ")", path.string());
}

}  // namespace

Status show_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return open_address(folder, "folders");
}

Status open_file(const std::filesystem::path& file) { return open_address(file, "such files"); }

}  // namespace quicksand
