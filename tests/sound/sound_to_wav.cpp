// Writes what a scene sounds like, for those who change how it sounds: sound_to_wav SCENE TICKS_BEFORE SECONDS FILE.wav
// Says how much of a processor the synthesizer takes for a second of sound.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "io/files.h"
#include "sound/hearing.h"

using namespace quicksand;

namespace {

void append(std::string& bytes, uint32_t number, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(number >> 8 * i & 0xff);
}

std::string wav_of(const Heard& heard) {
  const auto samples = static_cast<uint32_t>(heard.left.size());
  std::string bytes = "RIFF";
  append(bytes, 36 + samples * 4, 4);
  bytes += "WAVEfmt ";
  append(bytes, 16, 4);
  append(bytes, 1, 2);  // whole numbers
  append(bytes, 2, 2);
  append(bytes, kSampleRate, 4);
  append(bytes, kSampleRate * 4, 4);
  append(bytes, 4, 2);
  append(bytes, 16, 2);
  bytes += "data";
  append(bytes, samples * 4, 4);
  for (size_t i = 0; i < samples; ++i)
    for (const float sample : {heard.left[i], heard.right[i]})
      append(bytes, static_cast<uint32_t>(static_cast<int>(std::lround(sample * 32767))), 2);
  return bytes;
}

// All textures at once, as loud as can be.
double milliseconds_per_second() {
  SoundSource source;
  Heard heard;
  SoundFrame frame;
  frame.rates.fill({1e6F, 1e6F});
  frame.loudness = 1;
  constexpr int kFrames = 200;
  const std::clock_t start = std::clock();
  for (int i = 0; i < kFrames; ++i) {
    frame.thump_count = i % 10 == 0 ? 1 : 0;
    frame.thumps[0] = {0, 1, 1};
    source.push(frame);
    listen(source, kSamplesPerFrame, heard);
  }
  const double took = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return took / (1.0 * kFrames * kSamplesPerFrame / kSampleRate);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: sound_to_wav SCENE TICKS_BEFORE SECONDS FILE.wav\n");
    return 2;
  }
  WorldRequest request;
  request.scene = argv[1];
  Result<OpenedWorld> opened = open_world(request);
  if (!opened) {
    std::fprintf(stderr, "sound_to_wav: %s\n", opened.failure().text().c_str());
    return 2;
  }
  Session session(std::move(*opened), 1);
  for (int i = 0; i < std::atoi(argv[2]); ++i) session.tick();
  const Heard heard = hear_world(session, static_cast<int>(40 * std::atof(argv[3])));
  const Status written = write_file_atomically(argv[4], wav_of(heard));
  if (!written) {
    std::fprintf(stderr, "sound_to_wav: %s\n", written.failure().text().c_str());
    return 2;
  }
  std::printf("%.2f ms for a second of all sounds at once\n", milliseconds_per_second());
  return 0;
}
