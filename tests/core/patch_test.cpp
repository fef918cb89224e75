#include "core/patch.h"

#include <catch2/catch.hpp>

using namespace quicksand;

namespace {

const Patch kPatch{
    {3, 2}, {"void", "sand", "tea"}, {{"material", {1, 2, 0, 0, 1, 0}}, {"wetness", {9, 8, 0, 0, 7, 0}}}};

}  // namespace

TEST_CASE("a patch is turned clockwise, four times to what it was, and mirrored twice") {
  const Patch once = turned(kPatch);
  CHECK(once.size == GridSize{2, 3});
  CHECK(once.planes[0].bytes == std::vector<uint8_t>{0, 1, 1, 2, 0, 0});
  CHECK(once.planes[1].bytes == std::vector<uint8_t>{0, 9, 7, 8, 0, 0});
  CHECK(turned(turned(turned(once))) == kPatch);
  for (const Mirror mirror : {Mirror::kUpright, Mirror::kLying})
    CHECK(mirrored(mirrored(kPatch, mirror), mirror) == kPatch);
  CHECK(mirrored(kPatch, Mirror::kUpright).planes[0].bytes == std::vector<uint8_t>{0, 2, 1, 0, 1, 0});
  CHECK(mirrored(kPatch, Mirror::kLying).planes[0].bytes == std::vector<uint8_t>{0, 1, 0, 1, 2, 0});
}

TEST_CASE("a mask leaves what lies in its runs, and knows when that is nothing") {
  const std::vector<RowSpan> runs{{0, 1, 2}};
  const Patch kept = masked(kPatch, runs);
  CHECK(kept.planes[0].bytes == std::vector<uint8_t>{0, 2, 0, 0, 0, 0});
  CHECK(kept.planes[1].bytes == std::vector<uint8_t>{0, 8, 0, 0, 0, 0});
  CHECK(materials_of(kept) == std::vector<std::string>{"tea"});
  CHECK_FALSE(is_empty(kept));
  CHECK(is_empty(masked(kPatch, {})));
}

TEST_CASE("of a patch is left what a world has entries for, and nothing in any plane of the rest") {
  const std::vector<std::string> names{"void", "tea", "rum"};
  const Patch kept = limited_to(kPatch, names);
  CHECK(kept.planes[0].bytes == std::vector<uint8_t>{0, 2, 0, 0, 0, 0});
  CHECK(kept.planes[1].bytes == std::vector<uint8_t>{0, 8, 0, 0, 0, 0});
  CHECK(materials_of(kept) == std::vector<std::string>{"tea"});
  CHECK(limited_to(kPatch, kPatch.entry_names) == kPatch);
}
