// A session that does the same in every process, so that what it was at a tick can be worked out again.
#pragma once

#include <cstdint>
#include <utility>

#include "app/session.h"
#include "core/random.h"

namespace quicksand {

inline Result<OpenedWorld> open_autosaved_world() {
  WorldRequest request;
  request.scene = "oasis";
  return open_world(request);
}

// A stroke before every third tick, and the tick.
inline void play_on(Session& session, uint32_t seed) {
  const auto tick = static_cast<uint32_t>(session.world().tick());
  if (tick % 3 == 0) {
    const GridSize size = session.world().size();
    const auto random = [&](uint32_t salt, size_t range) {
      return static_cast<int>(mix32(seed + mix32(tick + salt)) % static_cast<uint32_t>(range));
    };
    PaintCommand stroke;
    stroke.from = {random(100'000, static_cast<size_t>(size.width)), random(200'000, static_cast<size_t>(size.height))};
    stroke.to = stroke.from;
    stroke.width = 1 + random(300'000, 20);
    stroke.entries = {static_cast<uint8_t>(random(400'000, session.world().entry_names().size()))};
    session.apply(stroke);
  }
  session.tick();
}

}  // namespace quicksand
