#include "sound/sound_source.h"

#include <catch2/catch.hpp>
#include <atomic>
#include <thread>

#include "sound/hearing.h"

using namespace quicksand;

namespace {

SoundFrame sliding() {
  SoundFrame frame;
  frame.rates[kSandTexture] = {5e4F, 5e4F};
  frame.loudness = 1;
  return frame;
}

}  // namespace

TEST_CASE("a game that nobody listens to is not kept waiting") {
  SoundSource source;
  int taken = 0;
  for (int i = 0; i < 1000; ++i) taken += source.push(sliding()) ? 1 : 0;
  CHECK(taken > 0);
  CHECK(taken < 100);
  Heard heard;
  listen(source, kSampleRate / 10, heard);  // who listens makes room
  CHECK(source.push(sliding()));
}

TEST_CASE("where the game stalls the sound fades, and comes back with it") {
  SoundSource source;
  Heard heard;
  const auto play = [&](int frames) {
    heard = {};
    for (int i = 0; i < frames; ++i) {
      source.push(sliding());
      listen(source, kSamplesPerFrame, heard);
    }
  };
  play(20);
  CHECK(rms(heard.left) > 0.01);
  heard = {};
  listen(source, 2 * kSampleRate, heard);
  CHECK(rms(heard.left, 0, kSampleRate / 10) > 0.01);  // one late picture is not heard
  CHECK(rms(heard.left, kSampleRate, 2 * kSampleRate) == 0);
  play(20);
  CHECK(rms(heard.left) > 0.01);
}

TEST_CASE("the device may ask for any number of samples") {
  for (const int length : {1, 2, 63, 64, 65, 500, 512, 1024, 4096}) {
    SoundSource pieces;
    SoundSource whole;
    pieces.push(sliding());
    whole.push(sliding());
    Heard from_pieces;
    while (from_pieces.left.size() < 6000) listen(pieces, length, from_pieces);
    Heard at_once;
    listen(whole, static_cast<int>(from_pieces.left.size()), at_once);
    INFO(length);
    CHECK(from_pieces.left == at_once.left);
    CHECK(from_pieces.right == at_once.right);
  }
}

TEST_CASE("game and device go on side by side") {
  SoundSource source;
  std::atomic<bool> ended = false;
  Heard heard;
  std::thread device([&] {
    while (!ended) listen(source, 256, heard);
  });
  int pushed = 0;
  while (pushed < 2000) {
    if (source.push(sliding()))
      ++pushed;
    else
      std::this_thread::yield();
  }
  ended = true;
  device.join();
  CHECK(largest(heard.left) > 0);
  CHECK(largest(heard.left) <= Limiter::kCeiling);
}
