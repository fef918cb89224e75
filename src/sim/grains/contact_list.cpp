#include "sim/grains/contact_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sim/grains/for_each_grain.h"

namespace quicksand {
namespace {

// Pairs that one job works out.
constexpr size_t kPairsOfJob = 4096;
static_assert(kPairsOfJob % kPairsAtOnce == 0);

// In an order of their own: pushes are added up in it, and libraries leave other orders behind.
template <class Distance>
void keep_nearest(NearGrains& near, const Distance& distance_to) {
  std::array<std::pair<float, uint32_t>, kMostLookedAt> by_distance;
  for (int k = 0; k < near.count; ++k)
    by_distance[static_cast<size_t>(k)] = {distance_to(near.grain[k]), near.grain[k]};
  std::partial_sort(by_distance.begin(), by_distance.begin() + kMostNeighbours, by_distance.begin() + near.count);
  near.count = kMostNeighbours;
  for (int k = 0; k < near.count; ++k) near.grain[k] = by_distance[static_cast<size_t>(k)].second;
}

template <class Item>
void resize_with_room(std::vector<Item>& items, size_t size) {
  if (size > items.capacity()) items.reserve(2 * size);  // or a few more pairs each tick would allocate each tick
  items.resize(size);
}

}  // namespace

void ContactList::make_room(size_t count) {
  neighbour_count_.resize(count);
  neighbours_.resize(count * kMostNeighbours);
  lies_.resize(count);
  is_crowded_.resize(count);
  kept_.resize(count);
  pairs_of_.resize(count + 1);
  first_pairs_.resize(count);
  faces_.resize(count * kFaces);
  has_faces_.resize(count);
}

void ContactList::find(Grains& grains, std::span<const Disc> discs, std::span<const float> middle_x,
                       std::span<const float> middle_y, int width, bool may_fall_asleep, FindNear find_near,
                       Parallel& parallel) {
  const size_t count = grains.size();
  make_room(count);
  // Three that each take a thread, and wait for nothing.
  parallel.for_each(3, [&](int job) {
    if (job == 0) index_.build(middle_x, middle_y, discs, grains.wetness(), width);
    if (job == 1) speeds_.build(middle_x, middle_y, discs, width);
    if (job == 2) find_starts(grains);
  });
  for_each_grain(parallel, count, [&](size_t i) { find_neighbours(grains, discs, middle_x, middle_y, i, find_near); });
  drop_one_sided(parallel);
  if (may_fall_asleep || any_wakes(grains)) sleep_by_islands(grains);
  drop_asleep(grains, parallel);
}

void ContactList::fill(const Grains& grains, std::span<const Disc> discs, std::span<const float> stiffness,
                       const ContactMaterials& materials, Parallel& parallel) {
  for_each_grain(parallel, grains.size(), [&](size_t i) { fill_pairs(grains, discs, stiffness, materials, i); });
}

void ContactList::find_starts(const Grains& grains) {
  contact_starts_.clear();
  if (grains.contacts.empty()) return;
  contact_starts_.resize(grains.size() + 1);
  for (const GrainContact& contact : grains.contacts) ++contact_starts_[contact.one + 1];
  for (size_t i = 0; i < grains.size(); ++i) contact_starts_[i + 1] += contact_starts_[i];
}

// The nearest, and what is remembered of the cells around.
void ContactList::find_neighbours(const Grains& grains, std::span<const Disc> discs, std::span<const float> middle_x,
                                  std::span<const float> middle_y, size_t i, FindNear find_near) {
  const Disc& disc = discs[i];
  const float x = middle_x[i];
  const float y = middle_y[i];
  // No pair's reach is farther, rounded as it may be.
  constexpr float kRounding = 0.001F;
  const float fastest = speeds_.most_against(x, y, disc.vx, disc.vy);
  const float farthest =
      std::clamp(disc.radius + kGrainRadius + kContactGap + kRounding + 0.5F * fastest, kNearReach, kMostReach);
  const NearSearch search{.grain = static_cast<uint32_t>(i),
                          .wetness = grains.wetness()[i],
                          .x = x,
                          .y = y,
                          .vx = disc.vx,
                          .vy = disc.vy,
                          .radius = disc.radius,
                          .farthest = farthest};
  NearGrains near;
  uint32_t may_look_at = kMostLookedAt;
  FiledRanges ranges;
  index_.for_each_range_near(x, y, farthest, [&](FiledRange range) {
    range.end = std::min(range.end, range.begin + may_look_at);
    may_look_at -= range.end - range.begin;
    ranges.range[ranges.count++] = range;
  });
  find_near(index_.filed(), ranges, search, near);
  lies_[i] = near.beside >= kLeastAround ? 1 : 0;
  is_crowded_[i] = near.count > kMostNeighbours || may_look_at == 0 ? 1 : 0;
  if (near.count > kMostNeighbours)
    keep_nearest(near, [&](uint32_t other) {
      const float dx = x - middle_x[other];
      const float dy = y - middle_y[other];
      return dx * dx + dy * dy;
    });
  neighbour_count_[i] = static_cast<uint8_t>(near.count);
  std::copy_n(near.grain, near.count, &neighbours_[i * kMostNeighbours]);
  std::fill_n(faces(i), kFaces, Spring{});
  has_faces_[i] = 0;
  if (contact_starts_.empty()) return;
  for (uint32_t k = contact_starts_[i]; k < contact_starts_[i + 1]; ++k) {
    const GrainContact& contact = grains.contacts[k];
    if (contact.other < kFirstFace) continue;
    faces(i)[contact.other - kFirstFace] = {contact.slide, contact.roll};
    has_faces_[i] = 1;
  }
}

// Of two grains both know each other, or neither does: else one would push the other without being pushed.
void ContactList::drop_one_sided(Parallel& parallel) {
  if (std::find(is_crowded_.begin(), is_crowded_.end(), uint8_t{1}) == is_crowded_.end()) return;
  const size_t count = neighbour_count_.size();
  for_each_grain(parallel, count, [&](size_t i) {
    kept_[i] = 0;
    const std::span<const uint32_t> known = neighbours(i);
    for (size_t k = 0; k < known.size(); ++k) {
      const std::span<const uint32_t> others = neighbours(size_t{known[k]});
      if (std::find(others.begin(), others.end(), i) != others.end())
        kept_[i] = static_cast<uint16_t>(kept_[i] | 1U << k);
    }
  });
  for_each_grain(parallel, count, [&](size_t i) { keep_if(i, [&](size_t k) { return (kept_[i] >> k & 1) != 0; }); });
}

// Of the grain's neighbours those of these numbers.
template <class Kept>
void ContactList::keep_if(size_t i, const Kept& kept) {
  uint8_t count = 0;
  uint32_t* const known = &neighbours_[i * kMostNeighbours];
  for (size_t k = 0; k < neighbour_count_[i]; ++k)
    if (kept(k)) known[count++] = known[k];
  neighbour_count_[i] = count;
}

// Grains that touch, or touch others that do, are an island: in part of it at rest, and held there, the load would
// change without the grains giving way. Source: Robert Tarjan, "Efficiency of a Good But Not Linear Set Union
// Algorithm" (1975).
void ContactList::sleep_by_islands(Grains& grains) {
  const size_t count = grains.size();
  island_.resize(count);
  std::iota(island_.begin(), island_.end(), 0U);
  const auto find = [&](uint32_t i) {
    while (island_[i] != i) i = island_[i] = island_[island_[i]];
    return i;
  };
  for (size_t i = 0; i < count; ++i)
    for (const uint32_t other : neighbours(i)) {
      if (other < i) continue;  // both know each other
      const uint32_t one = find(static_cast<uint32_t>(i));
      const uint32_t its = find(other);
      island_[std::max(one, its)] = std::min(one, its);
    }
  is_awake_.assign(count, 0);
  for (size_t i = 0; i < count; ++i)
    if (grains.rest_ticks[i] < kSleepTicks) is_awake_[find(static_cast<uint32_t>(i))] = 1;
  for (size_t i = 0; i < count; ++i)
    if (grains.rest_ticks[i] >= kSleepTicks)
      grains.rest_ticks[i] = is_awake_[find(static_cast<uint32_t>(i))] != 0 ? kSleepTicks : Grains::kAsleep;
}

// Whether one that does not sleep is near one that does.
bool ContactList::any_wakes(const Grains& grains) const {
  for (size_t i = 0; i < grains.size(); ++i) {
    if (!grains.is_asleep(i)) continue;
    for (const uint32_t other : neighbours(i))
      if (!grains.is_asleep(other)) return true;
  }
  return false;
}

void ContactList::drop_asleep(const Grains& grains, Parallel& parallel) {
  const auto first = std::find(grains.rest_ticks.begin(), grains.rest_ticks.end(), Grains::kAsleep);
  if (first == grains.rest_ticks.end()) return;
  for_each_grain(parallel, grains.size(), [&](size_t i) {
    if (!grains.is_asleep(i)) return;
    const uint32_t* const known = &neighbours_[i * kMostNeighbours];
    keep_if(i, [&](size_t k) { return !grains.is_asleep(known[k]); });
  });
}

// Where each grain's pairs will stand.
void ContactList::number_pairs() {
  pairs_of_[0] = {0, 0};
  for (size_t i = 0; i < neighbour_count_.size(); ++i) {
    const std::span<const uint32_t> known = neighbours(i);
    const auto higher =
        static_cast<uint32_t>(std::count_if(known.begin(), known.end(), [&](uint32_t other) { return other > i; }));
    pairs_of_[i + 1] = {pairs_of_[i].higher + higher,
                        pairs_of_[i].lower + static_cast<uint32_t>(known.size()) - higher};
  }
  const size_t count = pairs_of_.back().higher;
  resize_with_room(lower_pairs_, count);
  // Those that only fill up the last vector are of the first grain with itself; nobody asks what they push.
  const size_t pairs = (count + kPairsAtOnce - 1) / kPairsAtOnce * kPairsAtOnce;
  for (std::vector<float>* values :
       {&mass_, &stiffness_, &slide_give_, &roll_give_, &fixed_, &sliding_, &rolling_, &slide_, &roll_})
    resize_with_room(*values, pairs);
  for (std::vector<uint32_t>* values : {&one_, &other_}) {
    resize_with_room(*values, pairs);
    std::fill(values->begin() + static_cast<ptrdiff_t>(count), values->end(), 0);
  }
  resize_with_room(pushes_, pairs + 1);
  pushes_.back() = {};
}

void ContactList::fill_pairs(const Grains& grains, std::span<const Disc> discs, std::span<const float> stiffness,
                             const ContactMaterials& materials, size_t i) {
  const auto one = static_cast<uint32_t>(i);
  const Disc& disc = discs[i];
  auto [pair, lower] = pairs_of_[i];
  for (const uint32_t other : neighbours(i)) {
    if (other < one) {
      const std::span<const uint32_t> known = neighbours(size_t{other});
      uint32_t at = pairs_of_[other].higher;
      for (size_t k = 0; known[k] != one; ++k) at += known[k] > other ? 1 : 0;
      lower_pairs_[lower++] = at;
      continue;
    }
    const Disc& its = discs[other];
    const Roughness roughness = materials.between(disc.material, its.material);
    const PairFacts facts =
        facts_of(disc.mass, its.mass, 0.5F * (disc.radius + its.radius), 0.5F * (stiffness[i] + stiffness[other]));
    const Spring spring = contact_starts_.empty() ? Spring{} : spring_of(grains, one, other);
    one_[pair] = one;
    other_[pair] = other;
    mass_[pair] = facts.mass;
    stiffness_[pair] = facts.stiffness;
    slide_give_[pair] = facts.slide_give;
    roll_give_[pair] = facts.roll_give;
    fixed_[pair] = roughness.fixed;
    sliding_[pair] = roughness.sliding;
    rolling_[pair] = roughness.rolling;
    slide_[pair] = spring.slide;
    roll_[pair] = spring.roll;
    ++pair;
  }
  const auto none = static_cast<uint32_t>(pushes_.size() - 1);
  const PairRange& begin = pairs_of_[i];
  FirstPairs& first = first_pairs_[i];
  for (uint32_t k = 0; k < kUnasked; ++k) {
    first.higher[k] = offset_of(begin.higher + k < pair ? begin.higher + k : none);
    first.lower[k] = offset_of(begin.lower + k < lower ? lower_pairs_[begin.lower + k] : none);
  }
}

// As the last tick left it.
Spring ContactList::spring_of(const Grains& grains, uint32_t one, uint32_t other) const {
  for (uint32_t k = contact_starts_[one]; k < contact_starts_[one + 1]; ++k)
    if (grains.contacts[k].other == other) return {grains.contacts[k].slide, grains.contacts[k].roll};
  return {};
}

void ContactList::push(const std::vector<Disc>& discs, const Substeps& steps, PushPairs push_pairs,
                       Parallel& parallel) {
  const ContactPairs pairs{.steps = steps,
                           .discs = discs.data(),
                           .one = one_.data(),
                           .other = other_.data(),
                           .mass = mass_.data(),
                           .stiffness = stiffness_.data(),
                           .slide_give = slide_give_.data(),
                           .roll_give = roll_give_.data(),
                           .fixed = fixed_.data(),
                           .sliding = sliding_.data(),
                           .rolling = rolling_.data(),
                           .slide = slide_.data(),
                           .roll = roll_.data(),
                           .pushes = pushes_.data()};
  const auto jobs = static_cast<int>((one_.size() + kPairsOfJob - 1) / kPairsOfJob);
  parallel.for_each(jobs, [&](int job) {
    const size_t first = static_cast<size_t>(job) * kPairsOfJob;
    push_pairs(pairs, first, std::min(first + kPairsOfJob, one_.size()));
  });
}

void ContactList::remember(Grains& grains, Parallel& parallel) {
  const size_t count = grains.size();
  const int jobs = jobs_for(count);
  if (found_.size() < static_cast<size_t>(jobs)) found_.resize(static_cast<size_t>(jobs));
  parallel.for_each(jobs, [&](int job) {
    Found& found = found_[static_cast<size_t>(job)];
    found.count = 0;
    for_each_grain_of(job, count, [&](size_t i) {
      const auto one = static_cast<uint32_t>(i);
      const PairRange& first = pairs_of_[i];
      const PairRange& end = pairs_of_[i + 1];
      const size_t known = contact_starts_.empty() ? 0 : contact_starts_[i + 1] - contact_starts_[i];
      const size_t most = found.count + (end.higher - first.higher) + known + kFaces;
      if (most > found.contacts.size()) found.contacts.resize(std::max(2 * most, 4 * kGrainsAtOnce));
      // All are written and some are kept: which of them nobody can foretell.
      const auto add_if = [&](bool is_kept, const GrainContact& contact) {
        found.contacts[found.count] = contact;
        found.count += is_kept ? 1 : 0;
      };
      const auto add = [&](uint32_t other, float slide, float roll) {
        add_if((slide != 0) | (roll != 0), {one, other, slide, roll});
      };
      for (uint32_t pair = first.higher; pair < end.higher; ++pair) add(other_[pair], slide_[pair], roll_[pair]);
      if (grains.is_asleep(i))
        for (size_t k = 0; k < known; ++k) {
          const GrainContact& contact = grains.contacts[contact_starts_[i] + k];
          add_if(contact.other < kFirstFace && grains.is_asleep(contact.other), contact);
        }
      if (has_faces_[i] == 0) return;
      for (uint32_t face = 0; face < kFaces; ++face) add(kFirstFace + face, faces(i)[face].slide, faces(i)[face].roll);
    });
  });
  first_found_.resize(static_cast<size_t>(jobs) + 1);
  first_found_[0] = 0;
  for (size_t job = 0; job < static_cast<size_t>(jobs); ++job)
    first_found_[job + 1] = first_found_[job] + found_[job].count;
  resize_with_room(grains.contacts, first_found_.back());
  parallel.for_each(jobs, [&](int job) {
    const Found& found = found_[static_cast<size_t>(job)];
    std::copy_n(found.contacts.begin(), found.count,
                grains.contacts.begin() + static_cast<ptrdiff_t>(first_found_[static_cast<size_t>(job)]));
  });
}

}  // namespace quicksand
