#include <algorithm>
#include <string>

#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// Who has drawn this often knows how to.
constexpr int kDragsThatNeedNoHint = 3;

}  // namespace

void draw_hint(GameState& game, const Box& world) {
  if (game.settings.hint_seen || game.tooling.finished_strokes >= kDragsThatNeedNoHint) return;
  const float scale = game.scale.now;
  ImGui::SetNextWindowPos({world.at.x + world.size.x / 2, world.at.y + world.size.y - 14 * scale}, ImGuiCond_Always,
                          {0.5F, 1});
  ImGui::Begin("hint", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushTextWrapPos(std::min(620 * scale, world.size.x - 24 * scale));
  ImGui::TextColored(kAccent, "Pick a material on the right and draw with the left button.");
  ImGui::TextUnformatted("The right button erases, the wheel sizes the brush, Space stops time, F1 shows all keys.");
  ImGui::PopTextWrapPos();
  if (ImGui::Button("Got it")) {
    game.settings.hint_seen = true;
    keep_settings(game);
  }
  ImGui::End();
}

void draw_toasts(GameState& game, const Box& world) {
  float y = world.at.y + 10 * game.scale.now;
  int number = 0;
  for (const Toast& toast : game.toasts.shown()) {
    ImGui::SetNextWindowPos({world.at.x + 10 * game.scale.now, y});
    ImGui::SetNextWindowBgAlpha(0.92F);
    const std::string id = "toast" + std::to_string(number++);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::PushTextWrapPos(world.size.x - 40 * game.scale.now);
    ImGui::TextColored(toast.error ? kErrorText : ImGui::GetStyleColorVec4(ImGuiCol_Text), "%s", toast.text.c_str());
    ImGui::PopTextWrapPos();
    y += ImGui::GetWindowHeight() + 6 * game.scale.now;
    ImGui::End();
  }
  game.toasts.fade(ImGui::GetIO().DeltaTime);
}

}  // namespace quicksand
