#include "app/kinds/dunes_kind.h"

#include <algorithm>
#include <cmath>

#include "app/kinds/dunes_numbers.h"
#include "core/random.h"
#include "dunes/dune_dice.h"
#include "dunes/dune_save.h"
#include "dunes/dune_world.h"
#include "dunes/dunes_scene.h"
#include "io/dunes_file.h"
#include "io/material_file.h"
#include "io/save_file.h"
#include "scene/at_once.h"

namespace quicksand {
namespace {

std::string size_text(GridSize size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

// What painting each material does follows from its phase; the first powder is the sand, the first solid that is not
// the wall is the ground.
Result<DunePalette> palette_of(const MaterialSet& materials) {
  const MaterialTable& table = *materials.table;
  DunePalette palette;
  palette.names = table.names();
  for (int id = 0; id < table.size(); ++id) {
    const auto entry = static_cast<uint8_t>(id);
    const Phase phase = table.phase(entry);
    palette.stuff.push_back(phase == Phase::kPowder   ? DuneStuff::kSand
                            : phase == Phase::kStatic ? DuneStuff::kRock
                            : phase == Phase::kLiquid ? DuneStuff::kWater
                                                      : DuneStuff::kNothing);
    if (phase == Phase::kPowder) palette.sands.push_back(entry);
    if (phase == Phase::kStatic && (palette.rock == 0 || palette.rock == kWall)) palette.rock = entry;
  }
  if (palette.sands.empty()) return fail("the materials \"" + materials.name + "\" have no powder to make dunes of");
  return palette;
}

// Whether a world of this size can have these settings. The failure names no file: they may come from a player.
Status check_settings(GridSize size, bool open_border, const DuneSettings& settings) {
  const WindSettings& wind = settings.wind;
  if (wind.blows && wind.hop > longest_hop(wind, size))
    return fail("the wind's hop of " + std::to_string(wind.hop) + " cells is longer than the world; at most " +
                std::to_string(longest_hop(wind, size)) + " fit it");
  if (settings.pile.chip_firing && !open_border)
    return fail("the rule \"chip-firing\" needs the border \"open\": chips leave the world over its edge");
  return Done{};
}

// The same of what stands in a scene's file; `when` begins the message.
Status check_settings(const Scene& scene, const DunesScene& dunes, bool open_border, const std::string& when = "") {
  if (dunes.settings.pile.chip_firing && !open_border)
    return fail(when + "chips fire over the edge: the rule \"chip-firing\" needs a scene with \"border\": \"open\"",
                scene.file);
  const Status fits = check_settings(scene.size, open_border, dunes.settings);
  return fits ? fits : fail(when + fits.failure().diagnostics.front().message, scene.file);
}

int64_t reach_of(const std::vector<DunePile>& piles, GridSize size) {
  const auto within = [](int at, int radius, int extent) {
    return std::max(
        std::min(int64_t{at} + radius, int64_t{extent} - 1) - std::max(int64_t{at} - radius, int64_t{0}) + 1,
        int64_t{0});
  };
  int64_t reach = 0;
  for (const DunePile& pile : piles)
    reach += within(pile.at.x, pile.radius, size.width) * within(pile.at.y, pile.radius, size.height);
  return reach;
}

Status check_fit(const Scene& scene) {
  if (std::max(scene.size.width, scene.size.height) > kMostDuneExtent)
    return fail("a world of dunes is at most " + std::to_string(kMostDuneExtent) + " cells long, not " +
                    size_text(scene.size) + "; say a smaller \"size\", or --size",
                scene.file);
  const auto& dunes = settings_of<DunesScene>(scene);
  if (const Status fits = check_settings(scene, dunes, scene.open_border); !fits) return fits;
  for (const SceneCommand& one : scene.commands)
    if (const auto* const set = std::get_if<SetCommand>(&one.command))
      if (const Status fits =
              check_settings(scene, static_cast<const DunesScene&>(*set->settings), set->settings->open_border,
                             "what is set at tick " + std::to_string(one.tick) + ": ");
          !fits)
        return fits;
  // As what is painted: a world is to open in a moment.
  if (const int64_t reach = reach_of(dunes.piles, scene.size),
      most = std::max(kMostLookedAtAtOnce, kMostCoatsAtOnce * scene.size.cells());
      reach > most)
    return fail("\"piles\" reach " + std::to_string(reach) + " columns in all; in a world of " + size_text(scene.size) +
                    " " + std::to_string(most) + " are the most",
                scene.file);
  for (const HeightField* field : {&dunes.sand, &dunes.ground})
    if (!field->heights.empty() && !(field->size == scene.size))
      return Failure{{{scene.file, field->line, field->column,
                       "these are the heights of " + size_text(field->size) + " columns, and the world has " +
                           size_text(scene.size)}}};
  return Done{};
}

// The highest that a column can be at the start.
int64_t most_at_start(const DunesScene& dunes) {
  return dunes.settings.pile.chip_firing ? kMostHeight : kMostPaintedHeight;
}

// Makes the column so high. Whether it can be.
bool raise_to(int64_t height, int64_t most, int32_t& column) {
  column = static_cast<int32_t>(std::min(height, most));
  return height <= most;
}

bool raise(const DunePile& pile, int64_t most, DuneState& state) {
  bool fits = true;
  const int reach = pile.radius;
  for (int y = std::max(pile.at.y - reach, 0); y <= std::min(pile.at.y + reach, state.size.height - 1); ++y)
    for (int x = std::max(pile.at.x - reach, 0); x <= std::min(pile.at.x + reach, state.size.width - 1); ++x) {
      const double dx = x - pile.at.x;
      const double dy = y - pile.at.y;
      const double share = reach > 0 ? 1 - std::sqrt(dx * dx + dy * dy) / reach : 1;
      int32_t& height = state.height[{x, y}];
      if (share > 0) fits &= raise_to(int64_t{height} + to_units(pile.height * share), most, height);
    }
  return fits;
}

Result<DuneState> start_of(const Scene& scene) {
  const auto& dunes = settings_of<DunesScene>(scene);
  DuneState state(scene.size, scene.seed, scene.open_border);
  const int64_t most = most_at_start(dunes);
  bool fits = true;
  size_t i = 0;
  for (int y = 0; y < scene.size.height; ++y) {
    const uint32_t key = row_key(scene.seed, 0, kDiceNoise, y);
    for (int x = 0; x < scene.size.width; ++x, ++i) {
      const double lot = dice_word(key, static_cast<uint32_t>(x)) / 4294967296.0;
      double sand = std::max(dunes.depth + dunes.noise * (2 * lot - 1), 0.0);
      if (!dunes.sand.heights.empty()) sand += dunes.sand.heights[i];
      const double ground = dunes.ground.heights.empty() ? 0 : dunes.ground.heights[i];
      state.ground[{x, y}] = to_units(ground);
      fits &= raise_to(int64_t{to_units(ground)} + to_units(sand), most, state.height[{x, y}]);
    }
  }
  for (const DunePile& pile : dunes.piles) fits &= raise(pile, most, state);
  if (fits) return state;
  return fail(
      "the columns of this world are at most " + std::to_string(most / kUnit) + " cells high, and its start is higher",
      scene.file);
}

Result<std::unique_ptr<World>> make_dunes(const Scene& scene, const MaterialSet& materials, const std::string& kernel) {
  if (const Status fits = check_fit(scene); !fits) return fits.failure();
  Result<DunePalette> palette = palette_of(materials);
  if (!palette) return palette.failure();
  Result<DuneState> start = start_of(scene);
  if (!start) return start.failure();
  return std::unique_ptr<World>(std::make_unique<DuneWorld>(std::move(*start), settings_of<DunesScene>(scene).settings,
                                                            std::move(*palette), kernel));
}

Result<std::unique_ptr<World>> restore_dunes(const SavedWorld& saved, const MaterialSet& materials,
                                             const std::string& kernel, const std::string& file) {
  if (const Status fits = check_fit(saved.scene); !fits) return fits.failure();
  Result<DunePalette> palette = palette_of(materials);
  if (!palette) return palette.failure();
  DuneState state(saved.scene.size, saved.scene.seed, saved.scene.open_border);
  state.tick = saved.tick;
  state.paint_serial = saved.paint_serial;
  if (!unpack_dunes(saved.rest, state)) return fail("the save is damaged: its heights cannot be", file);
  const SavedPlane* const wetness = find_plane(saved, "wetness");
  if (!wetness) return fail("the save lacks the plane \"wetness\"", file);
  size_t i = 0;
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) state.wetness[{x, y}] = wetness->bytes[i++];
  return std::unique_ptr<World>(std::make_unique<DuneWorld>(
      std::move(state), settings_of<DunesScene>(saved.scene).settings, std::move(*palette), kernel));
}

std::shared_ptr<const WorldSettings> moved_dunes(const WorldSettings& settings, CellPos by) {
  auto moved = std::make_shared<DunesScene>(static_cast<const DunesScene&>(settings));
  for (Body& body : moved->settings.bodies)
    for (BodyPlace& place : body.path.own()) {
      place.x += by.x;
      place.y += by.y;
    }
  return moved;
}

// New columns are bare ground at height 0; what lies outside is lost.
bool resize_dunes(SavedWorld& saved, GridSize size, CellPos by) {
  DuneState before(saved.scene.size, saved.scene.seed, saved.scene.open_border);
  if (!unpack_dunes(saved.rest, before)) return false;
  DuneState after(size, saved.scene.seed, saved.scene.open_border);
  after.pressed = before.pressed;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const CellPos from{x - by.x, y - by.y};
      if (!contains(before.size, from)) continue;
      const CellPos to{x, y};
      after.height[to] = before.height[from];
      after.ground[to] = before.ground[from];
      after.flight[to] = before.flight[from];
      after.wetness_part[to] = before.wetness_part[from];
    }
  for (size_t i = 0; i < before.grains.size(); ++i) {
    FreeGrain grain = before.grains.at(i);
    grain.x += static_cast<float>(by.x);
    grain.y += static_cast<float>(by.y);
    const auto lies_in = [](float place, int extent) { return place >= 0 && place < static_cast<float>(extent); };
    if (lies_in(grain.x, size.width) && lies_in(grain.y, size.height)) after.grains.add(grain);
  }
  saved.rest = pack_dunes(after);
  return true;
}

// Deep enough to dig in, and not so flat that nothing shows.
std::shared_ptr<const WorldSettings> fresh_dunes() {
  const auto dunes = std::make_shared<DunesScene>();
  dunes->depth = 8;
  dunes->noise = 0.25;
  return dunes;
}

std::vector<std::string_view> kernels_of_dunes() {
  std::vector<std::string_view> names;
  for (const DuneRows& rows : dune_rows()) names.push_back(rows.name);
  return names;
}

}  // namespace

WorldKind dunes_kind() {
  return {.name = kDunesKind,
          .materials = "dunes",
          .help = "Sand seen from above, as heights: wind, ripples, and bodies that plough through it",
          .most_extent = kMostDuneExtent,
          .bytes_per_cell = 16,
          .fresh = fresh_dunes,
          .keys = dunes_keys(),
          .start_keys = dunes_start_keys(),
          .read = read_dunes,
          .write = dunes_text,
          .since = dunes_since,
          .complete = complete_dunes,
          .schema = dunes_schema,
          .check =
              [](const Scene& scene, const WorldSettings& settings) {
                return check_settings(scene.size, settings.open_border,
                                      static_cast<const DunesScene&>(settings).settings);
              },
          .numbers = dunes_numbers(),
          .dial = &dunes_dial(),
          .copy = copy_of_dunes,
          .kernels = kernels_of_dunes,
          .make = make_dunes,
          .saved_planes =
              [] {
                return std::vector<std::string_view>{"material", "grain_seed", "tint", "wetness"};
              },
          .most_rest = most_packed_dunes,
          .restore = restore_dunes,
          .moved = moved_dunes,
          .resize_rest = resize_dunes};
}

}  // namespace quicksand
