#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/panels/icons.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr float kSwatch = 32;  // at scale 1
constexpr float kToolRow = 23;
constexpr float kIconColumn = 25;
constexpr float kRowSpacing = 1;

constexpr std::string_view kStar = "M8 1 10 6 15 6 11 9 13 14 8 11 3 14 5 9 1 6 6 6 Z";
constexpr std::string_view kFullStar =
    "P8 1 10 6 6 6 Z P15 6 11 9 8 5 Z P13 14 8 11 10 8 Z P3 14 6 8 8 11 Z P1 6 8 5 5 9 Z P6 6 10 6 11 9 8 11 5 9 Z";
constexpr float kStarSide = 14;

constexpr std::string_view kEraserIcon = "M2 11 9 4 13 8 6 15 4 15 2 13 Z M5 8 9 12 M8 15 14 15";

// Of the panel's width, the palette takes so much at most for a second column.
constexpr float kMostOfWindow = 0.36F;

// The widest word of a list of names: names are broken between words, so that none is cut.
float widest_word(const GameState& game) {
  float widest = 0;
  for (const Choice& choice : choices_of(game)) {
    const std::string label = shown_label_of(game, choice);
    for (size_t at = 0; at < label.size();) {
      const size_t end = std::min(label.find(' ', at), label.size());
      widest = std::max(widest, ImGui::CalcTextSize(label.c_str() + at, label.c_str() + end).x);
      at = end + 1;
    }
  }
  return widest;
}

void draw_card(const GameState& game, const Choice& choice) {
  // Beside the palette, so that it covers no other choice.
  const float left = ImGui::GetWindowPos().x - ImGui::GetStyle().WindowPadding.x;
  const bool is_low = ImGui::GetItemRectMin().y > ImGui::GetIO().DisplaySize.y / 2;
  if (is_low)
    ImGui::SetNextWindowPos({left, ImGui::GetItemRectMax().y}, ImGuiCond_Always, {1, 1});
  else
    ImGui::SetNextWindowPos({left, ImGui::GetItemRectMin().y}, ImGuiCond_Always, {1, 0});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(20 * ImGui::GetFontSize());
  heading(shown_label_of(game, choice).c_str());
  const std::string description = description_of(game, choice);
  if (!description.empty()) ImGui::TextUnformatted(description.c_str());
  if (choice.tool) {
    const std::string keys = spoken_keys(game, *find_action("tool-" + command_word(choice.tool->name)));
    ImGui::TextColored(themed(Tint::kQuiet), "%s", keys.empty() ? said("No key") : (said("Key ") + keys).c_str());
  }
  for (const std::string& fact : facts_of(game, choice)) ImGui::TextColored(themed(Tint::kQuiet), "%s", fact.c_str());
  if (may_be_favourite(choice))
    ImGui::TextColored(themed(Tint::kAccent), "%s", said("Right click: change it, and see all that it reacts with"));
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// A star at the right end of a row that the pointer is over. Whether the pointer is over the star.
bool draw_star(const GameState& game, const Choice& choice, ImVec2 first, ImVec2 last) {
  const float side = kStarSide * game.scale.now;
  const ImVec2 at{last.x - side - 2 * game.scale.now, (first.y + last.y - side) / 2};
  const bool pointed = ImGui::IsMouseHoveringRect({at.x - 2 * game.scale.now, first.y}, last);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({at.x - 2 * game.scale.now, first.y}, last, ImGui::GetColorU32(ImGuiCol_HeaderHovered));
  const bool full = is_favourite(game, choice);
  draw_icon(draw, full ? kFullStar : kStar, at, side, packed(pointed || full ? Tint::kAccent : Tint::kQuiet));
  return pointed;
}

// How many tools stand in a row that is so wide.
int tools_in_row(const GameState& game, PaletteForm form, int columns, float width) {
  if (form != PaletteForm::kIcon) return columns;
  return std::max(1, static_cast<int>((width + ImGui::GetStyle().ItemSpacing.x) /
                                      (kIconColumn * game.scale.now + ImGui::GetStyle().ItemSpacing.x)));
}

// What draw_group() takes of the tools.
float height_of_tools(const GameState& game, const PaletteGroup& tools, int in_row) {
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const auto rows = std::ceil(static_cast<float>(tools.choices.size()) / static_cast<float>(in_row));
  return ImGui::GetTextLineHeight() + 3 * spacing + (2 + rows * (kToolRow + kRowSpacing)) * game.scale.now;
}

// Enter takes the best match, if there is one.
std::optional<Choice> take_best_match(GameState& game, const std::string& words) {
  const std::vector<Choice> found = find_choices(game, words);
  if (found.empty()) return std::nullopt;
  select(game, found.front());
  return found.front();
}

// What lies over what in a list of swatches. Each is drawn at once, so that there are as few changes of texture.
enum Layer { kBelow, kPictures, kAbove, kLayers };

class Layers {
 public:
  explicit Layers(ImDrawListSplitter& splitter) : splitter_(splitter), list_(*ImGui::GetWindowDrawList()) {
    splitter_.Split(&list_, kLayers);
  }
  ~Layers() { splitter_.Merge(&list_); }
  Layers(const Layers&) = delete;
  Layers& operator=(const Layers&) = delete;

 private:
  ImDrawListSplitter& splitter_;
  ImDrawList& list_;
};

// A frame that comes and goes, round what the hint speaks of.
void point_to(ImVec2 first, ImVec2 last, float scale) {
  constexpr double kTurnsASecond = 5;
  ImVec4 shade = themed(Tint::kAccent);
  shade.w = static_cast<float>(0.65 + 0.35 * std::sin(kTurnsASecond * ImGui::GetTime()));
  ImGui::GetWindowDrawList()->AddRect(first, last, ImGui::GetColorU32(shade), 5 * scale, 0, 2 * scale);
}

}  // namespace

