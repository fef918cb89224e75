// What the X server shows.
#pragma once

#include <optional>

#include "view/image.h"

namespace quicksand {

// None: there is no X server.
std::optional<Image> picture_of_screen();

}  // namespace quicksand
