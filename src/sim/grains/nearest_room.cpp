#include "sim/grains/nearest_room.h"

#include <algorithm>
#include <bit>

#include "core/ones.h"
#include "sim/grains/grains_in.h"

namespace quicksand {

void NearestRoom::note(const SandboxState& state, const BlockQueries& queries, const BlockSet& closed) {
  note(state, queries, closed, {0, 0, state.size.width, state.size.height});
}

void NearestRoom::note(const SandboxState& state, const BlockQueries& queries, const BlockSet& closed,
                       const CellBox& box) {
  state_ = &state;
  queries_ = &queries;
  closed_ = &closed;
  if (!(size_ == state.size)) {
    size_ = state.size;
    for (BitPlane* plane : {&grains_, &rooms_, &open_, &flooded_}) *plane = BitPlane(size_);
    is_known_.assign(index_of(size_.height, 0), 0);
    words_.clear();
  }
  inside_ = {std::max(box.left, 0), std::max(box.top, 0), std::min(box.right, size_.width),
             std::min(box.bottom, size_.height)};
  for_each_grain_in(state.grains, inside_, [&](size_t i) {
    const CellPos cell{static_cast<int>(state.grains.x[i]), static_cast<int>(state.grains.y[i])};
    uint64_t& bits = grains_.row(cell.y)[cell.x / 64];
    if (bits == 0) noted_.push_back({cell.y, cell.x / 64});
    bits |= uint64_t{1} << (cell.x % 64);
  });
}

void NearestRoom::forget() {
  for (const Place& place : noted_) grains_.row(place.y)[place.word] = 0;
  noted_.clear();
  for (const Place& place : known_) is_known_[index_of(place.y, place.word)] = 0;
  known_.clear();
  state_ = nullptr;
}

void NearestRoom::fill(CellPos cell) {
  if (state_ != nullptr) rooms_.row(cell.y)[cell.x / 64] &= ~(uint64_t{1} << (cell.x % 64));
}

void NearestRoom::look_at(int y, int word) {
  uint8_t& is_known = is_known_[index_of(y, word)];
  if (is_known != 0) return;
  is_known = 1;
  known_.push_back({y, word});
  const MaterialId* const block = state_->material().row(y) + 64 * word;
  const uint64_t valid = inside(y, word);
  rooms_.row(y)[word] = ~queries_->nonzero(block) & ~grains_.row(y)[word] & valid;
  open_.row(y)[word] = ~queries_->cells_in(block, *closed_) & valid;
}

// The word's cells that are.
uint64_t NearestRoom::inside(int y, int word) const {
  const int first = std::max(inside_.left - 64 * word, 0);
  const int end = std::min(inside_.right - 64 * word, 64);
  if (y < inside_.top || y >= inside_.bottom || first >= end) return 0;
  return (~uint64_t{0} << first) & (~uint64_t{0} >> (64 - end));
}

void NearestRoom::lead_through(const RowSpan& cells) {
  for (int x = cells.first; x <= cells.last; ++x) {
    look_at(cells.y, x / 64);
    open_.row(cells.y)[x / 64] |= uint64_t{1} << (x % 64) & inside(cells.y, x / 64);
  }
}

// The row's bits around the middle; none where there is no cell.
uint64_t NearestRoom::word_at(const BitPlane& plane, CellPos middle, int row) const {
  if (row < 0 || row >= size_.height) return 0;
  const int first = middle.x - kReach;
  const int word = (first + 64) / 64 - 1;  // rounded down; as far as the margin
  const int shift = first - 64 * word;
  const uint64_t* const words = plane.row(row) + word;
  const uint64_t bits = words[0] >> shift | (shift == 0 ? 0 : words[1] << (64 - shift));
  return bits & (~uint64_t{0} >> (64 - kRows));
}

std::optional<NearestRoom::Room> NearestRoom::take(CellPos from, uint32_t dice) {
  Window rooms{};
  uint64_t any_room = 0;
  const int first_word = std::max(from.x - kReach, 0) / 64;
  const int last_word = std::min(from.x + kReach, size_.width - 1) / 64;
  for (int row = 0; row < kRows; ++row) {
    const int y = from.y + row - kReach;
    if (y >= 0 && y < size_.height)
      for (int word = first_word; word <= last_word; ++word) look_at(y, word);
    any_room |= rooms[static_cast<size_t>(row) + 1] = word_at(rooms_, from, y);
  }
  if (any_room == 0) return std::nullopt;  // a heap that has been painted over asks for every grain of it
  Window open{};
  for (int row = 0; row < kRows; ++row)
    open[static_cast<size_t>(row) + 1] = word_at(open_, from, from.y + row - kReach);
  Window reached{};  // in the last step
  reached[kReach + 1] = uint64_t{1} << kReach;
  open[kReach + 1] &= ~reached[kReach + 1];
  for (int length = 1; length <= kRows * kRows; ++length) {
    Window next{};
    uint64_t any = 0;
    int found = 0;
    const auto low = static_cast<size_t>(std::max(kReach + 1 - length, 1));
    const auto high = static_cast<size_t>(std::min(kReach + 1 + length, kRows));
    for (size_t row = low; row <= high; ++row) {
      next[row] = (reached[row] << 1 | reached[row] >> 1 | reached[row - 1] | reached[row + 1]) & open[row];
      open[row] &= ~next[row];
      any |= next[row];
      found += std::popcount(next[row] & rooms[row]);
    }
    if (any == 0) return std::nullopt;
    if (found == 0) {
      reached = next;
      continue;
    }
    auto chosen = static_cast<int>(uint64_t{dice} * static_cast<uint64_t>(found) >> 32);
    size_t row = low;
    for (; chosen >= std::popcount(next[row] & rooms[row]); ++row) chosen -= std::popcount(next[row] & rooms[row]);
    uint64_t bits = next[row] & rooms[row];
    for (; chosen > 0; --chosen) bits &= bits - 1;
    const int column = std::countr_zero(bits);
    const CellPos cell{from.x + column - kReach, from.y + static_cast<int>(row) - 1 - kReach};
    const auto came = [&](size_t r, int c) { return c >= 0 && c < kRows && (reached[r] >> c & 1) != 0; };
    const CellPos before = came(row - 1, column)   ? CellPos{cell.x, cell.y - 1}
                           : came(row + 1, column) ? CellPos{cell.x, cell.y + 1}
                           : came(row, column - 1) ? CellPos{cell.x - 1, cell.y}
                                                   : CellPos{cell.x + 1, cell.y};
    fill(cell);
    return Room{cell, before};
  }
  return std::nullopt;
}

// What is next to these bits of a word, `shift` columns to the right and in this row.
void NearestRoom::add_rooms(const Word& flooded, int y, int word, int shift) {
  if (flooded_rooms_.size() >= most_noted_) return;
  const uint64_t beside = shift > 0 ? flooded.bits << 1 : shift < 0 ? flooded.bits >> 1 : flooded.bits;
  for (const int bit : ones(rooms_.row(y)[word] & beside))
    flooded_rooms_.push_back({{64 * word + bit, y}, {64 * word + bit - shift, flooded.y}});
}

// Floods what the bits lead to in their word, and notes the words next to it.
void NearestRoom::spread(const Word& from) {
  look_at(from.y, from.word);
  uint64_t& flooded = flooded_.row(from.y)[from.word];
  const uint64_t rooms = extent_ == Extent::kToRoom ? rooms_.row(from.y)[from.word] : 0;
  const uint64_t way = open_.row(from.y)[from.word] & ~rooms & ~flooded;
  uint64_t bits = from.bits & way;
  for (uint64_t before = 0; bits != before;) {
    before = bits;
    bits |= (bits << 1 | bits >> 1) & way;
  }
  if (bits == 0) return;
  flooded |= bits;
  const Word fresh{from.y, from.word, bits};
  add_rooms(fresh, fresh.y, fresh.word, 1);
  add_rooms(fresh, fresh.y, fresh.word, -1);
  for (const int y : {fresh.y - 1, fresh.y + 1}) {
    if (y < 0 || y >= size_.height) continue;
    look_at(y, fresh.word);
    add_rooms(fresh, y, fresh.word, 0);
    if ((bits & open_.row(y)[fresh.word] & ~flooded_.row(y)[fresh.word]) != 0) words_.push_back({y, fresh.word, bits});
  }
  // Across the word's ends one bit leads on, and is a room's neighbour.
  for (const int side : {-1, 1}) {
    const uint64_t end = bits & (side < 0 ? 1 : uint64_t{1} << 63);
    const int word = fresh.word + side;
    if (end == 0 || word < 0 || word >= rooms_.words()) continue;
    look_at(fresh.y, word);
    const uint64_t next = side < 0 ? uint64_t{1} << 63 : 1;
    if ((rooms_.row(fresh.y)[word] & next) != 0) {
      const int x = 64 * word + (side < 0 ? 63 : 0);
      flooded_rooms_.push_back({{x, fresh.y}, {x - side, fresh.y}});
    }
    if ((next & open_.row(fresh.y)[word] & ~flooded_.row(fresh.y)[word]) != 0) words_.push_back({fresh.y, word, next});
  }
}

void NearestRoom::flood(CellPos from, size_t wanted, Extent extent) {
  for (const Word& word : words_) flooded_.row(word.y)[word.word] = 0;
  words_.assign(1, {from.y, from.x / 64, uint64_t{1} << (from.x % 64)});
  flooded_rooms_.clear();
  next_room_ = 0;
  constexpr size_t kSides = 4;  // as often a room may stand in the list
  extent_ = extent;
  most_noted_ = kSides * wanted;
  for (size_t i = 0; i < words_.size() && flooded_rooms_.size() < most_noted_; ++i) spread(Word{words_[i]});
}

bool NearestRoom::is_flooded(CellPos cell) const {
  return (flooded_.row(cell.y)[cell.x / 64] >> (cell.x % 64) & 1) != 0;
}

std::optional<NearestRoom::Room> NearestRoom::take_flooded() {
  while (next_room_ < flooded_rooms_.size()) {
    const Room& room = flooded_rooms_[next_room_++];
    if ((rooms_.row(room.cell.y)[room.cell.x / 64] >> (room.cell.x % 64) & 1) == 0) continue;
    fill(room.cell);
    return room;
  }
  return std::nullopt;
}

}  // namespace quicksand
