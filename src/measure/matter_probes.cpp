#include "measure/matter_probes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "measure/probe_world.h"
#include "sim/heat/temperature.h"
#include "sim/tick/sandbox.h"

namespace quicksand {
namespace {

// The same materials after `change`, without reactions.
template <class Change>
MaterialsPtr changed(const MaterialTable& materials, const Change& change) {
  std::vector<Material> copies;
  for (int id = 2; id < materials.size(); ++id) {
    Material& material = copies.emplace_back(materials[static_cast<MaterialId>(id)]);
    material.dissolves.clear();
    material.dries = 0;
    change(material, static_cast<MaterialId>(id));
  }
  return std::make_shared<MaterialTable>(std::move(copies));
}

void drop_heat_rules(Material& material) {
  material.hot.reset();
  material.cold.reset();
  material.burns.reset();
  material.temperature.reset();
}
void drop_ageing(Material& material) {
  material.decays.reset();
  material.fades = 0;
}
void drop_machines(Material& material) {
  material.explodes.reset();
  material.electric.reset();
}

// Where the transition leads, if that is one material and not void.
std::optional<MaterialId> only_product(const std::optional<Transition>& transition) {
  if (!transition || transition->into.size() != 1) return std::nullopt;
  const MaterialId id = transition->into[0].material;
  return id == kSame || id == kVoid ? std::nullopt : std::optional(id);
}

bool undoes(const std::optional<Transition>& one, const std::optional<Transition>& other, MaterialId back) {
  return other && only_product(other) == back && one->at == other->at && one->latent == other->latent;
}

PaintCommand warm(PaintCommand command, int degrees) {
  command.temperature = degrees * 8;
  return command;
}

}  // namespace

std::optional<Kettle> find_kettle(const MaterialTable& materials) {
  for (int i = 2; i < materials.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    const auto solid = only_product(materials[id].cold);
    const auto gas = only_product(materials[id].hot);
    if (materials.phase(id) != Phase::kLiquid || !solid || !gas) continue;
    if (undoes(materials[id].cold, materials[*solid].hot, id) && undoes(materials[id].hot, materials[*gas].cold, id))
      return Kettle{*solid, id, *gas};
  }
  return std::nullopt;
}

double enthalpy_error(const MaterialsPtr& materials, const Kettle& kettle, uint64_t seed) {
  const int melting = (*materials)[kettle.liquid].cold->latent;
  const int boiling = (*materials)[kettle.liquid].hot->latent;
  // Anything static that changes at no temperature stands for the rock.
  MaterialId rock = kettle.solid;
  const MaterialsPtr only_heat = changed(*materials, [&](Material& material, MaterialId id) {
    drop_ageing(material);
    drop_machines(material);
    material.burns.reset();
    if (id == kettle.solid || id == kettle.liquid || id == kettle.gas) return;
    drop_heat_rules(material);
    if (material.is_static && material.conducts > 0) rock = id;
  });
  constexpr GridSize kSize{96, 64};
  Sandbox world(kSize, seed, Border::kWall, only_heat);
  std::mt19937 dice(static_cast<uint32_t>(seed));
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  world.paint(warm(rect(0, 0, kSize.width, kSize.height, {kettle.liquid}), 15));
  const MaterialId all[] = {kettle.solid, kettle.liquid, kettle.gas, rock};
  for (int i = 0; i < 60; ++i) {
    const MaterialId id = all[any(4)];
    const int degrees = id == kettle.solid ? -any(200)
                        : id == kettle.gas ? 110 + any(200)
                                           : any(id == rock ? 1000 : 99);
    world.paint(warm(rect(any(kSize.width), any(kSize.height), 1 + any(16), 1 + any(16), {id}), degrees));
  }
  const auto enthalpy = [&] {
    int64_t sum = 0;
    for (int y = 0; y < kSize.height; ++y)
      for (int x = 0; x < kSize.width; ++x) {
        const MaterialId id = world.entry_at({x, y});
        sum += world.state().temperature({x, y}) + (id == kettle.liquid ? melting
                                                    : id == kettle.gas  ? melting + boiling
                                                                        : 0);
      }
    return sum;
  };
  const int64_t before = enthalpy();
  run(world, 10'000);
  return static_cast<double>(enthalpy() - before);
}

double half_life_error(const MaterialsPtr& materials, MaterialId material, uint64_t seed) {
  const Material& own = (*materials)[material];
  const MaterialsPtr only_ageing = changed(*materials, [&](Material& other, MaterialId id) {
    drop_heat_rules(other);
    drop_machines(other);
    if (id != material) drop_ageing(other);
    other.is_static = true;
    other.liquid = false;
    other.absorbs = kVoid;
    other.wet_threshold = other.wet_max = 0;
  });
  // What fades does so with a chance of 1 in so many in each tick: some at once.
  const double kept = own.decays ? std::pow(0.5, 1 / (own.decays->half_life * kTicksASecond)) : 1 - 1.0 / own.fades;
  const double half_life = kept > 0 ? -std::log(2.0) / std::log(kept) : 0;
  // Cells are looked at in every fourth tick.
  const int ticks = std::max(static_cast<int>(half_life / kMeetingTicks + 0.5), 1) * kMeetingTicks;
  constexpr int kCells = 200 * 100;
  Sandbox world({200, 100}, seed, Border::kWall, only_ageing);
  world.paint(rect(0, 0, 200, 100, {material}));
  run(world, ticks);
  const double share = std::pow(kept, ticks);
  const double left = static_cast<double>(world.count_entries()[material]);
  return std::abs(left - kCells * share) / std::max(std::sqrt(kCells * share * (1 - share)), 1.0);
}

double fire_speed(const MaterialsPtr& materials, MaterialId material, int length, uint64_t seed) {
  Sandbox world({length + 20, 40}, seed, Border::kOpen, materials);
  world.paint(rect(10, 20, length, 2, {material}));
  world.paint(warm(rect(10, 20, 3, 2, {material}), (*materials)[material].burns->above / 8 + 300));
  const CellPos end{10 + length - 1, 20};
  const int most = length * 160;
  for (int tick = 1; tick <= most; ++tick) {
    run(world, 1);
    if (world.entry_at(end) != material || world.state().cells[kTimerPlane][end] != 0)
      return static_cast<double>(length) * kTicksASecond / tick;
    if (tick % kTicksASecond == 0 && !world.state().cells.holds_anything(kTimerPlane)) break;  // it has gone out
  }
  return 0;
}

double crust_seconds(const MaterialsPtr& materials, MaterialId liquid, uint64_t seed) {
  Sandbox world({80, 50}, seed, Border::kWall, materials);
  world.paint(rect(0, 30, 80, 20, {liquid}));
  const MaterialId crust = *only_product((*materials)[liquid].cold);
  for (int second = 1; second <= static_cast<int>(kCrustNever); ++second) {
    run(world, kTicksASecond);
    int covered = 0;
    for (int x = 0; x < 80; ++x)
      for (int y = 0; y < 50; ++y)
        if (world.entry_at({x, y}) == liquid || world.entry_at({x, y}) == crust) {
          covered += world.entry_at({x, y}) == crust ? 1 : 0;
          break;
        }
    if (covered == 80) return second;
  }
  return kCrustNever;
}

double blast_mass_error(const MaterialsPtr& materials, MaterialId explosive, uint64_t seed) {
  // Whatever a blast makes of others is one more of a kind that is counted together with it.
  const MaterialsPtr only_blasts = changed(*materials, [&](Material& material, MaterialId id) {
    const std::optional<Explosive> explodes = material.explodes;
    drop_heat_rules(material);
    drop_ageing(material);
    drop_machines(material);
    material.breaks_into.clear();
    if (id != explosive) return;
    material.explodes = explodes;
    material.explodes->flame = kVoid;
    material.explodes->leaves = {{kSame, 1}};
    material.explodes->above = 100 * 8;
  });
  Sandbox world({160, 120}, seed, Border::kWall, only_blasts);
  std::mt19937 dice(static_cast<uint32_t>(seed));
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  for (int i = 0; i < 60; ++i) {
    const auto id = static_cast<MaterialId>(2 + any(only_blasts->size() - 2));
    world.paint(rect(any(160), any(120), 1 + any(30), 1 + any(20), {id}));
  }
  for (int i = 0; i < 8; ++i) world.paint(warm(rect(any(150), any(110), 4, 4, {explosive}), 120));
  const auto matter = [&] {
    std::vector<int64_t> sum = world.count_entries();
    const std::vector<int64_t> airborne = world.count_airborne();
    for (size_t id = 0; id < sum.size(); ++id) sum[id] += airborne[id];
    return sum;
  };
  const std::vector<int64_t> before = matter();
  run(world, 400);
  const std::vector<int64_t> after = matter();
  int64_t error = 0;
  for (size_t id = 2; id < before.size(); ++id)
    if (only_blasts->absorbs(static_cast<MaterialId>(id)) == kVoid &&
        only_blasts->phase(static_cast<MaterialId>(id)) != Phase::kLiquid)
      error += std::abs(after[id] - before[id]);
  return static_cast<double>(error);
}

std::optional<MaterialId> source_of_sparks(const MaterialTable& materials) {
  std::optional<MaterialId> source;
  for (int id = 2; id < materials.size(); ++id) {
    const std::optional<Electric>& electric = materials[static_cast<MaterialId>(id)].electric;
    if (electric && electric->source) source = static_cast<MaterialId>(id);
  }
  return source;
}

bool passes_sparks_on(const Material& material) {
  if (!material.electric || !material.electric->conducts) return false;
  const std::optional<std::array<int, 2>>& lights_at = material.electric->lights_at;
  return !lights_at || (*lights_at)[0] <= 1;
}

double spark_delay(const MaterialsPtr& materials, MaterialId source, MaterialId conductor, uint64_t seed) {
  constexpr int kLength = 500;
  // What is no wire, but powder, a liquid or a gas, would run away from the source.
  const MaterialsPtr only_charge = changed(*materials, [](Material& material, MaterialId) {
    drop_heat_rules(material);
    drop_ageing(material);
    material.explodes.reset();
    material.absorbs = kVoid;
    material.wet_threshold = material.wet_max = 0;
    material.is_static = true;
  });
  Sandbox world({kLength + 20, 8}, seed, Border::kWall, only_charge);
  world.paint(rect(2, 4, 1, 1, {source}));
  world.paint(rect(3, 4, kLength, 1, {conductor}));
  const auto charged = [&](int x) { return world.state().cells[kTimerPlane][{x, 4}] != 0; };
  int begun = 0;
  for (int tick = 1; tick < 4 * kLength; ++tick) {
    run(world, 1);
    if (begun == 0 && charged(3)) begun = tick;
    if (charged(2 + kLength)) return tick - begun - (kLength - 1);
  }
  return kSparkNever;
}

}  // namespace quicksand
