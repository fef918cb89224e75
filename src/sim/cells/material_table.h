// The materials of a sandbox, and the tables that its rules read.
//
// A table is immutable. It is indexed by MaterialId; `void` is 0 and the static `wall` is 1 in every table. Rules look
// at a material's properties only, never at which material it is.
//
// Source of density, friction, liquid and the dissolve table: "Sand And Below revealed" (Phoenix's tech blog, 2008),
// which describes the FastSAB solver.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cells/blast_table.h"
#include "sim/cells/charge_table.h"
#include "sim/cells/heat_table.h"
#include "sim/cells/reaction.h"
#include "sim/cells/reaction_table.h"
#include "sim/cells/repose.h"

namespace quicksand {

inline constexpr MaterialId kVoid = 0;
inline constexpr MaterialId kWall = 1;
inline constexpr int kMaxMaterials = 255;  // void and wall included

inline constexpr int kMinDensity = -1000;
inline constexpr int kMaxDensity = 1000;
inline constexpr int kMaxFriction = 8;
static_assert(kMaxFriction <= kMaxReach, "whoever moves sideways goes no farther than kMaxReach");
inline constexpr uint32_t kMaxRarity = 1'000'000;
inline constexpr int kMaxGrainFriction = 200;

// How a material behaves; follows from its properties.
enum class Phase : uint8_t { kVoid, kStatic, kPowder, kLiquid, kGas };

// "Chance 1/n a tick" against the material with this id.
struct Dissolves {
  MaterialId victim = kVoid;
  uint32_t rarity = 0;  // n, 1..kMaxRarity

  bool operator==(const Dissolves&) const = default;
};

struct Material {
  std::string name;
  int density = 0;         // kMinDensity..kMaxDensity; void's is 0, and what is lighter than void is a gas
  int friction = 0;        // 0..kMaxFriction: how many cells it moves sideways in a tick
  bool liquid = false;     // finds its level, and denser materials sink into it
  bool gas = false;        // a gas, though it is not lighter than void: lighter than any liquid and powder all the same
  int repose_degrees = 0;  // of a powder: the angle of its heaps, kMinRepose..kMaxRepose; 0: as its friction says
  bool is_static = false;  // never moves
  int falls = 100;         // hundredths of gravity that it falls by, or a gas rises or sinks, 1..100
  int diffuses = 0;        // of a gas: how fast it spreads, in hundredths of 40 square cells a second, 0..100
  int permeable = 0;       // of a powder: hundredths of a cell of liquid that it lets through in a step, 0..100
  uint32_t fades = 0;      // disappears with chance 1/fades a tick; 0: never

  // Of what takes up a liquid (wetness.h); in 255ths of a cell of that liquid.
  MaterialId absorbs = kVoid;  // the liquid; kVoid: none
  int wet_threshold = 0;       // 1..254: up to it a powder coheres, above it flows
  int wet_max = 0;             // wet_threshold + 1..255: what a cell holds at most
  uint32_t dries = 0;          // loses one of them in about so many ticks, at least kDryTicks, in the open; 0: never

  // Between airborne grains, in hundredths of the load on a touch: what it holds, how much it drags on what slides, and
  // how much it resists rolling, at the arm of a grain's radius.
  int static_friction = 0;      // 0..kMaxGrainFriction
  int kinetic_friction = 0;     // the same, up to static_friction
  int rolling_resistance = 50;  // 0..kMaxGrainFriction

  std::vector<Dissolves> dissolves{};

  std::vector<std::string> tags{};  // names that reactions may call it by, with others
  std::optional<Decay> decays{};

  // Temperatures are in eighths of a degree Celsius: heat/temperature.h.
  std::optional<int> temperature{};  // when it comes into the world; none: as warm as its surroundings
  int conducts = 200;                // thousandths of the most, 0..1000
  std::optional<Transition> hot{};   // where it is at least as hot
  std::optional<Transition> cold{};  // where it is colder
  std::optional<Burning> burns{};

  std::optional<Explosive> explodes{};
  // What is left of a static material when a blast breaks it, which takes `hardness` off the blast, in cells a tick. None:
  // it does not break.
  Products breaks_into{};
  double hardness = 1;  // 0..kMostBlastPower

