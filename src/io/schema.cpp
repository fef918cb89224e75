#include "io/schema.h"

#include "io/material_file.h"
#include "io/mod_file.h"
#include "io/scene_file.h"

namespace quicksand {

std::span<const FileSchema> file_schemas() {
  static constexpr FileSchema kSchemas[] = {{"materials", [](WorldKinds) { return material_schema(); }},
                                            {"scene", scene_schema},
                                            {"mod", [](WorldKinds) { return mod_schema(); }},
                                            {"layer", [](WorldKinds) { return layer_schema(); }}};
  return kSchemas;
}

}  // namespace quicksand
