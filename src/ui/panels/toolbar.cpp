#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/row_fit.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"
#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr std::array kSpeedNames{"1/4x", "1/2x", "1x", "2x", "4x", "8x"};
static_assert(kSpeedNames.size() == std::size(FrameClock::kSpeeds));

constexpr std::array<double, 7> kScales{1, 1.25, 1.5, 1.75, 2, 2.5, 3};

// The share of the chosen speed from which on the game is as fast as it should be.
constexpr double kFullSpeed = 0.93;

// Of the words about a button, in letters' heights.
constexpr float kWidestTip = 24;

// How much is seen of what has nothing to do.
constexpr float kIdleShare = 0.4F;

struct Option {
  std::string label;
  bool chosen = false;
  std::function<void()> act;
};

// In the form of icons.h.
constexpr std::string_view kPlayIcon = "P4 2 13 8 4 14";
constexpr std::string_view kPauseIcon = "P3.5 2.5 6.5 2.5 6.5 13.5 3.5 13.5 P9.5 2.5 12.5 2.5 12.5 13.5 9.5 13.5";
constexpr std::string_view kStepIcon = "P3 2.5 10 8 3 13.5 P11 2.5 13 2.5 13 13.5 11 13.5";
constexpr std::string_view kUndoIcon = "M4 13 9.5 13 12 11.8 13.2 9.5 12 7.2 9.5 6 3 6 M6 3 3 6 6 9";
constexpr std::string_view kRedoIcon = "M12 13 6.5 13 4 11.8 2.8 9.5 4 7.2 6.5 6 13 6 M10 3 13 6 10 9";
constexpr std::string_view kTimeIcon = "C8 8 6 M8 4.2 8 8 10.8 9.8";
constexpr std::string_view kWorldsIcon =
    "M2 3 7 3 7 7 2 7 Z M9 3 14 3 14 7 9 7 Z M2 9 7 9 7 13 2 13 Z M9 9 14 9 14 13 9 13 Z";
constexpr std::string_view kSaveIcon = "M8 2 8 10 M4.8 7 8 10.2 11.2 7 M2 10 2 14 14 14 14 10";
constexpr std::string_view kPictureIcon = "M2 5 5 5 6.5 3 9.5 3 11 5 14 5 14 13 2 13 Z C8 8.8 2.4";
constexpr std::string_view kRecordIcon = "D8 8 4";
constexpr std::string_view kClearIcon = "M3 4 13 4 M6.5 4 6.5 2.5 9.5 2.5 9.5 4 M4.2 4 5 14 11 14 11.8 4 M8 6.5 8 11.5";
constexpr std::string_view kRestartIcon =
    "M12.5 5.5 10.6 3.5 8 2.8 5 3.8 3 6.3 2.8 9.5 4.6 12.2 7.6 13.4 10.8 12.6 13 10 M13.2 2.2 12.6 5.6 9.2 5.2";
constexpr std::string_view kFitIcon = "C6.8 6.8 4.6 M10.2 10.2 14 14 M4.6 6.8 9 6.8 M6.8 4.6 6.8 9";
constexpr std::string_view kLookIcon = "M1.5 8 4.5 4.6 8 3.4 11.5 4.6 14.5 8 11.5 11.4 8 12.6 4.5 11.4 Z D8 8 2.2";
constexpr std::string_view kWorldIcon = "C8 8 6 M2 8 14 8 M8 2 5.4 5 5.4 11 8 14 M8 2 10.6 5 10.6 11 8 14";
constexpr std::string_view kSoundIcon = "P2 6 5 6 9 2.5 9 13.5 5 10 2 10 M11 6 11.8 8 11 10 M12.6 4 14 8 12.6 12";
constexpr std::string_view kSilenceIcon = "P2 6 5 6 9 2.5 9 13.5 5 10 2 10 M11 6 15 10 M15 6 11 10";
constexpr std::string_view kHelpIcon = "M5.2 5.6 5.6 3.8 8 2.8 10.4 3.8 10.7 5.8 9.4 7.4 8 8.6 8 10.4 D8 13 1";

// A button; or, with options, a choice, whose label says which is chosen.
struct Item {
  std::string label;
  std::string help;
  std::string_view icon = {};  // none: words alone
  int weight = 0;              // as in RowItem
  bool begins = false;         // of a group: some room before it
  std::function<void()> act = {};
  std::vector<Option> options = {};
  std::string name = {};    // of a choice, in the menu
  std::string widest = {};  // that the label may be; empty: as it is
  bool accent = false;
  bool is_bare = false;  // an icon without words, which stand in the help
  bool is_idle = false;  // there is nothing for it to do
};

