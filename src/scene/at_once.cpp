#include "scene/at_once.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

namespace quicksand {
namespace {

struct Reach {
  uint64_t from;
  uint64_t until;
  CellBox box;
};

std::optional<TooMuchAtOnce> check_reach(std::string_view key, const std::vector<Reach>& all, const char* what,
                                         int64_t most) {
  struct Change {
    uint64_t tick;
    int64_t count;
    int64_t cells;
  };
  std::vector<Change> changes;
  for (const Reach& each : all) {
    if (each.from >= each.until) continue;
    const int64_t cells =
        int64_t{std::max(each.box.right - each.box.left, 0)} * std::max(each.box.bottom - each.box.top, 0);
    changes.push_back({each.from, 1, cells});
    changes.push_back({each.until, -1, -cells});
  }
  // What ends at a tick does so before others begin.
  std::ranges::sort(
      changes, [](const Change& a, const Change& b) { return a.tick != b.tick ? a.tick < b.tick : a.count < b.count; });
  Change now{};
  for (const Change& change : changes) {
    now = {change.tick, now.count + change.count, now.cells + change.cells};
    if (now.count <= kMostAtOnce && now.cells <= most) continue;
    return TooMuchAtOnce{key, "before tick " + std::to_string(now.tick) + " there are " + std::to_string(now.count) +
                                  " " + what + " at once, which reach " + std::to_string(now.cells) +
                                  " cells; there may be " + std::to_string(kMostAtOnce) + ", which reach " +
                                  std::to_string(most)};
  }
  return std::nullopt;
}

// Forces look at every cell that they reach, and at every grain that flies.
std::optional<TooMuchAtOnce> check_forces(const Scene& scene) {
  std::vector<Reach> forces;
  for (const SceneForce& force : scene.forces)
    forces.push_back({force.from, force.until, reach_of(force.command, scene.size)});
  return check_reach("forces", forces, "forces", kMostReachAtOnce);
}

// Touches look at every cell that they reach; presses may go through the whole world.
std::optional<TooMuchAtOnce> check_touches(const Scene& scene) {
  std::vector<Reach> touches;
  std::vector<Reach> presses;
  for (const SceneTouch& touch : scene.touches) {
    touches.push_back({touch.from, touch.until,
                       reach_of(ForceCommand{.at = touch.command.at, .radius = touch.command.radius + 1}, scene.size)});
    if (touch.command.press) presses.push_back({touch.from, touch.until, {0, 0, scene.size.width, scene.size.height}});
  }
  if (std::optional<TooMuchAtOnce> too_much = check_reach("touches", touches, "touches", kMostReachAtOnce))
    return too_much;
  return check_reach("touches", presses, "presses of what hangs together",
                     std::max(kMostPressedAtOnce, scene.size.cells()));
}

// Painting is done at once, for the first tick while the scene is opened.
std::optional<TooMuchAtOnce> check_paint(const Scene& scene) {
  std::map<uint64_t, int64_t> work;
  for (const ScenePaint& paint : scene.paint) work[paint.tick] += work_of(paint.command, scene.size);
  const int64_t most = std::max(kMostLookedAtAtOnce, kMostCoatsAtOnce * scene.size.cells());
  for (const auto& [tick, cells] : work)
    if (cells > most)
      return TooMuchAtOnce{"paint", "what is painted before tick " + std::to_string(tick) + " looks at " +
                                        std::to_string(cells) + " cells in all; " + std::to_string(most) +
                                        " are the most in a world of this size: paint some of it in a later tick"};
  return std::nullopt;
}

// Each of these commands looks at all sources that there are.
std::optional<TooMuchAtOnce> check_ends(const Scene& scene) {
  int64_t sources = std::ssize(scene.sources);
  std::map<uint64_t, int64_t> looked_at;
  for (const SceneCommand& one : scene.commands) {
    if (std::holds_alternative<SourceCommand>(one.command)) ++sources;
    if (std::holds_alternative<EndSourcesCommand>(one.command)) looked_at[one.tick] += sources;
  }
  for (const auto& [tick, count] : looked_at)
    if (count > kMostEndingAtOnce)
      return TooMuchAtOnce{"commands", "the commands before tick " + std::to_string(tick) +
                                           " that end sources look at " + std::to_string(count) +
                                           " sources in all, and may look at " + std::to_string(kMostEndingAtOnce)};
  return std::nullopt;
}

}  // namespace

std::vector<TooMuchAtOnce> too_much_at_once(const Scene& scene) {
  std::vector<TooMuchAtOnce> found;
  for (const auto check : {check_forces, check_touches, check_paint, check_ends})
    if (std::optional<TooMuchAtOnce> too_much = check(scene)) found.push_back(std::move(*too_much));
  return found;
}

}  // namespace quicksand