float PalettePanel::arrange(const GameState& game, float window_width) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float column = (kSwatch + 9) * game.scale.now + widest_word(game) + style.ItemSpacing.x;
  const float rest = 2 * style.WindowPadding.x + style.ScrollbarSize;
  const float least = BrushPanel::least_width() + 2 * style.WindowPadding.x;
  columns_ = 2 * column + rest <= kMostOfWindow * window_width ? 2 : 1;
  // However long a mod's words are: then they are broken.
  return std::max(least, std::min(static_cast<float>(columns_) * column + rest, window_width / 2));
}

// A picture of the material, or a tool's icon, and the name, if there is room for it.
void PalettePanel::draw_choice(GameState& game, const Choice& choice, float width, PaletteForm form) {
  const float scale = game.scale.now;
  const bool compact = form != PaletteForm::kLarge;
  const float height = (compact ? kToolRow : kSwatch + 2) * scale;
  const std::string label = label_of(game, choice);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool selected = is_selected(game, choice);
  const bool clicked =
      ImGui::Selectable(("##" + label + (choice.tool ? " tool" : "")).c_str(), selected, 0, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  const bool is_shown_whole = game.panels.material && edited_entry(game) == choice.entry && !choice.tool;
  if (hovered && !is_shown_whole) draw_card(game, choice);
  const bool has_star = hovered && form == PaletteForm::kLarge && may_be_favourite(choice);
  if (!choice.tool && ImGui::IsItemClicked(ImGuiMouseButton_Right)) edit_material(game, choice.entry);
  if (label == scroll_to_) {
    // What is seen stays where it is, and the rest moves no farther than it must.
    if (!ImGui::IsItemVisible()) ImGui::SetScrollHereY(1);
    scroll_to_.clear();
  }
  if (selected && game.wishes.show_chosen) ImGui::SetScrollHereY();
  if (label == wanted_) point_to(at, {at.x + width, at.y + height}, scale);

  if (hovered && !choice.tool && !compact) swatches_.let_move(choice.entry);
  if (!ImGui::IsItemVisible() && !clicked) return;

  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float side = (compact ? kToolRow - 6 : kSwatch) * scale;
  const float indent = form == PaletteForm::kIcon ? (width - side) / 2 : (compact ? 5 : 2) * scale;
  const ImVec2 first{at.x + indent, at.y + (height - side) / 2};
  const ImVec2 last{first.x + side, first.y + side};
  const Rgb colour = colour_of(game, choice);
  const bool is_eraser = !choice.tool && choice.entry == 0;
  const ImU32 exact = IM_COL32(colour.r, colour.g, colour.b, 255);
  if (choice.tool || is_eraser) {
    draw_icon(draw, is_eraser ? kEraserIcon : choice.tool->icon, first, side,
              is_eraser ? packed(Tint::kEraser) : legible(colour));
  } else {
    if (compact) {
      draw.AddRectFilled(first, last, exact, 4 * scale);
    } else {
      layers_.SetCurrentChannel(&draw, kPictures);
      swatches_.draw(draw, choice.entry, first, side);
      layers_.SetCurrentChannel(&draw, kAbove);
    }
    if (selected || hovered)
      draw.AddRect(first, last, packed(selected ? Tint::kAccent : Tint::kSwatchEdgeHovered), 4 * scale, 0,
                   (selected ? 2 : 1) * scale);
    if (!compact) layers_.SetCurrentChannel(&draw, kBelow);
  }
  if (form == PaletteForm::kIcon) {
    if (clicked) select(game, choice);
    return;
  }
  const float text_x = last.x + 7 * scale;
  const float wrap = at.x + width + ImGui::GetStyle().ItemSpacing.x - text_x;
  const std::string shown = shown_label_of(game, choice);
  const float text_height = ImGui::CalcTextSize(shown.c_str(), nullptr, false, wrap).y;
  draw.PushClipRect(at, {at.x + width, at.y + height}, true);
  draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {text_x, at.y + std::max((height - text_height) / 2, 0.0F)},
               ImGui::GetColorU32(selected ? themed(Tint::kAccent) : ImGui::GetStyleColorVec4(ImGuiCol_Text)),
               shown.c_str(), nullptr, wrap);
  draw.PopClipRect();
  // Last, because a favourite that comes or goes changes what the palette has.
  const bool on_star = has_star && draw_star(game, choice, at, {at.x + width, at.y + height});
  if (clicked && on_star)
    toggle_favourite(game, choice);
  else if (clicked)
    select(game, choice);
}

