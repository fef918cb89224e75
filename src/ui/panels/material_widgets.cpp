#include "ui/panels/material_widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/language.h"
#include "io/json_reader.h"
#include "io/material_format.h"
#include "ui/game/palette.h"
#include "ui/panels/labels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr float kLabelShare = 0.42F;  // of the width

constexpr std::string_view kNone = "none";
constexpr std::string_view kNothing = "void";

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// "static_friction" as people write it.
std::string spoken(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return said(capitalised(std::move(text)));
}

std::string label_of_field(const MaterialField& field) { return spoken(field.part.empty() ? field.key : field.part); }

void say_what_it_is(const MaterialField& field) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsAnyItemActive()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(24 * ImGui::GetFontSize());
  ImGui::TextUnformatted((capitalised(std::string(said(field.help))) + ".").c_str());
  std::string more = said("In files: ") + field.path();
  if (field.kind == FieldKind::kNumber)
    more += said(", {1} to {2}. Ctrl+click: type it.", {number_text(field.least), number_text(field.most)});
  ImGui::TextColored(themed(Tint::kQuiet), "%s", more.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// As many digits as the number has steps, and no more than a slider can tell apart.
std::string format_of(const MaterialField& field, double value) {
  const double range = field.most - field.least;
  if (field.steps == 0) return "%.4g";
  if (range > 100) return value == std::round(value) ? "%.0f" : "%.3f";
  return field.steps > 100 ? "%.3f" : "%.2f";
}

bool is_logarithmic(const MaterialField& field) {
  return field.most - field.least > 2500 || (field.least > 0 && field.most / field.least > 100);
}

void draw_number(GameState& game, const MaterialField& field) {
  ImGuiSliderFlags flags = is_logarithmic(field) ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
  std::string json;
  if (field.is_whole) {
    int64_t value = field.value.integer;
    const auto least = static_cast<int64_t>(field.least);
    const auto most = static_cast<int64_t>(field.most);
    if (ImGui::SliderScalar("##number", ImGuiDataType_S64, &value, &least, &most, nullptr, flags))
      json = std::to_string(value);
  } else {
    double value = field.value.real();
    const std::string format = format_of(field, value);
    if (ImGui::SliderScalar("##number", ImGuiDataType_Double, &value, &field.least, &field.most, format.c_str(), flags))
      json = number_text(value);
  }
  if (ImGui::IsItemActivated()) begin_stroke(game.material_editor);
  say_what_it_is(field);
  if (!json.empty()) set_property(game, field.key, field.part, json, true);
}

void draw_colour(GameState& game, const MaterialField& field) {
  unsigned rgb = 0;
  std::sscanf(field.value.string().c_str(), "#%6x", &rgb);
  const auto part = [&](int shift) { return static_cast<float>(rgb >> shift & 255) / 255; };
  float colour[3] = {part(16), part(8), part(0)};
  const bool changed = ImGui::ColorEdit3("##colour", colour, ImGuiColorEditFlags_DisplayHex);
  say_what_it_is(field);
  if (!changed) return;
  const auto byte = [](float share) { return static_cast<unsigned>(std::lround(255 * share)); };
  char text[16];
  std::snprintf(text, sizeof text, "\"#%02x%02x%02x\"", byte(colour[0]), byte(colour[1]), byte(colour[2]));
  set_property(game, field.key, field.part, text, true);
}

void draw_word(GameState& game, const MaterialField& field) {
  if (ImGui::BeginCombo("##word", field.value.string().c_str())) {
    for (const std::string_view word : field.words)
      if (ImGui::Selectable(std::string(word).c_str(), word == field.value.string()))
        set_property(game, field.key, field.part, in_quotes(word));
    ImGui::EndCombo();
  } else {
    say_what_it_is(field);
  }
}

std::string words_of(const JsonValue& list) {
  std::string text;
  for (const JsonValue& item : list.items()) text += (text.empty() ? "" : ", ") + item.string();
  return text;
}

std::string list_of(const std::string& text) {
  std::string json;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(", ", at), text.size());
    if (end > at) json += (json.empty() ? "[" : ", ") + in_quotes(text.substr(at, end - at));
    at = end + 1;
  }
  return json.empty() ? "null" : json + "]";
}

