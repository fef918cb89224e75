#include "ui/game/key_map.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/language.h"
#include "io/assets.h"
#include "ui/game/device_keys.h"

namespace quicksand {
namespace {

constexpr std::array<std::string_view, 3> kModifiers{"Ctrl+", "Shift+", "Alt+"};

std::filesystem::path keys_file() { return user_config_folder() / "keys.json"; }

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() <= word.size()) return false;  // "+" alone is a key
  return std::ranges::equal(text.substr(0, word.size()), word,
                            [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

// Takes the modifiers off the front of `text`, and says which there were.
std::array<bool, 3> take_modifiers(std::string_view& text) {
  std::array<bool, 3> held{};
  for (size_t i = 0; i < kModifiers.size();) {
    if (!starts_with_word(text, kModifiers[i])) {
      ++i;
      continue;
    }
    held[i] = true;
    text.remove_prefix(kModifiers[i].size());
    i = 0;
  }
  return held;
}

std::string with_modifiers(const std::array<bool, 3>& held, std::string_view key) {
  std::string text;
  for (size_t i = 0; i < kModifiers.size(); ++i)
    if (held[i]) text += kModifiers[i];
  return text + std::string(key);
}

bool has_key(const GameState& game, const Action& action, std::string_view key) {
  const std::vector<std::string>& keys = keys_of(game, action);
  return std::ranges::find(keys, key) != keys.end();
}

// With all modifiers that are held, then with fewer and fewer.
constexpr std::array<std::array<bool, 3>, 8> kKeptModifiers{{{true, true, true},
                                                             {true, false, true},
                                                             {false, true, true},
                                                             {false, false, true},
                                                             {true, true, false},
                                                             {true, false, false},
                                                             {false, true, false},
                                                             {false, false, false}}};

// A drag and a click of one key are told apart.
bool may_share(const Action& one, const Action& other) {
  const auto is = [](const Action& action, PointerRole role) { return action.role == role; };
  return (is(one, PointerRole::kPick) && is(other, PointerRole::kPan)) ||
         (is(one, PointerRole::kPan) && is(other, PointerRole::kPick));
}

// Whether the key, which is held while another one draws, gives the combination another meaning: as "Left Alt" does to
// "Alt+Left button".
bool is_held_with(const GameState& game, std::string_view key, std::string_view combination) {
  const size_t space = key.find(' ');
  if (space == std::string_view::npos) return false;
  const std::string modifier = std::string(key.substr(space + 1)) + "+";
  const auto which = std::ranges::find(kModifiers, modifier);
  if (which == kModifiers.end()) return false;
  std::string_view bare = combination;
  if (!take_modifiers(bare)[static_cast<size_t>(which - kModifiers.begin())]) return false;
  return std::ranges::any_of(all_actions(), [&](const ActionInRow& each) {
    const PointerRole role = each.action->role;
    return (role == PointerRole::kUse || role == PointerRole::kErase) && has_key(game, *each.action, bare);
  });
}

bool clash(const GameState& game, std::string_view one, std::string_view other) {
  return one == other || is_held_with(game, one, other) || is_held_with(game, other, one);
}

const Control& row_of(const Action& action) {
  return *std::ranges::find(all_actions(), &action, &ActionInRow::action)->row;
}

void keep_keys(GameState& game) {
  const Status kept = save_changes(game.kept_keys, game.keys, keys_file());
  game.kept_keys = game.keys;
  if (!kept) game.toasts.complain(said("The keys cannot be kept: ") + kept.failure().text());
}

// Without keeping it.
void set_keys(GameState& game, const Action& action, std::vector<std::string> keys) {
  if (keys == action.keys)
    game.keys.erase(action.name);
  else
    game.keys[action.name] = std::move(keys);
}

// What the list says of a row's keys: its own words as long as they hold.
std::string keys_of_row(const GameState& game, const Control& row) {
  if (std::ranges::all_of(row.actions, [&](const Action& action) { return has_default_keys(game, action); }))
    return said(row.keys);
  std::string text;
  for (const Action& action : row.actions) {
    const std::string keys = spoken_keys(game, action);
    text += (text.empty() ? "" : ", ") + (keys.empty() ? said("no key") : keys);
  }
  return text;
}

// With the name before it, where the row has one.
std::string help_of(const GameState& game, const Control& row) {
  return (row.name.empty() ? "" : said(row.name) + ": ") + with_keys(game, said(row.help));
}

}  // namespace

const std::vector<ActionInRow>& all_actions() {
  static const std::vector<ActionInRow> kActions = [] {
    std::vector<ActionInRow> actions;
    for (const std::vector<Control>* const table : control_tables())
      for (const Control& row : *table)
        for (const Action& action : row.actions) actions.push_back({&action, &row});
    return actions;
  }();
  return kActions;
}

const Action* find_action(std::string_view name) {
  for (const ActionInRow& each : all_actions())
    if (each.action->name == name) return each.action;
  return nullptr;
}

const std::vector<std::string>& keys_of(const GameState& game, const Action& action) {
  const auto own = game.keys.find(action.name);
  return own != game.keys.end() ? own->second : action.keys;
}

bool has_default_keys(const GameState& game, const Action& action) { return !game.keys.contains(action.name); }

std::vector<const Action*> also_bound(const GameState& game, const Action& action, std::string_view key) {
  std::vector<const Action*> others;
  for (const ActionInRow& each : all_actions()) {
    if (each.action == &action || each.row->placing != row_of(action).placing || may_share(action, *each.action))
      continue;
    const auto clashes = [&](const std::string& own) { return clash(game, own, key); };
    if (std::ranges::any_of(keys_of(game, *each.action), clashes)) others.push_back(each.action);
  }
  return others;
}

std::string spoken_key(std::string_view key) {
  static const std::map<std::string_view, std::string_view> kSpoken{
      {"Escape", "Esc"},     {"Return", "Enter"},    {",", "Comma"},          {".", "Full stop"},
      {";", "Semicolon"},    {"`", "Backquote"},     {"Left Shift", "Shift"}, {"Right Shift", "Shift"},
      {"Left Ctrl", "Ctrl"}, {"Right Ctrl", "Ctrl"}, {"Left Alt", "Alt"},     {"Right Alt", "Alt"}};
  const std::array<bool, 3> held = take_modifiers(key);
  const auto found = kSpoken.find(key);
  std::string text;
  for (size_t i = 0; i < kModifiers.size(); ++i)
    if (held[i]) text += said(kModifiers[i]);
  return text + std::string(said(found != kSpoken.end() ? found->second : key));
}

std::string spoken_keys(const GameState& game, const Action& action) {
  std::string text;
  std::vector<std::string> spoken;  // left and right are called the same
  for (const std::string& key : keys_of(game, action))
    if (std::ranges::find(spoken, spoken_key(key)) == spoken.end()) spoken.push_back(spoken_key(key));
  for (const std::string& each : spoken) text += (text.empty() ? "" : ", ") + each;
  return text;
}

std::string named_key(const GameState& game, const Action& action) {
  const std::vector<std::string>& keys = keys_of(game, action);
  if (keys.empty()) return "";
  const auto is_on_pad = [](const std::string& key) { return device_of(without_modifiers(key)) == Device::kGamepad; };
  const auto on_pad = game.uses_pad ? std::ranges::find_if(keys, is_on_pad) : keys.end();
  return spoken_key(on_pad != keys.end() ? *on_pad : keys.front());
}

std::string key_hint(const GameState& game, std::string_view action) {
  const std::string key = named_key(game, *find_action(action));
  return key.empty() ? "" : " (" + key + ")";
}

std::string with_keys(const GameState& game, std::string_view text) {
  std::string filled;
  for (size_t open; (open = text.find('{')) != std::string_view::npos;) {
    const size_t close = text.find('}', open);
    const Action* const action =
        close == std::string_view::npos ? nullptr : find_action(text.substr(open + 1, close - open - 1));
    filled += text.substr(0, action ? open : open + 1);
    text.remove_prefix(action ? close + 1 : open + 1);
    if (!action) continue;
    const std::string key = named_key(game, *action);
    if (!key.empty()) {
      filled += key;
    } else if (filled.ends_with(" (") && text.starts_with(')')) {
      filled.resize(filled.size() - 2);
      text.remove_prefix(1);
    } else {
      filled += said(action->label);
    }
  }
  return filled + std::string(text);
}

std::optional<std::string> parse_key(std::string_view text, const KeyName& key_name) {
  const std::array<bool, 3> held = take_modifiers(text);
  const std::string device = device_key(text);
  const std::string name = device.empty() ? key_name(std::string(text)) : device;
  if (name.empty()) return std::nullopt;
  return with_modifiers(held, name);
}

void bind_keys(GameState& game, const Action& action, std::vector<std::string> keys) {
  set_keys(game, action, std::move(keys));
  keep_keys(game);
}

void reset_keys(GameState& game, const Action& action) { bind_keys(game, action, action.keys); }

void reset_all_keys(GameState& game) {
  game.keys.clear();
  keep_keys(game);
}

void load_own_keys(GameState& game, const KeyName& key_name) {
  std::vector<std::string> names;
  for (const ActionInRow& each : all_actions()) names.push_back(each.action->name);
  LoadedKeys loaded = load_keys(keys_file(), names, [&](const std::string& key) { return parse_key(key, key_name); });
  game.keys.clear();
  for (auto& [name, keys] : loaded.keys) set_keys(game, *find_action(name), std::move(keys));
  game.kept_keys = game.keys;
  if (!loaded.problem.empty()) game.toasts.complain(said("The keys are not all good:\n") + loaded.problem);
}

void choose_key(GameState& game, const std::string& key) {
  const Action* const action = find_action(game.key_choice.action);
  if (!action) return;
  if (key == "Escape" || key == "Delete") {
    if (key == "Delete") bind_keys(game, *action, {});
    game.key_choice = {};
    return;
  }
  game.key_choice.key = key;
  if (also_bound(game, *action, key).empty()) take_chosen_key(game);
}

void take_chosen_key(GameState& game) {
  const KeyChoice choice = std::exchange(game.key_choice, {});
  const Action* const action = find_action(choice.action);
  if (!action) return;
  for (const Action* const other : also_bound(game, *action, choice.key)) {
    std::vector<std::string> left = keys_of(game, *other);
    std::erase_if(left, [&](const std::string& key) { return clash(game, key, choice.key); });
    set_keys(game, *other, std::move(left));
  }
  std::vector<std::string> keys;
  bool has_place = false;
  for (const std::string& key : keys_of(game, *action)) {
    const bool is_replaced = device_of(key) == device_of(choice.key);
    if (!is_replaced) keys.push_back(key);
    if (is_replaced && !std::exchange(has_place, true)) keys.push_back(choice.key);
  }
  if (!has_place) keys.push_back(choice.key);
  bind_keys(game, *action, std::move(keys));
}

std::string_view without_modifiers(std::string_view key) {
  take_modifiers(key);
  return key;
}

std::vector<const Action*> meant_by(const GameState& game, std::string_view key) {
  std::string_view bare = key;
  const std::array<bool, 3> held = take_modifiers(bare);
  const auto with = [&](const std::array<bool, 3>& kept) {
    return with_modifiers({held[0] && kept[0], held[1] && kept[1], held[2] && kept[2]}, bare);
  };
  std::vector<const Action*> meant;
  for (const bool placing : {true, false}) {
    if (placing && !game.tooling.placing) continue;
    for (const std::array<bool, 3>& kept : kKeptModifiers) {
      const std::string wanted = with(kept);
      for (const ActionInRow& each : all_actions()) {
        if (each.row->placing != placing || !has_key(game, *each.action, wanted)) continue;
        const bool needs_control = each.action->role == PointerRole::kNone && device_of(bare) == Device::kKeyboard;
        if (held[0] && !kept[0] && needs_control) continue;
        if (meant.empty() || may_share(*meant.front(), *each.action)) meant.push_back(each.action);
      }
      if (!meant.empty()) return meant;
    }
  }
  return meant;
}

bool press_key(GameState& game, std::string_view key, bool repeated) {
  const std::vector<const Action*> meant = meant_by(game, key);
  if (meant.empty()) return false;
  const Action& action = *meant.front();
  if (action.act && (!repeated || action.repeats)) action.act(game);
  return true;
}

bool is_bound(const GameState& game, std::string_view key) { return !meant_by(game, key).empty(); }

std::vector<HelpLine> help_lines(const GameState& game) {
  // The marks of Markdown are for README.md.
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '`' || c == '*'; });
    return text;
  };
  std::vector<HelpLine> lines;
  for (const std::vector<Control>* const table : {&controls(), &tool_controls()})
    for (const Control& row : *table)
      lines.push_back({plain(keys_of_row(game, row)), plain(help_of(game, row)), said(row.heading)});
  // Those that the player has given other keys have lines of their own.
  HelpLine views{said(display_mode_keys()), said("views:"), said("Views")};
  std::vector<HelpLine> others;
  for (const Control& row : view_controls()) {
    if (has_default_keys(game, row.actions.front()))
      views.help += (views.help.back() == ':' ? " " : ", ") + said(row.actions.front().label);
    else
      others.push_back({plain(keys_of_row(game, row)), help_of(game, row), ""});
  }
  lines.push_back(views);
  lines.insert(lines.end(), others.begin(), others.end());
  return lines;
}

}  // namespace quicksand
