#include "ui/game/palette.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "app/transformations.h"
#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/look_choice.h"
#include "ui/game/selection.h"
#include "ui/game/signs.h"
#include "ui/tools/text.h"
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

// English has no capitals there; other languages have what their table says.
std::string name_in_sentence(const GameState& game, const Choice& choice) {
  const std::string english = label_of(game, choice);
  const std::string shown = said(english);
  return shown == english ? lower(english) : shown;
}

bool is_tool(const Choice& choice) { return choice.tool != nullptr; }

// Whether the brush is the one that the spray comes with.
bool sprays(const GameState& game) {
  const Tooling& tooling = game.tooling;
  return tooling.entry != 0 && tooling.entry == first_that_can_be_wet(game.session.looks()) &&
         tooling.moisture != Moisture::kDry && tooling.brush.kind == BrushKind::kSpray;
}

// How well a text matches the words: exactly, from its beginning, from the beginning of a word, anywhere.
enum Match : int { kExact, kPrefix, kWord, kAnywhere, kNone };

Match match(const std::string& text, const std::string& words) {
  const std::string where = lower(text);
  const std::string what = lower(words);
  if (where == what) return kExact;
  Match best = kNone;
  for (size_t at = where.find(what); at != std::string::npos; at = where.find(what, at + 1)) {
    const bool begins_word = at == 0 || !std::isalnum(static_cast<unsigned char>(where[at - 1]));
    best = std::min(best, at == 0 ? kPrefix : begins_word ? kWord : kAnywhere);
  }
  return best;
}

Match match_of_name(const GameState& game, const Choice& choice, const std::string& words) {
  const std::string name = is_tool(choice) ? "" : game.session.world().entry_names()[choice.entry];
  const Match by_label = std::min(match(label_of(game, choice), words), match(shown_label_of(game, choice), words));
  return std::min(by_label, choice.spray ? kNone : match(name, words));
}

// Fewer letters are in everything.
constexpr size_t kLeastLetters = 3;

// "makes glass": glass. Nothing: the words do not ask so.
std::optional<std::string> wanted_product(const std::string& words) {
  for (const std::string_view verb : {"makes ", "become ", "becomes ", "into "})
    for (const std::string_view spoken : {verb, said(verb)})
      if (lower(words).starts_with(spoken)) return words.substr(spoken.size());
  return std::nullopt;
}

bool is_material(const Choice& choice) { return !is_tool(choice) && !choice.spray && choice.entry > 0; }

// What the material becomes, or makes of another, that is called so.
std::string product_called(const GameState& game, std::span<const Transformation> transformations,
                           const std::string& words) {
  const auto called = [&](const Products& products, MaterialId before) -> std::string {
    for (const Product& product : products)
      if (product.material != kSame && product.material != before && product.material != kVoid)
        if (match_of_name(game, {.entry = product.material}, words) <= kWord)
          return name_in_sentence(game, {.entry = product.material});
    return "";
  };
  for (const Transformation& each : transformations) {
    const std::string with = each.partner && *each.partner != kVoid
                                 ? said("with {1}", {name_in_sentence(game, {.entry = *each.partner})})
                                 : said(each.cause);
    if (const std::string mine = called(each.into, each.material); !mine.empty())
      return said("becomes {1}: {2}, {3}", {mine, with, each.how});
    if (!each.partner) continue;
    if (const std::string theirs = called(each.partner_into, *each.partner); !theirs.empty())
      return said("makes {1}: {2}, {3}", {theirs, with, each.how});
  }
  return "";
}

// What the material does that the words tell, but for its name, heading and description.
std::string deed_called(const GameState& game, const Choice& choice, std::span<const Transformation> transformations,
                        const std::string& words) {
  if (!is_material(choice)) return "";
  if (const std::optional<std::string> product = wanted_product(words))
    return product->empty() ? "" : product_called(game, transformations, *product);
  if (words.size() < kLeastLetters) return "";
  const MaterialTable& table = *game.session.materials().table;
  for (const std::string& tag : table[choice.entry].tags)
    if (match(tag, words) <= kWord) return said("has the tag {1}", {tag});
  if (std::string made = product_called(game, transformations, words); !made.empty()) return made;
  for (const std::string& fact : facts_of(game, choice))
    if (match(fact, words) <= kWord) return fact;
  return "";
}

// The less the better; none: it does not match. Names count more than headings, and those more than descriptions.
std::optional<int> rank(const GameState& game, const Choice& choice, std::span<const Transformation> transformations,
                        const std::string& words) {
  const Match by_name = match_of_name(game, choice, words);
  const std::string more = is_tool(choice)
                               ? " " + std::string(choice.tool->words) + " " + std::string(said(choice.tool->words))
                           : choice.entry == 0 ? " delete remove"
                                               : "";
  const std::string texts[] = {category_of(game, choice) + " " + said(capitalised(category_of(game, choice))),
                               description_of(game, choice) + more};
  if (by_name != kNone) return by_name;
  for (int i = 0; i < 2; ++i)
    if (const Match found = match(texts[i], words); found != kNone) return kNone * (i + 1) + found;
  if (!deed_called(game, choice, transformations, words).empty()) return kNone * 3;
  return std::nullopt;
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
  for (const Tool& tool : tools())
    if (works_in(tool, game.session.world())) choices.push_back({.tool = &tool});
  return choices;
}

