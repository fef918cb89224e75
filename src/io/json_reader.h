// Reads typed members out of JSON and collects everything that is wrong on the way.
//
// A reader never stops at the first mistake: a missing or wrong value is reported, replaced by a default, and reading
// goes on, so that one run shows all mistakes of a file. The caller checks diagnostics() at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/wording.h"
#include "io/json_document.h"

namespace quicksand {

// For all that one file describes besides its text.
inline constexpr int64_t kMostDescribedBytes = int64_t{256} << 20;

class JsonReader {
 public:
  explicit JsonReader(std::string file) : files_{std::move(file)} {}
  // Of places in several files, by their sources.
  explicit JsonReader(std::vector<std::string> files) : files_(std::move(files)) {}

  const std::string& file() const { return files_.front(); }
  // Whether what is read may name pictures to be read as well: a file that the player wrote or chose may, one that lies
  // within another, as the scene of a save, may not.
  bool may_name_pictures() const { return may_name_pictures_; }
  void forbid_pictures() { may_name_pictures_ = false; }

  bool failed() const { return !findings_.empty(); }
  size_t count_findings() const { return findings_.size(); }
  // Nothing more is reported: what a message would say need not be found out.
  bool is_full() const { return findings_.size() >= kMostFindings; }
  Failure failure() const;  // in the order of the files, and of their text

  void report(const JsonValue& at, std::string_view message) { report(at.place, message); }
  void report(const JsonMember& at, std::string_view message) { report(at.place, message); }
  void report(const JsonPlace& place, std::string_view message);

  // Whether so many bytes more are taken for what a file describes and does not hold as text: pixels of pictures it
  // names, pieces that it has packed. Reports it at the place when it is too much in all.
  bool takes_memory(const JsonPlace& at, int64_t bytes);

  // Reports every member whose key is not in `known`, with the nearest known key.
  void check_keys(const JsonValue& object, std::span<const std::string_view> known);
  // Whether it had nothing to report.
  bool knows_keys() const { return knows_keys_; }

  // Whether the value is of the type; reports it, under `name`, when it is not.
  bool expect(const JsonValue& value, JsonValue::Type type, std::string_view name);

  // The member with this key, reported when it is missing.
  const JsonValue* require(const JsonValue& object, std::string_view key);

  // A value that must be a number in the range; `name` says in a message what it is. Nothing: it was reported.
  std::optional<int64_t> whole_number(const JsonValue& value, std::string_view name, int64_t low, int64_t high);
  std::optional<double> number(const JsonValue& value, std::string_view name, double low, double high);

  // An array of exactly `count` whole numbers.
  std::optional<std::vector<int64_t>> whole_numbers(const JsonValue& value, std::string_view name, size_t count,
                                                    int64_t low, int64_t high);

  // The value of an optional member. What is wrong is reported, and the default stands.
  int64_t integer(const JsonValue& object, std::string_view key, int64_t missing, int64_t low, int64_t high);

  // Whether "format" is `format`; reports it otherwise, also when it is missing.
  bool check_format(const JsonValue& document, std::string_view format);

 private:
  static constexpr size_t kMostFindings = 100;  // enough to mend a file by

  struct Finding {
    JsonPlace place;
    std::string message;
  };

  std::vector<std::string> files_;
  std::vector<Finding> findings_;
  bool knows_keys_ = true;
  bool may_name_pictures_ = true;
  int64_t taken_ = 0;
};

// Whether a text is UTF-8: in JSON it is read again as it was.
bool is_utf8(const std::string& text);

// A number with as few digits as tell it from all others, so that a bound and what it refuses are never alike.
std::string number_text(double value);

}  // namespace quicksand
