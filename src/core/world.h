// A world: whatever can be painted into, stepped, looked at and saved.
//
// This is all that the application, scenes, saves and the window know of a simulation. The sandbox (sim/tick/sandbox.h)
// is one kind of world; others come beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/command.h"
#include "core/geometry.h"
#include "core/inspection.h"
#include "core/parallel.h"
#include "core/plane.h"
#include "core/tick_events.h"
#include "core/world_settings.h"

namespace quicksand {

// A world's property of every cell, to be read: dumped, saved or drawn. A byte a cell, or a number in fixed point, or
// one in two planes of bytes.
struct PlaneView {
  std::string_view name;                  // "material", "grain_seed", …
  std::string_view former_name = {};      // by which older dumps and saves know it; empty: none
  const Plane<uint8_t>* plane = nullptr;  // either this
  const Plane<int32_t>* fixed = nullptr;  // or this
  // Or the first and this: a number is low + 256 * high + base, modulo 2^16, less zero.
  const Plane<uint8_t>* high = nullptr;
  uint16_t base = 0;
  int32_t zero = 0;
  int32_t one = 1;       // of fixed point and two bytes: what stands for 1
  bool saved = true;     // of bytes: a save holds it
  bool dumped = true;    // --dump takes its name
  bool surface = false;  // it is how high the surface lies in a world seen from above, with all that stands there
};

// The number that the plane has for a cell.
inline double value_at(const PlaneView& view, CellPos cell) {
  if (view.fixed) return static_cast<double>((*view.fixed)[cell]) / view.one;
  if (!view.high) return (*view.plane)[cell];
  const auto number = static_cast<uint16_t>((*view.plane)[cell] + 256 * (*view.high)[cell] + view.base);
  return static_cast<double>(number - view.zero) / view.one;
}

inline const PlaneView* find_view(std::span<const PlaneView> planes, std::string_view name) {
  for (const PlaneView& view : planes)
    if (view.name == name || (!view.former_name.empty() && view.former_name == name)) return &view;
  return nullptr;
}

// The plane of bytes of this name; null if there is none.
inline const Plane<uint8_t>* find_plane(std::span<const PlaneView> planes, std::string_view name) {
  const PlaneView* const view = find_view(planes, name);
  return view && !view->high ? view->plane : nullptr;
}

// The plane that is a surface; null if there is none.
inline const PlaneView* find_surface(std::span<const PlaneView> planes) {
  for (const PlaneView& view : planes)
    if (view.surface) return &view;
  return nullptr;
}

// Free grains, to be drawn: an item for each. Places are in cells, and (0, 0) is the corner of the first cell.
struct AirborneView {
  std::span<const float> x;
  std::span<const float> y;
  std::span<const uint8_t> entry;
  std::span<const uint8_t> grain_seed;
  std::span<const uint8_t> wetness;
  std::span<const float> height;  // over the surface, in cells; empty in a world that is seen from the side
  std::span<const float> vx;      // cells a tick
  std::span<const float> vy;
  bool is_full = false;  // no more can fly: what would stays a cell
};

// What the next tick will do with a cell.
enum class Activity : uint8_t {
  kAsleep,  // not look at it: it costs no time. Something from outside may still move into it
  kFrozen,  // look around it, but no rule of its own could change anything
  kActive,  // apply its rules
};

// The state of a world at one moment; each kind derives its own. It may outlive the material table of the world that
// it was taken from: `entry_names` says what its entries mean.
struct WorldSnapshot {
  virtual ~WorldSnapshot() = default;

  std::vector<std::string> entry_names;
  size_t own_bytes = 0;   // the memory that it does not share with the one that it was taken like
  bool has_news = false;  // cells are other than in that one, or grains fly

  // The memory that would be free without it: what it shares with no other one that still exists.
  virtual size_t exclusive_bytes() const { return own_bytes; }

 protected:
  size_t bytes_of_names() const { return entry_names.size() * sizeof(std::string); }
};

class World {
 public:
  virtual ~World() = default;

  // "sandbox", …: the word that scene files and saves use.
  virtual std::string_view kind() const = 0;
  virtual GridSize size() const = 0;
  virtual uint64_t seed() const = 0;

  // What it is set to now, without what only its start needed; null: its kind has no settings.
  virtual std::shared_ptr<const WorldSettings> settings() const { return nullptr; }

  // How many ticks the world has run. 160 ticks are one second of world time.
  virtual uint64_t tick() const = 0;

  // The name of the kernel that runs its ticks.
  virtual std::string_view kernel_name() const = 0;

  // Runs one tick. The result does not depend on the number of threads. Fills `events`, if it is not null.
  virtual void step(Parallel& parallel, TickEvents* events = nullptr) = 0;

  // Does what the command says, between two ticks, as part of the world's history. paint(), push(), paste(), clear()
  // and set() are what it comes to. Commands about sources and signs are not for a world: Director::apply() takes
  // all.
  void apply(const Command& command);

  // The whole state, for as long as somebody keeps it. It may share memory with `like`, an earlier one of this world,
  // where nothing has changed since; null: with none.
  virtual std::shared_ptr<const WorldSnapshot> snapshot(const WorldSnapshot* like = nullptr) const = 0;

  // Goes back, or on, to that state. Entries are matched by name. False, and nothing has changed: the snapshot is of
  // another kind or size of world, or holds what this world's palette lacks.
  virtual bool restore(const WorldSnapshot& snapshot) = 0;

