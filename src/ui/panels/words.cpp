// Signs over the world, the words of the one that is written, and the bar of the tool Text.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/language.h"
#include "core/letters.h"
#include "core/printable.h"
#include "ui/game/key_map.h"
#include "ui/game/signs.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "ui/tools/sign.h"
#include "ui/tools/text.h"

namespace quicksand {
namespace {

constexpr double kZoomToRead = 6;        // pixels a cell at which signs say what they say by themselves
constexpr std::ptrdiff_t kMostRead = 8;  // so many do so at any zoom
constexpr ImGuiWindowFlags kBar = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                  ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing |
                                  ImGuiWindowFlags_NoSavedSettings;

ImVec2 foot_of(const GameState& game, CellPos at) {
  const Point foot = game.camera.pixel_of({at.x + 0.5, at.y + 0.5});
  return {std::floor(static_cast<float>(foot.x)), std::floor(static_cast<float>(foot.y))};
}

void draw_board(ImVec2 foot, float scale, bool is_lit) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float width = static_cast<float>(kSignWidth) * scale;
  const float height = static_cast<float>(kSignHeight) * scale;
  const ImVec2 first{foot.x - width / 2, foot.y - height};
  const ImVec2 last{foot.x + width / 2, foot.y - 0.4F * height};
  draw.AddLine(foot, {foot.x, last.y}, packed(Tint::kSignEdge), 4 * scale);
  draw.AddLine({foot.x, foot.y - scale}, {foot.x, last.y}, packed(Tint::kSignBoard), 2 * scale);
  draw.AddRectFilled(first, last, packed(Tint::kSignBoard), 2 * scale);
  draw.AddRect(first, last, packed(is_lit ? Tint::kWorldMark : Tint::kSignEdge), 2 * scale, 0,
               (is_lit ? 2.0F : 1.0F) * scale);
  for (const float down : {0.35F, 0.65F}) {
    const float y = std::floor(first.y + down * (last.y - first.y));
    draw.AddLine({first.x + 3 * scale, y}, {last.x - (down < 0.5F ? 3 : 7) * scale, y}, packed(Tint::kSignEdge), scale);
  }
}

// Above the board, or below it where there is no room; but within the world's part of the window.
void draw_label(ImVec2 foot, float scale, const std::string& text, const Box& world) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float wrap = 16 * ImGui::GetFontSize();
  const float margin = 5 * scale;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
  ImVec2 at{foot.x - size.x / 2, foot.y - (static_cast<float>(kSignHeight) + 3) * scale - margin - size.y};
  at.x = std::max(std::min(at.x, world.at.x + world.size.x - margin - size.x), world.at.x + margin);
  if (at.y < world.at.y + margin) at.y = foot.y + 2 * margin;
  draw.AddRectFilled({at.x - margin, at.y - margin}, {at.x + size.x + margin, at.y + size.y + margin},
                     packed(Tint::kLabelGround), margin);
  draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, ImGui::GetColorU32(ImGuiCol_Text), text.c_str(), nullptr,
               wrap);
}

void shorten(std::string& text, size_t most) { text.resize(beginning(text, most).size()); }

bool holds_sign(const GameState& game) { return game.tooling.tool->release == release_sign; }

}  // namespace

