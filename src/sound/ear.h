// Hears what ticks tell of themselves from where the player looks: what lies to the left comes from the left, and what
// lies beside the picture is quieter the farther off it is.
#pragma once

#include <vector>

#include "core/tick_events.h"
#include "sound/sound_frame.h"

namespace quicksand {

// The part of the world that is seen, in cells. Width and height are above 0.
struct HeardView {
  double left = 0;
  double top = 0;
  double width = 1;
  double height = 1;
};

class Ear {
 public:
  // Of one tick that asked for its moves (TickEvents::counts_moves).
  void hear(const TickEvents& events, const HeardView& view);

  // What was heard lately; `seconds` have passed since the last call. Its loudness is left to the caller. The rates are
  // means over kMemory, so that neither the length of a picture nor that of a tick can be heard.
  SoundFrame take(double seconds);

  // Forgets what it has heard.
  void clear() { *this = {}; }

  static constexpr double kMemory = 0.06;  // seconds

 private:
  struct Place {
    float gain = 0;  // 1 in the picture, 0 far off
    float pan = 0;   // -1..1
  };
  static Place place_of(CellBox tile, const HeardView& view);
  void add(Texture texture, double events, Place place);
  void hear_tile(const TickEvents& events, int tile, Place place);
  void hear_landings();
  void thump(const Thump& thump);

  SoundFrame frame_;                        // thumps since the last call of take()
  std::array<Stereo, kTextures> counts_{};  // likewise, events
  std::array<Stereo, kTextures> rates_{};   // events a second
  std::vector<float> wet_share_;            // of each tile: how much of what moved there last was liquid, 0..1
  GridSize tiles_;
  Stereo landed_;             // impacts of dry grains in this tick
  float usual_impacts_ = 0;   // in a tick, lately
  int ticks_to_landing_ = 0;  // before the next one may be heard
};

}  // namespace quicksand