  std::optional<Electric> electric{};
  MaterialId pressed = kVoid;  // what becomes of it when it is pressed; kVoid: nothing

  bool operator==(const Material&) const = default;
};

// Of any material but void.
Phase phase_of(const Material& material);

class MaterialTable {
 public:
  // `others` follow void and wall, in this order. At most kMaxMaterials - 2; all values within the ranges above; names
  // distinct and not "void" or "wall"; void and wall are not dissolved; what absorbs is a powder or static, and takes
  // up a liquid; each side of a reaction names a material or is a tag of one.
  explicit MaterialTable(std::vector<Material> others, std::vector<Reaction> reactions = {});

  int size() const { return static_cast<int>(materials_.size()); }
  const Material& operator[](MaterialId id) const { return materials_[id]; }
  const std::vector<std::string>& names() const { return names_; }
  std::optional<MaterialId> find(std::string_view name) const;

  Phase phase(MaterialId id) const { return phase_[id]; }
  // Gases that go up; others sink, or hang.
  bool rises(MaterialId id) const { return phase(id) == Phase::kGas && materials_[id].density < 0; }
  // What does not stand still lies the lower the greater it is: by density, but gases above all liquids and powders.
  int weight(MaterialId id) const;
  // How far it moves sideways at most, in cells.
  int friction(MaterialId id) const { return friction_[id]; }
  // And how many rows it has to drop there.
  const Repose& repose(MaterialId id) const { return repose_[id]; }
  // The most rows that any has to; at least 1.
  int most_drop() const { return most_drop_; }

  // The chance, in 256ths, that in one tick `upper` changes places with `lower` right below it. More than 0 exactly
  // if neither is static, lower is void, gas or liquid, and upper is the denser one.
  uint16_t sink_chance(MaterialId upper, MaterialId lower) const { return sink_chance_[index(upper, lower)]; }

  // The chance, in 256ths, that in one tick a `mover` that wants to may change places with `beside`, next to it.
  uint16_t slip_chance(MaterialId mover, MaterialId beside) const { return slip_chance_[index(mover, beside)]; }

  // What materials become, by themselves and where they meet; `dissolves` and `fades` included.
  const ReactionTable& reactions() const { return reaction_table_; }
  // How it conducts heat, and what becomes of it when it is hot or cold.
  const HeatTable& heat() const { return heat_table_; }
  // How it explodes, and what blasts do to it.
  const BlastTable& blasts() const { return blast_table_; }
  // How it carries charge, and what becomes of it when it is charged or pressed.
  const ChargeTable& charge() const { return charge_table_; }
  // Those that the table was made with.
  const std::vector<Reaction>& reaction_list() const { return reactions_; }

  // The liquid that the material takes up; kVoid: none.
  MaterialId absorbs(MaterialId id) const { return materials_[id].absorbs; }
  // In 255ths of a cell of that liquid; both 0 where it takes up none.
  int wet_threshold(MaterialId id) const { return materials_[id].wet_threshold; }
  int wet_max(MaterialId id) const { return materials_[id].wet_max; }
  // Whether any material takes up a liquid.
  bool has_absorbing() const { return has_absorbing_; }

  // Equal for tables under which every world behaves alike, names included.
  uint64_t hash() const { return hash_; }

 private:
  size_t index(MaterialId a, MaterialId b) const { return size_t{a} * materials_.size() + b; }
  void derive_tables();

  std::vector<Material> materials_;
  std::vector<Reaction> reactions_;
  ReactionTable reaction_table_;
  HeatTable heat_table_;
  BlastTable blast_table_;
  ChargeTable charge_table_;
  std::vector<std::string> names_;
  std::array<Phase, 256> phase_{};
  std::array<uint8_t, 256> friction_{};
  std::array<Repose, 256> repose_{};
  std::vector<uint16_t> sink_chance_;
  std::vector<uint16_t> slip_chance_;
  int most_drop_ = 1;
  bool has_absorbing_ = false;
  uint64_t hash_ = 0;
};

}  // namespace quicksand
