// JSON that knows where it stands in its file, so that a mistake in it can be shown as file:line:column.
//
// Parsing is nlohmann-json's (its SAX interface); `//` comments are allowed. Two things that a JSON library lets pass
// are errors here: a key that stands twice in an object, and a number with a fraction where a whole one is needed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result.h"

namespace quicksand {

struct JsonMember;

// Something on the heap that is copied with what holds it.
template <typename T>
class Boxed {
 public:
  Boxed() : held_(std::make_unique<T>()) {}
  Boxed(const Boxed& other) : held_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  explicit operator bool() const { return held_ != nullptr; }  // false: it has been moved from
  T& operator*() { return *held_; }
  const T& operator*() const { return *held_; }

 private:
  std::unique_ptr<T> held_;
};

// Where something stands. Both count from 1.
struct JsonPlace {
  int line = 0;
  int column = 0;
  int source = 0;  // which of several files: as parse_json() was told
};

// A document of numbers is mostly these, so they are small: what only some types have lies elsewhere.
struct JsonValue {
  enum class Type : uint8_t { kNull, kBoolean, kInteger, kReal, kString, kArray, kObject };

  Type type = Type::kNull;
  bool boolean = false;
  JsonPlace place;
  union {
    int64_t integer = 0;  // kInteger
    double fraction;      // kReal
  };

  double real() const { return type == Type::kReal ? fraction : static_cast<double>(integer); }  // of both

  // Empty where it is of another type.
  const std::string& string() const { return held<std::string>(); }                       // kString
  const std::vector<JsonValue>& items() const { return held<std::vector<JsonValue>>(); }  // kArray
  const std::vector<JsonMember>& members() const {
    return held<std::vector<JsonMember>>();
  }  // kObject, in the file's order

  // The same, each of which may be changed.
  std::span<JsonValue> each_item();
  std::span<JsonMember> each_member();

  // To be changed; where it was of another type it is empty, and what that had is gone.
  std::string& own_string() { return hold<std::string>(Type::kString); }
  std::vector<JsonValue>& own_items() { return hold<std::vector<JsonValue>>(Type::kArray); }
  std::vector<JsonMember>& own_members() { return hold<std::vector<JsonMember>>(Type::kObject); }

  // The value of a member, or null.
  const JsonValue* find(std::string_view key) const;
  JsonValue* find(std::string_view key);

  // What it is, for an error message: "a string", "an array", …
  std::string_view type_name() const;

 private:
  template <typename T>
  const T& held() const;
  template <typename T>
  T& hold(Type of);

  std::variant<std::monostate, Boxed<std::string>, Boxed<std::vector<JsonValue>>, Boxed<std::vector<JsonMember>>> rest_;
};

struct JsonMember {
  std::string key;
  JsonPlace place;
  JsonValue value;
};

template <typename T>
const T& JsonValue::held() const {
  static const T kNothing;
  const Boxed<T>* const box = std::get_if<Boxed<T>>(&rest_);
  return box && *box ? **box : kNothing;
}

template <typename T>
T& JsonValue::hold(Type of) {
  type = of;
  Boxed<T>* const box = std::get_if<Boxed<T>>(&rest_);
  return box && *box ? **box : *rest_.template emplace<Boxed<T>>();
}

// Reads a document. `file` is used in messages only; `source` becomes that of all places in it.
Result<JsonValue> parse_json(std::string_view text, const std::string& file, int source = 0);

}  // namespace quicksand
