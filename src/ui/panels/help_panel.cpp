#include <algorithm>

#include "ui/game/key_map.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr float kMostOfWidth = 0.38F;  // of the page, for the keys

}  // namespace

void draw_help(GameState& game) {
  if (!game.panels.help) return;
  const std::vector<HelpLine> lines = help_lines(game);
  float column = 0;
  for (const HelpLine& line : lines) column = std::max(column, ImGui::CalcTextSize(line.keys.c_str()).x);
  const float space = 2 * ImGui::GetStyle().WindowPadding.x;
  const float width = 800 * game.scale.now;
  column = std::min(column + space, kMostOfWidth * width);
  const float padding = 2 * ImGui::GetStyle().WindowPadding.x + ImGui::GetStyle().ScrollbarSize;
  float height = 48 * game.scale.now + ImGui::GetFrameHeightWithSpacing();
  for (const HelpLine& line : lines)
    height += (line.heading.empty() ? 0 : 1.6F * ImGui::GetTextLineHeightWithSpacing()) +
              std::max(ImGui::CalcTextSize(line.help.c_str(), nullptr, false, width - column - padding).y,
                       ImGui::CalcTextSize(line.keys.c_str(), nullptr, false, column - space).y) +
              ImGui::GetStyle().ItemSpacing.y;
  centre_next_window(width, height);
  ImGui::Begin(labelled("Keys"), &game.panels.help,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
  if (ImGui::Button(labelled("Show the hints again"))) {
    game.hints.begin_again();
    game.panels.hint = true;
    game.panels.help = false;
  }
  ImGui::SameLine();
  if (ImGui::Button(labelled("Change keys"))) {
    game.panels.keys = true;
    game.panels.help = false;
  }
  for (const HelpLine& line : lines) {
    if (!line.heading.empty()) {
      ImGui::Spacing();
      heading(line.heading.c_str(), ImGui::GetStyle().Colors[ImGuiCol_Text]);
    }
    ImGui::PushTextWrapPos(column - space / 2);
    ImGui::TextColored(themed(Tint::kAccent), "%s", line.keys.c_str());
    ImGui::PopTextWrapPos();
    ImGui::SameLine(column);
    ImGui::TextWrapped("%s", line.help.c_str());
  }
  ImGui::End();
}

}  // namespace quicksand
