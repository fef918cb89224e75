#include "core/letters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>

namespace quicksand {
namespace {

constexpr int kWidth = 5;
constexpr int kRows = 8;        // with the tails'
constexpr int kAccentRows = 3;  // above those
constexpr int kSpace = 3;       // dots that a blank is wide
constexpr char32_t kFirst = U' ';
constexpr char32_t kDotless = 0x7f;  // an i for accents, where ASCII has no letter
constexpr int kInRow = 16;

// clang-format off
constexpr std::array<std::string_view, 6 * kRows> kSheet{
    //         !     "     #     $     %     &     '     (     )     *     +     ,     -     .     /
    "..... ..#.. .#.#. .#.#. ..#.. ##... .##.. ..#.. ...#. .#... ..... ..... ..... ..... ..... ....#",
    "..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... ..... ....#",
    "..... ..#.. .#.#. ##### #.#.. ...#. #.#.. .#... .#... ...#. #.#.# ..#.. ..... ..... ..... ...#.",
    "..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. .###. ##### ..... ##### ..... ..#..",
    "..... ..... ..... ##### ..#.# .#... #.#.# ..... .#... ...#. #.#.# ..#.. ..... ..... ..... .#...",
    "..... ..... ..... .#.#. ####. #..## #..#. ..... ..#.. ..#.. ..#.. ..#.. .##.. ..... .##.. #....",
    "..... ..#.. ..... .#.#. ..#.. ...## .##.# ..... ...#. .#... ..... ..... ..#.. ..... .##.. #....",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... .....",
    //   0     1     2     3     4     5     6     7     8     9     :     ;     <     =     >     ?
    ".###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###. ..... ..... ...#. ..... .#... .###.",
    "#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...# .##.. .##.. ..#.. ..... ..#.. #...#",
    "#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...# .##.. .##.. .#... ##### ...#. ....#",
    "#.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .#### ..... ..... #.... ..... ....# ...#.",
    "##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....# .##.. ..... .#... ##### ...#. ..#..",
    "#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#. .##.. .##.. ..#.. ..... ..#.. .....",
    ".###. .###. ##### .###. ...#. .###. .###. .#... .###. .##.. ..... ..#.. ...#. ..... .#... ..#..",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... ..... .....",
    //   @     A     B     C     D     E     F     G     H     I     J     K     L     M     N     O
    ".###. .###. ####. .###. ###.. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...# .###.",
    "#...# #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.## #...# #...#",
    "....# #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# ##..# #...#",
    ".##.# ##### ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.# #.#.# #...#",
    "#.#.# #...# #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...# #..## #...#",
    "#.#.# #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...# #...# #...#",
    ".###. #...# ####. .###. ###.. ##### #.... .#### #...# .###. .##.. #...# ##### #...# #...# .###.",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....",
    //   P     Q     R     S     T     U     V     W     X     Y     Z     [     \      ]     ^     _
    "####. .###. ####. .#### ##### #...# #...# #...# #...# #...# ##### .###. #.... .###. ..#.. .....",
    "#...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....# .#... #.... ...#. .#.#. .....",
    "#...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. #...# ...#. .#... .#... ...#. #...# .....",
    "####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. .#.#. ..#.. .#... ..#.. ...#. ..... .....",
    "#.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#... .#... ...#. ...#. ..... .....",
    "#.... #..#. #..#. ....# ..#.. #...# .#.#. #.#.# #...# ..#.. #.... .#... ....# ...#. ..... .....",
    "#.... .##.# #...# ####. ..#.. .###. ..#.. .#.#. #...# ..#.. ##### .###. ....# .###. ..... .....",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... #####",
    //   `     a     b     c     d     e     f     g     h     i     j     k     l     m     n     o
    ".#... ..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #.... .##.. ..... ..... .....",
    "..#.. ..... #.... ..... ....# ..... .#..# ..... #.... ..... ..... #.... ..#.. ..... ..... .....",
    "..... .###. #.##. .###. .##.# .###. .#... .#### #.##. .##.. ..##. #..#. ..#.. ##.#. #.##. .###.",
    "..... ....# ##..# #.... #..## #...# ###.. #...# ##..# ..#.. ...#. #.#.. ..#.. #.#.# ##..# #...#",
    "..... .#### #...# #.... #...# ##### .#... #...# #...# ..#.. ...#. ##... ..#.. #.#.# #...# #...#",
    "..... #...# #...# #...# #...# #.... .#... .#### #...# ..#.. ...#. #.#.. ..#.. #...# #...# #...#",
    "..... .#### ####. .###. .#### .###. .#... ....# #...# .###. #..#. #..#. .###. #...# #...# .###.",
    "..... ..... ..... ..... ..... ..... ..... .###. ..... ..... .##.. ..... ..... ..... ..... .....",
    //   p     q     r     s     t     u     v     w     x     y     z     {     |     }     ~     
    "..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ...#. ..#.. .#... ..... .....",
    "..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ..#.. ..#.. ..#.. ..... .....",
    "####. .#### #.##. .###. ###.. #...# #...# #...# #...# #...# ##### ..#.. ..#.. ..#.. ..... .##..",
    "#...# #...# ##..# #.... .#... #...# #...# #...# .#.#. #...# ...#. .#... ..#.. ...#. .#... ..#..",
    "#...# #...# #.... .###. .#... #...# #...# #.#.# ..#.. #...# ..#.. ..#.. ..#.. ..#.. #.#.# ..#..",
    "####. .#### #.... ....# .#..# #..## .#.#. #.#.# .#.#. .#### .#... ..#.. ..#.. ..#.. ...#. ..#..",
    "#.... ....# #.... ####. ..##. .##.# ..#.. .#.#. #...# ....# ##### ...#. ..#.. .#... ..... .###.",
    "#.... ....# ..... ..... ..... ..... ..... ..... ..... .###. ..... ..... ..... ..... ..... .....",
};
// clang-format on

constexpr std::array<std::string_view, kRows> kBox{"#####", "#...#", "#...#", "#...#",
                                                   "#...#", "#...#", "#####", "....."};

constexpr std::array<std::string_view, kRows> kSharpS{".##..", "#..#.", "#..#.", "#.#..",
                                                      "#..#.", "#..#.", "#.##.", "....."};

// Accents, of two rows. Those of small letters stand on the two rows above them.
struct Accent {
  char32_t name;
  std::array<std::string_view, 2> rows;
};
constexpr std::array kAccents{
    Accent{U'"', {".#.#.", "....."}}, Accent{U'/', {"...#.", "..#.."}}, Accent{U'\\', {".#...", "..#.."}},
    Accent{U'^', {"..#..", ".#.#."}}, Accent{U'~', {".##.#", "#.##."}}, Accent{U'o', {"..#..", "....."}},
};

// A letter that is another one with an accent.
struct Accented {
  char32_t letter;
  char32_t base;
  char32_t accent;
};
constexpr Accented kAccented[] = {
    {U'\u00c4', U'A', U'"'},     {U'\u00d6', U'O', U'"'},     {U'\u00dc', U'U', U'"'},      {U'\u00cb', U'E', U'"'},
    {U'\u00cf', U'I', U'"'},     {U'\u00e4', U'a', U'"'},     {U'\u00f6', U'o', U'"'},      {U'\u00fc', U'u', U'"'},
    {U'\u00eb', U'e', U'"'},     {U'\u00ef', kDotless, U'"'}, {U'\u00ff', U'y', U'"'},      {U'\u00c1', U'A', U'/'},
    {U'\u00c9', U'E', U'/'},     {U'\u00cd', U'I', U'/'},     {U'\u00d3', U'O', U'/'},      {U'\u00da', U'U', U'/'},
    {U'\u00dd', U'Y', U'/'},     {U'\u00e1', U'a', U'/'},     {U'\u00e9', U'e', U'/'},      {U'\u00ed', kDotless, U'/'},
    {U'\u00f3', U'o', U'/'},     {U'\u00fa', U'u', U'/'},     {U'\u00fd', U'y', U'/'},      {U'\u00c0', U'A', U'\\'},
    {U'\u00c8', U'E', U'\\'},    {U'\u00cc', U'I', U'\\'},    {U'\u00d2', U'O', U'\\'},     {U'\u00d9', U'U', U'\\'},
    {U'\u00e0', U'a', U'\\'},    {U'\u00e8', U'e', U'\\'},    {U'\u00ec', kDotless, U'\\'}, {U'\u00f2', U'o', U'\\'},
    {U'\u00f9', U'u', U'\\'},    {U'\u00c2', U'A', U'^'},     {U'\u00ca', U'E', U'^'},      {U'\u00ce', U'I', U'^'},
    {U'\u00d4', U'O', U'^'},     {U'\u00db', U'U', U'^'},     {U'\u00e2', U'a', U'^'},      {U'\u00ea', U'e', U'^'},
    {U'\u00ee', kDotless, U'^'}, {U'\u00f4', U'o', U'^'},     {U'\u00fb', U'u', U'^'},      {U'\u00d1', U'N', U'~'},
    {U'\u00f1', U'n', U'~'},     {U'\u00c3', U'A', U'~'},     {U'\u00e3', U'a', U'~'},      {U'\u00d5', U'O', U'~'},
    {U'\u00f5', U'o', U'~'},     {U'\u00c5', U'A', U'o'},     {U'\u00e5', U'a', U'o'},
};

// A letter's dots, row by row, accents first.
using Dots = std::array<std::string_view, kAccentRows + kRows>;

Dots dots_of_base(char32_t letter) {
  Dots dots;
  dots.fill(".....");
  if (letter < kFirst || letter > kDotless) return dots;
  const auto index = static_cast<size_t>(letter - kFirst);
  for (size_t row = 0; row < kRows; ++row)
    dots[kAccentRows + row] = kSheet[index / kInRow * kRows + row].substr(index % kInRow * (kWidth + 1), kWidth);
  return dots;
}

// None: there is no such letter.
std::optional<Dots> dots_of(char32_t letter) {
  if (letter >= kFirst && letter < kDotless) return dots_of_base(letter);
  if (letter == U'\u00df') {
    Dots dots = dots_of_base(U' ');
    std::ranges::copy(kSharpS, dots.begin() + kAccentRows);
    return dots;
  }
  const auto found = std::ranges::find(kAccented, letter, &Accented::letter);
  if (found == std::end(kAccented)) return std::nullopt;
  Dots dots = dots_of_base(found->base);
  const bool is_small = found->base >= U'a';
  const auto accent = std::ranges::find(kAccents, found->accent, &Accent::name);
  std::ranges::copy(accent->rows, dots.begin() + (is_small ? kAccentRows : 0));
  return dots;
}

Dots box() {
  Dots dots = dots_of_base(U' ');
  std::ranges::copy(kBox, dots.begin() + kAccentRows);
  return dots;
}

// Takes a letter off the front. What is no UTF-8 counts byte for byte.
char32_t take_letter(std::string_view& words) {
  const auto first = static_cast<uint8_t>(words.front());
  const size_t length = first < 0x80 ? 1 : (first & 0xe0) == 0xc0 ? 2 : (first & 0xf0) == 0xe0 ? 3 : 4;
  char32_t letter = length == 1 ? first : first & (0x7fU >> length);
  for (size_t i = 1; i < length && i < words.size(); ++i)
    letter = letter << 6 | (static_cast<uint8_t>(words[i]) & 0x3fU);
  words.remove_prefix(std::min(length, words.size()));
  return letter;
}

}  // namespace

Lettering lettering(std::string_view words, int dot) {
  Lettering made;
  int left = 0;  // of the letter, in dots
  for (std::string_view rest = words; !rest.empty();) {
    const char32_t letter = take_letter(rest);
    const Dots dots = dots_of(letter).value_or(box());
    size_t first = kWidth;
    size_t end = 0;
    for (const std::string_view row : dots) {
      if (const size_t at = row.find('#'); at != std::string_view::npos) first = std::min(first, at);
      if (const size_t at = row.rfind('#'); at != std::string_view::npos) end = std::max(end, at + 1);
    }
    if (letter == U' ' || first >= end) {
      left += kSpace + 1;
      continue;
    }
    for (size_t row = 0; row < dots.size(); ++row)
      for (size_t x = first; x < end; ++x) {
        if (dots[row][x] != '#') continue;
        size_t last = x;
        while (last + 1 < end && dots[row][last + 1] == '#') ++last;
        for (int y = 0; y < dot; ++y)
          made.runs.push_back({static_cast<int>(row) * dot + y, (left + static_cast<int>(x - first)) * dot,
                               (left + static_cast<int>(last - first) + 1) * dot - 1});
        x = last;
      }
    left += static_cast<int>(end - first) + 1;
  }
  made.size = {std::max(left - 1, 0) * dot, (kAccentRows + kRows) * dot};
  return made;
}

std::string missing_letter(std::string_view words) {
  while (!words.empty()) {
    const std::string_view before = words;
    if (!dots_of(take_letter(words))) return std::string(before.substr(0, before.size() - words.size()));
  }
  return {};
}

}  // namespace quicksand
