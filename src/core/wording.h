// Words for messages about what somebody wrote.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace quicksand {

// " (did you mean "x"?)" with the candidate that is nearest to `word`, or nothing when none is near.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

// The text between double quotes, made printable and cut to 80 characters: for messages.
std::string in_quotes(std::string_view text);

// How many letters must be inserted, removed or replaced to turn one word into the other.
int edit_distance(std::string_view a, std::string_view b);

}  // namespace quicksand
