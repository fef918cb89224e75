#include "app/scene_reload.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <vector>

#include "scene/director.h"

namespace quicksand {
namespace {

// Where it is, and when: among those that are alike in that the rest is compared.
std::array<int64_t, 7> key_of(const SceneSource& source) {
  const PaintCommand& command = source.command;
  return {command.from.x,
          command.from.y,
          command.to.x,
          command.to.y,
          static_cast<int64_t>(command.fill_limit),
          static_cast<int64_t>(source.from),
          static_cast<int64_t>(source.until)};
}
std::array<int64_t, 2> key_of(const Sign& sign) { return {sign.at.x, sign.at.y}; }

// By names: the numbers of entries are of one set of materials alone.
SceneSource by_names(SceneSource source) {
  source.command.entries.clear();
  source.command.onto = Onto::kAny;  // which the director decides
  return source;
}
const Sign& by_names(const Sign& sign) { return sign; }

bool is_alike(const SceneSource& a, const SceneSource& b) {
  return a.command == b.command && a.materials == b.materials && a.from == b.from && a.until == b.until;
}
bool is_alike(const Sign& a, const Sign& b) { return a == b; }

// Those of `list` that `others` has not, each as often as it has it less.
template <class Item>
std::vector<Item> without(const std::vector<Item>& list, const std::vector<Item>& others) {
  struct Place {
    Item item;
    size_t at;
  };
  std::map<decltype(key_of(list[0])), std::vector<Place>> places;
  for (size_t i = list.size(); i-- > 0;) places[key_of(list[i])].push_back({by_names(list[i]), i});
  std::vector<uint8_t> is_gone(list.size());
  for (const Item& each : others) {
    const auto near = places.find(key_of(each));
    if (near == places.end()) continue;
    const Item other = by_names(each);
    std::vector<Place>& alike = near->second;
    const auto found = std::find_if(alike.rbegin(), alike.rend(),  // the first of them that is left
                                    [&](const Place& place) { return is_alike(place.item, other); });
    if (found == alike.rend()) continue;
    is_gone[found->at] = 1;
    alike.erase(std::next(found).base());
  }
  std::vector<Item> left;
  for (size_t i = 0; i < list.size(); ++i)
    if (is_gone[i] == 0) left.push_back(list[i]);
  return left;
}

// The sources of the scene as it is now come as they stand there; after them those that a player has set down.
std::vector<SceneSource> wanted_sources(const std::vector<SceneSource>& now, const std::vector<SceneSource>& before,
                                        const std::vector<SceneSource>& after) {
  const std::vector<SceneSource> by_hand = without(now, before);
  const std::vector<SceneSource> taken_away = without(without(before, now), without(before, after));
  std::vector<SceneSource> wanted = without(after, taken_away);
  wanted.insert(wanted.end(), by_hand.begin(), by_hand.end());
  return wanted;
}

bool are_one(const SceneSource& a, const SceneSource& b) { return is_alike(by_names(a), by_names(b)); }

// Sources paint in their order, so all behind the first that is another begin anew.
void change_sources(const Session& session, const std::vector<SceneSource>& wanted, std::vector<Command>& commands) {
  const std::vector<SceneSource>& now = session.director().sources();
  const auto first_other = std::ranges::mismatch(now, wanted, are_one);
  const auto kept = first_other.in1 - now.begin();
  if (first_other.in1 != now.end()) commands.emplace_back(KeepSourcesCommand{static_cast<uint64_t>(kept)});
  for (const SceneSource& source : std::span(wanted).subspan(static_cast<size_t>(kept)))
    commands.emplace_back(SourceCommand{source.command, source.from, source.until});
}

}  // namespace

Result<std::vector<Command>> commands_for_scene(const Session& session, const Scene& before, const Scene& after) {
  const Result<Director> fresh = Director::create(after, session.world().entry_names());
  if (!fresh) return fresh.failure();
  std::vector<Command> commands;
  if (!std::ranges::equal(before.sources, after.sources, are_one))
    change_sources(session, wanted_sources(session.director().sources(), before.sources, fresh->sources()), commands);
  for (const Sign& sign : without(before.signs, after.signs))
    if (std::ranges::find(session.director().signs(), sign) != session.director().signs().end())
      commands.emplace_back(SignCommand{{sign.at, ""}});
  for (const Sign& sign : without(after.signs, before.signs)) commands.emplace_back(SignCommand{sign});
  return commands;
}

}  // namespace quicksand
