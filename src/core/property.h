// Properties as data: one row for each key of a file.
//
// A row says how a key is called, which member of its owner it sets, of what kind it is and in which range, what holds
// where a file does not say, and in one line what it means. A table is a std::tuple of rows (or a std::array, where all
// are of one kind), because rows differ in type: each knows the type of its member. Readers, writers, JSON Schemas,
// hashes and checks of the documents are made from tables: they have an overload for each kind (io/property_reader.h,
// io/property_writer.h, io/property_schema.h). A room may add kinds of its own. Nothing here knows JSON.
//
//   inline constexpr std::tuple kTreeProperties{
//       Property{"height", Whole{&Tree::height, 1, 200}, "in cells"}.required(),
//       Property{"leaves", Flag{&Tree::leaves}, "whether it has any"}.default_value(true)};
//
// `member` of a kind is a pointer to a member, or MemberPath or Itself below.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace quicksand {

// The member of a member, in place of a pointer to a member.
template <class Outer, class Inner>
struct MemberPath {
  Outer outer;
  Inner inner;
  template <class Owner>
  constexpr auto& operator()(Owner& owner) const {
    return std::invoke(inner, std::invoke(outer, owner));
  }
};
template <class Outer, class Inner>
MemberPath(Outer, Inner) -> MemberPath<Outer, Inner>;

// The owner, in place of one of its members: for an object in the file that is none in the program.
struct Itself {
  template <class Owner>
  constexpr Owner& operator()(Owner& owner) const {
    return owner;
  }
};

// true or false.
template <class Member>
struct Flag {
  Member member;
};
template <class Member>
Flag(Member) -> Flag<Member>;

// A whole number within a range. The member is of any integral type, or optional: then an absent key leaves it empty.
template <class Member>
struct Whole {
  Member member;
  int64_t least;
  int64_t most;
};
template <class Member>
Whole(Member, int64_t, int64_t) -> Whole<Member>;

// A number within a range; the member is a double, or an optional of one.
template <class Member>
struct Real {
  Member member;
  double least;
  double most;
};
template <class Member>
Real(Member, double, double) -> Real<Member>;

// A number within a range that is kept as a whole number of steps, so many to 1.
template <class Member>
struct Fixed {
  Member member;
  double least;
  double most;
  double steps;
};
template <class Member>
Fixed(Member, double, double, double) -> Fixed<Member>;

// Any text.
template <class Member>
struct Text {
  Member member;
};
template <class Member>
Text(Member) -> Text<Member>;

// A list of texts; the member is a vector of strings. `most`: how many a file may have.
template <class Member>
struct Texts {
  Member member;
  size_t most;
};
template <class Member>
Texts(Member, size_t) -> Texts<Member>;

// One of several words. The member is a string, or the word's number as an integral type, an enumeration or a bool.
template <class Member>
struct OneOf {
  Member member;
  std::span<const std::string_view> words;
};
template <class Member, class Words>
OneOf(Member, const Words&) -> OneOf<Member>;

// Two whole numbers; the member has two members, such as CellPos and GridSize.
template <class Member>
struct WholePair {
  Member member;
  int64_t least;
  int64_t most;
};
template <class Member>
WholePair(Member, int64_t, int64_t) -> WholePair<Member>;

// Two numbers; the member is an optional of what has two members, such as Velocity. `unit` says of what, in messages.
template <class Member>
struct RealPair {
  Member member;
  double least;
  double most;
  std::string_view unit;
};
template <class Member>
RealPair(Member, double, double, std::string_view) -> RealPair<Member>;

// An object with a table of its own. The member is the owner of that table, or optional: then an absent key leaves it
// empty.
template <class Member, class Rows>
struct Object {
  Member member;
  Rows rows;
};
template <class Member, class Rows>
Object(Member, Rows) -> Object<Member, Rows>;

// An array of objects; the member is a vector of owners. `item` says in messages what one of them is.
template <class Member, class Rows>
struct List {
  Member member;
  Rows rows;
  std::string_view item;
  size_t most = std::numeric_limits<size_t>::max();
};
template <class Member, class Rows>
List(Member, Rows, std::string_view) -> List<Member, Rows>;
template <class Member, class Rows>
List(Member, Rows, std::string_view, size_t) -> List<Member, Rows>;

