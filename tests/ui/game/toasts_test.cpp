#include "ui/game/toasts.h"

#include <catch2/catch.hpp>

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
