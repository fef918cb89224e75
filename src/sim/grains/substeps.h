// Into how many steps contact divides a tick, and how stiff contacts are in them.
//
// A contact is a spring: discs overlap as far as bears the load on them, and their friction is drawn out as far as
// holds it. At the foot of a deep heap, and where gravity is strong, that would be so far that the heap spreads under
// its own weight, and lies the flatter the larger it is. So each contact is as stiff as what weighs on it asks for
// (heap_weights.h): what lies deep overlaps no more than what does not. In n substeps springs can be as stiff as n times n,
// and there are as many as the stiffest one of the world needs.
//
// Substeps have an end. What would weigh more than contacts bear in the most of them presses no harder, or discs would
// get past one another's middles, and be flung about for ever.
//
// A function of the state alone.
//
// Source: Miles Macklin, Kier Storey, Michelle Lu, Pierre Terdiman, Nuttapong Chentanez, Stefan Jeschke, Matthias
// Müller, "Small Steps in Physics Simulation" (2019): what is left of an error shrinks with the square of the number of
// substeps.
#pragma once

namespace quicksand {

struct Substeps {
  int count;
  float length;  // ticks
};

// Of a tick in which what weighs most on a grain is so many times its mass, at the usual gravity; any number from 0 on.
Substeps substeps_for(float weight);

// The share of the greatest stiffness, which what overlaps in a substep can have (grain_settings.h), of a contact on which
// so much weighs. It is the same in all numbers of substeps, for the tick as a whole.
float stiffness_for(float weight, const Substeps& steps);

// The share of gravity that grains feel where so much weighs on the lowest.
float pull_for(float weight);

}  // namespace quicksand
