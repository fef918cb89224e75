#include "ui/game/world_list.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <ctime>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/language.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/mod_file.h"
#include "io/scene_file.h"
#include "ui/game/saves.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSavesHeading = "Your saves";
constexpr std::string_view kKeptHeading = "Kept when you left, cleared, restarted or removed them";
constexpr std::string_view kOtherHeading = "Other";

// What the word of a scene's key "group" becomes, in the order of the page. Groups of other words come before the last
// two, by their letters.
struct Heading {
  std::string_view group;
  std::string_view heading;
};
constexpr Heading kHeadings[] = {{"play", "Play"},          {"water", "Water"},     {"light", "Fire and light"},
                                 {"dunes", "Dunes"},        {"physics", "Physics"}, {"", kOtherHeading},
                                 {"benchmark", "Benchmark"}};
constexpr size_t kHeadingsAtTheEnd = 2;

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string heading_of(const std::string& group) {
  for (const Heading& known : kHeadings)
    if (known.group == group) return std::string(known.heading);
  std::string heading = group;
  heading[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(heading[0])));
  return heading;
}

// Where a group stands on the page: first by this number, then by its letters.
size_t place_of(const WorldEntry& world) {
  if (world.is_save) return world.is_kept ? 1 : 0;
  const size_t own = std::size(kHeadings) - kHeadingsAtTheEnd;
  for (size_t i = 0; i < std::size(kHeadings); ++i)
    if (kHeadings[i].heading == world.heading) return 2 + i + (i >= own ? 1 : 0);
  return 2 + own;
}

// The files in a folder whose names end so.
std::vector<fs::path> files_in(const fs::path& folder, std::initializer_list<std::string_view> extensions) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (std::ranges::find(extensions, it->path().extension().string()) != extensions.end()) files.push_back(it->path());
  std::ranges::sort(files);
  return files;
}

WorldEntry save_entry(const fs::path& file, bool is_kept) {
  WorldEntry world;
  world.scene = file.string();
  world.name = file.stem().string();
  world.title = is_kept ? world_name(world.scene) : world.name;
  world.heading = is_kept ? kKeptHeading : kSavesHeading;
  world.is_save = true;
  world.is_kept = is_kept;
  if (file.extension() == ".png") world.picture = file;
  std::error_code error;
  world.written = fs::last_write_time(file, error);
  return world;
}

// `otherwise`: the heading of a scene that names no group.
WorldEntry scene_entry(std::string name, const fs::path& file, std::string_view otherwise) {
  WorldEntry world;
  world.scene = world.name = world.title = std::move(name);
  world.heading = otherwise;
  world.picture = fs::path(file).replace_extension(".png");
  std::error_code error;
  world.written = fs::last_write_time(file, error);
  constexpr size_t kMostBytes = 256 << 10;  // a larger one is listed by its name: the page comes at once
  const Result<std::string> text = read_file(file, kMostBytes);
  if (!text) return world;
  const SceneHead scene = read_scene_head(*text);
  world.size = scene.size;
  if (!scene.title.empty()) world.title = scene.title;
  if (!scene.group.empty()) world.heading = heading_of(scene.group);
  return world;
}

void add_scenes_of(const Mod& mod, bool is_given, std::vector<WorldEntry>& worlds) {
  for (const std::string& name : scene_names_of(mod)) {
    worlds.push_back(
        scene_entry(mod.name + ":" + name, mod.scene_file(name), mod.title.empty() ? mod.name : mod.title));
    if (!is_given) worlds.back().mods = {mod.folder.string()};
  }
}

// Of the mods that are played, and of those that lie in the player's folder.
void add_scenes_of_mods(const WorldRequest& given, std::vector<WorldEntry>& worlds) {
  std::vector<std::string> known;
  const auto add = [&](const std::string& name_or_folder, bool is_given) {
    const Result<Mod> mod = load_mod(name_or_folder);
    if (!mod || std::ranges::find(known, mod->name) != known.end()) return;
    known.push_back(mod->name);
    add_scenes_of(*mod, is_given, worlds);
  };
  for (const std::string& mod : given.mods) add(mod, true);
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator it(user_data_folder() / "mods", error), end; !error && it != end; it.increment(error))
    folders.push_back(it->path().string());
  std::ranges::sort(folders);
  for (const std::string& folder : folders) add(folder, false);
}

