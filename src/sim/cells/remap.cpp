#include "sim/cells/remap.h"

#include <algorithm>
#include <array>

namespace quicksand {
namespace {

CellBytes remapped(CellBytes bytes, std::span<const MaterialId> ids, const MaterialTable& table,
                   const CellBytes& empty) {
  const MaterialId material = ids[bytes[kMaterialPlane]];
  if (material == kVoid) return empty;
  bytes[kMaterialPlane] = material;
  bytes[kWetnessPlane] = static_cast<uint8_t>(std::min<int>(bytes[kWetnessPlane], table.wet_max(material)));
  return bytes;
}

// By their numbers.
std::array<bool, 256> materials_in(const SandboxState& state) {
  std::array<bool, 256> occurs{};
  for (int y = 0; y < state.size.height; ++y)
    for (const MaterialId material : state.material().cells(y)) occurs[material] = true;
  for (const MaterialId material : state.grains.material()) occurs[material] = true;
  return occurs;
}

}  // namespace

std::vector<std::string> names_in(const SandboxState& state, std::span<const std::string> names) {
  const std::array<bool, 256> occurs = materials_in(state);
  std::vector<std::string> found;
  for (size_t i = 0; i < names.size(); ++i)
    if (occurs[i]) found.push_back(names[i]);
  return found;
}

std::optional<std::vector<MaterialId>> match_materials(const SandboxState& state, std::span<const std::string> names,
                                                       const MaterialTable& table) {
  const std::array<bool, 256> occurs = materials_in(state);
  std::vector<MaterialId> ids;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::optional<MaterialId> id = table.find(names[i]);
    if (!id && occurs[i]) return std::nullopt;
    ids.push_back(id.value_or(kVoid));
  }
  return ids;
}

std::optional<MaterialId> remap_materials(SandboxState& state, std::span<const MaterialId> ids,
                                          const MaterialTable& table) {
  Grains& grains = state.grains;
  for (const MaterialId material : grains.material())
    if (!can_fly(table, ids[material])) return ids[material];
  for (size_t i = 0; i < grains.size(); ++i) {
    const CellBytes bytes = remapped(grains.at(i).cell, ids, table, state.cells.empty());
    for (int plane = 0; plane < grains.planes(); ++plane) grains.bytes(plane)[i] = bytes[static_cast<size_t>(plane)];
  }
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) {
      const CellBytes bytes = state.cells.at({x, y});
      const CellBytes now = remapped(bytes, ids, table, state.cells.empty());
      if (now != bytes) state.cells.put({x, y}, now);
    }
  return std::nullopt;
}

}  // namespace quicksand
