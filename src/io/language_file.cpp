#include "io/language_file.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <system_error>

#include "io/assets.h"
#include "io/files.h"
#include "io/json_reader.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 1 << 20;  // of a file
constexpr size_t kMostMore = 80;        // bytes that a text may have beyond kMostTimes as many as the English one
constexpr size_t kMostTimes = 4;        // as some alphabets need three for a letter
constexpr size_t kMostLines = 6;        // of what is told of a file

bool is_code(const std::string& name) {
  return name.size() >= 2 && name.size() <= 20 && name != "en" &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
}

std::vector<fs::path> folders() {
  std::vector<fs::path> folders{user_data_folder() / "languages"};
  if (const Result<fs::path> data = find_data_folder()) folders.push_back(*data / "assets/languages");
  return folders;
}

// What is wrong with a text; empty: nothing. Two number signs would end what is seen of a label.
std::string problem_of(const std::string& english, const std::string& text) {
  if (text.empty()) return "the text is empty";
  const size_t most = kMostTimes * english.size() + kMostMore;
  if (text.size() > most)
    return "the text has " + std::to_string(text.size()) + " bytes; more than " + std::to_string(most) +
           " would lie over what is beside it";
  if (text.find('\0') != std::string::npos) return "the text has a character 0";
  if (text.find("##") != std::string::npos) return "the text has ##";
  const std::vector<std::string> wanted = placeholders_of(english);
  if (placeholders_of(text) == wanted) return "";
  std::string list;
  for (const std::string& each : wanted) list += (list.empty() ? "" : " ") + each;
  return wanted.empty() ? "the text may have no % and no name in braces, because the English one has none"
                        : "the text needs what the English one has, in this order: " + list;
}

// Texts, or groups of them, which have no meaning but for who reads the file.
void read_texts(JsonReader& reader, const JsonValue& texts, Language& language) {
  for (const JsonMember& member : texts.members()) {
    if (member.value.type == JsonValue::Type::kObject) {
      read_texts(reader, member.value, language);
      continue;
    }
    if (!reader.expect(member.value, JsonValue::Type::kString, in_quotes(member.key))) continue;
    if (std::string problem = problem_of(member.key, member.value.string()); !problem.empty())
      reader.report(member.value, in_quotes(member.key) + ": " + problem);
    else
      language.texts[member.key] = member.value.string();
  }
}

void read_language(JsonReader& reader, const JsonValue& document, Language& language) {
  constexpr std::string_view kKnown[] = {"format", "name", "texts"};
  if (!reader.expect(document, JsonValue::Type::kObject, "the language")) return;
  reader.check_keys(document, kKnown);
  if (!reader.check_format(document, "quicksand-language/1")) return;
  const JsonValue* const name = reader.require(document, "name");
  if (name && reader.expect(*name, JsonValue::Type::kString, "\"name\"") && !name->string().empty())
    language.name = name->string();
  const JsonValue* const texts = reader.require(document, "texts");
  if (texts && reader.expect(*texts, JsonValue::Type::kObject, "\"texts\"")) read_texts(reader, *texts, language);
}

// The first lines of it.
std::string some_of(const Failure& failure) {
  std::string text;
  for (size_t i = 0; i < std::min(kMostLines, failure.diagnostics.size()); ++i)
    text += (text.empty() ? "" : "\n") + failure.diagnostics[i].text();
  if (failure.diagnostics.size() > kMostLines)
    text += "\nand " + std::to_string(failure.diagnostics.size() - kMostLines) + " more";
  return text;
}

}  // namespace

LoadedLanguage load_language(const fs::path& file) {
  LoadedLanguage loaded;
  loaded.language.code = loaded.language.name = file.stem().string();
  const Result<std::string> text = read_file(file, kMostBytes);
  const Result<JsonValue> document = text ? parse_json(*text, file.string()) : text.failure();
  JsonReader reader(file.string());
  if (!document)
    loaded.problem = some_of(document.failure());
  else
    read_language(reader, *document, loaded.language);
  if (reader.failed()) loaded.problem = some_of(reader.failure());
  return loaded;
}

std::vector<std::string> language_codes() {
  std::set<std::string> codes;
  for (const fs::path& folder : folders()) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      const fs::path& file = it->path();
      std::error_code unknown;  // what cannot be looked at is no folder
      if (file.extension() == ".json" && is_code(file.stem().string()) && !fs::is_directory(file, unknown))
        codes.insert(file.stem().string());
    }
  }
  return {codes.begin(), codes.end()};
}

fs::path language_file(const std::string& code) {
  if (!is_code(code)) return {};
  for (const fs::path& folder : folders()) {
    std::error_code error;
    if (const fs::path file = folder / (code + ".json"); fs::exists(file, error)) return file;
  }
  return {};
}

}  // namespace quicksand