// A tile, as its group and its place in that.
struct Tile {
  size_t group = 0;
  size_t place = 0;
};

}  // namespace

std::vector<WorldEntry> list_worlds(const WorldRequest& given) {
  std::vector<WorldEntry> worlds;
  for (const bool is_kept : {false, true})
    for (const fs::path& file : files_in(is_kept ? kept_folder() : saves_folder(), {".png", ".json"}))
      worlds.push_back(save_entry(file, is_kept));
  std::ranges::stable_sort(worlds, [](const WorldEntry& a, const WorldEntry& b) { return a.written > b.written; });
  if (const Result<fs::path> data = find_data_folder())
    for (const std::string& name : scene_names())
      worlds.push_back(scene_entry(name, *data / "assets/scenes" / (name + ".json"), kOtherHeading));
  for (const fs::path& file : files_in(user_data_folder() / "scenes", {".json"})) {
    worlds.push_back(scene_entry(file.stem().string(), file, kOtherHeading));
    worlds.back().scene = file.string();
  }
  add_scenes_of_mods(given, worlds);
  std::ranges::stable_sort(worlds, [](const WorldEntry& a, const WorldEntry& b) {
    return std::pair(place_of(a), a.heading) < std::pair(place_of(b), b.heading);
  });
  return worlds;
}

std::vector<WorldGroup> find_worlds(std::span<const WorldEntry> worlds, const std::string& words) {
  std::vector<WorldGroup> groups;
  for (size_t i = 0; i < worlds.size(); ++i) {
    const std::string text = in_lower_case(worlds[i].name + " " + worlds[i].title + " " + said(worlds[i].title) + " " +
                                           worlds[i].heading + " " + said(worlds[i].heading));
    std::istringstream wanted(in_lower_case(words));
    bool has_all = true;
    for (std::string word; wanted >> word;) has_all &= text.find(word) != std::string::npos;
    if (!has_all) continue;
    if (groups.empty() || groups.back().heading != worlds[i].heading) groups.push_back({worlds[i].heading, {}});
    groups.back().worlds.push_back(i);
  }
  return groups;
}

size_t next_tile(std::span<const WorldGroup> groups, size_t columns, size_t chosen, ArrowKey key) {
  Tile tile{0, chosen};
  size_t count = 0;  // of all tiles
  for (const WorldGroup& group : groups) count += group.worlds.size();
  for (; tile.place >= groups[tile.group].worlds.size(); ++tile.group) tile.place -= groups[tile.group].worlds.size();
  const size_t first = chosen - tile.place;  // of its group
  const size_t size = groups[tile.group].worlds.size();
  const size_t column = tile.place % columns;
  const size_t row = tile.place / columns;
  switch (key) {
    case ArrowKey::kLeft:
      return chosen > 0 ? chosen - 1 : chosen;
    case ArrowKey::kRight:
      return chosen + 1 < count ? chosen + 1 : chosen;
    case ArrowKey::kUp: {
      if (row > 0) return chosen - columns;
      if (tile.group == 0) return chosen;
      const size_t above = groups[tile.group - 1].worlds.size();
      const size_t last_row = (above - 1) / columns * columns;
      return first - above + std::min(last_row + column, above - 1);
    }
    case ArrowKey::kDown:
      if (row < (size - 1) / columns) return first + std::min(tile.place + columns, size - 1);
      if (tile.group + 1 == groups.size()) return chosen;
      return first + size + std::min(column, groups[tile.group + 1].worlds.size() - 1);
  }
  return chosen;
}

std::string date_text(fs::file_time_type time) {
  // Not every standard library converts between the two clocks.
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - time);
  const std::time_t seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - age);
  std::tm local{};
  ::localtime_r(&seconds, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  return text;
}

std::string size_text(GridSize size) { return std::to_string(size.width) + " x " + std::to_string(size.height); }

}  // namespace quicksand
