// Materials of all kinds, for tests of what has to hold for any.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "sim/cells/material_table.h"

namespace quicksand {

// Materials with random properties, from the whole range that files may give them.
inline std::shared_ptr<const MaterialTable> random_table(uint32_t seed, int count) {
  uint32_t serial = seed << 16;
  const auto random = [&](uint32_t range) { return mix32(++serial) % range; };
  std::vector<Material> materials;
  for (int i = 0; i < count; ++i) {
    Material material;
    material.name = "m" + std::to_string(i);
    // Few densities, so that equal ones are common.
    material.density = static_cast<int>(random(9)) * 60 - 120;
    material.friction = static_cast<int>(random(kMaxFriction + 1));
    if (random(2) == 0) material.repose_degrees = kMinRepose + static_cast<int>(random(kMaxRepose - kMinRepose + 1));
    material.liquid = random(2) == 0;
    material.is_static = random(8) == 0;
    if (random(5) == 0) material.fades = 1 + random(60);
    for (int victim = 2; victim < count + 2; ++victim)
      if (random(2 * static_cast<uint32_t>(count)) < 3)
        material.dissolves.push_back({static_cast<MaterialId>(victim), 1 + random(random(2) == 0 ? 5 : 500)});
    materials.push_back(std::move(material));
  }
  for (Material& material : materials) {
    const uint32_t liquid = random(static_cast<uint32_t>(count));
    const bool takes_it = materials[liquid].liquid && !materials[liquid].is_static && materials[liquid].density >= 0;
    const bool is_fluid = !material.is_static && (material.liquid || material.density < 0);
    if (!takes_it || is_fluid) continue;
    material.absorbs = static_cast<MaterialId>(liquid + 2);
    material.wet_threshold = 1 + static_cast<int>(random(200));
    material.wet_max = material.wet_threshold + 1 + static_cast<int>(random(255 - material.wet_threshold));
    material.dries = random(2) * (1 + random(300));
  }
  return std::make_shared<MaterialTable>(std::move(materials));
}

}  // namespace quicksand
