// Values or the reasons why there is none.
//
// Whatever comes from outside (files, JSON, the command line) is read by functions that return Result<T>. A failure
// carries one Diagnostic per thing that is wrong, so that a modder sees every mistake of a file at once.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"

namespace quicksand {

// One thing that is wrong, and where. `line` and `column` count from 1; 0 means that the place within the file is
// unknown or has no meaning (a binary file, a missing file).
struct Diagnostic {
  std::string file;
  int line = 0;
  int column = 0;
  std::string message;
  bool has_lines = false;  // of its own, as a driver's words about a shader; else a newline in it is a stranger's

  // "file:line:column: message", without the parts that are unknown, and fit for a terminal (core/printable.h).
  std::string text() const;
};

// A failure: at least one diagnostic.
struct Failure {
  std::vector<Diagnostic> diagnostics;

  // All diagnostics, one a line, no newline at the end.
  std::string text() const;
};

// A failure of one diagnostic about a whole file, or about no file when `file` is empty.
Failure fail(std::string message, std::string file = {});
// The same of several lines, which are kept: a stranger's words in them are printable already, as texts of failures
// are.
Failure fail_in_lines(std::string message, std::string file = {});

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : failure_(std::move(failure)) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& value() {
    QS_CHECK(ok(), "the value of a failed Result was read");
    return *value_;
  }
  const T& value() const {
    QS_CHECK(ok(), "the value of a failed Result was read");
    return *value_;
  }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Failure& failure() const {
    QS_CHECK(!ok(), "the failure of a good Result was read");
    return failure_;
  }

 private:
  std::optional<T> value_;
  Failure failure_;
};

// The Result of something done for its effect.
struct Done {};
using Status = Result<Done>;

}  // namespace quicksand
