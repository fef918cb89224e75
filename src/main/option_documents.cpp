#include "main/option_documents.h"

#include <string_view>

#include "app/version.h"

namespace quicksand {
namespace {

constexpr std::string_view kManHead = R"(.SH NAME
quicksand \- falling\-sand game
.SH SYNOPSIS
.B quicksand
[\fIOPTION\fR]... [\fISCENE\fR|\fIFILE\fR]
.br
.B quicksand \-\-headless
[\fIOPTION\fR]...
.SH DESCRIPTION
Pour sand, water, oil, acid and three dozen other materials into a world of cells; each of them falls, flows, heaps up,
floats, gets wet, glows, reacts, burns, melts, explodes or carries sparks by a few simple rules.
The same scene, materials, seed and number of ticks always give the same world.
.PP
Without options the game opens its window, where F1 shows all keys.
With
.B \-\-headless
it needs no display, and writes reports, pictures, recordings and saves.
)";

constexpr std::string_view kManTail = R"(.SH EXIT STATUS
.TP
.B 0
All went well.
.TP
.B 2
Something is wrong: an option, a file, or a file that cannot be written.
The message says what.
.TP
.B 3
What
.B \-\-until
waits for did not come, or
.B \-\-quality
found figures out of bounds.
.TP
.BR 130 ", " 143
The run was ended by Ctrl+C or
.BR kill (1);
what it was to write is written.
.SH FILES
.TP
.I ~/.local/share/quicksand
Saves, screenshots, mods and scenes
.RI ( $XDG_DATA_HOME/quicksand
where that is set).
.TP
.I ~/.config/quicksand
Settings and keys
.RI ( $XDG_CONFIG_HOME/quicksand
where that is set).
.SH EXAMPLES
.TP
.B quicksand \-\-scene dunes\-barchan
Opens the window on dunes, seen from above.
.TP
.B quicksand \-\-headless \-\-scene oasis \-\-ticks 1500 \-\-screenshot oasis.png
Draws the first scene after nine seconds of its time.
.TP
.B quicksand \-\-check tea.json
Says what is wrong with a file of yours.
)";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string in_man(const std::string& text) { return replaced(replaced(text, "\\", "\\e"), "-", "\\-"); }

std::string upper_case(std::string text) {
  for (char& letter : text)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

bool takes_folder(const OptionRow& option) { return option.value.find("DIR") != std::string::npos; }

bool takes_file(const OptionRow& option) {
  const bool names_one =
      option.value.starts_with("FILE") || option.value.ends_with("|FILE") || option.value == "PATH...";
  return names_one && option.value_names.empty();
}

// A command that prints what may stand as a value, a line each; `program` is how it calls the game.
std::string listing_command(const OptionRow& option, const std::string& program) {
  const size_t filter = option.value_listing.find(" | ");
  return program + " " + option.value_listing.substr(0, filter) + " 2>/dev/null" +
         (filter == std::string::npos ? "" : option.value_listing.substr(filter));
}

// A line of bash for each source of values.
std::string bash_values(const OptionRow& option) {
  std::string text;
  if (!option.value_names.empty()) text += "      _quicksand_offer '" + joined(option.value_names, " ") + "'\n";
  if (!option.value_listing.empty())
    text += "      _quicksand_offer \"$(" + listing_command(option, "\"$program\"") + ")\"\n";
  if (takes_file(option)) text += "      _quicksand_offer_files -f\n";
  if (takes_folder(option)) text += "      _quicksand_offer_files -d\n";
  return text;
}

std::string in_zsh(const std::string& text) {
  return replaced(replaced(replaced(replaced(text, "[", "\\["), "]", "\\]"), ":", "\\:"), "'", "'\\''");
}

std::string zsh_function(const OptionRow& option) {
  return "_quicksand_" + replaced(option.names.front().substr(2), "-", "_");
}

// What offers an option's values, as _arguments of zsh takes it.
std::string zsh_action(const OptionRow& option) {
  if (!option.value_listing.empty()) return zsh_function(option);
  if (!option.value_names.empty()) return "(" + joined(option.value_names, " ") + ")";
  if (takes_file(option)) return "_files";
  if (takes_folder(option)) return "_files -/";
  return " ";
}

}  // namespace

std::string man_page(const std::vector<OptionRow>& options) {
  std::string text = ".TH QUICKSAND 6 \"\" \"quicksand " + std::string(kVersionText) + "\" Games\n";
  text += kManHead;
  std::string group;
  for (const OptionRow& option : options) {
    if (option.group != group) text += ".SH " + in_man(upper_case(option.group)) + "\n";
    group = option.group;
    std::string names;
    for (const std::string& name : option.names)
      names += (names.empty() ? "" : ", ") + ("\\fB" + in_man(name) + "\\fR");
    if (!option.value.empty()) names += " \\fI" + in_man(option.value) + "\\fR";
    text += ".TP\n" + names + "\n" + in_man(option.description) + ".\n";
  }
  text += kManTail;
  return text;
}

std::string bash_completion(const std::vector<OptionRow>& options) {
  std::vector<std::string> names;
  std::string cases;
  for (const OptionRow& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.value.empty()) continue;
    cases += "    " + joined(option.names, "|") + ")\n" + bash_values(option) + "      return ;;\n";
  }
  // What follows no option is a scene.
  cases += "    *)\n      if [[ $word == -* ]]; then\n        _quicksand_offer '" + joined(names, " ") +
           "'\n        return\n      fi\n";
  for (const OptionRow& option : options)
    if (option.names.front() == "--scene") cases += bash_values(option);
  return R"(# bash completion for quicksand
_quicksand_offer() {
  local found
  mapfile -t found < <(compgen -W "$1" -- "$word")
  COMPREPLY+=("${found[@]}")
}
_quicksand_offer_files() {
  local found
  mapfile -t found < <(compgen "$1" -- "$word")
  COMPREPLY+=("${found[@]}")
  compopt -o filenames 2>/dev/null
}
_quicksand() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]}
  # bash takes --option=value for three words.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $before in
)" + cases +
         R"(  esac
}
complete -F _quicksand quicksand
)";
}

std::string zsh_completion(const std::vector<OptionRow>& options) {
  std::string functions;
  std::string lines;
  for (const OptionRow& option : options) {
    if (!option.value_listing.empty()) {
      functions += zsh_function(option) + "() {\n  local -a names\n  names=(" + joined(option.value_names, " ") +
                   " ${(f)\"$(" + listing_command(option, "$words[1]") + ")\"})\n  compadd -a names\n" +
                   (takes_file(option) ? "  _files\n" : "") + "}\n";
    }
    for (const std::string& name : option.names) {
      const bool has_value = !option.value.empty();
      lines += " \\\n  '" + std::string(option.is_repeatable ? "*" : "") + name + (has_value ? "=" : "") + "[" +
               in_zsh(option.description) + "]" +
               (has_value ? ":" + in_zsh(option.value) + ":" + in_zsh(zsh_action(option)) : "") + "'";
    }
  }
  return "#compdef quicksand\n" + functions + "_arguments" + lines + " \\\n  '::scene:_quicksand_scene'\n";
}

}  // namespace quicksand