std::string format(const char* pattern, double number) {
  char text[32];
  std::snprintf(text, sizeof text, pattern, number);
  return text;
}

Item speed_item(GameState& game) {
  Item item{.label = kSpeedNames[game.time.speed],
            .help = with_keys(game, said("Speed of time; slower ({slower}), faster ({faster})")),
            .weight = 8,
            .name = said("Speed"),
            .widest = "1/4x: 0.3x"};
  const double chosen = FrameClock::kSpeeds[game.time.speed];
  if (!game.time.paused && game.speedometer.speed < kFullSpeed * chosen) {
    item.label += format(game.speedometer.speed < 1 ? ": %.2gx" : ": %.1fx", game.speedometer.speed);
    item.help =
        with_keys(game, said("This machine reaches {1} times the ordinary speed in this world: the second number. "
                             "Fewer active cells, coarser effects ({look}) or a smaller world are faster.",
                             {format("%.2g", game.speedometer.speed)}));
    item.accent = true;
  }
  for (size_t i = 0; i < kSpeedNames.size(); ++i)
    item.options.push_back({kSpeedNames[i], i == game.time.speed, [&game, i] { game.time.speed = i; }});
  return item;
}

Item view_item(GameState& game) {
  Item item{.label = said("View: ") + std::string(said(info_of(game.look.mode).name)),
            .help = said("What is shown"),
            .weight = 5,
            .name = said("View")};
  for (size_t i = 0; i < kDisplayModes.size(); ++i) {
    const auto mode = static_cast<DisplayMode>(i);
    const std::string_view name = kDisplayModes[i].name;
    std::string label = said("View: ") + std::string(said(name));
    if (label.size() > item.widest.size()) item.widest = std::move(label);
    item.options.push_back({std::string(said(name)) + " - " + std::string(said(kDisplayModes[i].meaning)) +
                                key_hint(game, "view-" + std::string(name)),
                            mode == game.look.mode, [&game, mode] { show_as(game, mode); }});
  }
  return item;
}

Item scale_item(GameState& game) {
  size_t now = 0;
  for (size_t i = 0; i < kScales.size(); ++i)
    if (game.scale.wanted >= static_cast<float>(kScales[i]) - 0.01F) now = i;
  const auto name = [](double scale) { return said("UI ") + format("%g", scale) + "x"; };
  Item item{.label = name(kScales[now]),
            .help = said("Size of text and buttons"),
            .weight = 1,
            .name = said("Size of text and buttons"),
            .widest = said("UI ") + std::string("1.25x")};
  for (size_t i = 0; i < kScales.size(); ++i)
    item.options.push_back({name(kScales[i]), i == now, [&game, scale = kScales[i]] {
                              game.scale.wanted = static_cast<float>(scale);
                              game.settings.ui_scale = scale;
                              keep_settings(game);
                            }});
  return item;
}

// While a GIF is recorded the button that ends it.
Item picture_item(GameState& game) {
  const bool records = game.film && !game.film->has_ended();
  Item item{.label = records ? said("End GIF: ") + format("%.0f s", game.film->seconds()) : said("Picture"),
            .help = records ? said("Ends the recording and writes it") + key_hint(game, "film")
                            : said("A picture of the world, or a GIF of what you see"),
            .icon = records ? kRecordIcon : kPictureIcon,
            .weight = records ? 8 : 3,
            .name = said("Picture"),
            .widest = records ? said("End GIF: ") + std::string("20 s") : "",
            .accent = records};
  if (records) {
    item.act = [&game] { game.wishes.film = true; };
    return item;
  }
  item.options = {{said("Write a picture") + key_hint(game, "picture"), false, [&game] { take_screenshot(game); }},
                  {said("Copy a picture") + key_hint(game, "copy-picture"), false, [&game] { copy_screenshot(game); }},
                  {said("Record a GIF") + key_hint(game, "film"), false, [&game] { game.wishes.film = true; }}};
  return item;
}

