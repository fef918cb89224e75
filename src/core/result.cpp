#include "core/result.h"

#include "core/printable.h"

namespace quicksand {

std::string Diagnostic::text() const {
  std::string place = printable(file);
  if (line > 0) {
    place += (place.empty() ? "line " : ":") + std::to_string(line);
    if (column > 0) place += ":" + std::to_string(column);
  }
  const std::string shown = printable(message, std::string_view::npos, has_lines ? Newlines::kKeep : Newlines::kEscape);
  return place.empty() ? shown : place + ": " + shown;
}

std::string Failure::text() const {
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!all.empty()) all += '\n';
    all += diagnostic.text();
  }
  return all;
}

Failure fail(std::string message, std::string file) {
  return Failure{{Diagnostic{std::move(file), 0, 0, std::move(message)}}};
}

Failure fail_in_lines(std::string message, std::string file) {
  return Failure{{Diagnostic{std::move(file), 0, 0, std::move(message), true}}};
}

}  // namespace quicksand