// The text of a field as JSON.
std::string json_of(const MaterialField& field, const std::string& text) {
  if (field.kind == FieldKind::kTags) return list_of(text);
  if (field.kind != FieldKind::kText) return text.empty() ? "null" : text;
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + "\"";
}

void draw_refusal(const GameState& game, const std::string& path) {
  const auto refused = game.material_editor.refused.find(path);
  if (refused == game.material_editor.refused.end()) return;
  ImGui::PushTextWrapPos();
  ImGui::PushStyleColor(ImGuiCol_Text, themed(Tint::kError));
  ImGui::TextUnformatted(refused->second.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

std::string path_in_game(const GameState& game, const MaterialField& field) {
  return game.session.world().entry_names()[edited_entry(game)] + "." + field.path();
}

// What takes an edit back.
void draw_reset(GameState& game, const MaterialField& field) {
  ImGui::SameLine();
  if (!is_edited(game, field.key, field.part)) return ImGui::Dummy({ImGui::GetFrameHeight(), ImGui::GetFrameHeight()});
  if (ImGui::Button("x##reset", {ImGui::GetFrameHeight(), 0})) reset_property(game, field.key, field.part);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip(said("As it was before you edited it"));
}

}  // namespace

void MaterialWidgets::begin_frame(GameState& game) {
  game.material_editor.typed.reset();
  if (!ImGui::IsAnyItemActive()) typed_.clear();
}

void MaterialWidgets::draw(GameState& game, const MaterialField& field) {
  // What is typed into a field is of one material: the same field of another is another.
  ImGui::PushID(path_in_game(game, field).c_str());
  if (field.kind == FieldKind::kObject)
    draw_object(game, field);
  else
    draw_row(game, field);
  ImGui::PopID();
}

void MaterialWidgets::draw_row(GameState& game, const MaterialField& field) {
  const float right = ImGui::GetContentRegionMax().x;
  const float column = kLabelShare * right;
  ImGui::AlignTextToFramePadding();
  ImGui::PushTextWrapPos(column);
  ImGui::TextColored(
      is_edited(game, field.key, field.part) ? themed(Tint::kAccent) : ImGui::GetStyle().Colors[ImGuiCol_Text], "%s",
      label_of_field(field).c_str());
  ImGui::PopTextWrapPos();
  say_what_it_is(field);
  ImGui::SameLine(column);
  ImGui::SetNextItemWidth(right - column - ImGui::GetFrameHeight() - ImGui::GetStyle().ItemSpacing.x);
  draw_value(game, field);
  draw_reset(game, field);
  draw_refusal(game, path_in_game(game, field));
}

// Its parts are there only where the object is.
void MaterialWidgets::draw_object(GameState& game, const MaterialField& field) {
  const bool is_there = field.value.type == JsonValue::Type::kObject;
  const float right = ImGui::GetContentRegionMax().x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(is_edited(game, field.key) ? themed(Tint::kAccent) : ImGui::GetStyle().Colors[ImGuiCol_Text], "%s",
                     label_of_field(field).c_str());
  say_what_it_is(field);
  ImGui::SameLine(kLabelShare * right);
  if (ImGui::Button(is_there ? labelled("Take away") : labelled("Add"))) {
    if (is_there)
      set_property(game, field.key, "", "null");
    else
      add_object(game, field);
  }
  say_what_it_is(field);
  ImGui::SameLine(right - ImGui::GetFrameHeight() - ImGui::GetStyle().ItemSpacing.x);
  draw_reset(game, field);
  draw_refusal(game, path_in_game(game, field));
  if (!is_there) return;
  ImGui::Indent();
  for (const MaterialField& part : field.parts) draw(game, part);
  ImGui::Unindent();
}

void MaterialWidgets::draw_value(GameState& game, const MaterialField& field) {
  const bool is_null = field.value.type == JsonValue::Type::kNull;
  if (!field.needs.empty()) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(themed(Tint::kQuiet), said("needs %s"), spoken(std::string(field.needs)).c_str());
    return say_what_it_is(field);
  }
  switch (field.kind) {
    case FieldKind::kMaterial:
      return draw_material(game, field);
    case FieldKind::kProducts:
      return draw_products(game, field);
    case FieldKind::kRarities:
      return draw_weights(game, field, 1e6);
    case FieldKind::kText:
      return draw_text(game, field, field.value.string());
    case FieldKind::kTags:
      return draw_text(game, field, words_of(field.value));
    default:
      break;
  }
  if (is_null && !field.first.empty()) {
    if (ImGui::Button(labelled("Set"))) set_property(game, field.key, field.part, field.first);
    say_what_it_is(field);
    if (field.instead.empty()) return;
    const std::string other = said("has {1}", {spoken(std::string(field.instead))});
    const float end =
        ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + ImGui::CalcTextSize(other.c_str()).x;
    if (end > ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x) return;
    ImGui::SameLine();
    return ImGui::TextColored(themed(Tint::kQuiet), "%s", other.c_str());
  }
  const float width = ImGui::CalcItemWidth();
  const float none = ImGui::CalcTextSize(kNone.data()).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (field.may_be_absent) ImGui::SetNextItemWidth(width - none - ImGui::GetStyle().ItemSpacing.x);
  if (field.kind == FieldKind::kNumber) {
    draw_number(game, field);
  } else if (field.kind == FieldKind::kFlag) {
    bool is = field.value.boolean;
    if (ImGui::Checkbox("##flag", &is)) set_property(game, field.key, field.part, is ? "true" : "false");
    say_what_it_is(field);
  } else if (field.kind == FieldKind::kColour) {
    draw_colour(game, field);
  } else if (field.kind == FieldKind::kWord) {
    draw_word(game, field);
  } else {
    draw_text(game, field, is_null ? "" : field.json);
  }
  if (!field.may_be_absent) return;
  ImGui::SameLine();
  if (ImGui::Button(labelled(kNone.data()))) set_property(game, field.key, field.part, "null");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip(said("Takes it away"));
}

