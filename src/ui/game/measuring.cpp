#include "ui/game/measuring.h"

#include "core/language.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace quicksand {
namespace {

std::string rise_words(double cells) {
  if (cells == 0) return said("surface equally high at both ends");
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), said("surface %s%.*f"), cells < 0 ? said("falls by ") : said("rises by "),
                std::floor(cells) == cells ? 0 : 2, std::abs(cells));
  return text.data();
}

std::optional<double> rise(const World& world, const Measured& measured) {
  if (!contains(world.size(), measured.from) || !contains(world.size(), measured.to)) return std::nullopt;
  if (world.seen_from_above()) {
    const std::vector<PlaneView> planes = world.planes();
    const PlaneView* const surface = find_surface(planes);
    if (!surface) return std::nullopt;
    return value_at(*surface, measured.to) - value_at(*surface, measured.from);
  }
  const std::optional<int> from = surface_row(world, measured.from);
  const std::optional<int> to = surface_row(world, measured.to);
  if (!from || !to) return std::nullopt;
  return *from - *to;
}

}  // namespace

std::optional<int> surface_row(const World& world, CellPos cell) {
  const auto is_void = [&](int y) { return world.entry_at({cell.x, y}) == 0; };
  int y = cell.y;
  if (is_void(y)) {
    while (y < world.size().height && is_void(y)) ++y;
    return y < world.size().height ? std::optional(y) : std::nullopt;
  }
  while (y > 0 && !is_void(y - 1)) --y;
  return y;
}

std::string words_of(const World& world, const Measured& measured) {
  const int x = measured.to.x - measured.from.x;
  const int y = measured.from.y - measured.to.y;
  const double angle = std::atan2(std::abs(y), std::abs(x)) * 180 / std::numbers::pi;
  const bool from_above = world.seen_from_above();
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(),
                from_above ? said("%.1f cells, at %.1f\u00b0 to the line from west to east\n%d to the %s, %d %s")
                           : said("%.1f cells, at %.1f\u00b0 to the horizontal\n%d to the %s, %d %s"),
                std::hypot(x, y), angle, std::abs(x), x < 0 ? said("left") : said("right"), std::abs(y),
                y < 0 ? (from_above ? said("south") : said("down")) : (from_above ? said("north") : said("up")));
  const std::optional<double> rises = rise(world, measured);
  return rises ? std::string(text.data()) + "\n" + rise_words(*rises) : text.data();
}

}  // namespace quicksand
