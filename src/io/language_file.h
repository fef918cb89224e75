// Languages, as files:
//
//   {"format": "quicksand-language/1", "name": "Deutsch", "texts": {"toolbar": {"Save": "Speichern", …}, …}}
//
// They lie in assets/languages and in languages/ of the player's data folder, which comes first. The file's name is the
// language's code: de.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/language.h"

namespace quicksand {

struct LoadedLanguage {
  Language language;
  std::string problem;  // what is wrong with the file; empty: nothing
};

// A text that is wrong, in that its placeholders are not those of the English one, is left out; of a file that cannot
// be read there is nothing but the code. A language must never keep the game from starting.
LoadedLanguage load_language(const std::filesystem::path& file);

// The codes of those that there are, sorted, without "en", which needs no file.
std::vector<std::string> language_codes();

// Where the language of this code lies; empty: there is none.
std::filesystem::path language_file(const std::string& code);

}  // namespace quicksand
