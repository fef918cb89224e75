#include "sim/cells/material_facts.h"

#include <cmath>

#include "core/language.h"
#include "sim/heat/temperature.h"

namespace quicksand {
namespace {

constexpr size_t kMostNames = 10;  // of what it reacts with

std::string kind_of(const MaterialTable& table, MaterialId id) {
  const Material& material = table[id];
  if (material.is_static) return said("solid");
  const bool is_powder = table.phase(id) == Phase::kPowder;
  std::string text = is_powder ? said("powder") : table.phase(id) == Phase::kGas ? said("gas") : said("liquid");
  text += said(", density {1}", {std::to_string(material.density)});
  if (is_powder && material.repose_degrees > 0)
    text += said(", heaps at {1}\u00b0", {std::to_string(material.repose_degrees)});
  return text;
}

// The name of what it becomes where it is hot, or cold; empty: of nothing else that has one.
std::string into(const MaterialTable& table, const Transition& transition, MaterialId id) {
  if (transition.into.empty()) return "";
  const MaterialId first = transition.into[0].material;
  return first == kSame || first == kVoid || first == id ? "" : said_name(table[first].name);
}

std::string degrees(int eighths) { return std::to_string(std::lround(eighths / 8.0)) + " \u00b0C"; }

std::string partners_of(const MaterialTable& table, MaterialId id) {
  std::string names;
  size_t count = 0;
  for (int other = 1; other < table.size(); ++other) {
    bool reacts = false;
    table.reactions().for_each_meeting(id, static_cast<MaterialId>(other), [&](const Meeting& meeting) {
      reacts = reacts || !meeting.swaps;
      return reacts;
    });
    if (!reacts) continue;
    if (++count > kMostNames) return names + said(" and others");
    names += (names.empty() ? "" : ", ") + said_name(table[static_cast<MaterialId>(other)].name);
  }
  return names;
}

}  // namespace

std::vector<std::string> material_facts(const MaterialTable& table, MaterialId id) {
  if (id == kVoid) return {};
  const Material& material = table[id];
  std::vector<std::string> facts{kind_of(table, id)};
  if (material.hot) {
    const std::string product = into(table, *material.hot, id);
    facts.push_back(said(product.empty() ? "above {1} it turns" : "above {1} it turns into {2}",
                         {degrees(material.hot->at), product}));
  }
  if (material.cold) {
    const std::string product = into(table, *material.cold, id);
    facts.push_back(said(product.empty() ? "below {1} it turns" : "below {1} it turns into {2}",
                         {degrees(material.cold->at), product}));
  }
  std::string more;
  const auto add = [&](bool is_so, const std::string& what) {
    if (is_so) more += (more.empty() ? "" : ", ") + what;
  };
  add(material.burns.has_value(), said("burns"));
  add(material.explodes.has_value(), said("explodes"));
  add(material.electric.has_value(), said("takes sparks"));
  add(material.absorbs != kVoid, said("takes up {1}", {said_name(table[material.absorbs].name)}));
  add(material.pressed != kVoid, said("can be pressed"));
  if (!more.empty()) facts.push_back(more);
  if (const std::string partners = partners_of(table, id); !partners.empty())
    facts.push_back(said("reacts with {1}", {partners}));
  return facts;
}

}  // namespace quicksand
