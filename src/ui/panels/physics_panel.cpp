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

namespace {

void tooltip(std::string_view text) {
  if (ImGui::IsItemHovered()) tooltip_beside(std::string(said(text)).c_str());
}

void draw_dial_of(GameState& game, const WorldKind& kind) {
  const std::shared_ptr<const WorldSettings> settings = game.session.world().settings();
  const std::optional<DialPlace> turned = draw_dial(*kind.dial, kind.dial->get(*settings), game.scale.now);
  ImGui::Separator();
  if (!turned) return;
  set_by_control(game, kind, ImGui::IsAnyItemActive(),
                 [&](WorldSettings& changed) { kind.dial->set(changed, *turned, game.session.world().size()); });
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
  const std::optional<BodyRange> chosen = bodies_at_hand(game.session.world(), tooling.chosen_bodies);
  if (!chosen)
    return ImGui::TextColored(
        themed(Tint::kQuiet), "%s",
        with_keys(game, said("Take the tool Body ({tool-body}) and click into the sand.")).c_str());
  ImGui::Text(said("%d in the world; the one that you had last:"),
              static_cast<int>(count_bodies_to_see(game.session.world())));
  const auto button = [&](const char* label, const auto& deed) {
    if (!ImGui::Button(label)) return;
    note_panel_deed(game);
    for (size_t i = chosen->count; i-- > 0;) deed(chosen->first + i);
  };
  const auto resize = [&](size_t body, double factor) {
    resize_body(game.session, body, factor, tooling.original_maps);
  };
  button(labelled("Larger"), [&](size_t body) { resize(body, 1.25); });
  ImGui::SameLine();
  button(labelled("Smaller"), [&](size_t body) { resize(body, 0.8); });
  ImGui::SameLine();
  button(labelled("Lift"), [&](size_t body) { lift_body(game.session, body, 1); });
  ImGui::SameLine();
  button(labelled("Press"), [&](size_t body) { lift_body(game.session, body, -1); });
  button(labelled("Take away"), [&](size_t body) { remove_body(game.session, body); });
  ImGui::SameLine();
  if (ImGui::Button(labelled("Take all away"))) {
    note_panel_deed(game);
    remove_all_bodies(game.session);
  }
}

}  // namespace

void draw_physics_panel(GameState& game, PanelPlaces& places, const Box& world) {
  game.held_control.is_held &= ImGui::IsAnyItemActive();
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
  draw_world_numbers(game, *kind, false);
  if (has_bodies(game.session.world())) draw_bodies_of(game);
  draw_resize(game);
  places.set_width(WorldPanel::kPhysics, ImGui::GetWindowWidth());
  ImGui::End();
}

}  // namespace quicksand
