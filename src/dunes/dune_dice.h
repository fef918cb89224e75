// What the dice of a dunes world are for (core/random.h).
#pragma once

#include <cstdint>

namespace quicksand {

enum DuneDice : uint32_t {
  kDiceFill,   // which cells of a shape are painted
  kDicePick,   // and with which of several materials
  kDiceNoise,  // the hills of a new world
  kDiceGrainSeed,   // the shade of a column, for pictures
  kDiceLift,   // which columns the wind takes sand from
  kDiceSpray,  // which brinks lose sand to the air
  kDiceTear,   // what a push tears out, and where it goes
  kDiceSlide,  // to which side sand slides; the steps of a tick take this and every kDicePurposes-th after it
  kDicePressed,  // where sand goes that bodies push out
  kDicePurposes = 16
};

}  // namespace quicksand
