#include "io/json_document.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/printable.h"
#include "io/json_text.h"

namespace quicksand {
namespace {

// Deeper than any file of ours; keeps a hostile file from overflowing the stack when the tree is destroyed.
constexpr size_t kMaxDepth = 64;

// Enough to mend a file by; more would only be noise.
constexpr size_t kMaxDiagnostics = 100;
constexpr size_t kMostMessage = 2000;  // characters

// What a document may take in memory, in bytes. What the game writes takes less for each of its bytes: a digit with its
// comma 20, an array of three numbers 24, a word of one letter 22. Only brackets with hardly anything in them take
// more.
constexpr size_t kFreeMemory = size_t{64} << 20;
constexpr size_t kMemoryPerByte = 32;
constexpr size_t kPerAllocation = 16;

struct Position {
  int line = 1;
  int column = 1;
};

// Walks over the text token by token. The parser reports values without their places, but in the order of the text
// and only once they have proved to be well formed; walking in step with it gives the places.
class TokenWalker {
 public:
  explicit TokenWalker(std::string_view text) : text_(text) {
    if (text_.starts_with("\xef\xbb\xbf")) next_ = 3;
  }

  // The place of the next token; moves to it.
  Position find() {
    skip_separators();
    return position_;
  }

  // The rest of the text from there on.
  std::string_view rest() const { return text_.substr(next_); }

  // The last separator that was skipped; 0: there was none.
  char separator() const { return separator_; }

  // The place of the next token; moves behind it.
  Position take() {
    const Position start = find();
    take_token();
    return start;
  }

  // The first character of the next token; moves behind it. 0: there is none.
  char take_token() {
    skip_separators();
    if (next_ >= text_.size()) return 0;
    const char first = text_[next_];
    advance();
    if (first == '"') {
      while (next_ < text_.size() && text_[next_] != '"') advance(text_[next_] == '\\' ? 2 : 1);
      advance();
    } else if (first != '{' && first != '[' && first != '}' && first != ']') {
      while (next_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[next_])) || text_[next_] == '.' ||
                                      text_[next_] == '+' || text_[next_] == '-'))
        advance();
    }
    return first;
  }

 private:
  // Goes through all of a text, so it looks at single characters.
  void skip_separators() {
    separator_ = 0;
    while (next_ < text_.size()) {
      const char first = text_[next_];
      if (first == ',' || first == ':') {
        separator_ = first;
        advance(1);
      } else if (first == ' ' || first == '\t' || first == '\r' || first == '\n') {
        advance(1);
      } else if (first == '/' && next_ + 1 < text_.size() && (text_[next_ + 1] == '/' || text_[next_ + 1] == '*')) {
        skip_comment(text_[next_ + 1] == '/');
      } else {
        return;
      }
    }
  }

  void skip_comment(bool is_of_a_line) {
    const size_t end = is_of_a_line ? text_.find('\n', next_) : text_.find("*/", next_ + 2);
    advance(end == std::string_view::npos ? text_.size() - next_ : end + (is_of_a_line ? 0 : 2) - next_);
  }

  void advance(size_t count = 1) {
    const size_t end = std::min(next_ + count, text_.size());
    for (; next_ < end; ++next_) {
      const auto byte = static_cast<unsigned char>(text_[next_]);
      if (byte == '\n')
        position_ = {position_.line + 1, 1};
      else if ((byte & 0xc0) != 0x80)
        ++position_.column;  // a column is a character, not a byte of UTF-8
    }
  }

  std::string_view text_;
  size_t next_ = 0;
  char separator_ = 0;
  Position position_;
};

