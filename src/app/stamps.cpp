#include "app/stamps.h"

#include <algorithm>
#include <utility>

#include "app/kinds/world_kinds.h"
#include "core/check.h"
#include "core/random.h"
#include "io/picture_import.h"
#include "io/picture_file.h"
#include "io/png.h"
#include "io/save_file.h"
#include "view/shading.h"

namespace quicksand {
namespace {

std::unique_ptr<World> world_of(const Session& session, const Patch& patch) {
  std::unique_ptr<World> world = session.world().empty_world(patch.size);
  QS_CHECK(world, "this kind of world takes no patches");
  world->paste({std::make_shared<const Patch>(patch), {0, 0}});
  return world;
}

Status check_size(GridSize size, const std::string& file) {
  if (size.cells() <= kMostPatchCells) return Done{};
  return fail("it is " + std::to_string(size.width) + " x " + std::to_string(size.height) +
                  " cells large: what is put into a world has at most " + std::to_string(kMostPatchCells),
              file);
}

std::shared_ptr<const Patch> patch_of(const Session& session, const Image& image) {
  auto patch = std::make_shared<Patch>(Patch{image.size, session.world().entry_names(), {}});
  patch->planes.push_back({"material", nearest_entries(image, session.looks())});
  // Else all of it would have one shade.
  PatchPlane& seeds = patch->planes.emplace_back(PatchPlane{"grain_seed", {}});
  for (size_t i = 0; i < patch->planes.front().bytes.size(); ++i)
    seeds.bytes.push_back(patch->planes.front().bytes[i] == 0 ? 0
                                                              : static_cast<uint8_t>(mix32(static_cast<uint32_t>(i))));
  return patch;
}

}  // namespace

Image patch_picture(const Session& session, const Patch& patch) {
  const std::unique_ptr<World> world = world_of(session, patch);
  Image picture = world_picture(*world, session.looks());
  if (picture.size != patch.size) return picture;  // a large one is shown every n-th cell
  for (int y = 0; y < patch.size.height; ++y)
    for (int x = 0; x < patch.size.width; ++x)
      if (world->entry_at({x, y}) == 0) picture.pixel(x, y)[3] = 0;
  return picture;
}

Result<std::string> encode_stamp(const Session& session, const Patch& patch) {
  const std::unique_ptr<World> world = world_of(session, patch);
  const Scene& from = session.scene();
  Scene scene;
  scene.name = from.name;
  scene.world = from.world;
  scene.size = patch.size;
  scene.materials = from.materials;
  scene.mods = from.mods;
  scene.material_changes = from.material_changes;
  SavedWorld save = copy_to_save(*world, std::move(scene));
  embed(session.materials(), save);
  return encode_save(save, patch_picture(session, patch), session.request().kinds);
}

Result<std::shared_ptr<const Patch>> decode_stamp(const Session& session, std::string_view bytes,
                                                  const std::string& file) {
  // Pictures of other formats have no such chunk.
  const WorldKinds kinds = session.request().kinds;
  const bool is_png = bytes.starts_with("\x89PNG");
  if (is_png) {
    Result<std::optional<SavedWorld>> header = decode_save_header(bytes, file, kinds);
    if (!header) return header.failure();
    if (header->has_value()) {
      if (const Status fits = check_size((*header)->scene.size, file); !fits) return fits.failure();
      const WorldKind* const kind = find_kind(kinds, (*header)->scene.world);
      if (!kind || kind->name != session.world().kind() || !kind->patch)
        return fail("it is a world of another kind: \"" + (*header)->scene.world + "\"", file);
      const Result<std::optional<SavedWorld>> saved = decode_save(bytes, file, kinds);
      if (!saved) return saved.failure();
      return kind->patch(**saved, file);
    }
  }
  const Result<Image> image = decode_picture(bytes, file);
  if (!image) return image.failure();
  if (const Status fits = check_size(image->size, file); !fits) return fits.failure();
  return std::shared_ptr<const Patch>(patch_of(session, *image));
}

std::vector<std::string> missing_materials(const Session& session, const Patch& patch) {
  std::vector<std::string> names = materials_of(patch);
  const std::vector<std::string>& known = session.world().entry_names();
  std::erase_if(names, [&](const std::string& name) { return std::ranges::find(known, name) != known.end(); });
  return names;
}

}  // namespace quicksand
