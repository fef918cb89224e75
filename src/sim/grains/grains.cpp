#include "sim/grains/grains.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace quicksand {

bool can_fly(const MaterialTable& table, MaterialId material) {
  return table.phase(material) == Phase::kPowder || table.phase(material) == Phase::kLiquid;
}

template <class Action>
void Grains::for_all(const Action& action) {
  for (std::vector<float>* values : {&x, &y, &vx, &vy, &shear_x, &shear_y}) action(*values, floats_);
  for (int plane = 0; plane < planes_; ++plane) action(bytes(plane), spare_);
}

void Grains::add(const Grain& grain) {
  x.push_back(grain.x);
  y.push_back(grain.y);
  vx.push_back(grain.vx);
  vy.push_back(grain.vy);
  shear_x.push_back(grain.shear_x);
  shear_y.push_back(grain.shear_y);
  for (int plane = 0; plane < planes_; ++plane) bytes(plane).push_back(grain.cell[static_cast<size_t>(plane)]);
}

Grain Grains::at(size_t index) const {
  Grain grain{x[index], y[index], vx[index], vy[index], {}, shear_x[index], shear_y[index]};
  for (int plane = 0; plane < planes_; ++plane) grain.cell[static_cast<size_t>(plane)] = bytes(plane)[index];
  return grain;
}

void Grains::clear() {
  for_all([](auto& values, auto&) { values.clear(); });
}

void Grains::reserve(size_t count) {
  for_all([&](auto& values, auto& spare) {
    values.reserve(count);
    spare.reserve(count);
  });
}

void Grains::drop(const std::vector<uint8_t>& marks) {
  for_all([&](auto& values, auto&) {
    size_t kept = 0;
    for (size_t i = 0; i < marks.size(); ++i)
      if (marks[i] == 0) values[kept++] = values[i];
    values.resize(kept);
  });
}

void Grains::reorder(const std::vector<uint32_t>& order) {
  for_all([&](auto& values, auto& spare) {
    spare.resize(values.size());
    for (size_t i = 0; i < order.size(); ++i) spare[i] = values[order[i]];
    std::swap(values, spare);
  });
}

namespace {

// Before planes had names grains had these bytes, and nothing stood before the first grain. A place is never NaN, so
// that one at the beginning tells the two apart; and its sign, whether grains have a shear.
constexpr std::string_view kFirstPlanes[] = {"material", "grain_seed", "wetness"};
constexpr float kNamesFollow = std::numeric_limits<float>::quiet_NaN();

// What the bytes of each grain are.
struct Packed {
  std::vector<size_t> planes;  // of each byte; kMostPlanes: none that is known
  bool has_shear = false;
  size_t floats() const { return has_shear ? 6 : 4; }
};

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Takes a value off the front; false: there are not enough bytes.
template <class T>
bool take(std::string_view& bytes, T& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return true;
}

bool is_packed(const PlaneRow& row) { return row.moves && row.saved; }

// Takes what stands before the first grain off.
std::optional<Packed> read_packed(std::string_view& bytes, std::span<const PlaneRow> rows) {
  const auto plane_of = [&](std::string_view name) {
    size_t plane = 0;
    while (plane < rows.size() && (rows[plane].name != name || !is_packed(rows[plane]))) ++plane;
    return plane < rows.size() ? plane : size_t{kMostPlanes};
  };
  Packed packed;
  float first = 0;
  std::string_view rest = bytes;
  if (!take(rest, first) || first == first) {
    for (const std::string_view name : kFirstPlanes) packed.planes.push_back(plane_of(name));
    return packed;
  }
  packed.has_shear = std::signbit(first);
  uint8_t count = 0;
  if (!take(rest, count)) return std::nullopt;
  for (int i = 0; i < count; ++i) {
    uint8_t length = 0;
    if (!take(rest, length) || rest.size() < length) return std::nullopt;
    packed.planes.push_back(plane_of(rest.substr(0, length)));
    rest.remove_prefix(length);
  }
  bytes = rest;
  return packed;
}

}  // namespace

std::string pack_grains(const Grains& grains, std::span<const PlaneRow> rows) {
  std::string packed;
  if (grains.empty()) return packed;
  append(packed, -kNamesFollow);
  uint8_t count = 0;
  for (const PlaneRow& row : rows) count += is_packed(row) ? 1 : 0;
  append(packed, count);
  for (const PlaneRow& row : rows) {
    if (!is_packed(row)) continue;
    append(packed, static_cast<uint8_t>(row.name.size()));
    packed += row.name;
  }
  packed.reserve(packed.size() + grains.size() * (grains.numbers().size() * sizeof(float) + count));
  for (size_t i = 0; i < grains.size(); ++i) {
    for (const std::vector<float>* values : grains.numbers()) append(packed, (*values)[i]);
    for (int plane = 0; plane < grains.planes(); ++plane)
      if (is_packed(rows[static_cast<size_t>(plane)])) append(packed, grains.bytes(plane)[i]);
  }
  return packed;
}

std::optional<Grains> unpack_grains(std::string_view bytes, std::span<const PlaneRow> rows) {
  Grains grains(static_cast<int>(rows.size()));
  const std::optional<Packed> packed = read_packed(bytes, rows);
  if (!packed || bytes.size() % (packed->floats() * sizeof(float) + packed->planes.size()) != 0) return std::nullopt;
  CellBytes empty{};
  for (size_t plane = 0; plane < rows.size(); ++plane) empty[plane] = rows[plane].empty;
  while (!bytes.empty()) {
    Grain grain{0, 0, 0, 0, empty};
    for (float* const value : {&grain.x, &grain.y, &grain.vx, &grain.vy}) take(bytes, *value);
    if (packed->has_shear)
      for (float* const value : {&grain.shear_x, &grain.shear_y}) take(bytes, *value);
    for (const size_t plane : packed->planes) {
      uint8_t value = 0;
      take(bytes, value);
      if (plane < kMostPlanes) grain.cell[plane] = value;
    }
    grains.add(grain);
  }
  return grains;
}

}  // namespace quicksand
