#include "view/colour_vision.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace quicksand {
namespace {

constexpr std::array kVisions{ColourVision::kFull, ColourVision::kNoRed, ColourVision::kNoGreen, ColourVision::kNoBlue};

struct Vector {
  double x, y, z;
};

double linear(uint8_t value) {
  const double share = value / 255.0;
  return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

uint8_t encoded(double value) {
  const double share = std::clamp(value, 0.0, 1.0);
  const double code = share <= 0.0031308 ? share * 12.92 : 1.055 * std::pow(share, 1 / 2.4) - 0.055;
  return static_cast<uint8_t>(code * 255 + 0.5);
}

Vector lab(Rgb colour) {
  const double r = linear(colour.r);
  const double g = linear(colour.g);
  const double b = linear(colour.b);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Vector& a, const Vector& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

// A colour as all kinds of sight have it.
using Sights = std::array<Vector, kVisions.size()>;

Sights sights_of(Rgb colour) {
  Sights sights{};
  for (size_t i = 0; i < kVisions.size(); ++i) sights[i] = lab(seen_by(kVisions[i], colour));
  return sights;
}

double least(const Sights& a, const Sights& b) {
  double smallest = 1e9;
  for (size_t i = 0; i < a.size(); ++i) smallest = std::min(smallest, distance(a[i], b[i]));
  return smallest;
}

struct Candidate {
  Rgb colour;
  Sights sights;
};

// A grid through all colours but the darkest, which would be lost before the background.
std::vector<Candidate> candidates() {
  constexpr uint8_t kSteps[] = {0, 43, 85, 128, 170, 213, 255};
  std::vector<Candidate> all;
  for (const uint8_t r : kSteps)
    for (const uint8_t g : kSteps)
      for (const uint8_t b : kSteps)
        if (r + g + b > 150) all.push_back({{r, g, b}, sights_of({r, g, b})});
  return all;
}

// One after the other takes the colour nearest to its own that is far enough from all that are taken. Empty if one
// finds none.
std::vector<Rgb> choose(const Looks& looks, const std::vector<Candidate>& all, double apart) {
  std::vector<Rgb> chosen;
  std::vector<Sights> taken{sights_of(looks[0].colour)};
  for (size_t i = 1; i < looks.size(); ++i) {
    const Vector wanted = lab(looks[i].colour);
    const Candidate* best = nullptr;
    for (const Candidate& one : all) {
      const auto clashes = [&](const Sights& other) { return least(one.sights, other) < apart; };
      if (best && distance(one.sights[0], wanted) >= distance(best->sights[0], wanted)) continue;
      if (std::any_of(taken.begin(), taken.end(), clashes)) continue;
      best = &one;
    }
    if (!best) return {};
    chosen.push_back(best->colour);
    taken.push_back(best->sights);
  }
  return chosen;
}

}  // namespace

Rgb seen_by(ColourVision vision, Rgb colour) {
  constexpr double kMatrices[][9] = {
      {1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
      {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
      {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};
  const double* const m = kMatrices[static_cast<size_t>(vision)];
  const double r = linear(colour.r);
  const double g = linear(colour.g);
  const double b = linear(colour.b);
  return {encoded(m[0] * r + m[1] * g + m[2] * b), encoded(m[3] * r + m[4] * g + m[5] * b),
          encoded(m[6] * r + m[7] * g + m[8] * b)};
}

double colour_distance(Rgb a, Rgb b) { return distance(lab(a), lab(b)); }

double least_distance(Rgb a, Rgb b) { return least(sights_of(a), sights_of(b)); }

Looks distinct_looks(const Looks& looks) {
  const std::vector<Candidate> all = candidates();
  Looks distinct = looks;
  for (double apart = 40; apart >= 1; apart -= 1) {
    const std::vector<Rgb> colours = choose(looks, all, apart);
    if (colours.empty() && looks.size() > 1) continue;
    for (size_t i = 1; i < distinct.size(); ++i) {
      distinct[i].colour = colours[i - 1];
      distinct[i].grain = static_cast<uint8_t>(distinct[i].grain / 3);  // grain would blur the differences
    }
    return distinct;
  }
  return distinct;  // too many materials for any distance: as they are
}

}  // namespace quicksand
