// Contact of airborne grains with one another and with cells, in one substep of a tick.
//
// Discs that overlap push each other apart, each substep a fixed share of the overlap: so under a load they overlap by
// as much as bears it, and what an overlap asks for is the load that friction goes by. Corrections of a pair are equal
// and opposite by mass, and how stiff they are changes with the heaps alone (substeps.h), so that contact keeps momentum,
// and gives back no more energy than it took.
//
// Each contact is two springs besides: one is drawn out where the two faces slide on one another, the other where the
// two roll. Each pulls as hard as the load and the roughness of the two let it; what is drawn farther slides, or rolls.
// So what rests stays where it is, and what rolls down a slope can come to rest on it.
//
// Cells are squares, of which only faces and corners that lie open are touched, so that a floor of cells is flat.
//
// Sources: Miles Macklin, Kier Storey, Michelle Lu, Pierre Terdiman, Nuttapong Chentanez, Stefan Jeschke, Matthias
// Müller, "Small Steps in Physics Simulation" (2019): many substeps of one correction each. Peter Cundall, Otto Strack,
// "A Discrete Numerical Model for Granular Assemblies" (1979): friction as a spring that slides beyond its limit. Jun
// Ai, Jian-Fei Chen, J. Michael Rotter, Jin Y. Ooi, "Assessment of rolling resistance models in discrete element
// simulations" (2011): the same for rolling.
#pragma once

#include <algorithm>
#include <cmath>

#include "sim/cells/material_table.h"
#include "sim/grains/grain_settings.h"
#include "sim/grains/substeps.h"

namespace quicksand {

// GCC and Clang know vectors of their own for all that they compile for.
using FourFloats = float __attribute__((vector_size(16)));

// A grain as its contacts see it.
struct Disc {
  float x;  // of its middle, where it would come without contact
  float y;
  float vx;  // cells a tick
  float vy;
  float spin;  // radians a tick, from +x towards +y
  float radius;
  float mass;
  uint32_t material;
};

// Discs differ, or they would lie as crystals do, and any heap of them would stand.
// And wet ones are a little smaller (source: see moisture/wetness.h).
inline float radius_of(uint8_t grain_seed, uint8_t wetness) {
  return kGrainRadius * (1 - kRadiusSpread * static_cast<float>(grain_seed) / 255.0F -
                         kWetShrinking * static_cast<float>(wetness) / 255.0F);
}

// Of two that touch: shares of the load between them.
struct Roughness {
  float fixed;    // holds what does not slide yet
  float sliding;  // drags on what slides
  float rolling;  // resists rolling, at the arm of their radius
};

// What a contact remembers as long as it lasts. The two discs of a contact see the same slide, and opposite rolls.
struct Spring {
  float slide = 0;  // cells along the touching faces since they began to stick
  float roll = 0;   // radians by which the one has turned more than the other since they began to
};

// What a contact asks for in a substep, of the first of two discs; of the second the opposite, but for `pull`, which
// turns both the same way. All times the mass that the two have together (see mass_of_both()).
//
// Nothing is set unless it is asked for ({}): whole arrays of them are written in every substep.
struct alignas(16) ContactPush {
  float x;  // cells
  float y;
  float pull;   // across the line between them, at the face of either
  float twist;  // against rolling

