#include <algorithm>
#include <string>

#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr size_t kMostLines = 3;

void draw_materials(GameState& game) {
  const MaterialReload& reload = game.reload;
  if (reload.trouble.empty()) return;
  ImGui::TextColored(themed(Tint::kError), "%s",
                     reload.waiting ? "The changed materials are not taken yet; the game goes on with the last ones."
                                    : "The materials are wrong; the game goes on with the last good ones.");
  for (size_t i = 0; i < std::min(reload.trouble.size(), kMostLines); ++i)
    ImGui::TextUnformatted(reload.trouble[i].text().c_str());
  if (reload.trouble.size() > kMostLines)
    ImGui::TextColored(themed(Tint::kQuiet), "and %d more", static_cast<int>(reload.trouble.size() - kMostLines));
  if (!reload.trouble.front().file.empty() && ImGui::Button("Open")) open_trouble(game);
}

void draw_shaders(const GameState& game) {
  if (game.look.shader_log.empty()) return;
  ImGui::TextColored(themed(Tint::kError), "A shader is wrong; the picture is drawn with the last good ones.");
  ImGui::TextUnformatted(game.look.shader_log.c_str());
}

}  // namespace

Box draw_trouble(GameState& game, const Box& world) {
  if (game.look.shader_log.empty() && game.reload.trouble.empty()) return world;
  const float margin = 10 * game.scale.now;
  ImGui::SetNextWindowPos({world.at.x + margin, world.at.y + world.size.y - margin}, ImGuiCond_Always, {0, 1});
  ImGui::Begin("trouble", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushTextWrapPos(std::min(700 * game.scale.now, world.size.x - 4 * margin));
  draw_materials(game);
  draw_shaders(game);
  ImGui::PopTextWrapPos();
  const float height = ImGui::GetWindowHeight();
  ImGui::End();
  return {world.at, {world.size.x, std::max(world.size.y - height - margin, 0.0F)}};
}

}  // namespace quicksand
