#include "app/kinds/sandbox_kind.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "app/kinds/border_number.h"
#include "core/check.h"
#include "io/material_file.h"
#include "io/sandbox_file.h"
#include "io/save_file.h"
#include "sim/cells/remap.h"
#include "sim/grains/grain_settings.h"
#include "sim/grains/nearest_void.h"
#include "sim/tick/kernel.h"
#include "sim/tick/sandbox.h"

namespace quicksand {
namespace {

Border border_of(const Scene& scene) { return scene.open_border ? Border::kOpen : Border::kWall; }

void set_settings(const Scene& scene, SandboxState& state) {
  const auto& settings = settings_of<SandboxSettings>(scene);
  state.deposits = settings.deposits;
  state.unclumps = settings.unclumps;
  state.friction = settings.friction;
  state.gravity = settings.gravity;
  state.ambient = temperature_of(settings.ambient);
}

// For each of the save's material numbers, of which the state is made, its number in the table.
Result<std::vector<MaterialId>> match_materials(const SavedWorld& saved, const SandboxState& state,
                                                const MaterialSet& materials, const std::string& file) {
  if (auto ids = match_materials(state, saved.entry_names, *materials.table)) return std::move(*ids);
  Failure failure;
  for (const std::string& name : names_in(state, saved.entry_names))
    if (!materials.table->find(name))
      failure.diagnostics.push_back(
          {file, 0, 0,
           "the save holds \"" + name + "\", which the materials \"" + materials.name +
               "\" do not have; name others with --materials, or leave it out, and the save is "
               "played with its own"});
  return failure;
}

// Checks the numbers alone: remap_materials() does the rest.
Result<Grains> restore_grains(const SavedWorld& saved, size_t materials, std::span<const PlaneRow> rows,
                              const std::string& file) {
  const Failure damaged = fail("the save is damaged: it holds grains that cannot be", file);
  std::optional<Grains> grains = unpack_grains(saved.rest, rows);
  if (!grains) return damaged;
  const auto lies_in = [](float place, int extent) { return place >= 0 && place < static_cast<float>(extent); };
  const auto is_speed = [](float speed) { return std::abs(speed) <= kMostSpeedBetweenTicks; };
  for (size_t i = 0; i < grains->size(); ++i) {
    const Grain grain = grains->at(i);
    const bool is_sound = lies_in(grain.x, saved.scene.size.width) && lies_in(grain.y, saved.scene.size.height) &&
                          is_speed(grain.vx) && is_speed(grain.vy) && std::abs(grain.spin) <= kMostSpin &&
                          grain.material() < materials;
    if (!is_sound) return damaged;
  }
  return std::move(*grains);
}

// Copies the saved planes into the state. The first two have to be there; older saves lack others.
Status restore_planes(const SavedWorld& saved, size_t materials, const std::string& file, SandboxState& state) {
  for (int plane = 0; plane < state.cells.count(); ++plane) {
    const PlaneRow& row = state.cells.rows()[static_cast<size_t>(plane)];
    const SavedPlane* from = find_plane(saved, row.name);
    if (!from && !row.former_name.empty()) from = find_plane(saved, row.former_name);
    if (!from && plane < kDensePlanes) return fail("the save lacks the plane \"" + std::string(row.name) + "\"", file);
    if (!from || !row.saved) continue;
    const uint8_t* bytes = from->bytes.data();
    for (int y = 0; y < state.size.height; ++y, bytes += state.size.width)
      std::copy_n(bytes, state.size.width, state.cells[plane].row(y));
  }
  state.cells.find_used();
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x)
      if (state.material()[{x, y}] >= materials)
        return fail("the save is damaged: cell (" + std::to_string(x) + ", " + std::to_string(y) +
                        ") holds a material that has no name",
                    file);
  return Done{};
}

// Grains whose material cannot be in the air, because it has become solid or is a placeholder, become cells. They are
// gone where the world is full.
void ground(SandboxState& state, std::span<const MaterialId> ids, const MaterialTable& table) {
  if (std::ranges::all_of(state.grains.material(), [&](MaterialId id) { return can_fly(table, ids[id]); })) return;
  std::vector<uint8_t> gone(state.grains.size(), 0);
  NearestVoid room(state.size, [&](CellPos cell) { return state.material()[cell] == kVoid; });
  for (size_t i = 0; i < state.grains.size(); ++i) {
    const Grain grain = state.grains.at(i);
    if (can_fly(table, ids[grain.material()])) continue;
    gone[i] = 1;
    if (const std::optional<CellPos> place = room.take({static_cast<int>(grain.x), static_cast<int>(grain.y)}))
      state.cells.put(*place, grain.cell);
  }
  state.grains.drop(gone);
}

Result<std::unique_ptr<World>> make_sandbox(const Scene& scene, const MaterialSet& materials,
                                            const std::string& kernel) {
  SandboxState state(scene.size, scene.seed, border_of(scene));
  set_settings(scene, state);
  return std::unique_ptr<World>(std::make_unique<Sandbox>(std::move(state), materials.table, kernel));
}

Result<std::unique_ptr<World>> restore_sandbox(const SavedWorld& saved, const MaterialSet& materials,
                                               const std::string& kernel, const std::string& file) {
  const size_t names = saved.entry_names.size();
  SandboxState state(saved.scene.size, saved.scene.seed, border_of(saved.scene));
  state.tick = saved.tick;
  state.paint_serial = saved.paint_serial;
  set_settings(saved.scene, state);
  if (Status planes = restore_planes(saved, names, file, state); !planes) return planes.failure();
  Result<Grains> grains = restore_grains(saved, names, state.cells.rows(), file);
  if (!grains) return grains.failure();
  state.grains = std::move(*grains);
  const Result<std::vector<MaterialId>> ids = match_materials(saved, state, materials, file);
  if (!ids) return ids.failure();
  ground(state, *ids, *materials.table);
  QS_CHECK(!remap_materials(state, *ids, *materials.table), "a grain is in the air that cannot fly");
  return std::unique_ptr<World>(std::make_unique<Sandbox>(std::move(state), materials.table, kernel));
}

// Without what is in the air. Patches keep temperatures against room temperature, saves against the world's own.
Result<std::shared_ptr<const Patch>> patch_of_save(const SavedWorld& saved, const std::string& file) {
  SandboxState state(saved.scene.size, saved.scene.seed, border_of(saved.scene));
  if (Status planes = restore_planes(saved, saved.entry_names.size(), file, state); !planes) return planes.failure();
  const uint16_t ambient = temperature_of(settings_of<SandboxSettings>(saved.scene).ambient);
  auto patch = std::make_shared<Patch>(Patch{saved.scene.size, saved.entry_names, {}});
  for (int plane = 0; plane < state.cells.count(); ++plane) {
    PatchPlane& to = patch->planes.emplace_back(PatchPlane{std::string(state.cells.rows()[plane].name), {}});
    for (int y = 0; y < state.size.height; ++y) {
      const std::span<const uint8_t> row = state.cells[plane].cells(y);
      to.bytes.insert(to.bytes.end(), row.begin(), row.end());
    }
  }
  keep_at_room_temperature(*patch, ambient);
  return std::shared_ptr<const Patch>(std::move(patch));
}

// Grains go with their cells; what lies outside is lost. They touch anew.
bool resize_grains(SavedWorld& saved, GridSize size, CellPos by) {
  const std::optional<Grains> before = unpack_grains(saved.rest, kPlaneRows);
  if (!before) return false;
  Grains after(static_cast<int>(std::size(kPlaneRows)));
  // Sums are rounded, but never into the next cell.
  const auto moved = [](float place, int cells) {
    const float cell = std::floor(place) + static_cast<float>(cells);
    return std::min(place + static_cast<float>(cells), std::nextafter(cell + 1, cell));
  };
  for (size_t i = 0; i < before->size(); ++i) {
    Grain grain = before->at(i);
    grain.x = moved(grain.x, by.x);
    grain.y = moved(grain.y, by.y);
    if (contains(size, {static_cast<int>(std::floor(grain.x)), static_cast<int>(std::floor(grain.y))}))
      after.add(grain);
  }
  saved.rest = pack_grains(after, kPlaneRows);
  return true;
}

std::span<const WorldNumber> sandbox_numbers() {
  static const std::vector<WorldNumber> kNumbers{
      {.name = "Gravity",
       .help = "How fast things gain speed when they fall; 0: nothing moves by its weight",
       .low = 0,
       .high = kMostGravity / double{kGravityUnit},
       .get =
           [](const WorldSettings& settings) {
             return static_cast<const SandboxSettings&>(settings).gravity / double{kGravityUnit};
           },
       .set =
           [](WorldSettings& settings, double number, GridSize) {
             static_cast<SandboxSettings&>(settings).gravity = static_cast<int>(std::lround(number * kGravityUnit));
           }},
      {.name = "Temperature",
       .help = "Of the surroundings, in degrees Celsius: what has none of its own is as warm",
       .low = -40,
       .high = 60,
       .unit = " °C",
       .get =
           [](const WorldSettings& settings) {
             return static_cast<const SandboxSettings&>(settings).ambient / double{kUnitsPerKelvin};
           },
       .set =
           [](WorldSettings& settings, double number, GridSize) {
             static_cast<SandboxSettings&>(settings).ambient = static_cast<int>(std::lround(number * kUnitsPerKelvin));
           }},
      border_number(),
      {.name = "Landed grains",
       .help =
           "What flew and has come to rest lies as round grains, or becomes part of the ground again, which is faster",
       .words = {"stay round", "join the ground"},
       .get =
           [](const WorldSettings& settings) {
             return static_cast<const SandboxSettings&>(settings).deposits ? 1.0 : 0.0;
           },
       .set = [](WorldSettings& settings, double number,
                 GridSize) { static_cast<SandboxSettings&>(settings).deposits = number > 0.5; }},
      {.name = "Friction",
       .help = "Of grains in the air that touch, in parts of what is usual for them; 0: they slide as on ice",
       .low = 0,
       .high = kMostFriction / double{kFrictionUnit},
       .get =
           [](const WorldSettings& settings) {
             return static_cast<const SandboxSettings&>(settings).friction / double{kFrictionUnit};
           },
       .set =
           [](WorldSettings& settings, double number, GridSize) {
             static_cast<SandboxSettings&>(settings).friction = static_cast<int>(std::lround(number * kFrictionUnit));
           }},
      {.name = "Clumps in the air",
       .help = "Grains that gather above the ground stay so, or are spread along it; discs that stay discs "
               "push each other apart",
       .words = {"stay", "are spread"},
       .is_look = true,
       .get =
           [](const WorldSettings& settings) {
             return static_cast<const SandboxSettings&>(settings).unclumps ? 1.0 : 0.0;
           },
       .set = [](WorldSettings& settings, double number,
                 GridSize) { static_cast<SandboxSettings&>(settings).unclumps = number > 0.5; }}};
  return kNumbers;
}

std::vector<std::string_view> names_of_planes() {
  std::vector<std::string_view> names;
  for (const PlaneRow& row : kPlaneRows) {
    if (row.saved) names.push_back(row.name);
    if (row.saved && !row.former_name.empty()) names.push_back(row.former_name);
  }
  return names;
}

std::shared_ptr<WorldSettings> copy_of_sandbox(const WorldSettings& settings) {
  return std::make_shared<SandboxSettings>(static_cast<const SandboxSettings&>(settings));
}

}  // namespace

WorldKind sandbox_kind() {
  return {.name = kSandboxKind,
          .materials = "core",
          .help = "A cut through the ground, seen from the side: whatever falls, flows, burns or blows up",
          .bytes_per_cell = 12,
          .keys = sandbox_keys(),
          .read = read_sandbox,
          .write = sandbox_text,
          .schema = sandbox_schema,
          .numbers = sandbox_numbers(),
          .copy = copy_of_sandbox,
          .kernels = kernel_names,
          .make = make_sandbox,
          .saved_planes = names_of_planes,
          .most_rest = [](GridSize) { return kMostPackedGrains; },
          .restore = restore_sandbox,
          .resize_rest = resize_grains,
          .patch = patch_of_save};
}

}  // namespace quicksand
