#include <algorithm>
#include <string>

#include "core/language.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr size_t kMostLines = 3;

void draw_troubles(GameState& game, const std::vector<Diagnostic>& trouble, const char* summary) {
  if (trouble.empty()) return;
  ImGui::PushID(summary);
  ImGui::TextColored(themed(Tint::kError), "%s", summary);
  for (size_t i = 0; i < std::min(trouble.size(), kMostLines); ++i) ImGui::TextUnformatted(trouble[i].text().c_str());
  if (trouble.size() > kMostLines)
    ImGui::TextColored(themed(Tint::kQuiet), said("and %d more"), static_cast<int>(trouble.size() - kMostLines));
  if (!trouble.front().file.empty() && ImGui::Button(labelled("Open"))) open_place(game, trouble.front());
  ImGui::PopID();
}

void draw_shaders(const GameState& game) {
  if (game.look.shader_log.empty()) return;
  ImGui::TextColored(themed(Tint::kError),
                     game.look.has_fancy ? said("A shader is wrong; the picture is drawn with the last good ones.")
                                         : said("A shader is wrong; the picture is plain until it is good."));
  ImGui::TextUnformatted(game.look.shader_log.c_str());
}

}  // namespace

Box draw_trouble(GameState& game, const Box& world) {
  const MaterialReload& materials = game.reload;
  const std::vector<Diagnostic>& scene = game.scene_reload.trouble;
  if (game.look.shader_log.empty() && materials.trouble.empty() && scene.empty()) return world;
  const float margin = 10 * game.scale.now;
  ImGui::SetNextWindowPos({world.at.x + margin, world.at.y + world.size.y - margin}, ImGuiCond_Always, {0, 1});
  ImGui::Begin("trouble", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushTextWrapPos(std::min(700 * game.scale.now, world.size.x - 4 * margin));
  draw_troubles(game, materials.trouble,
                materials.waiting
                    ? said("The changed materials are not taken yet; the game goes on with the last ones.")
                    : said("The materials are wrong; the game goes on with the last good ones."));
  draw_troubles(game, scene, said("The scene's file is wrong; its sources go on as they were."));
  draw_shaders(game);
  ImGui::PopTextWrapPos();
  const float height = ImGui::GetWindowHeight();
  ImGui::End();
  return {world.at, {world.size.x, std::max(world.size.y - height - margin, 0.0F)}};
}

}  // namespace quicksand
