#include "ui/game/held_control.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/kinds/world_kinds.h"
#include "dunes/dunes_scene.h"
#include "ui/game/fixture.h"
#include "ui/game/worlds.h"

using namespace quicksand;

namespace {

constexpr const char* kRipples =
    R"(, "world": "dunes", "materials": "core", "sand": {"depth": 6, "noise": 0.3}, "border": "open", "threshold": 0.8,
    "transfer": 0.3, "wind": {"to": "east", "hop": 8, "lift": 0.25, "slab": 0.08, "stays_on_sand": 0.3, "stays_on_rock": 0.1,
    "spray": 0.1})";

const WorldKind& dunes() { return *find_kind(world_kinds(), "dunes"); }

const WorldNumber& number_of(std::string_view name) {
  return *std::find_if(dunes().numbers.begin(), dunes().numbers.end(),
                       [&](const WorldNumber& number) { return number.name == name; });
}

double value_of(const TestGame& game, std::string_view name) {
  return number_of(name).get(*game.state.session.world().settings());
}

std::vector<double> all_values(const TestGame& game) {
  std::vector<double> values;
  for (const WorldNumber& number : dunes().numbers)
    values.push_back(number.get(*game.state.session.world().settings()));
  return values;
}

// As a panel does it in a frame; `is_held`: the button is still down after it.
void set_number(TestGame& game, std::string_view name, double value, bool is_held) {
  set_by_control(game.state, dunes(), is_held, [&](WorldSettings& settings) {
    number_of(name).set(settings, value, game.state.session.world().size());
  });
}

void turn_dial(TestGame& game, const DialPlace& place, bool is_held) {
  set_by_control(game.state, dunes(), is_held, [&](WorldSettings& settings) {
    dunes().dial->set(settings, place, game.state.session.world().size());
  });
}

void let_go(TestGame& game) { game.state.held_control.is_held = false; }

}  // namespace

TEST_CASE("what a control passes while it is held leaves no trace in other numbers, and is one deed") {
  for (const WorldNumber& number : dunes().numbers) {
    INFO(number.name);
    TestGame game(kRipples);
    const std::vector<double> before = all_values(game);
    const double value = number.get(*game.state.session.world().settings());
    const double most = number.words.empty() ? number.high : static_cast<double>(number.words.size() - 1);
    const double least = number.words.empty() ? number.low : 0;
    for (const double share : {0.7, 0.1, 0.0, 0.4, 1.0, 0.6}) {
      const double passed = least + share * (most - least);
      set_number(game, number.name, number.words.empty() ? passed : std::round(passed), true);
      run(game, 1);
    }
    set_number(game, number.name, value, true);
    let_go(game);
    CHECK(all_values(game) == before);
    undo(game.state);
    CHECK(all_values(game) == before);
    CHECK(game.state.session.world().tick() == 0);
  }
}

TEST_CASE("a wind that is turned across the middle of its dial, or that ceases and begins, blows as before") {
  for (const bool is_one_drag : {true, false}) {
    TestGame game(kRipples);
    const double hop = value_of(game, "Hop");
    const double spray = value_of(game, "Spray");
    REQUIRE(hop == 8);
    turn_dial(game, {0, 0.3}, is_one_drag);
    turn_dial(game, {0, 0}, is_one_drag);
    CHECK(value_of(game, "Hop") == 1);  // there is none
    if (!is_one_drag) set_number(game, "Wind", 0, false);
    turn_dial(game, {180, 0.3}, is_one_drag);
    let_go(game);
    CHECK(value_of(game, "Hop") == hop);
    CHECK(value_of(game, "Spray") == spray);
  }
  // Where none has ever blown it begins as usual.
  TestGame calm(R"(, "world": "dunes", "materials": "core", "sand": {"depth": 6})");
  turn_dial(calm, {90, 0.3}, false);
  CHECK(value_of(calm, "Hop") > 1);
}

TEST_CASE("what a wind was that blows no more makes no difference to a world") {
  TestGame game(kRipples);
  TestGame forgetful(kRipples);
  set_number(game, "Wind", 0, false);
  set_by_control(forgetful.state, dunes(), false,
                 [](WorldSettings& settings) { static_cast<DunesScene&>(settings).settings.wind = {}; });
  for (TestGame* const one : {&game, &forgetful}) run(*one, 50);
  CHECK(game.state.session.world().state_hash() == forgetful.state.session.world().state_hash());
}

TEST_CASE("undo while a control is held takes back what it did, and what it does then is another deed") {
  TestGame game(kRipples);
  const std::string scene = game.state.session.scene().name;
  set_number(game, "Threshold", 2, true);
  set_number(game, "Threshold", 3, true);
  undo(game.state);
  CHECK(value_of(game, "Threshold") == Approx(0.8).margin(0.001));
  set_number(game, "Threshold", 4, true);
  let_go(game);
  undo(game.state);
  CHECK(value_of(game, "Threshold") == Approx(0.8).margin(0.001));
  CHECK(game.state.session.scene().name == scene);
}

TEST_CASE("what cannot be set is refused in a player's words, and is no deed") {
  TestGame game(R"(, "world": "dunes", "materials": "core", "sand": {"depth": 6})");
  const size_t commands = game.state.session.log().size();
  set_number(game, "Rule", 1, false);
  CHECK(game.state.session.log().size() == commands);
  REQUIRE(game.state.toasts.shown().size() == 1);
  const std::string& text = game.state.toasts.shown().front().text;
  INFO(text);
  CHECK(text.find("open") != std::string::npos);
  for (const char* const of_files : {".json", "scene", "\"border\":", "/"})
    CHECK(text.find(of_files) == std::string::npos);
  CHECK(game.state.history.undos() == 0);
}
