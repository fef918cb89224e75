// docs/manual.md against the tables of controls: its keys, which are those in **`bold`**, its table of all that keys
// do, and its pictures.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "ui/game/documented_keys.h"
#include "ui/game/fixture.h"
#include "ui/game/key_map.h"

using namespace quicksand;
namespace fs = std::filesystem;

namespace {

using Words = std::set<std::string>;

constexpr std::string_view kTable = "| What it does | Keys | More |\n| --- | --- | --- |\n";
constexpr uintmax_t kMostBytes = 2'500'000;  // of all pictures

const fs::path kDocs = QUICKSAND_SOURCE "/docs";

std::string manual() {
  std::ifstream file(kDocs / "manual.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

// What the first group of `pattern` matches.
std::vector<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex wanted(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), wanted); it != std::sregex_iterator(); ++it)
    found.push_back((*it)[1]);
  return found;
}

Words words(const std::vector<std::string>& list) { return {list.begin(), list.end()}; }

// "Arrows" begins a row of README's table, "arrows" does not.
std::string small(std::string key) {
  key[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(key[0])));
  return key;
}

Words keys_in(const std::string& text) {
  Words keys;
  for (const std::string& key : matches(text, R"(\*\*`([^`]+)`\*\*)")) keys.insert(small(key));
  return keys;
}

// The keys and buttons that the tables name: "Wheel, `[` and `]`" are three.
Words keys_there_are() {
  Words keys;
  for (const std::vector<Control>* const table : control_tables())
    for (const Control& row : *table) {
      std::string list = std::regex_replace(row.keys, std::regex(" and | or |; "), ", ");
      std::erase(list, '`');
      for (const std::string& key : matches(list + ", ", "(.+?), ")) keys.insert(small(key));
    }
  return keys;
}

// As a link names a heading.
std::string anchor(const std::string& heading) {
  std::string text;
  for (const char c : heading)
    if (c == ' ' || c == '-')
      text += '-';
    else if (std::isalnum(static_cast<unsigned char>(c)))
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The text below each heading, by its anchor.
std::map<std::string, std::string> sections(const std::string& text) {
  const std::regex heading("(?:^|\n)#+ ([^\n]+)\n");
  std::map<std::string, std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), heading), end; it != end;) {
    const std::sregex_iterator here = it++;
    const auto from = static_cast<size_t>(here->position() + here->length());
    found[anchor((*here)[1])] =
        text.substr(from, it == end ? std::string::npos : static_cast<size_t>(it->position()) - from);
  }
  return found;
}

std::string pictures_of(const char* what) { return std::string(R"(!\[[^\]]+\]\(manual/()") + what + R"()\))"; }

}  // namespace

TEST_CASE("the manual names all keys and buttons that there are, and no others") {
  CHECK(keys_in(manual()) == keys_there_are());
}

TEST_CASE("the manual's table has all that keys do, and each leads to a section with these keys and a picture") {
  const std::string text = manual();
  const std::map<std::string, std::string> all = sections(text);
  const size_t at = text.find(kTable);
  REQUIRE(at != std::string::npos);
  std::vector<std::string> rows = matches(text.substr(at + kTable.size()), "([^\n]+)\n");
  CHECK(rows.size() == all_actions().size());
  for (const ActionInRow& each : all_actions()) {
    std::vector<std::string> keys;
    for (const std::string& key : each.action->keys)
      if (std::ranges::find(keys, documented_key(key)) == keys.end()) keys.push_back(documented_key(key));
    std::string row = "| " + each.action->label + " | ";
    for (const std::string& key : keys) row += (key == keys.front() ? "**`" : ", **`") + key + "`**";
    INFO(row);
    const auto found = std::ranges::find_if(rows, [&](const std::string& it) { return it.starts_with(row + " | ["); });
    REQUIRE(found != rows.end());
    const std::vector<std::string> link = matches(*found, R"(\]\(#([^)]*)\) \|$)");
    rows.erase(found);
    REQUIRE(link.size() == 1);
    REQUIRE(all.contains(link[0]));
    const std::string& section = all.at(link[0]);
    for (const std::string& key : keys) CHECK(keys_in(section).contains(small(key)));
    CHECK_FALSE(matches(section, pictures_of(".*").c_str()).empty());
  }
}

TEST_CASE("the manual names every tool") {
  const std::string text = manual();
  for (const Tool& tool : tools()) {
    const std::string named = "*" + std::string(tool.name) + "* (**`" + std::string(tool.key) + "`**)";
    INFO(named);
    CHECK(text.find(named) != std::string::npos);
  }
}

TEST_CASE("the manual's links lead somewhere, and its pictures are those that there are") {
  const std::string text = manual();
  const std::map<std::string, std::string> all = sections(text);
  for (const std::string& link : matches(text, R"(\]\(#([^)]*)\))")) {
    INFO(link);
    CHECK(all.contains(link));
  }
  for (const std::string& file : matches(text, R"(\]\(((?!https?:)[^#)]+))")) {
    INFO(file);
    CHECK(fs::is_regular_file(kDocs / file));
  }
  Words there;
  uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kDocs / "manual")) {
    there.insert(entry.path().filename().string());
    bytes += entry.file_size();
  }
  CHECK(words(matches(text, pictures_of("[^)]*").c_str())) == there);
  CHECK(bytes < kMostBytes);
}
