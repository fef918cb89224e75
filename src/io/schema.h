// The JSON Schemas of the files that players write, by name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/world_kind.h"

namespace quicksand {

struct FileSchema {
  std::string_view name;  // as --schema takes it
  std::string (*text)(WorldKinds kinds);
};

std::span<const FileSchema> file_schemas();

}  // namespace quicksand
