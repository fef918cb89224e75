#include "view/open_sky.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace quicksand {
namespace {

// The mean opacity of a square's cells, in 255ths, from which on one does not look through it: less than that of
// half-filled squares of walls or grains, more than that of glass, liquids and gases.
constexpr int kOpaque = 26;

// Ways are measured in parts of a cell.
constexpr int kParts = 16;
constexpr int kFarthest = kWithinReach * kParts;
constexpr uint16_t kUnknown = 0xffff;

// The ways up along which the sky is looked for, as columns for each row.
constexpr int kWays[] = {0, -1, 1, -2, 2};

class Search {
 public:
  Search(const CellWindow& window, OpenSky& open)
      : window_(window), open_(open), width_(open.size.width), height_(open.size.height) {
    const auto squares = static_cast<size_t>(open.size.cells());
    square_ = open.square * window.step;
    is_air_.resize(squares);
    sums_.resize(static_cast<size_t>(width_ + 1) * static_cast<size_t>(height_ + 1));
    ways_.assign(squares, kUnknown);
    rings_.resize(static_cast<size_t>(kOpaqueWay * length_at_most() + 1));
  }

  void run(const Looks& looks) {
    find_air(looks);
    sum_up();
    look_up();
    spread();
    open_.shares.resize(ways_.size());
    for (size_t i = 0; i < ways_.size(); ++i) open_.shares[i] = share_at(std::min<int>(ways_[i], kFarthest));
  }

 private:
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
  }

  static uint8_t share_at(int way) {
    constexpr int kOpen = kOpenReach * kParts;
    return static_cast<uint8_t>(255 - std::max(way - kOpen, 0) * 255 / (kFarthest - kOpen));
  }

