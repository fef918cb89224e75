#include <algorithm>
#include <string>

#include "app/kinds/dunes_bodies.h"
#include "app/kinds/world_kinds.h"
#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/panels/buttons.h"
#include "ui/panels/ground.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {

void note_panel_deed(GameState& game) {
  if (!game.holds_control) game.history.note(game.session);
  game.holds_control = ImGui::IsAnyItemActive();
}

namespace {

void tooltip(std::string_view text) {
  if (ImGui::IsItemHovered()) tooltip_beside(std::string(said(text)).c_str());
}

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

void set_world(GameState& game, std::shared_ptr<WorldSettings> changed) {
  if (const Status fits = game.session.check(*changed); !fits) return game.toasts.say_again(fits.failure().text(), "");
  note_panel_deed(game);
  game.session.apply(SetCommand{std::move(changed)});
}

void draw_dial_of(GameState& game, const WorldKind& kind) {
  const std::shared_ptr<const WorldSettings> settings = game.session.world().settings();
  const std::optional<DialPlace> turned = draw_dial(*kind.dial, kind.dial->get(*settings), game.scale.now);
  ImGui::Separator();
  if (!turned) return;
  std::shared_ptr<WorldSettings> changed = kind.copy(*settings);
  kind.dial->set(*changed, *turned, game.session.world().size());
  set_world(game, std::move(changed));
}

void draw_numbers(GameState& game, const WorldKind& kind) {
  const std::shared_ptr<const WorldSettings> settings = game.session.world().settings();
  for (const WorldNumber& number : kind.numbers) {
    ImGui::SetNextItemWidth(150 * game.scale.now);
    double value = number.get(*settings);
    if (!draw_number(number, value)) continue;
    std::shared_ptr<WorldSettings> changed = kind.copy(*settings);
    number.set(*changed, value, game.session.world().size());
    set_world(game, std::move(changed));
    return;  // the others are drawn from the new ones, in the next frame
  }
}

void draw_bodies_of(GameState& game) {
  ImGui::Separator();
  Tooling& tooling = game.tooling;
  if (!draw_body_kinds(game, labelled("Body"), 150 * game.scale.now))
    tooltip(with_keys(game, said("What the tool Body ({tool-body}) sets down: click into the world, and drag it")));
  ImGui::SetNextItemWidth(150 * game.scale.now);
  ImGui::SliderFloat(labelled("Pace"), &tooling.body_pace, 0.05F, 8, "%.2f",
                     ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  tooltip(
      with_keys(game, said("Cells a tick at which a body goes on a way that you draw: drag it with {straight-line}")));
  const size_t count = count_bodies(game.session.world());
  if (count == 0)
    return ImGui::TextColored(
        themed(Tint::kQuiet), "%s",
        with_keys(game, said("Take the tool Body ({tool-body}) and click into the sand.")).c_str());
  const size_t chosen = std::min(tooling.chosen_body, count - 1);
  ImGui::Text(said("%d in the world; the one that you had last:"), static_cast<int>(count));
  const auto button = [&](const char* label, const auto& deed) {
    if (!ImGui::Button(label)) return;
    note_panel_deed(game);
    deed();
  };
  button(labelled("Larger"), [&] { resize_body(game.session, chosen, 1.25); });
  ImGui::SameLine();
  button(labelled("Smaller"), [&] { resize_body(game.session, chosen, 0.8); });
  ImGui::SameLine();
  button(labelled("Lift"), [&] { lift_body(game.session, chosen, 1); });
  ImGui::SameLine();
  button(labelled("Press"), [&] { lift_body(game.session, chosen, -1); });
  button(labelled("Take away"), [&] { remove_body(game.session, chosen); });
  ImGui::SameLine();
  button(labelled("Take all away"), [&] { remove_all_bodies(game.session); });
}

}  // namespace

void draw_physics_panel(GameState& game, PanelPlaces& places, const Box& world) {
  game.holds_control &= ImGui::IsAnyItemActive();
  if (!game.panels.physics) return;
  const WorldKind* const kind = find_kind(world_kinds(), game.session.world().kind());
  if (!kind || kind->numbers.empty()) return;
  place_next_window(places, WorldPanel::kPhysics, world, game.scale.now);
  const float gap = panel_gap(game.scale.now);
  ImGui::SetNextWindowSizeConstraints({0, 0},
                                      {world.size.x - 2 * gap, most_panel_height(places, world, game.scale.now)});
  ImGui::Begin(labelled("Physics"), &game.panels.physics,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBackground);
  draw_ground();
  if (kind->dial) draw_dial_of(game, *kind);
  draw_numbers(game, *kind);
  if (has_bodies(game.session.world())) draw_bodies_of(game);
  draw_resize(game);
  places.set_width(WorldPanel::kPhysics, ImGui::GetWindowWidth());
  ImGui::End();
}

}  // namespace quicksand
