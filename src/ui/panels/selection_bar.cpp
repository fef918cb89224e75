#include "ui/panels/selection_bar.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/stamps.h"
#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/selection.h"
#include "ui/game/worlds.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/outline.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "ui/tools/select.h"

namespace quicksand {
namespace {

bool holds_select(const GameState& game) { return game.tooling.tool->press == press_select; }

// Whether what is selected, or held, begins in the world's part of the window above this height, and ends well below.
bool covers_above(const GameState& game, float height) {
  const Tooling& tooling = game.tooling;
  int top = 0;
  int bottom = 0;
  if (tooling.placing) {
    top = tooling.placing->at.y;
    bottom = top + tooling.placing->patch->size.height;
  } else if (!tooling.selection.empty()) {
    top = tooling.selection.front().y;
    bottom = tooling.selection.back().y + 1;
  }
  const auto pixel = [&](int y) { return game.camera.pixel_of({0, static_cast<double>(y)}).y; };
  const PixelRect& view = game.camera.viewport();
  const double middle = view.y + view.height / 2;
  return bottom > top && pixel(top) < height && pixel(bottom) > view.y && pixel(bottom) < middle + view.height / 4;
}

PaintCommand area_of(const std::vector<RowSpan>& spans) {
  PaintCommand area;
  area.shape = Shape::kCells;
  area.cells = spans;
  area.entries = {1};
  return area;
}

}  // namespace

void SelectionBar::draw_over_world(const GameState& game) {
  const Tooling& tooling = game.tooling;
  if (!tooling.selection.empty()) draw_edge(game, area_of(tooling.selection), packed(Tint::kWorldMark));
  if (!tooling.placing) return held_.reset();
  const Placing& placing = *tooling.placing;
  if (held_ != placing.patch) {
    held_ = placing.patch;
    picture_.emplace(patch_picture(game.session, *held_));
  }
  const auto corner = [&](CellPos cell) {
    const Point pixel = game.camera.pixel_of({static_cast<double>(cell.x), static_cast<double>(cell.y)});
    return ImVec2{static_cast<float>(pixel.x), static_cast<float>(pixel.y)};
  };
  const GridSize size = held_->size;
  ImGui::GetBackgroundDrawList()->AddImage(picture_->id(), corner(placing.at),
                                           corner({placing.at.x + size.width, placing.at.y + size.height}), {0, 0},
                                           {1, 1}, packed(Tint::kWorldHeld));
  PaintCommand box;
  box.shape = Shape::kRect;
  box.from = placing.at;
  box.to = {placing.at.x + size.width - 1, placing.at.y + size.height - 1};
  draw_edge(game, box, packed(Tint::kWorldMark));
}

void SelectionBar::draw(GameState& game, PanelPlaces& places, const Box& world) {
  if (!holds_select(game) || !game.session.world().takes_patches()) return;
  Tooling& tooling = game.tooling;
  const float scale = game.scale.now;
  // Above, as what is said stands below; but not over the upper edge of what it speaks of, if it can be helped.
  const BarRoom room = room_for_bar(places, world, scale);
  place_next_bar(room, room.is_above && !covers_above(game, world.at.y + panel_gap(scale) + height_), world, scale);
  const float widest = room.width;
  ImGui::Begin("Selection", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings);
  const bool holds = tooling.placing.has_value();
  const bool has_any = holds || !tooling.selection.empty();
  ImGui::PushTextWrapPos(widest);
  ImGui::TextColored(
      themed(Tint::kQuiet), "%s",
      with_keys(game, holds     ? said("A click puts it down. Arrows move it, {put-down} puts it down there, "
                                           "{let-selection-go} lets it go.")
                      : has_any ? said("Drag it to move it. A click beside it lets it go.")
                                : said("Drag a rectangle; with {straight-line} go round it, with {rectangle} take all "
                                       "that is joined."))
          .c_str());
  ImGui::PopTextWrapPos();
  struct Deed {
    const char* label;
    std::string tooltip;
    bool is_possible;
    void (*act)(GameState&);
  };
  const bool has_selected = !tooling.selection.empty();
  const Deed deeds[] = {
      {labelled("Copy"), said("What is selected") + key_hint(game, "copy"), has_selected, copy_selection},
      {labelled("Cut"), said("Copies it, and takes it away") + key_hint(game, "cut"), has_selected, cut_selection},
      {labelled("Take away"), said("Leaves nothing of it") + key_hint(game, "erase-selection"), has_selected,
       erase_selection},
      {labelled("Paste"), said("What was copied, here or as a picture in another program") + key_hint(game, "paste"),
       true, paste_clipboard},
      {labelled("Turn"), said("A quarter turn clockwise") + key_hint(game, "turn"), has_any,
       [](GameState& it) { turn_selection(it, Turn::kClockwise); }},
      {labelled("Mirror"), said("Left becomes right") + key_hint(game, "mirror"), has_any,
       [](GameState& it) { turn_selection(it, Turn::kLeftRight); }},
      {labelled("Upside down"), said("Above becomes below") + key_hint(game, "flip"), has_any,
       [](GameState& it) { turn_selection(it, Turn::kUpDown); }},
      {labelled("Crop"), said("Leaves the world no larger than the box around it"), has_selected, crop_world},
      {labelled("Keep as a stamp"), said("It stands below Stamps, for every world"), has_any, keep_stamp}};
  WrappedRow row(widest);
  for (const Deed& deed : deeds) {
    row.next(button_width(deed.label));
    if (button(deed.label, deed.tooltip.c_str(), deed.is_possible)) deed.act(game);
  }
  row.next(button_width(labelled("Stamps...")));
  if (button(labelled("Stamps..."), said("All that you have kept"))) {
    stamps_.show(list_stamps());
    ImGui::OpenPopup("stamps");
  }
  draw_stamps(game);
  height_ = ImGui::GetWindowHeight();
  ImGui::End();
}

void SelectionBar::draw_stamps(GameState& game) {
  if (!ImGui::BeginPopup("stamps")) return;
  constexpr const char* kNone = "There are none yet: select something, and keep it as a stamp.";
  if (const std::optional<std::filesystem::path> file = stamps_.draw(game.scale.now, said(kNone))) {
    hold_file(game, *file);
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace quicksand
