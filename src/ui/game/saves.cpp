#include "ui/game/saves.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <ctime>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/kinds/world_kinds.h"
#include "core/language.h"
#include "core/printable.h"
#include "io/assets.h"
#include "io/file_lock.h"
#include "io/files.h"
#include "io/json_reader.h"
#include "io/setting_change.h"
#include "ui/game/guard.h"
#include "ui/game/key_map.h"
#include "ui/game/material_editor.h"
#include "ui/game/scene_reload.h"
#include "ui/game/selection.h"
#include "ui/game/signs.h"
#include "ui/game/time_travel.h"
#include "ui/game/world_pictures.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

// " 2026-05-01 17.30.12", as it ends the names of worlds that were kept; 0 stands for any digit.
constexpr std::string_view kStampForm = " 0000-00-00 00.00.00";

std::string stamp() { return time_text(" %Y-%m-%d %H.%M.%S"); }

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Behind it there may be the number that tells it from another of the same second.
std::string without_stamp(const std::string& name) {
  for (size_t at = name.rfind(' '); at != std::string::npos && at > 0; at = name.rfind(' ', at - 1)) {
    if (name.size() < at + kStampForm.size()) continue;
    bool fits = true;
    for (size_t i = 0; i < kStampForm.size(); ++i)
      fits &= kStampForm[i] == '0' ? is_digit(name[at + i]) : name[at + i] == kStampForm[i];
    if (fits) return name.substr(0, at);
  }
  return name;
}

// Gives a world that has just come among the kept ones a date after all of theirs, should it not have one: by dates
// they are shown and dropped, and the machine's clock may have gone back since.
void date_last(const fs::path& file) {
  std::error_code error;
  std::optional<fs::file_time_type> latest;
  for (fs::directory_iterator it(file.parent_path(), error), end; !error && it != end; it.increment(error)) {
    std::error_code unreadable;
    const fs::file_time_type written = fs::last_write_time(it->path(), unreadable);
    if (!unreadable && it->path() != file) latest = std::max(latest.value_or(written), written);
  }
  const fs::file_time_type written = fs::last_write_time(file, error);
  if (!error && latest && written <= *latest) fs::last_write_time(file, *latest + std::chrono::milliseconds(1), error);
}

// Whether the player has set something, bodies of dunes among it, other than the scene has it.
bool is_set_otherwise(const Session& session) {
  const WorldKind* const kind = find_kind(world_kinds(), session.world().kind());
  const auto text_of = [&](std::shared_ptr<const WorldSettings> settings) {
    return settable_text(*kind, session.world().size(), std::move(settings));
  };
  return kind && text_of(session.world().settings()) != text_of(session.scene().settings);
}

// There is nothing of which a player would say that it was lost.
bool is_empty(const Session& session) {
  const World& world = session.world();
  return session.edits().empty() && !is_set_otherwise(session) && world.count_entries()[0] == world.size().cells() &&
         std::ranges::all_of(world.count_airborne(), [](int64_t grains) { return grains == 0; }) &&
         session.director().signs().empty() && session.director().sources().empty();
}

// Also onto another disk, where it gets the date that it had.
void move_file(const fs::path& from, const fs::path& to, std::error_code& error) {
  fs::rename(from, to, error);
  if (error != std::errc::cross_device_link) return;
  const fs::file_time_type written = fs::last_write_time(from, error);
  const Result<std::string> bytes = read_file(from, std::numeric_limits<size_t>::max());
  error = std::make_error_code(std::errc::io_error);
  if (!bytes || !write_file_atomically(to, *bytes)) return;
  fs::last_write_time(to, written, error);
  fs::remove(from, error);
}

// But for those that are played, or about to be: they are nowhere else.
void drop_oldest(std::initializer_list<fs::path> played = {}) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator it(kept_folder(), error), end; !error && it != end; it.increment(error)) {
    std::error_code unreadable;
    if (std::ranges::any_of(played, [&](const fs::path& one) { return fs::equivalent(one, it->path(), unreadable); }))
      continue;
    files.emplace_back(fs::last_write_time(it->path(), unreadable), it->path());
  }
  std::ranges::sort(files);
  for (size_t i = 0; i + kMostKept < files.size(); ++i) fs::remove(files[i].second, error);
}

}  // namespace

fs::path saves_folder() { return user_data_folder() / "saves"; }
fs::path kept_folder() { return user_data_folder() / "kept"; }

fs::path save_path(const std::string& name) {
  return saves_folder() / (name.ends_with(".json") || name.ends_with(".png") ? name : name + ".png");
}

