#include "app/scene_reload.h"

#include <algorithm>

#include "scene/director.h"

namespace quicksand {
namespace {

// By names: the numbers of entries are of one set of materials alone.
bool is_alike(const SceneSource& a, const SceneSource& b) {
  const auto plain = [](const SceneSource& source) {
    PaintCommand command = source.command;
    command.entries.clear();
    command.onto = Onto::kAny;  // which the director decides
    return command;
  };
  return plain(a) == plain(b) && a.materials == b.materials && a.from == b.from && a.until == b.until;
}
bool is_alike(const Sign& a, const Sign& b) { return a == b; }

// Those of `list` that `others` has not, each as often as it has it less.
template <class Item>
std::vector<Item> without(std::vector<Item> list, const std::vector<Item>& others) {
  for (const Item& other : others) {
    const auto found = std::ranges::find_if(list, [&](const Item& item) { return is_alike(item, other); });
    if (found != list.end()) list.erase(found);
  }
  return list;
}

// A command ends all sources in a place, also those that are to stay: these begin again.
void change_sources(const std::vector<SceneSource>& now, const std::vector<SceneSource>& gone,
                    const std::vector<SceneSource>& added, std::vector<Command>& commands) {
  std::vector<SceneSource> left = now;
  for (const SceneSource& source : without(gone, without(gone, now))) {
    const CellPos at = source.command.from;
    commands.emplace_back(EndSourcesCommand{at});
    std::erase_if(left, [&](const SceneSource& other) { return has_cell(other, at); });
  }
  std::vector<SceneSource> wanted = without(now, gone);
  wanted.insert(wanted.end(), added.begin(), added.end());
  for (const SceneSource& source : without(wanted, left))
    commands.emplace_back(SourceCommand{source.command, source.from, source.until});
}

}  // namespace

Result<std::vector<Command>> commands_for_scene(const Session& session, const Scene& before, const Scene& after) {
  const Result<Director> fresh = Director::create(after, session.world().entry_names());
  if (!fresh) return fresh.failure();
  std::vector<Command> commands;
  change_sources(session.director().sources(), without(before.sources, after.sources),
                 without(fresh->sources(), before.sources), commands);
  for (const Sign& sign : without(before.signs, after.signs))
    if (std::ranges::find(session.director().signs(), sign) != session.director().signs().end())
      commands.emplace_back(SignCommand{{sign.at, ""}});
  for (const Sign& sign : without(after.signs, before.signs)) commands.emplace_back(SignCommand{sign});
  return commands;
}

}  // namespace quicksand
