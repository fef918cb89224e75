// Where a grain goes when a cell has closed over it, or is painted over it: to the nearest void cell without a grain that
// it could be pressed to, through what is loose and past no wall, not even at a corner.
//
// A search floods a window of cells that is as wide as a word has bits, a step of all rows at a time. What it does not
// reach, as at the bottom of deep water or in the middle of a pipe, is found by a flood of its space, a word at a time,
// until there is room enough: that serves all whom it comes to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/bit_plane.h"
#include "core/paint.h"
#include "sim/cells/state.h"
#include "sim/rows/block_queries.h"

namespace quicksand {

class NearestRoom {
 public:
  // Begins with the cells and grains as they are. No way leads through materials that are `closed`. Until forget() cells
  // change by fill() alone, and lead on as they did; the arguments live as long, but for the box. With one there is no
  // way out of it, and no room outside.
  void note(const SandboxState& state, const BlockQueries& queries, const BlockSet& closed);
  void note(const SandboxState& state, const BlockQueries& queries, const BlockSet& closed, const CellBox& box);
  void forget();

  // A way leads through these cells, too, whatever is in them.
  void lead_through(const RowSpan& cells);

  struct Room {
    CellPos cell;
    CellPos before;  // the last cell on the way to it
  };
  // Of the cells at most kReach rows and columns away, the nearest by its way; of those that are as near one by `dice`. It
  // is taken from now on. None: there is no room.
  std::optional<Room> take(CellPos from, uint32_t dice);

  // There is no room here any more. Before note() it does nothing.
  void fill(CellPos cell);

  enum class Extent : uint8_t {
    kToRoom,       // rooms are as walls: what lies behind them is farther
    kThroughRoom,  // or few would be found in ways that are one cell wide, and many floods needed
  };
  // Floods the space around a cell until it has noted so many rooms, or the space ends. From then on take_flooded() takes
  // one of them, the first ones first, until the next flood; none: there are no more.
  void flood(CellPos from, size_t wanted, Extent extent);
  bool is_flooded(CellPos cell) const;
  std::optional<Room> take_flooded();
  // Calls visit(y, word) for each word of a row, 64 cells, of which something is flooded; for some more than once.
  template <class Visit>
  void for_each_flooded_word(const Visit& visit) const {
    for (const Word& each : words_) visit(each.y, each.word);
  }

  static constexpr int kReach = 31;

 private:
  static constexpr int kRows = 2 * kReach + 1;
  // A row of a window: bit kReach is the column in its middle.
  using Window = std::array<uint64_t, kRows + 2>;  // with a row of margin on each side

  struct Word {
    int y;
    int word;
    uint64_t bits;
  };

  size_t index_of(int y, int word) const { return static_cast<size_t>(y * int64_t{rooms_.words()} + word); }
  uint64_t inside(int y, int word) const;
  void look_at(int y, int word);
  void spread(const Word& from);
  void add_rooms(const Word& flooded, int y, int word, int shift);
  uint64_t word_at(const BitPlane& plane, CellPos middle, int row) const;

  const SandboxState* state_ = nullptr;
  const BlockQueries* queries_ = nullptr;
  const BlockSet* closed_ = nullptr;
  GridSize size_;
  CellBox inside_;
  struct Place {
    int y;
    int word;
  };
  BitPlane grains_;
  std::vector<Place> noted_;  // words of it that are not empty
  // Of the words that a search has come to: few, as a rule.
  std::vector<Place> known_;
  std::vector<uint8_t> is_known_;  // of all words, row by row
  BitPlane rooms_;
  BitPlane open_;
  // Of the last flood.
  BitPlane flooded_;
  std::vector<Word> words_;  // to be looked at, and those that were
  Extent extent_ = Extent::kToRoom;
  size_t most_noted_ = 0;
  std::vector<Room> flooded_rooms_;  // some of them more than once
  size_t next_room_ = 0;
};

}  // namespace quicksand
