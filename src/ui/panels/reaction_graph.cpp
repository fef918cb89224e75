#include "ui/panels/reaction_graph.h"

#include <algorithm>
#include <cctype>

#include "core/language.h"
#include "ui/game/palette.h"
#include "ui/panels/row_range.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr float kNode = 26;  // at scale 1
constexpr float kCentre = 40;
constexpr float kRow = 34;
constexpr float kMiddle = 0.5F;  // of the width
constexpr float kProducts = 0.68F;

std::string name_of(const GameState& game, MaterialId id) {
  return id == kVoid ? said("nothing") : shown_label_of(game, {.entry = id});
}

// "stays (3 in 4), is gone (1 in 4)".
std::string fate_of(const GameState& game, const Products& products) {
  uint64_t sum = 0;
  for (const Product& product : products) sum += product.weight;
  std::string text;
  for (const Product& product : products) {
    text += text.empty() ? "" : ", ";
    text += product.material == kSame   ? said("stays")
            : product.material == kVoid ? said("is gone")
                                        : said("becomes {1}", {name_of(game, product.material)});
    if (products.size() > 1) text += said(" ({1} in {2})", {std::to_string(product.weight), std::to_string(sum)});
  }
  return text.empty() ? said("stays") : text;
}

void explain(const GameState& game, const Transformation& row) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(24 * ImGui::GetFontSize());
  std::string first = name_of(game, row.material);
  if (row.partner)
    first = said("{1} and {2}", {first, *row.partner == kVoid ? said("void") : name_of(game, *row.partner)});
  ImGui::TextColored(themed(Tint::kAccent), "%s", (row.partner ? first : first + ": " + said(row.cause)).c_str());
  ImGui::TextUnformatted(row.how.c_str());
  ImGui::TextColored(themed(Tint::kQuiet), "%s %s", name_of(game, row.material).c_str(),
                     fate_of(game, row.into).c_str());
  if (row.partner && *row.partner != row.material && (*row.partner != kVoid || !row.partner_into.empty()))
    ImGui::TextColored(themed(Tint::kQuiet), "%s %s",
                       *row.partner == kVoid ? said("void") : name_of(game, *row.partner).c_str(),
                       fate_of(game, row.partner_into).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// What is there afterwards and was not before; the void where something is gone.
std::vector<MaterialId> products_of(const Transformation& row) {
  std::vector<MaterialId> all;
  const auto add = [&](const Products& products, MaterialId before) {
    for (const Product& product : products)
      if (product.material != kSame && product.material != before &&
          std::ranges::find(all, product.material) == all.end())
        all.push_back(product.material);
  };
  add(row.into, row.material);
  if (row.partner) add(row.partner_into, *row.partner);
  return all;
}

void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, float thickness, bool has_head) {
  const float bend = 0.5F * (to.x - from.x);
  const float head = has_head ? 3 * thickness + 3 : 0;
  list.AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, {to.x - head, to.y}, colour, thickness);
  if (has_head)
    list.AddTriangleFilled({to.x - head, to.y - head * 0.6F}, to, {to.x - head, to.y + head * 0.6F}, colour);
}

// Of so many rows from here on; and of those beside, to which arrows lead.
RowRange rows_from_here(size_t count, float row_height) {
  constexpr int kBeside = 12;
  const float above = ImGui::GetWindowPos().y - ImGui::GetCursorScreenPos().y;
  return rows_in_sight(count, row_height, above, above + ImGui::GetWindowHeight(), kBeside);
}

}  // namespace