bool is_selected(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return game.tooling.tool == choice.tool;
  const bool chosen = game.tooling.entry == choice.entry && choice.spray == sprays(game);
  return chosen && game.tooling.tool->material != MaterialUse::kNone;
}

void select_tool(GameState& game, const Tool& tool) {
  game.wishes.words |= tool.press == press_text && game.tooling.tool != &tool;
  if (game.tooling.tool != &tool) {
    put_back_lifted(game);
    finish_sign(game);
  }
  game.tooling.choose(tool, game.session.looks());
}

void select(GameState& game, const Choice& choice) {
  if (is_tool(choice)) return select_tool(game, *choice.tool);
  Tooling& tooling = game.tooling;
  if (tooling.tool->material != MaterialUse::kSomeOrEraser) select_tool(game, painting_tool());
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

std::string shown_label_of(const GameState& game, const Choice& choice) { return said(label_of(game, choice)); }

const std::string& category_of(const GameState& game, const Choice& choice) {
  return game.look.looks[choice.spray ? 0 : choice.entry].category;
}

std::string description_of(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return with_keys(game, said(choice.tool->help));
  if (!choice.spray) return said(game.look.looks[choice.entry].description);
  return said("A spray of damp {1}, for walls and towers that hold together. Moistens dry grains, too.",
              {name_in_sentence(game, {.entry = choice.entry})});
}

Rgb colour_of(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return choice.tool->colour;
  const MaterialLook& look = game.look.looks[choice.entry];
  return choice.spray ? wet_colour(look.colour, look.damp) : look.colour;
}

std::vector<std::string> facts_of(const GameState& game, const Choice& choice) {
  if (is_tool(choice)) return {};
  std::vector<std::string> facts = game.session.world().facts_about(choice.entry);
  // Names in files have hyphens where people write spaces.
  for (std::string& fact : facts)
    for (size_t i = 1; i + 1 < fact.size(); ++i)
      if (fact[i] == '-' && std::isalpha(static_cast<unsigned char>(fact[i - 1])) != 0 &&
          std::isalpha(static_cast<unsigned char>(fact[i + 1])) != 0)
        fact[i] = ' ';
  return facts;
}

std::vector<PaletteGroup> choice_groups(const GameState& game) {
  std::vector<PaletteGroup> groups;
  for (const std::string& category : categories_of(game.look.looks)) {
    PaletteGroup group{capitalised(category), {}, category == game.look.looks[0].category};
    for (const Choice& choice : choices_of(game))
      if (category_of(game, choice) == category) group.choices.push_back(choice);
    if (!group.choices.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

namespace {

// Those of these materials that the world has.
std::vector<Choice> choices_named(const GameState& game, std::span<const std::string> names) {
  const std::vector<std::string>& there = game.session.world().entry_names();
  std::vector<Choice> choices;
  for (const std::string& name : names)
    if (const auto found = std::ranges::find(there, name); found != there.end())
      choices.push_back({.entry = static_cast<uint8_t>(found - there.begin())});
  return choices;
}

}  // namespace

std::vector<Choice> favourites_of(const GameState& game) { return choices_named(game, game.settings.favourites); }
std::vector<Choice> recent_of(const GameState& game) { return choices_named(game, game.tooling.recent); }

bool may_be_favourite(const Choice& choice) { return is_material(choice); }

bool is_favourite(const GameState& game, const Choice& choice) {
  if (!may_be_favourite(choice)) return false;
  const std::string& name = game.session.world().entry_names()[choice.entry];
  return std::ranges::find(game.settings.favourites, name) != game.settings.favourites.end();
}

void toggle_favourite(GameState& game, const Choice& choice) {
  if (!may_be_favourite(choice)) return game.toasts.say(said("The eraser and the tools are always in sight"));
  std::vector<std::string>& names = game.settings.favourites;
  const std::string& name = game.session.world().entry_names()[choice.entry];
  const std::string label = shown_label_of(game, choice);
  if (std::erase(names, name) > 0) {
    game.toasts.say_again(label, said(" is no favourite any more"));
  } else if (names.size() < kMostFavourites) {
    names.push_back(name);
    game.toasts.say_again(label, said(" stands first in the palette"));
  } else {
    return game.toasts.complain(said("There are {1} favourites, which is the most", {std::to_string(names.size())}));
  }
  keep_settings(game);
}

bool is_called(const GameState& game, const Choice& choice, const std::string& words) {
  return match_of_name(game, choice, words) != kNone;
}

std::vector<Choice> find_choices(const GameState& game, const std::string& words) {
  std::vector<std::pair<int, Choice>> found;
  const std::vector<std::vector<Transformation>> all = all_transformations(*game.session.materials().table);
  for (const PaletteGroup& group : choice_groups(game))
    for (const Choice& choice : group.choices)
      if (const std::optional<int> ranked = rank(game, choice, all[choice.entry], words))
        found.emplace_back(*ranked, choice);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Choice> choices;
  for (const auto& [ranked, choice] : found) choices.push_back(choice);
  return choices;
}

std::string found_because(const GameState& game, const Choice& choice, const std::string& words) {
  if (!is_material(choice) || is_called(game, choice, words)) return "";
  const std::vector<Transformation> transformations = transformations_of(*game.session.materials().table, choice.entry);
  if (std::string deed = deed_called(game, choice, transformations, words); !deed.empty()) return deed;
  return match(category_of(game, choice), words) != kNone ? "" : description_of(game, choice);
}

}  // namespace quicksand
