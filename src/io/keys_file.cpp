#include "io/keys_file.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "io/file_lock.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/json_text.h"
#include "io/settings_file.h"

namespace quicksand {
namespace {

constexpr size_t kMostKeys = 16;  // of an action
constexpr size_t kMostFileBytes = 1 << 20;

using ParseKey = std::function<std::optional<std::string>(const std::string&)>;

void read_key(JsonReader& reader, const JsonValue& value, const ParseKey& parse, std::vector<std::string>& keys) {
  if (!reader.expect(value, JsonValue::Type::kString, "a key")) return;
  const std::optional<std::string> key = parse(value.string());
  if (!key) return reader.report(value, "there is no key " + in_quotes(value.string()));
  if (std::ranges::find(keys, *key) == keys.end()) keys.push_back(*key);
}

// One key, or an array of them. Nothing: something was wrong, and has been reported.
std::optional<std::vector<std::string>> read_keys(JsonReader& reader, const JsonMember& member, const ParseKey& parse) {
  const size_t findings = reader.count_findings();
  std::vector<std::string> keys;
  if (member.value.type == JsonValue::Type::kString)
    read_key(reader, member.value, parse, keys);
  else if (!reader.expect(member.value, JsonValue::Type::kArray, in_quotes(member.key)))
    return std::nullopt;
  else if (member.value.items().size() > kMostKeys)
    reader.report(member.value, in_quotes(member.key) + " has more than " + std::to_string(kMostKeys) + " keys");
  else
    for (const JsonValue& item : member.value.items()) read_key(reader, item, parse, keys);
  return reader.count_findings() == findings ? std::optional(keys) : std::nullopt;
}

void read_document(JsonReader& reader, const JsonValue& document, std::span<const std::string> actions,
                   const ParseKey& parse, KeyBindings& keys) {
  constexpr std::array<std::string_view, 1> kKnown{"keys"};
  if (!reader.expect(document, JsonValue::Type::kObject, "the file of keys")) return;
  reader.check_keys(document, kKnown);
  const JsonValue* const table = reader.require(document, "keys");
  if (!table || !reader.expect(*table, JsonValue::Type::kObject, "\"keys\"")) return;
  for (const JsonMember& member : table->members()) {
    if (std::ranges::find(actions, member.key) == actions.end())
      reader.report(member, "there is no action " + in_quotes(member.key) + suggestion(member.key, actions));
    else if (auto read = read_keys(reader, member, parse))
      keys[member.key] = std::move(*read);
  }
}

// What the file has now, whichever actions and keys there are. None: something is wrong in it.
std::optional<KeyBindings> keys_in(const std::filesystem::path& file) {
  const Result<std::string> text = read_file(file, kMostFileBytes);
  const Result<JsonValue> document = text ? parse_json(*text, file.string()) : text.failure();
  if (!document || document->type != JsonValue::Type::kObject) return std::nullopt;
  std::vector<std::string> actions;
  if (const JsonValue* const table = document->find("keys"))
    for (const JsonMember& member : table->members()) actions.push_back(member.key);
  JsonReader reader(file.string());
  KeyBindings keys;
  read_document(
      reader, *document, actions, [](const std::string& key) { return std::optional(key); }, keys);
  return reader.failed() ? std::nullopt : std::optional(std::move(keys));
}

}  // namespace

LoadedKeys load_keys(const std::filesystem::path& file, std::span<const std::string> actions, const ParseKey& parse) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  LoadedKeys loaded;
  const Result<std::string> text = read_file(file, kMostFileBytes);
  const Result<JsonValue> document = text ? parse_json(*text, file.string()) : text.failure();
  JsonReader reader(file.string());
  if (document) read_document(reader, *document, actions, parse, loaded.keys);
  if (!document) loaded.problem = document.failure().text();
  if (reader.failed()) loaded.problem = reader.failure().text();
  if (!loaded.problem.empty()) loaded.problem += "\nThe rest is as you set it, or usual. " + keep_broken(file);
  return loaded;
}

Status save_keys(const KeyBindings& keys, const std::filesystem::path& file) {
  Json json;
  json["keys"] = keys;
  return write_file_atomically(file, json_lines(json));
}

Status save_changes(const KeyBindings& before, const KeyBindings& keys, const std::filesystem::path& file) {
  const std::optional<FileLock> lock = FileLock::take_within(settings_lock(file), kLongestSettingsLock);
  std::error_code error;
  const bool is_there = std::filesystem::exists(file, error);
  const std::optional<KeyBindings> found = is_there ? keys_in(file) : std::nullopt;
  if (is_there && !found) keep_broken(file);
  KeyBindings merged = found.value_or(keys);
  for (const auto& [action, bound] : keys)
    if (const auto old = before.find(action); old == before.end() || old->second != bound) merged[action] = bound;
  for (const auto& [action, bound] : before)
    if (!keys.contains(action)) merged.erase(action);
  return save_keys(merged, file);
}

}  // namespace quicksand
