#include "ui/panels/swatches.h"

#include <algorithm>
#include <utility>

#include "view/swatch.h"

namespace quicksand {
namespace {

// Each has its border twice, so that no neighbour shines in where it is enlarged.
constexpr int kPitch = kSwatchCells + 2;
constexpr int kInRow = 16;

// Of its picture without the border.
CellPos corner_of(uint8_t entry) { return {entry % kInRow * kPitch + 1, entry / kInRow * kPitch + 1}; }

}  // namespace

void Swatches::prepare(const GameState& game) {
  constexpr double kMomentsASecond = 20;
  const Looks& looks = game.look.looks;
  const bool all = looks_.size() != looks.size();
  bool is_other = all;
  if (all) {
    const auto rows = static_cast<int>((looks.size() + kInRow - 1) / kInRow);
    sheet_ = Image({kInRow * kPitch, rows * kPitch});
    looks_ = looks;
  }
  const auto moment = static_cast<int>(ImGui::GetTime() * kMomentsASecond) % 1024;
  const uint8_t wanted = std::exchange(wanted_, uint8_t{0});
  const Moving before = std::exchange(moving_, {wanted, wanted > 0 ? moment : 0});
  for (size_t i = 1; i < looks.size(); ++i) {
    const auto entry = static_cast<uint8_t>(i);
    const bool moves = moving_ != before && (entry == before.entry || entry == moving_.entry);
    if (!all && !moves && looks_[i] == looks[i]) continue;
    looks_[i] = looks[i];
    paint(entry, entry == moving_.entry ? moving_.moment : 0);
    is_other = true;
  }
  if (is_other) texture_.emplace(sheet_);
}

void Swatches::paint(uint8_t entry, int moment) {
  const Image picture = swatch(looks_, entry, moment);
  const CellPos corner = corner_of(entry);
  constexpr int kLast = kSwatchCells - 1;
  for (int y = -1; y <= kSwatchCells; ++y)
    for (int x = -1; x <= kSwatchCells; ++x)
      std::copy_n(picture.pixel(std::clamp(x, 0, kLast), std::clamp(y, 0, kLast)), 4,
                  sheet_.pixel(corner.x + x, corner.y + y));
  for (const int y : {-1, 0, kLast, kSwatchCells})
    for (const int x : {-1, 0, kLast, kSwatchCells}) sheet_.pixel(corner.x + x, corner.y + y)[3] = 0;
}

void Swatches::draw(ImDrawList& list, uint8_t entry, ImVec2 at, float side) const {
  const CellPos corner = corner_of(entry);
  const auto [width, height] = ImVec2{static_cast<float>(sheet_.size.width), static_cast<float>(sheet_.size.height)};
  const ImVec2 first{static_cast<float>(corner.x) / width, static_cast<float>(corner.y) / height};
  const ImVec2 last{static_cast<float>(corner.x + kSwatchCells) / width,
                    static_cast<float>(corner.y + kSwatchCells) / height};
  list.AddImage(texture_->id(), at, {at.x + side, at.y + side}, first, last);
}

}  // namespace quicksand
