#include "sim/grains/grains.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace quicksand {

bool can_fly(const MaterialTable& table, MaterialId material) {
  return table.phase(material) == Phase::kPowder || table.phase(material) == Phase::kLiquid;
}

template <class Action>
void Grains::for_all(const Action& action) {
  for (std::vector<float>* values : {&x, &y, &vx, &vy, &spin, &rest_x, &rest_y}) action(*values, floats_);
  for (std::vector<uint8_t>* values : {&rest_ticks, &walls_around}) action(*values, spare_);
  for (int plane = 0; plane < planes_; ++plane) action(bytes(plane), spare_);
}

void Grains::add(const Grain& grain) {
  x.push_back(grain.x);
  y.push_back(grain.y);
  vx.push_back(grain.vx);
  vy.push_back(grain.vy);
  spin.push_back(grain.spin);
  rest_x.push_back(0);
  rest_y.push_back(0);
  rest_ticks.push_back(0);
  walls_around.push_back(0);
  for (int plane = 0; plane < planes_; ++plane) bytes(plane).push_back(grain.cell[static_cast<size_t>(plane)]);
}

void Grains::set_speed(size_t index, float speed_x, float speed_y) {
  const float speed = std::sqrt(speed_x * speed_x + speed_y * speed_y);
  const float share = speed > kMostSpeedBetweenTicks ? kMostSpeedBetweenTicks / speed : 1.0F;
  vx[index] = std::clamp(share * speed_x, -kMostSpeedBetweenTicks, kMostSpeedBetweenTicks);  // a product is rounded
  vy[index] = std::clamp(share * speed_y, -kMostSpeedBetweenTicks, kMostSpeedBetweenTicks);
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

size_t Grains::memory() const {
  size_t bytes = 0;
  const auto count = [&](const auto&... arrays) { bytes += (... + (arrays.capacity() * sizeof(arrays[0]))); };
  count(x, y, vx, vy, spin, rest_x, rest_y, rest_ticks, walls_around, contacts);
  for (const std::vector<uint8_t>& plane : bytes_) count(plane);
  count(numbers_, starts_, moved_, left_, floats_, spare_);
  return bytes;
}

void Grains::reserve(size_t count) {
  for_all([&](auto& values, auto& spare) {
    values.reserve(count);
    spare.reserve(count);
  });
}

void Grains::wake_all() {
  for (std::vector<float>* values : {&rest_x, &rest_y}) std::fill(values->begin(), values->end(), 0.0F);
  for (std::vector<uint8_t>* values : {&rest_ticks, &walls_around})
    std::fill(values->begin(), values->end(), uint8_t{0});
}

// By squares as wide as contact reaches, with the eight around each.
void Grains::wake_around(const std::vector<uint8_t>& marks) {
  if (std::none_of(rest_ticks.begin(), rest_ticks.end(), [](uint8_t ticks) { return ticks > 0; })) return;
  const auto square_of = [&](size_t i, int columns, int rows) {
    const auto number = [](float place) { return static_cast<uint32_t>(static_cast<int>(place / kNearReach) + 64); };
    return uint64_t{number(y[i]) + static_cast<uint32_t>(rows)} << 32 | (number(x[i]) + static_cast<uint32_t>(columns));
  };
  left_.clear();
  for (size_t i = 0; i < marks.size(); ++i)
    for (int square = 0; marks[i] != 0 && square < 9; ++square)
      left_.push_back(square_of(i, square % 3 - 1, square / 3 - 1));
  std::sort(left_.begin(), left_.end());
  for (size_t i = 0; i < marks.size(); ++i)
    if (rest_ticks[i] > 0 && std::binary_search(left_.begin(), left_.end(), square_of(i, 0, 0))) rest_ticks[i] = 0;
}

void Grains::drop(const std::vector<uint8_t>& marks) {
  wake_around(marks);
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
// that one at the beginning tells the two apart; and its lowest bits tell whether grains have a spin and contacts, and
// then whether they have places of rest. Where they have none, its sign tells whether two numbers follow each speed
// that were something else.
constexpr std::string_view kFirstPlanes[] = {"material", "grain_seed", "wetness"};
constexpr uint32_t kNamesFollow = 0x7fc0'0000;
constexpr uint32_t kContactsFollow = 0x7fc0'0001;
constexpr uint32_t kRestFollows = 0x7fc0'0002;
constexpr uint32_t kSignBit = 0x8000'0000;

// Bytes of a grain that are of no plane follow those that are.
struct OwnBytes {
  std::string_view name;
  std::vector<uint8_t> Grains::*values;
  uint8_t most;
};
constexpr OwnBytes kOwnBytes[] = {{"rest_ticks", &Grains::rest_ticks, Grains::kAsleep},
                                  {"walls_around", &Grains::walls_around, 255}};

// What the bytes of each grain are.
struct Packed {
  std::vector<size_t> planes;  // of each byte; from kMostPlanes on one of kOwnBytes, and past these none that is known
  int unused_floats = 0;
  bool has_spin = false;
  bool has_rest = false;
  std::vector<GrainContact> contacts;
  size_t grain_size() const {
    return (4 + static_cast<size_t>(unused_floats) + (has_spin ? 1 : 0) + (has_rest ? 2 : 0)) * sizeof(float) +
           planes.size();
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
    for (size_t plane = 0; plane < rows.size(); ++plane)
      if (rows[plane].name == name && is_packed(rows[plane])) return plane;
    size_t own = 0;
    while (own < std::size(kOwnBytes) && kOwnBytes[own].name != name) ++own;
    return kMostPlanes + own;
  };
  Packed packed;
  uint32_t first = 0;
  std::string_view rest = bytes;
  if (!take(rest, first) ||
      (first != kContactsFollow && first != kRestFollows && (first & ~kSignBit) != kNamesFollow)) {
    for (const std::string_view name : kFirstPlanes) packed.planes.push_back(plane_of(name));
    return packed;
  }
  packed.has_rest = first == kRestFollows;
  packed.has_spin = packed.has_rest || first == kContactsFollow;
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
  append(packed, kRestFollows);
  auto count = static_cast<uint8_t>(std::size(kOwnBytes));
  for (const PlaneRow& row : rows) count += is_packed(row) ? 1 : 0;
  append(packed, count);
  const auto append_name = [&](std::string_view name) {
    append(packed, static_cast<uint8_t>(name.size()));
    packed += name;
  };
  for (const PlaneRow& row : rows)
    if (is_packed(row)) append_name(row.name);
  for (const OwnBytes& own : kOwnBytes) append_name(own.name);
  append(packed, static_cast<uint32_t>(grains.contacts.size()));
  for (const GrainContact& contact : grains.contacts) append(packed, contact);
  packed.reserve(packed.size() + grains.size() * ((grains.numbers().size() + 2) * sizeof(float) + count));
  for (size_t i = 0; i < grains.size(); ++i) {
    for (const std::vector<float>* values : grains.numbers()) append(packed, (*values)[i]);
    for (const std::vector<float>* values : {&grains.rest_x, &grains.rest_y}) append(packed, (*values)[i]);
    for (int plane = 0; plane < grains.planes(); ++plane)
      if (is_packed(rows[static_cast<size_t>(plane)])) append(packed, grains.bytes(plane)[i]);
    for (const OwnBytes& own : kOwnBytes) append(packed, (grains.*own.values)[i]);
  }
  return packed;
}

std::optional<Grains> unpack_grains(std::string_view bytes, std::span<const PlaneRow> rows) {
  Grains grains(static_cast<int>(rows.size()));
  std::optional<Packed> packed = read_packed(bytes, rows);
  if (!packed || bytes.size() % packed->grain_size() != 0 || bytes.size() / packed->grain_size() > kMostGrains)
    return std::nullopt;
  if (!are_sound(packed->contacts, bytes.size() / packed->grain_size())) return std::nullopt;
  CellBytes empty{};
  for (size_t plane = 0; plane < rows.size(); ++plane) empty[plane] = rows[plane].empty;
  while (!bytes.empty()) {
    Grain grain{0, 0, 0, 0, empty};
    for (float* const value : {&grain.x, &grain.y, &grain.vx, &grain.vy}) take(bytes, *value);
    float unused = 0;
    for (int k = 0; k < packed->unused_floats; ++k) take(bytes, unused);
    if (packed->has_spin) take(bytes, grain.spin);
    float rest_x = 0;
    float rest_y = 0;
    if (packed->has_rest)
      for (float* const value : {&rest_x, &rest_y}) take(bytes, *value);
    std::array<uint8_t, std::size(kOwnBytes) + 1> own_bytes{};  // the last: of what is not known
    for (const size_t plane : packed->planes)
      take(bytes, plane < kMostPlanes ? grain.cell[plane] : own_bytes[plane - kMostPlanes]);
    grains.add(grain);
    grains.rest_x.back() = rest_x;
    grains.rest_y.back() = rest_y;
    for (size_t own = 0; own < std::size(kOwnBytes); ++own)
      (grains.*kOwnBytes[own].values).back() = std::min(own_bytes[own], kOwnBytes[own].most);
  }
  grains.contacts = std::move(packed->contacts);
  return grains;
}

}  // namespace quicksand
