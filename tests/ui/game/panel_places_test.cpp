#include "ui/game/panel_places.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace quicksand;

namespace {

constexpr std::array kPanels{WorldPanel::kPhysics, WorldPanel::kStatistics, WorldPanel::kMaterial, WorldPanel::kLook};

bool& open_of(Panels& panels, WorldPanel panel) {
  switch (panel) {
    case WorldPanel::kPhysics:
      return panels.physics;
    case WorldPanel::kStatistics:
      return panels.statistics;
    case WorldPanel::kMaterial:
      return panels.material;
    case WorldPanel::kLook:
      break;
  }
  return panels.look;
}

}  // namespace

TEST_CASE("panels over the world: none covers another, whatever is opened, closed or resized, and the newest stays") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    const auto between = [&](float least, float most) { return std::uniform_real_distribution(least, most)(random); };
    Panels panels;
    PanelPlaces places;
    float world = between(200, 2500);
    const float gap = between(5, 25);
    std::array<float, kWorldPanels> widths{};
    for (float& width : widths) width = between(60, std::min(600.0F, world - 2 * gap));
    const float bar = seed % 2 == 0 ? between(20, 300) : 0;
    std::vector<WorldPanel> order;  // of those that are open, the newest last
    for (int step = 0; step < 60; ++step) {
      CAPTURE(seed, step, world, gap);
      if (random() % 8 == 0) {
        const auto widest = *std::ranges::max_element(widths);
        world = between(widest + 2 * gap, 2500);
      } else {
        const WorldPanel panel = kPanels[random() % kWorldPanels];
        bool& open = open_of(panels, panel);
        open = !open;
        std::erase(order, panel);
        if (open) order.push_back(panel);
      }
      // A frame in which panels that were not there yet get their widths, and one in which that is known.
      places.arrange(panels, world, gap);
      for (const WorldPanel panel : kPanels)
        if (open_of(panels, panel)) places.set_width(panel, widths[static_cast<size_t>(panel)]);
      const bool has_bar = bar > 0 && random() % 2 == 0;
      if (has_bar) places.set_bar(bar);
      places.arrange(panels, world, gap);

      struct Span {
        float first, last;
      };
      std::vector<Span> spans;
      for (const WorldPanel panel : kPanels) {
        if (!open_of(panels, panel)) continue;
        const float width = widths[static_cast<size_t>(panel)];
        const float at = places.distance(panel);
        const float left = PanelPlaces::stands_left(panel) ? at : world - at - width;
        spans.push_back({left, left + width});
        CHECK(left >= gap - 0.01F);
        CHECK(left + width <= world - gap + 0.01F);
      }
      const PanelPlaces::Free free = places.free();
      if (free.width > 0) spans.push_back({free.left, free.left + free.width});
      std::ranges::sort(spans, {}, &Span::first);
      for (size_t i = 1; i < spans.size(); ++i) CHECK(spans[i].first >= spans[i - 1].last + gap - 0.01F);

      // Of those that were opened the newest are there, as many as have room.
      float room = world - gap - (has_bar ? bar + gap : 0);
      std::vector<WorldPanel> kept;
      for (auto each = order.rbegin(); each != order.rend(); ++each) {
        room -= widths[static_cast<size_t>(*each)] + gap;
        if (room < -0.01F && !kept.empty()) break;
        kept.insert(kept.begin(), *each);
        if (room < -0.01F) break;
      }
      if (has_bar && room > 0.01F) CHECK(free.width >= bar - 0.01F);
      for (const WorldPanel panel : kPanels)
        CHECK(open_of(panels, panel) == (std::ranges::find(kept, panel) != kept.end()));
      order = kept;
    }
  }
}

TEST_CASE("a panel ends above the bar that stands below it, in any world, unless there is room for neither") {
  constexpr float kGap = 8;
  for (float height = 100; height < 1500; height += 37)
    for (const float bar : {0.0F, 40.0F, 120.0F, 400.0F})
      for (const float least : {100.0F, 300.0F}) {
        INFO(height << " high, the bar " << bar);
        PanelPlaces places;
        places.set_bar_at_bottom(bar, false);
        const float most = places.most_height(height, kGap, least);
        CHECK(most >= least);
        // A gap above it, one below it, and one below the bar.
        if (most > least) CHECK(kGap + most + kGap + (bar > 0 ? bar + kGap : 0) == Approx(height));
        places.set_bar_at_bottom(0, false);
        CHECK(places.most_height(height, kGap, least) >= most);
      }
}
