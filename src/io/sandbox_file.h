// The keys of a scene file that belong to a sandbox (docs/scenes.md), for its WorldKind.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/property.h"
#include "io/json_reader.h"
#include "scene/scene.h"
#include "sim/tick/sandbox.h"

namespace quicksand {

struct ObjectSchema;

inline constexpr std::tuple kSandboxProperties{
    Property{"condense", Flag{&SandboxSettings::deposits}, "whether grains that come to rest become cells again"},
    Property{"unclump", Flag{&SandboxSettings::unclumps},
             "whether grains that gather above the ground are spread along it"},
    Property{"grain_friction", Fixed{&SandboxSettings::friction, 0, kMostFriction / double{kFrictionUnit}, kFrictionUnit},
             "the friction of grains in the air that touch, against what their materials say; 0: they slide as on ice"}
        .default_value(1.0),
    Property{"gravity", Fixed{&SandboxSettings::gravity, 0, kMostGravity / double{kGravityUnit}, kGravityUnit},
             "how fast things gain speed when they fall, and how often gases rise; 0: nothing moves by its weight"}
        .default_value(1.0),
    Property{"ambient", Fixed{&SandboxSettings::ambient, kLeastCelsius, kMostCelsius, kUnitsPerKelvin},
             "the temperature of the surroundings, and of all that has none of its own, in degrees Celsius"}
        .default_value(20.0)};

std::span<const std::string_view> sandbox_keys();
void read_sandbox(JsonReader& reader, const JsonValue& document, Scene& scene);
std::string sandbox_text(const Scene& scene);
ObjectSchema sandbox_schema();

}  // namespace quicksand
