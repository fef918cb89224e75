// In which language the game speaks to its player: the setting "language", or the system's.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace quicksand {

struct GameState;

// A language to choose.
struct OfferedLanguage {
  std::string code;
  std::string name;  // its own
};

// English, then those that have a file, which is read for the name.
std::vector<OfferedLanguage> offered_languages();

// The first of the player's languages that there is, each by a code such as "de" or "de-AT"; otherwise English.
std::string language_of_system(std::span<const std::string> preferred);

// Speaks what the settings say, from a file that is read anew. Tells what is wrong with it; then texts stay English.
void follow_language(GameState& game);

// The same, after this is the setting; empty: the system's.
void choose_language(GameState& game, const std::string& code);

}  // namespace quicksand
