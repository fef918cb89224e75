#include "sim/cells/repose.h"

#include <cstdlib>
#include <iterator>

#include "core/check.h"

namespace quicksand {
namespace {

// The tangents of kMinRepose, kMinRepose + 1, … degrees, in thousandths.
constexpr int kTangents[] = {176,  194,  213,  231,  249,  268,  287,  306,  325,  344,  364,  384,  404,  424,
                             445,  466,  488,  510,  532,  554,  577,  601,  625,  649,  675,  700,  727,  754,
                             781,  810,  839,  869,  900,  933,  966,  1000, 1036, 1072, 1111, 1150, 1192, 1235,
                             1280, 1327, 1376, 1428, 1483, 1540, 1600, 1664, 1732, 1804, 1881, 1963};
static_assert(std::size(kTangents) == kMaxRepose - kMinRepose + 1);

// How far a slope is from the one with this tangent: the tangent of the angle between them, in millionths.
int64_t distance(const Repose& slope, int64_t tangent) {
  const int64_t rise = int64_t{1000} * slope.drop;
  const int64_t run = int64_t{1000} * slope.reach;
  return std::abs(rise - slope.reach * tangent) * 1'000'000 / (run + slope.drop * tangent);
}

// The slope nearest to a tangent in thousandths. The smaller the numbers, the less has to be looked at: so the first that is
// near enough, by the tangent of the angle between, in millionths.
Repose repose_of_tangent(int64_t tangent, int most, int64_t near_enough) {
  Repose best = repose_of_reach(1);
  for (int largest = 1; largest <= most && distance(best, tangent) > near_enough; ++largest)
    for (int reach = 1; reach <= largest; ++reach)
      for (int drop = reach == largest ? 1 : largest; drop <= largest; ++drop) {
        const Repose slope{static_cast<uint8_t>(reach), static_cast<uint8_t>(drop)};
        if (distance(slope, tangent) < distance(best, tangent)) best = slope;
      }
  return best;
}

constexpr int64_t kOneDegree = 17'455;

}  // namespace

Repose repose_of_angle(int degrees) {
  QS_CHECK(degrees >= kMinRepose && degrees <= kMaxRepose, "an angle of repose is out of range");
  return repose_of_tangent(kTangents[degrees - kMinRepose], kMaxReach, kOneDegree);
}

// tan(a + b) = (tan a + tan b) / (1 - tan a tan b).
Repose failing_slope(const Repose& repose) {
  const int64_t tangent = 1000 * repose.drop / repose.reach;
  const int64_t more = kFailingTangent;
  return repose_of_tangent((tangent + more) * 1'000'000 / (1'000'000 - tangent * more), kMostFailing, kOneDegree / 2);
}

}  // namespace quicksand