void MaterialWidgets::draw_text(GameState& game, const MaterialField& field, const std::string& value) {
  const std::string path = path_in_game(game, field);
  const auto typed = typed_.find(path);
  std::string text = typed == typed_.end() ? value : typed->second;
  const bool entered = ImGui::InputText("##text", &text, ImGuiInputTextFlags_EnterReturnsTrue);
  const bool is_edited_now = ImGui::IsItemEdited();
  if (ImGui::IsItemActive()) typed_[path] = text;
  if (ImGui::IsItemActive() && text != value)
    game.material_editor.typed = {field.key, field.part, json_of(field, text)};
  if (!ImGui::IsItemActive()) say_what_it_is(field);
  if (is_edited_now && field.kind != FieldKind::kText)
    check_property(game, field.key, field.part, json_of(field, text));
  if (entered || (ImGui::IsItemDeactivatedAfterEdit() && text != value))
    set_property(game, field.key, field.part, json_of(field, text));
}

std::string MaterialWidgets::choose_material(GameState& game, const char* id, const std::string& now,
                                             std::span<const std::string_view> words) {
  std::string chosen;
  if (!ImGui::BeginCombo(id, now.c_str(), ImGuiComboFlags_HeightLarge)) return chosen;
  if (ImGui::IsWindowAppearing()) {
    filter_.clear();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::InputTextWithHint("##filter", said("Search"), &filter_);
  for (const std::string_view word : words)
    if (filter_.empty() && ImGui::Selectable(std::string(word).c_str(), word == now)) chosen = word;
  const std::vector<std::string>& names = game.session.world().entry_names();
  for (size_t i = std::size(kBuiltInNames); i < names.size(); ++i) {
    if (names[i].find(filter_) == std::string::npos) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetTextLineHeight();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable("##name", names[i] == now)) chosen = names[i];
    ImGui::PopID();
    swatches_.draw(*ImGui::GetWindowDrawList(), static_cast<uint8_t>(i), at, side);
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + side + ImGui::GetStyle().ItemSpacing.x);
    ImGui::TextUnformatted(names[i].c_str());
  }
  ImGui::EndCombo();
  return chosen;
}

void MaterialWidgets::draw_material(GameState& game, const MaterialField& field) {
  const bool is_null = field.value.type == JsonValue::Type::kNull;
  const std::string now = is_null ? std::string(kNone) : field.value.string();
  const std::string chosen = choose_material(game, "##material", now, std::span(&kNone, 1));
  if (chosen.empty()) return say_what_it_is(field);
  set_property(game, field.key, field.part, chosen == kNone ? "null" : in_quotes(chosen));
}

