#include "app/transformations.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim/cells/reaction_sides.h"
#include "sim/heat/temperature.h"

namespace quicksand {
namespace {

// Three digits are enough.
std::string number(double value) {
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::general, value < 1000 ? 3 : 6);
  return {text, written.ptr};
}

std::string degrees(int eighths) { return number(std::round(eighths / static_cast<double>(kUnitsPerKelvin))) + " °C"; }

std::string half_in(double seconds) { return "half of it in " + number(seconds) + " s"; }

std::string range(const std::array<int, 2>& least_and_most, int most_of_all, const auto& text_of) {
  if (least_and_most[1] >= most_of_all) return "from " + text_of(least_and_most[0]) + " on";
  return text_of(least_and_most[0]) + " to " + text_of(least_and_most[1]);
}

// What `first` of a reaction has to be like; `who`: how it is called.
std::string conditions_of(const Reaction& reaction, const std::string& who) {
  std::string text;
  constexpr const char* kPlaces[] = {"", " above", " below", " beside"};
  if (reaction.where != Where::kAnywhere) text += ", with " + who + kPlaces[static_cast<size_t>(reaction.where)];
  if (reaction.wetness)
    text += ", " + who + " wet " + range(*reaction.wetness, 255, [](int wetness) {
              return std::to_string(std::lround(100 * wetness / 255.0)) + " %";
            });
  if (reaction.temperature)
    text += ", " + who + " " + range(*reaction.temperature, kMostCelsius * kUnitsPerKelvin, degrees);
  if (reaction.charged) text += ", " + who + (*reaction.charged ? " charged" : " not charged");
  return text;
}

class Finder {
 public:
  explicit Finder(const MaterialTable& table) : table_(table) {
    for (int id = 0; id < table.size(); ++id)
      sides_.add(table.names()[id], table[static_cast<MaterialId>(id)].tags, id);
  }

  std::vector<Transformation> of(MaterialId id) const {
    std::vector<Transformation> all;
    if (id != kVoid) add_own(id, all);
    std::vector<Transformation> met;
    for (const Reaction& reaction : table_.reaction_list()) add_reaction(reaction, id, met);
    std::ranges::stable_sort(met, {}, [](const Transformation& each) { return *each.partner; });
    all.insert(all.end(), met.begin(), met.end());
    return all;
  }

 private:
  void add_own(MaterialId id, std::vector<Transformation>& all) const {
    const Material& m = table_[id];
    const auto add = [&](const Products& into, std::string cause, std::string how) {
      all.push_back({id, std::nullopt, into, {}, std::move(cause), std::move(how)});
    };
    const Products gone{{kVoid, 1}};
    const auto or_gone = [&](const Products& products) { return products.empty() ? gone : products; };
    if (m.fades > 0) add(gone, "time", half_in(std::log(2) * m.fades / kTicksASecond));
    if (m.decays) add(or_gone(m.decays->into), "time", half_in(m.decays->half_life));
    if (m.hot) add(m.hot->into, "heat", "above " + degrees(m.hot->at));
    if (m.cold) add(m.cold->into, "cold", "below " + degrees(m.cold->at));
    if (m.burns) {
      const std::string how = "above " + degrees(m.burns->above) + ", in " + number(m.burns->lasts) + " s and more";
      add(or_gone(m.burns->leaves), "fire", how);
      if (m.burns->flame != kVoid) add({{kSame, 1}, {m.burns->flame, 1}}, "fire", "while it burns, at its open faces");
    }
    if (m.explodes) add(or_gone(m.explodes->leaves), "blast", sets_off(*m.explodes));
    if (m.explodes && m.explodes->flame != kVoid)
      add({{m.explodes->flame, 1}}, "blast", "around it, in the open cells that it reaches");
    if (!m.breaks_into.empty()) add(m.breaks_into, "blast", "where a blast is stronger than " + number(m.hardness));
    if (m.pressed != kVoid) add({{m.pressed, 1}}, "press", "all that hangs together");
    if (m.electric && !m.electric->charged.empty()) add(m.electric->charged, "charge", "as soon as it is charged");
    if (m.electric && !m.electric->uncharged.empty())
      add(m.electric->uncharged, "no charge", "as soon as it has none left");
    for (const Dissolves& each : m.dissolves)
      all.push_back({id, each.victim, {}, gone, "dissolves", half_in(std::log(2) * each.rarity / kTicksASecond)});
    for (int other = 2; other < table_.size(); ++other)
      for (const Dissolves& each : table_[static_cast<MaterialId>(other)].dissolves)
        if (each.victim == id)
          all.push_back({id,
                         static_cast<MaterialId>(other),
                         gone,
                         {},
                         "dissolved",
                         half_in(std::log(2) * each.rarity / kTicksASecond)});
  }

