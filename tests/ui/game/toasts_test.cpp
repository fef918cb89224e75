#include "ui/game/toasts.h"

#include <catch2/catch.hpp>

#include "io/json_reader.h"

using namespace quicksand;

TEST_CASE("messages fade, and what went wrong stays longer") {
  Toasts toasts;
  toasts.say("done");
  toasts.complain("not done");
  toasts.fade(1);
  CHECK(toasts.shown().size() == 2);
  toasts.fade(4);
  REQUIRE(toasts.shown().size() == 1);
  CHECK(toasts.shown().front().error);
  toasts.fade(10);
  CHECK(toasts.shown().empty());
}

TEST_CASE("a message that is said again takes the place of its like") {
  Toasts toasts;
  toasts.say_again("Tool: ", "Blow");
  toasts.say("between");
  toasts.say_again("Tool: ", "Suck");
  REQUIRE(toasts.shown().size() == 2);
  CHECK(toasts.shown().back().text == "Tool: Suck");
}

TEST_CASE("a message of any length has room in a picture, and ends with a whole letter") {
  for (const char* const letter : {"w", "ß", "→", "🙂", "a word "}) {
    std::string text;
    while (text.size() < 3'000'000) text += letter;
    Toasts toasts;
    toasts.say(text);
    toasts.complain(text);
    toasts.say_at_pointer(text);
    for (const Toast& toast : toasts.shown()) {
      CHECK(toast.text.size() < 2100);
      CHECK(is_utf8(toast.text));
      CHECK(toast.text.ends_with("…"));
    }
  }
  Toasts toasts;
  toasts.say("short");
  CHECK(toasts.shown().back().text == "short");
}
