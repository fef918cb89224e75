#include <imgui_internal.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/saves.h"
#include "ui/game/world_list.h"
#include "ui/game/worlds.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// Who has drawn this often knows how to.
constexpr int kDragsThatNeedNoHint = 3;

// The share of the window's height that hints take at most.
constexpr float kMostOfHint = 0.3F;

constexpr const char* kMoreHint =
    "{erase} erases, {larger-brush} makes the brush larger, {pause} stops time, {help-page} shows all keys.";

constexpr const char* kMoreOfTouch =
    "One finger draws, two move the world and zoom. The eraser is among the tools, the brush's size below them.";

std::string more_of(const GameState& game) { return with_keys(game, said(game.uses_touch ? kMoreOfTouch : kMoreHint)); }

// What stands in the strip: the offer of the world that was left, before any hint.
struct Strip {
  std::string text;
  std::string more;
  const char* buttons[2];
};

std::string offer_text(const GameState& game) {
  std::error_code error;
  const std::string name = "\"" + world_name(game.offer->string()) + "\"";
  const std::string when = date_text(std::filesystem::last_write_time(*game.offer, error));
  return game.offer_is_of_crash
             ? said("The game ended unexpectedly. {1} is kept as it was on {2}. Go on with it?", {name, when})
             : said("You left {1} on {2}. Go on where it was?", {name, when});
}

// None: there is nothing to say.
std::optional<Strip> strip_of(const GameState& game) {
  if (game.offer)
    return Strip{offer_text(game), with_keys(game, said("It also stays in Worlds ({worlds}).")), {"Go on", "Not now"}};
  const Hint* const hint = game.panels.hint ? game.hints.current() : nullptr;
  if (!hint) return std::nullopt;
  return Strip{said("Try: ") + with_keys(game, hint->shown(game.uses_touch)), more_of(game), {"Next", "Got it"}};
}

// Of the wider pair, so that the world does not move from one to the other.
float buttons_width() {
  const std::string offer = std::string(said("Go on")) + said("Not now");
  const std::string hint = std::string(said("Next")) + said("Got it");
  const ImGuiStyle& style = ImGui::GetStyle();
  return std::max(ImGui::CalcTextSize(offer.c_str()).x, ImGui::CalcTextSize(hint.c_str()).x) +
         4 * style.FramePadding.x + style.ItemSpacing.x + 2 * style.WindowPadding.x;
}

void press_first(GameState& game) {
  if (game.offer) return take_offer(game);
  game.hints.skip();
}

void press_second(GameState& game) {
  if (game.offer) return refuse_offer(game);
  game.panels.hint = false;
  game.toasts.say(with_keys(game, said("{help-page} brings the hints back")));
}

}  // namespace

void follow_hints(GameState& game) {
  game.hints.deeds().paused |= game.time.paused && !game.session.scene().paused;
  game.hints.deeds().resized |= game.tooling.brush.width != Brush().width;
  game.hints.follow(game);
}

// As high as the longest hint needs, so that the world does not move from one to the next. Where that would leave the
// world too little, the keys are left out; where there is no room at all, there is no hint.
float hint_height(const GameState& game, float width, float room) {
  const std::optional<Strip> strip = strip_of(game);
  if (!strip) return 0;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float wrap = width - buttons_width() - 2 * style.WindowPadding.x;
  float longest = std::max(ImGui::GetFrameHeight(), ImGui::CalcTextSize(strip->text.c_str(), nullptr, false, wrap).y);
  if (game.panels.hint)
    for (const Hint* const hint : game.hints.all())
      longest =
          std::max(longest, ImGui::CalcTextSize((said("Try: ") + with_keys(game, hint->shown(game.uses_touch))).c_str(),
                                                nullptr, false, wrap)
                                .y);
  const float more = style.ItemSpacing.y + ImGui::CalcTextSize(more_of(game).c_str(), nullptr, false, wrap).y;
  const float height = longest + 2 * style.WindowPadding.y;
  if (height + more <= kMostOfHint * room) return height + more;
  return height <= kMostOfHint * room ? height : 0;
}

void draw_hint(GameState& game, const Box& box) {
  const std::optional<Strip> strip = strip_of(game);
  if (box.size.y <= 0 || !strip) return;
  begin_panel("hint", box);
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushTextWrapPos(box.size.x - buttons_width() - style.WindowPadding.x);
  ImGui::TextColored(themed(Tint::kAccent), "%s", strip->text.c_str());
  const float wrap = box.size.x - buttons_width() - 2 * style.WindowPadding.x;
  if (ImGui::CalcTextSize(strip->more.c_str(), nullptr, false, wrap).y <= ImGui::GetContentRegionAvail().y)
    ImGui::TextUnformatted(strip->more.c_str());
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPos({box.size.x - buttons_width() + style.WindowPadding.x, style.WindowPadding.y});
  const bool goes_on = ImGui::Button(labelled(strip->buttons[0]));
  ImGui::SameLine();
  const bool ends = ImGui::Button(labelled(strip->buttons[1]));
  if (goes_on) press_first(game);
  if (ends) press_second(game);
  // It stays until the next start: the world must not move under the pointer of who draws.
  const bool knows = game.tooling.finished_strokes >= kDragsThatNeedNoHint && !game.settings.hint_seen;
  if (knows || (ends && !game.panels.hint)) {
    game.settings.hint_seen = true;
    keep_settings(game);
  }
  ImGui::End();
}

// At the bottom, above the bar that is there, in the middle of what panels leave, the newest lowest. Older ones that
// would reach beyond the top are not drawn: each has been the newest.
void draw_toasts(GameState& game, const PanelPlaces& places, const Box& world) {
  const float scale = game.scale.now;
  const float bottom = world.at.y + world.size.y - places.bar_at_bottom() - 14 * scale;
  const PanelPlaces::Free room = room_between_panels(places, world, 240 * scale, panel_gap(scale));
  const float wrap = std::min(room.width - 20 * scale, 640 * scale);
  float y = bottom;
  int number = 0;
  const std::deque<Toast>& toasts = game.toasts.shown();
  for (auto toast = toasts.rbegin(); toast != toasts.rend(); ++toast) {
    if (toast->at_pointer) continue;
    const float height =
        ImGui::CalcTextSize(toast->text.c_str(), nullptr, false, wrap).y + 2 * ImGui::GetStyle().WindowPadding.y;
    if (y < bottom && y - height < world.at.y) break;
    ImGui::SetNextWindowPos({world.at.x + room.left + room.width / 2, y}, ImGuiCond_Always, {0.5F, 1});
    ImGui::SetNextWindowBgAlpha(kAlphaOverWorld);
    const std::string id = "toast" + std::to_string(number++);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());  // in small windows it lies over panels
    ImGui::PushTextWrapPos(wrap);
    ImGui::TextColored(toast->error ? themed(Tint::kError) : ImGui::GetStyleColorVec4(ImGuiCol_Text), "%s",
                       toast->text.c_str());
    ImGui::PopTextWrapPos();
    y -= ImGui::GetWindowHeight() + 6 * scale;
    ImGui::End();
  }
  game.toasts.fade(ImGui::GetIO().DeltaTime);
}

}  // namespace quicksand
