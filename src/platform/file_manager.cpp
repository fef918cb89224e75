#include "platform/file_manager.h"

#include <SDL.h>

#include <string>
#include <system_error>

namespace quicksand {

Status show_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  // What is not plain in an address is written as its bytes.
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string address = "file://";
  for (const unsigned char byte : folder.string()) {
    const bool is_plain = SDL_isalnum(byte) != 0 || byte == '/' || byte == '-' || byte == '_' || byte == '.';
    if (is_plain && byte < 128)
      address += static_cast<char>(byte);
    else
      address += {'%', kDigits[byte / 16], kDigits[byte % 16]};
  }
  if (SDL_OpenURL(address.c_str()) != 0)
    return fail(std::string("the system does not show folders (") + SDL_GetError() + ")", folder.string());
  return Done{};
}

}  // namespace quicksand