std::vector<Item> toolbar_items(GameState& game) {
  std::vector<Item> items;
  const bool is_standing = game.time.stands();
  items.push_back({.label = is_standing ? said("Play") : said("Pause"),
                   .help = is_standing ? said("Play: time goes on") + key_hint(game, "pause")
                                       : said("Pause: stops time") + key_hint(game, "pause"),
                   .icon = is_standing ? kPlayIcon : kPauseIcon,
                   .weight = 9,
                   .act = [&game] { game.time.toggle_pause(); },
                   .widest = said("Pause"),
                   .accent = is_standing});
  items.push_back({.label = said("Step"),
                   .help = said("Step: a single tick") + key_hint(game, "step"),
                   .icon = kStepIcon,
                   .weight = 3,
                   .act = [&game] { game.time.step(); },
                   .is_bare = true});
  items.push_back(speed_item(game));
  items.push_back({.label = said("Undo"),
                   .help = said("Undo: takes back the last stroke, and time with it") + key_hint(game, "undo"),
                   .icon = kUndoIcon,
                   .weight = 7,
                   .begins = true,
                   .act = [&game] { undo(game); },
                   .is_bare = true,
                   .is_idle = game.history.undos() == 0 && !can_undo_edit(game)});
  items.push_back({.label = said("Redo"),
                   .help = said("Redo: does again what was undone") + key_hint(game, "redo"),
                   .icon = kRedoIcon,
                   .weight = 2,
                   .act = [&game] { redo(game); },
                   .is_bare = true,
                   .is_idle = game.history.redos() == 0 && !can_redo_edit(game)});
  items.push_back({.label = said("Time"),
                   .help = said("A timeline under the world: go back, watch it again, go on in another way") +
                           key_hint(game, "timeline"),
                   .icon = kTimeIcon,
                   .weight = 3,
                   .act = [&game] { game.panels.time = !game.panels.time; },
                   .accent = game.panels.time,
                   .is_bare = true});
  items.push_back({.label = said("Worlds"),
                   .help = with_keys(game, said("Scenes, saves and pictures ({worlds}); or drop a file on the window")),
                   .icon = kWorldsIcon,
                   .weight = 7,
                   .begins = true,
                   .act = [&game] { game.wishes.open_dialog = true; }});
  items.push_back({.label = said("Save"),
                   .help = said("Saves the world as a picture that can be opened again") + key_hint(game, "save-world"),
                   .icon = kSaveIcon,
                   .weight = 6,
                   .act = [&game] { game.wishes.save_dialog = true; }});
  items.push_back(picture_item(game));
  items.push_back({.label = said("Clear"),
                   .help = said("Empties the world and closes its border; the world before is kept") +
                           key_hint(game, "clear-world"),
                   .icon = kClearIcon,
                   .weight = 4,
                   .begins = true,
                   .act = [&game] { clear_world(game); }});
  items.push_back({.label = said("Restart"),
                   .help = said("Goes back to how \"{1}\" began; the world as it is now is kept",
                                {world_name(game.session.scene().name)}) +
                           key_hint(game, "restart"),
                   .icon = kRestartIcon,
                   .weight = 4,
                   .act = [&game] { restart_scene(game); }});
  items.push_back({.label = said("Fit"),
                   .help = with_keys(game, said("Fit: shows the whole world ({fit}); {zoom-in-here} zooms in, dragging "
                                                "with {move-view} moves the view")),
                   .icon = kFitIcon,
                   .weight = 2,
                   .begins = true,
                   .act = [&game] { game.camera.fit(); },
                   .is_bare = true});
  items.push_back(view_item(game));
  items.push_back({.label = said("Look"),
                   .help = said("Light, blur and other effects; colours and patterns") + key_hint(game, "look"),
                   .icon = kLookIcon,
                   .weight = 5,
                   .act = [&game] { game.panels.look = !game.panels.look; },
                   .accent = game.panels.look});
  items.push_back({.label = said("Physics"),
                   .help = said("Gravity, temperature, the border; in dunes how sand slides, the wind and bodies") +
                           key_hint(game, "physics"),
                   .icon = kWorldIcon,
                   .weight = 5,
                   .act = [&game] { game.panels.physics = !game.panels.physics; },
                   .accent = game.panels.physics});
  const bool sounds = wants_sound(game);
  items.push_back({.label = sounds ? said("Sound off") : said("Sound on"),
                   .help = !game.hearing.has_device ? said("Sound: this machine has no sound device")
                           : sounds ? with_keys(game, said("Sound off ({sound}); how loud it is stands in Look"))
                                    : said("Sound on") + key_hint(game, "sound"),
                   .icon = sounds ? kSoundIcon : kSilenceIcon,
                   .weight = 4,
                   .act = [&game] { toggle_sound(game); },
                   .is_bare = true,
                   .is_idle = !game.hearing.has_device});
  items.push_back({.label = said("Help"),
                   .help = said("All keys") + key_hint(game, "help-page"),
                   .icon = kHelpIcon,
                   .weight = 6,
                   .act = [&game] { game.panels.help = !game.panels.help; },
                   .accent = game.panels.help});
  items.push_back(scale_item(game));
  return items;
}

float icon_side() { return std::round(0.95F * ImGui::GetFontSize()); }

