#include "app/transformations.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/language.h"
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

std::string half_in(double seconds) { return said("half of it in {1} s", {number(seconds)}); }

std::string range(const std::array<int, 2>& least_and_most, int most_of_all, const auto& text_of) {
  if (least_and_most[1] >= most_of_all) return said("from {1} on", {text_of(least_and_most[0])});
  return said("{1} to {2}", {text_of(least_and_most[0]), text_of(least_and_most[1])});
}

// What `first` of a reaction has to be like; `who`: how it is called.
std::string conditions_of(const Reaction& reaction, const std::string& who) {
  std::string text;
  constexpr const char* kPlaces[] = {"", ", with {1} above", ", with {1} below", ", with {1} beside"};
  if (reaction.where != Where::kAnywhere) text += said(kPlaces[static_cast<size_t>(reaction.where)], {who});
  if (reaction.wetness)
    text += said(", {1} wet {2}", {who, range(*reaction.wetness, 255, [](int wetness) {
                                     return std::to_string(std::lround(100 * wetness / 255.0)) + " %";
                                   })});
  if (reaction.temperature)
    text += ", " + who + " " + range(*reaction.temperature, kMostCelsius * kUnitsPerKelvin, degrees);
  if (reaction.charged) text += said(*reaction.charged ? ", {1} charged" : ", {1} not charged", {who});
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
    if (m.hot) add(m.hot->into, "heat", said("above {1}", {degrees(m.hot->at)}));
    if (m.cold) add(m.cold->into, "cold", said("below {1}", {degrees(m.cold->at)}));
    if (m.burns) {
      const std::string how = said("above {1}, in {2} s and more", {degrees(m.burns->above), number(m.burns->lasts)});
      add(or_gone(m.burns->leaves), "fire", how);
      if (m.burns->flame != kVoid)
        add({{kSame, 1}, {m.burns->flame, 1}}, "fire", said("while it burns, at its open faces"));
    }
    if (m.explodes) add(or_gone(m.explodes->leaves), "blast", sets_off(*m.explodes));
    if (m.explodes && m.explodes->flame != kVoid)
      add({{m.explodes->flame, 1}}, "blast", said("around it, in the open cells that it reaches"));
    if (!m.breaks_into.empty())
      add(m.breaks_into, "blast", said("where a blast is stronger than {1}", {number(m.hardness)}));
    if (m.pressed != kVoid) add({{m.pressed, 1}}, "press", said("all that hangs together"));
    if (m.electric && !m.electric->charged.empty())
      add(m.electric->charged, "charge", said("as soon as it is charged"));
    if (m.electric && !m.electric->uncharged.empty())
      add(m.electric->uncharged, "no charge", said("as soon as it has none left"));
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
    const auto add = [&](const std::string& what) { text += (text.empty() ? "" : said(", or ")) + what; };
    if (explosive.above) add(said("above {1}", {degrees(*explosive.above)}));
    if (explosive.charged) add(said("by a spark"));
    if (explosive.impact) add(said("by a blow of {1} cells a tick", {number(*explosive.impact)}));
    return text + said("; reaches {1} cells", {number(explosive.radius)});
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
        std::string how = reaction.half_life ? half_in(*reaction.half_life)
                                             : said("{1} times a second", {number(*reaction.per_second)});
        how += conditions_of(reaction, first == kVoid ? said("the void") : said_name(table_[first].name));
        const std::array<int, 2>& heat = reaction.heat;
        if (heat[static_cast<size_t>(side)] != 0)
          how +=
              said(", {1} K warmer", {number(heat[static_cast<size_t>(side)] / static_cast<double>(kUnitsPerKelvin))});
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
