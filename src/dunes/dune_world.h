// The dunes: a world of sand without grains, a height field seen from above.
//
// Joins the state (dune_state.h) with what changes it in a tick, in this order: bodies (bodies.h), wind, grains in the
// air, sliding. Painting a powder adds sand, painting a solid raises the ground, painting a liquid wets the sand, and
// erasing takes the sand away, and where there is none the ground.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/world.h"
#include "dunes/airborne.h"
#include "dunes/bodies.h"
#include "dunes/chip_firing.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/sandpile.h"
#include "dunes/wind.h"

namespace quicksand {

inline constexpr std::string_view kDunesKind = "dunes";

// What painting an entry of the palette does to a column.
enum class DuneStuff : uint8_t { kNothing, kSand, kRock, kWater };

struct DunePalette {
  std::vector<std::string> names;
  std::vector<DuneStuff> stuff;  // of each
  std::vector<uint8_t> sands;  // the entries of sand; it shows the first. Where chips fire, one, two, three grains show
                               // the first, the second, the third of them, and so on
  uint8_t rock = 0;            // the entry that ground above zero shows
};

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
  void push(const ForceCommand& command) override;
  void clear() override;
  bool seen_from_above() const override { return true; }
  void paint_all(std::span<const uint8_t> entries) override;
  const std::vector<std::string>& entry_names() const override { return palette_.names; }
  uint8_t entry_at(CellPos cell) const override;
  bool is_active(CellPos cell) const override;
  void read_activity(int y, std::span<Activity> row) const override;
  int worker_of_row(int) const override { return 0; }
  std::vector<int64_t> count_entries() const override;
  std::vector<int64_t> count_airborne() const override;
  AirborneView airborne() const override;
  int64_t count_active(Parallel& parallel) const override;
  std::vector<PlaneView> planes() const override;
  std::string extra_state() const override;
  uint64_t paint_serial() const override { return state_.paint_serial; }
  uint64_t state_hash() const override;

  // All sand: on the ground, flying and pressed away, in units of height. Constant but for paint and open edges.
  int64_t total_sand() const;

  const DuneState& state() const { return state_; }

  // Whether the wind, if any, did not reach the column in the last tick.
  bool in_wind_shadow(CellPos cell) const { return wind_.in_shadow(cell); }

  // For tests: whether tiles at rest may be left out.
  void set_sleeping(bool sleeping) { pile_.set_sleeping(sleeping); }

 private:
  void paint_span(const PaintCommand& command, const RowSpan& span);
  void paint_cell(const PaintCommand& command, uint8_t entry, CellPos cell);
  void throw_sand(CellPos cell, int32_t sand, const Velocity& velocity, uint32_t dice);
  int32_t chips_of(uint8_t entry) const;
  void wake(const RowSpan& span);
  void renew_pictures() const;
  void dry();

  DuneState state_;
  DuneSettings settings_;
  DunePalette palette_;
  Sandpile pile_;
  ChipFiring chips_;
  Wind wind_;
  Airborne airborne_;

  // For pictures: what the columns show. Made when they are asked for.
  mutable Plane<uint8_t> entries_;
  mutable Plane<uint8_t> grain_seeds_;
  mutable Plane<int32_t> surface_;  // with the bodies; none: as the sand lies
  mutable bool is_pictured_ = false;
  mutable std::vector<uint8_t> grain_entries_;
  mutable std::vector<uint8_t> airborne_seeds_;
  mutable std::vector<uint8_t> grain_wetness_;
  mutable std::vector<float> grain_heights_;
};

}  // namespace quicksand
