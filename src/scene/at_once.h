// How much a scene may do in one tick: a world is to open in a moment, and its ticks are to end, whatever a file says.
// What is too much depends on the world's size, which a file says, and who opens it may choose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace quicksand {

// So many forces, and so many touches, a scene may have in one tick, and so many cells they may reach in all.
inline constexpr int64_t kMostAtOnce = 250;
inline constexpr int64_t kMostReachAtOnce = 8'000'000;

// What is painted (work_of()) in one tick may look at so many cells in all, or, in a large world, at each of its cells
// so often.
inline constexpr int64_t kMostLookedAtAtOnce = 64'000'000;
inline constexpr int64_t kMostCoatsAtOnce = 4;

// What is pressed in one tick may be so many cells in all, or all of a large world once. A cell that is pressed takes
// as long as some that are painted.
inline constexpr int64_t kMostPressedAtOnce = 8'000'000;

// Commands of one tick that end sources may look at so many sources in all.
inline constexpr int64_t kMostEndingAtOnce = 20'000'000;

struct TooMuchAtOnce {
  std::string_view key;  // of the scene's list, as files name it
  std::string message;
};

// For each list that goes beyond one of these limits, in a world of the scene's size. Empty: none does.
std::vector<TooMuchAtOnce> too_much_at_once(const Scene& scene);

}  // namespace quicksand