  // Applies the command between two ticks. The parts of a shape outside the world are ignored. Every entry must be
  // below entry_names().size().
  virtual void paint(const PaintCommand& command) = 0;

  // Whether painting with it could change any cell, but for its dice.
  virtual bool has_room_for(const PaintCommand& command) const;

  // What a player means who draws with this: where grains stay grains, a powder comes as grains at rest, where nothing is
  // or what it covers has been erased.
  virtual std::vector<PaintCommand> drawn_by_hand(const PaintCommand& command) const { return {command}; }

  // Pushes between two ticks, as part of the world's history like paint().
  virtual void push(const ForceCommand& command) = 0;

  // Touches between two ticks, likewise. Worlds without heat and switches take no notice.
  virtual void touch(const TouchCommand&) {}
  virtual bool feels_touch() const { return false; }

  // What is in these runs, which are as rasterise() gives them and not empty, in the air, too; the rectangle around
  // them has at most kMostPatchCells. Null: this kind of world takes no patches.
  virtual std::shared_ptr<const Patch> copy_cells(std::span<const RowSpan>) const { return nullptr; }
  std::shared_ptr<const Patch> copy(const CellBox& box) const;
  virtual bool takes_patches() const { return false; }

  // Another world of its kind and palette, empty, set as its kind is by itself; null if it takes no patches.
  virtual std::unique_ptr<World> empty_world(GridSize) const { return nullptr; }

  // Puts a piece down between two ticks, as part of the world's history.
  virtual void paste(const PasteCommand&) {}

  // Takes everything away, as one command, and ends what the world brings about by itself.
  virtual void clear() = 0;

  // Is set otherwise from now on, between two ticks. `settings` are of its kind, and fit this world: those of a scene's
  // start that are not settings() make no difference.
  virtual void set(const WorldSettings& settings) = 0;

  // Whether its picture is a map: up and down in it are not up and down in the world.
  virtual bool seen_from_above() const { return false; }

  // Sets every cell, as one command. `entries` is row-major and has size().cells() items.
  virtual void paint_all(std::span<const uint8_t> entries) = 0;

  // The palette: entry 0 is emptiness. At most 256.
  virtual const std::vector<std::string>& entry_names() const = 0;

  // The entry that a cell shows; the cell must lie in the world.
  virtual uint8_t entry_at(CellPos cell) const = 0;

  // What is going on in the cell, besides what its planes say, for people: "melting, 60 %". Empty: nothing. The cell
  // must lie in the world.
  virtual std::string state_of(CellPos) const { return {}; }

  // All that there is to know of the cell, for people: what it holds, what the next tick does with it and why. It may
  // take as long as a few ticks. The cell must lie in the world. Empty: this kind of world tells nothing.
  virtual Inspection inspect(CellPos) const { return {}; }

  // What an entry of the palette is and does, for people, in a few lines.
  virtual std::vector<std::string> facts_about(uint8_t) const { return {}; }

  // Whether a rule could change the cell in the next tick; the cell must lie in the world.
  virtual bool is_active(CellPos cell) const = 0;

  // The activity of every cell of row y. `row` has size().width items.
  virtual void read_activity(int y, std::span<Activity> row) const = 0;

  // Which of step()'s threads, counted from 0, processed the row in the last tick. For pictures only: it may differ
  // from run to run.
  virtual int worker_of_row(int y) const = 0;

  // Cells of each entry, indexed like entry_names().
  virtual std::vector<int64_t> count_entries() const = 0;

  // Free grains of each entry, indexed like entry_names(); empty: this kind of world has none. What the cells counted
  // by count_entries() and these make up together is conserved.
  virtual std::vector<int64_t> count_airborne() const { return {}; }

  // The free grains. Valid until the world changes.
  virtual AirborneView airborne() const { return {}; }

  // Whether any of them moves, or could in the next tick.
  virtual bool any_flies() const { return !airborne().x.empty(); }

  // How many cells a rule could change in the next tick.
  virtual int64_t count_active(Parallel& parallel) const = 0;

  // Whether no tick from here on moves or changes anything, as long as nobody does anything to the world and nothing in it
  // dries. Warmth may yet even out, if nothing comes of it.
  // Some rules have their turn in few ticks only, or by chance: nothing may have moved for long in a world that is not
  // at rest.
  virtual bool is_at_rest(Parallel& parallel) const { return !any_flies() && count_active(parallel) == 0; }

  // What there is to see of the state, in a fixed order; the first is a plane of bytes. Valid until the world changes.
  // Planes of bytes are saved as they are, and those in fixed point within extra_state().
  virtual std::vector<PlaneView> planes() const = 0;

  // Another number (core/revision.h) whenever what planes() and airborne() show may have changed; none: it may have
  // changed since it was asked last.
  virtual std::optional<uint64_t> revision() const { return std::nullopt; }

  // The rest of the state, packed: valid as long as this world is unchanged, and for worlds of the same kind only.
  // Empty when there is none.
  virtual std::string extra_state() const { return {}; }

  // How many commands paint() and push() have applied. Part of the state: each command draws its own noise.
  virtual uint64_t paint_serial() const = 0;

  // Equal for two worlds if and only if (but for chance 2^-64) they are in the same state and will stay equal.
  virtual uint64_t state_hash() const = 0;
};

// The world's clock.
inline constexpr int kTicksPerFrame = 4;
inline constexpr int kTicksPerSecond = 160;  // a frame is 25 ms

}  // namespace quicksand
