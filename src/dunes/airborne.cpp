#include "dunes/airborne.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dunes/sandpile.h"
#include "dunes/wind.h"

namespace quicksand {
namespace {

// Grains climb no higher in a tick than this, in cells.
constexpr float kTallestStep = 1;

// Thrown grains fly up so fast, in cells a tick, give or take a half of it.
constexpr float kThrownUp = 0.6F;

// Grains that one job moves.
constexpr size_t kGrainsAtOnce = 1024;

CellPos cell_of(float x, float y) { return {static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y))}; }

float surface_at(const DuneState& state, CellPos cell) { return static_cast<float>(state.height[cell]) / kUnit; }

}  // namespace

void throw_sand(DuneState& state, CellPos cell, int32_t sand, FineWetness wetness, const Velocity& velocity,
                uint32_t dice) {
  if (state.grains.size() >= kMostFreeGrains) return;
  const auto limited = [](double speed) {
    return std::clamp(static_cast<float>(speed), -kMostFreeSpeed, kMostFreeSpeed);
  };
  const auto share_of = [](uint32_t byte) { return static_cast<float>(byte & 255) / 255.0F; };
  state.grains.add({static_cast<float>(cell.x) + 0.25F + 0.5F * share_of(dice),
                    static_cast<float>(cell.y) + 0.25F + 0.5F * share_of(dice >> 8),
                    static_cast<float>(state.height[cell]) / kUnit + kThrownFrom, limited(velocity.x),
                    limited(velocity.y), kThrownUp * (0.5F + share_of(dice >> 16)), sand, wetness});
}

// Where it comes down and is slow a grain is sand again. What flies over the edge comes in on the other side, as with
// the wind, or is gone where the world is open.
ClumpCounts Airborne::fly(DuneState& state, const DuneSettings& settings, Parallel& parallel, const WakeColumns& wake) {
  FreeGrains& grains = state.grains;
  if (grains.empty()) return {};
  fates_.resize(grains.size());
  const Flow wind = flow_of(settings.wind);
  const auto jobs = static_cast<int>((grains.size() + kGrainsAtOnce - 1) / kGrainsAtOnce);
  parallel.for_each(jobs, [&](int job) {
    const size_t first = static_cast<size_t>(job) * kGrainsAtOnce;
    for (size_t i = first; i < std::min(first + kGrainsAtOnce, grains.size()); ++i)
      fates_[i] = fly_one(state, settings, wind, i);
  });
  size_t kept = 0;
  for (size_t i = 0; i < grains.size(); ++i) {
    if (fates_[i] == Fate::kGone) continue;
    const FreeGrain grain = grains.at(i);
    const CellPos cell = cell_of(grain.x, grain.y);
    if (fates_[i] == Fate::kLands && state.height[cell] >= kFullHeight) fates_[i] = Fate::kFlies;  // others have just
    if (fates_[i] == Fate::kLands) {
      add_sand(state, cell, grain.sand, grain.wetness);
      wake({cell.y, cell.x, cell.x});
      continue;
    }
    fates_[kept] = fates_[i];
    grains.set(kept++, grain);
  }
  grains.resize(kept);
  return settings.unclumps ? unclump(state) : ClumpCounts{};
}

// The wind's own speed.
Airborne::Flow Airborne::flow_of(const WindSettings& wind) {
  if (!wind.blows) return {0, 0};
  const WindWay way = wind_way(wind);
  return {static_cast<float>(way.x), static_cast<float>(way.y)};
}

// How the sand of the column moves: down its slope, where that is as steep as sand slides.
Airborne::Flow Airborne::flow_at(const DuneState& state, const PileSettings& pile, CellPos cell) {
  if (pile.chip_firing || state.sand(cell) < pile.transfer) return {0, 0};
  const auto drop_to = [&](int dx, int dy) {
    const CellPos other{cell.x + dx, cell.y + dy};
    return contains(state.size, other) ? state.height[cell] - state.height[other] : 0;
  };
  const int32_t west = drop_to(-1, 0), east = drop_to(1, 0), north = drop_to(0, -1), south = drop_to(0, 1);
  if (std::max(std::max(west, east), std::max(north, south)) < threshold_at(pile, state.wetness[cell])) return {0, 0};
  const auto dx = static_cast<float>(std::max(east, 0) - std::max(west, 0));
  const auto dy = static_cast<float>(std::max(south, 0) - std::max(north, 0));
  const float length = std::sqrt(dx * dx + dy * dy);
  if (length == 0) return {0, 0};
  return {kFlowSpeed * dx / length, kFlowSpeed * dy / length};
}

