#include "sim/grains/grains.h"

#include <cstring>

namespace quicksand {
namespace {

template <class Action>
void for_all(Grains& grains, const Action& action) {
  action(grains.x);
  action(grains.y);
  action(grains.vx);
  action(grains.vy);
  action(grains.material);
  action(grains.grain_seed);
  action(grains.wetness);
}

constexpr size_t kBytesOfGrain = 4 * sizeof(float) + 3;

}  // namespace

bool can_fly(const MaterialTable& table, MaterialId material) {
  return table.phase(material) == Phase::kPowder || table.phase(material) == Phase::kLiquid;
}

void Grains::add(const Grain& grain) {
  x.push_back(grain.x);
  y.push_back(grain.y);
  vx.push_back(grain.vx);
  vy.push_back(grain.vy);
  material.push_back(grain.material);
  grain_seed.push_back(grain.grain_seed);
  wetness.push_back(grain.wetness);
}

void Grains::drop(const std::vector<uint8_t>& marks) {
  for_all(*this, [&](auto& values) {
    size_t kept = 0;
    for (size_t i = 0; i < marks.size(); ++i)
      if (marks[i] == 0) values[kept++] = values[i];
    values.resize(kept);
  });
}

void Grains::reorder(const std::vector<uint32_t>& order) {
  for_all(*this, [&](auto& values) {
    auto ordered = values;
    for (size_t i = 0; i < order.size(); ++i) ordered[i] = values[order[i]];
    values = std::move(ordered);
  });
}

std::string pack_grains(const Grains& grains) {
  std::string bytes;
  bytes.reserve(grains.size() * kBytesOfGrain);
  for (size_t i = 0; i < grains.size(); ++i) {
    for (const float value : {grains.x[i], grains.y[i], grains.vx[i], grains.vy[i]}) {
      char raw[sizeof value];
      std::memcpy(raw, &value, sizeof value);
      bytes.append(raw, sizeof value);
    }
    for (const uint8_t value : {grains.material[i], grains.grain_seed[i], grains.wetness[i]})
      bytes.push_back(static_cast<char>(value));
  }
  return bytes;
}

std::optional<Grains> unpack_grains(std::string_view bytes) {
  if (bytes.size() % kBytesOfGrain != 0) return std::nullopt;
  Grains grains;
  for (; !bytes.empty(); bytes.remove_prefix(kBytesOfGrain)) {
    float values[4];
    std::memcpy(values, bytes.data(), sizeof values);
    const auto byte = [&](size_t index) { return static_cast<uint8_t>(bytes[sizeof values + index]); };
    grains.add({values[0], values[1], values[2], values[3], byte(0), byte(1), byte(2)});
  }
  return grains;
}

}  // namespace quicksand
