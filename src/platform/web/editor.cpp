#include "platform/editor.h"

#include "platform/file_manager.h"

namespace quicksand {

Result<std::string> editor_script(const std::string&, const std::string&, int, int) {
  return fail("a browser has no editor");
}

Status open_in_editor(const std::filesystem::path& file, int, int) { return open_file(file); }

}  // namespace quicksand
