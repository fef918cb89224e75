// The properties of a material that its behaviour depends on, one row each (core/property.h). From these rows come the
// keys of material files, their schema, and the hash of a material table. What a material looks like has rows of its
// own, in view/look.h.
#pragma once

#include <algorithm>
#include <string>

#include "core/property.h"
#include "sim/cells/material_table.h"
#include "sim/heat/temperature.h"
#include "sim/moisture/wetness.h"
#include "sim/moisture/wetting.h"

namespace quicksand {

// A material's name: 1..kMaxNameLength of a-z, 0-9, - and _, and none of the words with a meaning of their own.
template <class Member>
struct MaterialName {
  Member member;
};
template <class Member>
MaterialName(Member) -> MaterialName<Member>;

inline constexpr size_t kMaxNameLength = 40;
inline constexpr std::string_view kBuiltInNames[] = {"void", "wall"};
inline constexpr std::string_view kSceneWords[] = {"any", "empty"};
// In place of a product: it stays what it is.
inline constexpr std::string_view kSameWord = "same";

// The name of a material of the same file; the member is its number, kVoid for none.
template <class Member>
struct OtherMaterial {
  Member member;
};
template <class Member>
OtherMaterial(Member) -> OtherMaterial<Member>;

// An object that gives materials of the same file a rarity each, from 0 (never) to kMaxRarity; the member is a vector
// of Dissolves.
template <class Member>
struct Rarities {
  Member member;
};
template <class Member>
Rarities(Member) -> Rarities<Member>;

// A list of tags; the member is a vector of strings.
template <class Member>
struct Tags {
  Member member;
};
template <class Member>
Tags(Member) -> Tags<Member>;

// What a cell becomes: the name of a material of the same file, void or "same", or an object that gives such names a
// weight each. The member is Products.
template <class Member>
struct Becomes {
  Member member;
};
template <class Member>
Becomes(Member) -> Becomes<Member>;

// An array of the least and the most of a number, which is kept as a whole number of steps, so many to 1. The member is
// an optional array of two.
template <class Member>
struct Range {
  Member member;
  double least;
  double most;
  double steps;
};
template <class Member>
Range(Member, double, double, double) -> Range<Member>;

inline constexpr std::tuple kDecayProperties{
    Property{"half_life", Real{&Decay::half_life, kLeastHalfLife, kMostHalfLife}, "seconds until half of it is gone"}
        .required(),
    Property{"into", Becomes{&Decay::into},
             "what becomes of it: a material, or several with a weight each; else void"}};

inline constexpr double kMostLatent = 4000;        // kelvins
inline constexpr double kMostBurningHeat = 40000;  // kelvins a second

// What a cell becomes where it is hot, or cold. `key` and `help` are of the temperature.
constexpr auto transition_properties(std::string_view key, std::string_view help) {
  return std::tuple{
      Property{key, Fixed{&Transition::at, kLeastCelsius, kMostCelsius, kUnitsPerKelvin}, help}.required(),
      Property{"into", Becomes{&Transition::into}, "what becomes of it: a material, or several with a weight each"}
          .required(),
      Property{"latent", Fixed{&Transition::latent, 0, kMostLatent, kUnitsPerKelvin},
               "the heat that this takes, or gives, in kelvins of one cell"}};
}
inline constexpr auto kHotProperties =
    transition_properties("above", "the temperature from which on it changes, in degrees Celsius");
inline constexpr auto kColdProperties =
    transition_properties("below", "the temperature below which it changes, in degrees Celsius");

inline constexpr std::tuple kBurningProperties{
    Property{"above", Fixed{&Burning::above, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
             "the temperature from which on it burns, in degrees Celsius"}
        .required(),
    Property{"lasts", Real{&Burning::lasts, kLeastBurning, kMostBurning},
             "seconds until it is burnt up, or up to a half more"}
        .required(),
    Property{"heat", Fixed{&Burning::heat, 0, kMostBurningHeat, kUnitsPerKelvin},
             "by how many kelvins it gets warmer in a second"}
        .default_value(400.0),
    Property{"hottest", Fixed{&Burning::hottest, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
             "how hot that makes it at most, in degrees Celsius"}
        .default_value(1200.0),
    Property{"flame", OtherMaterial{&Burning::flame}, "what comes out of it where it lies open"},
    Property{"flames", Real{&Burning::flames, 0, kTicksASecond}, "how often a second, at each open face"}.default_value(
        4.0),
    Property{"leaves", Becomes{&Burning::leaves},
             "what is left of it: a material, or several with a weight each; else void"}};

inline constexpr double kMostBlastHeat = 8000;  // kelvins

inline constexpr std::tuple kExplosiveProperties{
    Property{"above", Fixed{&Explosive::above, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
             "the temperature from which on it goes off, in degrees Celsius"},
    Property{"charged", Flag{&Explosive::charged}, "whether a spark beside it sets it off"},
    Property{"impact", Real{&Explosive::impact, kLeastImpact, kMostImpact},
             "the blow at which it goes off, in cells a tick: it lands so fast, is hit, or feels a blast"},
    Property{"radius", Real{&Explosive::radius, kLeastBlastRadius, kMostBlastRadius},
             "how many cells far one cell reaches; four that go off together reach twice as far"}
        .default_value(2.0),
    Property{"power", Real{&Explosive::power, kLeastBlastPower, kMostBlastPower},
             "the speed that it gives to what is in the middle, in cells a tick, and the hardness that it breaks there"}
        .default_value(4.0),
    Property{"heat", Fixed{&Explosive::heat, 0, kMostBlastHeat, kUnitsPerKelvin},
             "by how many kelvins what is in the middle gets warmer"},
    Property{"hottest", Fixed{&Explosive::hottest, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
             "how hot that makes it at most, in degrees Celsius"}
        .default_value(1200.0),
    Property{"flame", OtherMaterial{&Explosive::flame},
             "what fills the open cells that it reaches, the more the nearer"},
    Property{"leaves", Becomes{&Explosive::leaves},
             "what becomes of itself: a material, or several with a weight each; else void"}};

inline constexpr std::tuple kElectricProperties{
    Property{"conducts", Flag{&Electric::conducts}, "whether sparks run along it"},
    Property{"lights_at", Range{&Electric::lights_at, 1, 8, 1},
             "of what conducts: how many of the eight cells around it must carry a spark to light it, least and most"}
        .needing("conducts"),
    Property{"rests", Real{&Electric::rests, kLeastRest, kMostHold},
             "of what conducts: seconds after a spark in which it takes none"}
        .default_value(kLeastRest)
        .needing("conducts"),
    Property{"source", Real{&Electric::source, kLeastSparks, kMostSparks}, "how many sparks a second it gives"},
    Property{"holds", Real{&Electric::holds, kLeastHold, kMostHold},
             "seconds that it holds charge, which a spark beside it gives"},
    Property{"heat", Fixed{&Electric::heat, -kMostBurningHeat, kMostBurningHeat, kUnitsPerKelvin},
             "by how many kelvins it gets warmer in a second while it holds charge"}
        .needing("holds"),
    Property{"charged", Becomes{&Electric::charged}, "what becomes of it when it is charged"}.needing("holds"),
    Property{"uncharged", Becomes{&Electric::uncharged}, "what becomes of it when it is not"}.needing("holds")};

// A cell of liquid is absorbed whole, by two grains side by side at their thresholds if need be.
inline constexpr int kLeastAboveThreshold = (kCellWetness + 1) / 2;

namespace material_rules {

inline bool is_slippery(const Material& m) { return m.liquid || m.gas || m.density < 0; }

// A friction in hundredths as a file has it.
inline std::string in_file(int hundredths) {
  const std::string digits = std::to_string(100 + hundredths % 100).substr(1);
  return std::to_string(hundredths / 100) + "." + (digits[1] == '0' ? digits.substr(0, 1) : digits);
}

inline std::string liquid(const Material& m) {
  if (m.liquid && m.is_static) return "a material cannot be both static and liquid";
  return m.liquid && m.density < 0 ? "a liquid's density is above 0: what is lighter than void is a gas" : "";
}
inline std::string density(const Material& m) {
  return m.density == 0 && !m.is_static && !m.gas ? "\"density\" 0 is void's: what moves must be heavier, or lighter "
                                                    "as a gas; what hangs in the air is \"gas\": "
                                                    "true"
                                                  : "";
}
inline std::string gas(const Material& m) {
  return m.gas && (m.is_static || m.liquid) ? "a gas is neither static nor liquid" : "";
}
inline std::string diffuses(const Material& m) {
  return m.diffuses == 0 || phase_of(m) == Phase::kGas
             ? ""
             : "\"diffuses\" is for gases: what is denser than void is one with \"gas\": true";
}
inline std::string repose(const Material& m) {
  return phase_of(m) == Phase::kPowder
             ? ""
             : "\"repose_degrees\" is for powders: what is static, liquid or a gas makes no heaps";
}
inline std::string permeable(const Material& m) {
  return m.permeable == 0 || phase_of(m) == Phase::kPowder
             ? ""
             : "\"permeable\" is for powders: what is static lets nothing through, and what flows holds nothing back";
}
inline std::string absorbs(const Material& m) {
  return m.is_static || !is_slippery(m)
             ? ""
             : "\"absorbs\" is for powders and static materials: liquids and gases take up nothing";
}
inline std::string wet_threshold(const Material& m) {
  if (m.absorbs == kVoid || m.wet_threshold <= m.wet_max - kLeastAboveThreshold) return "";
  return "\"wet_threshold\" must be at least " + std::to_string(kLeastAboveThreshold) +
         " below \"wet_max\", which is " + std::to_string(m.wet_max) +
         ": two grains at their thresholds must have room for a whole cell of liquid";
}
inline std::string dries(const Material& m) {
  if (m.dries == 0 || m.dries >= kDryTicks) return "";
  return "\"dries\" must be 0, for never, or at least " + std::to_string(kDryTicks) + ", not " +
         std::to_string(m.dries);
}
inline std::string decays(const Material& m) {
  return m.fades > 0 ? "a material has either \"decays\" or \"fades\", which is the same with nothing left" : "";
}
// What changes is as much warmer or colder while it does: that, too, cells must be able to hold.
inline std::string latent(const Transition& change) {
  const int room = kMostCelsius * kUnitsPerKelvin - change.at;
  return change.latent <= room
             ? ""
             : "\"latent\" must be at most " + std::to_string(room / kUnitsPerKelvin) +
                   " here: with it nothing may come to be hotter than " + std::to_string(kMostCelsius) + " degrees";
}
inline std::string hot(const Material& m) {
  if (m.cold && m.cold->at > m.hot->at)
    return "a material that is hot from a temperature on must not be cold below a higher one: it would be both";
  return latent(*m.hot);
}
inline std::string cold(const Material& m) { return latent(*m.cold); }
inline std::string explodes(const Material& m) {
  if (m.burns) return "a material either \"burns\" or \"explodes\"";
  const Explosive& it = *m.explodes;
  return it.above || it.impact || it.charged
             ? ""
             : "\"explodes\" needs \"above\", \"impact\" or \"charged\": what sets it off";
}
inline std::string electric(const Material& m) {
  const Electric& it = *m.electric;
  if (int{it.conducts} + int{it.source.has_value()} + int{it.holds.has_value()} != 1)
    return "what is \"electric\" does one of these: it \"conducts\", is a \"source\", or \"holds\" charge";
  return m.burns || m.explodes
             ? "a material that is \"electric\" neither \"burns\" nor \"explodes\": its charge takes the place of "
               "its fire; \"explodes\" has a key \"charged\""
             : "";
}
inline std::string breaks_into(const Material& m) {
  return m.is_static ? "" : "\"breaks_into\" is for static materials: a blast throws all others as they are";
}
inline std::string kinetic_friction(const Material& m) {
  if (m.kinetic_friction <= m.static_friction) return "";
  return "\"kinetic_friction\" must not be above \"static_friction\", which is " + in_file(m.static_friction);
}

}  // namespace material_rules

// In the order in which they count in the hash.
inline constexpr std::tuple kMaterialProperties{
    Property{"name", MaterialName{&Material::name}, "unique in the file; not void, wall, any or empty"}.required(),
    Property{"density", Whole{&Material::density, kMinDensity, kMaxDensity},
             "what is denser sinks; below 0 it is a gas; void has 0, what moves must not"}
        .required_unless("static")
        .checked(material_rules::density),
    Property{"friction", Whole{&Material::friction, 0, kMaxFriction}, "how many cells it reaches sideways in a tick"}
        .excluding("a powder has either \"friction\" or \"repose_degrees\"", "repose_degrees"),
    Property{"repose_degrees", Whole{&Material::repose_degrees, kMinRepose, kMaxRepose},
             "for powders, instead of friction: the angle of their heaps"}
        .checked(material_rules::repose),
    Property{"liquid", Flag{&Material::liquid}, "flows; its density is above 0; not together with static"}.checked(
        material_rules::liquid),
    Property{"static", Flag{&Material::is_static}, "never moves"},
    Property{"fades", Whole{&Material::fades, 0, kMaxRarity}, "it disappears with chance 1/fades a tick; 0: never"},
    Property{"absorbs", OtherMaterial{&Material::absorbs}, "the liquid that a powder or static material takes up"}
        .checked(material_rules::absorbs),
    Property{"wet_threshold", Whole{&Material::wet_threshold, 1, kCellWetness - kLeastAboveThreshold},
             "up to this wetness a powder coheres, above it flows"}
        .needing("absorbs")
        .default_value([](const Material& m) { return std::min(80, std::max(m.wet_max - kLeastAboveThreshold, 1)); })
        .checked(material_rules::wet_threshold),
    Property{"wet_max", Whole{&Material::wet_max, kLeastAboveThreshold + 1, kCellWetness},
             "what a cell holds at most, in 255ths of a cell of the liquid"}
        .needing("absorbs")
        .default_value(kCellWetness),
    Property{"dries", Whole{&Material::dries, 0, kMaxRarity},
             "a cell in the open loses 1/255 in about so many ticks; 0: never"}
        .needing("absorbs")
        .default_value(4000)
        .checked(material_rules::dries),
    Property{"static_friction", Fixed{&Material::static_friction, 0, kMaxGrainFriction / 100.0, 100},
             "between grains in the air: how much sliding a touch stops wholly"}
        .default_value([](const Material& m) { return material_rules::is_slippery(m) ? 0 : 0.5; }),
    Property{"kinetic_friction", Fixed{&Material::kinetic_friction, 0, kMaxGrainFriction / 100.0, 100},
             "how much of more sliding it takes away; not above static_friction"}
        .default_value([](const Material& m) {
          return std::min(m.static_friction / 100.0, material_rules::is_slippery(m) ? 0 : 0.35);
        })
        .checked(material_rules::kinetic_friction),
    Property{"dissolves", Rarities{&Material::dissolves},
             "what it removes, and how rarely: chance 1/n a tick; 0: never"},
    Property{"falls", Fixed{&Material::falls, 0.01, 1, 100},
             "its share of gravity: 0.1 drifts down as snow does, or up, as a slow gas"}
        .default_value(1.0),
    Property{"permeable", Fixed{&Material::permeable, 0, 1, 100},
             "of powders: how readily liquids seep through; 0: not at all"}
        .checked(material_rules::permeable),
    Property{"rolling_resistance", Fixed{&Material::rolling_resistance, 0, kMaxGrainFriction / 100.0, 100},
             "between grains in the air: how much a touch resists rolling; 0 rolls as balls do"}
        .default_value(0.5),
    Property{"tags", Tags{&Material::tags},
             "names that reactions may call it by: \"#hot\" is all that has the tag \"hot\""},
    Property{"decays", Object{&Material::decays, kDecayProperties}, "what becomes of it by itself, and how fast"}
        .checked(material_rules::decays),
    Property{"temperature", Fixed{&Material::temperature, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
             "how warm it is when it comes into the world, in degrees Celsius; else as warm as its surroundings"},
    Property{"conducts", Fixed{&Material::conducts, 0, 1, 1000},
             "how readily it takes and gives heat: 1 shares it at once, 0 keeps it for ever"}
        .default_value(0.2),
    Property{"hot", Object{&Material::hot, kHotProperties}, "what becomes of it when it is hot"}.checked(
        material_rules::hot),
    Property{"cold", Object{&Material::cold, kColdProperties}, "what becomes of it when it is cold"}.checked(
        material_rules::cold),
    Property{"burns", Object{&Material::burns, kBurningProperties}, "how it burns, and from which temperature on"},
    Property{"explodes", Object{&Material::explodes, kExplosiveProperties}, "what sets it off, and what it does then"}
        .checked(material_rules::explodes),
    Property{"breaks_into", Becomes{&Material::breaks_into},
             "what is left of a static material that a blast breaks; else none can"}
        .checked(material_rules::breaks_into),
    Property{"hardness", Real{&Material::hardness, 0, kMostBlastPower},
             "of what breaks: what it takes off a blast, in cells a tick; a weaker blast does not break it"}
        .default_value(1.0)
        .needing("breaks_into"),
    Property{"electric", Object{&Material::electric, kElectricProperties},
             "how it carries charge, or what charge does to it"}
        .checked(material_rules::electric),
    Property{"pressed", OtherMaterial{&Material::pressed},
             "what becomes of it, and all of it that hangs together, when it is pressed"},
    Property{"gas", Flag{&Material::gas}, "a gas though its density is not below 0: it sinks, or hangs, and spreads"}
        .checked(material_rules::gas),
    Property{"diffuses", Fixed{&Material::diffuses, 0, 1, 100},
             "of gases: how fast they mix with the air and each other; 1 spreads by 40 square cells a second"}
        .checked(material_rules::diffuses)};

// So many of them count in the hash of every material (material_hash.h): those there were when the first worlds were
// saved. It stays as it is when a row is added.
inline constexpr size_t kAlwaysHashed = 14;

}  // namespace quicksand
