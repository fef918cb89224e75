// The keys of a reaction, one row each (core/property.h).
#pragma once

#include <string>

#include "core/property.h"
#include "sim/cells/material_properties.h"

namespace quicksand {

// An array of two: each the name of a material of the same file, void, or a tag as "#hot". The member is an array of
// two strings.
template <class Member>
struct Sides {
  Member member;
};
template <class Member>
Sides(Member) -> Sides<Member>;

// An array of two, each as Becomes says; the member is an array of two Products.
template <class Member>
struct BothBecome {
  Member member;
};
template <class Member>
BothBecome(Member) -> BothBecome<Member>;

// An array of two numbers of kelvins, each at most kMostReactionHeat up or down; the member is an array of two, in eighths.
template <class Member>
struct HeatPair {
  Member member;
};
template <class Member>
HeatPair(Member) -> HeatPair<Member>;

inline constexpr double kMostReactionHeat = 8000;

inline constexpr std::string_view kWhereWords[] = {"any", "above", "below", "beside"};

inline constexpr std::tuple kReactionProperties{
    Property{"if", Sides{&Reaction::sides}, "the two that meet, side by side or one above the other"}.required(),
    Property{"then", BothBecome{&Reaction::then}, "what becomes of the first and of the second"}
        .required()
        .checked([](const Reaction& reaction) -> std::string {
          const bool changes = !reaction.then[0].empty() || !reaction.then[1].empty() ||
                               reaction.heat != std::array<int, 2>{};
          return changes ? "" : "a reaction after which both stay what they are, and as warm, changes nothing";
        }),
    Property{"per_second", Real{&Reaction::per_second, kLeastPerSecond, kTicksASecond},
             "how often two that meet react; 160 is in every tick"}
        .required_unless("half_life", "a reaction needs \"per_second\" or \"half_life\": how fast it is"),
    Property{"half_life", Real{&Reaction::half_life, kLeastHalfLife, kMostHalfLife},
             "instead: seconds until half of those that meet have reacted"}
        .excluding("a reaction has either \"per_second\" or \"half_life\"", "per_second"),
    Property{"where", OneOf{&Reaction::where, kWhereWords}, "where the first of the two is, seen from the second"},
    Property{"heat", HeatPair{&Reaction::heat}, "by how many kelvins the first and the second get warmer"},
    Property{"wetness", Range{&Reaction::wetness, 0, 255, 1}, "only where the first is as wet as this: least and most"},
    Property{"temperature", Range{&Reaction::temperature, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
             "only where the first is as warm as this, in degrees Celsius: least and most"},
    Property{"charged", Flag{&Reaction::charged}, "only where the first is charged, or, with false, is not"}};

}  // namespace quicksand
