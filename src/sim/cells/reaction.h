// What materials become: by themselves, as time passes (Decay), where they are hot or cold (Transition), where they burn
// (Burning), go off (Explosive) or are charged (Electric), and where two of them meet (Reaction). Plain data, as material
// files say it; reaction_table.h, heat_table.h, blast_table.h and charge_table.h have what follows from it.
//
// Times are in seconds of the world's time: kTicksASecond ticks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quicksand {

using MaterialId = uint8_t;

inline constexpr int kTicksASecond = 160;

// In place of a material: it stays what it is.
inline constexpr MaterialId kSame = 255;

// What a cell becomes: one of several, each as often as its weight says.
struct Product {
  MaterialId material = kSame;  // or kVoid
  uint32_t weight = 1;          // 1..kMostWeight

  bool operator==(const Product&) const = default;
};
inline constexpr size_t kMostProducts = 4;
inline constexpr uint32_t kMostWeight = 1'000'000;
using Products = std::vector<Product>;  // none: it stays what it is

// A cell by itself.
struct Decay {
  double half_life = 1;  // seconds, kLeastHalfLife..kMostHalfLife
  Products into;         // none: void

  bool operator==(const Decay&) const = default;
};
inline constexpr double kLeastHalfLife = 0.01;
inline constexpr double kMostHalfLife = 100'000;

// A cell that is hot, or cold. Temperatures are in eighths of a degree Celsius, latent heat in eighths of a kelvin.
struct Transition {
  int at = 0;
  Products into;   // not empty
  int latent = 0;  // what it takes to melt, or gives when it freezes: heat_table.h

  bool operator==(const Transition&) const = default;
};

// A cell that has been as hot as `above`, in eighths of a degree Celsius, burns until it is burnt up, or colder again.
struct Burning {
  int above = 0;
  double lasts = 1;             // seconds, kLeastBurning..kMostBurning; a half longer, by its grain seed
  int heat = 0;                 // eighths of a kelvin that it gets warmer in a second
  int hottest = 1200 * 8;       // until it is as hot as this, in eighths of a degree Celsius
  MaterialId flame = 0;         // what comes out of it where it lies open; kVoid: nothing
  double flames = 4;            // how often a second, at each open face
  Products leaves{};            // none: void

  bool operator==(const Burning&) const = default;
};
inline constexpr double kLeastBurning = 0.025;
inline constexpr double kMostBurning = 3600;

// A cell that goes off, and what it does to all around it: blasts/blasts.h. What sets it off is any of these.
struct Explosive {
  std::optional<int> above{};      // as hot as this, in eighths of a degree Celsius
  bool charged = false;            // a spark beside it
  std::optional<double> impact{};  // as hard a blow as this, in cells a tick: it lands, is hit, or feels a blast
  double radius = 2;     // cells that a single one reaches; n that go off together reach the root of n times as far
  double power = 4;      // the speed, in cells a tick, that it gives to what is in the middle
  int heat = 0;          // by how much that gets warmer, in eighths of a kelvin
  int hottest = 1200 * 8;  // until it is as hot as this, in eighths of a degree Celsius
  MaterialId flame = 0;  // what fills the open cells that it reaches, the more the nearer; kVoid: nothing
  Products leaves{};     // what becomes of itself; none: void

  bool operator==(const Explosive&) const = default;
};
inline constexpr double kLeastBlastRadius = 0.5;
inline constexpr double kMostBlastRadius = 16;
inline constexpr double kLeastBlastPower = 0.1;
inline constexpr double kMostBlastPower = 64;
inline constexpr double kLeastImpact = 2;
inline constexpr double kMostImpact = 8;

inline constexpr double kLeastSparks = 0.7;
inline constexpr double kMostSparks = 50;
inline constexpr double kLeastRest = 1.0 / kTicksASecond;
inline constexpr double kLeastHold = 0.02;
inline constexpr double kMostHold = 1.5;

// How a material carries charge, charge/charge.h: it conducts sparks, or gives them, or holds charge and does something
// with it.
struct Electric {
  bool conducts = false;
  // Of a conductor: how many sparks around light it, least and most; none: any.
  std::optional<std::array<int, 2>> lights_at{};
  double rests = kLeastRest;       // of a conductor: seconds after a spark in which it takes none, kLeastRest..kMostHold
  std::optional<double> source{};  // sparks a second, kLeastSparks..kMostSparks
  std::optional<double> holds{};   // seconds, kLeastHold..kMostHold
  int heat = 0;                    // while it holds charge: eighths of a kelvin that it gets warmer in a second
  Products charged{};              // what becomes of it when it is charged; none: it stays what it is
  Products uncharged{};            // and when it is not

  // Whether it does something without a spark from outside: it gives sparks, or changes because it has no charge.
  bool acts_uncharged() const { return source.has_value() || !uncharged.empty(); }

  bool operator==(const Electric&) const = default;
};

// Where the first of two cells that meet is, as seen from the second.
enum class Where : uint8_t { kAnywhere, kAbove, kBelow, kBeside };

// Two cells side by side, or one above the other.
struct Reaction {
  // Each the name of a material, or a tag with '#' before it: then the reaction is one of every material that has it.
  std::array<std::string, 2> sides;
  std::array<Products, 2> then;
  // How often, one of these: in each tick with chance per_second / kTicksASecond, or so that after half_life seconds half of
  // those that meet have reacted. kLeastPerSecond..kTicksASecond, and as in Decay.
  std::optional<double> per_second;
  std::optional<double> half_life;
  Where where = Where::kAnywhere;
  // By how much each gets warmer, in eighths of a kelvin.
  std::array<int, 2> heat{};
  // Only where the first of the two is as wet as this, in 255ths of a cell, and as warm, in eighths of a degree
  // Celsius: least and most.
  std::optional<std::array<int, 2>> wetness;
  std::optional<std::array<int, 2>> temperature;
  // Only where the first of the two is charged, or is not.
  std::optional<bool> charged;

  bool operator==(const Reaction&) const = default;
};
// Of a file, and of pairs of materials that they are of, tags written out.
inline constexpr size_t kMostReactions = 4000;
inline constexpr size_t kMostReactingPairs = 400'000;
inline constexpr double kLeastPerSecond = 0.0001;

}  // namespace quicksand
