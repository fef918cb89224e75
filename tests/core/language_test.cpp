#include "core/language.h"

#include <catch2/catch.hpp>

using namespace quicksand;

TEST_CASE("what a language lacks is said in English, and what it has stays where it is") {
  speak_english();
  const char* const english = "Save";
  CHECK(said(english) == english);
  speak({"de", "Deutsch", {{"Save", "Sichern"}, {"{1} at {2}", "bei {2}: {1}"}}});
  const char* const german = said("Save");
  CHECK(std::string(german) == "Sichern");
  CHECK(said(std::string("Save")) == "Sichern");
  CHECK(said(std::string_view("Save")) == "Sichern");
  CHECK(said("Open") == std::string("Open"));
  CHECK(said("{1} at {2}", {"Sand", "7"}) == "bei 7: Sand");
  speak({"fr", "Français", {}});
  CHECK(std::string(german) == "Sichern");
  CHECK(said("{1} at {2}", {"{2}", "7"}) == "{2} at 7");
  CHECK(said("{1} {3} {0} {x} {", {"a"}) == "a {3} {0} {x} {");
  speak_english();
}

TEST_CASE("placeholders are printf's conversions in their order, and names in any") {
  using Found = std::vector<std::string>;
  CHECK(placeholders_of("nothing, {not this}, { or } that").empty());
  CHECK(placeholders_of("%d of %5.2f, {undo} {1}") == Found{"%d", "%5.2f", "{1}", "{undo}"});
  CHECK(placeholders_of("{b}{a}") == Found{"{a}", "{b}"});
  CHECK(placeholders_of("%s%%%-3lld%") == Found{"%s", "%%", "%-3lld", "%"});
}