// One is a choice, several have weights.
void MaterialWidgets::draw_products(GameState& game, const MaterialField& field) {
  if (field.value.type == JsonValue::Type::kObject) return draw_weights(game, field, kMostWeight);
  const bool is_null = field.value.type == JsonValue::Type::kNull;
  const float width = ImGui::CalcItemWidth();
  ImGui::SetNextItemWidth(width - (is_null ? 0 : ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x));
  constexpr std::string_view kWords[] = {kNone, kNothing};
  const std::string now = is_null ? std::string(kNone) : field.value.string();
  const std::string chosen =
      choose_material(game, "##product", now, std::span(kWords).subspan(field.may_be_absent ? 0 : 1));
  if (chosen.empty()) say_what_it_is(field);
  if (!chosen.empty()) set_property(game, field.key, field.part, chosen == kNone ? "null" : in_quotes(chosen));
  if (is_null) return;
  ImGui::SameLine();
  const std::string other = now == kNothing ? "same" : std::string(kNothing);
  if (ImGui::Button("+", {ImGui::GetFrameHeight(), 0}))
    set_property(game, field.key, field.part, "{" + in_quotes(now) + ": 1, " + in_quotes(other) + ": 1}");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip(said("One of several, each as often as its weight says"));
}

// A row for each material: its name, its number, what takes it out.
void MaterialWidgets::draw_weights(GameState& game, const MaterialField& field, double most) {
  const bool is_rarity = field.kind == FieldKind::kRarities;
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::CalcItemWidth();
  const float side = ImGui::GetFrameHeight();
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  // Of an object that is laid over another key by key, each is a property of its own.
  const auto set = [&](size_t changed, const std::string& name, int64_t number) {
    if (is_rarity) {
      const std::string& before = changed < field.value.members().size() ? field.value.members()[changed].key : name;
      return set_property(game, field.key, before, number < 0 ? "null" : std::to_string(number), number >= 0);
    }
    std::string json;
    for (size_t i = 0; i <= field.value.members().size(); ++i) {
      const bool is_it = i == changed;
      if ((is_it && number < 0) || (i == field.value.members().size() && !is_it)) continue;
      const std::string key = is_it ? name : field.value.members()[i].key;
      json += (json.empty() ? "{" : ", ") + in_quotes(key) + ": " +
              std::to_string(is_it ? number : field.value.members()[i].value.integer);
    }
    set_property(game, field.key, field.part, json.empty() ? "null" : json + "}", true);
  };
  for (size_t i = 0; i < field.value.members().size(); ++i) {
    const JsonMember& member = field.value.members()[i];
    ImGui::PushID(static_cast<int>(i));
    if (i > 0) ImGui::SetCursorPosX(left);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(member.key.c_str());
    say_what_it_is(field);
    ImGui::SetCursorPosX(left);
    int64_t number = member.value.integer;
    const int64_t least = is_rarity ? 0 : 1;
    const auto largest = static_cast<int64_t>(most);
    ImGui::SetNextItemWidth(width - side - spacing);
    if (ImGui::SliderScalar("##number", ImGuiDataType_S64, &number, &least, &largest,
                            is_rarity ? said("1 in %lld") : "%lld", ImGuiSliderFlags_Logarithmic))
      set(i, member.key, number);
    if (ImGui::IsItemActivated()) begin_stroke(game.material_editor);
    ImGui::SameLine();
    if (ImGui::Button("-", {side, 0})) set(i, member.key, -1);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip(said("Takes it out"));
    ImGui::PopID();
  }
  if (!field.value.members().empty()) ImGui::SetCursorPosX(left);
  ImGui::SetNextItemWidth(width);
  constexpr std::string_view kWords[] = {kNothing, "same"};
  const std::string chosen =
      choose_material(game, "##more", "add...", std::span(kWords).subspan(is_rarity ? std::size(kWords) : 0));
  if (chosen.empty()) return say_what_it_is(field);
  begin_stroke(game.material_editor);
  set(field.value.members().size(), chosen, is_rarity ? 500 : 1);
}

}  // namespace quicksand