void PalettePanel::draw_choices(GameState& game, std::span<const Choice> choices, PaletteForm form) {
  const float room = ImGui::GetContentRegionAvail().x;
  const int in_row = tools_in_row(game, form, columns_, room);
  const float column = room / static_cast<float>(in_row);
  const float left = ImGui::GetCursorPosX();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, kRowSpacing * game.scale.now});
  int at = 0;
  for (const Choice& choice : choices) {
    if (at % in_row != 0) ImGui::SameLine(left + static_cast<float>(at % in_row) * column);
    draw_choice(game, choice, column - ImGui::GetStyle().ItemSpacing.x, form);
    ++at;
  }
  ImGui::PopStyleVar();
}

void PalettePanel::draw_group(GameState& game, const PaletteGroup& group, PaletteForm form) {
  heading(said(group.category).c_str(), themed(Tint::kQuiet));
  ImGui::PushID(group.category.c_str());  // a favourite stands in two groups
  draw_choices(game, group.choices, form);
  ImGui::PopID();
  ImGui::Dummy({0, 2 * game.scale.now});
}

// A row of what was drawn with last, once there is a choice.
void PalettePanel::draw_recent(GameState& game) {
  std::vector<Choice> recent = recent_of(game);
  if (recent.size() < 2) return;
  const auto room =
      static_cast<size_t>(tools_in_row(game, PaletteForm::kIcon, columns_, ImGui::GetContentRegionAvail().x));
  recent.resize(std::min(recent.size(), room));
  ImGui::PushID("recent");
  draw_choices(game, recent, PaletteForm::kIcon);
  ImGui::PopID();
}

// Esc shows the whole palette again.
void PalettePanel::draw_search(GameState& game) {
  ImGui::SetNextItemWidth(-1);
  if (game.wishes.search) ImGui::SetKeyboardFocusHere();
  game.wishes.search = false;
  if (ImGui::InputTextWithHint("##search", with_keys(game, said("Search ({search})")).c_str(), words_, sizeof words_,
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll)) {
    if (const std::optional<Choice> taken = take_best_match(game, words_)) {
      words_[0] = '\0';
      scroll_to_ = label_of(game, *taken);
    } else {
      game.wishes.search = true;
    }
  }
  if (game.wishes.close_dialog) words_[0] = '\0';
}

