#include "platform/clipboard.h"

#include <emscripten.h>

#include <utility>

namespace quicksand {

Status copy_picture(const std::string& png) {
  EM_ASM({ Module['copyPicture'](HEAPU8.slice($0, $0 + $1)); }, png.data(), png.size());
  return Done{};
}

// The page keeps what was pasted last.
Result<std::optional<std::string>> read_picture() {
  const int size = EM_ASM_INT({ return Module['pastedPicture'] ? Module['pastedPicture'].length : 0; });
  if (size == 0) return std::optional<std::string>();
  std::string bytes(static_cast<size_t>(size), '\0');
  EM_ASM({ HEAPU8.set(Module['pastedPicture'], $0); }, bytes.data());
  return std::optional<std::string>(std::move(bytes));
}

}  // namespace quicksand
