// Text of strangers, made fit to be shown.
#pragma once

#include <string>
#include <string_view>

namespace quicksand {

enum class Newlines { kEscape, kKeep };

// The text with whatever could steer a terminal, forge a line of a message or turn its reading round written as an
// escape: control characters (\n, \x1b), bytes that are no UTF-8 (\xff), and Unicode's directions, separators of lines
// and lone marks of order (\u202e). More than `most` characters end in an ellipsis.
std::string printable(std::string_view text, size_t most = std::string_view::npos, Newlines newlines = Newlines::kEscape);

// The beginning of a text, of so many bytes at most, that ends with a whole letter of UTF-8.
std::string_view beginning(std::string_view text, size_t most_bytes);

}  // namespace quicksand
