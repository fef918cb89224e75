// A word of the environment for the time of a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace quicksand {

// As long as this lives; no thread may look at the environment when it comes and goes.
class EnvironmentWord {
 public:
  EnvironmentWord(const char* name, const std::string& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;  // NOLINT(concurrency-mt-unsafe)
    setenv(name, value.c_str(), 1);                                      // NOLINT(concurrency-mt-unsafe)
  }
  ~EnvironmentWord() {
    if (before_)
      setenv(name_, before_->c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    else
      unsetenv(name_);  // NOLINT(concurrency-mt-unsafe)
  }
  EnvironmentWord(const EnvironmentWord&) = delete;
  EnvironmentWord& operator=(const EnvironmentWord&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace quicksand
