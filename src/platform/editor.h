// The player's editor of texts.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace quicksand {

// Opens the file at this place, which is known from 1 on: in $VISUAL, else $EDITOR, which are commands of the shell,
// and in a terminal of its own if the editor needs one; or without either in what the system has for such files, at its
// start. Fails where the editor, or a terminal, is missing.
Status open_in_editor(const std::filesystem::path& file, int line, int column);

// What a shell does for that, with the file as its $1: `editor` is the command; in_terminal is the one that runs others
// in a window, empty if there is none. Fails where it is needed.
Result<std::string> editor_script(const std::string& editor, const std::string& terminal, int line, int column);

}  // namespace quicksand
