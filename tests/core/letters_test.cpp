#include "core/letters.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>

#include "core/cells.h"

using namespace quicksand;

TEST_CASE("every letter there is has a shape of its own, and lies in its box at every size") {
  std::set<Cells> shapes;
  std::string all;
  for (char c = '!'; c < 0x7f; ++c) all += c;
  std::vector<std::string> letters;
  for (const char c : all) letters.emplace_back(1, c);
  for (const char* const accented : {"\u00c4", "\u00e4", "\u00d6", "\u00f6", "\u00dc", "\u00fc", "\u00df", "\u00e9",
                                     "\u00e8", "\u00ea", "\u00ef", "\u00f1", "\u00c5", "\u00e5", "\u00ed"})
    letters.emplace_back(accented);
  for (const std::string& letter : letters) {
    INFO(letter);
    CHECK(missing_letter(letter).empty());
    CHECK(shapes.insert(cells_of(lettering(letter, 1).runs)).second);
    for (const int dot : {1, 2, 3, kMostDot}) {
      const Lettering made = lettering(letter, dot);
      REQUIRE_FALSE(made.runs.empty());
      for (const RowSpan& run : made.runs) {
        REQUIRE((run.first >= 0 && run.last < made.size.width && run.first <= run.last));
        REQUIRE((run.y >= 0 && run.y < made.size.height));
      }
      CHECK(cells_of(made.runs).size() == cells_of(lettering(letter, 1).runs).size() * static_cast<size_t>(dot * dot));
    }
  }
}

TEST_CASE("words are their letters side by side, and never touch") {
  for (const auto& [one, other] : {std::pair("Sand", "burg"), std::pair("ij", "l"), std::pair("W.", "W")}) {
    const Lettering left = lettering(one, 1);
    const Lettering right = lettering(other, 1);
    const Lettering both = lettering(std::string(one) + other, 1);
    CHECK(both.size.width == left.size.width + 1 + right.size.width);
    auto expected = cells_of(left.runs);
    for (const auto& [x, y] : cells_of(right.runs)) expected.insert({x + left.size.width + 1, y});
    CHECK(cells_of(both.runs) == expected);
  }
  CHECK(lettering("", 1).runs.empty());
  CHECK(lettering("   ", 1).runs.empty());
}

TEST_CASE("what there is no letter for is told, a box stands for it, and broken UTF-8 is survived") {
  CHECK(missing_letter("a\u2192b") == "\u2192");
  CHECK_FALSE(lettering("\u2192", 1).runs.empty());
  for (const char* const broken : {"\xff\xfe", "a\xc3", "\xe2\x86", "\xf0\x9f\x98\x80"}) {
    CHECK_FALSE(missing_letter(broken).empty());
    CHECK_FALSE(lettering(broken, 2).runs.empty());
  }
}
