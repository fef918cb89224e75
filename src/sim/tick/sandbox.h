// The sandbox: a world of grains on a grid, in the manner of FastSAB.
//
// Joins the state (state.h), the materials (material_table.h) and the passes of a tick (tick.h), and paints.
#pragma once

#include <memory>
#include <string_view>

#include "core/world.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/tick/tick.h"

namespace quicksand {

inline constexpr std::string_view kSandboxKind = "sandbox";

struct SandboxSettings final : WorldSettings {
  bool deposits = true;                           // grains that come to rest become cells again
  bool unclumps = true;                           // those that gather above the ground are spread along it
  int friction = kFrictionUnit;                   // of grains that touch: 0..kMostFriction
  int gravity = kGravityUnit;                     // 0..kMostGravity
  int ambient = kRoomTemperature - kZeroCelsius;  // eighths of a degree Celsius, kLeastCelsius..kMostCelsius
};

// The patch's temperatures, which are as in a world of this ambient temperature, become those of one at room
// temperature.
void keep_at_room_temperature(Patch& patch, uint16_t ambient);

class Sandbox final : public World {
 public:
  // An empty world at tick 0. The size must satisfy is_world_size(); kernel: "auto" or one of kernel_names().
  Sandbox(GridSize size, uint64_t seed, Border border, std::shared_ptr<const MaterialTable> materials,
          std::string_view kernel = "auto");

  // Continues from a state. Its materials must be below materials->size(), void must be empty in all planes, and no
  // cell may be wetter than its material's wet_max; the same holds for grains, which lie in the world and are of
  // powders or liquids.
  Sandbox(SandboxState state, std::shared_ptr<const MaterialTable> materials, std::string_view kernel = "auto");

  std::string_view kind() const override { return kSandboxKind; }
  std::shared_ptr<const WorldSettings> settings() const override;
  GridSize size() const override { return state_.size; }
  uint64_t seed() const override { return state_.seed; }
  uint64_t tick() const override { return state_.tick; }
  std::string_view kernel_name() const override { return tick_.kernel().name(); }
  void step(Parallel& parallel, TickEvents* events = nullptr) override;
  void paint(const PaintCommand& command) override;
  void push(const ForceCommand& command) override;
  void touch(const TouchCommand& command) override;
  bool feels_touch() const override { return true; }
  std::string state_of(CellPos cell) const override;
  Inspection inspect(CellPos cell) const override;
  std::vector<std::string> facts_about(uint8_t entry) const override;
  std::shared_ptr<const Patch> copy_cells(std::span<const RowSpan> cells) const override;
  bool takes_patches() const override { return true; }
  void paste(const PasteCommand& command) override;
  std::unique_ptr<World> empty_world(GridSize size) const override {
    return std::make_unique<Sandbox>(size, state_.seed, state_.border, materials_);
  }
  std::vector<PaintCommand> drawn_by_hand(const PaintCommand& command) const override;
  void clear() override;
  void set(const WorldSettings& settings) override;
  void paint_all(std::span<const uint8_t> entries) override;
  const std::vector<std::string>& entry_names() const override { return materials_->names(); }
  uint8_t entry_at(CellPos cell) const override { return state_.material()[cell]; }
  bool is_active(CellPos cell) const override;
  void read_activity(int y, std::span<Activity> row) const override;
  int worker_of_row(int y) const override { return tick_.worker_of_row(y); }
  std::vector<int64_t> count_entries() const override;
  std::vector<int64_t> count_airborne() const override;
  AirborneView airborne() const override;
  bool any_flies() const override;
  int64_t count_active(Parallel& parallel) const override;
  bool is_at_rest(Parallel& parallel) const override;
  std::vector<PlaneView> planes() const override;
  std::string extra_state() const override { return pack_grains(state_.grains, state_.cells.rows()); }
  std::shared_ptr<const WorldSnapshot> snapshot(const WorldSnapshot* like = nullptr) const override;
  bool restore(const WorldSnapshot& snapshot) override;
  uint64_t paint_serial() const override { return state_.paint_serial; }
  uint64_t state_hash() const override;

  const SandboxState& state() const { return state_; }

 private:
  SandboxState state_;
  std::shared_ptr<const MaterialTable> materials_;
  Tick tick_;
};

}  // namespace quicksand
