#include "app/kinds/terrain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/check.h"

namespace quicksand {
namespace {

constexpr double kCircle = 6.283185307179586;

// A hollow and the wall around it reach so far, in reaches of the body, and cells more.
constexpr double kHollowReach = 1.5;
constexpr double kBeyondHollow = 3;

}  // namespace

Terrain::Terrain(const World& world) : size_(world.size()) {
  const std::vector<PlaneView> planes = world.planes();
  const PlaneView* const height = find_view(planes, "height");
  QS_CHECK(height, "this kind of world has no heights");
  heights_.reserve(static_cast<size_t>(size_.cells()));
  for (int y = 0; y < size_.height; ++y)
    for (int x = 0; x < size_.width; ++x) heights_.push_back(static_cast<float>(value_at(*height, {x, y})));
}

double Terrain::height(double x, double y) const {
  const auto inside = [](double place, int extent) {
    return static_cast<size_t>(std::clamp(std::floor(place), 0.0, extent - 1.0));
  };
  return static_cast<double>(
      heights_[inside(y, size_.height) * static_cast<size_t>(size_.width) + inside(x, size_.width)]);
}

// Each column is the mean of places around the hollow, which count the more the nearer they are.
void Terrain::fill_hollow(double x, double y, double reach) {
  struct Edge {
    double x, y, height;
  };
  const double apart = kHollowReach * reach + kBeyondHollow;
  std::array<Edge, 24> edges;
  for (size_t i = 0; i < edges.size(); ++i) {
    const double angle = kCircle * static_cast<double>(i) / edges.size();
    const double edge_x = x + apart * std::cos(angle);
    const double edge_y = y + apart * std::sin(angle);
    edges[i] = {edge_x, edge_y, height(edge_x, edge_y)};
  }
  const auto first = [](double low) { return std::max(static_cast<int>(std::floor(low)), 0); };
  const auto last = [](double high, int extent) { return std::min(static_cast<int>(std::floor(high)), extent - 1); };
  for (int row = first(y - apart); row <= last(y + apart, size_.height); ++row)
    for (int column = first(x - apart); column <= last(x + apart, size_.width); ++column) {
      if (std::hypot(column + 0.5 - x, row + 0.5 - y) >= apart) continue;
      double sum = 0;
      double weights = 0;
      for (const Edge& edge : edges) {
        const double dx = column + 0.5 - edge.x;
        const double dy = row + 0.5 - edge.y;
        const double weight = 1 / (dx * dx + dy * dy + 1);
        sum += weight * edge.height;
        weights += weight;
      }
      heights_[static_cast<size_t>(row) * static_cast<size_t>(size_.width) + static_cast<size_t>(column)] =
          static_cast<float>(sum / weights);
    }
}

double Terrain::height_below(double x, double y, double reach) const {
  constexpr int kPlaces = 8;
  double sum = height(x, y);
  for (const double share : {0.33, 0.66})
    for (int i = 0; i < kPlaces; ++i) {
      const double angle = kCircle * (i + share) / kPlaces;
      sum += height(x + share * reach * std::cos(angle), y + share * reach * std::sin(angle));
    }
  return sum / (1 + 2 * kPlaces);
}

double Terrain::most_between(double x, double y, double to_x, double to_y) const {
  double most = height(to_x, to_y);
  const int parts = std::max(static_cast<int>(std::hypot(to_x - x, to_y - y)), 1);
  for (int i = 0; i < parts; ++i) most = std::max(most, height(x + (to_x - x) * i / parts, y + (to_y - y) * i / parts));
  return most;
}

}  // namespace quicksand
