// Which languages the player has told the operating system.
#pragma once

#include <string>
#include <vector>

namespace quicksand {

// The one that is liked best first: "de-AT", "en". Empty: the system does not say.
std::vector<std::string> preferred_languages();

}  // namespace quicksand
