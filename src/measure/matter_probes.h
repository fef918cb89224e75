// Small experiments on what materials become: heat, fire, decay, blasts and charge. Each with one seed and one number
// for its outcome, and a function of its arguments alone.
//
// Each keeps the rules that it is about and leaves out the others, so that it measures one thing.
#pragma once

#include <optional>
#include <vector>

#include "measure/quality_probes.h"

namespace quicksand {

// A liquid that freezes and boils into materials that melt and condense into it again, at the same points and with the
// same latent heat.
struct Kettle {
  MaterialId solid;
  MaterialId liquid;
  MaterialId gas;
};
std::optional<Kettle> find_kettle(const MaterialTable& materials);

// Heat won or lost in 10,000 ticks in a closed box of the three and of something static, at temperatures of all kinds;
// in eighths of a kelvin of one cell.
double enthalpy_error(const MaterialsPtr& materials, const Kettle& kettle, uint64_t seed);

// How far the number of cells that are left after a half-life is from a half, in standard deviations. Of what decays or
// fades.
double half_life_error(const MaterialsPtr& materials, MaterialId material, uint64_t seed);

// How many cells a second a fire runs along a bar of so many cells, two thick; 0 where it does not reach the end. Of
// what is static and burns.
double fire_speed(const MaterialsPtr& materials, MaterialId material, int length, uint64_t seed);

// Seconds until a lake of it, 20 deep, has a crust all over under 30 rows of air; kCrustNever where that takes longer.
// Of a liquid that becomes something static in the cold.
inline constexpr double kCrustNever = 600;
double crust_seconds(const MaterialsPtr& materials, MaterialId liquid, uint64_t seed);

// Cells won or lost in blasts of it among the set's powders, liquids and static materials, but for what the materials
// say becomes of them. Of what explodes.
double blast_mass_error(const MaterialsPtr& materials, MaterialId explosive, uint64_t seed);

// The last of what gives sparks. In a set without any nothing is ever charged.
std::optional<MaterialId> source_of_sparks(const MaterialTable& materials);
// Whether a line of it, a cell thin, conducts: it takes a spark from a single neighbour.
bool passes_sparks_on(const Material& material);
// By how many ticks a spark of the source is later at the end of 500 cells than a cell a tick; kSparkNever where it does
// not come. Of what passes sparks on.
inline constexpr double kSparkNever = 10'000;
double spark_delay(const MaterialsPtr& materials, MaterialId source, MaterialId conductor, uint64_t seed);

}  // namespace quicksand