float width_of(const Item& item) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::string& text = item.widest.size() > item.label.size() ? item.widest : item.label;
  const float arrow = item.options.empty() ? 0 : ImGui::GetFrameHeight();
  const float words = item.is_bare ? 0 : ImGui::CalcTextSize(text.c_str()).x;
  const float icon = item.icon.empty() ? 0 : icon_side() + (item.is_bare ? 0 : style.ItemInnerSpacing.x);
  return words + icon + 2 * style.FramePadding.x + arrow;
}

void tooltip(const Item& item) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kWidestTip * ImGui::GetFontSize());
  ImGui::TextUnformatted(item.help.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// The same below the button that was drawn last, so that it covers no other.
void tooltip_below(const Item& item) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float wrap = kWidestTip * ImGui::GetFontSize();
  const float width = ImGui::CalcTextSize(item.help.c_str(), nullptr, false, wrap).x + 2 * style.WindowPadding.x;
  const float left = std::min(ImGui::GetItemRectMin().x, ImGui::GetIO().DisplaySize.x - width);
  if (ImGui::IsItemHovered()) ImGui::SetNextWindowPos({left, ImGui::GetItemRectMax().y + style.ItemSpacing.y});
  tooltip(item);
}

// What stands on a button: ImGui's own would have no icon.
void draw_face(const Item& item, ImVec2 at) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImVec4 shade = item.accent ? themed(Tint::kAccent) : style.Colors[ImGuiCol_Text];
  if (item.is_idle) shade.w *= kIdleShare;
  const ImU32 colour = ImGui::GetColorU32(shade);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = at.x + style.FramePadding.x;
  if (!item.icon.empty()) {
    draw_icon(list, item.icon, {x, std::round(at.y + (ImGui::GetFrameHeight() - icon_side()) / 2)}, icon_side(),
              colour);
    x += icon_side() + style.ItemInnerSpacing.x;
  }
  if (!item.is_bare) list.AddText({x, at.y + style.FramePadding.y}, colour, item.label.c_str());
}

void draw_item(const Item& item) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (item.options.empty()) {
    const bool pressed = ImGui::Button("##item", {width_of(item), 0});
    draw_face(item, at);
    tooltip_below(item);
    if (pressed) item.act();
    return;
  }
  ImGui::SetNextItemWidth(width_of(item));
  const bool open = ImGui::BeginCombo("##item", "", ImGuiComboFlags_HeightLargest);
  if (!open) {
    draw_face(item, at);
    return tooltip_below(item);
  }
  for (const Option& option : item.options)
    if (ImGui::Selectable(option.label.c_str(), option.chosen)) option.act();
  ImGui::EndCombo();
  draw_face(item, at);
}

void draw_in_menu(const Item& item) {
  if (item.options.empty()) {
    if (ImGui::MenuItem((item.label + "###item").c_str(), nullptr, false, !item.is_idle)) item.act();
    return tooltip(item);
  }
  if (!ImGui::BeginMenu((item.name + "###menu").c_str())) return;
  for (const Option& option : item.options)
    if (ImGui::MenuItem(option.label.c_str(), nullptr, option.chosen)) option.act();
  ImGui::EndMenu();
}

}  // namespace

void draw_toolbar(GameState& game, const Box& box) {
  begin_panel("toolbar", box, ImGuiWindowFlags_NoScrollWithMouse);
  const std::vector<Item> items = toolbar_items(game);
  const ImGuiStyle& style = ImGui::GetStyle();
  std::vector<RowItem> row;
  for (const Item& item : items)
    row.push_back({width_of(item), row.empty() ? 0 : style.ItemSpacing.x * (item.begins ? 2.5F : 1), item.weight});
  const char* const kMore = said("More");
  const float more = ImGui::CalcTextSize(kMore).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
  const std::vector<bool> shown = fit_row(row, box.size.x - 2 * style.WindowPadding.x, more);
  bool is_first = true;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!shown[i]) continue;
    if (!is_first) ImGui::SameLine(0, row[i].gap);
    is_first = false;
    ImGui::PushID(static_cast<int>(i));
    draw_item(items[i]);
    ImGui::PopID();
  }
  if (std::find(shown.begin(), shown.end(), false) != shown.end()) {
    if (!is_first) ImGui::SameLine();
    if (ImGui::Button(labelled("More"))) ImGui::OpenPopup("more");
    if (ImGui::BeginPopup("more")) {
      for (size_t i = 0; i < items.size(); ++i)
        if (!shown[i]) {
          ImGui::PushID(static_cast<int>(i));
          draw_in_menu(items[i]);
          ImGui::PopID();
        }
      ImGui::EndPopup();
    }
  }
  ImGui::End();
}

}  // namespace quicksand
