// The dunes: a world of sand without grains, a height field seen from above.
//
// Joins the state (dune_state.h) with what changes it in a tick, in this order: bodies (bodies.h), wind, grains in the
// air, sliding; with what brush and tools do to it (dune_paint.h, dune_push.h), and with what it shows
// (dune_pictures.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/world.h"
#include "dunes/airborne.h"
#include "dunes/bodies.h"
#include "dunes/chip_firing.h"
#include "dunes/column_moves.h"
#include "dunes/dune_hash.h"
#include "dunes/dune_palette.h"
#include "dunes/dune_pictures.h"
#include "dunes/dune_save.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/poured_sand.h"
#include "dunes/sandpile.h"
#include "dunes/slip_faces.h"
#include "dunes/wind.h"

namespace quicksand {

inline constexpr std::string_view kDunesKind = "dunes";

class DuneWorld final : public World {
 public:
  // Sizes up to kMostDuneExtent along a side. `kernel`: "auto" or the name of one of dune_rows().
  DuneWorld(DuneState state, const DuneSettings& settings, DunePalette palette, std::string_view kernel = "auto");

  std::string_view kind() const override { return kDunesKind; }
  std::shared_ptr<const WorldSettings> settings() const override;
  GridSize size() const override { return state_.size; }
  uint64_t seed() const override { return state_.seed; }
  uint64_t tick() const override { return state_.tick; }
  std::string_view kernel_name() const override { return pile_.name(); }
  void step(Parallel& parallel, TickEvents* events = nullptr) override;
  void paint(const PaintCommand& command) override;
  // Sand lies on sand.
  bool has_room_for(const PaintCommand&) const override { return true; }
  void push(const ForceCommand& command) override;
  void clear() override;
  void set(const WorldSettings& settings) override;
  bool seen_from_above() const override { return true; }
  void paint_all(std::span<const uint8_t> entries) override;
  const std::vector<std::string>& entry_names() const override { return palette_.names; }
  uint8_t entry_at(CellPos cell) const override { return entry_of_column(state_, settings_.pile, palette_, cell); }
  Inspection inspect(CellPos cell) const override;
  bool is_active(CellPos cell) const override;
  void read_activity(int y, std::span<Activity> row) const override;
  int worker_of_row(int) const override { return 0; }
  std::vector<int64_t> count_entries() const override;
  std::vector<int64_t> count_airborne() const override;
  AirborneView airborne() const override { return pictures_.airborne(state_, palette_.sands.front()); }
  int64_t count_active(Parallel& parallel) const override;
  bool is_at_rest(Parallel& parallel) const override;
  std::vector<PlaneView> planes() const override { return pictures_.planes(state_, settings_, palette_); }
  std::optional<uint64_t> revision() const override { return pictures_.revision(); }
  std::string extra_state() const override { return pack_dunes(state_); }
  std::shared_ptr<const WorldSnapshot> snapshot(const WorldSnapshot* like = nullptr) const override;
  bool restore(const WorldSnapshot& snapshot) override;
  uint64_t paint_serial() const override { return state_.paint_serial; }
  uint64_t state_hash() const override { return hash_dunes(state_, settings_, palette_); }

  // All sand: on the ground, flying and pressed away, in units of height. Constant but for paint and open edges.
  int64_t total_sand() const;

  const DuneState& state() const { return state_; }

  // Whether the wind, if any, will not reach the column in the next tick.
  bool in_wind_shadow(CellPos cell) const;

  // For tests: whether tiles at rest may be left out.
  void set_sleeping(bool sleeping) { pile_.set_sleeping(sleeping); }

 private:
  bool slides(CellPos cell) const;
  bool may_change(CellPos cell, bool in_shadow) const;
  void stand_anew();
  void wake(const RowSpan& span);
  void dry();

  DuneState state_;
  DuneSettings settings_;
  DunePalette palette_;
  Sandpile pile_;
  PouredSand poured_;
  SlipFaces slip_faces_;
  ChipFiring chips_;
  Bodies bodies_;
  Wind wind_;
  Airborne airborne_;
  ColumnMoves moves_;
  mutable DunePictures pictures_;
};

}  // namespace quicksand
