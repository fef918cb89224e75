#include "ui/game/palette.h"

#include <random>

#include "app/transformations.h"
#include "io/assets.h"
#include "io/settings_file.h"
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

TEST_CASE("the palette holds the eraser, every material, and every tool that works in the world") {
  const TestGame dunes(R"(, "world": "dunes")");
  for (const Tool& tool : tools()) {
    const auto is_offered = [&](const TestGame& game) {
      return std::ranges::any_of(choices_of(game.state), [&](const Choice& choice) { return choice.tool == &tool; });
    };
    INFO(tool.name);
    CHECK(is_offered(TestGame()) == (tool.name != "Body"));
    CHECK(is_offered(dunes) ==
          (tool.name != "Heat" && tool.name != "Cool" && tool.name != "Press" && tool.name != "Select"));
  }
  const TestGame game;
  CHECK(find(game, "Eraser").entry == 0);
  CHECK(find(game, "Sand").entry == game.entry("sand"));
  CHECK(choices_of(game.state).size() == game.state.look.looks.size() + tools().size());
  for (const Tool& tool : tools()) {
    if (!works_in(tool, game.state.session.world())) continue;
    const Choice choice = find(game, std::string(tool.name));
    CHECK(choice.tool == &tool);
    CHECK(description_of(game.state, choice) == with_keys(game.state, tool.help));
    CHECK(colour_of(game.state, choice) == tool.colour);
  }
}

TEST_CASE("choosing a material keeps a tool that draws with it, and else paints with it") {
  for (const Tool& tool : tools())
    for (const char* const label : {"Water", "Wet sand", "Eraser"}) {
      INFO(tool.name << ", " << label);
      TestGame game;
      game.take(tool.name);
      select(game.state, find(game, label));
      const std::string_view now = tool.material == MaterialUse::kSomeOrEraser ? tool.name : "Paint";
      CHECK(game.state.tooling.tool->name == now);
      CHECK(is_selected(game.state, find(game, label)));
      CHECK(is_selected(game.state, find(game, std::string(now).c_str())));
    }
}

TEST_CASE("a tool that pushes has no material, a throw takes one in the eraser's place") {
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
    for (const Choice& choice : find_choices(game.state, words)) found.push_back(label_of(game.state, choice));
    return found;
  };
  CHECK(labels("EXPLOSION AT") == std::vector<std::string>{"Explosion"});
  CHECK(labels("no such thing").empty());
  CHECK(labels("liquids").size() >= 5);
  CHECK(choice_groups(game.state).back().category == "Tools");
}

TEST_CASE("the best match of a search comes first: a whole name, its beginning, a word of it") {
  const TestGame game;
  for (const Choice& choice : choices_of(game.state)) {
    const std::string label = label_of(game.state, choice);
    INFO(label);
    CHECK(label_of(game.state, find_choices(game.state, label).front()) == label);
    // Of the beginning of its name something is found that begins so, too.
    for (size_t length = 1; length < label.size(); ++length) {
      const std::string best = label_of(game.state, find_choices(game.state, label.substr(0, length)).front());
      CHECK(best.substr(0, length) == label.substr(0, length));
    }
  }
  CHECK(label_of(game.state, find_choices(game.state, "water").front()) == "Water");
  CHECK(label_of(game.state, find_choices(game.state, "dioxide").front()) == "Carbon dioxide");
}

TEST_CASE("tools are found by what players of other games call them") {
  const TestGame game;
  const auto first = [&](const std::string& words) {
    const std::vector<Choice> found = find_choices(game.state, words);
    return found.empty() ? "" : label_of(game.state, found.front());
  };
  CHECK(first("bomb") == "Explosion");
  CHECK(first("vacuum") == "Suck");
  CHECK(first("delete") == "Eraser");
  CHECK(first("pull") == "Suck");
}

TEST_CASE("materials are found by what they become, make, do, and by their tags, and the palette says why") {
  const TestGame game;
  const auto why = [&](const std::string& label, const std::string& words) -> std::string {
    for (const Choice& choice : find_choices(game.state, words))
      if (label_of(game.state, choice) == label) return found_because(game.state, choice, words);
    return "not found";
  };
  CHECK(why("Sand", "glass").find("becomes glass: heat, above") == 0);
  CHECK(why("Sand", "makes glass").find("becomes glass") == 0);
  CHECK(why("Glass", "makes glass") == "not found");
  CHECK(why("Glass", "glass").empty());
  CHECK(why("Wood", "burns") != "not found");
  CHECK(why("Wood", "fuel") == "has the tag fuel");
  CHECK(why("Salt", "makes brine").find("brine: with water") != std::string::npos);
  CHECK(why("Concrete", "brick") != "not found");
  // Whatever makes something is found when one asks for that.
  const MaterialTable& table = *game.state.session.materials().table;
  for (int id = 2; id < table.size(); ++id) {
    const std::string product = label_of(game.state, {.entry = static_cast<uint8_t>(id)});
    for (const Transformation& each : transformations_into(table, static_cast<MaterialId>(id))) {
      INFO(table.names()[each.material] << " makes " << product);
      CHECK(why(label_of(game.state, {.entry = each.material}), "makes " + product) != "not found");
    }
  }
}

TEST_CASE("favourites and what was drawn with last are those of the player, in any world that has them") {
  std::mt19937 dice(3);
  for (int round = 0; round < 20; ++round) {
    TestGame game;
    std::vector<std::string> wanted;
    std::vector<std::string> drawn;
    const auto names_of = [&](const TestGame& in, const std::vector<Choice>& choices) {
      std::vector<std::string> names;
      for (const Choice& choice : choices) names.push_back(in.state.session.world().entry_names()[choice.entry]);
      return names;
    };
    for (int step = 0; step < 30; ++step) {
      const auto entry = static_cast<uint8_t>(1 + dice() % (game.state.look.looks.size() - 1));
      const std::string name = game.state.session.world().entry_names()[entry];
      toggle_favourite(game.state, {.entry = entry});
      if (std::erase(wanted, name) == 0) wanted.push_back(name);
      CHECK(is_favourite(game.state, {.entry = entry}) == (std::ranges::count(wanted, name) > 0));
      game.choose(name);
      game.drag(TestGame::over({20, 20}), TestGame::over({30, 20}), step % 5 == 0);
      if (step % 5 == 0) continue;  // erased
      std::erase(drawn, name);
      drawn.insert(drawn.begin(), name);
      drawn.resize(std::min(drawn.size(), kMostRecent));
      CHECK(names_of(game, recent_of(game.state)) == drawn);
    }
    CHECK(names_of(game, favourites_of(game.state)) == wanted);
    CHECK(load_settings(user_config_folder() / "settings.json").settings.favourites == wanted);
    TestGame dunes(R"(, "world": "dunes")");
    dunes.state.settings = game.state.settings;
    std::vector<std::string> shared = wanted;
    std::erase_if(shared, [&](const std::string& name) {
      return std::ranges::count(dunes.state.session.world().entry_names(), name) == 0;
    });
    CHECK(names_of(dunes, favourites_of(dunes.state)) == shared);
  }
  TestGame game;
  for (const Choice& choice : choices_of(game.state)) {
    if (may_be_favourite(choice)) continue;
    toggle_favourite(game.state, choice);
    CHECK(game.state.settings.favourites.empty());
  }
}
