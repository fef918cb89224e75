#include "sim/cells/remap.h"

#include <algorithm>
#include <array>

namespace quicksand {
namespace {

// What the timer of a cell of the material may be at most (CellPlanes).
uint8_t most_timer(const MaterialTable& table, MaterialId material) {
  const BurningLaw& burning = table.heat().burning(material);
  const ChargeLaw& charge = table.charge().law(material);
  int most = burning.shortest > 0 ? burning.timer(255) : 0;
  switch (charge.kind) {
    case ChargeLaw::Kind::kConductor:
    case ChargeLaw::Kind::kSource:
      most = std::max<int>(most, charge.ticks);
      break;
    case ChargeLaw::Kind::kHolder:  // with what it was before it held charge
    case ChargeLaw::Kind::kFuse:
      most = 255;
      break;
    case ChargeLaw::Kind::kNone:
      break;
  }
  return static_cast<uint8_t>(table.blasts().explodes(material) ? 255 : most);
}

class Remapping {
 public:
  Remapping(std::span<const MaterialId> ids, const MaterialTable& table, const CellBytes& empty)
      : ids_(ids), table_(table), empty_(empty) {
    for (int id = 0; id < table.size(); ++id)
      most_timer_[static_cast<size_t>(id)] = most_timer(table, static_cast<MaterialId>(id));
  }

  CellBytes operator()(CellBytes bytes) const {
    const MaterialId material = ids_[bytes[kMaterialPlane]];
    if (material == kVoid) return empty_;
    bytes[kMaterialPlane] = material;
    bytes[kWetnessPlane] = static_cast<uint8_t>(std::min<int>(bytes[kWetnessPlane], table_.wet_max(material)));
    bytes[kTimerPlane] = std::min(bytes[kTimerPlane], most_timer_[material]);
    return bytes;
  }

 private:
  std::span<const MaterialId> ids_;
  const MaterialTable& table_;
  const CellBytes& empty_;
  std::array<uint8_t, 256> most_timer_{};
};

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
  const Remapping remapped(ids, table, state.cells.empty());
  for (size_t i = 0; i < grains.size(); ++i) {
    const CellBytes bytes = remapped(grains.at(i).cell);
    for (int plane = 0; plane < grains.planes(); ++plane) grains.bytes(plane)[i] = bytes[static_cast<size_t>(plane)];
  }
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) {
      const CellBytes bytes = state.cells.at({x, y});
      const CellBytes now = remapped(bytes);
      if (now != bytes) state.cells.put({x, y}, now);
    }
  return std::nullopt;
}

}  // namespace quicksand
