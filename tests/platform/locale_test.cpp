#include "platform/locale.h"

#include <catch2/catch.hpp>

#include "io/environment_word.h"

using namespace quicksand;

TEST_CASE("languages are those of the environment, in the order that POSIX and gettext give its words") {
  using Languages = std::vector<std::string>;
  struct Case {
    const char* language;
    const char* all;
    const char* messages;
    const char* lang;
    Languages expected;
  };
  for (const Case& each : {Case{"", "", "", "de_DE.UTF-8", {"de-DE"}},
                           {"", "de_DE.UTF-8", "", "en_US.UTF-8", {"de-DE"}},
                           {"", "", "en_US.UTF-8", "de_DE.UTF-8", {"en-US"}},
                           {"", "de_AT@euro", "en_GB", "", {"de-AT"}},
                           {"de", "", "", "en_US.UTF-8", {"de", "en-US"}},
                           {"nl:de_AT", "fr_FR", "", "", {"nl", "de-AT", "fr-FR"}},
                           {"de", "C", "", "de_DE", {"en"}},
                           {"", "", "", "C.UTF-8", {"en"}}}) {
    const EnvironmentWord language("LANGUAGE", each.language);
    const EnvironmentWord all("LC_ALL", each.all);
    const EnvironmentWord messages("LC_MESSAGES", each.messages);
    const EnvironmentWord lang("LANG", each.lang);
    INFO(each.language << "|" << each.all << "|" << each.messages << "|" << each.lang);
    CHECK(preferred_languages() == each.expected);
  }
}
