#include "ui/game/language_choice.h"

#include <filesystem>

#include "core/language.h"
#include "io/assets.h"
#include "io/files.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

struct English {  // afterwards, for other tests
  ~English() { speak_english(); }
};

void write_own(const std::string& name, const std::string& text) {
  std::filesystem::create_directories(user_data_folder() / "languages");
  REQUIRE(write_file_atomically(user_data_folder() / "languages" / name, text).ok());
}

}  // namespace

TEST_CASE("the system's languages are asked in their order, and the first that there is counts") {
  const TestGame game;
  const auto choice = [](std::vector<std::string> preferred) { return language_of_system(preferred); };
  CHECK(choice({}) == "en");
  CHECK(choice({"de"}) == "de");
  CHECK(choice({"de-AT", "en-GB"}) == "de");
  CHECK(choice({"en-GB", "de"}) == "en");
  CHECK(choice({"tlh", "de_CH"}) == "de");
  CHECK(choice({"../de", "", "C"}) == "en");
}

TEST_CASE("a language is spoken at once, kept, and left again") {
  const English afterwards;
  TestGame game;
  choose_language(game.state, "de");
  REQUIRE(std::string(said("Save")) == "Speichern");
  CHECK(load_settings(user_config_folder() / "settings.json").settings.language == "de");
  press_key(game.state, "X", false);
  CHECK(game.state.toasts.shown().back().text == "Werkzeug: Füllen");
  CHECK(find_choices(game.state, "wasser").front().entry == game.entry("water"));
  CHECK(find_choices(game.state, "water").front().entry == game.entry("water"));
  CHECK(with_keys(game.state, "{select-all}") == "Strg+A");
  choose_language(game.state, "en");
  CHECK(std::string(said("Save")) == "Save");
  game.state.preferred_languages = {"de-DE"};
  choose_language(game.state, "");
  CHECK(std::string(said("Save")) == "Speichern");
}

TEST_CASE("a player's own file is a language, and comes before the game's of the same code") {
  const English afterwards;
  TestGame game;
  write_own("xx.json", R"({"format": "quicksand-language/1", "name": "Xish", "texts": {"Save": "Xave"}})");
  write_own("not a code.json", "{}");
  std::vector<std::string> names;
  for (const OfferedLanguage& each : offered_languages()) names.push_back(each.code + " " + each.name);
  CHECK(names == std::vector<std::string>{"en English", "de Deutsch", "xx Xish"});
  choose_language(game.state, "xx");
  CHECK(std::string(said("Save")) == "Xave");
  write_own("de.json", R"({"format": "quicksand-language/1", "name": "D", "texts": {"Save": "Ablegen"}})");
  choose_language(game.state, "de");
  CHECK(std::string(said("Save")) == "Ablegen");
  CHECK(game.state.toasts.shown().empty());
}

TEST_CASE("a broken or missing language leaves English, and the player hears where") {
  const English afterwards;
  TestGame game;
  write_own("xx.json", "{\n \"format\": \"quicksand-language/1\",\n \"texts\": {\"Save\"}}");
  for (const auto& [code, place] : {std::pair("xx", "xx.json:3:"), std::pair("yy", "languages/yy.json"),
                                    std::pair("../../etc", "../../etc.json")}) {
    choose_language(game.state, code);
    CHECK(std::string(said("Save")) == "Save");
    REQUIRE_FALSE(game.state.toasts.shown().empty());
    CHECK(game.state.toasts.shown().back().error);
    CHECK(game.state.toasts.shown().back().text.find(place) != std::string::npos);
  }
}
