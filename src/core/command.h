// All that may be done to a world between two ticks. Plain data: a command can be recorded, replayed and given to any
// kind of world (World::apply). Entries in it are numbers of the world's palette, and mean something with that palette
// only; what outlives it names them (scene/scene.h, SceneCommand).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <variant>

#include "core/force.h"
#include "core/paint.h"
#include "core/patch.h"
#include "core/sign.h"
#include "core/touch.h"
#include "core/world_settings.h"

namespace quicksand {

// Takes everything away, and ends what the world brings about by itself.
struct ClearCommand {
  bool operator==(const ClearCommand&) const = default;
};

// The world is set otherwise (World::settings()).
struct SetCommand {
  std::shared_ptr<const WorldSettings> settings;  // of the world's kind; never null

  bool operator==(const SetCommand&) const = default;
};

// A source runs from now on, or from a later tick, until a tick (excluded): paint that comes again in every tick. Who
// plays the scene keeps it (scene/director.h).
struct SourceCommand {
  PaintCommand paint;
  uint64_t from = 0;
  uint64_t until = std::numeric_limits<uint64_t>::max();

  bool operator==(const SourceCommand&) const = default;
};

// All sources whose rectangles hold the cell end.
struct EndSourcesCommand {
  CellPos at;

  bool operator==(const EndSourcesCommand&) const = default;
};

// All sources end but the first so many, in the order in which they began.
struct KeepSourcesCommand {
  uint64_t first = 0;

  bool operator==(const KeepSourcesCommand&) const = default;
};

// A sign stands there from now on, instead of the one that stood there; without text there is none. Who plays the scene
// keeps it, too.
struct SignCommand {
  Sign sign;

  bool operator==(const SignCommand&) const = default;
};

// What a recording has still to show is played no more. In no scene file: what is not played is not written either.
struct EndRecordingCommand {
  bool operator==(const EndRecordingCommand&) const = default;
};

// To fill the world is to paint Shape::kAll.
using Command = std::variant<PaintCommand, ForceCommand, TouchCommand, ClearCommand, SetCommand, PasteCommand,
                             SourceCommand, EndSourcesCommand, KeepSourcesCommand, SignCommand, EndRecordingCommand>;

}  // namespace quicksand
