#include "sim/liquid/exchange.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/cell_planes.h"

namespace quicksand {
namespace {

// An order of bodies that does not depend on which was found first. Nothing comes before all of them.
std::tuple<int, int> order_of(const LiquidWeights& weights, int body) {
  if (body == LiquidWeights::kNone) return {-1, -1};
  return {weights[body].first.y, weights[body].first.x};
}

}  // namespace

void LevelExchange::reserve(size_t words) {
  for (std::vector<LiquidWord>* list : {&surfaces_, &places_, &chosen_}) list->reserve(words);
  for (std::vector<End>* list : {&from_, &to_}) list->reserve(2 * words);
  row_.reserve(2 * words);
  moves_.reserve(2 * words);
}

void LevelExchange::Share::take(int count, int depth) {
  left -= count;
  of_last = (of_last > 0 && depth == last ? of_last : 0) + count;
  last = depth;
}

void LevelExchange::find(std::vector<LiquidWord>& surfaces, std::vector<LiquidWord>& places, const LiquidWeights& weights,
                         int most, uint32_t dice) {
  dice_ = dice;
  moves_.clear();
  find_among(surfaces, places, weights, most, false);
  if (!moves_.empty()) return;

  // What weighs on both ends alike does not matter.
  const auto is_loaded = [](const LiquidWord& word) { return word.body != LiquidWeights::kNone; };
  if (std::none_of(surfaces.begin(), surfaces.end(), is_loaded)) return;
  const auto by_body = [&](const LiquidWord& a, const LiquidWord& b) {
    return order_of(weights, a.body) < order_of(weights, b.body);
  };
  std::sort(surfaces.begin(), surfaces.end(), by_body);
  std::sort(places.begin(), places.end(), by_body);
  for (auto surface = surfaces.begin(); surface != surfaces.end();) {
    const int body = surface->body;
    const auto [first_surface, end_surface] = std::equal_range(surface, surfaces.end(), *surface, by_body);
    const auto [first_place, end_place] = std::equal_range(places.begin(), places.end(), *surface, by_body);
    surface = end_surface;
    if (body == LiquidWeights::kNone) continue;
    surfaces_.assign(first_surface, end_surface);
    places_.assign(first_place, end_place);
    for (std::vector<LiquidWord>* list : {&surfaces_, &places_})
      for (LiquidWord& word : *list) {
        word.body = LiquidWeights::kNone;
        word.depth = word.row_depth;
      }
    find_among(surfaces_, places_, weights, most, true);
  }
}

void LevelExchange::find_among(std::vector<LiquidWord>& surfaces, std::vector<LiquidWord>& places,
                               const LiquidWeights& weights, int most, bool under_one) {
  const auto begin_shares = [&](std::vector<LiquidWord>& words, std::vector<Share>& shares, auto limit) {
    shares.resize(std::max(shares.size(), static_cast<size_t>(weights.count())));
    for (LiquidWord& word : words) {
      word.left = std::popcount(word.cells);
      const bool limited = word.body != LiquidWeights::kNone;
      shares[static_cast<size_t>(word.body)] = {limited ? limit(weights[word.body]) : std::numeric_limits<int>::max(), 0, 0};
    }
  };
  begin_shares(surfaces, gives_, [](const LiquidWeights::Body& body) { return body.gives; });
  begin_shares(places, takes_, [](const LiquidWeights::Body& body) { return body.takes; });
  std::sort(surfaces.begin(), surfaces.end(), [&](const LiquidWord& a, const LiquidWord& b) {
    return a.depth != b.depth ? a.depth < b.depth : order_of(weights, a.body) < order_of(weights, b.body);
  });
  std::sort(places.begin(), places.end(), [&](const LiquidWord& a, const LiquidWord& b) {
    return a.depth != b.depth ? a.depth > b.depth : order_of(weights, a.body) < order_of(weights, b.body);
  });

  int left = most;
  bool any = false;
  for (size_t high = 0, low = 0; high < surfaces.size() && low < places.size() && left > 0;) {
    // What is left of the words at both ends.
    LiquidWord& surface = surfaces[high];
    LiquidWord& place = places[low];
    if (surface.depth >= place.depth) break;
    Share& give = gives_[static_cast<size_t>(surface.body)];
    Share& take = takes_[static_cast<size_t>(place.body)];
    const int count = std::min({surface.left, place.left, give.left, take.left, left});
    if (count > 0) {
      any = true;
      left -= count;
      give.take(count, surface.depth);
      take.take(count, place.depth);
      surface.left -= count;
      place.left -= count;
    }
    if (surface.left == 0 || give.left == 0) ++high;
    if (place.left == 0 || take.left == 0) ++low;
  }
  if (!any) return;
  list(surfaces, weights, gives_, from_);
  list(places, weights, takes_, to_);
  for (size_t i = 0; i < from_.size(); ++i) {
    const bool swaps = under_one || (from_[i].body == to_[i].body && from_[i].body != LiquidWeights::kNone);
    moves_.push_back({.from = from_[i].cell, .to = to_[i].cell, .swaps = swaps, .lift = to_[i].lift});
  }
}

// Lists the cells of each share; of those at its last depth the ones whose rank is least.
void LevelExchange::list(const std::vector<LiquidWord>& words, const LiquidWeights& weights,
                         const std::vector<Share>& shares, std::vector<End>& ends) {
  ends.clear();
  chosen_.clear();
  for (const LiquidWord& word : words)
    if (word.left < std::popcount(word.cells) || shares[static_cast<size_t>(word.body)].last == word.depth)
      chosen_.push_back(word);
  const auto order = [&](const LiquidWord& word) {
    return std::tuple(order_of(weights, word.body), word.y, word.block, word.depth, word.row_depth);
  };
  std::sort(chosen_.begin(), chosen_.end(), [&](const LiquidWord& a, const LiquidWord& b) { return order(a) < order(b); });
  for (size_t i = 0; i < chosen_.size();) {
    const int body = chosen_[i].body;
    const Share& share = shares[static_cast<size_t>(body)];
    row_.clear();
    for (; i < chosen_.size() && chosen_[i].body == body; ++i) {
      LiquidWord word = chosen_[i];
      for (; i + 1 < chosen_.size() && order(chosen_[i + 1]) == order(word); ++i) word.cells |= chosen_[i + 1].cells;
      const int lift = word.row_depth - word.depth;
      for (const int bit : ones(word.cells)) {
        const CellPos cell{word.block * kBlockCells + bit, word.y};
        if (word.depth == share.last)
          row_.push_back({cell, body, lift});
        else
          ends.push_back({cell, body, lift});
      }
    }
    const auto end = row_.begin() + share.of_last;
    if (end != row_.end())
      std::nth_element(row_.begin(), end, row_.end(),
                       [&](const End& a, const End& b) { return rank(a.cell, dice_) < rank(b.cell, dice_); });
    std::sort(row_.begin(), end, [](const End& a, const End& b) { return is_before(a.cell, b.cell); });
    ends.insert(ends.end(), row_.begin(), end);
  }
}

uint64_t LevelExchange::rank(CellPos cell, uint32_t dice) {
  return uint64_t{mix32(dice ^ static_cast<uint32_t>(cell.x))} << 32 | static_cast<uint32_t>(cell.y);
}

}  // namespace quicksand
