#include "sim/cells/reaction_table.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "core/random.h"
#include "sim/cells/material_table.h"
#include "sim/cells/reaction_sides.h"
#include "sim/heat/temperature.h"

namespace quicksand {
namespace {

// 2^-x for x >= 0. The mathematical library's may differ in its last digit from machine to machine.
double power_of_half(double x) {
  constexpr double kLn2 = 0.693147180559945309417;
  const double whole = std::floor(std::min(x, 1000.0));
  const double rest = (std::min(x, 1000.0) - whole) * kLn2;
  double sum = 1;
  double term = 1;
  for (int i = 1; i <= 20; ++i) {
    term *= -rest / i;
    sum += term;
  }
  return std::ldexp(sum, -static_cast<int>(whole));
}

// The largest dice byte that a dice word below the limit can have.
uint8_t largest_byte(uint64_t limit) {
  return limit == 0 ? uint8_t{0} : static_cast<uint8_t>((std::min(limit, uint64_t{1} << 32) - 1) >> 24);
}

}  // namespace

double chance_of_meeting(double p) {
  const double not_yet = (1 - p) * (1 - p);
  return 1 - not_yet * not_yet;
}

double chance_within(double ticks, double half_life) { return 1 - power_of_half(ticks / half_life); }

ProductChoice::ProductChoice(const Products& products) {
  QS_CHECK(products.size() <= kMostProducts, "something becomes too many materials");
  uint64_t total = 0;
  for (const Product& product : products) total += product.weight;
  uint64_t sum = 0;
  for (const Product& product : products) {
    sum += product.weight;
    material_[static_cast<size_t>(count_)] = product.material;
    limit_[static_cast<size_t>(count_++)] = (sum << 32) / total;
  }
}

ReactionTable::ReactionTable(std::span<const Material> materials, std::span<const Reaction> reactions)
    : size_(materials.size()) {
  static const Products kGone{{.material = kVoid}};
  for (size_t i = 0; i < size_; ++i) {
    const auto id = static_cast<MaterialId>(i);
    const Material& material = materials[i];
    if (material.fades > 0) add_decay(id, chance_of_meeting(1.0 / material.fades), kGone);
    if (material.decays)
      add_decay(id, chance_within(kMeetingTicks, material.decays->half_life * kTicksASecond),
                material.decays->into.empty() ? kGone : material.decays->into);
    for (const Dissolves& entry : material.dissolves) {
      Reaction removes;
      removes.then[1] = kGone;
      add(std::array{int{id}}, std::array{int{entry.victim}}, chance_of_meeting(1.0 / entry.rarity), removes);
    }
  }
  ReactionSides sides;
  for (size_t i = 0; i < size_; ++i) sides.add(materials[i].name, materials[i].tags, static_cast<int>(i));
  for (const Reaction& reaction : reactions) {
    QS_CHECK(reaction.per_second || reaction.half_life, "a reaction does not say how fast it is");
    const double chance = reaction.per_second ? chance_of_meeting(*reaction.per_second / kTicksASecond)
                                              : chance_within(kMeetingTicks, *reaction.half_life * kTicksASecond);
    const std::span<const int> ones = sides.members(reaction.sides[0]);
    const std::span<const int> others = sides.members(reaction.sides[1]);
    QS_CHECK(!ones.empty() && !others.empty(), "a side of a reaction names no material");
    add(ones, others, chance, reaction);
  }
  add_diffusion(materials);
  for (size_t i = 0; i < size_; ++i) {
    if (!materials[i].electric || !materials[i].electric->acts_uncharged()) continue;
    has_decays_ = true;
    decay_sets_.has[i] = 0x80;
    decay_sets_.most[i] = 255;
  }
}

void ReactionTable::add_decay(MaterialId id, double chance, const Products& into) {
  has_decays_ = true;
  decay_limit_[id] = dice_limit(chance);
  decay_[id] = ProductChoice(into);
  decay_sets_.has[id] = 0x80;
  decay_sets_.most[id] = largest_byte(decay_limit_[id]);
}

void ReactionTable::add(std::span<const int> ones, std::span<const int> others, double chance,
                        const Reaction& reaction) {
  if (first_link_.empty()) first_link_.assign(size_ * size_, kNone);
  const ProductChoice of_one(reaction.then[0]);
  const ProductChoice of_other(reaction.then[1]);
  const Where where = reaction.where;
  const std::array<int, 2>& heat = reaction.heat;
  uint32_t condition = 0;
  if (reaction.wetness || reaction.temperature || reaction.charged) {
    condition = static_cast<uint32_t>(conditions_.size());
    MeetingCondition& made = conditions_.emplace_back();
    if (reaction.wetness) made.wetness = *reaction.wetness;
    if (reaction.charged) made.timer = *reaction.charged ? std::array{1, 255} : std::array{0, 0};
    if (reaction.temperature)
      made.temperature = {temperature_of((*reaction.temperature)[0]), temperature_of((*reaction.temperature)[1])};
  }
  if (reaction.charged)
    for (const int one : ones) asks_for_charge_[static_cast<size_t>(one)] = true;
  const bool side_by_side = where == Where::kAnywhere || where == Where::kBeside;
  const bool upright = where != Where::kBeside;
  const auto first_new = static_cast<uint32_t>(meetings_.size());
  // As the one comes first, and as it comes second. Where either may be the one, both ways are half as likely.
  for (const uint64_t limit : {dice_limit(chance), dice_limit(chance / 2)}) {
    meetings_.push_back({limit, of_one, of_other, side_by_side, upright && where != Where::kBelow, heat[0], heat[1],
                         condition, false, false});
    meetings_.push_back({limit, of_other, of_one, side_by_side, upright && where != Where::kAbove, heat[1], heat[0],
                         condition, true, false});
  }
  std::vector<bool> may_be_one(size_);
  std::vector<bool> may_be_other(size_);
  for (const int each : ones) may_be_one[static_cast<size_t>(each)] = true;
  for (const int each : others) may_be_other[static_cast<size_t>(each)] = true;
  for (const int first : ones)
    for (const int second : others) {
      const auto one = static_cast<MaterialId>(first);
      const auto other = static_cast<MaterialId>(second);
      // Two of a tag that both sides have come here twice. Only one of the two ways is possible where the one has to be
      // above, or below.
      const bool either_way =
          may_be_one[other] && may_be_other[one] && (where == Where::kAnywhere || where == Where::kBeside);
      link(one, other, first_new + (either_way ? 2 : 0));
      link(other, one, first_new + (either_way ? 3 : 1));
    }
}

// Of a gas and void by what the gas does, and of two gases by their mean.
void ReactionTable::add_diffusion(std::span<const Material> materials) {
  for (size_t i = 0; i < size_; ++i)
    for (size_t k = 0; k < i; ++k) {
      const bool in_air = k == kVoid;
      if (phase_of(materials[i]) != Phase::kGas || !(in_air || phase_of(materials[k]) == Phase::kGas)) continue;
      const int both = materials[i].diffuses + (in_air ? materials[i].diffuses : materials[k].diffuses);
      if (both == 0) continue;
      const double spread = both / 200.0;  // in square cells a meeting
      if (first_link_.empty()) first_link_.assign(size_ * size_, kNone);
      const auto meeting = static_cast<uint32_t>(meetings_.size());
      const ProductChoice same;
      meetings_.push_back({dice_limit(spread / (1 + spread)), same, same, true, true, 0, 0, 0, false, true});
      link(static_cast<MaterialId>(i), static_cast<MaterialId>(k), meeting);
      link(static_cast<MaterialId>(k), static_cast<MaterialId>(i), meeting);
    }
}

// Behind those that the pair has already.
void ReactionTable::link(MaterialId first, MaterialId second, uint32_t meeting) {
  uint32_t* last = &first_link_[size_t{first} * size_ + second];
  while (*last != kNone) last = &links_[*last].next;
  *last = static_cast<uint32_t>(links_.size());
  links_.push_back({meeting, kNone});
}

uint8_t ReactionTable::most_dice(MaterialId one, MaterialId other) const {
  uint64_t limit = 0;
  for_each_meeting(one, other, [&](const Meeting& meeting) {
    limit += meeting.limit;
    return false;
  });
  return largest_byte(limit);
}

}  // namespace quicksand
