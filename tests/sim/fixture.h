// Small worlds for tests of the sandbox.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "io/assets.h"
#include "measure/probe_world.h"
#include "measure/quality_probes.h"
#include "sim/tick/sandbox.h"

namespace quicksand {

using Table = std::shared_ptr<const MaterialTable>;

inline Table load_table(const std::string& name) {
  Result<MaterialSet> set = load_materials(name);
  INFO((set ? "" : set.failure().text()));
  REQUIRE(set.ok());
  return set->table;
}

// The same materials, but nothing dissolves, fades or dries.
inline Table inert(const Table& table) { return inert(*table); }

inline const Table& core() {
  static const Table kTable = load_table("core");
  return kTable;
}

inline Table table_of(std::vector<Material> materials) {
  return std::make_shared<const MaterialTable>(std::move(materials));
}

inline MaterialId id_of(const Table& table, const std::string& name) {
  const auto id = table->find(name);
  INFO(name);
  REQUIRE(id.has_value());
  return *id;
}

// Ids of all that moves.
inline std::vector<uint8_t> movers(const MaterialTable& table) {
  std::vector<uint8_t> ids;
  for (int id = 1; id < table.size(); ++id)
    if (table.phase(static_cast<MaterialId>(id)) != Phase::kStatic) ids.push_back(static_cast<uint8_t>(id));
  return ids;
}

// A world drawn with letters: '.' is void, '#' wall, the others as the legend says.
inline Sandbox drawn(const Table& table, const std::vector<std::string>& rows,
                     const std::map<char, std::string>& legend, uint64_t seed = 1) {
  std::vector<uint8_t> entries;
  for (const std::string& row : rows)
    for (const char letter : row)
      entries.push_back(letter == '.' ? kVoid : letter == '#' ? kWall : id_of(table, legend.at(letter)));
  Sandbox world({static_cast<int>(rows[0].size()), static_cast<int>(rows.size())}, seed, Border::kWall, table);
  world.paint_all(entries);
  return world;
}

inline int64_t count(const Sandbox& world, const Table& table, const std::string& name) {
  return world.count_entries()[id_of(table, name)];
}

// Cells and grains of each material; none of the void, which is wherever nothing else is.
inline std::vector<int64_t> matter(const Sandbox& world) {
  std::vector<int64_t> sums = world.count_entries();
  const std::vector<int64_t> airborne = world.count_airborne();
  for (size_t id = 0; id < sums.size(); ++id) sums[id] += airborne[id];
  sums[kVoid] = 0;
  return sums;
}

inline int64_t active(const Sandbox& world) {
  Parallel parallel(1);
  return world.count_active(parallel);
}

// Whether `hits` of `trials` agree with a probability to within four standard deviations.
inline bool agrees(int64_t hits, int64_t trials, double probability) {
  const double mean = static_cast<double>(trials) * probability;
  const double deviation = std::sqrt(mean * (1 - probability));
  return std::abs(static_cast<double>(hits) - mean) <= 4 * deviation;
}

}  // namespace quicksand
