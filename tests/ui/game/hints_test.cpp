#include "ui/game/hints.h"

#include <algorithm>

#include "io/assets.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

constexpr const char* kHints =
    R"(, "hints": ["Pour *Water* on it.", "Dig with the *Eraser*, then *Explosion*.", "Look!"])";

std::string current(TestGame& game) {
  game.state.hints.follow(game.state);
  const Hint* const hint = game.state.hints.current();
  return hint ? hint->text : "";
}

void draw_with(TestGame& game, const std::string& material, bool right = false) {
  game.choose(material);
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}), right);
}

}  // namespace

TEST_CASE("a hint's names are read from between asterisks, whatever stands around them") {
  for (const auto& [text, shown, names] :
       {std::tuple("Pour *Water* on it", "Pour Water on it", std::vector<std::string>{"Water"}),
        std::tuple("*Sand*", "Sand", std::vector<std::string>{"Sand"}),
        std::tuple("*A* and *B c*", "A and B c", std::vector<std::string>{"A", "B c"}),
        std::tuple("2 * 3", "2 * 3", std::vector<std::string>{}), std::tuple("", "", std::vector<std::string>{})}) {
    const Hint hint = read_hint(text);
    CHECK(hint.text == shown);
    CHECK(hint.names == names);
  }
}

TEST_CASE("a hint goes when what it names has been used, all of it and nothing else") {
  TestGame game(kHints);
  CHECK(current(game) == "Pour Water on it.");
  CHECK(game.state.hints.wanted() == "Water");
  draw_with(game, "sand");
  CHECK(current(game) == "Pour Water on it.");
  draw_with(game, "water");
  CHECK(current(game) == "Dig with the Eraser, then Explosion.");
  CHECK(game.state.hints.wanted() == "Eraser");
  draw_with(game, "sand", true);  // the right button
  CHECK(current(game) == "Dig with the Eraser, then Explosion.");
  CHECK(game.state.hints.wanted() == "Explosion");
  game.take("Explosion");
  game.drag(TestGame::over({50, 50}), TestGame::over({50, 50}));
  CHECK(current(game) == "Look!");
  CHECK(game.state.hints.wanted().empty());
  game.state.hints.skip();
  CHECK(current(game) != "Look!");
}

TEST_CASE("hints about the game come after the scene's, end, and begin again when asked for") {
  TestGame game(kHints);
  game.state.time.paused = true;  // not yet what a hint asked for: the window notes it
  size_t count = 0;
  for (; !current(game).empty(); ++count) game.state.hints.skip();
  CHECK(count == game.state.hints.all().size());
  game.state.hints.skip();
  CHECK(current(game).empty());
  game.state.hints.begin_again();
  CHECK(current(game) == "Pour Water on it.");
}

TEST_CASE("who plays with fingers reads of no key, wheel or button of a mouse") {
  const TestGame game;
  for (const Hint* const hint : game.state.hints.all()) {
    INFO(hint->text);
    CHECK(hint->shown(true).find('{') == std::string::npos);
    if (hint->text.find('{') == std::string::npos) CHECK(hint->shown(true) == hint->shown(false));
  }
}

TEST_CASE("in a cleared world the scene's hints are gone, and in another scene there are others") {
  TestGame game(kHints);
  CHECK(current(game) == "Pour Water on it.");
  draw_with(game, "sand");
  clear_world(game.state);
  const std::string general = current(game);
  CHECK(general.find("larger-brush") != std::string::npos);
  undo(game.state);
  CHECK(current(game) == "Pour Water on it.");
  open_scene(game.state, "oasis");
  CHECK(current(game).find("sandcastle") != std::string::npos);
}

TEST_CASE("what the scenes' hints name is in the palette") {
  TestGame game;
  for (const std::string& scene : scene_names()) {
    open_scene(game.state, scene);
    std::vector<std::string> labels;
    for (const Choice& choice : choices_of(game.state)) labels.push_back(label_of(game.state, choice));
    for (const NamedEntry& text : game.state.session.scene().hints)
      for (const std::string& name : read_hint(text.name).names) {
        INFO(scene << ": " << name);
        CHECK(std::ranges::find(labels, name) != labels.end());
      }
  }
}
