#include "measure/quality.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <numbers>

#include "app/version.h"
#include "core/parallel.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/quality_report.h"
#include "measure/disc_probes.h"
#include "measure/dune_probes.h"
#include "measure/matter_probes.h"
#include "measure/quality_probes.h"

namespace quicksand {
namespace {

constexpr int kSeeds = 5;
// Of each seed.
constexpr int kCaves = 80;
constexpr int kBriefCaves = 16;

class ReportCard {
 public:
  ReportCard(const MaterialSet& set, bool brief)
      : materials_(inert(*set.table)),
        that_dry_(inert(*set.table, true)),
        with_all_rules_(set.table),
        seeds_(brief ? 1 : kSeeds),
        caves_(brief ? kBriefCaves : kCaves),
        parallel_(hardware_threads()) {}

  // What does not depend on the set, but on the game alone.
  void measure_game() {
    measure_discs();
    measure_dunes();
  }

  const std::vector<QualityFigure>& run() {
    for (int i = 2; i < materials_->size(); ++i) {
      const auto id = static_cast<MaterialId>(i);
      if (materials_->phase(id) == Phase::kPowder) measure_powder(id);
      if (materials_->phase(id) == Phase::kLiquid) measure_liquid(id);
    }
    for (const MaterialId denser : liquids_)
      for (const MaterialId lighter : liquids_)
        if ((*materials_)[lighter].density < (*materials_)[denser].density)
          add({.check = "weights",
               .subject = name(lighter) + " on " + name(denser),
               .unit = "rows off balance, in 20 tubes",
               .at_most = 1},
              [&](uint64_t seed) { return imbalance_in_tubes(materials_, denser, lighter, 20 * seed, 20); });
    std::stable_sort(liquids_.begin(), liquids_.end(),
                     [&](MaterialId a, MaterialId b) { return materials_->friction(a) > materials_->friction(b); });
    const std::vector<MaterialId> thinnest(liquids_.begin(),
                                           liquids_.begin() + std::min<ptrdiff_t>(3, std::ssize(liquids_)));
    if (thinnest.size() > 1)
      add({.check = "sorting",
           .subject = "3 thinnest",
           .unit = "share in its layer after 5,000 ticks",
           .at_least = 0.99},
          [&](uint64_t seed) { return sorted_share(materials_, thinnest, seed); });
    if (liquids_.size() > thinnest.size())
      add({.check = "sorting", .subject = "all liquids", .unit = "share in its layer after 5,000 ticks"},
          [&](uint64_t seed) { return sorted_share(materials_, liquids_, seed); });
    add({.check = "mass", .subject = "all", .unit = "255ths of a cell won or lost", .at_most = 0},
        [&](uint64_t seed) { return static_cast<double>(mass_error(materials_, seed)); });
    measure_matter();
    return figures_;
  }

 private:
  const std::string& name(MaterialId id) const { return materials_->names()[id]; }

  // Seeds are independent, so each may run on a thread of its own.
  void add(QualityFigure figure, const std::function<double(uint64_t)>& probe) {
    figure.values.resize(static_cast<size_t>(seeds_));
    parallel_.for_each(seeds_, [&](int i) { figure.values[static_cast<size_t>(i)] = probe(uint64_t(i) + 1); });
    std::printf("%s", quality_table_row(figure).c_str());
    std::fflush(stdout);
    figures_.push_back(std::move(figure));
  }