  ContactPush& operator+=(const ContactPush& other) {
    x += other.x;
    y += other.y;
    pull += other.pull;
    twist += other.twist;
    return *this;
  }
};

// By which a push that acts on both of two discs moves them against each other.
inline float mass_of_both(float one, float other) { return one * other / (one + other); }

// Where and how a disc touches something. Source: see above.
struct Touch {
  float nx;  // from what is touched to the disc
  float ny;
  float depth;  // of the overlap
  float vx;     // of the disc, against what is touched
  float vy;
  float along_faces;  // speed by which spin alone draws the faces past one another
  float spin;         // against what is touched
  float arm;          // at which rolling is resisted
  float stiffness;    // a share (substeps.h)
  float slide_give;   // 1 over the stiffness of its springs
  float roll_give;
  float damping;
};

// What would pull by more than `most` slips: the spring pulls by `kept` from then on. `give` is 1 / stiffness.
inline float pull_of(float& drawn, float stiffness, float give, float most, float kept) {
  const float pull = -stiffness * drawn;
  if (std::abs(pull) <= most) return pull;
  const float left = pull > 0 ? kept : -kept;
  drawn = -left * give;
  return left;
}

// For a mass of 1.
inline ContactPush push_of(const Touch& at, const Substeps& steps, const Roughness& roughness, Spring& spring) {
  const float parting = at.vx * at.nx + at.vy * at.ny;
  // What met too late, and overlaps by chance, is not flung apart.
  if (parting > kMostParting) {
    spring = {};
    return {};
  }
  const float load =
      std::max(kContactStiffness * at.stiffness * at.depth - at.damping * steps.length * parting, 0.0F);
  spring.slide += (at.vy * at.nx - at.vx * at.ny - at.along_faces) * steps.length;
  spring.roll += at.spin * steps.length;
  const float pull = pull_of(spring.slide, kSlideStiffness * at.stiffness, at.slide_give, roughness.fixed * load,
                             roughness.sliding * load);
  const float held = roughness.rolling * load;
  const float twist = pull_of(spring.roll, kRollStiffness * at.stiffness * at.arm, at.roll_give, held, held);
  return {at.nx * load - at.ny * pull, at.ny * load + at.nx * pull, pull, twist * at.arm};
}

// What the contact of two discs asks to be known that does not change within a tick.
struct PairFacts {
  float mass;       // mass_of_both()
  float stiffness;  // and the rest as in Touch
  float slide_give;
  float roll_give;
};
inline float slide_give_for(float stiffness) { return 1 / (kSlideStiffness * stiffness); }
inline float roll_give_for(float stiffness, float arm) { return 1 / (kRollStiffness * stiffness * arm); }
inline PairFacts facts_of(float one_mass, float other_mass, float arm, float stiffness) {
  return {mass_of_both(one_mass, other_mass), stiffness, slide_give_for(stiffness), roll_give_for(stiffness, arm)};
}

// Middles closer than this have no line between them: the first of the two goes to the left.
inline constexpr float kLeastDistance = 1e-4F;

// Between two discs. A contact that is none any more forgets. simd_contact-inl.h does the same for many at once.
inline ContactPush push_between(const Disc& one, const Disc& other, const PairFacts& facts, const Substeps& steps,
                                const Roughness& roughness, Spring& spring) {
  const float dx = one.x - other.x;
  const float dy = one.y - other.y;
  const float together = one.radius + other.radius;
  const float squared = dx * dx + dy * dy;
  if (squared >= together * together) {
    spring = {};
    return {};
  }
  const float distance = std::sqrt(squared);
  const bool has_line = distance > kLeastDistance;
  const float per_distance = 1 / std::max(distance, kLeastDistance);
  const ContactPush push = push_of({.nx = has_line ? dx * per_distance : -1.0F,
                                    .ny = has_line ? dy * per_distance : 0.0F,
                                    .depth = together - distance,
                                    .vx = one.vx - other.vx,
                                    .vy = one.vy - other.vy,
                                    .along_faces = one.spin * one.radius + other.spin * other.radius,
                                    .spin = one.spin - other.spin,
                                    .arm = 0.5F * together,
                                    .stiffness = facts.stiffness,
                                    .slide_give = facts.slide_give,
                                    .roll_give = facts.roll_give,
                                    .damping = kGrainDamping},
                                   steps, roughness, spring);
  return {facts.mass * push.x, facts.mass * push.y, facts.mass * push.pull, facts.mass * push.twist};
}

// What a cell asks of a disc: its next point is so far from the disc's middle, in the direction of the normal. It does
// not give way, and corrects the disc as one of equal mass would: twice as stiff would be too stiff. The disc's speed is
// the one before gravity has had its turn in this substep. Two discs fall alike, but cells do not fall: against the speed
// that gravity adds in every substep, and that contact takes back in the same, the friction of walls would draw discs up
// for ever.
inline ContactPush push_of_cell(const Disc& disc, float nx, float ny, float distance, float stiffness,
                                const Substeps& steps, const Roughness& roughness, Spring& spring) {
  if (distance >= disc.radius) {
    spring = {};
    return {};
  }
  const ContactPush push = push_of({.nx = nx,
                                    .ny = ny,
                                    .depth = disc.radius - distance,
                                    .vx = disc.vx,
                                    .vy = disc.vy,
                                    .along_faces = disc.spin * disc.radius,
                                    .spin = disc.spin,
                                    .arm = disc.radius,
                                    .stiffness = stiffness,
                                    .slide_give = slide_give_for(stiffness),
                                    .roll_give = roll_give_for(stiffness, disc.radius),
                                    .damping = kCellDamping},
                                   steps, roughness, spring);
  const float mass = mass_of_both(disc.mass, disc.mass);
  return {mass * push.x, mass * push.y, mass * push.pull, mass * push.twist};
}

// By how much pushes move a disc, and turn it: its moment of inertia is half its mass times the square of its radius.
struct Correction {
  float x;
  float y;
  float turn;
};
inline Correction correction_of(const Disc& disc, const ContactPush& push) {
  const float per_mass = 1 / disc.mass;
  const float per_radius = 1 / disc.radius;
  return {per_mass * push.x, per_mass * push.y, 2 * per_mass * per_radius * (per_radius * push.twist - push.pull)};
}

}  // namespace quicksand
