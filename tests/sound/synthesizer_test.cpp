#include "sound/synthesizer.h"

#include <catch2/catch.hpp>
#include <random>

#include "sound/hearing.h"

using namespace quicksand;

namespace {

// No sample is farther from the one before: a click would be.
constexpr double kLargestStep = 0.25;

SoundFrame steady(Texture texture, Stereo rate) {
  SoundFrame frame;
  frame.rates[texture] = rate;
  frame.loudness = 1;
  return frame;
}

Heard hear(const std::vector<SoundFrame>& frames) {
  SoundSource source;
  Heard heard;
  for (const SoundFrame& frame : frames) {
    source.push(frame);
    listen(source, kSamplesPerFrame, heard);
  }
  return heard;
}

Heard hear_steady(Texture texture, Stereo rate, int frames = 80) {
  return hear(std::vector<SoundFrame>(static_cast<size_t>(frames), steady(texture, rate)));
}

// Anything at all, from nothing to more than any world could bring about.
std::vector<SoundFrame> random_frames(uint32_t seed, int count) {
  std::mt19937 dice(seed);
  const auto share = [&] { return static_cast<float>(dice() >> 8) * 0x1p-24F; };
  const auto rate = [&] { return dice() % 3 == 0 ? 0 : std::pow(10.0F, 9 * share()); };
  std::vector<SoundFrame> frames;
  SoundFrame frame;
  for (int i = 0; i < count; ++i) {
    if (dice() % 4 == 0)
      for (Stereo& texture : frame.rates) texture = {rate(), rate()};
    if (dice() % 8 == 0) frame.loudness = dice() % 3 == 0 ? 0 : share();
    if (i == 0) frame.loudness = 1;
    frame.thump_count = dice() % 3 == 0 ? static_cast<int>(dice() % 5) : 0;
    for (Thump& thump : frame.thumps) thump = {2 * share() - 1, share(), share()};
    frames.push_back(frame);
  }
  return frames;
}

double largest_step(const std::vector<float>& samples) {
  double most = 0;
  for (size_t i = 1; i < samples.size(); ++i) most = std::max(most, std::abs(double{samples[i]} - samples[i - 1]));
  return most;
}

void check_random_frames(uint32_t seed) {
  INFO("seed " << seed);
  std::vector<SoundFrame> frames = random_frames(seed, 40);
  SoundFrame silent;
  silent.loudness = 1;
  frames.resize(frames.size() + 240, silent);
  const Heard heard = hear(frames);
  for (const std::vector<float>* const samples : {&heard.left, &heard.right}) {
    bool all_finite = true;
    for (const float sample : *samples) all_finite &= std::isfinite(sample);
    REQUIRE(all_finite);
    REQUIRE(largest(*samples) <= Limiter::kCeiling);
    REQUIRE(largest_step(*samples) < kLargestStep);
    const std::vector<float> end(samples->end() - kSampleRate / 2, samples->end());
    REQUIRE(largest(end) == 0);
  }
}

constexpr std::array kTextureNames{"sand", "water", "wind", "fizz", "fire"};

}  // namespace

TEST_CASE("whatever happens, samples are finite, bounded, without clicks, and end in silence") {
  for (uint32_t seed = 1; seed <= 25; ++seed) check_random_frames(seed);
}

TEST_CASE("whatever happens, a thousand times, samples are sound", "[.slow]") {
  for (uint32_t seed = 100; seed < 1100; ++seed) check_random_frames(seed);
}

TEST_CASE("what is not a number is no sound") {
  SoundFrame frame;
  for (Stereo& rate : frame.rates) rate = {std::nanf(""), -1};
  frame.loudness = 1;
  CHECK(largest(hear({frame, frame, frame}).left) == 0);
  frame = steady(kSandTexture, {1000, 1000});
  frame.loudness = std::nanf("");
  CHECK(largest(hear({frame, frame, frame}).left) == 0);
}

