// That all that the window says has a German text, and that what is in the table is said somewhere.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "app/kinds/dunes_bodies.h"
#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "io/language_file.h"
#include "io/material_fields.h"
#include "ui/game/fixture.h"
#include "ui/game/new_world.h"
#include "ui/game/world_list.h"
#include "view/effects.h"
#include "view/overlay.h"

using namespace quicksand;
namespace fs = std::filesystem;

namespace {

std::string read_all(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// A string literal of a source; neighbours that the compiler joins are one.
struct Literal {
  fs::path file;
  std::string text;
  std::string before;  // the code before it, without spaces
  std::string line;    // that it begins in
};

// What an escape stands for; `at` goes on to its end.
std::string escaped(const std::string& source, size_t& at) {
  const char c = source[++at];
  if (c == 'n') return "\n";
  if (c == 't') return "\t";
  if (c != 'u') return {c};
  const auto code = static_cast<unsigned>(std::stoul(source.substr(at + 1, 4), nullptr, 16));
  at += 4;
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 0x3f))};
  return {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3f)),
          static_cast<char>(0x80 | (code & 0x3f))};
}

std::vector<Literal> literals_of(const fs::path& file) {
  const std::string source = read_all(file);
  std::vector<Literal> literals;
  std::string code;
  bool joins = false;  // nothing but space since the last one
  for (size_t at = 0; at < source.size(); ++at) {
    const char c = source[at];
    const bool begins_line = c == '#' && source.find_last_not_of(" \t", at - 1) == source.rfind('\n', at);
    if (source.compare(at, 2, "//") == 0 || begins_line) {
      at = std::min(source.find('\n', at), source.size());
    } else if (source.compare(at, 2, "/*") == 0) {
      at = source.find("*/", at) + 1;
    } else if (c == '\'' && !(at > 0 && std::isxdigit(static_cast<unsigned char>(source[at - 1])) != 0)) {
      // Not one that separates digits.
      for (++at; source.at(at) != '\''; ++at) at += source[at] == '\\' ? 1 : 0;
      joins = false;
    } else if (c == '"') {
      const size_t start = source.rfind('\n', at) + 1;
      if (!joins) literals.push_back({file, "", code, source.substr(start, source.find('\n', at) - start)});
      for (++at; source.at(at) != '"'; ++at)
        literals.back().text += source[at] == '\\' ? escaped(source, at) : std::string(1, source[at]);
      joins = true;
      code += "\"\"";
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      joins = false;
      code += c;
    }
    if (code.size() > 200) code.erase(0, 100);
  }
  return literals;
}

std::vector<Literal> literals_in(const std::string& folder) {
  std::vector<Literal> literals;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(QUICKSAND_SOURCE) / folder))
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
      for (Literal& each : literals_of(entry.path())) literals.push_back(std::move(each));
  return literals;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// "static_friction" as the editor has it.
std::string spoken(std::string key) {
  std::ranges::replace(key, '_', ' ');
  return capitalised(std::move(key));
}

bool is_word(std::string_view text) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  return std::ranges::adjacent_find(text, [&](char a, char b) { return is_letter(a) && is_letter(b); }) != text.end();
}

// Whether somebody could be meant to read it: it has words with a space, or a capital and small letters.
bool is_for_players(const std::string& literal) {
  static const std::regex kNone("%[-+ #0-9.*hljztL]*[A-Za-z%]|\\{[\\w-]+\\}|##[\\s\\S]*");
  static const std::regex kWords("[A-Za-z]{2,}[\\s\\S]*\\s|\\s[\\s\\S]*[A-Za-z]{2,}|^[A-Z][a-z]+");
  return std::regex_search(std::regex_replace(literal, kNone, ""), kWords);
}

const LoadedLanguage& german() {
  static const LoadedLanguage kGerman = load_language(fs::path(QUICKSAND_SOURCE) / "assets/languages/de.json");
  return kGerman;
}

bool is_german(const std::string& english) { return german().language.texts.contains(english); }