  static std::string sets_off(const Explosive& explosive) {
    std::string text;
    const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", or ") + what; };
    if (explosive.above) add("above " + degrees(*explosive.above));
    if (explosive.charged) add("by a spark");
    if (explosive.impact) add("by a blow of " + number(*explosive.impact) + " cells a tick");
    return text + "; reaches " + number(explosive.radius) + " cells";
  }

  void add_reaction(const Reaction& reaction, MaterialId id, std::vector<Transformation>& all) const {
    const auto is_in = [&](int side, MaterialId who) {
      const std::span<const int> members = sides_.members(reaction.sides[static_cast<size_t>(side)]);
      return std::ranges::find(members, int{who}) != members.end();
    };
    for (int side = 0; side < 2; ++side) {
      if (!is_in(side, id)) continue;
      for (const int partner : sides_.members(reaction.sides[static_cast<size_t>(1 - side)])) {
        // With its own kind, or with one that is on both sides, once is enough.
        if (side == 1 && is_in(0, id) && is_in(1, static_cast<MaterialId>(partner)) &&
            is_in(0, static_cast<MaterialId>(partner)))
          continue;
        const MaterialId first = side == 0 ? id : static_cast<MaterialId>(partner);
        std::string how =
            reaction.half_life ? half_in(*reaction.half_life) : number(*reaction.per_second) + " times a second";
        how += conditions_of(reaction, first == kVoid ? "the void" : table_[first].name);
        const std::array<int, 2>& heat = reaction.heat;
        if (heat[static_cast<size_t>(side)] != 0)
          how += ", " + number(heat[static_cast<size_t>(side)] / static_cast<double>(kUnitsPerKelvin)) + " K warmer";
        all.push_back({id, static_cast<MaterialId>(partner), reaction.then[static_cast<size_t>(side)],
                       reaction.then[static_cast<size_t>(1 - side)], "meets", std::move(how)});
      }
    }
  }

  const MaterialTable& table_;
  ReactionSides sides_;
};

bool holds(const Products& products, MaterialId id) {
  return std::ranges::any_of(products, [&](const Product& product) { return product.material == id; });
}

}  // namespace

std::vector<Transformation> transformations_of(const MaterialTable& table, MaterialId id) {
  return Finder(table).of(id);
}

std::vector<std::vector<Transformation>> all_transformations(const MaterialTable& table) {
  const Finder finder(table);
  std::vector<std::vector<Transformation>> all;
  for (int id = 0; id < table.size(); ++id) all.push_back(finder.of(static_cast<MaterialId>(id)));
  return all;
}

std::vector<Transformation> transformations_into(const MaterialTable& table, MaterialId id) {
  const Finder finder(table);
  std::vector<Transformation> all;
  for (int other = 0; other < table.size(); ++other)
    for (Transformation& each : finder.of(static_cast<MaterialId>(other))) {
      // A reaction is found from both sides: here from that which becomes this, unless that is the void.
      const bool mine = each.material != id && holds(each.into, id);
      const bool of_void = each.partner == kVoid && id != kVoid && holds(each.partner_into, id);
      if ((mine || of_void) && each.material != kVoid) all.push_back(std::move(each));
    }
  return all;
}

}  // namespace quicksand
