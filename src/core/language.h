// What the game says to its player, in the language that the player reads.
//
// English is in the code, and a language is a table from it: a text that the table lacks stays English. Files, console
// and command line speak English alone.
#pragma once

#include <atomic>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quicksand {

struct Language {
  std::string code;                                       // "de"
  std::string name;                                       // as those call it who speak it
  std::map<std::string, std::string, std::less<>> texts;  // by the English ones
};

// From now on. It is kept until the program ends, so that texts of one before stay where they are.
void speak(Language language);
void speak_english();

// The text in the language that is spoken, which may hold placeholders, as placeholders_of() finds them. What is given
// back lasts as long as the program, or is the text that was given.
[[gnu::format_arg(1)]] const char* said(const char* english);
std::string_view said(std::string_view english);
std::string said(const std::string& english);

// The same with these values for "{1}", "{2}" and so on.
std::string said(std::string_view english, std::initializer_list<std::string_view> values);

// The name of a material, within a sentence: "water". The table has it as the palette does, "Water".
std::string said_name(std::string_view name);

// What code fills in: printf's conversions in their order, "%d", then names in braces, "{undo}", sorted.
std::vector<std::string> placeholders_of(std::string_view text);

}  // namespace quicksand
