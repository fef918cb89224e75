// The PNG writer of stb. Where there is too little memory it throws std::bad_alloc, and has taken none: built as it
// comes it returns nothing then, or ends the program.
#pragma once

#include <string>
#include <string_view>

#include "core/geometry.h"

namespace quicksand {

// `rgb`: three bytes a pixel, row by row.
std::string stb_png(std::string_view rgb, GridSize size);

}  // namespace quicksand
