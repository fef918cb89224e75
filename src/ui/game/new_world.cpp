#include "ui/game/new_world.h"

#include <algorithm>
#include <cstdio>

#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "io/statistics.h"
#include "ui/game/worlds.h"

namespace quicksand {
namespace {

// Of what the machine has. The rest is for the picture, for saving, and for other programs.
constexpr double kMostShareOfMemory = 0.5;

const WorldKind& kind_of(const NewWorld& wanted) { return world_kinds()[wanted.kind]; }

}  // namespace

double memory_mb(const NewWorld& wanted) {
  return static_cast<double>(wanted.size.width) * wanted.size.height * kind_of(wanted).bytes_per_cell / (1 << 20);
}

std::string problem_of(const NewWorld& wanted) {
  const int most = kind_of(wanted).most_extent;
  for (const auto& [side, extent] : {std::pair("width", wanted.size.width), std::pair("height", wanted.size.height)})
    if (extent < 1 || extent > most)
      return std::string("The ") + side + " is " + std::to_string(extent) + "; it must be from 1 to " +
             std::to_string(most) + " cells.";
  const double has = memory_of_machine_mb();
  if (has > 0 && memory_mb(wanted) > has * kMostShareOfMemory) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "It would take about %.0f MB, and this machine has %.0f MB for all: make it smaller.",
                  memory_mb(wanted), has);
    return text;
  }
  return {};
}

std::vector<std::string> materials_to_choose(const GameState& game) {
  std::vector<std::string> sets = material_set_names();
  const std::optional<std::string>& given = game.given.materials;
  if (given && std::ranges::find(sets, *given) == sets.end()) sets.push_back(*given);
  return sets;
}

std::string usual_materials(const GameState& game, const NewWorld& wanted) {
  return game.given.materials.value_or(std::string(kind_of(wanted).materials));
}

Scene scene_of(const NewWorld& wanted) {
  const WorldKind& kind = kind_of(wanted);
  Scene scene;
  scene.name = "New world";
  scene.title = "New world";
  scene.world = kind.name;
  scene.size = wanted.size;
  scene.open_border = wanted.open_border;
  scene.daylight = 1;  // what is built is seen; Look makes it night
  scene.materials = wanted.materials.empty() ? std::string(kind.materials) : wanted.materials;
  if (kind.fresh) scene.settings = kind.fresh();
  return scene;
}

bool create_world(GameState& game, const NewWorld& wanted) {
  if (const std::string problem = problem_of(wanted); !problem.empty()) {
    game.toasts.complain(problem);
    return false;
  }
  return open_described(game, scene_of(wanted), wanted.materials.empty());
}

}  // namespace quicksand
