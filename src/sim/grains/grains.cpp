#include "sim/grains/grains.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "sim/grains/grain_settings.h"

namespace quicksand {

bool can_fly(const MaterialTable& table, MaterialId material) {
  return table.phase(material) == Phase::kPowder || table.phase(material) == Phase::kLiquid;
}

template <class Action>
void Grains::for_all(const Action& action) {
  for (std::vector<float>* values : {&x, &y, &vx, &vy, &spin}) action(*values, floats_);
  for (int plane = 0; plane < planes_; ++plane) action(bytes(plane), spare_);
}

void Grains::add(const Grain& grain) {
  x.push_back(grain.x);
  y.push_back(grain.y);
  vx.push_back(grain.vx);
  vy.push_back(grain.vy);
  spin.push_back(grain.spin);
  for (int plane = 0; plane < planes_; ++plane) bytes(plane).push_back(grain.cell[static_cast<size_t>(plane)]);
}

Grain Grains::at(size_t index) const {
  Grain grain{x[index], y[index], vx[index], vy[index], {}, spin[index]};
  for (int plane = 0; plane < planes_; ++plane) grain.cell[static_cast<size_t>(plane)] = bytes(plane)[index];
  return grain;
}

void Grains::clear() {
  for_all([](auto& values, auto&) { values.clear(); });
  contacts.clear();
}

void Grains::reserve(size_t count) {
  for_all([&](auto& values, auto& spare) {
    values.reserve(count);
    spare.reserve(count);
  });
}

void Grains::drop(const std::vector<uint8_t>& marks) {
  if (!contacts.empty()) {
    numbers_.resize(marks.size());
    uint32_t next = 0;
    for (size_t i = 0; i < marks.size(); ++i) numbers_[i] = marks[i] == 0 ? next++ : kNowhere;
    renumber_contacts(numbers_);
  }
  for_all([&](auto& values, auto&) {
    size_t kept = 0;
    for (size_t i = 0; i < marks.size(); ++i)
      if (marks[i] == 0) values[kept++] = values[i];
    values.resize(kept);
  });
}

void Grains::reorder(const std::vector<uint32_t>& order) {
  if (!contacts.empty()) {
    numbers_.resize(order.size());
    for (size_t i = 0; i < order.size(); ++i) numbers_[order[i]] = static_cast<uint32_t>(i);
    renumber_contacts(numbers_);
  }
  for_all([&](auto& values, auto& spare) {
    spare.resize(values.size());
    for (size_t i = 0; i < order.size(); ++i) spare[i] = values[order[i]];
    std::swap(values, spare);
  });
}

// Those of one grain keep their order, but for what changes sides.
void Grains::renumber_contacts(const std::vector<uint32_t>& to) {
  starts_.assign(to.size() + 1, 0);
  size_t kept = 0;
  for (GrainContact contact : contacts) {
    contact.one = to[contact.one];
    if (contact.other < kFirstFace) contact.other = to[contact.other];
    if (contact.one == kNowhere || contact.other == kNowhere) continue;
    if (contact.other < contact.one) {
      std::swap(contact.one, contact.other);
      contact.roll = -contact.roll;
    }
    contacts[kept++] = contact;
    ++starts_[contact.one + 1];
  }
  contacts.resize(kept);
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  moved_.resize(kept);
  for (const GrainContact& contact : contacts) moved_[starts_[contact.one]++] = contact;
  std::swap(contacts, moved_);
}

namespace {

// Before planes had names grains had these bytes, and nothing stood before the first grain. A place is never NaN, so
// that one at the beginning tells the two apart; and its lowest bits tell whether grains have a spin and contacts.
// Where they have none, its sign tells whether two numbers follow each speed that were something else.
constexpr std::string_view kFirstPlanes[] = {"material", "grain_seed", "wetness"};
constexpr uint32_t kNamesFollow = 0x7fc0'0000;
constexpr uint32_t kContactsFollow = 0x7fc0'0001;
constexpr uint32_t kSignBit = 0x8000'0000;

// What the bytes of each grain are.
struct Packed {
  std::vector<size_t> planes;  // of each byte; kMostPlanes: none that is known
  int unused_floats = 0;
  bool has_spin = false;
  std::vector<GrainContact> contacts;
  size_t grain_size() const {
    return (4 + static_cast<size_t>(unused_floats) + (has_spin ? 1 : 0)) * sizeof(float) + planes.size();
  }
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

bool take_contacts(std::string_view& bytes, std::vector<GrainContact>& contacts) {
  uint32_t count = 0;
  if (!take(bytes, count) || bytes.size() / sizeof(GrainContact) < count) return false;
  contacts.resize(count);
  for (GrainContact& contact : contacts) take(bytes, contact);
  return true;
}

// Whether each is between two of so many grains, or one of them and a cell, in order, and drawn out as far as can be.
bool are_sound(const std::vector<GrainContact>& contacts, size_t grains) {
  uint32_t last = 0;
  for (const GrainContact& contact : contacts) {
    const bool of_cell = contact.other >= kFirstFace && contact.other < kFirstFace + kFaces;
    if (contact.one < last || contact.one >= grains || !(of_cell || contact.other < grains) ||
        contact.other <= contact.one || !(std::abs(contact.slide) <= kMostSlide) ||
        !(std::abs(contact.roll) <= kMostRoll))
      return false;
    last = contact.one;
  }
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
  uint32_t first = 0;
  std::string_view rest = bytes;
  if (!take(rest, first) || (first != kContactsFollow && (first & ~kSignBit) != kNamesFollow)) {
    for (const std::string_view name : kFirstPlanes) packed.planes.push_back(plane_of(name));
    return packed;
  }
  packed.has_spin = first == kContactsFollow;
  packed.unused_floats = (first & kSignBit) != 0 ? 2 : 0;
  uint8_t count = 0;
  if (!take(rest, count)) return std::nullopt;
  for (int i = 0; i < count; ++i) {
    uint8_t length = 0;
    if (!take(rest, length) || rest.size() < length) return std::nullopt;
    packed.planes.push_back(plane_of(rest.substr(0, length)));
    rest.remove_prefix(length);
  }
  if (packed.has_spin && !take_contacts(rest, packed.contacts)) return std::nullopt;
  bytes = rest;
  return packed;
}

}  // namespace

std::string pack_grains(const Grains& grains, std::span<const PlaneRow> rows) {
  std::string packed;
  if (grains.empty()) return packed;
  append(packed, kContactsFollow);
  uint8_t count = 0;
  for (const PlaneRow& row : rows) count += is_packed(row) ? 1 : 0;
  append(packed, count);
  for (const PlaneRow& row : rows) {
    if (!is_packed(row)) continue;
    append(packed, static_cast<uint8_t>(row.name.size()));
    packed += row.name;
  }
  append(packed, static_cast<uint32_t>(grains.contacts.size()));
  for (const GrainContact& contact : grains.contacts) append(packed, contact);
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
  std::optional<Packed> packed = read_packed(bytes, rows);
  if (!packed || bytes.size() % packed->grain_size() != 0) return std::nullopt;
  if (!are_sound(packed->contacts, bytes.size() / packed->grain_size())) return std::nullopt;
  CellBytes empty{};
  for (size_t plane = 0; plane < rows.size(); ++plane) empty[plane] = rows[plane].empty;
  while (!bytes.empty()) {
    Grain grain{0, 0, 0, 0, empty};
    for (float* const value : {&grain.x, &grain.y, &grain.vx, &grain.vy}) take(bytes, *value);
    float unused = 0;
    for (int k = 0; k < packed->unused_floats; ++k) take(bytes, unused);
    if (packed->has_spin) take(bytes, grain.spin);
    for (const size_t plane : packed->planes) {
      uint8_t value = 0;
      take(bytes, value);
      if (plane < kMostPlanes) grain.cell[plane] = value;
    }
    grains.add(grain);
  }
  grains.contacts = std::move(packed->contacts);
  return grains;
}

}  // namespace quicksand
