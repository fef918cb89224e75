#include "view/colour_vision.h"

#include <catch2/catch.hpp>

#include "io/assets.h"
#include "view/pattern.h"

using namespace quicksand;

namespace {

double closest_pair(const Looks& looks) {
  double closest = 1e9;
  for (size_t i = 1; i < looks.size(); ++i)
    for (size_t j = 1; j < i; ++j) closest = std::min(closest, least_distance(looks[i].colour, looks[j].colour));
  return closest;
}

}  // namespace

TEST_CASE("red and green look alike to who lacks either, and unlike to others") {
  // Of about the same brightness, so that hue is all there is.
  const Rgb red{200, 80, 60};
  const Rgb green{120, 125, 40};
  CHECK(colour_distance(red, green) > 45);
  CHECK(colour_distance(seen_by(ColourVision::kNoGreen, red), seen_by(ColourVision::kNoGreen, green)) < 15);
  for (const Rgb grey : {Rgb{0, 0, 0}, Rgb{128, 128, 128}, Rgb{255, 255, 255}})
    for (const auto vision : {ColourVision::kNoRed, ColourVision::kNoGreen, ColourVision::kNoBlue})
      CHECK(colour_distance(grey, seen_by(vision, grey)) < 1);
}

TEST_CASE("all materials that come with the game can be told apart by everybody") {
  for (const std::string& name : material_set_names()) {
    const Result<MaterialSet> set = load_materials(name);
    REQUIRE(set.ok());
    const Looks distinct = distinct_looks(set->looks);
    INFO(name << ": " << closest_pair(set->looks) << " becomes " << closest_pair(distinct));
    CHECK(closest_pair(distinct) > 8);  // 2.3 is just noticeable
    // Twice as far apart, or so far that there is nothing to mend: over ten times what is noticeable.
    CHECK(closest_pair(distinct) > std::min(2 * closest_pair(set->looks), 25.0));
  }
}

TEST_CASE("materials beside one another in a file have different patterns") {
  const Result<MaterialSet> core = load_materials("core");
  REQUIRE(core.ok());
  for (size_t i = 3; i < core->looks.size(); ++i) {
    CHECK(core->looks[i].pattern > 0);
    CHECK(core->looks[i].pattern != core->looks[i - 1].pattern);
  }
  for (const Pattern& a : kPatterns)
    for (const Pattern& b : kPatterns) CHECK((a.name == b.name) == (a.rows == b.rows));
}
