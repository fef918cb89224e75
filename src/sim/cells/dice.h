// What the sandbox's dice are for (core/random.h).
#pragma once

#include <cstdint>

namespace quicksand {

// Streams of random numbers. Never renumber: every hash would change. Numbers that are missing were of rules that are gone.
enum Purpose : uint32_t {
  kDiceSink = 1,
  kDiceSide = 7,
  kDiceFlow = 9,
  kDiceRow = 10,
  kDiceBands = 11,
  kDicePaintFill = 12,
  kDicePaintEntry = 13,
  kDicePaintGrainSeed = 14,
  kDiceLevel = 15,
  kDiceWet = 16,
  kDiceDry = 17,
  kDiceEject = 18,
  kDicePush = 19,
  kDiceSplash = 20,
  kDiceOutflow = 21,
  kDiceFounder = 22,
  kDiceSeep = 23,
  kDiceSlump = 24,
  kDiceRise = 25,
  kDiceRoom = 26,
  kDiceMeet = 27,
  kDiceProduct = 28,
  kDiceDecay = 29,
  kDiceHeat = 30,
  kDiceFlame = 31,
  kDiceBlast = 32,
  kDiceCharge = 33,
  kDiceArch = 34,
  kDicePaintRoom = 35,
  kDiceTurn = 36,
};

}  // namespace quicksand
