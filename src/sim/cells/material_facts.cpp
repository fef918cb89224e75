#include "sim/cells/material_facts.h"

#include <cmath>

#include "sim/heat/temperature.h"

namespace quicksand {
namespace {

constexpr size_t kMostNames = 10;  // of what it reacts with

std::string kind_of(const MaterialTable& table, MaterialId id) {
  const Material& material = table[id];
  if (material.is_static) return "solid";
  const bool is_powder = table.phase(id) == Phase::kPowder;
  std::string text = is_powder ? "powder" : table.phase(id) == Phase::kGas ? "gas" : "liquid";
  text += ", density " + std::to_string(material.density);
  if (is_powder && material.repose_degrees > 0)
    text += ", heaps at " + std::to_string(material.repose_degrees) + "\u00b0";
  return text;
}

// What it becomes where it is hot, or cold: " into water".
std::string into(const MaterialTable& table, const Transition& transition, MaterialId id) {
  if (transition.into.empty()) return "";
  const MaterialId first = transition.into[0].material;
  return first == kSame || first == kVoid || first == id ? "" : " into " + table[first].name;
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
    if (++count > kMostNames) return names + " and others";
    names += (names.empty() ? "" : ", ") + table[static_cast<MaterialId>(other)].name;
  }
  return names;
}

}  // namespace

std::vector<std::string> material_facts(const MaterialTable& table, MaterialId id) {
  if (id == kVoid) return {};
  const Material& material = table[id];
  std::vector<std::string> facts{kind_of(table, id)};
  if (material.hot) facts.push_back("above " + degrees(material.hot->at) + " it turns" + into(table, *material.hot, id));
  if (material.cold)
    facts.push_back("below " + degrees(material.cold->at) + " it turns" + into(table, *material.cold, id));
  std::string more;
  const auto add = [&](bool is_so, const std::string& what) {
    if (is_so) more += (more.empty() ? "" : ", ") + what;
  };
  add(material.burns.has_value(), "burns");
  add(material.explodes.has_value(), "explodes");
  add(material.electric.has_value(), "takes sparks");
  add(material.absorbs != kVoid, "takes up " + table[material.absorbs].name);
  add(material.pressed != kVoid, "can be pressed");
  if (!more.empty()) facts.push_back(more);
  if (const std::string partners = partners_of(table, id); !partners.empty())
    facts.push_back("reacts with " + partners);
  return facts;
}

}  // namespace quicksand
