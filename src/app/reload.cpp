#include "app/reload.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/check.h"
#include "io/assets.h"
#include "io/mod_file.h"
#include "sim/grains/grains.h"

namespace quicksand {
namespace {

std::string counted(int64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// The same state under the new materials. None: it cannot be.
Result<std::optional<std::unique_ptr<World>>> remade(const OpenedWorld& opened, const MaterialSet& materials) {
  const WorldKind* const kind = find_kind(opened.request.kinds, opened.world->kind());
  QS_CHECK(kind, "a world is of a kind that there is not");
  Result<std::unique_ptr<World>> world = kind->make(opened.scene, materials, opened.request.kernel);
  if (!world) return world.failure();
  if (!(*world)->restore(*opened.world->snapshot())) return std::optional<std::unique_ptr<World>>();
  return std::optional(std::move(*world));
}

}  // namespace

Result<MaterialSet> read_materials(const OpenedWorld& opened, FileStamps& read) {
  return read_materials(opened, opened.scene.material_changes, read);
}

Result<MaterialSet> read_materials(const OpenedWorld& opened, const std::vector<MaterialChange>& changes,
                                   FileStamps& read) {
  std::vector<std::string> names;
  for (const NamedEntry& mod : opened.scene.mods) names.push_back(place_of_named_mod(mod.name));
  const Result<std::vector<Mod>> mods = load_mods(names, &read);
  // Those of the set are followed as well while a mod is wrong.
  Result<MaterialSet> set =
      load_materials(opened.scene.materials, {}, mods ? *mods : std::vector<Mod>(), &read, changes);
  return mods ? std::move(set) : mods.failure();
}

std::vector<Diagnostic> what_is_in_the_way(const World& world, const MaterialTable& table, const std::string& file) {
  std::vector<Diagnostic> all;
  const std::vector<std::string>& names = world.entry_names();
  const std::vector<int64_t> cells = world.count_entries();
  std::vector<int64_t> flying = world.count_airborne();
  flying.resize(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    const std::optional<MaterialId> id = table.find(names[i]);
    if (!id && cells[i] + flying[i] > 0)
      all.push_back({file, 0, 0,
                     "\"" + names[i] + "\" is gone, and the world holds " + counted(cells[i] + flying[i], "cell") +
                         " of it: bring it back, or erase them"});
    if (id && flying[i] > 0 && !can_fly(table, *id))
      all.push_back({file, 0, 0,
                     counted(flying[i], "grain") + " of \"" + names[i] +
                         "\" fly, and only powders and liquids can: this is taken when they have landed, or when "
                         "you erase them"});
  }
  return all;
}

Status change_materials(OpenedWorld& opened, const MaterialSet& materials, FileStamps read) {
  if (materials.table->hash() != opened.materials->table->hash()) {
    Result<Director> director = opened.director.under(opened.scene, materials.table->names());
    if (!director) return director.failure();
    Result<std::optional<std::unique_ptr<World>>> world = remade(opened, materials);
    if (!world) return world.failure();
    if (!world->has_value()) {
      const std::string file = opened.materials_read.first_other(read).string();
      std::vector<Diagnostic> reasons = what_is_in_the_way(*opened.world, *materials.table, file);
      if (!reasons.empty()) return Failure{std::move(reasons)};
      return fail("the world cannot go on with these materials", file);
    }
    opened.world = std::move(**world);
    opened.director = std::move(*director);
    opened.materials_changed = true;
  }
  opened.materials = std::make_shared<const MaterialSet>(materials);
  opened.materials_read = std::move(read);
  opened.own.reset();
  return Done{};
}

}  // namespace quicksand
