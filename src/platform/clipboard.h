// Pictures in the clipboard, which SDL knows only for text.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"

namespace quicksand {

// Puts a PNG into the clipboard, where other programs find it also after this one has ended. Done by wl-copy or xclip,
// by the kind of display; fails, saying which package is missing, where there is neither, and where it does not take
// the picture within two seconds.
Status copy_picture(const std::string& png);

// The clipboard's picture, as a PNG; none: it has none. Done by wl-paste or xclip; fails where there is neither, and
// where the program that has the picture does not hand it over within two seconds.
Result<std::optional<std::string>> read_picture();

}  // namespace quicksand
