#include <string>

#include "core/language.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"

namespace quicksand {
namespace {

// Whether the player has changed it.
bool draw_number(const WorldNumber& number, double& value) {
  const std::string name = std::string(said(number.name)) + "###" + std::string(number.name);
  if (!number.words.empty()) {
    const auto now = static_cast<size_t>(value);
    bool changed = false;
    if (ImGui::BeginCombo(name.c_str(), std::string(said(number.words[now])).c_str())) {
      for (size_t i = 0; i < number.words.size(); ++i)
        if (ImGui::Selectable(labelled(number.words[i].data()), i == now) && i != now) {
          value = static_cast<double>(i);
          changed = true;
        }
      ImGui::EndCombo();
    } else {
      tooltip(number.help);
    }
    return changed;
  }
  auto shown = static_cast<float>(value);
  const std::string format = (number.is_whole ? "%.0f" : "%.2f") + std::string(number.unit);
  const bool changed =
      ImGui::SliderFloat(name.c_str(), &shown, static_cast<float>(number.low), static_cast<float>(number.high),
                         format.c_str(), ImGuiSliderFlags_AlwaysClamp);
  tooltip(number.help);
  value = shown;
  return changed;
}

}  // namespace

void note_panel_deed(GameState& game) { note_deed_of_control(game, ImGui::IsAnyItemActive()); }

void draw_world_numbers(GameState& game, const WorldKind& kind, bool of_look) {
  std::shared_ptr<const WorldSettings> settings = game.session.world().settings();
  for (const WorldNumber& number : kind.numbers) {
    if (number.is_look != of_look) continue;
    ImGui::SetNextItemWidth(150 * game.scale.now);
    double value = number.get(*settings);
    ImGui::BeginDisabled(number.counts && !number.counts(*settings));
    const bool changed = draw_number(number, value);
    ImGui::EndDisabled();
    if (!changed) continue;
    set_by_control(game, kind, ImGui::IsAnyItemActive(),
                   [&](WorldSettings& now) { number.set(now, value, game.session.world().size()); });
    settings = game.session.world().settings();
  }
}

}  // namespace quicksand
