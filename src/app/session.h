// A session: one world that is being played, whether in the window or headless.
//
// Everything that changes the world goes through here, so that the two never differ and a session can be recorded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/open_world.h"
#include "core/paint.h"
#include "core/parallel.h"
#include "core/result.h"

namespace quicksand {

class Session {
 public:
  // `threads` in 1..kMaxThreads.
  Session(OpenedWorld opened, int threads)
      : opened_(std::move(opened)), parallel_(std::make_unique<Parallel>(threads)) {}

  const World& world() const { return *opened_.world; }
  const Looks& looks() const { return opened_.looks; }
  const Scene& scene() const { return opened_.scene; }
  Parallel& parallel() { return *parallel_; }

  // Plays another world from now on.
  void replace(OpenedWorld opened) { opened_ = std::move(opened); }

  // One tick: direct(), then step().
  void tick();

  // What the scene does before the next tick.
  void direct() { opened_.director.before_tick(*opened_.world); }

  // The next tick alone.
  void step() { opened_.world->step(*parallel_); }

  // Applies a player's command between two ticks.
  void paint(const PaintCommand& command) { opened_.world->paint(command); }

  // The same for a push.
  void push(const ForceCommand& command) { opened_.world->push(command); }

  // Empties the world and stops the scene's sources and paint to come. Size, materials and clock stay.
  void clear();

  // What is played, as it began. Fails when its file has gone.
  Result<OpenedWorld> reopen() const { return open_world(opened_.request); }

  // Writes the world, and what is left of its scene, as a save.
  Status save(const std::filesystem::path& path) const;

 private:
  OpenedWorld opened_;
  std::unique_ptr<Parallel> parallel_;
};

}  // namespace quicksand
