// Airborne grains: the third phase of granular matter, besides cells at rest and cells that flow. A grain is one cell's
// matter in free flight; cells and grains of a material together are conserved.
//
// Part of a sandbox's state. Their order matters, and is the same for any number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cells/material_table.h"

namespace quicksand {

// Whether the material can be airborne: powders and liquids can.
bool can_fly(const MaterialTable& table, MaterialId material);

struct Grain {
  float x;  // of its middle, in cells; (0, 0) is the corner of the first cell
  float y;
  float vx;  // cells a tick
  float vy;
  MaterialId material;
  uint8_t grain_seed;
  uint8_t wetness;
};

// An array for each property.
struct Grains {
  std::vector<float> x, y, vx, vy;
  std::vector<MaterialId> material;
  std::vector<uint8_t> grain_seed, wetness;

  size_t size() const { return x.size(); }
  bool empty() const { return x.empty(); }
  void add(const Grain& grain);
  Grain at(size_t index) const {
    return {x[index], y[index], vx[index], vy[index], material[index], grain_seed[index], wetness[index]};
  }

  // Drops those whose mark is not 0; the others keep their order. One mark for each grain.
  void drop(const std::vector<uint8_t>& marks);

  // Puts them into this order: grain order[i] becomes grain i.
  void reorder(const std::vector<uint32_t>& order);
};

// All grains as bytes, little-endian; empty when there are none.
std::string pack_grains(const Grains& grains);
// None: these are not the bytes of grains. Values are not checked.
std::optional<Grains> unpack_grains(std::string_view bytes);

}  // namespace quicksand
