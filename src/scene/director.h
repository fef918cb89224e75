// Plays a scene into a world: the paint and the sources that are due, tick after tick.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/world.h"
#include "scene/scene.h"

namespace quicksand {

class Director {
 public:
  Director() = default;  // has nothing to play

  // Resolves the scene's material names. Fails, naming each place, when the palette lacks one.
  static Result<Director> create(const Scene& scene, const std::vector<std::string>& entry_names);

  // Applies what is due before tick world.tick() runs: paint, then sources, then forces. Call it once for every tick, in order.
  void before_tick(World& world);

  // Applies the paint alone. before_tick() does not repeat it.
  void paint_due(World& world);

  // Writes what has not been done yet, the sources and the forces into a scene.
  void describe_rest(Scene& scene) const;

 private:
  std::vector<ScenePaint> paint_;
  std::vector<SceneSource> sources_;
  std::vector<SceneForce> forces_;
  size_t next_ = 0;  // the first paint command that is not done
};

}  // namespace quicksand
