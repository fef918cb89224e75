// Colours that can be told apart by everybody: also by those who see red and green, or blue and yellow, alike.
#pragma once

#include "view/look.h"

namespace quicksand {

// The kinds of sight that are reckoned with. About one man in twelve has one of the middle two.
enum class ColourVision { kFull, kNoRed, kNoGreen, kNoBlue };

// How a colour looks to them. Source: Gustavo Machado, Manuel Oliveira, Leandro Fernandes, "A Physiologically-based
// Model for Simulation of Color Vision Deficiency" (2009).
Rgb seen_by(ColourVision vision, Rgb colour);

// How differently two colours look: the distance in CIE L*a*b*, 1976. 2.3 is just noticeable.
double colour_distance(Rgb a, Rgb b);

// The smallest distance between two colours, for the kind of sight to which it is smallest.
double least_distance(Rgb a, Rgb b);

// The same materials in colours that are all as far from one another, to every kind of sight, as their number allows,
// and each as near as may be to its own. Depends on nothing else. The background stays.
Looks distinct_looks(const Looks& looks);

}  // namespace quicksand
