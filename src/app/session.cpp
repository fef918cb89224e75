#include "app/session.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "app/kinds/world_kinds.h"
#include "app/scene_materials.h"
#include "core/check.h"
#include "core/wording.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/save_file.h"
#include "io/scene_file.h"
#include "view/shading.h"

namespace quicksand {
namespace {

// ": gone are chalk, soda"; empty: none is.
std::string gone_since(const std::vector<std::string>& then, const std::vector<std::string>& now) {
  std::string gone;
  for (const std::string& name : then)
    if (std::ranges::find(now, name) == now.end()) gone += (gone.empty() ? ": gone are " : ", ") + name;
  return gone;
}

// Of a piece that was copied where other materials are, what the world has: a recording of it names no others. None: it
// has all.
std::optional<Command> limited_to(const Command& command, const std::vector<std::string>& entry_names) {
  const auto* const paste = std::get_if<PasteCommand>(&command);
  if (!paste) return std::nullopt;
  const std::vector<std::string> names = materials_of(*paste->patch);
  const bool has_all = std::ranges::all_of(
      names, [&](const std::string& name) { return std::ranges::find(entry_names, name) != entry_names.end(); });
  if (has_all) return std::nullopt;
  return PasteCommand{std::make_shared<const Patch>(limited_to(*paste->patch, entry_names)), paste->at};
}

}  // namespace

Session::Played Session::replace(Played next) {
  ++changes_;
  ++jumps_;
  return {std::exchange(opened_, std::move(next.opened)), std::exchange(log_, std::move(next.log)),
          std::exchange(rules_, next.rules > 0 ? next.rules : ++last_rules_)};
}

void Session::tick(TickEvents* events) {
  direct();
  step(events);
}

void Session::direct() {
  play_commands_due();
  opened_.director.before_tick(*opened_.world);
}

void Session::play_commands_due() {
  for (SceneCommand one : opened_.director.commands_due(world().tick())) {
    one.by_scene = true;
    log_.add(std::move(one));
  }
  opened_.director.apply_commands_due(*opened_.world);
}

Status Session::check(const WorldSettings& settings) const {
  const WorldKind* const kind = find_kind(world_kinds(), world().kind());
  return kind && kind->check ? kind->check(scene(), settings) : Status(Done{});
}

void Session::apply(const Command& given) {
  const std::optional<Command> limited = limited_to(given, world().entry_names());
  const Command& command = limited ? *limited : given;
  opened_.director.apply(*opened_.world, command);
  ++changes_;
  log_.add(named_command(world().tick(), command, world().entry_names()));
  if (std::holds_alternative<ClearCommand>(command)) opened_.director.stop_commands();
}

bool Session::end_recording() {
  if (!director().has_commands()) return false;
  apply(EndRecordingCommand{});
  return true;
}

bool Session::clear() {
  apply(ClearCommand{});
  const std::shared_ptr<const WorldSettings> settings = world().settings();
  const WorldKind* const kind = find_kind(world_kinds(), world().kind());
  if (!settings || !settings->open_border || !kind) return false;
  std::shared_ptr<WorldSettings> closed = kind->copy(*settings);
  closed->open_border = false;
  if (!check(*closed)) return false;
  apply(SetCommand{std::move(closed)});
  return true;
}

Status Session::change_materials(const MaterialSet& materials, FileStamps read) {
  const World* const before = opened_.world.get();
  Status changed = quicksand::change_materials(opened_, materials, std::move(read));
  if (opened_.world.get() != before) rules_ = ++last_rules_;
  return changed;
}

Status Session::edit_materials(std::vector<MaterialChange> edits) {
  const World* const before = opened_.world.get();
  Status edited = quicksand::edit_materials(opened_, std::move(edits));
  if (edited) ++changes_;
  if (opened_.world.get() != before) rules_ = ++last_rules_;
  return edited;
}

Status Session::check_edits(const std::vector<MaterialChange>& edits) const {
  FileStamps read;
  const Result<MaterialSet> materials = edited_materials(opened_, edits, read);
  return materials ? Status(Done{}) : materials.failure();
}

bool Session::has_materials_of_now() const {
  if (materials_read().now() == materials_read()) return true;
  FileStamps read;
  const Result<MaterialSet> now = read_materials(read);
  return now && now->table->hash() == opened_.materials->table->hash();
}

Result<Scene> Session::recording() const {
  if (!opened_.begins_as_scene)
    return fail(
        "what began as a save or a picture, or has got another size, cannot be written as a scene: save it as .png",
        scene().name);
  if (opened_.materials_changed || !has_materials_of_now())
    return fail(
        "the materials have changed while it was played, and a scene would play with those of now alone: save it "
        "as .png",
        scene().name);
  Scene left = scene();
  opened_.director.describe_rest(left);
  Scene recorded = scene();
  recorded.commands.assign(log_.begin(), log_.end());
  std::erase_if(recorded.commands,
                [](const SceneCommand& one) { return std::holds_alternative<EndRecordingCommand>(one.command); });
  recorded.commands.insert(recorded.commands.end(), left.commands.begin(), left.commands.end());
  recorded.recorded_until = std::max(world().tick(), left.commands.empty() ? 0 : scene().recorded_until.value_or(0));
  return recorded;
}

bool Session::was_cleared() const {
  for (size_t i = 0; i < log_.size(); ++i)
    if (std::holds_alternative<ClearCommand>(log_.command(i))) return true;
  return false;
}

void Session::go_on_as(const std::filesystem::path& save) {
  opened_.scene.name = save.string();
  WorldRequest& request = opened_.request;
  if (!opened_.as_scene && !opened_.is_save) opened_.as_scene = request;
  request.scene = save.string();
  request.described.reset();
  request.size.reset();  // a save has its own
  request.seed.reset();
}

WorldRequest Session::request_with_seed(uint64_t seed) const {
  WorldRequest request = opened_.request;
  if (const std::optional<WorldRequest>& first = opened_.as_scene) {
    request.scene = first->scene;
    request.described = first->described;
    request.size = first->size;
  }
  request.seed = seed;
  return request;
}

Session::Moment Session::moment(const Moment* like, size_t log_length) const {
  QS_CHECK(log_length <= log_.size(), "a moment of a longer log");
  CommandLog tail;
  tail.add(log_, log_length, log_.size());
  return {world().snapshot(like ? like->world.get() : nullptr),
          opened_.director,
          log_length,
          std::move(tail),
          world().tick(),
          rules_};
}

Status Session::go_to(const Moment& moment) {
  QS_CHECK(moment.log_length <= log_.size(), "a moment of a longer log");
  const bool has_its_names = moment.world->entry_names == world().entry_names();
  Result<Director> director = has_its_names ? moment.director : moment.director.under(scene(), world().entry_names());
  if (!director) return director.failure();
  if (!opened_.world->restore(*moment.world))
    return fail("the world then held what the materials of now do not allow" +
                gone_since(moment.world->entry_names, world().entry_names()));
  ++changes_;
  ++jumps_;
  if (moment.rules != rules_) rules_ = ++last_rules_;
  opened_.director = std::move(*director);
  log_.cut(moment.log_length);
  log_.add(moment.log_tail, 0, moment.log_tail.size());
  return Done{};
}

SavedWorld Session::copy() const {
  Scene scene = opened_.scene;
  opened_.director.describe_rest(scene);
  return copy_to_save(world(), std::move(scene));
}

namespace {

std::vector<std::string> files_named(const Scene& scene) {
  std::vector<std::string> names{scene.materials};
  for (const NamedEntry& mod : scene.mods) names.push_back(mod.name);
  return names;
}

// Of what is unpacked when a recording is read (JsonReader::takes_memory).
int64_t described_bytes(const Scene& recorded) {
  int64_t bytes = 0;
  for (const SceneCommand& each : recorded.commands)
    if (const auto* const paste = std::get_if<PasteCommand>(&each.command))
      bytes += paste->patch->size.cells() * std::ssize(paste->patch->planes);
  return bytes;
}

}  // namespace

Status Session::save(const std::filesystem::path& path) const {
  if (path.extension() == ".json") {
    Result<Scene> recorded = recording();
    if (!recorded) return recorded.failure();
    *recorded = as_named_in(path, std::move(*recorded));
    for (const std::string& name : files_named(*recorded))
      if (!is_utf8(name))
        return fail("a recording cannot name " + in_quotes(name) + ", which is not UTF-8: save the world as .png",
                    path.string());
    if (described_bytes(*recorded) > kMostDescribedBytes)
      return fail("what was pasted is larger than the " + std::to_string(kMostDescribedBytes >> 20) +
                      " MiB that can be read from a recording: save the world as .png",
                  path.string());
    const std::string text = scene_text(*recorded, opened_.request.kinds, kMaxJsonBytes);
    if (text.size() > kMaxJsonBytes)
      return fail("what was done is longer than the " + std::to_string(kMaxJsonBytes >> 20) +
                      " MiB that can be read as a scene: save the world as .png",
                  path.string());
    // What could not be opened again is no recording: better that the player hears it now.
    const Result<Scene> again = parse_scene(text, "", opened_.request.kinds);
    const Result<Director> directed =
        again ? Director::create(*again, world().entry_names()) : Result<Director>(again.failure());
    if (!directed)
      return fail("what was done could not be read again: save the world as .png: " + directed.failure().text(),
                  path.string());
    return write_file_atomically(path, text);
  }
  SavedWorld save = copy();
  save.scene = as_named_in(path, std::move(save.scene));
  embed(*opened_.materials, save);
  const Result<std::string> bytes = encode_save(save, world_picture(world(), looks()), opened_.request.kinds);
  if (!bytes) return bytes.failure();
  return write_file_atomically(path, *bytes);
}

}  // namespace quicksand
