#include "core/world.h"

#include <type_traits>

namespace quicksand {

void World::apply(const Command& command) {
  std::visit(
      [&](const auto& what) {
        using What = std::decay_t<decltype(what)>;
        if constexpr (std::is_same_v<What, PaintCommand>)
          paint(what);
        else if constexpr (std::is_same_v<What, ForceCommand>)
          push(what);
        else if constexpr (std::is_same_v<What, TouchCommand>)
          touch(what);
        else if constexpr (std::is_same_v<What, SetCommand>)
          set(*what.settings);
        else
          clear();
      },
      command);
}

}  // namespace quicksand
