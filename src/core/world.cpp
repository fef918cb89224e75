#include "core/world.h"

#include <algorithm>

#include <type_traits>

#include "core/check.h"
#include "core/flood.h"

namespace quicksand {

std::shared_ptr<const Patch> World::copy(const CellBox& box) const { return copy_cells(runs_of(box)); }

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
        else if constexpr (std::is_same_v<What, PasteCommand>)
          paste(what);
        else if constexpr (std::is_same_v<What, ClearCommand>)
          clear();
        else
          QS_CHECK(false, "sources, signs and recordings are not the world's own");
      },
      command);
}

bool World::has_room_for(const PaintCommand& command) const {
  const auto is_painted = [&](uint8_t entry) {
    return std::find(command.entries.begin(), command.entries.end(), entry) != command.entries.end();
  };
  const auto takes = [&](uint8_t entry) {
    switch (command.onto) {
      case Onto::kEmpty:
        return entry == 0 || (command.wetness && is_painted(entry));
      case Onto::kEntry:
        return entry == command.onto_entry;
      case Onto::kAny:
        break;
    }
    return true;
  };
  for (const RowSpan& span : painted_cells(command, size(), [&](CellPos cell) { return entry_at(cell); }))
    for (int x = span.first; x <= span.last; ++x)
      if (takes(entry_at({x, span.y}))) return true;
  return false;
}

}  // namespace quicksand
