// Tables as text, fields between commas. Source: Y. Shafranovich, RFC 4180 (2005).
#pragma once

#include <string>

namespace quicksand {

// A word as a field of its own, whatever it holds.
inline std::string csv_field(const std::string& word) {
  if (word.find_first_of(",\"\r\n") == std::string::npos) return word;
  std::string field = "\"";
  for (const char letter : word) field += letter == '"' ? "\"\"" : std::string(1, letter);
  return field + "\"";
}

}  // namespace quicksand
