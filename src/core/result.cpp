#include "core/result.h"

namespace quicksand {

std::string Diagnostic::text() const {
  std::string place = file;
  if (line > 0) {
    place += (place.empty() ? "line " : ":") + std::to_string(line);
    if (column > 0) place += ":" + std::to_string(column);
  }
  return place.empty() ? message : place + ": " + message;
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

}  // namespace quicksand
