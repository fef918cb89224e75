// Worlds of discs: grains that stay grains.
#pragma once

#include "sim/fixture.h"
#include "sim/grains/contact.h"

namespace quicksand {

inline constexpr uint8_t kDisc = 2;
inline constexpr uint8_t kStone = 3;

// Discs and a stone of this friction, in hundredths, standing and sliding alike.
inline Table discs_of_friction(int friction, int density = 200) {
  Material disc;
  disc.name = "disc";
  disc.density = density;
  disc.static_friction = disc.kinetic_friction = friction;
  Material stone = disc;
  stone.name = "stone";
  stone.is_static = true;
  return std::make_shared<MaterialTable>(std::vector<Material>{disc, stone});
}

// A world in which grains stay grains, with a floor of stone of so many rows.
inline constexpr int kFloorRows = 3;
inline Sandbox world_of_discs(GridSize size, const Table& table, uint64_t seed, int gravity = kGravityUnit) {
  SandboxState state(size, seed, Border::kWall);
  state.deposits = false;
  state.gravity = gravity;
  Sandbox world(std::move(state), table);
  world.paint(rect(0, size.height - kFloorRows, size.width, kFloorRows, {kStone}));
  return world;
}

inline PaintCommand let_go(PaintCommand command, double down = 0) {
  command.velocity = Velocity{0, down};
  return command;
}

inline const Grains& grains_of(const Sandbox& world) { return world.state().grains; }

inline double mean(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// The energy of motion, for each grain.
inline double motion(const Sandbox& world) {
  const Grains& grains = grains_of(world);
  double sum = 0;
  for (size_t i = 0; i < grains.size(); ++i) {
    const double squared = double(grains.vx[i]) * grains.vx[i] + double(grains.vy[i]) * grains.vy[i];
    const double face = double(grains.spin[i]) * radius_of(grains.grain_seed()[i], 0);
    sum += squared / 2 + face * face / 4;
  }
  return sum / static_cast<double>(grains.size());
}

// And of height above the floor.
inline double energy(const Sandbox& world) {
  return motion(world) + double(kGrainGravity) * (world.size().height - kFloorRows - mean(grains_of(world).y));
}

}  // namespace quicksand
