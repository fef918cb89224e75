// Pieces of worlds within scene files: an object with "size", "entries" (the names of what is in it, by number),
// "planes" (their names, in order) and "data" (the planes' bytes, one after the other, as a zstd frame in base64).
#pragma once

#include <memory>
#include <string_view>

#include "core/patch.h"
#include "io/json_document.h"
#include "io/json_reader.h"
#include "io/property_writer.h"

namespace quicksand {

Json write_patch(const Patch& patch);

// Reads the member `key` of the object. What is wrong is reported with its place; then, and where the member is
// missing, a patch of one empty cell comes back. Sizes are checked before memory is asked for.
std::shared_ptr<const Patch> read_patch(JsonReader& reader, const JsonValue& object, std::string_view key);

}  // namespace quicksand