// A word that decides which further keys there are beside it: a table for each. The member is as in OneOf; the tables
// have the same owner.
template <class Member, class... Tables>
struct Cases {
  Member member;
  std::array<std::string_view, sizeof...(Tables)> words;
  std::tuple<Tables...> tables;
};
template <class Member, class... Tables>
Cases(Member, std::array<std::string_view, sizeof...(Tables)>, std::tuple<Tables...>) -> Cases<Member, Tables...>;

// A key that says which format a file has; nothing is kept of it.
struct Constant {
  std::string_view value;
};

// A key that is allowed, and means nothing to the game.
struct Ignored {};

// Rows whose keys stand in the same object but whose owner is another: `from` makes it of this table's owner, `into`
// puts it back. It stands in a table like a row.
template <class Rows, class From, class Into>
struct Inline {
  Rows rows;
  From from;
  Into into;
};
template <class Rows, class From, class Into>
Inline(Rows, From, Into) -> Inline<Rows, From, Into>;

struct PropertyConditions {
  bool required = false;
  std::string_view unless;                   // needed only where this key is absent or false
  std::string_view unless_message;           // what to say then; empty: as for any missing key
  std::string_view with;                     // needed where this key …
  std::string_view with_word;                // … has this word
  std::string_view needs;                    // says nothing without this key
  std::array<std::string_view, 2> excludes;  // must not stand beside these keys
  std::string_view excludes_message;
};

// No check, or no default.
struct Nothing {};

template <class Kind, class Check = Nothing, class Default = Nothing>
struct Property {
  std::string_view key;
  Kind kind;
  std::string_view help;  // one line; also what a message says of a value that is hard to describe
  PropertyConditions conditions{};
  Check check{};
  Default fallback{};

  constexpr Property required() const {
    Property copy = *this;
    copy.conditions.required = true;
    return copy;
  }
  constexpr Property required_unless(std::string_view key_there, std::string_view message = {}) const {
    Property copy = *this;
    copy.conditions.unless = key_there;
    copy.conditions.unless_message = message;
    return copy;
  }
  constexpr Property required_with(std::string_view other, std::string_view word) const {
    Property copy = *this;
    copy.conditions.with = other;
    copy.conditions.with_word = word;
    return copy;
  }
  constexpr Property needing(std::string_view other) const {
    Property copy = *this;
    copy.conditions.needs = other;
    return copy;
  }
  constexpr Property excluding(std::string_view message, std::string_view other, std::string_view another = {}) const {
    Property copy = *this;
    copy.conditions.excludes = {other, another};
    copy.conditions.excludes_message = message;
    return copy;
  }
  // `function` takes the owner, once the whole table has been read, and returns what is wrong with this property's
  // value, or an empty string. It is asked only where the key is there.
  template <class Function>
  constexpr auto checked(Function function) const {
    return Property<Kind, Function, Default>{key, kind, help, conditions, function, fallback};
  }
  // What holds where the key is absent: a value as a file would have it, or a function of the owner that returns one.
  // Functions are asked after all keys have been read, in the order of the table. Without a default the member stays
  // as it is.
  template <class Value>
  constexpr auto default_value(Value value) const {
    return Property<Kind, Check, Value>{key, kind, help, conditions, check, value};
  }
};
template <class Kind>
Property(std::string_view, Kind, std::string_view) -> Property<Kind>;

// What an optional holds, or the type itself.
template <class T>
struct StoredType {
  using Type = T;
};
template <class T>
struct StoredType<std::optional<T>> {
  using Type = T;
};

// Sets a member, which may be optional, an enumeration or of another width.
template <class T, class Value>
constexpr void store(T& member, const Value& value) {
  member = static_cast<typename StoredType<T>::Type>(value);
}

// Whether a member holds something, and what; only an optional may hold nothing.
template <class T>
constexpr bool is_present(const T&) {
  return true;
}
template <class T>
constexpr bool is_present(const std::optional<T>& member) {
  return member.has_value();
}
template <class T>
constexpr const T& present_value(const T& member) {
  return member;
}
template <class T>
constexpr const T& present_value(const std::optional<T>& member) {
  return *member;
}

}  // namespace quicksand