void ReactionGraph::draw(GameState& game, uint8_t entry) {
  if (set_ != game.session.shared_materials() || entry_ != entry) {
    set_ = game.session.shared_materials();
    entry_ = entry;
    becomes_ = transformations_of(*set_->table, entry);
    std::erase_if(becomes_, [](const Transformation& each) { return products_of(each).empty(); });
    made_by_ = transformations_into(*set_->table, entry);
  }
  const float scale = game.scale.now;
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const auto height = std::max(static_cast<float>(becomes_.size()) * kRow, kCentre) * scale;
  if (becomes_.empty()) {
    ImGui::TextColored(themed(Tint::kQuiet), said("Nothing becomes of it."));
  } else {
    // It stays in sight while its rows are scrolled.
    const float half = kCentre / 2 * scale;
    const float seen = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() / 2;
    const ImVec2 centre{top.x + kMiddle * width, std::clamp(seen, top.y + half, top.y + std::max(height - half, half))};
    const float middle = std::min(centre.y, top.y + height / 2);
    const RowRange rows = rows_from_here(becomes_.size(), kRow * scale);
    for (int i = rows.first; i < rows.end; ++i) {
      ImGui::SetCursorScreenPos({top.x, top.y + static_cast<float>(i) * kRow * scale});
      ImGui::PushID(i);
      draw_row(game, becomes_[static_cast<size_t>(i)], {centre.x, std::max(middle, top.y + half)}, width);
      ImGui::PopID();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at{centre.x - half, std::max(middle, top.y + half) - half};
    swatches_.draw(list, entry, at, 2 * half);
    list.AddRect(at, {at.x + 2 * half, at.y + 2 * half}, packed(Tint::kAccent), 4 * scale, 0, 2 * scale);
    ImGui::SetCursorScreenPos({top.x, top.y + height});
  }
  ImGui::Dummy({0, 4 * scale});
  draw_sources(game);
}

void ReactionGraph::draw_row(GameState& game, const Transformation& row, ImVec2 centre, float width) {
  node_ = 0;
  const float scale = game.scale.now;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = kRow * scale;
  const float middle = at.y + height / 2;
  const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = hovered ? packed(Tint::kAccent) : packed(Tint::kQuiet, 140);
  const float thickness = (hovered ? 2.0F : 1.2F) * scale;
  const float half = kCentre / 2 * scale + 3 * scale;

  float left = at.x;
  if (row.partner && *row.partner != kVoid) {
    left = draw_node(game, *row.partner, {at.x, middle - kNode / 2 * scale}, kMiddle * width - half - 20 * scale);
  } else {
    const std::string cause = row.partner ? said("void") : said(row.cause);
    const ImVec2 size = ImGui::CalcTextSize(cause.c_str());
    list.AddText({at.x + 4 * scale, middle - size.y / 2}, packed(Tint::kQuiet), cause.c_str());
    left = at.x + size.x + 8 * scale;
  }
  draw_arrow(list, {left + 3 * scale, middle}, {centre.x - half, centre.y}, colour, thickness, false);
  const std::vector<MaterialId> products = products_of(row);
  float right = at.x + kProducts * width;
  draw_arrow(list, {centre.x + half, centre.y}, {right - 2 * scale, middle}, colour, thickness, true);
  for (const MaterialId product : products) {
    const float room = products.size() == 1 ? at.x + width - right : 0;
    if (product == kVoid) {
      const ImVec2 size = ImGui::CalcTextSize(said("gone"));
      list.AddText({right + 3 * scale, middle - size.y / 2}, packed(Tint::kQuiet), said("gone"));
      right += size.x + 8 * scale;
    } else {
      right = draw_node(game, product, {right, middle - kNode / 2 * scale}, room) + 4 * scale;
    }
  }
  if (hovered) explain(game, row);
}

float ReactionGraph::draw_node(GameState& game, uint8_t entry, ImVec2 at, float room) {
  const float scale = game.scale.now;
  const float side = kNode * scale;
  const std::string name = name_of(game, entry);
  const float text = side + 4 * scale + ImGui::CalcTextSize(name.c_str()).x;
  const bool has_name = text <= room;
  const float right = at.x + (has_name ? text : side);
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(++node_);
  const bool clicked = ImGui::InvisibleButton("##node", {right - at.x, side});
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  swatches_.draw(list, entry, at, side);
  list.AddRect(at, {at.x + side, at.y + side}, packed(hovered ? Tint::kSwatchEdgeHovered : Tint::kSwatchEdge),
               4 * scale, 0, scale);
  if (has_name)
    list.AddText({at.x + side + 4 * scale, at.y + (side - ImGui::GetTextLineHeight()) / 2},
                 ImGui::GetColorU32(hovered ? themed(Tint::kAccent) : ImGui::GetStyle().Colors[ImGuiCol_Text]),
                 name.c_str());
  if (clicked) edit_material(game, entry);
  return right;
}

void ReactionGraph::draw_sources(GameState& game) {
  heading(said("Made from"), themed(Tint::kQuiet));
  if (made_by_.empty()) ImGui::TextColored(themed(Tint::kQuiet), said("Nothing becomes it."));
  const float scale = game.scale.now;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const RowRange rows = rows_from_here(made_by_.size(), kRow * scale);
  ImGui::PushID(&made_by_);
  for (int i = rows.first; i < rows.end; ++i) {
    const Transformation& row = made_by_[static_cast<size_t>(i)];
    const ImVec2 at{from.x, from.y + static_cast<float>(i) * kRow * scale};
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(i);
    node_ = 0;
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = kRow * scale;
    const float top = at.y + (kRow - kNode) / 2 * scale;
    const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text_top = at.y + (height - ImGui::GetTextLineHeight()) / 2;
    float right = draw_node(game, row.material, {at.x, top}, 0.42F * width) + 8 * scale;
    const bool meets = row.partner && *row.partner != kVoid;
    const std::string cause = meets ? "+" : said(row.cause);
    list.AddText({right, text_top}, packed(Tint::kQuiet), cause.c_str());
    right += ImGui::CalcTextSize(cause.c_str()).x + 8 * scale;
    if (meets) right = draw_node(game, *row.partner, {right, top}, at.x + width - right - 24 * scale) + 6 * scale;
    draw_arrow(list, {right, top + kNode / 2 * scale}, {right + 18 * scale, top + kNode / 2 * scale},
               ImGui::GetColorU32(hovered ? themed(Tint::kAccent) : themed(Tint::kQuiet)), 1.5F * scale, true);
    if (hovered) explain(game, row);
    ImGui::PopID();
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos({from.x, from.y + static_cast<float>(made_by_.size()) * kRow * scale});
  ImGui::Dummy({0, 2 * scale});
}

}  // namespace quicksand
