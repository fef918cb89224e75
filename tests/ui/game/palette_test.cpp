#include "ui/game/palette.h"

#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

Choice find(const TestGame& game, const std::string& label) {
  for (const Choice& choice : choices_of(game.state))
    if (label_of(game.state, choice) == label) return choice;
  FAIL("the palette has no " << label);
  return {};
}

}  // namespace

TEST_CASE("the palette holds the eraser, every material, and every tool but painting") {
  const TestGame game;
  CHECK(find(game, "Eraser").entry == 0);
  CHECK(find(game, "Sand").entry == game.entry("sand"));
  CHECK(choices_of(game.state).size() == game.state.look.looks.size() + 1 + tools().size() - 1);
  for (const Tool& tool : tools().subspan(1)) {
    const Choice choice = find(game, std::string(tool.name));
    CHECK(choice.tool == &tool);
    CHECK(description_of(game.state, choice) == tool.help);
    CHECK(colour_of(game.state, choice) == tool.colour);
  }
}

TEST_CASE("choosing a material paints with it; a tool that uses materials goes on with the new one") {
  TestGame game;
  game.take("Explosion");
  select(game.state, find(game, "Water"));
  CHECK(game.state.tooling.tool->name == "Paint");
  CHECK(is_selected(game.state, find(game, "Water")));
  game.take("Throw");
  select(game.state, find(game, "Stone"));
  CHECK(game.state.tooling.tool->name == "Throw");
  CHECK(is_selected(game.state, find(game, "Stone")));
  CHECK(is_selected(game.state, find(game, "Throw")));
  select(game.state, find(game, "Eraser"));
  CHECK(game.state.tooling.tool->name == "Paint");
}

TEST_CASE("a tool that pushes has no material; a throw takes one in the eraser's place") {
  TestGame game;
  game.take("Blow");
  CHECK_FALSE(is_selected(game.state, find(game, "Sand")));
  select(game.state, find(game, "Eraser"));
  game.take("Throw");
  CHECK(game.state.tooling.entry != 0);
  CHECK(game.state.can_be_wet(game.state.tooling.entry));
}

TEST_CASE("the spray of wet sand comes with its brush, and goes with it") {
  TestGame game;
  game.state.tooling.brush.kind = BrushKind::kSquare;
  select(game.state, find(game, "Wet sand"));
  CHECK(game.state.tooling.brush.kind == BrushKind::kSpray);
  CHECK(game.state.tooling.moisture == Moisture::kDamp);
  CHECK(is_selected(game.state, find(game, "Wet sand")));
  CHECK_FALSE(is_selected(game.state, find(game, "Sand")));
  select(game.state, find(game, "Sand"));
  CHECK(game.state.tooling.brush.kind == BrushKind::kSquare);
  CHECK(game.state.tooling.moisture == Moisture::kDry);
}

TEST_CASE("searching finds labels, headings and descriptions, whatever their case") {
  const TestGame game;
  const auto labels = [&](const std::string& words) {
    std::vector<std::string> found;
    for (const PaletteGroup& group : find_choices(game.state, words))
      for (const Choice& choice : group.choices) found.push_back(label_of(game.state, choice));
    return found;
  };
  CHECK(labels("EXPLOSION AT") == std::vector<std::string>{"Explosion"});
  CHECK(labels("no such thing").empty());
  CHECK(labels("").size() == choices_of(game.state).size());
  CHECK(find_choices(game.state, "").back().category == "Tools");
  for (const std::string& label : labels("liquids")) CHECK_FALSE(label.empty());
}
