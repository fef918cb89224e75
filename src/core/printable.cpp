#include "core/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace quicksand {
namespace {

struct Character {
  char32_t code;
  size_t bytes;  // 0: these are no UTF-8
};

// The shortest form only, no surrogates, nothing above U+10FFFF. Source: F. Yergeau, "UTF-8, a transformation format of
// ISO 10646" (RFC 3629, 2003).
Character first_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc0 || byte(0) > 0xf4 || bytes > text.size()) return {0, 0};
  char32_t code = byte(0) & (0x7fU >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {0, 0};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[bytes] || code > 0x10ffff || is_surrogate) return {0, 0};
  return {code, bytes};
}

bool steers(char32_t code) {
  constexpr std::array<std::array<char32_t, 2>, 8> kRanges{{{0, 0x1f},
                                                            {0x7f, 0x9f},
                                                            {0x061c, 0x061c},
                                                            {0x200b, 0x200f},
                                                            {0x2028, 0x202e},
                                                            {0x2060, 0x206f},
                                                            {0xfeff, 0xfeff},
                                                            {0xfff9, 0xfffb}}};
  return std::ranges::any_of(kRanges, [&](const auto& range) { return code >= range[0] && code <= range[1]; });
}

std::string hexadecimal(std::string_view prefix, uint32_t value, int digits) {
  std::string text(prefix);
  for (int digit = digits - 1; digit >= 0; --digit) text += "0123456789abcdef"[value >> (4 * digit) & 15];
  return text;
}

std::string escape_of(char32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  if (code == '\r') return "\\r";
  return code < 0x100 ? hexadecimal("\\x", code, 2) : hexadecimal("\\u", code, 4);
}

}  // namespace

std::string printable(std::string_view text, size_t most, Newlines newlines) {
  std::string shown;
  for (size_t count = 0; !text.empty(); ++count) {
    if (count == most) return shown + "…";
    const Character character = first_character(text);
    if (character.bytes == 0)
      shown += hexadecimal("\\x", static_cast<uint8_t>(text[0]), 2);
    else if (steers(character.code) && !(character.code == '\n' && newlines == Newlines::kKeep))
      shown += escape_of(character.code);
    else
      shown += text.substr(0, character.bytes);
    text.remove_prefix(std::max<size_t>(character.bytes, 1));
  }
  return shown;
}

std::string_view beginning(std::string_view text, size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  while (most_bytes > 0 && (static_cast<uint8_t>(text[most_bytes]) & 0xc0) == 0x80) --most_bytes;
  return text.substr(0, most_bytes);
}

}  // namespace quicksand
