#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// Who has drawn this often knows how to.
constexpr int kDragsThatNeedNoHint = 3;

// The share of the window's height that hints take at most.
constexpr float kMostOfHint = 0.3F;

constexpr const char* kAnyHint = "Pick a material on the right and draw with the left button.";
constexpr const char* kMoreHint =
    "The right button erases, the wheel sizes the brush, Space stops time, F1 shows all keys.";

// Of the world that is played; of any, where its scene has none.
std::vector<std::string> hints_of(const GameState& game) {
  std::vector<std::string> hints;
  for (const NamedEntry& hint : game.session.scene().hints) hints.push_back("Try: " + hint.name);
  if (hints.empty()) hints.emplace_back(kAnyHint);
  return hints;
}

float buttons_width() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::CalcTextSize("NextGot it").x + 4 * style.FramePadding.x + style.ItemSpacing.x +
         2 * style.WindowPadding.x;
}

}  // namespace

// As high as the longest hint needs, so that the world does not move from one to the next. Where that would leave the
// world too little, the keys are left out; where there is no room at all, there is no hint.
float hint_height(const GameState& game, float width, float room) {
  if (!game.panels.hint) return 0;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float wrap = width - buttons_width() - 2 * style.WindowPadding.x;
  float longest = ImGui::GetFrameHeight();
  for (const std::string& hint : hints_of(game))
    longest = std::max(longest, ImGui::CalcTextSize(hint.c_str(), nullptr, false, wrap).y);
  const float more = style.ItemSpacing.y + ImGui::CalcTextSize(kMoreHint, nullptr, false, wrap).y;
  const float height = longest + 2 * style.WindowPadding.y;
  if (height + more <= kMostOfHint * room) return height + more;
  return height <= kMostOfHint * room ? height : 0;
}

void draw_hint(GameState& game, const Box& box) {
  if (box.size.y <= 0) return;
  begin_panel("hint", box);
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::vector<std::string> hints = hints_of(game);
  ImGui::PushTextWrapPos(box.size.x - buttons_width() - style.WindowPadding.x);
  ImGui::TextColored(kAccent, "%s", hints[game.panels.hint_number % hints.size()].c_str());
  const float wrap = box.size.x - buttons_width() - 2 * style.WindowPadding.x;
  if (ImGui::CalcTextSize(kMoreHint, nullptr, false, wrap).y <= ImGui::GetContentRegionAvail().y)
    ImGui::TextUnformatted(kMoreHint);
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPos({box.size.x - buttons_width() + style.WindowPadding.x, style.WindowPadding.y});
  if (hints.size() > 1) {
    if (ImGui::Button("Next")) ++game.panels.hint_number;
    ImGui::SameLine();
  }
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
