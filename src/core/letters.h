// Words as cells: a pixel font of the game's own, of ASCII and the accented letters of western Europe.
//
// A letter is up to 5 dots wide; capitals are 7 dots high, tails reach a dot below the line and accents three above
// capitals. Letters stand as close as their shapes are wide, a dot apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/geometry.h"
#include "core/paint.h"

namespace quicksand {

inline constexpr int kLetterDots = 7;        // of a capital's height
inline constexpr int kMiddleOfCapitals = 13;  // half dots from the top of the box around words
inline constexpr int kMostDot = 20;          // cells along a side of a dot
inline constexpr size_t kMostWritten = 120;  // bytes of the words that are written at once

struct Lettering {
  GridSize size;              // of the box around the words, from the accents' to the tails' row
  std::vector<RowSpan> runs;  // from its upper left cell
};

// UTF-8 words in one line, each dot of `dot` cells a side, 1..kMostDot. What there is no letter for is a hollow box.
Lettering lettering(std::string_view words, int dot);

// The first letter of the words that there is none for, as UTF-8; empty: there are all.
std::string missing_letter(std::string_view words);

}  // namespace quicksand
