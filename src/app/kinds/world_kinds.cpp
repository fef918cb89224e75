#include "app/kinds/world_kinds.h"

#include <algorithm>

#include "app/kinds/dunes_kind.h"
#include "app/kinds/sandbox_kind.h"

namespace quicksand {

WorldKinds world_kinds() {
  static const WorldKind kinds[] = {sandbox_kind(), dunes_kind()};
  return kinds;
}

std::vector<std::string_view> kernel_names_of(WorldKinds kinds) {
  std::vector<std::string_view> names;
  for (const WorldKind& kind : kinds)
    for (const std::string_view name : kind.kernels())
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace quicksand
