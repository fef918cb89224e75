// What is heard of frames and of worlds, as samples, without a device.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "app/session.h"
#include "sound/ear.h"
#include "sound/sound_source.h"

namespace quicksand {

struct Heard {
  std::vector<float> left;
  std::vector<float> right;
};

inline constexpr int kSamplesPerFrame = kSampleRate * kTicksPerFrame / kTicksPerSecond;

inline void listen(SoundSource& source, int samples, Heard& heard) {
  std::vector<float> both(2 * static_cast<size_t>(samples));
  source.fill(both);
  for (size_t i = 0; i < both.size(); i += 2) {
    heard.left.push_back(both[i]);
    heard.right.push_back(both[i + 1]);
  }
}

// As it sounds at full loudness and ordinary speed, the whole world in the picture.
inline Heard hear_world(Session& session, int frames) {
  const GridSize size = session.world().size();
  const HeardView view{0, 0, static_cast<double>(size.width), static_cast<double>(size.height)};
  SoundSource source;
  Ear ear;
  TickEvents events;
  events.counts_moves = true;
  Heard heard;
  for (int i = 0; i < frames; ++i) {
    for (int tick = 0; tick < kTicksPerFrame; ++tick) {
      session.tick(&events);
      ear.hear(events, view);
    }
    SoundFrame frame = ear.take(1.0 * kTicksPerFrame / kTicksPerSecond);
    frame.loudness = 1;
    source.push(frame);
    listen(source, kSamplesPerFrame, heard);
  }
  return heard;
}

inline double rms(const std::vector<float>& samples, size_t first, size_t end) {
  double sum = 0;
  for (size_t i = first; i < end; ++i) sum += double{samples[i]} * samples[i];
  return std::sqrt(sum / static_cast<double>(end - first));
}
inline double rms(const std::vector<float>& samples) { return rms(samples, 0, samples.size()); }

inline double largest(const std::vector<float>& samples) {
  float most = 0;
  for (const float sample : samples) most = std::max(most, std::abs(sample));
  return most;
}

// The amplitude of one frequency.
inline double amplitude_at(const std::vector<float>& samples, double hertz) {
  double real = 0;
  double imaginary = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * hertz * static_cast<double>(i) / kSampleRate;
    real += samples[i] * std::cos(angle);
    imaginary += samples[i] * std::sin(angle);
  }
  return std::hypot(real, imaginary) / static_cast<double>(samples.size());
}

}  // namespace quicksand
