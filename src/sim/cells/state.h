// The state of a sandbox: all that its next tick depends on, besides the material table.
#pragma once

#include <cstdint>
#include <span>

#include "core/geometry.h"
#include "core/plane.h"
#include "sim/cells/cell_planes.h"
#include "sim/cells/material_table.h"
#include "sim/falling/fall_laws.h"
#include "sim/grains/grain_settings.h"
#include "sim/grains/grains.h"
#include "sim/heat/temperature.h"

namespace quicksand {

enum class Border : uint8_t {
  kWall,  // nothing leaves the world
  kOpen,  // what reaches an outermost row or column is gone at the end of the tick, static cells excepted
};

// All of it but the planes, which a history keeps otherwise (core/plane_tiles.h).
struct StateBesidesCells {
  GridSize size;
  uint64_t seed;
  Border border;
  Grains grains;              // in the air
  uint64_t tick = 0;          // ticks run so far; also the number of the tick that runs next
  uint64_t paint_serial = 0;  // commands applied so far
  bool deposits = true;  // grains that come to rest become cells again
  bool unclumps = true;  // those that gather above the ground are spread along it
  int friction = kFrictionUnit;  // of grains that touch, in 64ths of what their materials say: grains/grain_settings.h
  int gravity = kGravityUnit;    // in 64ths: falling/fall_laws.h
  uint16_t ambient = kRoomTemperature;  // of void, and of what has no temperature of its own: heat/temperature.h
};

struct SandboxState : StateBesidesCells {
  // Void everywhere. `rows` as CellPlanes takes them.
  SandboxState(GridSize world_size, uint64_t world_seed, Border world_border,
               std::span<const PlaneRow> rows = kPlaneRows)
      : StateBesidesCells{world_size, world_seed, world_border, Grains(static_cast<int>(rows.size()))},
        cells(world_size, rows) {}

  // The planes that rules read.
  Plane<MaterialId>& material() { return cells[kMaterialPlane]; }
  const Plane<MaterialId>& material() const { return cells[kMaterialPlane]; }
  Plane<uint8_t>& grain_seed() { return cells[kGrainSeedPlane]; }
  const Plane<uint8_t>& grain_seed() const { return cells[kGrainSeedPlane]; }
  Plane<uint8_t>& wetness() { return cells[kWetnessPlane]; }
  const Plane<uint8_t>& wetness() const { return cells[kWetnessPlane]; }

  CellPlanes cells;

  uint16_t temperature(CellPos cell) const {
    return temperature_of(cells.sparse(kHeatLowPlane, cell), cells.sparse(kHeatHighPlane, cell), ambient);
  }
};

// Writes a temperature into the bytes of a cell of the state.
inline void set_temperature(CellBytes& bytes, uint16_t temperature, uint16_t ambient) {
  const uint16_t excess = excess_of(temperature, ambient);
  bytes[kHeatLowPlane] = static_cast<uint8_t>(excess);
  bytes[kHeatHighPlane] = static_cast<uint8_t>(excess >> 8);
}

// The bytes of a cell of a material as it comes into the world.
inline CellBytes fresh_cell(const SandboxState& state, const MaterialTable& table, MaterialId material, uint8_t seed) {
  CellBytes bytes = state.cells.empty();
  bytes[kMaterialPlane] = material;
  if (material == kVoid) return bytes;
  bytes[kGrainSeedPlane] = seed;
  if (const std::optional<int>& temperature = table[material].temperature)
    set_temperature(bytes, temperature_of(*temperature), state.ambient);
  return bytes;
}

}  // namespace quicksand
