// What there is to hear, as it goes from the game to the synthesizer: plain data of a fixed size.
#pragma once

#include <array>

namespace quicksand {

inline constexpr int kSampleRate = 48000;  // samples a second of all that is synthesised here

struct Stereo {
  float left = 0;
  float right = 0;

  bool operator==(const Stereo&) const = default;
};

// What sounds as long as it goes on. The order is that of SoundFrame::rates.
enum Texture : unsigned char {
  kSandTexture,   // grains that slide, pour and hit
  kWaterTexture,  // what flows, drips and splashes
  kWindTexture,   // gas on its way
  kFizzTexture,   // what boils and dissolves
  kFireTexture,   // flames
  kTextures
};

// One blow: an explosion, or a mass that lands.
struct Thump {
  float pan = 0;       // -1, left, to 1
  float strength = 0;  // 0..1
  float depth = 0;     // 0: short and dull, a landing; 1: long and low, a large explosion
};

struct SoundFrame {
  static constexpr int kMostThumps = 4;

  std::array<Stereo, kTextures> rates{};  // events a second, weighted by how near they are; never negative
  std::array<Thump, kMostThumps> thumps{};
  int thump_count = 0;
  float loudness = 0;  // 0, silence, to 1
};

}  // namespace quicksand
