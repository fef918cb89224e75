#include "ui/game/new_world.h"

#include <algorithm>

#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "ui/game/world_size.h"
#include "ui/game/worlds.h"

namespace quicksand {
namespace {

const WorldKind& kind_of(const NewWorld& wanted) { return world_kinds()[wanted.kind]; }

}  // namespace

double memory_mb(const NewWorld& wanted) { return memory_mb(kind_of(wanted), wanted.size); }

std::string problem_of(const NewWorld& wanted) { return problem_of_size(kind_of(wanted), wanted.size); }

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
