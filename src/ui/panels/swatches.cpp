#include "ui/panels/swatches.h"

#include <utility>

#include "view/swatch.h"

namespace quicksand {

const PictureTexture& Swatches::of(const GameState& game, uint8_t entry, bool moves) {
  constexpr double kMomentsASecond = 20;
  const MaterialLook& look = game.look.looks[entry];
  const auto found = swatches_.find(entry);
  if (found != swatches_.end() && found->second.look == look && !moves) return found->second.texture;
  const int moment = moves ? static_cast<int>(ImGui::GetTime() * kMomentsASecond) % 1024 : 0;
  PictureTexture texture(swatch(game.look.looks, entry, moment));
  return swatches_.insert_or_assign(entry, Swatch{look, std::move(texture)}).first->second.texture;
}

void Swatches::draw(ImDrawList& list, const GameState& game, uint8_t entry, ImVec2 at, float side, bool moves) {
  list.AddImageRounded(of(game, entry, moves).id(), at, {at.x + side, at.y + side}, {0, 0}, {1, 1}, IM_COL32_WHITE,
                       4 * game.scale.now);
}

}  // namespace quicksand