// What the window says that no call of said() has as a literal: it stands in tables, or in files of the game.
std::set<std::string> texts_of_tables() {
  std::set<std::string> texts;
  const auto add = [&](std::string_view text) {
    if (is_word(text)) texts.emplace(text);
  };
  const auto add_all = [&](const auto& list) {
    for (const auto& each : list) add(each);
  };
  for (const std::vector<Control>* const table : control_tables())
    for (const Control& row : *table) {
      for (const std::string* const text : {&row.keys, &row.help, &row.heading, &row.name}) add(*text);
      for (const Action& action : row.actions) add(action.label);
    }
  for (const Tool& tool : tools()) add_all(std::array{tool.name, tool.help, tool.words});
  for (const DisplayModeInfo& mode : kDisplayModes) add_all(std::array{mode.name, mode.meaning});
  for (size_t i = 0; i < kDisplayModes.size(); ++i)
    for (const LegendMark& mark : legend(static_cast<DisplayMode>(i))) add(mark.label);
  add_all(kBrushNames);
  add_all(kCoversNames);
  add_all(kSymmetryNames);
  add_all(kMoistureNames);
  for (const EffectsPreset& preset : kEffectsPresets) add(preset.name);
  for (const auto& level : kLightLevels) add(level.name);
  for (const SizePreset& preset : kSizePresets) add(preset.name);
  for (const BodyKind& kind : body_kinds()) add_all(std::array{kind.name, kind.help});
  for (const WorldKind& kind : world_kinds()) {
    add(capitalised(std::string(kind.name)));
    add(kind.help);
    if (kind.dial) add(kind.dial->help);
    for (const WorldNumber& number : kind.numbers) {
      add(number.name);
      add(number.help);
      add_all(number.words);
    }
  }
  TestGame game;
  for (const Hint* const hint : game.state.hints.all()) {
    add(hint->source.empty() ? hint->text : hint->source);
    if (!hint->by_touch.empty()) add(hint->by_touch);
  }
  const std::function<void(const MaterialField&)> add_field = [&](const MaterialField& field) {
    add(spoken(field.part.empty() ? field.key : field.part));
    add(field.help);
    for (const MaterialField& part : field.parts) add_field(part);
  };
  for (const MaterialField& field : material_fields(*game.state.session.shared_materials(), game.entry("sand")))
    add_field(field);
  for (const std::string& set : material_set_names()) {
    const Result<MaterialSet> materials = load_materials(set);
    REQUIRE(materials.ok());
    add(materials->title);
    for (size_t i = 1; i < materials->looks.size(); ++i) {
      const MaterialLook& look = materials->looks[i];
      add(look.label.empty() ? capitalised((*materials->table)[static_cast<MaterialId>(i)].name) : look.label);
      add(capitalised(look.category));
      add(look.description);
    }
  }
  for (const std::string& name : scene_names()) {
    const Result<Scene> scene = load_builtin_scene(name, world_kinds());
    REQUIRE(scene.ok());
    add(scene->title);
    for (const NamedEntry& hint : scene->hints) add(hint.name);
  }
  for (const WorldEntry& world : list_worlds(game.state.given)) add(world.heading);
  return texts;
}

}  // namespace

TEST_CASE("the German table has no mistake") {
  CHECK(german().problem == "");
  CHECK(german().language.name == "Deutsch");
  CHECK(german().language.texts.size() > 500);
}

TEST_CASE("every text that is said has a German one") {
  std::string missing;
  for (const Literal& literal : literals_in("src"))
    if (literal.before.ends_with("said(") || literal.before.ends_with("labelled("))
      if (!is_german(literal.text) && is_word(literal.text)) missing += literal.text + "\n";
  for (const std::string& text : texts_of_tables())
    if (!is_german(text)) missing += text + "\n";
  CHECK(missing == "");
}

TEST_CASE("what players read in the window goes through the table") {
  // What nobody reads in another language: names of Dear ImGui's items, of what is made, and words of files.
  const std::set<std::string> others{
      "Bodies",    "Selection", "Sign",   "Text",      "Body",    " tool", " delete remove", "Eraser",
      "New world", "Escape",    "Return", "Quicksand", "English", "Wet ",  "the clipboard",  "#version 330 core",
      "Ctrl+",     "Shift+",    "Alt+",   "Esc",       "Enter",   "Tab"};
  std::string missing;
  for (const Literal& literal : literals_in("src/ui")) {
    const bool is_of_console = literal.file.stem() == "console";
    const bool is_for_programmers =
        literal.line.find("QS_CHECK") != std::string::npos || literal.line.find("time_text(") != std::string::npos ||
        literal.line.find(".icon =") != std::string::npos || literal.line.find("Icon") != std::string::npos ||
        literal.text.starts_with("--") || literal.text.starts_with("quicksand: ") ||
        (literal.text.starts_with("Ctrl+") && literal.text.find(' ') == std::string::npos);
    if (is_of_console || is_for_programmers || !is_for_players(literal.text) || others.contains(literal.text)) continue;
    if (!is_german(literal.text)) missing += literal.file.filename().string() + ": " + literal.text + "\n";
  }
  CHECK(missing == "");
}

TEST_CASE("no text is given to Dear ImGui, or to a toast, past the table") {
  const std::regex shown(
      "(ImGui::(TextUnformatted|TextWrapped|Text|Button|Checkbox|RadioButton|BeginCombo|SliderInt|SliderFloat|InputInt|"
      "MenuItem|Selectable|SetTooltip|CollapsingHeader|BeginTabItem)|\\bheading|\\bbutton(?=\\()|\\btooltip|"
      "toasts\\.(say|say_again|complain|say_at_pointer)|TextColored\\([^;\"]*,)\\s*\\(?\\s*\"(?!#)[^\"%]*[a-z]{2}");
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(QUICKSAND_SOURCE) / "src/ui")) {
    if (!entry.is_regular_file()) continue;
    const std::string source = read_all(entry.path());
    for (auto found = std::sregex_iterator(source.begin(), source.end(), shown); found != std::sregex_iterator();
         ++found) {
      INFO(entry.path() << ": " << found->str());
      CHECK(found->str().find("##") != std::string::npos);
    }
  }
}

TEST_CASE("every German text is of something that is said") {
  std::set<std::string> known = texts_of_tables();
  for (const Literal& literal : literals_in("src")) {
    known.insert(literal.text);
    known.insert(spoken(literal.text));
  }
  known.insert("Wet sand");
  known.insert(display_mode_keys());
  known.insert({"Eraser", "Wall"});
  std::string dead;
  for (const auto& [english, text] : german().language.texts)
    if (!known.contains(english)) dead += english + "\n";
  CHECK(dead == "");
}
