#include "scene/director.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "core/wording.h"

namespace quicksand {
namespace {

// What runs out of a source fills empty cells. Emptiness takes what there is: a drain.
Onto onto_of_source(const PaintCommand& command) {
  const bool drains = std::ranges::all_of(command.entries, [](uint8_t entry) { return entry == 0; });
  return drains ? Onto::kAny : Onto::kEmpty;
}

constexpr size_t kMostMissing = 100;

// The list, to be changed: copies of the director that share it keep it as it is. A thousand changes in one tick copy
// it once.
template <class T>
std::vector<T>& own(std::shared_ptr<std::vector<T>>& list) {
  if (list.use_count() > 1)
    list = std::make_shared<std::vector<T>>(*list);
  else
    std::atomic_thread_fence(std::memory_order_acquire);  // what another thread's copy has read comes before
  return *list;
}

size_t bytes_of(const SceneSource& source) {
  size_t bytes = sizeof source + source.command.entries.size();
  for (const NamedEntry& material : source.materials) bytes += sizeof material + material.name.size();
  return bytes;
}
size_t bytes_of(const std::vector<SceneSource>& sources) {
  size_t bytes = 0;
  for (const SceneSource& source : sources) bytes += bytes_of(source);
  return bytes;
}

class Resolver {
 public:
  Resolver(const Scene& scene, const std::vector<std::string>& names) : scene_(scene), names_(names) {}

  void resolve(PaintCommand& command, const std::vector<NamedEntry>& materials) {
    command.entries.clear();
    for (const NamedEntry& material : materials) command.entries.push_back(find(material));
  }

  uint8_t find(const NamedEntry& entry) {
    const auto found = std::find(names_.begin(), names_.end(), entry.name);
    if (found != names_.end()) return static_cast<uint8_t>(found - names_.begin());
    // Once is enough: a scene may use a name a thousand times. So is so much to mend a file by.
    if (missing_.size() >= kMostMissing) return 0;
    if (std::find(missing_.begin(), missing_.end(), entry.name) != missing_.end()) return 0;
    missing_.push_back(entry.name);
    std::string hint = hint_of_mod(entry.name);
    if (hint.empty()) hint = suggestion(entry.name, std::span(names_));
    if (hint.empty())
      for (const std::string& name : names_) hint += (hint.empty() ? "; they have " : ", ") + name;
    diagnostics.push_back(
        {scene_.file, entry.line, entry.column,
         "the materials " + in_quotes(scene_.materials) + " have no " + in_quotes(entry.name) + hint});
    return 0;
  }

  std::vector<Diagnostic> diagnostics;

 private:
  // Materials of mods are called mod:name. Empty: it is none, or something of that mod is here.
  std::string hint_of_mod(const std::string& name) const {
    const size_t end = name.find(':');
    if (end == std::string::npos) return "";
    const std::string mod = name.substr(0, end);
    const bool is_played =
        std::ranges::any_of(names_, [&](const std::string& each) { return each.starts_with(mod + ":"); });
    return is_played ? "" : ": that comes with the mod " + in_quotes(mod) + ", and --mod " + mod + " plays with it";
  }