bool is_save_name(const std::string& name) {
  return !name.empty() && name.size() <= 100 && name[0] != '.' && name.find('/') == std::string::npos;
}

std::string world_name(const std::string& scene) {
  const fs::path file(scene);
  const bool has_ending = file.extension() == ".png" || file.extension() == ".json";
  return without_stamp((has_ending ? file.stem() : file.filename()).string());
}

std::string shown_path(const fs::path& file) {
  const std::string text = file.string();
  const std::string folder = home_folder().string() + "/";
  return folder.size() > 1 && text.starts_with(folder) ? "~/" + text.substr(folder.size()) : text;
}

std::string time_text(const char* format) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[64];
  std::strftime(text, sizeof text, format, &local);
  return text;
}

void take_in_hand(GameState& game) {
  finish_sign(game);
  put_down_lifted(game);
  take_waiting_edits(game);
  follow_time(game);  // in the past it leaves what came later
}

Result<WrittenFile> write_save(GameState& game, const fs::path& file) {
  take_in_hand(game);
  Result<WrittenFile> saved = write_or_elsewhere(file, [&](const fs::path& to) { return game.session.save(to); });
  if (!saved) return saved;
  if (game.draw_world && file.extension() == ".png") {
    // It can be drawn anew: who has too little memory for it has saved all the same.
    static_cast<void>(guarded([&]() -> Status {
      keep_save_picture(saved->file, game.draw_world(DisplayMode::kFancy));
      return Done{};
    }));
  }
  if (is_before_its_end(game)) return saved;  // what came later is not in it
  note_safe(game, saved->file);
  return saved;
}

void note_safe(GameState& game, const fs::path& save) {
  game.kept_changes = game.session.changes();
  game.kept_in = KeptFile(save);
  game.kept_rules = game.session.rules();
  game.autosave.forget(game.session);
}

std::string told_of(const WrittenFile& written) {
  return written.why_not_there + "\n" + said("It is there instead: {1}", {printable(shown_path(written.file))});
}

std::string name_to_keep(const GameState& game) {
  const std::string name = world_name(game.session.scene().name);
  if (!is_utf8(name)) return "world";  // the settings could not name it
  constexpr size_t kMostBytes = 200;   // of the 255 that a file's name may have, with the time and a number behind it
  return std::string(beginning(name, kMostBytes));
}

namespace {

// Whether the world is as it was when it was opened, saved or kept; and, if that was in a save, this still holds it: a
// recording plays by the rules of now from its start, and comes to something else where they have changed since.
bool is_safe(const GameState& game) {
  if (game.session.changes() != game.kept_changes) return false;
  if (game.kept_in.is_none()) return true;
  const bool plays_by_rules_of_now = game.kept_in.path().extension() == ".json";
  return game.kept_in.is_unchanged() && (!plays_by_rules_of_now || game.kept_rules == game.session.rules());
}

// Of several games of a player one at a time looks for a free name among the kept worlds and takes it.
std::optional<FileLock> lock_kept() {
  constexpr double kLongestWait = 2;  // seconds; what holds it for longer has stopped
  return FileLock::take_within(user_data_folder() / "kept.lock", kLongestWait);
}

KeptEnd end_of(const GameState& game) {
  const Timeline& timeline = game.travel.timeline;
  return {timeline.end(), timeline.log().size(), timeline.way(), game.session.rules()};
}

Result<std::optional<WrittenFile>> keep_as_it_is(GameState& game, const fs::path& next) {
  if (is_empty(game.session)) return std::optional<WrittenFile>();
  const std::optional<FileLock> lock = lock_kept();
  const fs::path file = free_path(kept_folder(), name_to_keep(game) + stamp(), ".png");
  Result<WrittenFile> saved = write_save(game, file);
  if (!saved) return saved.failure();
  game.last_kept = saved->file;
  if (saved->why_not_there.empty()) {
    date_last(file);
    drop_oldest({game.session.scene().file, next});
  }
  return std::optional(std::move(*saved));
}

// The world as it is at the timeline's end, before which it is. The history does not notice: all is as it was then.
Result<std::optional<WrittenFile>> keep_end(GameState& game, const fs::path& next) {
  Result<std::optional<WrittenFile>> kept = std::optional<WrittenFile>();
  game.travel.timeline.at_end(game.session, [&] { kept = keep_as_it_is(game, next); });
  if (!kept || !*kept) return kept;
  game.kept_end = end_of(game);
  note_safe(game, game.last_kept);
  game.kept_end_in = game.kept_in;
  return kept;
}

}  // namespace

