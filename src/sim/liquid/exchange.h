// Which cells of a body of liquid go where, in one step of levelling.
//
// From its highest surfaces to its lowest places, as long as that lowers them: both ends of the body towards each other,
// until they meet, or enough cells are on their way. Each surface gives, and each place takes, one cell.
//
// What is under a lighter liquid counts as higher than it is (weights.h), and gives and takes no more cells than leave
// that liquid as high as it was counted, so that a step never goes too far. Where that balances, levels are still found
// within what is under one and the same body, for which its weight does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "sim/liquid/weights.h"

namespace quicksand {

// Cells of one block.
struct LiquidWord {
  int y = 0;
  int block = 0;
  uint64_t cells = 0;
  int body = LiquidWeights::kNone;  // what weighs on them, or is in them
  int row_depth = 0;                // of surfaces and places, in kRowDepth-ths: the row that they count as
  int depth = 0;                    // the same with what weighs on them, or has to be lifted
  int left = 0;                     // cells that are not on their way yet

  // Whether they count as the same.
  bool is_like(const LiquidWord& other) const {
    return y == other.y && block == other.block && body == other.body && depth == other.depth &&
           row_depth == other.row_depth;
  }
};

class LevelExchange {
 public:
  // Room for so many words.
  void reserve(size_t words);

  // Finds the moves of at most so many cells. The words may be in any order, and come back in another. The dice choose
  // among cells that are equally good, so that no side is preferred.
  void find(std::vector<LiquidWord>& surfaces, std::vector<LiquidWord>& places, const LiquidWeights& weights, int most,
            uint32_t dice);

  struct Move {
    CellPos from;
    CellPos to;
    // Both are under one and the same body, of which a cell goes the other way. Else what is in the place has to be pushed
    // aside.
    bool swaps;
    int lift;                   // of what is in the place, as it was counted
    MaterialId pushed = kVoid;  // what is in the place: for the caller to note
  };
  const std::vector<Move>& moves() const { return moves_; }

  // An order that prefers no side.
  static uint64_t rank(CellPos cell, uint32_t dice);

 private:
  // Of the words under one body: all before `last` in their order, and so many cells of those at it.
  struct Share {
    int left = 0;  // cells that may still move
    int last = 0;
    int of_last = 0;

    void take(int count, int depth);
  };

  struct End {
    CellPos cell;
    int body;
    int lift;
  };

  void find_among(std::vector<LiquidWord>& surfaces, std::vector<LiquidWord>& places, const LiquidWeights& weights, int most,
                  bool under_one);
  void list(const std::vector<LiquidWord>& words, const LiquidWeights& weights, const std::vector<Share>& shares,
            std::vector<End>& ends);

  uint32_t dice_ = 0;
  std::vector<Share> gives_;  // by body
  std::vector<Share> takes_;
  std::vector<LiquidWord> surfaces_;  // under one body
  std::vector<LiquidWord> places_;
  std::vector<LiquidWord> chosen_;
  std::vector<End> row_;
  std::vector<End> from_;
  std::vector<End> to_;
  std::vector<Move> moves_;
};

}  // namespace quicksand
