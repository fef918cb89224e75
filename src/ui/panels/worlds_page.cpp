#include "ui/panels/worlds_page.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"
#include "ui/imgui_versions.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "view/thumbnail.h"

namespace quicksand {
namespace {

constexpr const char* kTitle = "Worlds";
constexpr float kTileWidth = 215;  // about, at scale 1
constexpr float kPictureRatio = 16.0F / 9;
constexpr double kMostCut = 0.2;    // of a picture's longer side
constexpr int kPicturesAFrame = 4;  // that become textures

// Another picture, where the file has been written again.
std::string key_of(const WorldEntry& world) {
  return world.scene + "@" + std::to_string(static_cast<int64_t>(world.written.time_since_epoch().count()));
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

// What the player has saved is called as the player said.
std::string title_of(const WorldEntry& world) { return world.is_save ? world.title : said(world.title); }

float line_height() { return ImGui::GetTextLineHeight(); }
float gap() { return ImGui::GetStyle().ItemSpacing.x; }

ImU32 colour(const ImVec4& value) { return ImGui::ColorConvertFloat4ToU32(value); }

}  // namespace

void WorldsPage::draw(GameState& game) {
  if (std::exchange(game.wishes.open_dialog, false)) {
    begin(game);
    game.hints.deeds().saw_worlds = true;
    ImGui::OpenPopup(labelled(kTitle));
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  centre_next_window(screen.x, screen.y);
  bool stays_open = true;
  if (!ImGui::BeginPopupModal(labelled(kTitle), &stays_open, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove))
    return;
  game.panels.dialog = true;
  take_pictures();
  draw_parts(game);
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
  if (game.wishes.close_dialog && !in_menu_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

// Not tabs of Dear ImGui's: those take no click from a pointer that came to them in the same frame.
void WorldsPage::draw_parts(GameState& game) {
  constexpr std::pair<Part, const char*> kParts[] = {
      {Part::kWorlds, "All worlds"}, {Part::kNewWorld, "New world"}, {Part::kFile, "A file"}};
  for (const auto& [part, label] : kParts) {
    const bool is_chosen = part == part_;
    if (part != kParts[0].first) ImGui::SameLine();
    if (is_chosen) ImGui::PushStyleColor(ImGuiCol_Text, themed(Tint::kAccent));
    if (ImGui::Button(labelled(label))) part_ = part;
    if (is_chosen) ImGui::PopStyleColor();
  }
  const char* const kFolder = said("Open the folder");
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(kFolder).x - 2 * style.FramePadding.x);
  if (ImGui::Button(labelled("Open the folder")) && game.show_folder)
    if (const Status shown = game.show_folder(saves_folder().parent_path()); !shown)
      game.toasts.complain(shown.failure().text());
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip(said("Saves, pictures and GIFs: %s"), shown_path(saves_folder().parent_path()).c_str());
  ImGui::Separator();
}

void WorldsPage::begin(const GameState& game) {
  part_ = Part::kWorlds;
  words_.clear();
  list(game);
}

void WorldsPage::list(const GameState& game) {
  worlds_ = list_worlds(game.given);
  search();
  if (std::exchange(materials_loads_, game.reload.loads) != game.reload.loads) pictures_.clear();
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
  draw_menu(game);
  if (!in_menu_ && !ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##words", said("Type to find a world; arrow keys and Enter open one"),
                                                &words_, ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited()) search();
  ImGui::BeginChild("tiles");
  const float room = ImGui::GetContentRegionAvail().x + gap();
  const auto columns = static_cast<size_t>(std::max(2.0F, std::round(room / (kTileWidth * game.scale.now + gap()))));
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
    if (!groups_.empty() && is_key_pressed(key)) return next_tile(groups_, columns, chosen_, arrow);
  return std::nullopt;
}

// The tile that is clicked.
std::optional<size_t> WorldsPage::draw_tiles(GameState& game, size_t columns) {
  std::optional<size_t> clicked;
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = std::floor((room - gap() * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  if (groups_.empty()) ImGui::TextColored(themed(Tint::kQuiet), said("No world is called so."));
  const bool has_saves = std::ranges::any_of(worlds_, &WorldEntry::is_save);
  if (!has_saves && words_.empty())
    ImGui::TextColored(themed(Tint::kQuiet), "%s",
                       with_keys(game, said("What you save ({save-world}) stands here, before all others.")).c_str());
  size_t tile = 0;
  for (const WorldGroup& group : groups_) {
    ImGui::Dummy({0, gap() / 2});
    heading(said(group.heading).c_str());
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
  const bool hovered = ImGui::IsItemHovered();
  const bool clicked_right = ImGui::IsItemClicked(ImGuiMouseButton_Right);
  if (scrolls) {
    // The heading above the first row shows as well.
    const float top = ImGui::GetWindowPos().y;
    const float bottom = top + ImGui::GetWindowHeight();
    const float above = line_height() + 2 * gap();
    if (at.y - above < top) ImGui::SetScrollY(ImGui::GetScrollY() + at.y - above - top);
    if (end.y > bottom) ImGui::SetScrollY(ImGui::GetScrollY() + end.y - bottom);
  }
  if (!ImGui::IsRectVisible(at, end)) return clicked;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding;
  list.AddRectFilled(at, end, ImGui::GetColorU32(hovered ? ImGuiCol_ButtonHovered : ImGuiCol_Button), rounding);
  draw_picture(game, world, at.x, at.y, width, picture);
  const ImVec2 text{at.x + padding, at.y + picture + padding};
  list.AddText(text, ImGui::GetColorU32(ImGuiCol_Text), fitted(title_of(world), width - 2 * padding).c_str());
  const std::optional<GridSize> cells = world.size ? world.size : pictures_[key_of(world)].world;
  const std::string cells_text = cells ? size_text(*cells) : "";
  if (world.is_save) {
    const std::string line = date_text(world.written) + (cells_text.empty() ? "" : "  " + cells_text);
    list.AddText({text.x, text.y + line_height()}, colour(themed(Tint::kQuiet)),
                 fitted(line, width - 2 * padding).c_str());
  }
  if (chosen || hovered)
    list.AddRect(at, end, colour(chosen ? themed(Tint::kAccent) : themed(Tint::kQuiet)), rounding, 0,
                 (chosen ? 2.0F : 1.0F) * game.scale.now);
  if (world.is_save && clicked_right) open_menu(world);
  if (world.is_save && offer_menu(world, end.x - padding, end.y - padding)) return false;
  if (hovered)
    ImGui::SetTooltip("%s\n%s%s%s", title_of(world).c_str(), world.name.c_str(), cells_text.empty() ? "" : ", ",
                      cells_text.empty() ? "" : said("{1} cells", {cells_text}).c_str());
  return clicked;
}

void WorldsPage::open_menu(const WorldEntry& world) {
  in_menu_ = world;
  opens_menu_ = focuses_name_ = true;
  new_name_ = world.name;
  problem_.clear();
}

// A button in the tile's lower right corner, whose click is not the tile's. Whether the pointer is on it.
bool WorldsPage::offer_menu(const WorldEntry& world, float right, float bottom) {
  const float side = line_height();
  const ImVec2 at{right - side, bottom - side};
  const bool on =
      ImGui::IsMouseHoveringRect(at, {right, bottom}) &&
      ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 dots = on ? colour(themed(Tint::kAccent)) : colour(themed(Tint::kQuiet));
  for (int i = 0; i < 3; ++i)
    list.AddCircleFilled({at.x + side * (0.2F + 0.3F * static_cast<float>(i)), at.y + side / 2}, side * 0.1F, dots);
  if (on) ImGui::SetTooltip(said("Rename or remove it (or the right button)"));
  if (on && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) open_menu(world);
  return on;
}

void WorldsPage::draw_menu(GameState& game) {
  constexpr const char* kMenu = "save";
  if (std::exchange(opens_menu_, false)) ImGui::OpenPopup(kMenu);
  if (!ImGui::BeginPopup(kMenu)) return in_menu_.reset();
  const WorldEntry world = *in_menu_;
  bool done = game.wishes.close_dialog;  // Esc
  heading(title_of(world).c_str());
  const auto finish = [&](const std::string& problem) {
    problem_ = problem;
    focuses_name_ = !problem.empty();
    if (!problem.empty()) return;
    done = true;
    list(game);
  };
  if (std::exchange(focuses_name_, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(240 * game.scale.now);
  bool renames = ImGui::InputText("##name", &new_name_, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  renames |= ImGui::Button(labelled("Rename"));
  if (renames) {
    const Result<std::filesystem::path> renamed = rename_save(game, world.scene, new_name_);
    finish(renamed ? "" : renamed.failure().text());
  }
  if (ImGui::Button(world.is_kept ? labelled("Delete for good")
                                  : labelled("Remove: it goes to the worlds that are kept"))) {
    const Status removed = remove_save(game, world.scene);
    finish(removed ? "" : removed.failure().text());
  }
  if (!problem_.empty()) {
    ImGui::PushTextWrapPos(340 * game.scale.now);
    ImGui::TextColored(themed(Tint::kError), "%s", problem_.c_str());
    ImGui::PopTextWrapPos();
  }
  if (done) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void WorldsPage::draw_picture(GameState& game, const WorldEntry& world, float left, float top, float width,
                              float height) {
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
      said("A scene file, a save, or any picture: its pixels become the materials of the nearest colour. "
           "You can also drop a file on the window."));
  if (!ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##path", "/path/to/a/file", &path_, ImGuiInputTextFlags_EnterReturnsTrue);
  if (!(ImGui::Button(labelled("Open")) || entered) || path_.empty()) return;
  ImGui::CloseCurrentPopup();
  open_scene(game, path_);
}

void WorldsPage::choose(GameState& game, const WorldEntry& world) {
  ImGui::CloseCurrentPopup();
  open_scene(game, world.scene, world.mods);
}

}  // namespace quicksand