Airborne::Fate Airborne::fly_one(DuneState& state, const DuneSettings& settings, const Flow& wind, size_t i) {
  const auto width = static_cast<float>(state.size.width);
  const auto height = static_cast<float>(state.size.height);
  FreeGrain grain = state.grains.at(i);
  const FreeGrain before = grain;
  grain.vx += kFreeDrag * (wind.x - grain.vx);
  grain.vy += kFreeDrag * (wind.y - grain.vy);
  grain.vz -= kFreeGravity + kFreeDrag * grain.vz;
  grain.x += grain.vx;
  grain.y += grain.vy;
  grain.z = std::min(grain.z + grain.vz, kHighestFlight);
  const auto is_in = [](float place, float extent) { return place >= 0 && place < extent; };
  if (!is_in(grain.x, width) || !is_in(grain.y, height)) {
    if (state.open) return Fate::kGone;
    if (!settings.wind.blows) {  // there is a wall
      grain.x = std::clamp(grain.x, 0.0F, width - 0.01F);
      grain.y = std::clamp(grain.y, 0.0F, height - 0.01F);
      grain.vx = grain.vy = 0;
    }
    const auto wrapped = [](float place, float extent) {
      const float inside = place < 0 ? place + extent : place >= extent ? place - extent : place;
      return std::clamp(inside, 0.0F, extent - 0.01F);
    };
    grain.x = wrapped(grain.x, width);
    grain.y = wrapped(grain.y, height);
  }
  float above = grain.z - surface_at(state, cell_of(grain.x, grain.y));
  const float above_before = grain.z - surface_at(state, cell_of(before.x, before.y));
  if (above < -kTallestStep && above < above_before) {  // a cliff: it falls down along it
    grain.x = before.x;
    grain.y = before.y;
    grain.vx = grain.vy = 0;
    above = above_before;
  }
  const CellPos below = cell_of(grain.x, grain.y);
  if (above <= kFreeClumpReach) {
    const float share = kGlideShare * (1 - std::max(above, 0.0F) / kFreeClumpReach);
    const Flow flow = flow_at(state, settings.pile, below);
    grain.vx += share * (flow.x - grain.vx);
    grain.vy += share * (flow.y - grain.vy);
  }
  const bool is_slow = grain.vx * grain.vx + grain.vy * grain.vy < kLandingSpeed * kLandingSpeed;
  const bool lands = above <= 0 && is_slow && state.height[below] < kFullHeight;
  if (above <= 0 && !lands) {
    grain.z = surface_at(state, below);
    grain.vz = 0;
  }
  state.grains.set(i, grain);
  return lands ? Fate::kLands : above <= kFreeClumpReach ? Fate::kSkims : Fate::kFlies;
}

uint32_t Airborne::face_at(const DuneState& state, CellPos cell) {
  uint32_t& face = face_of_cell_[cell];
  if (face == 0) {
    const Place middle{static_cast<float>(cell.x) + 0.5F, static_cast<float>(cell.y) + 0.5F, surface_at(state, cell)};
    surface_.push_back({middle, kFreeClumpLimit, {kNoFace, kNoFace, kNoFace, kNoFace}});
    cells_.push_back(cell);
    counts_.push_back(0);
    face = static_cast<uint32_t>(surface_.size());
  }
  return face - 1;
}

void Airborne::list_skimming(const DuneState& state) {
  const FreeGrains& grains = state.grains;
  surface_.clear();
  cells_.clear();
  counts_.clear();
  grains_.clear();
  places_.clear();
  faces_.clear();
  for (uint32_t i = 0; i < grains.size(); ++i) {
    if (fates_[i] != Fate::kSkims) continue;
    const uint32_t face = face_at(state, cell_of(grains.x[i], grains.y[i]));
    ++counts_[face];
    grains_.push_back(i);
    places_.push_back({grains.x[i], grains.y[i], grains.z[i]});
    faces_.push_back(face);
  }
}

// Edges to the columns on the four sides; those that the mesh had not reached are the next ring.
void Airborne::join_neighbours(const DuneState& state, uint32_t face) {
  const CellPos cell = cells_[face];
  for (size_t side = 0; side < 4; ++side) {
    const CellPos other{cell.x + kBeside[side].x, cell.y + kBeside[side].y};
    if (!contains(state.size, other)) continue;
    if (std::abs(surface_at(state, other) - surface_at(state, cell)) > kFreeClumpReach) continue;
    const uint32_t there = face_at(state, other);
    is_joined_.resize(surface_.size());
    surface_[face].beside[side] = there;
    surface_[there].beside[side ^ 1] = face;
    if (is_joined_[there] != 0) continue;
    is_joined_[there] = 1;
    next_ring_.push_back(there);
  }
}

// The mesh grows around the columns of the first ring, ring by ring.
void Airborne::grow_mesh(const DuneState& state) {
  is_joined_.assign(surface_.size(), 0);
  for (const uint32_t face : ring_) is_joined_[face] = 1;
  for (int k = 0; k < kFreeClumpSpread; ++k) {
    next_ring_.clear();
    for (const uint32_t face : ring_) join_neighbours(state, face);
    std::swap(ring_, next_ring_);
  }
}

ClumpCounts Airborne::unclump(DuneState& state) {
  ClumpCounts counts;
  list_skimming(state);
  ring_.clear();
  for (uint32_t face = 0; face < surface_.size(); ++face)
    if (static_cast<float>(counts_[face]) > kFreeClumpLimit) ring_.push_back(face);
  if (!ring_.empty()) {
    grow_mesh(state);
    counts = unclumping_.run(surface_, places_, faces_, kFreeClumpSteps);
    FreeGrains& grains = state.grains;
    for (size_t k = 0; k < grains_.size(); ++k) {
      const uint32_t i = grains_[k];
      grains.x[i] = std::clamp(places_[k].x, 0.0F, static_cast<float>(state.size.width) - 0.01F);
      grains.y[i] = std::clamp(places_[k].y, 0.0F, static_cast<float>(state.size.height) - 0.01F);
      grains.z[i] = places_[k].z;
    }
  }
  for (const CellPos cell : cells_) face_of_cell_[cell] = 0;
  return counts;
}

}  // namespace quicksand
