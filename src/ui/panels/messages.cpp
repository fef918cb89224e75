#include <imgui_internal.h>

#include <algorithm>
#include <deque>
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

// At the bottom, in the middle, the newest lowest; above the hint, if that is there.
void draw_toasts(GameState& game, const Box& world) {
  const float scale = game.scale.now;
  float y = world.at.y + world.size.y - 14 * scale;
  if (const ImGuiWindow* const hint = ImGui::FindWindowByName("hint"); hint && hint->Active) y = hint->Pos.y - 6 * scale;
  int number = 0;
  const std::deque<Toast>& toasts = game.toasts.shown();
  for (auto toast = toasts.rbegin(); toast != toasts.rend(); ++toast) {
    if (toast->at_pointer) continue;
    ImGui::SetNextWindowPos({world.at.x + world.size.x / 2, y}, ImGuiCond_Always, {0.5F, 1});
    ImGui::SetNextWindowBgAlpha(0.92F);
    const std::string id = "toast" + std::to_string(number++);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::PushTextWrapPos(std::min(world.size.x - 40 * scale, 640 * scale));
    ImGui::TextColored(toast->error ? kErrorText : ImGui::GetStyleColorVec4(ImGuiCol_Text), "%s", toast->text.c_str());
    ImGui::PopTextWrapPos();
    y -= ImGui::GetWindowHeight() + 6 * scale;
    ImGui::End();
  }
  game.toasts.fade(ImGui::GetIO().DeltaTime);
}

}  // namespace quicksand