// The tools and the brush are always in sight, however many materials there are above them, and so take less room than
// those: tools lose their names where materials would have less than half of it. Where there is no room for a few rows
// of materials even then, all of it scrolls as one.
void PalettePanel::draw_all(GameState& game, float brush_height) {
  const std::vector<PaletteGroup> groups = choice_groups(game);
  const PaletteGroup& tools = groups.back();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto below_with = [&](PaletteForm form) {
    return height_of_tools(game, tools, tools_in_row(game, form, columns_, room.x)) + brush_height +
           2 * ImGui::GetStyle().ItemSpacing.y;
  };
  const bool names_fit = below_with(PaletteForm::kSmall) <= room.y / 2;
  const float least = 4 * (kSwatch + 2) * game.scale.now;
  const bool pinned = room.y >= below_with(PaletteForm::kIcon) + least;
  const PaletteForm form = names_fit || !pinned ? PaletteForm::kSmall : PaletteForm::kIcon;
  const float below = below_with(form);
  ImGui::BeginChild("entries", {0, pinned ? -below : 0});
  {
    const Layers layers(layers_);
    if (const std::vector<Choice> favourites = favourites_of(game); !favourites.empty())
      draw_group(game, {"Favourites", favourites, false}, PaletteForm::kLarge);
    for (const PaletteGroup& group : groups)
      if (!group.is_tools) draw_group(game, group, PaletteForm::kLarge);
  }
  if (pinned) ImGui::EndChild();
  ImGui::Separator();
  draw_group(game, tools, form);
  brush_.draw(game);
  if (!pinned) ImGui::EndChild();
}

void PalettePanel::draw_found(GameState& game, float brush_height) {
  const bool is_known = found_.words == words_ && found_.set == game.session.shared_materials() &&
                        found_.changes == game.session.changes();
  if (!is_known) {
    found_ = {words_, game.session.shared_materials(), game.session.changes(), find_choices(game, words_), {}};
    for (const Choice& choice : found_.choices) found_.reasons.push_back(found_because(game, choice, words_));
  }
  const std::vector<Choice> found = found_.choices;
  const auto others =
      std::ranges::find_if_not(found, [&](const Choice& choice) { return is_called(game, choice, words_); });
  const bool pinned = ImGui::GetContentRegionAvail().y >= 2 * brush_height;
  ImGui::BeginChild("found", {0, pinned ? -brush_height : 0});
  {
    const Layers layers(layers_);
    draw_choices(game, std::span(found).first(static_cast<size_t>(others - found.begin())), PaletteForm::kLarge);
    if (others != found.begin() && others != found.end()) heading(said("Has to do with it"), themed(Tint::kQuiet));
    for (auto choice = others; choice != found.end(); ++choice) {
      draw_choice(game, *choice, ImGui::GetContentRegionAvail().x, PaletteForm::kLarge);
      const std::string& reason = found_.reasons[static_cast<size_t>(choice - found.begin())];
      if (reason.empty()) continue;
      const float indent = (kSwatch + 9) * game.scale.now;
      ImGui::Indent(indent);
      ImGui::PushTextWrapPos();
      ImGui::TextColored(themed(Tint::kQuiet), "%s", reason.c_str());
      ImGui::PopTextWrapPos();
      ImGui::Unindent(indent);
    }
  }
  if (found.empty()) ImGui::TextWrapped(said("No material matches \"%s\"."), words_);
  ImGui::EndChild();
  if (pinned) brush_.draw(game);
}

void PalettePanel::draw(GameState& game, const Box& box) {
  begin_panel("palette", box);
  const std::string wanted = game.panels.hint && !game.offer ? game.hints.wanted() : "";
  if (wanted != wanted_) scroll_to_ = wanted;
  wanted_ = wanted;
  draw_search(game);
  draw_recent(game);
  const float brush_height = 4 * ImGui::GetFrameHeightWithSpacing() + 4 * game.scale.now;
  if (words_[0] == '\0')
    draw_all(game, brush_height);
  else
    draw_found(game, brush_height);
  game.wishes.show_chosen = false;
  ImGui::End();
}

}  // namespace quicksand