Position position_of_byte(std::string_view text, size_t byte) {
  Position position;
  for (size_t i = 0; i < std::min(byte, text.size()); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\n')
      position = {position.line + 1, 1};
    else if ((c & 0xc0) != 0x80)
      ++position.column;
  }
  return position;
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error …": the part after the place.
std::string without_prefix(std::string_view what) {
  const size_t start = what.find(": ");
  return std::string(start == std::string_view::npos ? what : what.substr(start + 2));
}

// What people who write JSON by hand do most often, in words; empty: it is something else. `rest` begins at the token
// at which the parser stopped, `separator` stands before it.
std::string usual_mistake(std::string_view rest, char separator, const std::string& parser_says) {
  if (rest.empty()) return "the file ends before everything that was opened is closed: a } or ] is missing";
  const char first = rest[0];
  const bool wants_key = parser_says.find("object key") != std::string::npos;
  if ((first == '}' || first == ']') && separator == ',') return "remove the comma before this";
  if (first == '\'') return "text stands between double quotes, not single ones";
  if (wants_key && (std::isalpha(static_cast<unsigned char>(first)) || first == '_'))
    return "a key stands between double quotes";
  if (first == '#') return "a comment begins with //";
  const bool ends_too_early = parser_says.find("expected ',' or") != std::string::npos ||
                              parser_says.find("unexpected string literal; expected '}'") != std::string::npos ||
                              parser_says.find("; expected ']'") != std::string::npos ||
                              parser_says.find("; expected '}'") != std::string::npos;
  if (ends_too_early && separator == 0) return "a comma is missing before this";
  return "";
}

// Of all arrays, in the order in which they begin, so that each takes as much memory as it needs and no more. Of a text
// that is no JSON these are some numbers, of which each is at most its length.
std::vector<uint32_t> lengths_of_arrays(std::string_view text) {
  constexpr size_t kNone = SIZE_MAX;  // an object
  std::vector<uint32_t> lengths;
  std::vector<size_t> open;
  TokenWalker walker(text);
  for (char first; (first = walker.take_token()) != 0;) {
    if (first == ']' || first == '}') {
      if (!open.empty()) open.pop_back();
      continue;
    }
    if (!open.empty() && open.back() != kNone) ++lengths[open.back()];
    if (first == '[') lengths.push_back(0);
    if (first == '[' || first == '{') open.push_back(first == '[' ? lengths.size() - 1 : kNone);
    if (open.size() > kMaxDepth) break;  // nor is it read any further
  }
  return lengths;
}

class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder(std::string_view text, const std::string& file, int source)
      : text_(text), file_(file), source_(source), walker_(text), lengths_(lengths_of_arrays(text)) {}

  bool null() override { return add(JsonValue::Type::kNull) != nullptr; }
  bool boolean(bool value) override {
    JsonValue* node = add(JsonValue::Type::kBoolean);
    if (node) node->boolean = value;
    return node != nullptr;
  }
  bool number_integer(int64_t value) override { return add_integer(value); }
  bool number_unsigned(uint64_t value) override {
    if (value > uint64_t{INT64_MAX}) return add_real(static_cast<double>(value));
    return add_integer(static_cast<int64_t>(value));
  }
  bool number_float(double value, const std::string&) override { return add_real(value); }
  bool string(std::string& value) override {
    JsonValue* node = add(JsonValue::Type::kString);
    if (!node) return false;
    node->own_string() = std::move(value);
    return take_memory(sizeof(std::string) + kPerAllocation + node->string().capacity());
  }
  bool binary(Json::binary_t&) override { return false; }  // does not occur in JSON text
  bool start_object(size_t) override { return open(JsonValue::Type::kObject); }
  bool start_array(size_t) override { return open(JsonValue::Type::kArray); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    const Position position = walker_.take();
    // A vector that grows is there twice for a while.
    if (!take_memory(sizeof(JsonMember) * 2 + name.capacity())) return false;
    open_.back()->own_members().push_back({name, {position.line, position.column, source_}, {}});
    return true;
  }

  bool parse_error(size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string what = without_prefix(error.what());
    const Position token = walker_.find();
    const std::string mistake = usual_mistake(walker_.rest(), walker_.separator(), what);
    if (mistake.empty())
      report(position_of_byte(text_, byte > 0 ? byte - 1 : 0), "not valid JSON: " + what);
    else
      report(token, "not valid JSON: " + mistake);
    return false;
  }

  JsonValue root;
  std::vector<Diagnostic> diagnostics;

 private:
  void report(Position position, std::string_view message) {
    diagnostics.push_back({file_, position.line, position.column, printable(message, kMostMessage)});
  }

  // False, and reported: the document takes too much.
  bool take_memory(size_t bytes) {
    memory_ += bytes;
    const size_t most = kFreeMemory + kMemoryPerByte * text_.size();
    if (memory_ <= most) return true;
    report(walker_.find(), "there is too much in this document: it would take more than " + std::to_string(most >> 20) +
                               " MiB of memory");
    return false;
  }

  // Keys that stand twice.
  bool check_keys(const std::vector<JsonMember>& members) {
    std::vector<const JsonMember*> sorted;
    for (const JsonMember& member : members) sorted.push_back(&member);
    std::ranges::stable_sort(sorted, {}, &JsonMember::key);
    std::vector<std::pair<const JsonMember*, const JsonMember*>> twice;  // one, and that before it
    for (size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i]->key == sorted[i - 1]->key) twice.emplace_back(sorted[i], sorted[i - 1]);
    std::ranges::sort(twice, {},
                      [](const auto& pair) { return std::pair(pair.first->place.line, pair.first->place.column); });
    for (const auto& [one, before] : twice) {
      report({one->place.line, one->place.column}, "the key \"" + one->key +
                                                       "\" stands here a second time; the first is in line " +
                                                       std::to_string(before->place.line));
      if (diagnostics.size() >= kMaxDiagnostics) return false;
    }
    return true;
  }

  // Appends a value to what is open and returns it; nothing: it was reported.
  JsonValue* add(JsonValue::Type type) {
    JsonValue* node = &root;
    if (!open_.empty()) {
      JsonValue& parent = *open_.back();
      node = parent.type == JsonValue::Type::kObject ? &parent.own_members().back().value
                                                     : &parent.own_items().emplace_back();
    }
    const Position position = walker_.take();
    node->type = type;
    node->place = {position.line, position.column, source_};
    return node;
  }

  bool add_integer(int64_t value) {
    JsonValue* node = add(JsonValue::Type::kInteger);
    if (!node) return false;
    node->integer = value;
    return true;
  }

  bool add_real(double value) {
    JsonValue* node = add(JsonValue::Type::kReal);
    if (node) node->fraction = value;
    return node != nullptr;
  }

  bool open(JsonValue::Type type) {
    JsonValue* node = add(type);
    if (!node) return false;
    open_.push_back(node);
    if (type == JsonValue::Type::kArray) {
      const size_t length = next_length_ < lengths_.size() ? lengths_[next_length_++] : 0;
      if (!take_memory(sizeof(std::vector<JsonValue>) + kPerAllocation)) return false;
      if (length > 0 && !take_memory(sizeof(JsonValue) * length + kPerAllocation)) return false;
      node->own_items().reserve(length);
    }
    if (open_.size() <= kMaxDepth) return true;
    report({node->place.line, node->place.column}, "nested more than " + std::to_string(kMaxDepth) + " levels deep");
    return false;
  }

  bool close() {
    walker_.take();
    const JsonValue& closed = *open_.back();
    open_.pop_back();
    return closed.type != JsonValue::Type::kObject || check_keys(closed.members());
  }

  std::string_view text_;
  const std::string& file_;
  int source_;
  size_t memory_ = 0;
  TokenWalker walker_;
  std::vector<JsonValue*> open_;  // a parent's vector does not grow while a child is open
  std::vector<uint32_t> lengths_;
  size_t next_length_ = 0;
};

}  // namespace

