// What else is made of the table of options, besides --help: the man page, and what shells complete.
#pragma once

#include <string>
#include <vector>

#include "main/options.h"

namespace quicksand {

// In the language of man pages, section 6.
std::string man_page(const std::vector<OptionRow>& options);

std::string bash_completion(const std::vector<OptionRow>& options);
std::string zsh_completion(const std::vector<OptionRow>& options);

}  // namespace quicksand