  // What materials become.
  void measure_matter() {
    const MaterialTable& table = *with_all_rules_;
    if (const auto kettle = find_kettle(table))
      add({.check = "enthalpy",
           .subject = name(kettle->solid) + ", " + name(kettle->liquid) + ", " + name(kettle->gas),
           .unit = "eighths of a kelvin won or lost in a closed box",
           .at_most = 0},
          [&](uint64_t seed) { return std::abs(enthalpy_error(with_all_rules_, *kettle, seed)); });
    const std::optional<MaterialId> source = source_of_sparks(table);
    for (int i = 2; i < table.size(); ++i) {
      const auto id = static_cast<MaterialId>(i);
      const Material& material = table[id];
      if ((material.decays && !material.decays->into.empty() && material.decays->half_life < 60) ||
          (material.fades > 0 && material.fades < 10'000))
        add({.check = "half-life", .subject = name(id), .unit = "standard deviations off", .at_most = 4},
            [&](uint64_t seed) { return half_life_error(with_all_rules_, id, seed); });
      if (material.is_static && material.burns) measure_fire(id);
      if (material.liquid && material.cold && material.cold->into.size() == 1 && material.temperature &&
          table.phase(material.cold->into[0].material) == Phase::kStatic)
        add({.check = "crust", .subject = name(id), .unit = "seconds till a lake is covered"},
            [&](uint64_t seed) { return crust_seconds(with_all_rules_, id, seed); });
      if (material.explodes)
        add({.check = "blast", .subject = name(id), .unit = "cells of others won or lost", .at_most = 0},
            [&](uint64_t seed) { return blast_mass_error(with_all_rules_, id, seed); });
      if (source && passes_sparks_on(material))
        add({.check = "spark", .subject = name(id), .unit = "ticks late over 500 cells", .at_most = 0},
            [&](uint64_t seed) { return spark_delay(with_all_rules_, *source, id, seed); });
    }
  }

  void measure_fire(MaterialId id) {
    add({.check = "fire", .subject = name(id), .unit = "cells a second along a bar"},
        [&](uint64_t seed) { return fire_speed(with_all_rules_, id, 100, seed); });
    if (figures_.back().values.front() <= 0) return;
    // What carries a fire that far carries it ten times as far.
    constexpr int kBars = 20;
    const int bars = seeds_ == kSeeds ? kBars / kSeeds : 1;
    add({.check = "fuse", .subject = name(id), .unit = "of bars of 1,000 cells burn through", .at_least = 1},
        [&](uint64_t seed) {
          double through = 0;
          for (int i = 0; i < bars; ++i)
            through += fire_speed(with_all_rules_, id, 1000, seed * kBars + static_cast<uint64_t>(i)) > 0 ? 1 : 0;
          return through / bars;
        });
  }

  void measure_powder(MaterialId powder) {
    const Material& material = (*materials_)[powder];
    const int friction = materials_->friction(powder);
    if (friction > 0) {
      const double expected =
          material.repose_degrees > 0 ? material.repose_degrees : std::atan(1.0 / friction) * 180 / std::numbers::pi;
      std::vector<HeapShape> heaps(static_cast<size_t>(seeds_));
      parallel_.for_each(
          seeds_, [&](int i) { heaps[static_cast<size_t>(i)] = pour_heap(materials_, powder, uint64_t(i) + 1); });
      add({.check = "repose", .subject = name(powder), .unit = "degrees from what the file says", .at_most = 2},
          [&](uint64_t seed) { return std::abs(heaps[seed - 1].degrees - expected); });
      add({.check = "heap lean", .subject = name(powder), .unit = "of half the base, either way", .at_most = 0.05},
          [&](uint64_t seed) { return std::abs(heaps[seed - 1].lean); });
    }
    if (friction > 0) measure_slopes(powder);
    if (const auto liquid = sinks_in(powder))
      add({.check = "seam", .subject = name(powder), .unit = "of the mean row, at bands", .at_most = 0.05},
          [&](uint64_t seed) { return band_seam(materials_, powder, *liquid, seed); });
    measure_fall(powder);
    measure_grains(powder);
    add_flicker(powder);
    if (material.absorbs != kVoid) measure_column(powder);
  }

  void measure_slopes(MaterialId powder) {
    const Material& material = (*materials_)[powder];
    const double expected = material.repose_degrees > 0
                                ? material.repose_degrees
                                : std::atan(1.0 / materials_->friction(powder)) * 180 / std::numbers::pi;
    const auto off = [=, this](History history, MaterialId around) {
      return [=, this](uint64_t seed) {
        return std::abs(slope_after(materials_, powder, history, 3000, around, seed) - expected);
      };
    };
    const auto figure = [&](const char* how) {
      return QualityFigure{.check = "slope",
                           .subject = name(powder) + ", " + how,
                           .unit = "degrees from what the file says",
                           .at_most = 4};
    };
    add(figure("collapsed"), off(History::kCollapsed, kVoid));
    add(figure("cut"), off(History::kCut, kVoid));
    add(figure("beside a wall"), off(History::kBesideWall, kVoid));
    if (const auto liquid = sinks_in(powder)) add(figure("in a liquid"), off(History::kCollapsed, *liquid));
    add({.check = "collapse",
         .subject = name(powder),
         .unit = "ticks till a block of 80x100 is at rest",
         .at_most = 640},
        [&](uint64_t seed) { return double(collapse_ticks(materials_, powder, seed)); });
    add({.check = "pouring",
         .subject = name(powder),
         .unit = "degrees steeper, while 20 a tick are poured",
         .at_most = 8},
        [&](uint64_t seed) { return pouring_degrees(materials_, powder, seed) - expected; });
    add({.check = "hole", .subject = name(powder), .unit = "times as much under twice the head", .at_most = 1.5},
        [&](uint64_t seed) { return hole_head_spread(materials_, powder, seed); });
    add({.check = "hole",
         .subject = name(powder) + ", growth",
         .unit = "off the power of the width by which arches let more out",
         .at_most = 0.3},
        [&](uint64_t seed) {
          return std::abs(hole_exponent(materials_, powder, 120, seed) - arch_exponent(materials_, powder));
        });
  }

  // The first liquid of the set that is lighter.
  std::optional<MaterialId> sinks_in(MaterialId powder) const {
    for (int i = 2; i < materials_->size(); ++i) {
      const auto id = static_cast<MaterialId>(i);
      if (materials_->phase(id) == Phase::kLiquid && materials_->sink_chance(powder, id) > 0) return id;
    }
    return std::nullopt;
  }

  void measure_fall(MaterialId material) {
    add({.check = "stretch", .subject = name(material), .unit = "times its height, falling 60 ticks", .at_most = 1.02},
        [&](uint64_t seed) { return fall_stretch(materials_, material, seed); });
    for (const int rows : {50, 200, 800})
      add({.check = "fall",
           .subject = name(material) + ", " + std::to_string(rows) + " rows",
           .unit = "of the parabola's ticks, either way",
           .at_most = 0.03},
          [&](uint64_t seed) { return fall_time_error(materials_, material, rows, seed); });
    add({.check = "stream",
         .subject = name(material),
         .unit = "of the cells a row expected by its speed, either way",
         .at_most = 0.05},
        [&](uint64_t seed) { return stream_error(materials_, material, seed); });
  }

  void measure_grains(MaterialId powder) {
    std::vector<GrainBlock> blocks(static_cast<size_t>(seeds_));
    parallel_.for_each(
        seeds_, [&](int i) { blocks[static_cast<size_t>(i)] = let_go_grains(materials_, powder, uint64_t(i) + 1); });
    add({.check = "grains", .subject = name(powder), .unit = "of a block's energy, at most", .at_most = 1.01},
        [&](uint64_t seed) { return blocks[seed - 1].energy; });
    add({.check = "grains",
         .subject = name(powder) + ", drift",
         .unit = "cells that blocks drift, in the mean of 4",
         .at_most = 1},
        [&](uint64_t seed) { return blocks[seed - 1].drift; });
  }

  // Not of these materials, but of discs that stay discs.
  void measure_discs() {
    for (const int friction : {20, 40, 60})
      for (const int count : {300, 700})
        add({.check = "discs",
             .subject = "friction 0." + std::to_string(friction / 10) + ", " + std::to_string(count),
             .unit = "degrees of a heap"},
            [&](uint64_t seed) { return disc_heap_degrees(friction, count, seed); });
    // With the friction at which heaps of discs stand at some 30 degrees, as those of the grains did that were
    // measured.
    for (const double aspect : {0.9, 2.8})
      add({.check = "discs",
           .subject = aspect < 1 ? "low column" : "high column",
           .unit = "times as far as real grains run out",
           .at_most = 1.25,
           .at_least = 0.75},
          [&](uint64_t seed) { return disc_run_out(40, aspect, 1500, seed); });
  }

  void measure_dunes() {
    add({.check = "bodies", .subject = "dunes", .unit = "cells above the threshold's step, beside balls", .at_most = 1},
        step_beside_balls);
    add({.check = "wetness", .subject = "dunes", .unit = "share of a wet heap's sand left dry", .at_most = 0.02},
        sand_left_dry);
    for (const auto& [scene, ticks] : {std::pair{"nine-clusters", 120}, {"ripples", 120}, {"sandstorm", 300}}) {
      std::vector<Clumping> found(static_cast<size_t>(seeds_));
      parallel_.for_each(seeds_, [&, name = scene, count = ticks](int i) {
        found[static_cast<size_t>(i)] = clumping_in(name, count, uint64_t(i) + 1);
      });
      const auto of = [&](double Clumping::*figure) {
        return [&found, figure](uint64_t seed) { return found[seed - 1].*figure; };
      };
      add({.check = "un-clumping", .subject = scene, .unit = "of the ticks"}, of(&Clumping::ticks));
      add({.check = "un-clumping", .subject = std::string(scene) + ", before", .unit = "grains too many"},
          of(&Clumping::too_many));
      add({.check = "un-clumping", .subject = std::string(scene) + ", after", .unit = "grains too many"},
          of(&Clumping::left));
    }
  }

  void measure_column(MaterialId powder) {
    const int threshold = materials_->wet_threshold(powder);
    // What stacks straight up when it is dry does so when it is damp.
    for (const int tap : materials_->friction(powder) > 0 ? std::vector{1, 20} : std::vector<int>())
      add({.check = "damp heap",
           .subject = name(powder) + ", tap of " + std::to_string(tap),
           .unit = "degrees, poured at its threshold",
           .at_most = 60},
          [&](uint64_t seed) { return poured_angle(materials_, powder, static_cast<uint8_t>(threshold), tap, seed); });
    const int most = materials_->wet_max(powder);
    add({.check = "damp column", .subject = name(powder), .unit = "of its height after 10,000 ticks", .at_least = 1},
        [&](uint64_t seed) { return column_left(that_dry_, powder, static_cast<uint8_t>(threshold * 3 / 4), seed); });
    add({.check = "soaked column", .subject = name(powder), .unit = "of its height after 10,000 ticks", .at_most = 0.6},
        [&](uint64_t seed) { return column_left(that_dry_, powder, static_cast<uint8_t>(most), seed); });
  }

  void measure_liquid(MaterialId liquid) {
    // A liquid with friction 0 does not level, and one that is thick levels as slowly as it should.
    if (materials_->friction(liquid) == 0) return;
    liquids_.push_back(liquid);
    measure_fall(liquid);
    const bool thin = materials_->friction(liquid) == kMaxFriction;
    const auto bound = [&](double ticks) { return thin ? std::optional<double>(ticks) : std::nullopt; };
    add({.check = "dam break", .subject = name(liquid), .unit = "ticks to flat within 2", .at_most = bound(600)},
        [&](uint64_t seed) { return dam_break_ticks(materials_, liquid, 2, seed); });
    add({.check = "dam break", .subject = name(liquid), .unit = "ticks to flat within 1", .at_most = bound(2000)},
        [&](uint64_t seed) { return dam_break_ticks(materials_, liquid, 1, seed); });
    add({.check = "u-tube", .subject = name(liquid), .unit = "ticks to level within 1", .at_most = bound(2000)},
        [&](uint64_t seed) { return u_tube_ticks(materials_, liquid, seed); });
    // Each seed has caves of its own.
    add({.check = "caves", .subject = name(liquid), .unit = "rows that a body is uneven at rest", .at_most = 1},
        [&](uint64_t seed) { return uneven_in_caves(materials_, liquid, kCaves * seed, caves_); });
    if (thin) {
      add({.check = "outflow", .subject = name(liquid), .unit = "power of the depth, off from 0.5", .at_most = 0.15},
          [&](uint64_t seed) { return std::abs(outflow_exponent(materials_, liquid, {}, seed) - 0.5); });
      add({.check = "splash", .subject = name(liquid), .unit = "times as high, dropped from 160 rows as from 40"},
          [&](uint64_t seed) {
            // Single splashes differ much.
            double high = 0;
            double low = 1;
            for (uint64_t i = 0; i < 16; ++i) {
              high += splash_height(materials_, liquid, 160, 16 * seed + i);
              low += splash_height(materials_, liquid, 40, 16 * seed + i);
            }
            return high / low;
          });
    }
    add({.check = "liquid lean", .subject = name(liquid), .unit = "of the cells, either way", .at_most = 0.02},
        [&](uint64_t seed) { return std::abs(spreading_lean(materials_, liquid, seed)); });
    add_flicker(liquid);
  }

  void add_flicker(MaterialId material) {
    add({.check = "flicker", .subject = name(material), .unit = "cells in 64 ticks at rest", .at_most = 0},
        [&](uint64_t seed) { return static_cast<double>(flicker(materials_, material, seed)); });
  }

  MaterialsPtr materials_;  // inert
  MaterialsPtr that_dry_;
  MaterialsPtr with_all_rules_;
  int seeds_;
  int caves_;
  Parallel parallel_;
  std::vector<MaterialId> liquids_;
  std::vector<QualityFigure> figures_;
};

}  // namespace

Result<int> run_quality(const QualityRequest& request) {
  if (request.json) {
    const std::filesystem::path folder = std::filesystem::absolute(*request.json).parent_path();
    std::error_code unknown;  // it may lie where one may not look
    if (!std::filesystem::is_directory(folder, unknown)) return fail("--json: there is no folder " + folder.string());
  }
  const FilesRead read;
  const Result<MaterialSet> set = load_materials(request.materials);
  if (!set) return set.failure();
  if (request.json)
    if (const Status good = read.check_unread(*request.json); !good) return good.failure();
  std::printf("%s", quality_table_head().c_str());
  QualityReport report{kVersionText, request.materials, {}};
  ReportCard card(*set, request.brief);
  if (request.materials == QualityRequest().materials) card.measure_game();
  report.figures = card.run();
  if (report.failures() == 0)
    std::printf("\nAll bounds are kept.\n");
  else
    std::printf("\n%d of %zu figures are out of bounds.\n", report.failures(), report.figures.size());
  if (request.json)
    if (const Status written = write_file_atomically(*request.json, quality_json(report)); !written)
      return written.failure();
  return report.failures();
}

}  // namespace quicksand