  const Scene& scene_;
  const std::vector<std::string>& names_;
  std::vector<std::string> missing_;
};

}  // namespace

Result<Director> Director::create(const Scene& scene, const std::vector<std::string>& entry_names) {
  Programme programme{scene.paint, scene.forces, scene.touches, scene.commands};
  std::vector<SceneSource> sources = scene.sources;
  Director director;
  director.commands_end_ = programme.commands.size();
  if (const Status resolved = director.resolve(programme, sources, scene, entry_names); !resolved)
    return resolved.failure();
  std::stable_sort(programme.paint.begin(), programme.paint.end(),
                   [](const ScenePaint& a, const ScenePaint& b) { return a.tick < b.tick; });
  director.programme_ = std::make_shared<const Programme>(std::move(programme));
  director.source_bytes_ = bytes_of(sources);
  director.sources_ = std::make_shared<std::vector<SceneSource>>(std::move(sources));
  director.signs_ = std::make_shared<std::vector<Sign>>(scene.signs);
  return director;
}

Result<Director> Director::under(const Scene& scene, const std::vector<std::string>& entry_names) const {
  Programme programme = *programme_;
  std::vector<SceneSource> sources = *sources_;
  Director director = *this;
  if (const Status resolved = resolve(programme, sources, scene, entry_names); !resolved) return resolved.failure();
  director.programme_ = std::make_shared<const Programme>(std::move(programme));
  director.source_bytes_ = bytes_of(sources);
  director.sources_ = std::make_shared<std::vector<SceneSource>>(std::move(sources));
  return director;
}

Status Director::resolve(Programme& programme, std::vector<SceneSource>& sources, const Scene& scene,
                         const std::vector<std::string>& entry_names) const {
  Resolver resolver(scene, entry_names);
  for (SceneCommand& one : std::span(programme.commands).first(commands_end_).subspan(next_command_)) {
    if (const auto* const paste = std::get_if<PasteCommand>(&one.command))
      for (const std::string& name : materials_of(*paste->patch)) resolver.find({name, one.line, one.column});
    if (auto* const source = std::get_if<SourceCommand>(&one.command)) resolver.resolve(source->paint, one.materials);
    auto* const paint = std::get_if<PaintCommand>(&one.command);
    if (!paint) continue;
    resolver.resolve(*paint, one.materials);
    if (paint->onto == Onto::kEntry) paint->onto_entry = resolver.find(one.onto);
  }
  for (ScenePaint& paint : std::span(programme.paint).subspan(stopped_ ? programme.paint.size() : next_paint_)) {
    resolver.resolve(paint.command, paint.materials);
    if (paint.command.onto == Onto::kEntry) paint.command.onto_entry = resolver.find(paint.onto);
  }
  for (SceneSource& source : sources) {
    resolver.resolve(source.command, source.materials);
    source.command.onto = onto_of_source(source.command);
  }
  if (!resolver.diagnostics.empty()) return Failure{std::move(resolver.diagnostics)};
  return Done{};
}

void Director::paint_due(World& world) {
  if (stopped_) return;
  const std::vector<ScenePaint>& paint = programme_->paint;
  for (; next_paint_ < paint.size() && paint[next_paint_].tick <= world.tick(); ++next_paint_)
    world.paint(paint[next_paint_].command);
}

std::span<const SceneCommand> Director::commands_due(uint64_t tick) const {
  size_t end = next_command_;
  while (end < commands_end_ && programme_->commands[end].tick <= tick) ++end;
  return std::span(programme_->commands).subspan(next_command_, end - next_command_);
}

bool Director::has_more_from(uint64_t tick) const {
  const auto begins = [&](const auto& each) { return each.from >= tick && each.from < each.until; };
  if (has_commands() || std::ranges::any_of(*sources_, begins)) return true;
  if (stopped_) return false;
  return next_paint_ < programme_->paint.size() || std::ranges::any_of(programme_->forces, begins) ||
         std::ranges::any_of(programme_->touches, begins);
}

void Director::stop() {
  stopped_ = true;
  source_bytes_ = 0;
  sources_ = std::make_shared<std::vector<SceneSource>>();
}

void Director::apply(World& world, const Command& command) {
  if (const auto* const added = std::get_if<SourceCommand>(&command)) {
    SceneSource source{.command = added->paint, .materials = {}, .from = added->from, .until = added->until};
    source.command.onto = onto_of_source(source.command);
    for (const uint8_t entry : source.command.entries) source.materials.push_back({world.entry_names()[entry], 0, 0});
    source_bytes_ += bytes_of(source);
    own(sources_).push_back(std::move(source));
  } else if (const auto* const ended = std::get_if<EndSourcesCommand>(&command)) {
    std::erase_if(own(sources_), [&](const SceneSource& source) {
      const bool ends = has_cell(source, ended->at);
      if (ends) source_bytes_ -= bytes_of(source);
      return ends;
    });
  } else if (const auto* const kept = std::get_if<KeepSourcesCommand>(&command)) {
    std::vector<SceneSource>& sources = own(sources_);
    for (; sources.size() > kept->first; sources.pop_back()) source_bytes_ -= bytes_of(sources.back());
  } else if (const auto* const written = std::get_if<SignCommand>(&command)) {
    std::vector<Sign>& signs = own(signs_);
    std::erase_if(signs, [&](const Sign& sign) { return sign.at == written->sign.at; });
    if (!written->sign.text.empty() && signs.size() < kMostSigns) signs.push_back(written->sign);
  } else if (std::holds_alternative<EndRecordingCommand>(command)) {
    stop_commands();
  } else {
    world.apply(command);
    if (!std::holds_alternative<ClearCommand>(command)) return;
    stop();
    signs_ = std::make_shared<std::vector<Sign>>();
  }
}

void Director::apply_commands_due(World& world) {
  for (const SceneCommand& due : commands_due(world.tick())) {
    apply(world, due.command);
    ++next_command_;
  }
}

void Director::before_tick(World& world) {
  apply_commands_due(world);
  paint_due(world);
  const uint64_t tick = world.tick();
  for (const SceneSource& source : *sources_)
    if (tick >= source.from && tick < source.until) world.paint(source.command);
  if (stopped_) return;
  for (const SceneForce& force : programme_->forces)
    if (tick >= force.from && tick < force.until) world.push(force.command);
  for (const SceneTouch& touch : programme_->touches)
    if (tick >= touch.from && tick < touch.until) world.touch(touch.command);
}

size_t Director::list_bytes(const Director* other) const {
  size_t bytes = other && other->sources_ == sources_ ? 0 : source_bytes_;
  if (other && other->signs_ == signs_) return bytes;
  for (const Sign& sign : *signs_) bytes += sizeof sign + sign.text.size();
  return bytes;
}

void Director::describe_rest(Scene& scene) const {
  const auto from = [](const auto& list, size_t first) {
    return std::vector(list.begin() + static_cast<std::ptrdiff_t>(first), list.end());
  };
  scene.commands = from(programme_->commands, next_command_);
  scene.commands.resize(commands_end_ - next_command_);
  const Programme none;
  const Programme& left = stopped_ ? none : *programme_;
  scene.paint = from(left.paint, stopped_ ? 0 : next_paint_);
  scene.sources = *sources_;
  scene.signs = *signs_;
  scene.forces = left.forces;
  scene.touches = left.touches;
}

SceneCommand named_command(uint64_t tick, const Command& command, const std::vector<std::string>& entry_names) {
  SceneCommand named{tick, command, {}, {}};
  if (const auto* const source = std::get_if<SourceCommand>(&command))
    for (const uint8_t entry : source->paint.entries) named.materials.push_back({entry_names[entry], 0, 0});
  if (const auto* const paint = std::get_if<PaintCommand>(&command)) {
    for (const uint8_t entry : paint->entries) named.materials.push_back({entry_names[entry], 0, 0});
    if (paint->onto == Onto::kEntry) named.onto.name = entry_names[paint->onto_entry];
  }
  return named;
}

}  // namespace quicksand
