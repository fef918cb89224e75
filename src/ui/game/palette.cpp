#include "ui/game/palette.h"

#include <algorithm>
#include <cctype>

#include "view/shading.h"

namespace quicksand {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

bool is_tool(const Choice& choice) { return choice.tool != &painting_tool(); }

// Whether the brush is the one that the spray comes with.
bool sprays(const GameState& game) {
  const Tooling& tooling = game.tooling;
  return tooling.entry != 0 && tooling.entry == first_that_can_be_wet(game.session.looks()) &&
         tooling.moisture != Moisture::kDry && tooling.brush.kind == BrushKind::kSpray;
}

bool matches(const GameState& game, const Choice& choice, const std::string& words) {
  const std::string text =
      label_of(game, choice) + " " + category_of(game, choice) + " " + description_of(game, choice);
  return lower(text).find(lower(words)) != std::string::npos;
}

// In the order in which the palette meets them; the eraser's, which is that of the tools, stands last.
std::vector<std::string> categories_of(const Looks& looks) {
  std::vector<std::string> categories;
  for (size_t i = 1; i < looks.size(); ++i)
    if (std::find(categories.begin(), categories.end(), looks[i].category) == categories.end())
      categories.push_back(looks[i].category);
  categories.push_back(looks[0].category);
  return categories;
}

}  // namespace

std::vector<Choice> choices_of(const GameState& game) {
  std::vector<Choice> choices;
  for (size_t i = 0; i < game.look.looks.size(); ++i) choices.push_back({.entry = static_cast<uint8_t>(i)});
  if (const uint8_t wet = first_that_can_be_wet(game.session.looks()); wet != 0)
    choices.push_back({.entry = wet, .spray = true});
  for (const Tool& tool : tools().subspan(1)) choices.push_back({.tool = &tool});
  return choices;
}

bool is_selected(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return game.tooling.tool == choice.tool;
  const bool chosen = game.tooling.entry == choice.entry && choice.spray == sprays(game);
  return chosen && game.tooling.tool->material != MaterialUse::kNone;
}

void select_tool(GameState& game, const Tool& tool) { game.tooling.choose(tool, game.session.looks()); }

void select(GameState& game, const Choice& choice) {
  if (is_tool(choice)) return select_tool(game, *choice.tool);
  Tooling& tooling = game.tooling;
  // A tool that uses the material goes on with the new one.
  if (tooling.tool->material != MaterialUse::kSome || choice.entry == 0) tooling.tool = &painting_tool();
  if (choice.spray && !sprays(game)) tooling.kind_before_spray = tooling.brush.kind;
  if (!choice.spray && sprays(game)) tooling.brush.kind = tooling.kind_before_spray;
  if (choice.spray) tooling.brush.kind = BrushKind::kSpray;
  tooling.entry = choice.entry;
  tooling.moisture = choice.spray ? Moisture::kDamp : Moisture::kDry;
}

std::string label_of(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return std::string(choice.tool->name);
  if (choice.entry == 0) return "Eraser";
  const std::string& label = game.look.looks[choice.entry].label;
  const std::string& full_name = game.session.world().entry_names()[choice.entry];
  const std::string name = full_name.substr(full_name.find(':') + 1);  // without the name of its mod
  if (choice.spray) return "Wet " + (label.empty() ? name : label);
  return label.empty() ? capitalised(name) : label;
}

const std::string& category_of(const GameState& game, const Choice& choice) {
  return game.look.looks[choice.spray ? 0 : choice.entry].category;
}

std::string description_of(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return std::string(choice.tool->help);
  if (!choice.spray) return game.look.looks[choice.entry].description;
  return "A spray of damp " + game.session.world().entry_names()[choice.entry] +
         ", for walls and towers that hold together. Moistens dry grains, too.";
}

Rgb colour_of(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return choice.tool->colour;
  const MaterialLook& look = game.look.looks[choice.entry];
  return choice.spray ? wet_colour(look.colour, look.damp) : look.colour;
}

std::vector<PaletteGroup> find_choices(const GameState& game, const std::string& words) {
  std::vector<PaletteGroup> groups;
  for (const std::string& category : categories_of(game.look.looks)) {
    PaletteGroup group{capitalised(category), {}, category == game.look.looks[0].category};
    for (const Choice& choice : choices_of(game))
      if (category_of(game, choice) == category && matches(game, choice, words)) group.choices.push_back(choice);
    if (!group.choices.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace quicksand
