// A dial that is set by its needle, and streaks over the world that drift as it says.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/kinds/world_kinds.h"
#include "core/language.h"
#include "core/random.h"
#include "ui/panels/buttons.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

// A needle nearer to the middle than this is none, and nearer to one of eight directions than so many degrees it is
// there.
constexpr double kLeastStrength = 0.04;
constexpr int kSnap = 4;

constexpr const char* kDirections[] = {"east", "south-east", "south", "south-west",
                                       "west", "north-west", "north", "north-east"};

ImVec2 at_angle(ImVec2 middle, double degrees, double distance) {
  return {middle.x + static_cast<float>(std::cos(degrees * kDegree) * distance),
          middle.y + static_cast<float>(std::sin(degrees * kDegree) * distance)};
}

void draw_arrow(ImDrawList* draw, ImVec2 from, double degrees, double length, float thickness) {
  const ImVec2 tip = at_angle(from, degrees, length);
  draw->AddLine(from, tip, packed(Tint::kDialNeedle), thickness);
  if (length < 4 * thickness) return;
  draw->AddTriangleFilled(at_angle(tip, degrees, 2 * thickness), at_angle(tip, degrees + 140, 3.5 * thickness),
                          at_angle(tip, degrees - 140, 3.5 * thickness), packed(Tint::kDialNeedle));
}

DialPlace place_of_pointer(ImVec2 middle, float radius) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double x = mouse.x - middle.x;
  const double y = mouse.y - middle.y;
  DialPlace place;
  place.strength = std::min(std::sqrt(x * x + y * y) / radius, 1.0);
  if (place.strength < kLeastStrength) return {};
  const int degrees = static_cast<int>(std::lround(std::atan2(y, x) / kDegree));
  const int eighth = static_cast<int>(std::lround(degrees / 45.0)) * 45;
  place.degrees = ((std::abs(degrees - eighth) <= kSnap ? eighth : degrees) + 360) % 360;
  return place;
}

void draw_numbers_of(const WorldDial& dial, const DialPlace& place) {
  ImGui::BeginGroup();
  ImGui::TextUnformatted(std::string(dial.name).c_str());
  if (place.strength > 0) {
    ImGui::Text(said("to the %s"), said(kDirections[(place.degrees + 22) / 45 % 8]));
    ImGui::Text(said("%d degrees"), place.degrees);
    ImGui::Text("%d %%", static_cast<int>(std::lround(100 * place.strength)));
  } else {
    ImGui::TextColored(themed(Tint::kQuiet), "%s", said("none"));
    ImGui::TextColored(themed(Tint::kQuiet), said("drag the needle"));
  }
  ImGui::EndGroup();
}

}  // namespace

std::optional<DialPlace> draw_dial(const WorldDial& dial, const DialPlace& place, float scale) {
  const float radius = 46 * scale;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 middle{corner.x + radius, corner.y + radius};
  ImGui::InvisibleButton("dial", {2 * radius, 2 * radius});
  const bool is_held = ImGui::IsItemActive();
  if (ImGui::IsItemHovered() && !is_held) tooltip_beside(std::string(said(dial.help)).c_str());
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  draw->AddCircleFilled(middle, radius, packed(Tint::kDialGround));
  draw->AddCircle(middle, radius,
                  ImGui::IsItemHovered() || is_held ? packed(Tint::kDialNeedle) : packed(Tint::kDialEdge), 0,
                  1.5F * scale);
  draw->AddCircle(middle, radius / 2, packed(Tint::kDialMark));
  for (int degrees = 0; degrees < 360; degrees += 45)
    draw->AddLine(at_angle(middle, degrees, 0.88 * radius), at_angle(middle, degrees, radius), packed(Tint::kDialEdge));
  const DialPlace shown = is_held ? place_of_pointer(middle, radius) : place;
  if (shown.strength > 0) draw_arrow(draw, middle, shown.degrees, shown.strength * 0.94 * radius, 2.5F * scale);
  draw->AddCircleFilled(middle, 3.5F * scale, packed(Tint::kDialNeedle));
  ImGui::SameLine(0, 12 * scale);
  draw_numbers_of(dial, shown);
  const bool has_moved = shown.degrees != place.degrees || std::abs(shown.strength - place.strength) > 1.0 / 200;
  return is_held && has_moved ? std::optional(shown) : std::nullopt;
}

// Each streak starts at a place of its own, grows, drifts and fades, and starts again elsewhere. World time moves them:
// they rest with it.
void draw_wind(const GameState& game, const Box& box) {
  const World& world = game.session.world();
  const WorldKind* const kind = find_kind(world_kinds(), world.kind());
  if (!kind || !kind->dial) return;
  const DialPlace place = kind->dial->get(*world.settings());
  if (place.strength <= 0) return;
  constexpr uint32_t kStreaks = 26;
  constexpr uint64_t kLife = 200;  // in ticks
  const double length = (18 + 50 * place.strength) * game.scale.now;
  const double way = (60 + 200 * place.strength) * game.scale.now;
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  draw->PushClipRect({box.at.x, box.at.y}, {box.at.x + box.size.x, box.at.y + box.size.y});
  const Point first = game.camera.pixel_of({0, 0});
  const Point end = game.camera.pixel_of({double(world.size().width), double(world.size().height)});
  draw->PushClipRect({static_cast<float>(first.x), static_cast<float>(first.y)},
                     {static_cast<float>(end.x), static_cast<float>(end.y)}, true);
  for (uint32_t i = 0; i < kStreaks; ++i) {
    const uint64_t time = world.tick() + i * kLife / kStreaks;
    const uint32_t dice = mix32(mix32(i + 1) + static_cast<uint32_t>(time / kLife));
    const double phase = static_cast<double>(time % kLife) / kLife;
    const ImVec2 start{box.at.x + box.size.x * static_cast<float>(dice & 0xffff) / 65535,
                       box.at.y + box.size.y * static_cast<float>(dice >> 16) / 65535};
    const ImVec2 head = at_angle(start, place.degrees, way * (phase - 0.5));
    const double strength = std::sin(phase * 180 * kDegree);
    const auto alpha = static_cast<int>(200 * strength);
    const ImVec2 middle = at_angle(head, place.degrees + 180, length / 2);
    const ImVec2 tail = at_angle(head, place.degrees + 180, length);
    // Sand is nearly as bright as they are.
    draw->AddLine(tail, head, packed(Tint::kWorldWindShadow, alpha / 2), 4 * game.scale.now);
    draw->AddLine(tail, middle, packed(Tint::kWorldWind, alpha / 2), 1.5F * game.scale.now);
    draw->AddLine(middle, head, packed(Tint::kWorldWind, alpha), 2 * game.scale.now);
  }
  draw->PopClipRect();
  draw->PopClipRect();
}

}  // namespace quicksand
