#include "ui/panels/worlds_page.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/game/worlds.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "view/thumbnail.h"

namespace quicksand {
namespace {

constexpr const char* kTitle = "Worlds";
constexpr float kTileWidth = 215;    // about, at scale 1
constexpr float kPictureRatio = 16.0F / 9;
constexpr double kMostCut = 0.2;     // of a picture's longer side
constexpr int kPicturesAFrame = 4;   // that become textures

// Another picture, where the file has been written again.
std::string key_of(const WorldEntry& world) {
  return world.scene + "@" + std::to_string(world.written.time_since_epoch().count());
}

// As much of it as fits, with dots where it is cut off.
std::string fitted(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  std::string begin = text;
  const auto is_inside_letter = [&] { return !begin.empty() && (begin.back() & 0xc0) == 0x80; };
  while (!begin.empty() && ImGui::CalcTextSize((begin + "...").c_str()).x > width) {
    while (is_inside_letter()) begin.pop_back();
    if (!begin.empty()) begin.pop_back();
  }
  return begin + "...";
}

bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

float line_height() { return ImGui::GetTextLineHeight(); }
float gap() { return ImGui::GetStyle().ItemSpacing.x; }

ImU32 colour(const ImVec4& value) { return ImGui::ColorConvertFloat4ToU32(value); }

}  // namespace

void WorldsPage::draw(GameState& game) {
  if (std::exchange(game.wishes.open_dialog, false)) {
    begin(game);
    ImGui::OpenPopup(kTitle);
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  centre_next_window(screen.x, screen.y);
  bool stays_open = true;
  if (!ImGui::BeginPopupModal(kTitle, &stays_open, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
  game.panels.dialog = true;
  take_pictures();
  draw_parts();
  switch (part_) {
    case Part::kWorlds:
      draw_worlds(game);
      break;
    case Part::kNewWorld:
      if (form_.draw(game)) ImGui::CloseCurrentPopup();
      break;
    case Part::kFile:
      draw_file(game);
      break;
  }
  if (game.wishes.close_dialog) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

// Not tabs of Dear ImGui's: those take no click from a pointer that came to them in the same frame.
void WorldsPage::draw_parts() {
  constexpr std::pair<Part, const char*> kParts[] = {
      {Part::kWorlds, "All worlds"}, {Part::kNewWorld, "New world"}, {Part::kFile, "A file"}};
  for (const auto& [part, label] : kParts) {
    const bool is_chosen = part == part_;
    if (part != kParts[0].first) ImGui::SameLine();
    if (is_chosen) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
    if (ImGui::Button(label)) part_ = part;
    if (is_chosen) ImGui::PopStyleColor();
  }
  ImGui::Separator();
}

void WorldsPage::begin(const GameState& game) {
  part_ = Part::kWorlds;
  worlds_ = list_worlds(game.given);
  words_.clear();
  search();
  std::map<std::string, Shown> kept;
  for (const WorldEntry& world : worlds_)
    if (auto shown = pictures_.extract(key_of(world))) kept.insert(std::move(shown));
  pictures_ = std::move(kept);
}

// A few a frame, so that none takes long. What has left the list since it was asked for is dropped.
void WorldsPage::take_pictures() {
  for (int i = 0; i < kPicturesAFrame; ++i) {
    const std::optional<WorldPicture> picture = maker_.take();
    if (!picture) return;
    const auto shown = pictures_.find(picture->key);
    if (shown == pictures_.end() || picture->image.size.cells() == 0) continue;
    shown->second.texture.emplace(picture->image);
    shown->second.world = picture->size;
  }
}

void WorldsPage::search() {
  groups_ = find_worlds(worlds_, words_);
  chosen_ = 0;
  scroll_to_chosen_ = true;
}

void WorldsPage::draw_worlds(GameState& game) {
  // The keyboard belongs to the search, but while a button or the scroll bar is held.
  if (!ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##words", "Type to find a world; arrow keys and Enter open one", &words_,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited()) search();
  ImGui::BeginChild("tiles");
  const float room = ImGui::GetContentRegionAvail().x + gap();
  const auto columns =
      static_cast<size_t>(std::max(2.0F, std::round(room / (kTileWidth * game.scale.now + gap()))));
  if (const std::optional<size_t> moved = pressed_arrow(columns)) {
    chosen_ = *moved;
    scroll_to_chosen_ = true;
  }
  std::optional<size_t> wanted = draw_tiles(game, columns);
  ImGui::EndChild();
  if (!wanted && entered && !groups_.empty()) wanted = chosen_;
  if (!wanted) return;
  for (const WorldGroup& group : groups_) {
    if (*wanted < group.worlds.size()) return choose(game, worlds_[group.worlds[*wanted]]);
    *wanted -= group.worlds.size();
  }
}

std::optional<size_t> WorldsPage::pressed_arrow(size_t columns) const {
  constexpr std::pair<ImGuiKey, ArrowKey> kArrows[] = {{ImGuiKey_LeftArrow, ArrowKey::kLeft},
                                                       {ImGuiKey_RightArrow, ArrowKey::kRight},
                                                       {ImGuiKey_UpArrow, ArrowKey::kUp},
                                                       {ImGuiKey_DownArrow, ArrowKey::kDown}};
  for (const auto& [key, arrow] : kArrows)
    if (!groups_.empty() && is_pressed(key)) return next_tile(groups_, columns, chosen_, arrow);
  return std::nullopt;
}

// The tile that is clicked.
std::optional<size_t> WorldsPage::draw_tiles(GameState& game, size_t columns) {
  std::optional<size_t> clicked;
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = std::floor((room - gap() * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  if (groups_.empty()) ImGui::TextColored(kQuietText, "No world is called so.");
  const bool has_saves = std::ranges::any_of(worlds_, &WorldEntry::is_save);
  if (!has_saves && words_.empty())
    ImGui::TextColored(kQuietText, "What you save with Ctrl+S stands here, before all others.");
  size_t tile = 0;
  for (const WorldGroup& group : groups_) {
    ImGui::Dummy({0, gap() / 2});
    heading(group.heading.c_str());
    for (size_t i = 0; i < group.worlds.size(); ++i, ++tile) {
      if (i % columns != 0) ImGui::SameLine(0, gap());
      ImGui::PushID(static_cast<int>(tile));
      const bool is_chosen = tile == chosen_;
      if (draw_tile(game, worlds_[group.worlds[i]], width, is_chosen, is_chosen && scroll_to_chosen_)) clicked = tile;
      ImGui::PopID();
    }
  }
  scroll_to_chosen_ = false;
  return clicked;
}

// Whether it is clicked.
bool WorldsPage::draw_tile(GameState& game, const WorldEntry& world, float width, bool chosen, bool scrolls) {
  const float picture = std::floor(width / kPictureRatio);
  const float padding = std::floor(4 * game.scale.now);
  const float lines = world.is_save ? 2 : 1;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{width, picture + lines * line_height() + 2 * padding};
  const ImVec2 end{at.x + size.x, at.y + size.y};
  const bool clicked = ImGui::InvisibleButton("tile", size);
  if (scrolls) {
    // The heading above the first row shows as well.
    const float top = ImGui::GetWindowPos().y;
    const float bottom = top + ImGui::GetWindowHeight();
    const float above = line_height() + 2 * gap();
    if (at.y - above < top) ImGui::SetScrollY(ImGui::GetScrollY() + at.y - above - top);
    if (end.y > bottom) ImGui::SetScrollY(ImGui::GetScrollY() + end.y - bottom);
  }
  if (!ImGui::IsRectVisible(at, end)) return clicked;
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding;
  list.AddRectFilled(at, end, ImGui::GetColorU32(hovered ? ImGuiCol_ButtonHovered : ImGuiCol_Button), rounding);
  draw_picture(game, world, at.x, at.y, width, picture);
  const ImVec2 text{at.x + padding, at.y + picture + padding};
  list.AddText(text, ImGui::GetColorU32(ImGuiCol_Text), fitted(world.title, width - 2 * padding).c_str());
  const std::optional<GridSize> cells = world.size ? world.size : pictures_[key_of(world)].world;
  const std::string cells_text = cells ? size_text(*cells) : "";
  if (world.is_save) {
    const std::string line = date_text(world.written) + (cells_text.empty() ? "" : "  " + cells_text);
    list.AddText({text.x, text.y + line_height()}, colour(kQuietText), fitted(line, width - 2 * padding).c_str());
  }
  if (chosen || hovered)
    list.AddRect(at, end, colour(chosen ? kAccent : kQuietText), rounding, 0, (chosen ? 2.0F : 1.0F) * game.scale.now);
  if (hovered)
    ImGui::SetTooltip("%s\n%s%s%s", world.title.c_str(), world.name.c_str(), cells_text.empty() ? "" : ", ",
                      cells_text.empty() ? "" : (cells_text + " cells").c_str());
  return clicked;
}

void WorldsPage::draw_picture(GameState& game, const WorldEntry& world, float left, float top, float width, float height) {
  const auto [place, is_new] = pictures_.try_emplace(key_of(world));
  if (is_new) {
    PictureOrder order{place->first, world.picture, {}};
    order.request.scene = world.scene;
    order.request.mods = game.given.mods;
    order.request.mods.insert(order.request.mods.end(), world.mods.begin(), world.mods.end());
    maker_.order(std::move(order));
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({left, top}, {left + width, top + height}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     ImGui::GetStyle().FrameRounding);
  if (!place->second.texture) return;
  const PictureTexture& texture = *place->second.texture;
  const Framing framing = frame_picture(texture.size(), width, height, kMostCut);
  const auto wide = static_cast<float>(framing.width) * width;
  const auto high = static_cast<float>(framing.height) * height;
  const ImVec2 from{left + (width - wide) / 2, top + (height - high) / 2};
  list.AddImage(texture.id(), from, {from.x + wide, from.y + high},
                {static_cast<float>(framing.left), static_cast<float>(framing.top)},
                {static_cast<float>(framing.right), static_cast<float>(framing.bottom)});
}

void WorldsPage::draw_file(GameState& game) {
  ImGui::TextWrapped(
      "A scene file, a save, or any picture: its pixels become the materials of the nearest colour. "
      "You can also drop a file on the window.");
  if (!ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##path", "/path/to/a/file", &path_, ImGuiInputTextFlags_EnterReturnsTrue);
  if (!(ImGui::Button("Open") || entered) || path_.empty()) return;
  ImGui::CloseCurrentPopup();
  open_scene(game, path_);
}

void WorldsPage::choose(GameState& game, const WorldEntry& world) {
  ImGui::CloseCurrentPopup();
  open_scene(game, world.scene, world.mods);
}

}  // namespace quicksand
