// What follows from how a set of materials carries charge, and what charge does to it: for rules (charge/charge.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/cells/reaction_table.h"

namespace quicksand {

struct ChargeLaw {
  enum class Kind : uint8_t {
    kNone,
    kConductor,  // carries sparks on
    kSource,     // gives them
    kHolder,     // takes them, and does something while it holds charge
    kFuse,       // goes off when a spark is beside it
  };

  Kind kind = Kind::kNone;
  uint8_t least_sparks = 1;  // of a conductor: it is lit where so many of its eight neighbours carry a spark
  uint8_t most_sparks = 8;
  // When it is full: of a conductor the least from spark to spark, of a source that from spark to spark, and of what
  // holds charge that for which it does.
  uint8_t ticks = 0;
  int heat = 0;                 // of what holds charge: eighths of a kelvin in a second
  bool acts_uncharged = false;  // see Electric
  bool changes_charged = false;
  bool changes_uncharged = false;
  ProductChoice charged;
  ProductChoice uncharged;
};

class ChargeTable {
 public:
  ChargeTable() = default;
  explicit ChargeTable(std::span<const Material> materials);

  // Whether any material carries, gives or takes charge.
  bool is_used() const { return is_used_; }
  const ChargeLaw& law(MaterialId id) const { return laws_[id]; }
  // What it becomes when it is pressed; none: nothing.
  std::optional<MaterialId> pressed(MaterialId id) const { return pressed_[id]; }
  // Whether it does something without a spark from outside: kernels find it as what decays.
  bool is_looked_at(MaterialId id) const { return laws_[id].acts_uncharged; }

 private:
  bool is_used_ = false;
  std::array<ChargeLaw, 256> laws_;
  std::array<std::optional<MaterialId>, 256> pressed_;
};

}  // namespace quicksand
