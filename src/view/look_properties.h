// The properties of a material that only its picture depends on, one row each (core/property.h): keys of material
// files.
#pragma once

#include "core/property.h"
#include "view/look.h"
#include "view/pattern.h"

namespace quicksand {

// A colour like "#d9b65c"; the member is an Rgb.
template <class Member>
struct Colour {
  Member member;
};
template <class Member>
Colour(Member) -> Colour<Member>;

inline double usual_opacity(const MaterialLook& look) {
  return look.gas ? 0.03 : look.liquid ? 0.06 : look.rigid ? 0.35 : 0.25;
}

inline constexpr std::tuple kLookProperties{
    Property{"category", Text{&MaterialLook::category}, "its heading in the palette"}.default_value("other"),
    Property{"description", Text{&MaterialLook::description}, "one line, shown under the pointer in the palette"},
    Property{"colour", Colour{&MaterialLook::colour}, "its colour, like #d9b65c"}.required(),
    Property{"grain", Fixed{&MaterialLook::grain, 0, 1, 255},
             "how far a grain's own shade moves its colour: 0 not at all, 1 from black to twice as bright"}
        .default_value([](const MaterialLook& look) { return look.liquid ? 0.04 : 0.16; }),
    Property{"opacity", Fixed{&MaterialLook::opacity, 0, 1, 255},
             "the share of light that is lost on the way through a cell"}
        .default_value(usual_opacity),
    Property{"emission", Fixed{&MaterialLook::emission, 0, kMostEmission, 255 / kMostEmission},
             "how brightly it glows, in its own colour; 1 is a white wall under the open sky"},
    Property{"pattern", OneOf{&MaterialLook::pattern, kPatternNames},
             "drawn where the player wants patterns; materials take turns"}
        .default_value([](const MaterialLook&) { return kPatternByTurn; })};

}  // namespace quicksand
