// Experiments on grains that stay grains (contact.h): heaps of discs, and columns of them that are let go. Each is a
// function of its arguments alone.
#pragma once

#include <cstdint>

namespace quicksand {

// The angle in degrees of a heap of so many discs, poured from a tap that rises with it; friction in hundredths, of what
// rests and of what slides.
double disc_heap_degrees(int friction, int count, uint64_t seed);
// The same on a floor of another friction.
double disc_heap_degrees_on(int floor_friction, int friction, int count, uint64_t seed);

// A column of about so many discs, `aspect` times as high as half its width, loses its walls. How far it runs out, as a
// share of what was measured of real grains.
// Source: Gert Lube, Herbert Huppert, Stephen Sparks, Mark Hallworth, "Axisymmetric collapses of granular columns" (2004)
// and, of two-dimensional ones, "Collapses of two-dimensional granular columns" (2005): by 1.2 times its height, or, if
// it is more than about 2.3 times as high as half its width, by that half times 1.9 times the power 2/3 of the ratio.
double disc_run_out(int friction, double aspect, int count, uint64_t seed);

// How many discs a tick run out of a hole in the floor of a silo that is 40 wide and filled `high`, in cells.
// Source: Wim Beverloo, Hendrik Leniger, Jan van de Velde, "The flow of granular solids through orifices" (1961): in two
// dimensions by the power 3/2 of the width, less that of some grains, whatever is above.
double disc_hole_rate(int friction, int hole, int high, uint64_t seed);

}  // namespace quicksand