void draw_signs(const GameState& game, const Box& world) {
  const float scale = game.scale.now;
  const std::optional<Sign>& pointed = game.tooling.pointed_sign;
  const auto is_pointed = [&](const Sign& sign) { return pointed && pointed->at == sign.at; };
  const auto is_seen = [&](ImVec2 foot) {
    return foot.x > world.at.x - 20 * scale && foot.x < world.at.x + world.size.x + 20 * scale && foot.y > world.at.y &&
           foot.y < world.at.y + world.size.y + static_cast<float>(kSignHeight) * scale;
  };
  const std::vector<Sign>& signs = game.session.director().signs();
  const bool are_few =
      std::ranges::count_if(signs, [&](const Sign& sign) { return is_seen(foot_of(game, sign.at)); }) <= kMostRead;
  const bool says_all = are_few || game.camera.zoom() >= kZoomToRead * scale || holds_sign(game);
  for (const Sign& sign : signs)
    if (const ImVec2 foot = foot_of(game, sign.at); is_seen(foot)) draw_board(foot, scale, is_pointed(sign));
  const std::optional<EditedSign>& edited = game.tooling.edited_sign;
  if (edited && edited->is_new) draw_board(foot_of(game, edited->sign.at), scale, true);
  for (const Sign& sign : signs) {
    const bool is_edited = edited && edited->sign.at == sign.at;
    if (const ImVec2 foot = foot_of(game, sign.at); is_seen(foot) && !is_edited && (says_all || is_pointed(sign)))
      draw_label(foot, scale, sign.text, world);
  }
}

void draw_sign_words(GameState& game, const Box& world) {
  std::optional<EditedSign>& edited = game.tooling.edited_sign;
  if (!edited) return;
  if (game.wishes.close_dialog) return edited.reset();
  const float scale = game.scale.now;
  const float width = std::min(300 * scale, world.size.x - 20 * scale);
  ImVec2 at = foot_of(game, edited->sign.at);
  at.x = std::clamp(at.x - width / 2, world.at.x + 5 * scale, world.at.x + world.size.x - width - 15 * scale);
  at.y = std::clamp(at.y + 8 * scale, world.at.y + 5 * scale, world.at.y + world.size.y - 90 * scale);
  ImGui::SetNextWindowPos(at);
  ImGui::Begin("Sign", nullptr, kBar);
  ImGui::SetNextItemWidth(width);
  if (std::exchange(game.wishes.words, false)) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputTextWithHint("##words", said("What the sign says"), &edited->sign.text,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  shorten(edited->sign.text, kMostSignBytes);
  const bool done = button(labelled("Done"), said("So it stands (Enter)"));
  ImGui::SameLine();
  const bool taken = !edited->is_new && button(labelled("Take away"), said("There is no sign here any more"));
  if (!edited->is_new) ImGui::SameLine();
  const bool left = button(labelled("Cancel"), said("As it was before (Esc)"));
  ImGui::End();
  if (taken) edited->sign.text.clear();
  if (left) return edited.reset();
  if (entered || done || taken) finish_sign(game);
}

void draw_text_bar(GameState& game, PanelPlaces& places, const Box& world) {
  Tooling& tooling = game.tooling;
  if (tooling.tool->press != press_text) return;
  const float scale = game.scale.now;
  const BarRoom room = room_for_bar(places, world, scale);
  place_next_bar(room, room.is_above, world, scale);
  ImGui::Begin("Text", nullptr, kBar);
  const float width = std::min(360 * scale, room.width);
  ImGui::SetNextItemWidth(width);
  if (std::exchange(game.wishes.words, false)) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##words", said("What is written"), &tooling.words, ImGuiInputTextFlags_AutoSelectAll);
  shorten(tooling.words, kMostWritten);
  const std::string missing = missing_letter(tooling.words);
  const std::string smaller = spoken_keys(game, *find_action("smaller-brush"));
  const std::string larger = spoken_keys(game, *find_action("larger-brush"));
  const std::string cells = std::to_string(kLetterDots * tooling.dot);
  const std::string size = smaller.empty() || larger.empty()
                               ? said("{1} cells high", {cells})
                               : said("{1} cells high: {2} and {3} size it", {cells, smaller, larger});
  ImGui::PushTextWrapPos(width);
  if (missing.empty())
    ImGui::TextColored(themed(Tint::kQuiet), said("%s. A click writes."), size.c_str());
  else
    ImGui::TextColored(themed(Tint::kError), said("There is no letter for %s"), missing.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace quicksand