std::span<JsonValue> JsonValue::each_item() {
  return type == Type::kArray ? std::span<JsonValue>(own_items()) : std::span<JsonValue>();
}

std::span<JsonMember> JsonValue::each_member() {
  return type == Type::kObject ? std::span<JsonMember>(own_members()) : std::span<JsonMember>();
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::ranges::find(members(), key, &JsonMember::key);
  return found == members().end() ? nullptr : &found->value;
}

JsonValue* JsonValue::find(std::string_view key) { return const_cast<JsonValue*>(std::as_const(*this).find(key)); }

std::string_view JsonValue::type_name() const {
  switch (type) {
    case Type::kNull:
      return "null";
    case Type::kBoolean:
      return "true or false";
    case Type::kInteger:
      return "a whole number";
    case Type::kReal:
      return "a number with a fraction";
    case Type::kString:
      return "a string";
    case Type::kArray:
      return "an array";
    case Type::kObject:
      return "an object";
  }
  return "";
}

Result<JsonValue> parse_json(std::string_view text, const std::string& file, int source) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
      (text.size() > 1 && (text[0] == 0) != (text[1] == 0)))
    return fail("is text in UTF-16: save it as UTF-8", file);
  // The parser takes it for the end and would pass whatever is behind it.
  if (const size_t zero = text.find('\0'); zero != std::string_view::npos) {
    const Position position = position_of_byte(text, zero);
    return Failure{{{file, position.line, position.column, "not valid JSON: there is a byte 0 here"}}};
  }
  TreeBuilder builder(text, file, source);
  const bool parsed = Json::sax_parse(text.begin(), text.end(), &builder, Json::input_format_t::json, true, true);
  if (!parsed && builder.diagnostics.empty()) return fail("not valid JSON", file);
  if (!builder.diagnostics.empty()) return Failure{std::move(builder.diagnostics)};
  return std::move(builder.root);
}

}  // namespace quicksand
