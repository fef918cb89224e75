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
    material.gas = !material.is_static && !material.liquid && random(6) == 0;
    if (material.density == 0 && !material.gas) material.density = 60;
    if (random(3) == 0) material.falls = 1 + static_cast<int>(random(100));
    if (phase_of(material) == Phase::kGas && random(2) == 0) material.diffuses = static_cast<int>(random(101));
    if (random(5) == 0) material.fades = 1 + random(60);
    for (int victim = 2; victim < count + 2; ++victim)
      if (random(2 * static_cast<uint32_t>(count)) < 3)
        material.dissolves.push_back({static_cast<MaterialId>(victim), 1 + random(random(2) == 0 ? 5 : 500)});
    materials.push_back(std::move(material));
  }
  for (Material& material : materials) {
    const uint32_t liquid = random(static_cast<uint32_t>(count));
    const bool takes_it = materials[liquid].liquid && !materials[liquid].is_static && materials[liquid].density >= 0;
    const bool is_fluid = !material.is_static && (material.liquid || material.gas || material.density < 0);
    if (!takes_it || is_fluid) continue;
    material.absorbs = static_cast<MaterialId>(liquid + 2);
    material.wet_threshold = 1 + static_cast<int>(random(200));
    material.wet_max = material.wet_threshold + 1 + static_cast<int>(random(255 - material.wet_threshold));
    material.dries = random(2) * (1 + random(300));
  }
  if (count == 0) return std::make_shared<MaterialTable>(std::move(materials));
  for (Material& material : materials)
    for (const char* const tag : {"odd", "even", "rare"})
      if (random(3) == 0) material.tags.push_back(tag);
  materials.front().tags = {"odd", "even", "rare"};
  const auto any = [&] { return static_cast<MaterialId>(2 + random(static_cast<uint32_t>(count))); };
  const auto products = [&] {
    Products list;
    for (uint32_t i = random(4); i > 0; --i)
      list.push_back({random(4) == 0 ? kSame : random(3) == 0 ? kVoid : any(), 1 + random(9)});
    return list;
  };
  for (Material& material : materials)
    if (material.fades == 0 && random(5) == 0) material.decays = Decay{0.02 + random(100) / 50.0, products()};
  for (Material& material : materials) {
    const auto degrees = [&] { return 8 * (static_cast<int>(random(1200)) - 200); };
    const auto becomes = [&] { return Products{{any(), 1 + random(3)}, {any(), 1}}; };
    if (random(3) == 0) material.temperature = degrees();
    material.conducts = static_cast<int>(random(4) == 0 ? random(2) * 1000 : random(1001));
    if (random(4) == 0) material.hot = Transition{degrees(), becomes(), static_cast<int>(random(2) * random(2000))};
    if (random(4) == 0) material.cold = Transition{degrees(), becomes(), static_cast<int>(random(2) * random(2000))};
    if (random(4) == 0)
      material.burns = Burning{degrees(), 0.03 * (1 + random(300)), static_cast<int>(random(8000)), 8 * static_cast<int>(random(2000)),
                               static_cast<MaterialId>(random(3) == 0 ? kVoid : any()), 1.0 + random(150), products()};
    if (material.hot && material.cold && material.cold->at > material.hot->at) material.cold.reset();
  }
  for (Material& material : materials) {
    if (!material.burns && random(6) == 0)
      material.explodes = Explosive{8 * static_cast<int>(random(900)), false, random(3) == 0 ? std::optional(2.0 + random(4)) : std::nullopt,
                                    0.5 + random(30) / 10.0, 0.5 + random(60) / 10.0, static_cast<int>(random(8000)), 8 * static_cast<int>(random(2000)),
                                    static_cast<MaterialId>(random(2) == 0 ? kVoid : any()), products()};
    if (!material.burns && !material.explodes && random(4) == 0) {
      Electric& electric = material.electric.emplace();
      const uint32_t kind = random(3);
      electric.conducts = kind == 0;
      if (kind == 0) electric.lights_at = {{1, 1 + static_cast<int>(random(8))}};
      if (kind == 1) electric.source = 1.0 + random(40);
      if (kind == 2) {
        electric.holds = 0.02 + random(100) / 100.0;
        electric.heat = static_cast<int>(random(8000)) - 4000;
        if (random(2) == 0) electric.charged = products();
        if (random(2) == 0) electric.uncharged = products();
      }
    }
    if (material.explodes) material.explodes->charged = random(2) == 0;
    if (material.is_static && random(2) == 0) {
      material.breaks_into = products();
      material.hardness = random(40) / 10.0;
    }
  }
  std::vector<Reaction> reactions;
  for (int i = 0; i < count; ++i) {
    const auto side = [&] {
      const char* const tags[] = {"#odd", "#even", "#rare"};
      return random(3) == 0 ? tags[random(3)] : materials[any() - 2].name;
    };
    Reaction reaction;
    reaction.sides = {side(), random(6) == 0 ? "void" : side()};
    reaction.then = {products(), products()};
    if (random(2) == 0)
      reaction.per_second = random(2) == 0 ? 160.0 : 0.5 * (1 + random(40));
    else
      reaction.half_life = 0.05 * (1 + random(40));
    reaction.where = static_cast<Where>(random(4));
    if (random(4) == 0) reaction.wetness = {{static_cast<int>(random(80)), 255}};
    if (random(4) == 0) reaction.temperature = {{static_cast<int>(random(4000)) - 2000, 9000}};
    if (random(6) == 0) reaction.charged = random(2) == 0;
    if (random(3) == 0) reaction.heat = {static_cast<int>(random(4000)) - 1000, static_cast<int>(random(4000)) - 1000};
    reactions.push_back(std::move(reaction));
  }
  return std::make_shared<MaterialTable>(std::move(materials), std::move(reactions));
}

}  // namespace quicksand