TEST_CASE("nothing sounds where nothing happens") {
  SoundFrame silent;
  silent.loudness = 1;
  const Heard heard = hear(std::vector<SoundFrame>(100, silent));
  CHECK(largest(heard.left) == 0);
  CHECK(largest(heard.right) == 0);
}

TEST_CASE("equal frames give equal samples") {
  const std::vector<SoundFrame> frames = random_frames(7, 60);
  const Heard first = hear(frames);
  const Heard second = hear(frames);
  CHECK(first.left == second.left);
  CHECK(first.right == second.right);
}

TEST_CASE("the more happens the louder it is, up to a bound") {
  for (int texture = 0; texture < kTextures; ++texture) {
    INFO(kTextureNames[static_cast<size_t>(texture)]);
    double before = 0;
    for (const float rate : {300.0F, 3000.0F, 30000.0F, 300000.0F}) {
      const Heard heard = hear_steady(static_cast<Texture>(texture), {rate, rate}, 160);
      const double level = rms(heard.left, kSampleRate, heard.left.size());
      INFO(rate << " events a second: " << level);
      // Fire is as loud as can be sooner than others, and pops by chance.
      CHECK(level > 0.8 * before);
      if (rate < 5000) CHECK(level > before);
      before = level;
    }
    CHECK(before > 0.002);
    CHECK(before < 0.2);
  }
}

TEST_CASE("what happens to the left is heard on the left") {
  for (int texture = 0; texture < kTextures; ++texture) {
    INFO(kTextureNames[static_cast<size_t>(texture)]);
    const Heard left = hear_steady(static_cast<Texture>(texture), {50000, 2000}, 160);
    CHECK(rms(left.left) > 1.2 * rms(left.right));
    const Heard right = hear_steady(static_cast<Texture>(texture), {2000, 50000}, 160);
    CHECK(rms(right.right) > 1.2 * rms(right.left));
  }
  for (const float pan : {-1.0F, 1.0F}) {
    SoundFrame blow;
    blow.loudness = 1;
    std::vector<SoundFrame> frames(40, blow);
    frames[4].thump_count = 1;
    frames[4].thumps[0] = {pan, 1, 1};
    const Heard heard = hear(frames);
    CHECK((rms(heard.right) > rms(heard.left)) == (pan > 0));
  }
}

TEST_CASE("an explosion is a low thump, the largest part of it below 120 Hz", "[thorough]") {
  for (const float strength : {0.2F, 0.6F, 1.0F})
    for (const float depth : {0.5F, 0.75F, 1.0F}) {
      SoundFrame quiet;
      quiet.loudness = 1;
      std::vector<SoundFrame> frames(40, quiet);
      frames[4].thump_count = 1;
      frames[4].thumps[0] = {0, strength, depth};
      const std::vector<float> heard = hear(frames).left;
      double peak = 0;
      double peak_hertz = 0;
      for (double hertz = 20; hertz < 4000; hertz *= 1.03)
        if (const double amplitude = amplitude_at(heard, hertz); amplitude > peak) {
          peak = amplitude;
          peak_hertz = hertz;
        }
      INFO("strength " << strength << ", depth " << depth);
      CHECK(peak_hertz > 30);
      CHECK(peak_hertz < 120);
      CHECK(largest(heard) > 0.08 * strength);
    }
}

TEST_CASE("loudness fades in and out, and scales what is heard") {
  std::vector<SoundFrame> frames(120, steady(kSandTexture, {1e5F, 1e5F}));
  for (size_t i = 40; i < 80; ++i) frames[i].loudness = 0.25F;
  for (size_t i = 80; i < 120; ++i) frames[i].loudness = 0;
  const std::vector<float> heard = hear(frames).left;
  const auto level = [&](size_t first, size_t end) {
    return rms(heard, first * kSamplesPerFrame, end * kSamplesPerFrame);
  };
  CHECK(level(50, 80) == Approx(0.25 * level(10, 40)).epsilon(0.1));
  CHECK(level(100, 120) == 0);
  CHECK(largest_step(heard) < kLargestStep);
}
