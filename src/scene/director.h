// Plays a scene into a world: the recorded commands, the paint, the sources, the forces and the touches that are due,
// tick after tick.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/world.h"
#include "scene/scene.h"

namespace quicksand {

// A copy is cheap: what is played is shared, and how far it has come is the copy's own.
class Director {
 public:
  Director() = default;  // has nothing to play

  // Resolves the scene's material names. Fails, naming each place, when the palette lacks one.
  static Result<Director> create(const Scene& scene, const std::vector<std::string>& entry_names);

  // The same for a palette in which names have other numbers, or are gone: what is yet to be done may not name those.
  Result<Director> under(const Scene& scene, const std::vector<std::string>& entry_names) const;

  // Applies what is due before tick world.tick() runs: commands, then paint, then sources, then forces, then touches.
  // Call it once for every tick, in order.
  void before_tick(World& world);

  // Applies the commands alone. before_tick() does not repeat them.
  void apply_commands_due(World& world);

  // Applies a command: to the world, or, if it is about sources, signs or a recording, to what this plays. To clear ends
  // all but the commands.
  void apply(World& world, const Command& command);

  // What runs in every tick of its time.
  const std::vector<SceneSource>& sources() const { return *sources_; }

  // What stands in the world.
  const std::vector<Sign>& signs() const { return *signs_; }

  // Applies the paint alone. before_tick() does not repeat it.
  void paint_due(World& world);

  // The recorded commands that either will apply at this tick.
  std::span<const SceneCommand> commands_due(uint64_t tick) const;

  // Whether anything begins at this tick or later: what goes on already does not count.
  bool has_more_from(uint64_t tick) const;

  // The scene brings about nothing more: its paint, sources, forces and touches end. Its commands go on.
  void stop();
  // Its commands end, too.
  void stop_commands() { commands_end_ = next_command_; }
  // Whether any are still to come.
  bool has_commands() const { return next_command_ < commands_end_; }

  // The memory of the sources and signs; 0, where `other` is a copy that shares them. Nearly.
  size_t list_bytes(const Director* other) const;

  // Writes what has not been done yet, the sources, signs, forces and touches into a scene.
  void describe_rest(Scene& scene) const;

 private:
  struct Programme {
    std::vector<ScenePaint> paint;
    std::vector<SceneForce> forces;
    std::vector<SceneTouch> touches;
    std::vector<SceneCommand> commands;
  };

  // Of what has not been done yet. The scene is for messages.
  Status resolve(Programme& programme, std::vector<SceneSource>& sources, const Scene& scene,
                 const std::vector<std::string>& entry_names) const;

  // What copies share is not changed (own() in director.cpp).
  std::shared_ptr<const Programme> programme_ = std::make_shared<const Programme>();
  std::shared_ptr<std::vector<SceneSource>> sources_ = std::make_shared<std::vector<SceneSource>>();
  std::shared_ptr<std::vector<Sign>> signs_ = std::make_shared<std::vector<Sign>>();
  size_t source_bytes_ = 0;  // of the sources
  size_t next_paint_ = 0;    // the first paint command that is not done
  size_t next_command_ = 0;  // the same of the commands
  size_t commands_end_ = 0;  // those from here on are not played
  bool stopped_ = false;     // nothing but commands and sources is, which are given one by one
};

// The command as a scene keeps it: with the names of its entries.
SceneCommand named_command(uint64_t tick, const Command& command, const std::vector<std::string>& entry_names);

}  // namespace quicksand
