// Changes one setting of a world that runs, by the key that scene files have for it (docs/scenes.md).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "io/world_kind.h"

namespace quicksand {

// The keys that can be set in a running world of the kind.
std::vector<std::string> settable_keys(const WorldKind& kind);

// What can be set in a running world, the border besides, as the text of a JSON object. Null: as the kind has it by
// itself.
std::string settable_text(const WorldKind& kind, GridSize size, std::shared_ptr<const WorldSettings> settings);

// The settings with another value: JSON, or a word. `key` may go on within an object: "wind.lift"; null is as if a file
// did not have the key. Fails, and says what may be, where there is no such key or value.
Result<std::shared_ptr<const WorldSettings>> changed_settings(const WorldKind& kind, const World& world,
                                                              const std::string& key, const std::string& value);

}  // namespace quicksand
