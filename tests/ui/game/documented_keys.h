// How README.md and docs/manual.md speak of keys.
#pragma once

#include <map>
#include <string>

namespace quicksand {

inline std::string documented_key(const std::string& key) {
  static const std::map<std::string, std::string> kSpoken{
      {";", "Semicolon"}, {"`", "Backquote"}, {",", "Comma"},      {".", "full stop"},       {"Escape", "Esc"},
      {"Left Shift", "Shift"}, {"Right Shift", "Shift"}, {"Left Ctrl", "Ctrl"}, {"Right Ctrl", "Ctrl"},
      {"=", "+"},         {"Left", "arrows"}, {"Right", "arrows"}, {"Up", "arrows"},         {"Down", "arrows"},
      {"Keypad +", "+"},  {"Keypad -", "-"},  {"Return", "Enter"}, {"Keypad Enter", "Enter"}};
  const auto found = kSpoken.find(key);
  return found != kSpoken.end() ? found->second : key;
}

}  // namespace quicksand
