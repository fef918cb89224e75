#include "ui/panels/theme_colours.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "view/colour_vision.h"

using namespace quicksand;

namespace {

constexpr std::array kVisions{ColourVision::kFull, ColourVision::kNoRed, ColourVision::kNoGreen, ColourVision::kNoBlue};

// Of text, by WCAG 2.1, level AA; and of the edges of what can be clicked or is chosen.
constexpr double kLeastTextContrast = 4.5;
constexpr double kLeastEdgeContrast = 3;

// In CIE L*a*b*; 2.3 is just noticeable where two colours touch.
constexpr double kLeastDistance = 12;

double luminance(Rgb colour) {
  const auto linear = [](uint8_t value) {
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
}

double contrast(Rgb a, Rgb b) {
  const double first = luminance(a) + 0.05;
  const double second = luminance(b) + 0.05;
  return std::max(first, second) / std::min(first, second);
}

// The smallest, for the kind of sight to which it is smallest.
double least_contrast(Rgb a, Rgb b) {
  double least = 1e9;
  for (const ColourVision vision : kVisions) least = std::min(least, contrast(seen_by(vision, a), seen_by(vision, b)));
  return least;
}

Rgb over(Shade shade, Rgb below) {
  const auto mix = [&](int above, int under) {
    return static_cast<uint8_t>((above * shade.alpha + under * (255 - shade.alpha)) / 255);
  };
  return {mix(shade.rgb.r, below.r), mix(shade.rgb.g, below.g), mix(shade.rgb.b, below.b)};
}

// What a translucent ground looks like over all that may lie below it: over the darkest and over the brightest.
std::vector<Rgb> grounds(Theme theme, Tint tint) {
  Shade shade = shade_of(theme, tint);
  if (tint == Tint::kWindow) shade.alpha = static_cast<uint8_t>(255 * kAlphaOverWorld);
  if (shade.alpha == 255) return {shade.rgb};
  return {over(shade, {0, 0, 0}), over(shade, {255, 255, 255})};
}

struct Pairs {
  std::vector<Tint> above;
  std::vector<Tint> grounds;
};

// Where panels write: in every colour of text on every ground that it comes to lie on.
const std::vector<Pairs> kTexts{
    {{Tint::kText, Tint::kAccent},
     {Tint::kWindow, Tint::kPopup, Tint::kTitle, Tint::kFrame, Tint::kFrameHovered, Tint::kFrameActive, Tint::kButton,
      Tint::kButtonHovered, Tint::kButtonActive, Tint::kHeader, Tint::kTab, Tint::kTabActive, Tint::kLabelGround,
      Tint::kGraphGround}},
    {{Tint::kQuiet},
     {Tint::kWindow, Tint::kPopup, Tint::kFrame, Tint::kFrameHovered, Tint::kButton, Tint::kButtonHovered,
      Tint::kGraphGround}},
    {{Tint::kError}, {Tint::kWindow, Tint::kPopup, Tint::kFrame, Tint::kButton, Tint::kLabelGround}}};

// Frames of what is chosen, icons and marks.
const std::vector<Pairs> kEdges{
    {{Tint::kAccent, Tint::kEraser}, {Tint::kWindow, Tint::kPopup, Tint::kButton, Tint::kHeader}},
    {{Tint::kTimeHandle, Tint::kTimeDeed, Tint::kTimeFork}, {Tint::kWindow}},
    {{Tint::kDialNeedle, Tint::kDialEdge}, {Tint::kDialGround}},
    {{Tint::kSignEdge}, {Tint::kSignBoard}}};

// What means different things in the same place: chosen or not, wrong or not, played or still to come.
const std::vector<std::pair<Tint, Tint>> kApart{{Tint::kAccent, Tint::kText},
                                                {Tint::kAccent, Tint::kQuiet},
                                                {Tint::kError, Tint::kText},
                                                {Tint::kError, Tint::kQuiet},
                                                {Tint::kQuiet, Tint::kText},
                                                {Tint::kHeader, Tint::kWindow},
                                                {Tint::kHeader, Tint::kPopup},
                                                {Tint::kTimeToCome, Tint::kTimeAhead},
                                                {Tint::kTimeToCome, Tint::kAccent},
                                                {Tint::kTimeAhead, Tint::kAccent},
                                                {Tint::kTimeHandle, Tint::kAccent},
                                                {Tint::kTimeHandle, Tint::kTimeAhead},
                                                {Tint::kTimeDeed, Tint::kAccent},
                                                {Tint::kTimeDeed, Tint::kTimeAhead},
                                                {Tint::kTimeDeed, Tint::kTimeToCome},
                                                {Tint::kTimeDeed, Tint::kTimeFork},
                                                {Tint::kWorldDraws, Tint::kWorldErases},
                                                {Tint::kWorldAim, Tint::kWorldErases}};

void check_contrast(const std::vector<Pairs>& all, double least) {
  for (const Theme theme : {Theme::kDark, Theme::kLight})
    for (const Pairs& pairs : all)
      for (const Tint above : pairs.above)
        for (const Tint below : pairs.grounds)
          for (const Rgb ground : grounds(theme, below)) {
            INFO(kThemeWords[static_cast<size_t>(theme)] << ": row " << static_cast<int>(above) << " on row "
                                                         << static_cast<int>(below));
            CHECK(least_contrast(shade_of(theme, above).rgb, ground) >= least);
          }
}

}  // namespace

TEST_CASE("contrast is that of WCAG") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == Approx(21));
  CHECK(contrast({118, 118, 118}, {255, 255, 255}) == Approx(4.54).margin(0.01));
}

TEST_CASE("in both themes everybody can read all text, and sees what is chosen") {
  check_contrast(kTexts, kLeastTextContrast);
  check_contrast(kEdges, kLeastEdgeContrast);
}

TEST_CASE("in both themes everybody can tell apart what means different things") {
  for (const Theme theme : {Theme::kDark, Theme::kLight})
    for (const auto& [a, b] : kApart) {
      INFO(kThemeWords[static_cast<size_t>(theme)] << ": rows " << static_cast<int>(a) << " and "
                                                   << static_cast<int>(b));
      CHECK(least_distance(shade_of(theme, a).rgb, shade_of(theme, b).rgb) >= kLeastDistance);
    }
}

TEST_CASE("no panel has a colour outside of the theme's table") {
  const std::regex number(R"(IM_COL32\s*\(\s*\d|ImVec4\s*(\w+\s*)?[({]\s*[\d.]|GetStyle\(\)\.Colors\[\w+\] = )");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(QUICKSAND_SOURCE "/src/ui")) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name.starts_with("theme")) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      INFO(name << ": " << line);
      CHECK(!std::regex_search(line, number));
    }
  }
}
