#include "app/material_edits.h"

#include <string>
#include <utility>

#include "app/reload.h"
#include "io/assets.h"
#include "io/material_changes.h"
#include "io/mod_file.h"

namespace quicksand {

Result<MaterialSet> edited_materials(const OpenedWorld& opened, const std::vector<MaterialChange>& edits,
                                     FileStamps& read) {
  if (opened.own) {
    read = opened.materials_read;
    return edits.empty() ? *opened.own : with_changes(*opened.own, edits);
  }
  std::vector<MaterialChange> changes = opened.unedited;
  add_changes(changes, edits);
  return read_materials(opened, changes, read);
}

Status edit_materials(OpenedWorld& opened, std::vector<MaterialChange> edits) {
  FileStamps read;
  const Result<MaterialSet> materials = edited_materials(opened, edits, read);
  if (!materials) return materials.failure();
  const std::shared_ptr<const MaterialSet> own = opened.own;
  if (Status changed = change_materials(opened, *materials, std::move(read)); !changed) return changed;
  opened.own = own;
  opened.scene.material_changes = opened.unedited;
  add_changes(opened.scene.material_changes, edits);
  opened.request.edits = std::move(edits);
  return Done{};
}

}  // namespace quicksand
