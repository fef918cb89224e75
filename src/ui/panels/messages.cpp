#include <algorithm>
#include <deque>
#include <string>

#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// Who has drawn this often knows how to.
constexpr int kDragsThatNeedNoHint = 3;

constexpr const char* kFirstHint = "Pick a material on the right and draw with the left button.";
constexpr const char* kMoreHint =
    "The right button erases, the wheel sizes the brush, Space stops time, F1 shows all keys.";

float button_width() {
  return ImGui::CalcTextSize("Got it").x + 2 * ImGui::GetStyle().FramePadding.x + 2 * ImGui::GetStyle().WindowPadding.x;
}

}  // namespace

float hint_height(const GameState& game, float width) {
  if (!game.panels.hint) return 0;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float wrap = width - button_width() - 2 * style.WindowPadding.x;
  return ImGui::CalcTextSize(kFirstHint, nullptr, false, wrap).y + ImGui::CalcTextSize(kMoreHint, nullptr, false, wrap).y +
         style.ItemSpacing.y + 2 * style.WindowPadding.y;
}

void draw_hint(GameState& game, const Box& box) {
  if (box.size.y <= 0) return;
  begin_panel("hint", box);
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushTextWrapPos(box.size.x - button_width() - style.WindowPadding.x);
  ImGui::TextColored(kAccent, "%s", kFirstHint);
  ImGui::TextUnformatted(kMoreHint);
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPos({box.size.x - button_width() + style.WindowPadding.x, style.WindowPadding.y});
  // It stays until the next start: the world must not move under the pointer of who draws.
  const bool knows = game.tooling.finished_strokes >= kDragsThatNeedNoHint && !game.settings.hint_seen;
  const bool taken = ImGui::Button("Got it");
  if (taken) game.panels.hint = false;
  if (taken || knows) {
    game.settings.hint_seen = true;
    keep_settings(game);
  }
  ImGui::End();
}

// At the bottom, in the middle, the newest lowest.
void draw_toasts(GameState& game, const Box& world) {
  const float scale = game.scale.now;
  float y = world.at.y + world.size.y - 14 * scale;
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
