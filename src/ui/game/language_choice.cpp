#include "ui/game/language_choice.h"

#include <algorithm>
#include <filesystem>

#include "io/language_file.h"
#include "ui/game/game_state.h"
#include "ui/game/look_choice.h"

namespace quicksand {
namespace {

constexpr const char* kEnglish = "en";

}  // namespace

std::vector<OfferedLanguage> offered_languages() {
  std::vector<OfferedLanguage> offered{{kEnglish, "English"}};
  for (const std::string& code : language_codes())
    offered.push_back({code, load_language(language_file(code)).language.name});
  return offered;
}

std::string language_of_system(std::span<const std::string> preferred) {
  const std::vector<std::string> codes = language_codes();
  const auto is_there = [&](const std::string& code) {
    return code == kEnglish || std::ranges::find(codes, code) != codes.end();
  };
  for (const std::string& wanted : preferred) {
    if (is_there(wanted)) return wanted;
    if (const std::string code = wanted.substr(0, wanted.find_first_of("-_")); is_there(code)) return code;
  }
  return kEnglish;
}

void follow_language(GameState& game) {
  const std::string& wanted = game.settings.language;
  const std::string code = wanted.empty() ? language_of_system(game.preferred_languages) : wanted;
  speak_english();
  if (code == kEnglish) return;
  const std::filesystem::path file = language_file(code);
  if (file.empty()) {
    game.toasts.complain(
        said("There is no language \"{1}\": its file would be {2}", {code, "languages/" + code + ".json"}));
    return;
  }
  LoadedLanguage loaded = load_language(file);
  if (!loaded.problem.empty())
    game.toasts.complain(said("The file of the language is not all good; what is wrong in it stays English:\n") +
                         loaded.problem);
  if (!loaded.language.texts.empty()) speak(std::move(loaded.language));
}

void choose_language(GameState& game, const std::string& code) {
  game.settings.language = code;
  keep_settings(game);
  follow_language(game);
}

}  // namespace quicksand
