#include "grains/unclumping.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/bits.h"

namespace quicksand {
namespace {

constexpr uint32_t kNoGrain = 0xffff'ffff;

// Successive over-relaxation: how far beyond what a face asks for its pressure goes. It suits clumps that spread over
// some tens of faces.
constexpr float kRelaxation = 1.85F;
// It ends when no face has more than this many grains too many, or after so many sweeps.
constexpr float kGoodEnough = 0.1F;
constexpr int kMostSweeps = 300;

float squared_distance(const Place& a, const Place& b) {
  const float x = a.x - b.x;
  const float y = a.y - b.y;
  const float z = a.z - b.z;
  return x * x + y * y + z * z;
}

}  // namespace

// Counts the grains on each face, too.
uint64_t Unclumping::too_many(std::span<const SurfaceFace> surface, std::span<const uint32_t> faces) {
  count_.assign(surface.size(), 0);
  for (const uint32_t face : faces)
    if (face != kNoFace) ++count_[face];
  uint64_t sum = 0;
  for (size_t face = 0; face < surface.size(); ++face) {
    const float excess = static_cast<float>(count_[face]) - surface[face].room;
    if (excess > 0) sum += static_cast<uint64_t>(excess + 0.5F);
  }
  return sum;
}

ClumpCounts Unclumping::run(std::span<const SurfaceFace> surface, std::span<Place> places, std::span<uint32_t> faces,
                            int most_steps) {
  ClumpCounts counts;
  counts.too_many = counts.still_too_many = too_many(surface, faces);
  pressed_.clear();
  is_listed_.assign(surface.size(), 0);
  edges_.resize(surface.size());
  for (uint32_t face = 0; face < surface.size(); ++face)
    if (static_cast<float>(count_[face]) > surface[face].room) list(surface, face);
  if (pressed_.empty()) return counts;
  room_.resize(surface.size());
  for (size_t face = 0; face < surface.size(); ++face) room_[face] = surface[face].room;
  if (!find_pressure(surface) && make_room(surface)) find_pressure(surface);
  list_grains(faces);

  // From the highest pressure downwards, so that what arrives on a face can go on from there.
  std::sort(pressed_.begin(), pressed_.end(),
            [&](uint32_t a, uint32_t b) { return pressure_[a] != pressure_[b] ? pressure_[a] > pressure_[b] : a < b; });
  steps_.assign(faces.size(), 0);
  for (const uint32_t face : pressed_) send_off(surface, face, places, faces, most_steps);
  counts.moved = static_cast<uint64_t>(std::count_if(steps_.begin(), steps_.end(), [](uint8_t steps) { return steps > 0; }));
  counts.still_too_many = too_many(surface, faces);
  return counts;
}

void Unclumping::list(std::span<const SurfaceFace> surface, uint32_t face) {
  pressed_.push_back(face);
  is_listed_[face] = 1;
  Edges& edges = edges_[face];
  edges.count = 0;
  float weights = 0;
  for (const uint32_t other : surface[face].beside) {
    if (other == kNoFace) continue;
    const float weight = 1 / std::sqrt(squared_distance(surface[face].middle, surface[other].middle));
    edges.to[edges.count] = other;
    edges.weight[edges.count++] = weight;
    weights += weight;
  }
  edges.relaxation = kRelaxation / weights;
}

// Sweeps over the faces again and again, each time setting every pressure so that its face has room, given those around
// it; a face next to a pressure is looked at from then on. Returns whether all have room then.
// Source: Colin W. Cryer, "The Solution of a Quadratic Programming Problem Using Systematic Overrelaxation" (1971).
bool Unclumping::find_pressure(std::span<const SurfaceFace> surface) {
  pressure_.assign(surface.size(), 0);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    float worst = 0;
    for (size_t i = 0; i < pressed_.size(); ++i) {  // it grows
      const uint32_t face = pressed_[i];
      const Edges& edges = edges_[face];
      if (edges.count == 0) continue;  // an island: there is nowhere to go
      const float pressure = pressure_[face];
      float too_many = static_cast<float>(count_[face]) - room_[face];
      for (int k = 0; k < edges.count; ++k) too_many += edges.weight[k] * (pressure_[edges.to[k]] - pressure);
      const float next = std::max(0.0F, pressure + edges.relaxation * too_many);
      if (next > 0 || pressure > 0) worst = std::max(worst, too_many < 0 ? -too_many : too_many);
      pressure_[face] = next;
      if (next == 0 || pressure > 0) continue;
      for (int k = 0; k < edges.count; ++k)
        if (is_listed_[edges.to[k]] == 0) list(surface, edges.to[k]);
    }
    if (worst < kGoodEnough) return true;
  }
  return false;
}

