#include "dunes/dune_save.h"

#include <cmath>
#include <cstring>

#include "dunes/airborne.h"

namespace quicksand {
namespace {

template <class T>
void append(std::string& bytes, const T* values, size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

// Takes values off the front; false: there are not so many.
template <class T>
bool take(std::string_view& bytes, T* values, size_t count) {
  if (bytes.size() / sizeof(T) < count) return false;
  if (count == 0) return true;  // `values` may be null, which memcpy() must not get
  std::memcpy(values, bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return true;
}

// Whether a world can come to this, whatever is done to it. What it comes to from here is sound as well: else a world
// could be opened, played, and not be saved.
bool is_sound(const DuneState& state) {
  if (state.pressed < 0 || state.pressed > int64_t{1} << 60) return false;
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) {
      const CellPos cell{x, y};
      const int32_t ground = state.ground[cell];
      const int32_t flight = state.flight[cell];
      if (ground < 0 || ground > kMostGround || state.height[cell] < ground || state.sand(cell) > kMostSand ||
          flight < 0 || flight > kMostHeight)
        return false;
    }
  const FreeGrains& grains = state.grains;
  for (size_t i = 0; i < grains.size(); ++i) {
    const FreeGrain grain = grains.at(i);
    const auto is_place = [](float place, int extent) { return place >= 0 && place < static_cast<float>(extent); };
    const auto is_speed = [](float speed) { return std::abs(speed) <= 64; };
    if (!is_place(grain.x, state.size.width) || !is_place(grain.y, state.size.height) ||
        !(std::abs(grain.z) <= kHighestFlight) || !is_speed(grain.vx) || !is_speed(grain.vy) || !is_speed(grain.vz) ||
        grain.sand < 0 || grain.sand > kMostSlab * kUnit)
      return false;
  }
  return true;
}

}  // namespace

std::string pack_dunes(const DuneState& state) {
  const auto width = static_cast<size_t>(state.size.width);
  std::string bytes;
  bytes.reserve(static_cast<size_t>(state.size.cells()) * 3 * sizeof(int32_t));
  for (const Plane<int32_t>* plane : {&state.height, &state.ground, &state.flight})
    for (int y = 0; y < state.size.height; ++y) append(bytes, plane->row(y), width);
  append(bytes, &state.pressed, 1);
  const uint64_t count = state.grains.size();
  append(bytes, &count, 1);
  FreeGrains::for_each_array(state.grains, [&](const auto& values) { append(bytes, values.data(), values.size()); });
  for (int y = 0; y < state.size.height; ++y) append(bytes, state.wetness_part.row(y), width);
  return bytes;
}

size_t most_packed_dunes(GridSize size) {
  constexpr size_t kCellBytes = 3 * sizeof(int32_t) + 1;
  constexpr size_t kGrainBytes = sizeof(FreeGrain);
  return static_cast<size_t>(size.cells()) * kCellBytes + sizeof(int64_t) + sizeof(uint64_t) +
         kMostFreeGrains * kGrainBytes;
}

bool unpack_dunes(std::string_view bytes, DuneState& state) {
  const auto width = static_cast<size_t>(state.size.width);
  for (Plane<int32_t>* plane : {&state.height, &state.ground, &state.flight})
    for (int y = 0; y < state.size.height; ++y)
      if (!take(bytes, plane->row(y), width)) return false;
  uint64_t count = 0;
  if (!take(bytes, &state.pressed, 1) || !take(bytes, &count, 1) || count > kMostFreeGrains) return false;
  state.grains.resize(count);
  // Saves of before sand carried its wetness end with what is here the last but one.
  const bool is_older = bytes.size() == count * (6 * sizeof(float) + sizeof(int32_t));
  bool is_whole = true;
  FreeGrains::for_each_array(state.grains, [&](auto& values) {
    const bool is_there = !is_older || static_cast<const void*>(&values) != &state.grains.wetness;
    is_whole = is_whole && (!is_there || take(bytes, values.data(), count));
  });
  for (int y = 0; y < state.size.height && !is_older; ++y)
    is_whole = is_whole && take(bytes, state.wetness_part.row(y), width);
  return is_whole && bytes.empty() && is_sound(state);
}

}  // namespace quicksand