Status keep_what_came_later(GameState& game) {
  take_in_hand(game);
  if (!is_before_its_end(game)) return Done{};
  const bool is_kept = game.kept_end == end_of(game) && game.kept_end_in.is_unchanged();
  if (is_kept || is_safe(game)) return Done{};
  const Result<std::optional<WrittenFile>> kept = keep_end(game, {});
  if (!kept) return fail_in_lines(said("What came later cannot be kept:\n") + kept.failure().text());
  if (!*kept) return Done{};
  if ((*kept)->why_not_there.empty())
    game.toasts.say(with_keys(game, said("What came later is kept in Worlds ({worlds}).")));
  else
    game.toasts.complain(said("The world before is not kept where it belongs:\n") + told_of(**kept));
  return Done{};
}

Result<std::optional<WrittenFile>> keep_world(GameState& game, const fs::path& next) {
  take_in_hand(game);
  if (is_safe(game)) return std::optional<WrittenFile>();
  if (!is_before_its_end(game)) return keep_as_it_is(game, next);
  // Who has gone back in time made what is there at the end; but may be where he wants to be, which is offered first.
  if (!game.session.log().has_deeds()) return keep_end(game, next);
  Result<std::optional<WrittenFile>> here = keep_as_it_is(game, next);
  if (!here) return here;
  const fs::path kept_here = game.last_kept;
  Result<std::optional<WrittenFile>> end = keep_end(game, next);
  if (!end || !*here) return end;
  game.last_kept = kept_here;
  note_safe(game, kept_here);
  return here;
}

Status take_slot(GameState& game) {
  std::vector<std::pair<fs::file_time_type, fs::path>> recovered;
  Status begun = game.autosave.begin(user_data_folder() / "running", [&](const fs::path& world) {
    std::error_code error;
    const fs::file_time_type written = fs::last_write_time(world, error);
    fs::create_directories(kept_folder(), error);
    const std::optional<FileLock> lock = lock_kept();
    const fs::path kept = free_path(kept_folder(), world.stem().string() + stamp(), ".png");
    // The name comes before the file: if the game ends here, the world is found again.
    const bool is_newest = std::ranges::all_of(recovered, [&](const auto& other) { return written > other.first; });
    if (is_newest) game.settings.left_world = kept.filename().string();
    keep_settings(game);
    move_file(world, kept, error);
    if (error)
      game.toasts.complain(said("The world of a game that crashed cannot be kept: ") + error.message() + "\n" +
                           shown_path(world));
    else
      recovered.emplace_back(written, kept);
  });
  game.offer_is_of_crash |= !recovered.empty();
  std::ranges::sort(recovered);
  for (const auto& [written, kept] : recovered) date_last(kept);
  if (!recovered.empty()) drop_oldest({game.session.scene().file});
  return begun;
}

void recover_worlds(GameState& game) {
  for (const fs::path& folder :
       {saves_folder(), kept_folder(), user_data_folder() / "screenshots", user_config_folder()})
    remove_leftovers(folder);
  const Status begun = take_slot(game);
  if (!begun) game.toasts.complain(said("If the game crashes, the world will be lost:\n") + begun.failure().text());
  game.autosave.forget(game.session);  // what is played now was opened just now
}

Result<fs::path> rename_save(GameState& game, const fs::path& file, const std::string& name) {
  if (!is_save_name(name))
    return fail(said("a name is needed, of at most 100 letters, without / and not beginning with a full stop"));
  const fs::path to = file.parent_path() / (name + file.extension().string());
  std::error_code error;
  if (to == file) return file;
  if (fs::exists(to, error)) return fail(said("there is a save of this name already: choose another"), to.string());
  fs::rename(file, to, error);
  if (error) return fail(said("it cannot be renamed: ") + error.message(), file.string());
  game.session.file_was_renamed(file, to);
  game.history.file_was_renamed(file, to);
  if (!game.session.followed_scene().scene) meet_scene(game);
  return to;
}

Status remove_save(const GameState& game, const fs::path& file) {
  std::error_code error;
  const bool is_kept = fs::equivalent(file.parent_path(), kept_folder(), error);
  if (is_kept) {
    fs::remove(file, error);
  } else {
    fs::create_directories(kept_folder(), error);
    const std::optional<FileLock> lock = lock_kept();
    const fs::path to = free_path(kept_folder(), file.stem().string() + stamp(), file.extension().string());
    move_file(file, to, error);
    // It is the newest of them, however long ago it was saved.
    if (!error) fs::last_write_time(to, fs::file_time_type::clock::now(), error);
    if (!error) date_last(to);
  }
  if (error) return fail(said("it cannot be removed: ") + error.message(), file.string());
  if (!is_kept) drop_oldest({game.kept_in.path()});
  return Done{};
}

}  // namespace quicksand