// Where all faces that hang together have too little room for their grains, there is no least pressure: they get as
// much room as their grains take, spread evenly. Returns whether there are such.
bool Unclumping::make_room(std::span<const SurfaceFace> surface) {
  constexpr uint8_t kSeen = 2;
  bool any = false;
  for (const uint32_t start : pressed_) {
    if (is_listed_[start] == kSeen) continue;
    together_.assign(1, start);
    is_listed_[start] = kSeen;
    float too_many = 0;
    bool is_closed = true;
    for (size_t i = 0; i < together_.size(); ++i) {  // it grows
      const uint32_t face = together_[i];
      too_many += static_cast<float>(count_[face]) - room_[face];
      for (const uint32_t other : surface[face].beside) {
        if (other == kNoFace || is_listed_[other] == kSeen) continue;
        if (is_listed_[other] == 0) {
          is_closed = false;
        } else {
          is_listed_[other] = kSeen;
          together_.push_back(other);
        }
      }
    }
    if (!is_closed || too_many <= 0) continue;
    any = true;
    for (const uint32_t face : together_) room_[face] += too_many / static_cast<float>(together_.size());
  }
  return any;
}

void Unclumping::list_grains(std::span<const uint32_t> faces) {
  first_.assign(count_.size(), kNoGrain);
  next_.resize(faces.size());
  for (uint32_t grain = 0; grain < faces.size(); ++grain) {
    if (faces[grain] == kNoFace) continue;
    next_[grain] = first_[faces[grain]];
    first_[faces[grain]] = grain;
  }
}

// Sends grains off one face to those beside it that have less pressure: over each edge as many as the pressures ask for,
// rounded. Of what rounding leaves in sum those go, too, that are too many here and for which there is room beside, where
// grains are nearest to an edge: of two where there is room for one, one goes to any side.
void Unclumping::send_off(std::span<const SurfaceFace> surface, uint32_t from, std::span<Place> places,
                          std::span<uint32_t> faces, int most_steps) {
  const Edges& edges = edges_[from];
  const Place& start = surface[from].middle;
  float flux[4] = {};
  float all = 0;
  for (int k = 0; k < edges.count; ++k) {
    flux[k] = std::max(edges.weight[k] * (pressure_[from] - pressure_[edges.to[k]]), 0.0F);
    all += flux[k];
  }
  auto left = static_cast<uint32_t>(all + 0.5F);
  if (left == 0) return;
  leaving_.clear();
  for (uint32_t grain = first_[from]; grain != kNoGrain; grain = next_[grain])
    if (steps_[grain] < most_steps) leaving_.push_back(grain);
  const auto gather_by_distance = [&](int k) {
    const Place& end = surface[edges.to[k]].middle;
    const Place edge{(start.x + end.x) / 2, (start.y + end.y) / 2, (start.z + end.z) / 2};
    for (uint64_t& one : leaving_) {
      const auto grain = static_cast<uint32_t>(one);
      one = uint64_t{bits_of(squared_distance(places[grain], edge))} << 32 | grain;
    }
  };
  const auto send = [&](uint32_t grain, int k) {
    const Place& end = surface[edges.to[k]].middle;
    Place& place = places[grain];
    place = {place.x + end.x - start.x, place.y + end.y - start.y, place.z + end.z - start.z};
    faces[grain] = edges.to[k];
    --count_[from];
    ++count_[edges.to[k]];
    ++steps_[grain];
    next_[grain] = first_[edges.to[k]];
    first_[edges.to[k]] = grain;
  };
  for (int k = 0; k < edges.count; ++k) {
    const size_t sent = std::min(static_cast<size_t>(flux[k] + 0.5F), leaving_.size());
    flux[k] -= static_cast<float>(sent);
    left -= std::min(static_cast<uint32_t>(sent), left);
    if (sent == 0) continue;
    gather_by_distance(k);
    const auto first_sent = leaving_.end() - static_cast<ptrdiff_t>(sent);
    if (sent < leaving_.size())
      std::nth_element(leaving_.begin(), first_sent, leaving_.end(), std::greater<>());  // the nearest last
    for (auto one = first_sent; one != leaving_.end(); ++one) send(static_cast<uint32_t>(*one), k);
    leaving_.resize(leaving_.size() - sent);
  }
  const auto room_on = [&](uint32_t face) { return surface[face].room - static_cast<float>(count_[face]); };
  for (; left > 0 && !leaving_.empty() && room_on(from) < 0; --left) {
    uint64_t nearest = std::numeric_limits<uint64_t>::max();
    int over = -1;
    for (int k = 0; k < edges.count; ++k) {
      if (flux[k] <= 0 || room_on(edges.to[k]) < 1) continue;
      gather_by_distance(k);
      const uint64_t one = *std::min_element(leaving_.begin(), leaving_.end());
      if (one < nearest) over = k;
      nearest = std::min(nearest, one);
    }
    if (over < 0) return;
    const auto grain = static_cast<uint32_t>(nearest);
    std::erase_if(leaving_, [&](uint64_t one) { return static_cast<uint32_t>(one) == grain; });
    send(grain, over);
    flux[over] = 0;
  }
}

}  // namespace quicksand
