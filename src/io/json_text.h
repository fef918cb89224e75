// JSON values of the library, as the game writes them, and their text. What is read is a tree of its own, with places
// for messages: io/json_document.h.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quicksand {

// The only one of the library's types that is used, as each takes long to compile. Keys stay in the order in which they
// were written.
using Json = nlohmann::ordered_json;

// In one line, without a line's end. What is not UTF-8 in a text is written as U+FFFD.
std::string json_line(const Json& json);

// A line for each member, as people read it: `indent` spaces more for each level, and a line's end after the last.
std::string json_lines(const Json& json, int indent = 1);

}  // namespace quicksand
