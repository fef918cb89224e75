#include "io/material_warnings.h"

#include <algorithm>
#include <map>
#include <span>

#include "sim/cells/reaction_sides.h"

namespace quicksand {
namespace {

double chance_of(const Reaction& reaction) {
  return reaction.per_second ? chance_of_meeting(*reaction.per_second / kTicksASecond)
                             : chance_within(kMeetingTicks, *reaction.half_life * kTicksASecond);
}

class IdleReactions {
 public:
  explicit IdleReactions(const MaterialFile& file) : file_(file) {
    sides_.add(std::string(kBuiltInNames[kVoid]), {}, -1);
    for (size_t i = 0; i < file.materials.size(); ++i)
      sides_.add(file.materials[i].material.name, file.materials[i].material.tags, static_cast<int>(i));
  }

  // Why the reaction never takes place; empty: it may. To be asked for one after the other.
  std::string problem_of(const Reaction& reaction) {
    const std::span<const int> ones = sides_.members(reaction.sides[0]);
    const std::span<const int> others = sides_.members(reaction.sides[1]);
    const auto any = [&](const auto& is) {
      return std::any_of(ones.begin(), ones.end(),
                         [&](int i) { return i >= 0 && is(file_.materials[static_cast<size_t>(i)].material); });
    };
    std::string problem;
    if (reaction.charged == true && !any([](const Material& m) { return m.electric || m.explodes || m.burns; }))
      problem = reaction.sides[0] + " is never charged: it has no \"electric\"";
    if (reaction.wetness && (*reaction.wetness)[0] > 0 && !any([](const Material& m) { return m.absorbs != kVoid; }))
      problem = reaction.sides[0] + " is never wet: it has no \"absorbs\"";
    bool has_chance = false;
    const bool is_free =
        !reaction.wetness && !reaction.temperature && !reaction.charged && reaction.where == Where::kAnywhere;
    for (const int one : ones)
      for (const int other : others) {
        Taken& taken = taken_[std::minmax(one, other)];
        has_chance |= taken.chance < 1;
        if (is_free && taken.last != asked_) taken.chance += chance_of(reaction);  // two tags may name them twice
        taken.last = asked_;
      }
    ++asked_;
    if (!has_chance) problem = "those of the same two before it take place whenever they meet";
    return problem;
  }

 private:
  const MaterialFile& file_;
  ReactionSides sides_;  // by places in the file; void has -1
  // Of two, the chances of all before that have no condition.
  struct Taken {
    double chance = 0;
    int last = -1;  // the last reaction that is between them
  };
  std::map<std::pair<int, int>, Taken> taken_;
  int asked_ = 0;  // the number of the next reaction
};

}  // namespace

std::vector<Diagnostic> find_idle_reactions(const MaterialFile& file, const JsonValue& list,
                                            const std::vector<std::string>& files) {
  std::vector<Diagnostic> warnings;
  IdleReactions idle(file);
  for (size_t i = 0; i < file.reactions.size(); ++i) {
    const std::string problem = idle.problem_of(file.reactions[i]);
    if (problem.empty()) continue;
    const JsonPlace& place = list.items()[i].place;
    warnings.push_back({files[static_cast<size_t>(place.source)], place.line, place.column,
                        "warning: this reaction never takes place: " + problem});
  }
  return warnings;
}

}  // namespace quicksand