  void find_air(const Looks& looks) {
    std::array<uint8_t, 256> opacity{};
    for (size_t i = 1; i < looks.size(); ++i) opacity[i] = looks[i].opacity;
    // kOpenSkySquare samples each way stand for a square, evenly apart; at the window's edge those that there are.
    const int apart = open_.square / kOpenSkySquare;
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        int sum = 0;
        int samples = 0;
        for (int i = 0; i < kOpenSkySquare * kOpenSkySquare; ++i) {
          const int column = x * open_.square + i % kOpenSkySquare * apart;
          const int row = y * open_.square + i / kOpenSkySquare * apart;
          if (column >= window_.size.width || row >= window_.size.height) continue;
          sum += opacity[window_.at(column, row).entry];
          ++samples;
        }
        is_air_[index(x, y)] = sum < kOpaque * samples;
      }
  }

  // sums_ holds how many squares are opaque to the left of a corner and above it.
  void sum_up() {
    const auto row = static_cast<size_t>(width_ + 1);
    for (int y = 0; y < height_; ++y) {
      int of_row = 0;
      for (int x = 0; x < width_; ++x) {
        of_row += is_air_[index(x, y)] ? 0 : 1;
        const size_t corner = static_cast<size_t>(y + 1) * row + static_cast<size_t>(x + 1);
        sums_[corner] = sums_[corner - row] + of_row;
      }
    }
  }

  bool open_above(int x) const {
    if (window_.sky_above.empty()) return true;
    const int column = std::clamp(x, 0, width_ - 1) * open_.square;
    return window_.sky_above[static_cast<size_t>(column)] >= 128;
  }

  // Row by row downwards: along each way a square sees what the one before it does. Beside the window all columns are
  // like the one at its edge, so the sky is seen from there as it is straight above that.
  void look_up() {
    for (const int way : kWays) {
      std::vector<uint8_t> above(static_cast<size_t>(width_));
      for (int x = 0; x < width_; ++x) above[static_cast<size_t>(x)] = open_above(x + way);
      std::vector<uint8_t> here(above.size());
      std::array<bool, 2> beside{open_above(0), open_above(width_ - 1)};
      for (int y = 0; y < height_; ++y) {
        for (int x = 0; x < width_; ++x) {
          bool seen = is_air_[index(x, y)] != 0;
          if (seen && y > 0)
            seen = seen_from(x, y, way, above, beside);
          else if (seen)
            seen = above[static_cast<size_t>(x)] != 0;
          here[static_cast<size_t>(x)] = seen;
          if (seen) ways_[index(x, y)] = 0;
        }
        beside[0] = beside[0] && is_air_[index(0, y)] != 0;
        beside[1] = beside[1] && is_air_[index(width_ - 1, y)] != 0;
        std::swap(above, here);
      }
    }
  }

  // What is passed on the way to the row above must be air, too: no way leads between two opaque corners.
  bool seen_from(int x, int y, int way, const std::vector<uint8_t>& above, const std::array<bool, 2>& beside) const {
    const int step = way < 0 ? -1 : 1;
    for (int passed = x; passed != x + way;) {
      passed += step;
      if (passed < 0) return beside[0];
      if (passed >= width_) return beside[1];
      if (!is_air_[index(passed, y)]) return false;
    }
    return above[static_cast<size_t>(x + way)] != 0;
  }

  // Along all ways at once, the shortest first: rings_[i] holds the squares to which the shortest way known is as long
  // as i modulo their number. What was reached by a shorter way since is passed over.
  void spread() {
    for (size_t i = 0; i < ways_.size(); ++i)
      if (ways_[i] == 0) leave(i);
    for (int way = 1; way <= kFarthest; ++way) {
      std::vector<size_t>& ring = rings_[static_cast<size_t>(way) % rings_.size()];
      for (const size_t at : ring)
        if (ways_[at] == way) leave(at);
      ring.clear();
    }
  }

  void leave(size_t at) {
    const int x = static_cast<int>(at % static_cast<size_t>(width_));
    const int y = static_cast<int>(at / static_cast<size_t>(width_));
    const auto row = static_cast<size_t>(width_);
    if (x > 0) reach(at - 1, ways_[at]);
    if (x + 1 < width_) reach(at + 1, ways_[at]);
    if (y > 0) reach(at - row, ways_[at]);
    if (y + 1 < height_) reach(at + row, ways_[at]);
  }

  // Of a way through a square of which all around is opaque.
  int length_at_most() const { return square_ * kParts * 3 / 2; }

  // Of a way through a square, by how much of what is around it is opaque, as far as that lies in the window: nothing
  // up to a quarter, its side at a half.
  int length_through(size_t at) const {
    const int reach = std::max(kAround / square_, 1);
    const int x = static_cast<int>(at % static_cast<size_t>(width_));
    const int y = static_cast<int>(at / static_cast<size_t>(width_));
    const int left = std::max(x - reach, 0);
    const int right = std::min(x + reach + 1, width_);
    const int top = std::max(y - reach, 0);
    const int bottom = std::min(y + reach + 1, height_);
    const auto sum = [&](int column, int row) {
      return sums_[static_cast<size_t>(row) * static_cast<size_t>(width_ + 1) + static_cast<size_t>(column)];
    };
    const int opaque = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
    const int all = (right - left) * (bottom - top);
    const int length = square_ * kParts * std::max(4 * opaque - all, 0) / (2 * all);
    return std::max(is_air_[at] ? length : kOpaqueWay * length, 1);
  }

  void reach(size_t at, int before) {
    const int way = before + length_through(at);
    if (way >= ways_[at] || way > kFarthest) return;
    ways_[at] = static_cast<uint16_t>(way);
    rings_[static_cast<size_t>(way) % rings_.size()].push_back(at);
  }

  const CellWindow& window_;
  OpenSky& open_;
  int width_;
  int height_;
  int square_;  // its side, in cells
  std::vector<uint8_t> is_air_;
  std::vector<int> sums_;
  std::vector<uint16_t> ways_;  // to where the sky is seen
  std::vector<std::vector<size_t>> rings_;
};

}  // namespace

void find_open_sky(const Looks& looks, const CellWindow& window, OpenSky& open) {
  const int longer = std::max(window.size.width, window.size.height);
  open.square = std::max(kOpenSkySquare, (longer + kMostOpenSkySquares - 1) / kMostOpenSkySquares);
  open.size = squares_of(window.size, open.square);
  Search(window, open).run(looks);
}

}  // namespace quicksand
